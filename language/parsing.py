"""Sentences to dependency trees.

The parser reads newspaper prose well and captions less so. What it would misread is rewritten
before parsing (:mod:`language.rewording`), word by word so that every word keeps its place in the
text; what still looks misread is read again in other words (:mod:`language.captions`); known
slips in the tree are put right (:mod:`language.mending`).
"""

from collections.abc import Sequence

from language.captions import readings_of
from language.mending import mend
from language.models import load_parser
from language.rewording import Reading
from language.sentences import Unit
from language.trees import Tree, Word


def parse_units(units: Sequence[Unit]) -> list[Tree]:
    """One tree per unit, in order. Two passes: as written, then other readings where needed."""
    parser = load_parser()
    tokens = [[(token.text, token.idx) for token in parser.tokenizer(u.text)] for u in units]
    first = [Reading.as_written(words) for words in tokens]
    trees = _parse(units, first)
    again: list[tuple[int, Reading]] = []
    for position, tree in enumerate(trees):
        again.extend((position, reading) for reading in readings_of(tree.words, first[position]))
    second = _parse([units[position] for position, _ in again], [r for _, r in again])
    mended: set[int] = set()
    for (position, reading), tree in zip(again, second, strict=True):
        if position not in mended and reading.accepts(tree.words):
            mended.add(position)
            trees[position] = _without_prefix(tree, reading)
    for tree in trees:
        mend(tree)
    return trees


def _parse(units: Sequence[Unit], readings: Sequence[Reading]) -> list[Tree]:
    from spacy.tokens import Doc

    parser = load_parser()
    docs = [Doc(parser.vocab, words=reading.words or [" "]) for reading in readings]
    trees = []
    for unit, reading, doc in zip(units, readings, parser.pipe(docs, batch_size=64), strict=True):
        words = [
            Word(
                text=reading.shown[i],
                lemma=reading.lemmas.get(i) or token.lemma_.lower(),
                tag=token.tag_,
                pos=token.pos_,
                dep=token.dep_,
                index=i,
                start=unit.start + reading.offsets[i],
                shouted=i in reading.names,
            )
            for i, token in enumerate(doc)
            if reading.words
        ]
        for word, token in zip(words, doc, strict=False):
            if token.head.i != token.i:
                word.head = words[token.head.i]
                word.head.children.append(word)
        trees.append(Tree(unit, words))
    return trees


def _without_prefix(tree: Tree, reading: Reading) -> Tree:
    """Take out the subject that was only lent to the sentence to have it read right."""
    if not reading.lent:
        return tree
    for lent in tree.words[: reading.lent]:
        for child in list(lent.children):
            child.move(lent.head, child.dep)
        lent.move(None, "")
    for word in tree.words:
        word.index -= reading.lent
    return Tree(tree.unit, tree.words[reading.lent :], subjectless=True)
