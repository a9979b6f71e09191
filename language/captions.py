"""Which units look misread, and the other readings worth trying.

Captions drop what the parser leans on: the subject (``Dice shrimps``), articles (``Man enters
lobby``); and a small model takes rare words for what they are not. A reading is taken only if the
words in question are then read as they should be.
"""

from collections.abc import Iterator, Sequence

from language.lexicon import ANIMATE, DOING, GROUPS, HUMAN, INANIMATE_DOING
from language.models import dictionary, verb_base
from language.rewording import VERB_TAGS, Reading, noun_base
from language.trees import SUBJECTS, Word
from language.verb_forms import has_auxiliary

_CLAUSE_OPENERS = frozenset({"as", "because", "once", "until", "when", "while"})
_NEVER_NOUNS = frozenset({"NOUN", "PROPN", "PUNCT", "ADP", "CCONJ", "DET", "PRON", "SCONJ"})
"""Classes of words that are nouns already, or that the parser does not take nouns for."""
_MAX_READINGS = 4
_MAX_WORDS = 60


def readings_of(words: Sequence[Word], written: Reading) -> Iterator[Reading]:
    """Other readings worth trying, best first; none where nothing looks misread."""
    if not words or not written.words or len(words) > _MAX_WORDS:
        return
    yield from _bare_start(words, written)
    sure = written
    for word in words:
        if _misread_noun(word):
            sure = sure.with_noun(word.index)
    people = sure
    for word in words:
        if _misread_person(word, words):
            people = people.with_noun(word.index)
    suspects = [(w, base) for w in words[1:] if (base := _misread_verb(w, words)) is not None]
    both = people
    for word, base in suspects:
        both = both.with_verb(word.index, base, _going(word, words))
    if suspects:
        yield both
    if len(suspects) > 1:
        for word, base in suspects:
            yield people.with_verb(word.index, base, _going(word, words))
    root = next(word for word in words if word.head is None)
    finite = root.is_verb and (root.tag not in ("VBG", "VBN") or has_auxiliary(root))
    if not (finite or (root.is_verb and root.index == 0)) or _stolen_subject(root):
        yield from _hidden_verb(words, people)
    if sure is not written:
        yield sure


def _misread_noun(word: Word) -> bool:
    """A word that is only ever a noun, read as something else."""
    text = word.text.lower()
    if _after_goal(word):
        return True
    if word.pos in _NEVER_NOUNS or word.tag in ("VBD", "WRB"):
        return False
    if not text.isalpha():
        return False
    if len(text) < 4 or verb_base(text) or text in dictionary("adj") or text in dictionary("adv"):
        return False
    return noun_base(text) is not None and not text.endswith(("ing", "ed"))


def _after_goal(word: Word) -> bool:
    """``By the tree root the dog …``: a verb without subject inside what a preposition governs."""
    if word.tag not in ("VB", "VBP") or word.index < 2 or word.head is not None:
        return False
    if any(c.dep in (*SUBJECTS, "aux") for c in word.children):
        return False
    fronted = word.children[0] if word.children else None
    return (
        fronted is not None
        and fronted.dep == "prep"
        and any(c.dep == "pobj" and c.index == word.index - 1 for c in fronted.children)
        and noun_base(word.text.lower()) is not None
    )


def _misread_person(word: Word, words: Sequence[Word]) -> bool:
    """``escorts suspect out``: in a sentence without its verb, people are people."""
    after = words[word.index + 1] if word.index + 1 < len(words) else None
    named = after is not None and after.pos in ("NOUN", "PROPN")
    return word.text.lower() in HUMAN and word.pos in ("ADJ", "VERB") and not named


def _misread_verb(word: Word, words: Sequence[Word]) -> str | None:  # noqa: PLR0911  # signs in turn
    """The base of a verb that was read as a noun, where the words around it give it away."""
    if word.tag not in ("NN", "NNS", "NNP", "NNPS", "JJ") or not word.text.islower():
        return None
    base = verb_base(word.text)
    if base is None:
        return None
    third = word.text != base
    before = words[word.index - 1]
    first = min((w.index for w in word.children if w.index < word.index), default=word.index)
    article = words[first].text.lower() in ("a", "an", "another", "one", "each")
    never_noun = third and noun_base(word.text) is None
    sure = never_noun or (third and article and first < word.index - 1)
    sure = sure or (word.head is None and before.head is word and before.lemma in ANIMATE)
    if base not in DOING and not sure:
        return None
    if before.tag == "CC" or before.text.lower() == "then":
        return base if _joins(word, words, third) else None
    if before.tag == "CD" and word.tag == "NN" and not third and word.dep != "compound":
        return base if before.text.lower() not in ("one", "1") else None
    if third and _ends_clause(word, words, first, base):
        return base
    named = before.pos in ("NOUN", "PROPN", "PRON") or before.lemma in ANIMATE
    if not named or before.head is not word:
        return None
    singular = before.tag not in ("NNS", "NNPS")
    if third and singular and (article or never_noun):
        return base
    clashes = word.dep == "nsubj" and word.head is not None and word.head.tag == "VBZ"
    if third and singular and (clashes or before.lemma in ANIMATE | GROUPS):
        return base
    if not third and before.tag == "NNS":
        return base
    joined = any(c.dep == "cc" for w in words[first : word.index] for c in w.children)
    return (
        base if not third and before.lemma in ANIMATE and (joined or word.dep == "conj") else None
    )


