"""The text as a reader sees it: what is only there to deceive a program is read as a person would.

Invisible characters split words, letters of other scripts look like Latin ones, character
references hide words, and attributes carry text that is said aside. Here, and only here, all that
becomes plain text; every character of it knows which characters of the given text it stands for,
so a finding still points into the text as it was given.
"""

from __future__ import annotations

import html
import itertools
import math
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote_plus

import regex

from truthscore import deadline
from truthscore.text.unseen import ELEMENTS, hides
from truthscore.types import Span

#: A run without white space longer than this is broken: tokenisers and patterns take quadratic
#: time over it. No address or word that a help page writes is as long.
LONGEST_RUN = 500
#: The same for signs alone. The same sign so often in a row is one: ten thousand commas are.
LONGEST_SIGNS = 200
#: Different signs up to which counting each by itself is faster than counting all characters.
FEW_SIGNS = 200
#: Words from which a text said aside counts: "![icon](i.png)" says nothing, a sentence does.
ASIDE_WORDS = 3
#: Letters from which words in a tag without a full stop are no attributes: "<input disabled>".
BARE_LETTERS = 30
#: Words from which what an address carries is a sentence: "?subject=My%20order" is none.
ADDRESS_WORDS = 4
#: Words a line of what is said among lines of code.
LINE_WORDS = 5
#: Words that a line of prose has for each sign that code is full of.
WORDS_A_SIGN = 8
#: Share of words with marks of their own above which no mark of the text says anything.
MOST_MARKED = 0.75
MANY_MARKED = 5

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
_FENCE = r"^[ \t]*(?:```|~~~)"
_FLAGS = regex.VERBOSE | regex.VERSION1 | regex.MULTILINE

