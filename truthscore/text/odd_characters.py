"""Characters that are hidden, dressed up, of another script or references, read plainly."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterator, Mapping

import regex

from truthscore.text.edits import FLAGS, Edit

#: Letters that look like Latin ones (own selection: Cyrillic and its neighbours, Greek).
LOOKALIKES: Mapping[str, str] = {
    "а": "a", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "і": "i", "ј": "j", "ӏ": "l", "о": "o",
    "р": "p", "ԛ": "q", "ѕ": "s", "х": "x", "у": "y", "ѡ": "w", "ԝ": "w", "ѵ": "v", "г": "r",
    "А": "A", "В": "B", "С": "C", "Е": "E", "Н": "H", "І": "I", "Ј": "J", "К": "K", "М": "M",
    "О": "O", "Р": "P", "Ѕ": "S", "Т": "T", "Х": "X", "У": "Y", "Ү": "Y", "Ԛ": "Q", "Ԝ": "W",
    "Ѵ": "V", "Ӏ": "I",
    "ο": "o", "ν": "v", "ι": "i", "α": "a", "κ": "k", "ρ": "p", "τ": "t", "χ": "x", "υ": "u",
    "γ": "y", "η": "n", "ω": "w", "ϲ": "c", "ϳ": "j",
    "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N",
    "Ο": "O", "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X",
}  # fmt: skip
#: Latin letters and digits in another dress: letterlike, circled, full-width, mathematical,
#: squared. Superscript figures and signs such as ™ are none of them: "m²", "20 ℃".
_DRESSED = (
    r"\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2128\u212c-\u2131\u2133\u2134\u2145-\u2149"
    r"\u24b6-\u24e9\uff01-\uff5e\U0001d400-\U0001d7ff\U0001f130-\U0001f149"
)
#: Figures in a circle, and above the line: "m²" and the mark of a note are no numbers.
_CIRCLED, _RAISED = r"\u2460-\u2468\u24ea\u2776-\u277e", r"\u00b2\u00b3\u00b9\u2070\u2074-\u2079"
#: Invisible everywhere: format and control characters (tab and line ends are none), and fillers.
_HIDDEN = r"[\p{Cf}\p{Cc}--[\s]]|[\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\u2800]"
#: Spaces of another width, and controls that are white space.
_WIDE_SPACE = r"[\p{Zs}\x0b\x0c\x1c-\x1f\x85--[ ]]"
#: Marks behind a letter or digit that show nothing or only strike it through.
_EMPTY_MARK = r"(?<=[\p{L}\p{N}\p{M}_-])[\u034f\u0334-\u0338\ufe00-\ufe0f\U000e0100-\U000e01ef]"
#: Times that a reference is escaped at most, each by one more program.
MOST_ESCAPED = 3
#: Signs that are markup where they stand by themselves.
_MARKUP_SIGNS = "<>*`~|[]#\\"
_REFERENCE = r"&(?:amp;){0,2}(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,31});"
#: Digits other than 0-9: `regex` may know newer ones than Python does.
_OTHER_DIGIT = r"[\p{Nd}--[0-9]]"
#: Characters of which a text that needs no work has none; one look that nearly always suffices.
ODD_CHARACTER = regex.compile(
    rf"{_HIDDEN}|{_WIDE_SPACE}|[\p{{Cyrillic}}\p{{Greek}}{_DRESSED}{_CIRCLED}{_RAISED}]"
    rf"|{_OTHER_DIGIT}|[\u0300-\u036f\u20e3\ufe00-\ufe0f\U000e0100-\U000e01ef]",
    FLAGS,
)
REFERENCE = regex.compile(_REFERENCE)
_other_digit = regex.compile(_OTHER_DIGIT, FLAGS)
_invisible = regex.compile(rf"{_HIDDEN}|{_EMPTY_MARK}", FLAGS)
_dressed = regex.compile(f"[{_DRESSED}]")
#: A circled figure that opens a line only counts it; three raised ones in a row are no note.
_figures = regex.compile(
    rf"(?<!^[ \t]*)[{_CIRCLED}]|[{_CIRCLED}](?=[.)])"
    rf"|(?<![^\s(\[€$£])[{_RAISED}]++|[{_RAISED}]{{3,}}+",
    regex.MULTILINE,
)
#: A figure in a tag that raises it: "€ 25<sup>1</sup>".
RAISING = regex.compile(
    r"(?i)(?P<block><(?:p|li|td|div)\b[^<>]{0,200}>\s*)?"
    r"(?P<tag><sup\b[^<>]{0,200}>)(?:\s|<a\b[^<>]{0,200}>)*+[(\[]?(?P<n>\d{1,2}|[*†‡])[)\]]?"
    r"(?:\s|</a>)*+</sup>"
)
#: Behind it a raised figure is a power.
_ten = regex.compile(r"(?<![\d.,])10\Z")
_TO_RAISED = str.maketrans("0123456789*†‡", "⁰¹²³⁴⁵⁶⁷⁸⁹   ")
#: A figure on a key. One that opens a line numbers it, as a chatbot's steps: "1️⃣ Open".
_key = regex.compile(r"(?P<opens>^[ \t]*)?(?:[0-9])(?P<sign>\ufe0f?\u20e3)", regex.MULTILINE)
_foreign = regex.compile(r"[\p{Cyrillic}\p{Greek}]")
#: The same with figures, for a code ("E677") is a word too.
CODED_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]++")
#: A tab is a space too where it parts words, and not the columns of a table.
_wide_space = regex.compile(_WIDE_SPACE, regex.VERSION1)
_wide_space_or_tab = regex.compile(rf"{_WIDE_SPACE}|(?<=\S)\t(?=\S)", regex.VERSION1)
_marked = regex.compile(r"\P{M}\p{M}+", FLAGS)


def references(text: str) -> Iterator[Edit]:
    """`&#110;` is n, `&euro;` a sign and `&nbsp;` a space, also where they were escaped twice;
    `&lt;` stays what it is, for what it stands for would be markup."""
    for match in REFERENCE.finditer(text):
        sign = match[0]
        for _ in range(MOST_ESCAPED):
            sign = html.unescape(sign)
        if len(sign) == 1 and sign not in _MARKUP_SIGNS:
            yield match.start(), match.end(), " " if sign.isspace() else sign


def hidden(text: str) -> Iterator[Edit]:
    """Invisible characters go."""
    return ((match.start(), match.end(), "") for match in _invisible.finditer(text))


def letters(text: str) -> Iterator[Edit]:
    """Letters in another dress, and those of other scripts in words that look Latin."""
    edits = []
    for match in _dressed.finditer(text):
        plain = unicodedata.normalize("NFKC", match[0])
        if len(plain) == 1 and plain.isascii():
            edits.append((match.start(), match.end(), plain))
    words = list(CODED_WORD.finditer(text)) if _foreign.search(text) else []
    alike = [match for match in words if _looks_latin(match[0])]
    # A word of a text in Greek or Russian has letters that look like no Latin one; a single letter
    # ("α-versie", "µ") is a sign, unless Latin words are spelt with such letters beside it.
    spelt = any(regex.search("[A-Za-z]", match[0]) for match in alike if len(match[0]) > 1)
    for match in alike:
        if len(match[0]) > 1 or spelt:
            edits += [
                (match.start() + at, match.start() + at + 1, LOOKALIKES[letter])
                for at, letter in enumerate(match[0])
                if letter in LOOKALIKES
            ]
    return iter(sorted(edits))


def dressed_figures(text: str) -> Iterator[Edit]:
    """Figures in a circle or above the line."""
    for match in _figures.finditer(text):
        yield match.start(), match.end(), "".join(str(unicodedata.digit(c)) for c in match[0])


def raised(text: str) -> Iterator[Edit]:
    """The mark of a note, in a tag that raises it, is no figure of the number before it.

    Behind one, and where it opens a line, it goes; behind a ten it is a power."""
    for match in RAISING.finditer(text):
        start = match.start("tag")
        before = text[text.rfind("\n", 0, start) + 1 : start]
        opens = match["block"] is not None or not before.strip(" \t>*|")
        if opens or before[-1:].isdigit():
            power = not opens and _ten.search(before)
            yield start, match.end(), match["n"].translate(_TO_RAISED) if power else ""


def keys(text: str) -> Iterator[Edit]:
    """A figure on a key is a figure; one that opens a line numbers it."""
    for match in _key.finditer(text):
        yield match.start("sign"), match.end(), "." if match["opens"] is not None else ""


def _looks_latin(word: str) -> bool:
    """Whether a word has letters of another script, and only such as look like Latin ones."""
    foreign = _foreign.findall(word)
    return bool(foreign) and all(letter in LOOKALIKES for letter in foreign)


def newer_digits(text: str) -> Iterator[Edit]:
    """A digit of which this Python does not know the value is a sign."""
    for match in _other_digit.finditer(text):
        if unicodedata.decimal(match[0], None) is None:
            yield match.start(), match.end(), "\N{REPLACEMENT CHARACTER}"


def composed(text: str) -> Iterator[Edit]:
    """NFC again: an invisible character may have kept a letter and its accent apart."""
    for match in _marked.finditer(text):
        together = unicodedata.normalize("NFC", match[0])
        if together != match[0]:
            yield match.start(), match.end(), together


def wide_spaces(text: str) -> Iterator[Edit]:
    """Spaces of another width."""
    spaces = _wide_space_or_tab if text.count("\t") > text.count(" ") else _wide_space
    return ((match.start(), match.end(), " ") for match in spaces.finditer(text))
