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
_CODE_PAGES = (
    "cp1252",
    "cp1250",
    "cp1254",
    "cp1253",
    "cp1255",
    "cp1256",
    "cp1251",
    "koi8_r",
    "cp932",
    "euc_jp",
    "cp949",
    "gb18030",
    "big5",
)
"""What subtitles are written in that are not in Unicode; of equally plausible ones the first."""
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
    encoding = _guessed_encoding(data)
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


def _guessed_encoding(data: bytes) -> str:
    """The code page charset-normalizer finds most plausible; of equals, the more common one."""
    telling = b"\n".join(line for line in data.splitlines() if not line.isascii())
    found = list(
        from_bytes(
            telling,
            cp_isolation=list(_CODE_PAGES),
            threshold=0.5,
            language_threshold=0.1,
            enable_fallback=False,
        )
    )
    plausible = {
        name
        for match in found
        if match.chaos <= found[0].chaos + 0.01 and match.coherence >= found[0].coherence - 0.01
        for name in match.could_be_from_charset
    }
    return next((name for name in _CODE_PAGES if name in plausible), "cp1252")