#: Characters of which a text that needs no work has none; one look that nearly always suffices.
_ODD_CHARACTER = regex.compile(
    rf"{_HIDDEN}|{_WIDE_SPACE}|[\p{{Cyrillic}}\p{{Greek}}{_DRESSED}{_CIRCLED}{_RAISED}]"
    rf"|{_OTHER_DIGIT}|[\u0300-\u036f\u20e3\ufe00-\ufe0f\U000e0100-\U000e01ef]",
    _FLAGS,
)
#: The same for signs that may begin a reference or something said aside.
_ODD_SIGNS = ("&", "![", ' "', " '", "=", "```", "~~~", "]:", "\\", "^[", "<")
_reference = regex.compile(_REFERENCE)
#: What may take a part of an answer out of sight; what stands in code is shown as it is.
_cover = regex.compile(
    r"""  ^[ \t]*(?P<fence>```|~~~)[^\n]* | (?P<code>`[^`\n]{1,500}`)
        | (?P<strike>~~) | (?P<comment><!--)
        | <(?P<ends>/)?(?!(?:br|hr|img|input|wbr)\b)
          (?P<tag>[A-Za-z][A-Za-z0-9]{0,15})(?P<how>\b[^<>]{0,500})>""",
    _FLAGS,
)
#: Two letters or more: one with a stroke is another letter.
_stroke = regex.compile(r"[\u0334-\u0338]")
_struck = regex.compile(r"(?:[\p{L}\p{N}][\u0334-\u0338]++){2,}+", _FLAGS)
_other_digit = regex.compile(_OTHER_DIGIT, _FLAGS)
_invisible = regex.compile(rf"{_HIDDEN}|{_EMPTY_MARK}", _FLAGS)
_dressed = regex.compile(f"[{_DRESSED}]")
#: A circled figure that opens a line only counts it; three raised ones in a row are no note.
_figures = regex.compile(
    rf"(?<!^[ \t]*)[{_CIRCLED}]|[{_CIRCLED}](?=[.)])"
    rf"|(?<![^\s(\[€$£])[{_RAISED}]++|[{_RAISED}]{{3,}}+",
    regex.MULTILINE,
)
#: A figure in a tag that raises it: "€ 25<sup>1</sup>".
_raising = regex.compile(
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
_word = regex.compile(r"[\p{L}\p{M}]++")
#: The same with figures, for a code ("E677") is a word too.
_coded_word = regex.compile(r"[\p{L}\p{M}\p{N}]++")
#: Signs that stand inside words and codes.
_INSIDE_WORDS = "_-"
_run = regex.compile(rf"[^\w\s]{{{LONGEST_SIGNS}}}|\S{{{LONGEST_RUN}}}", _FLAGS)
_mark = regex.compile(r"[*~`]{1,6}|</?[A-Za-z]{1,6}>")
#: Marks are read from where their row begins: a long row is looked at once.
_FIRST_MARK = r"(?<![*~`]|<[A-Za-z]{1,6}>)"
#: Four words or more, each with marks of its own: "**Klik** **op** '**deze**' **knop**".
_marked_words = regex.compile(
    rf"{_FIRST_MARK}(?:(?:[*~`]{{1,6}}|<[A-Za-z]{{1,6}}>)++[\p{{L}}\p{{N}}_'’-]++"
    r"(?:[*~`]{1,6}|</[A-Za-z]{1,6}>)++[ \"'“”„‘’]*+){4,}"
)
_marked_word = regex.compile(
    rf"{_FIRST_MARK}(?:[*~`]{{1,6}}|<[A-Za-z]{{1,6}}>)++[\p{{L}}\p{{N}}_'’]++"
    r"(?=[*~`]|</[A-Za-z]{1,6}>)"
)
_bold = regex.compile(r"\*\*(?P<name>[^*\n]{1,500})\*\*")
_link = regex.compile(
    r"(?<!!)\[(?P<shown>(?P<text>[^][\n]{1,200}))\]\([^()\s]{1,500}\)"
    r"|\[\[(?P<shown>[^][\n]{1,200})\]\]"
)
_everything = regex.compile(r"(?s).*")
#: White space within a line that no writer leaves there, outside tables.
_gap = regex.compile(r"(?<=[^\s|])[ \t]{8,}+(?=[^\s|])")
_spaces = regex.compile(r"(?<=[^\s|])[ ]{2,}+(?=[^\s|])")
#: A tab is a space too where it parts words, and not the columns of a table.
_wide_space = regex.compile(_WIDE_SPACE, regex.VERSION1)
_wide_space_or_tab = regex.compile(rf"{_WIDE_SPACE}|(?<=\S)\t(?=\S)", regex.VERSION1)
_fence = regex.compile(rf"{_FENCE}[^\n]*$", _FLAGS)
_line = regex.compile(r"[^\n]+")
#: An arrow between two words shows a way through menus.
_code_sign = regex.compile(
    r"[{}\[\]<=;$\\|~^]|(?<![ ])>|>(?![ ])|\w\(|//|--|::|\w[_.:]\w|^\s*[#@/.]"
)
_flood = regex.compile(rf"([^\w\s])(?:[ \t]{{0,3}}+\1){{{LONGEST_SIGNS},}}+", _FLAGS)
#: So many words with a sign where a space belongs are a sentence, but for an address, the name of
#: a file and a code.
JOINED_WORDS = 5
_chunk = regex.compile(r"\S{10,}")
#: But the one of "SYS_51", and that of "e-mail": no word is one such letter.
_joint = regex.compile(
    r"(?<![\s_-])(?!(?<=\p{Lu})[_-]\d)(?!(?<=(?<![\p{L}\p{N}])[ETXetx])-\p{L})[_-](?![\s_-])"
)
_address = regex.compile(r"://|www\.|[^\W_]\.[^\W_]|[=#@]|^\W*(?:ERR|ERROR|E)_")
#: Pictures in a row say no more than one does.
_pictures = regex.compile(r"(?:[\p{So}\p{Sk}--`^´¨][ \t]*+){4,}+", _FLAGS)
_table_rule = regex.compile(r"^[ \t]*+\|?[ \t]*+:?-{2,}+[-:| \t]*+$", _FLAGS)
_marked = regex.compile(r"\P{M}\p{M}+", _FLAGS)
#: What is shown on hover, in place of a picture, or not at all, but said nevertheless.
_aside = regex.compile(
    rf"""  !\[(?P<said>[^\]\n]{{0,2000}})\]\([^()\n]{{0,500}}\)
        | (?<=\]\([^()\s]{{0,500}})[ ](?P<said>"[^"\n]{{0,2000}}"|'[^'\n]{{0,2000}}')\)
        | \b(?:title|alt|content|value|placeholder|aria-label|data-[\w-]{{1,30}})[ ]?=[ ]?
          (?P<said>"[^"<>]{{0,2000}}"|'[^'<>]{{0,2000}}')
        | ^\[[^\]\n]{{1,100}}\]:[ \t]*\S{{1,500}}[ \t]+
          (?P<said>"[^"\n]+"|'[^'\n]+'|\([^()\n]+\))[ \t]*$
        | \\(?:text|mbox|mathrm|textbf|textit|textrm)\{{(?P<said>[^{{}}\\\n]{{0,2000}})\}}
        | \^\[(?P<said>[^\]\n]{{0,2000}})\](?!\()
        | <(?P<raised>(?i:su[bp]|small))>(?P<said>[^<>\n]{{0,2000}})</(?P=raised)>
        | <[A-Za-z]\w{{0,15}}[ ]
          (?P<said>[^<>="'\n]{{{BARE_LETTERS},2000}}|[^<>="'\n]{{1,2000}}[.!?])>
        | {_FENCE}[ \t]*(?P<said>[^\n]+)$""",
    _FLAGS,
)

#: An address, and in it a run of words with escaped spaces.
_web_address = regex.compile(r"(?:https?://|mailto:|www\.)[^\s<>\"']{1,4000}")
_carried = regex.compile(
    rf"[=/](?P<said>(?:[^\s&=/?\#()%+]{{0,100}}+(?:%[0-9a-fA-F]{{2}}|\+)++)"
    rf"{{{ADDRESS_WORDS - 1},}}+[^\s&=/?\#()%+]*+)"
)
_escaped = regex.compile(r"(?:%[0-9a-fA-F]{2})++|\+")


@dataclass(frozen=True, slots=True)
class Readable:
    """Plain text; character i of it stands for `starts[i]` to `ends[i]` of the given text.

    Both are empty where the text stands as it was given. `unseen`: whether words are left out that
    are struck out or hidden.
    """

    text: str
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    unseen: bool = False

    def original(self, span: Span) -> Span:
        """The same span in the given text."""
        if not self.starts or span.end <= span.start:
            return span
        return Span(source=span.source, start=self.starts[span.start], end=self.ends[span.end - 1])


#: Characters `start` to `end` give way to `by`.
_Edit = tuple[int, int, str]


def readable(text: str) -> Readable:
    """`text` (normalised, see `markup.normalise`) as plain text, in time linear in its length."""
    return _read(text) if _is_odd(text) else Readable(text)


def shown(text: str) -> Readable:
    """`readable`, without what is struck out or hidden: it is not said to whoever reads it, in an
    answer or on a page."""
    covered = _covered(text)
    if not covered:
        return readable(text)
    unseen = any(_coded_word.search(text, start, end) for start, end, _ in covered)
    return replace(_read(text, covered), unseen=unseen)


def _read(text: str, covered: Sequence[_Edit] = ()) -> Readable:
    found = Readable(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))
    found = _edited(found, covered)
    for edits in _EDITS:
        deadline.check()
        found = _edited(found, edits(found.text))
    return Readable(text) if found.text == text else found


