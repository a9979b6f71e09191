"""From the bytes of a text file to characters, whatever encoding it is in."""

import codecs
import re
import unicodedata

import ftfy
from charset_normalizer import from_bytes

from runtime.errors import BadTimedTextError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 26, 27})
_MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)


def decode(data: bytes, name: str) -> tuple[str, list[str]]:
    """The text of a file and warnings about its encoding; ``name`` is for the message.

    A byte order mark decides, then valid UTF-8, then UTF-16 by its zero bytes. Mostly valid UTF-8
    is read as such with the bad bytes marked; anything else is guessed by charset-normalizer.

    Raises:
        BadTimedTextError: the bytes are no text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding)
    if b"\0" in data and (wide := _wide_encoding(data)):
        return _decoded(data, wide)
    head = data[:65_536]
    if len(head.translate(None, delete=_CONTROL)) < len(head) * 0.995:
        raise BadTimedTextError(
            f"{name!r} is a binary file, not timed text",
            hint="Give a WebVTT, SRT, ASS or TTML file.",
        )
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        pass
    text, warnings = _decoded(data, "utf-8")
    bad = text.count("\ufffd")
    if len(_MULTIBYTE.findall(data)) > bad:
        return text, warnings
    best = from_bytes(data, cp_isolation=_likely(data), enable_fallback=False).best()
    encoding = best.encoding if best else "cp1252"
    guessed = data.decode(encoding, errors="replace")
    return guessed, [f"not in UTF-8; read as {encoding.replace('_', '-')}"]


def repaired(text: str) -> str:
    """A cue's text with mojibake undone (``CafÃ©``) and composed characters; all else untouched."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", ftfy.fix_encoding(text))


def _decoded(data: bytes, encoding: str) -> tuple[str, list[str]]:
    text = data.decode(encoding, errors="replace")
    lost = text.count("\ufffd") - data.count("\ufffd".encode(encoding))
    return text, [f"replaced: unreadable bytes ({lost})"] if lost > 0 else []


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 without a mark: zeros at the odd places of Latin text, or at the even ones."""
    head = data[:4096]
    half = len(head) // 2
    if head[1::2].count(0) > 0.4 * half and head[::2].count(0) < 0.1 * half:
        return "utf-16-le"
    if head[::2].count(0) > 0.4 * half and head[1::2].count(0) < 0.1 * half:
        return "utf-16-be"
    return None


def _likely(data: bytes) -> list[str] | None:
    """Western European first where only few bytes speak, for a guess needs many."""
    high = sum(byte > 127 for byte in data)
    return ["cp1252"] if high < max(20, len(data) // 50) else None