def _ends_clause(word: Word, words: Sequence[Word], first: int, base: str) -> bool:
    """``until the moose drinks``, ``…, glass breaks``: the last word of a clause of its own."""
    after = words[word.index + 1] if word.index + 1 < len(words) else None
    before = words[word.index - 1]
    opener = words[first - 1].text.lower() if first else ""
    last = after is None or after.pos == "PUNCT"
    if not last or before.head is not word or before.pos not in ("NOUN", "PROPN"):
        return False
    if before.tag in ("NNS", "NNPS"):
        return False
    if opener in _CLAUSE_OPENERS:
        return words[first].tag == "DT"
    alone = first == word.index - 1 and opener == "," and first > 2
    living = before.lemma in ANIMATE
    return alone and after is not None and (living or base in INANIMATE_DOING)


def _joins(word: Word, words: Sequence[Word], third: bool) -> bool:
    """``exit vehicle and approach entrance``: a bare word after *and* that goes on like a verb."""
    if any(c.dep in ("det", "poss", "amod", "nummod", "compound") for c in word.children):
        return False
    if third and not any(w.tag == "VBZ" for w in words):
        return False
    after = words[word.index + 1] if word.index + 1 < len(words) else None
    opens = after is not None and after.pos in ("DET", "NOUN", "ADP", "ADV", "PRON", "NUM")
    return opens or third


def _going(word: Word, words: Sequence[Word]) -> bool:
    """Whether what follows fits a verb without object."""
    after = words[word.index + 1] if word.index + 1 < len(words) else None
    if after is None or (after.pos == "VERB" and noun_base(after.text.lower()) is not None):
        return after is None
    return after.pos not in ("DET", "NOUN", "PRON", "NUM", "ADJ", "PROPN")


def _bare_start(words: Sequence[Word], written: Reading) -> Iterator[Reading]:
    """``Dice shrimps``, ``Stirs the soup``: the first word may be a verb without a subject."""
    start = next((i for i, w in enumerate(words) if w.pos not in ("ADV", "PUNCT", "CCONJ")), None)
    if start is None or start > 1 or start + 1 >= len(words):
        return
    word, after = words[start], words[start + 1]
    if word.tag in VERB_TAGS and word.head is None:
        return
    root = next(w for w in words if w.head is None)
    rival = verb_base(word.text) in DOING and root.lemma not in DOING and root.index == start + 1
    if root is not word and root.is_verb and _agrees(root) and not (rival or _listed(word, root)):
        return
    base = _gerund_base(word.text) or verb_base(word.text)
    if base is None or after.text.lower() in ("and", "or", ",", "of", "'s", "-"):
        return
    only_verb = base not in dictionary("noun") and base not in dictionary("adj")
    opens = after.tag in ("DT", "PRP$", "PRP", "CD")
    if opens or only_verb or (base in DOING and base not in ANIMATE):
        lent = written.lend(start, base)
        yield lent
        yield lent.in_place_of_verb()


def _listed(word: Word, root: Word) -> bool:
    """``Whisk eggs, then fold``: the first of several orders, read as the subject of a later."""
    subject = word.head
    if word.dep != "compound" or subject is None or subject.head is not root:
        return False
    if subject.tag != "NNS" or root.tag not in ("VB", "VBP") or verb_base(word.text) not in DOING:
        return False
    marks = [c for c in root.children if subject.index < c.index < root.index]
    return any(c.text.lower() in (",", "then") for c in marks)


def _gerund_base(form: str) -> str | None:
    """``drinking`` → ``drink``, where that is an everyday action."""
    word = form.lower()
    if not word.endswith("ing"):
        return None
    stem = word[:-3]
    guesses = (stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem)
    return next((guess for guess in guesses if guess in DOING), None)


def _agrees(root: Word) -> bool:
    """Whether a finite verb has a subject of its own number: *rinses hands* has not."""
    subject = next((c for c in root.children if c.dep in SUBJECTS), None)
    if subject is None:
        return root.tag in ("VBD", "VBN")
    if any(c.dep in ("aux", "auxpass", "cop") for c in root.children) or root.pos == "AUX":
        return True
    if any(c.dep in ("det", "poss", "conj", "nummod") for c in subject.children):
        return True
    if root.tag == "VBZ":
        return subject.tag not in ("NNS", "NNPS")
    if root.tag in ("VBP", "VB"):
        return subject.tag not in ("NN", "VBG", "VB")
    return subject.index > 0 or subject.tag not in ("VB", "VBP", "VBZ")


def _stolen_subject(root: Word) -> bool:
    """``Officer escorts suspect out``: a plural subject that could be the verb of its own noun."""
    subject = next((c for c in root.children if c.dep == "nsubj"), None)
    if subject is None or subject.tag != "NNS" or root.tag != "VBP":
        return False
    modified = [c for c in subject.children if c.dep in ("compound", "amod", "nmod")]
    determined = any(c.dep in ("det", "poss", "nummod") for c in subject.children)
    return bool(modified) and not determined and verb_base(subject.text) is not None


def _hidden_verb(words: Sequence[Word], written: Reading) -> Iterator[Reading]:
    """``Man in red jacket enters lobby``: a verb read as a noun, after its subject."""
    tried = 0
    for word in words[1:-1] if words[-1].pos == "PUNCT" else words[1:]:
        base = verb_base(word.text)
        if base is None or not word.text.islower():
            continue
        if base not in DOING and word.tag not in VERB_TAGS:
            continue
        if words[word.index - 1].tag in ("DT", "PRP$", "IN", "JJ", "POS"):
            continue
        yield written.with_verb(word.index, base, _going(word, words))
        tried += 1
        if tried >= _MAX_READINGS:
            return