def closed_up(given: Readable, text: str) -> Readable:
    """`given`, read as `text`, which is as long, with one space for many within a line.

    A name is known by the word in front of it, and by one space between them.
    """
    if "  " not in text:
        return replace(given, text=text)
    starts = given.starts or tuple(range(len(text)))
    ends = given.ends or tuple(range(1, len(text) + 1))
    spaces = ((match.start() + 1, match.end(), "") for match in _spaces.finditer(text))
    closed = _edited(Readable(text, starts, ends), spaces)
    if closed.text == text:
        return replace(given, text=text)
    return replace(closed, unseen=given.unseen)


def _is_odd(text: str) -> bool:
    """Whether a text may read otherwise than it is written."""
    if any(sign in text for sign in _ODD_SIGNS) and (
        _reference.search(text) or _aside.search(text) or next(_fenced_prose(text), None)
    ):
        return True
    if "<sup" in text and _raising.search(text):
        return True
    if "%" in text and next(_addressed(text), None):
        return True
    if ("](" in text or "[[" in text) and next(_links(text), None):
        return True
    if _marked_words.search(text) or _all_marked(text) or _pictures.search(text):
        return True
    # Most texts have no tab and no eight spaces in a row, and no sign two hundred times.
    if ("\t" in text or " " * 8 in text) and (
        _gap.search(text) or text.count("\t") > text.count(" ")
    ):
        return True
    characters = set(text)
    if _has_many_of_one(text, characters) and _flood.search(text):
        return True
    if next(_joints(text), None):
        return True
    if max(map(len, text.split()), default=0) >= LONGEST_SIGNS and _run.search(text):
        return True
    return _ODD_CHARACTER.search("".join(characters)) is not None


