"""Cue text without its markup: WebVTT and HTML tags, entities, ASS overrides."""

import html
import re

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z]*)(?P<rest>[^<>]*)(?P<close>>|$)")
_TIMESTAMP_TAG = re.compile(r"<[\d:.]+>")
_OVERRIDE = re.compile(r"\{\\[^}]*\}|\{\\[^}]*$")
_LITERAL_LESS_THAN = re.compile(r"<(?=[\s\d=<-]|$)")
_INVISIBLE = re.compile(r"[\u200b\u2060\ufeff\u00ad]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def spoken(payload: str) -> tuple[str | None, str]:
    """A WebVTT cue text as speaker and plain text.

    The speaker is that of the cue's only ``<v>`` voice; where several talk, each part of the text
    begins with its speaker's name instead. Tags the format does not know are dropped and their
    content kept, that of an unclosed one too; what ``<rt>`` says of the pronunciation is left out.
    """
    parts: list[tuple[str | None, str]] = [(None, "")]
    text = _LITERAL_LESS_THAN.sub("&lt;", _TIMESTAMP_TAG.sub("", payload))
    at = ruby_depth = 0
    in_ruby_text = False
    for tag in _TAG.finditer(text):
        if not in_ruby_text:
            _append(parts, text[at : tag.start()])
        at = tag.end()
        name, opens = tag["name"], not tag["end"]
        if not tag["close"]:
            _append(parts, tag["rest"] if opens else "")
        elif name == "v":
            parts.append((_annotation(tag["rest"]) if opens else None, ""))
        elif name == "ruby":
            ruby_depth, in_ruby_text = ruby_depth + (1 if opens else -1), False
        elif name == "rt":
            in_ruby_text = opens and ruby_depth > 0
    if not in_ruby_text:
        _append(parts, text[at:])
    said = [(speaker, words) for speaker, part in parts if (words := plain(part))]
    speakers = {speaker for speaker, _ in said if speaker}
    if len(speakers) > 1:
        return None, "\n".join(f"{name}: {words}" if name else words for name, words in said)
    return next(iter(speakers), None), plain("".join(part for _, part in parts))


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
