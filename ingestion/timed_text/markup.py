"""Cue text without its markup: WebVTT and HTML tags, entities, ASS overrides."""

import html
import re

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z]*)(?P<rest>[^<>]*)(?:>|$)")
_TIMESTAMP_TAG = re.compile(r"<[\d:.]+>")
_OVERRIDE = re.compile(r"\{\\[^}]*\}|\{\\[^}]*$")
_LITERAL_LESS_THAN = re.compile(r"<(?=[\s\d=<-]|$)")
_INVISIBLE = re.compile(r"[\u200b\u2060\ufeff\u00ad]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def voices(payload: str) -> list[tuple[str | None, str]]:
    """A WebVTT cue text as (speaker, plain text), one for each ``<v>`` span, in order.

    Tags the format does not know are dropped and their content kept; what an ``<rt>`` says of the
    pronunciation is left out. An unclosed tag ends with the cue.
    """
    parts: list[tuple[str | None, str]] = [(None, "")]
    text = _LITERAL_LESS_THAN.sub("&lt;", _TIMESTAMP_TAG.sub("", payload))
    at = 0
    in_ruby_text = False
    for tag in _TAG.finditer(text):
        if not in_ruby_text:
            _append(parts, text[at : tag.start()])
        at = tag.end()
        name, is_end = tag["name"], bool(tag["end"])
        if name == "v":
            parts.append((None if is_end else _annotation(tag["rest"]), ""))
        elif name in {"rt", "ruby"}:
            in_ruby_text = name == "rt" and not is_end
    if not in_ruby_text:
        _append(parts, text[at:])
    spoken = [(speaker, plain(words)) for speaker, words in parts]
    return [(speaker, words) for speaker, words in spoken if words.strip()] or [(None, "")]


def without_tags(text: str) -> str:
    """Text of SRT and the like without HTML tags, ASS overrides and entities."""
    text = _LITERAL_LESS_THAN.sub("&lt;", _TIMESTAMP_TAG.sub("", _OVERRIDE.sub("", text)))
    return plain(_TAG.sub(lambda tag: "\n" if tag["name"].lower() == "br" else "", text))


def plain(text: str) -> str:
    """Entities resolved, invisible characters and blanks at the ends of lines removed."""
    text = _INVISIBLE.sub("", html.unescape(text)).replace("\xa0", " ")
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _append(parts: list[tuple[str | None, str]], text: str) -> None:
    speaker, before = parts[-1]
    parts[-1] = (speaker, before + text)


def _annotation(rest: str) -> str | None:
    """The name in ``<v.loud Mary>``: what follows the classes."""
    _, _, name = rest.replace("\t", " ").replace("\n", " ").partition(" ")
    return plain(name) or None