def _has_many_of_one(text: str, characters: Iterable[str]) -> bool:
    """Whether a sign or figure is there more than `LONGEST_SIGNS` times."""
    signs = [each for each in characters if not each.isalpha() and each not in " \n"]
    if len(signs) <= FEW_SIGNS:
        return any(text.count(each) > LONGEST_SIGNS for each in signs)
    count = Counter(text)
    return any(count[each] > LONGEST_SIGNS for each in signs)


def _covered(text: str) -> list[_Edit]:
    """What is struck out, in an element that is not shown, or in a comment.

    What is not ended goes on to the end of the text, as in a browser. Letters are struck out by
    strokes through them, unless nearly all words have some.
    """
    found = list(_taken_out(text))
    struck = [(*match.span(), "") for match in _struck.finditer(text)]
    words = _coded_word.findall(text) if struck else []
    if len(list(filter(_stroke.search, words))) < MOST_MARKED * len(words):
        found += struck
    end = 0
    kept: list[_Edit] = []
    for each in sorted(found, key=lambda one: (one[0], -one[1])):
        if each[1] > end:
            kept.append((max(each[0], end), each[1], ""))
            end = each[1]
    return kept


def _taken_out(text: str) -> Iterator[_Edit]:
    end = 0  # of the last comment
    opened: tuple[str, int, int] | None = None  # tag, depth, where what it hides begins
    struck: int | None = None
    fenced = False
    for match in _cover.finditer(text):
        fenced = fenced != bool(match["fence"])
        if fenced or match["code"] or match.start() < end:
            continue
        tag = (match["tag"] or "").lower()
        if match["comment"]:
            end = text.find("-->", match.end())
            end = end + len("-->") if end >= 0 else len(text)
            yield match.start(), end, ""
        elif match["strike"] and struck is not None and "\n\n" not in text[struck : match.start()]:
            yield struck, match.start(), ""
            struck = None
        elif match["strike"]:
            struck = match.end()
        elif opened is not None and tag == opened[0]:
            opened = (tag, opened[1] + (-1 if match["ends"] else 1), opened[2])
            if not opened[1]:
                yield opened[2], match.start(), ""
                opened = None
        elif (
            tag
            and opened is None
            and not match["ends"]
            and (tag in ELEMENTS or hides(match["how"]))
        ):
            opened = (tag, 1, match.end())
    if opened is not None:
        yield opened[2], len(text), ""


def _references(text: str) -> Iterator[_Edit]:
    """`&#110;` is n, `&euro;` a sign and `&nbsp;` a space, also where they were escaped twice;
    `&lt;` stays what it is, for what it stands for would be markup."""
    for match in _reference.finditer(text):
        sign = match[0]
        for _ in range(MOST_ESCAPED):
            sign = html.unescape(sign)
        if len(sign) == 1 and sign not in _MARKUP_SIGNS:
            yield match.start(), match.end(), " " if sign.isspace() else sign


def _hidden(text: str) -> Iterator[_Edit]:
    return ((match.start(), match.end(), "") for match in _invisible.finditer(text))


def _letters(text: str) -> Iterator[_Edit]:
    edits = []
    for match in _dressed.finditer(text):
        plain = unicodedata.normalize("NFKC", match[0])
        if len(plain) == 1 and plain.isascii():
            edits.append((match.start(), match.end(), plain))
    words = list(_coded_word.finditer(text)) if _foreign.search(text) else []
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


def _dressed_figures(text: str) -> Iterator[_Edit]:
    for match in _figures.finditer(text):
        yield match.start(), match.end(), "".join(str(unicodedata.digit(c)) for c in match[0])


def _raised(text: str) -> Iterator[_Edit]:
    """The mark of a note, in a tag that raises it, is no figure of the number before it.

    Behind one, and where it opens a line, it goes; behind a ten it is a power."""
    for match in _raising.finditer(text):
        start = match.start("tag")
        before = text[text.rfind("\n", 0, start) + 1 : start]
        opens = match["block"] is not None or not before.strip(" \t>*|")
        if opens or before[-1:].isdigit():
            power = not opens and _ten.search(before)
            yield start, match.end(), match["n"].translate(_TO_RAISED) if power else ""


def _keys(text: str) -> Iterator[_Edit]:
    for match in _key.finditer(text):
        yield match.start("sign"), match.end(), "." if match["opens"] is not None else ""


def _looks_latin(word: str) -> bool:
    """Whether a word has letters of another script, and only such as look like Latin ones."""
    foreign = _foreign.findall(word)
    return bool(foreign) and all(letter in LOOKALIKES for letter in foreign)


def _newer_digits(text: str) -> Iterator[_Edit]:
    """A digit of which this Python does not know the value is a sign."""
    for match in _other_digit.finditer(text):
        if unicodedata.decimal(match[0], None) is None:
            yield match.start(), match.end(), "\N{REPLACEMENT CHARACTER}"


def _composed(text: str) -> Iterator[_Edit]:
    """NFC again: an invisible character may have kept a letter and its accent apart."""
    for match in _marked.finditer(text):
        together = unicodedata.normalize("NFC", match[0])
        if together != match[0]:
            yield match.start(), match.end(), together


def _addressed(text: str) -> Iterator[_Edit]:
    """A sentence that an address carries ("?body=De%20klant%20kan") stands on a line of its own."""
    for carried in itertools.chain.from_iterable(
        _carried.finditer(text, *address.span()) for address in _web_address.finditer(text)
    ):
        start, end = carried.span("said")
        yield start, start, ")\n" if text[end : end + 1] == ")" else "\n"
        for match in _escaped.finditer(text, start, end):
            sign = unquote_plus(match[0], errors="replace")
            yield match.start(), match.end(), sign
        yield end, end, "\n"


def _asides(text: str) -> Iterator[_Edit]:
    """What is said aside stands on a line of its own."""
    for match in _aside.finditer(text):
        start, end = match.span("said")
        if len(match["said"].split()) < ASIDE_WORDS:
            continue
        while start < end and text[start] in "\"' ":
            start += 1
        while start < end and text[end - 1] in "\"' ":
            end -= 1
        before, after = _around(match[0])
        yield match.start(), start, before
        yield end, match.end(), after


def _fenced_prose(text: str) -> Iterator[_Edit]:
    """Sentences between the marks of a code block are no code.

    The marks of a block of nothing else go; between code, they end before the sentences and begin
    again behind them.
    """
    fences = [match.span() for match in _fence.finditer(text)]
    if len(fences) % 2:
        fences.append((len(text), len(text)))  # it runs to the end of the text
    for first, last in zip(fences[::2], fences[1::2], strict=True):
        runs = list(_prose(text, first[1], last[0]))
        if runs == [(first[1], last[0])]:
            yield *first, ""
            yield *last, ""
        else:
            for start, end in runs:
                yield start, start, "```\n"
                yield end, end, "\n```"


def _prose(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the lines of a code block are prose: all of them, or those with words enough."""
    lines = [line for line in _line.finditer(text, start, end) if not line[0].isspace()]
    said = [_is_said(line[0]) for line in lines]
    words = [len(_word.findall(line[0])) for line in lines]
    if all(said) and math.fsum(words) >= ASIDE_WORDS * max(1, len(lines)):
        yield start, end
        return
    for is_said, run in itertools.groupby(range(len(lines)), said.__getitem__):
        places = list(run)
        if is_said and math.fsum(words[at] for at in places) >= LINE_WORDS * len(places):
            yield lines[places[0]].start(), lines[places[-1]].end()


def _is_said(line: str) -> bool:
    """Whether a line has no sign of code, or one in so many words ("e.g.")."""
    signs = len(_code_sign.findall(line))
    return not signs or len(_word.findall(line)) >= WORDS_A_SIGN * signs


def _spelled_out(text: str) -> Iterator[_Edit]:
    """Where every word of a row is marked by itself, the marks say nothing."""
    rows = list(_marked_words.finditer(text))
    if _all_marked(text):
        rows = [found for found in [_everything.match(text)] if found]
    for row in rows:
        for mark in _mark.finditer(text, *row.span()):
            yield mark.start(), mark.end(), ""


def _all_marked(text: str) -> bool:
    """Whether nearly every word of a text is marked by itself."""
    if not any(mark in text for mark in "*~`<"):
        return False
    marked = len(_marked_word.findall(text))
    words = len(_word.findall(_mark.sub("", text))) if marked >= MANY_MARKED else 0
    return marked >= MANY_MARKED and marked > MOST_MARKED * words


def _links(text: str) -> Iterator[_Edit]:
    """A link that is a part of a name in bold is its text there: "**[Archive](...) Now**"; and so
    is what stands between two brackets on either side. Other links may cite a page."""
    bold = [name.span("name") for name in _bold.finditer(text)]
    for link in _link.finditer(text):
        place = bisect_right(bold, (link.start(), len(text)))
        start, end = bold[place - 1] if place else (0, 0)
        in_name = link.end() <= end and link.span() != (start, end)
        if in_name or link["text"] is None:
            yield link.start(), link.start("shown"), ""
            yield link.end("shown"), link.end(), ""


def _joints(text: str) -> Iterator[_Edit]:
    """The signs that stand where spaces belong."""
    signs = text.count("-") + text.count("_")
    for chunk in _chunk.finditer(text) if signs >= JOINED_WORDS - 1 else ():
        joints = list(_joint.finditer(text, *chunk.span()))
        if len(joints) >= JOINED_WORDS - 1 and not _address.search(chunk[0]):
            pieces = _joint.sub(" ", chunk[0]).split()
            if len([each for each in pieces if _word.search(each)]) >= JOINED_WORDS:
                yield from ((joint.start(), joint.end(), " ") for joint in joints)


def _wide_spaces(text: str) -> Iterator[_Edit]:
    spaces = _wide_space_or_tab if text.count("\t") > text.count(" ") else _wide_space
    return ((match.start(), match.end(), " ") for match in spaces.finditer(text))


def _gaps(text: str) -> Iterator[_Edit]:
    return ((match.start(), match.end(), " ") for match in _gap.finditer(text))


def _around(aside: str) -> tuple[str, str]:
    """What replaces the markup in front of and behind what is said."""
    if aside.lstrip().startswith(("```", "~~~")):
        return "", "\n```"  # what stands on the fence is no code: it comes before it
    if aside.startswith(" "):
        return ")\n", "\n"  # a link's title: the link ends before it
    if aside.startswith(("!", "[", "\\", "^", "<")):
        return "\n", "\n"  # a picture, what a reference leads to, text in a formula, note or tag
    return ">\n", "\n<i "  # an attribute: the tag ends before it, and another goes on


def _pictures_in_a_row(text: str) -> Iterator[_Edit]:
    for match in _pictures.finditer(text):
        yield match.start() + 1, match.start() + len(match[0].rstrip()), ""


def _same_signs(text: str) -> Iterator[_Edit]:
    rules = [match.span() for match in _table_rule.finditer(text)]  # no parser ever reads them
    for match in _flood.finditer(text):
        place = bisect_right(rules, (match.start(), len(text)))
        if not place or match.end() > rules[place - 1][1]:
            yield match.start() + 1, match.end(), ""


def _runs(text: str) -> Iterator[_Edit]:
    rules = [match.span() for match in _table_rule.finditer(text)]  # no parser ever reads them
    for match in _run.finditer(text):
        place = bisect_right(rules, (match.start(), len(text)))
        if not place or match.end() > rules[place - 1][1]:
            yield match.end(), match.end(), " "


def _edited(given: Readable, edits: Iterable[_Edit]) -> Readable:
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for start, end, by in edits:
        pieces += (given.text[position:start], by)
        starts += given.starts[position:start]
        ends += given.ends[position:start]
        if by and len(by) == end - start:
            starts += given.starts[start:end]
            ends += given.ends[start:end]
        elif by:
            last = max(start, end - 1) if start < end else max(0, start - 1)
            first = start if start < end else last
            starts += [given.starts[first]] * len(by)
            ends += [given.ends[last]] * len(by)
        position = end
    if not pieces:
        return given
    pieces.append(given.text[position:])
    starts += given.starts[position:]
    ends += given.ends[position:]
    return Readable("".join(pieces), tuple(starts), tuple(ends))


#: In this order: what hides characters first, what shapes lines last.
_EDITS = (
    _references, _hidden, _newer_digits, _raised, _dressed_figures, _keys, _letters, _composed,
    _addressed, _asides, _fenced_prose, _spelled_out, _links, _joints, _wide_spaces, _gaps,
    _same_signs, _pictures_in_a_row, _runs,
)  # fmt: skip
