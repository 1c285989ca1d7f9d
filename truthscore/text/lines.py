"""Lines that are broken where no writer breaks them, put together again, and the reverse.

Every line is read by itself, so a sentence that is cut into lines or list items would say nothing
that could be compared: "- Een afgesloten periode kan / - worden gewijzigd". Line ends and list
marks become spaces; every other character stays in its place.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

import regex

from truthscore.profile import Reading

#: A line, list item or cell of at most so many words is a fragment when ...
SHORT = 3
#: ... so many of them follow each other, with a small word among so many of their words, and one
#: that goes on in the next among so many of them; or, of lines without a mark, with one of so many
#: before which no sign ends anything and which begins with a small letter.
FRAGMENTS = 3
SMALL_EACH = 6
OPEN_EACH = 6
SMALL_LETTER_EACH = 2
#: Lines, items and cells of at most so many words are pieces of a text when so many hold the end of
#: a sentence within them, or end one that began before,
CUT_WORDS = 6
CUT_AT = 2
#: there are so many of them, and one of so many goes on in small letters what the one before left.
CUT_ITEMS = 3
GOING_ON_EACH = 2

#: Letters per word, on average, above which a text's words are joined by other signs than spaces,
LONG_WORDS = 20
#: where so many hyphens or underscores join them, and so many for each of them.
JOINS = 3
JOINS_EACH = 2

_STRETCH = regex.compile(r"[^\n.,;:!?()\"“”„–—|]+")
#: Words of a page's line without an end, from which it is known again in an answer.
TITLE_WORDS = 4
#: and of one behind which another sentence begins, whatever its first letter.
LONG_TITLE = 12
#: Pages whose lines are kept: a page recurs in thousands of rows.
KEPT_PAGES = 2_000

#: A sentence of a page, without its capital and its end, and what goes on behind it in an
#: answer.
_SENTENCE = regex.compile(
    r"(?<=^|[.!?][ ])\p{Lu}(?P<said>[^.!?\n|]+)[.!?](?=\s|$)", regex.MULTILINE
)
_GOES_ON = regex.compile(r"(?P<sign>[;,…]?|[ ]?[—–-])[ ][\p{L}\p{N}(]\w*")
#: Words of such a sentence.
LONG = 8
_BEFORE_TITLE = regex.compile(r"(?:#{1,6}|[-*+•–]|\d{1,2}[.)])?+[ \t]*+")
_ENDS_TITLE = regex.compile(r"[\p{L}\p{N}*_)]$")
_JOINS = regex.compile(r"(?<=[\p{L}\p{N}\p{P}])[-_](?=[\p{L}\p{N}*])")
#: Links, addresses, paths and files: "export-van-alle-klanten.csv".
_ADDRESS = regex.compile(r"[/@\\]|\.\p{L}")
_SIGN = regex.compile(r"[.,;:!?()\"“”„–—|]")
#: A word with a capital in a row of small letters: "factor *It* has", not "in *Het* Parool".
_OPENING = regex.compile(r"(?<=[\p{Ll}\d][ ]+)(?P<word>\p{Lu}\p{Ll}*)(?=[ ]+\p{Ll})")
_CAPITAL = regex.compile(r"\p{Lu}")
_END = regex.compile(
    r"(?m)^(?P<before>[^\n]*)(?=(?P<gap>\n[ \t]*(?:(?:[-*+•–]|\d{1,2}[.)])[ \t]+)?)\S)"
)
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*")
#: What opens on one line and closes on the next.
_BOLD = regex.compile(r"\*\*|__")
_QUOTE = regex.compile(r"(?<!\w)['\"“„«]|[\"”»](?!\w)|'(?!\w)")
_ITEM = regex.compile(r"[ \t]*[-*+•–][ \t]+")
_MARK = regex.compile(r"[ \t]*(?:[-*+•–]|\d{1,2}[.)])[ \t]*")
_INNER = regex.compile(r"(?<=[.!?:])[ ](?=[-*+•–](?=\s))")
_RULE = regex.compile(r"[\s|:-]*")
_CELL = regex.compile(r"[^|\s](?:[^|\n]*[^|\s])?")
#: A sentence that ends within a line, and a line that ends a sentence.
_ENDS_WITHIN = regex.compile(r"\w[.!?:]['\")]?[ ]+\S")
_ENDS = regex.compile(r"[.!?:;|,][*_\"'”’)]*\s*$")
SENTENCE_ENDS = (".", "!", "?")
_SIGNS = (".", "!", "?", ":", ";", ",", "*", "|")
_LINE = regex.compile(r"[^\n]+")
_SPECIAL = regex.compile(r"[ \t]*(?:#|\||>|```|~~~|[-*+•–][ \t]|\d{1,2}[.)][ \t]|$)")


def joined(text: str, hanging: regex.Pattern[str], small: AbstractSet[str]) -> str:
    """`text` with its broken lines put together; its length and all places stay the same.

    `hanging` matches in a line that goes on ("... op de", "... klik op"), which ends in no sign;
    `small`: words that names seldom have.
    """
    if "\n" not in text:
        return text
    letters = list(text)
    _cut_up(letters, text)
    marked = False  # whether a mark is open where the line ends
    for match in _END.finditer(text):
        before = match["before"]
        marked = bool(before.strip()) and marked != (len(_BOLD.findall(before)) % 2 == 1)
        start = match.end("gap")
        line_end = text.find("\n", start)
        end = line_end if line_end >= 0 else len(text)
        closes = marked and _BOLD.search(text, start, end)
        quoted = (
            len(_QUOTE.findall(before)) % 2 == 1 and len(_QUOTE.findall(text, start, end)) % 2 == 1
        )
        hangs = (
            not before.rstrip(" \t").endswith(_SIGNS)
            and hanging.search(before)
            and len(_WORD.findall(before)) > 1
        )
        if closes or quoted or hangs:
            _spaces(letters, *match.span("gap"))
    _fragments(letters, text, hanging, small)
    return "".join(letters)


def parted(text: str, pages: Iterable[str]) -> str:
    """`text` with a line end behind each line and each sentence of a page that stands in it and is
    continued there.

    A heading says nothing about the sentence that an answer sets behind it: "Een status weergeven
    Ja, dat kan". What a page's sentence does not say is another one: "..., en de klant krijgt
    bericht". Its length and all places stay the same.
    """
    letters: list[str] | None = None
    for page in pages:
        for title in _titles(page):
            at = text.find(title)
            while at >= 0:
                end = at + len(title)
                behind = text[end + 1 : end + 2]
                long = behind.isalpha() and not _has_at_most(LONG_TITLE - 1, title)
                if text[end : end + 1] == " " and (behind.isupper() or long):
                    letters = letters or list(text)
                    letters[end] = "\n"
                at = text.find(title, end)
        for said in _sentences(page):
            at = text.find(said)
            if at < 0:
                continue  # most
            goes_on = _GOES_ON.match(text, at + len(said))
            if goes_on is not None and said + goes_on[0] not in page:
                letters = letters or list(text)
                letters[goes_on.end("sign")] = "\n"
    return text if letters is None else "".join(letters)


@functools.lru_cache(maxsize=KEPT_PAGES)
def _titles(page: str) -> tuple[str, ...]:
    """The lines of a page that are long enough and end in no sign."""
    lines = (line.strip(" \t") for line in page.split("\n") if "|" not in line)
    titles = (_BEFORE_TITLE.sub("", line, count=1) for line in lines if _is_open(line))
    return tuple(
        dict.fromkeys(title for title in titles if not _has_at_most(TITLE_WORDS - 1, title))
    )


@functools.lru_cache(maxsize=KEPT_PAGES)
def _sentences(page: str) -> tuple[str, ...]:
    """The sentences of a page that are long enough, without their first letter and full stop."""
    found = (match["said"] for match in _SENTENCE.finditer(page))
    return tuple(dict.fromkeys(said for said in found if not _has_at_most(LONG - 1, said)))


def _is_open(line: str) -> bool:
    """Whether a line ends in no sign."""
    return _ENDS_TITLE.match(line, max(0, len(line) - 1)) is not None


def lacks_signs(text: str, small: AbstractSet[str], settings: Reading) -> bool:
    """Whether a stretch of `text` is too long for a sentence and has no sign within it, or all of
    it has neither a sign nor a capital, or hyphens or underscores for spaces; or whether a sentence
    begins, with one of the words `small`, in a line without a sign: "Dat kan niet Het staat vast".

    It must be rare: such answers get at most the middle star (`combine.at_middle`).
    """
    if _is_joined(text):
        return True
    if any(
        len(_WORD.findall(stretch)) >= settings.unsigned
        for stretch in _STRETCH.findall(text)
        if len(stretch) >= _least_letters(settings.unsigned)
    ):
        return True
    signs = _SIGN.search(text) is not None
    least = settings.bare if signs else settings.run_on
    if any(_is_run_on(line[0], least, small) for line in _LINE.finditer(text)):
        return True
    if signs or _CAPITAL.search(text):
        return False  # nearly all
    return len(_WORD.findall(text)) >= settings.bare


def _least_letters(words: int) -> int:
    """Characters that so many words have at least: a letter each, and what parts them."""
    return 2 * words - 1


def _is_run_on(line: str, least: int, small: AbstractSet[str]) -> bool:
    """Whether a line of `least` words without a sign has a sentence that begins within it."""
    return (
        len(line) >= _least_letters(least)
        and not _SIGN.search(line)  # nearly all have one
        and not _has_at_most(least - 1, line)
        and any(each["word"].lower() in small for each in _OPENING.finditer(line))
    )


def _is_joined(text: str) -> bool:
    words = text.split()
    if len(text) < len(words) * LONG_WORDS:
        return False  # nearly all
    words = [word for word in words if not _ADDRESS.search(word)]
    whole = " ".join(words)
    if len(whole) < len(words) * LONG_WORDS:
        return False
    joins = len(_JOINS.findall(whole))
    return joins >= JOINS and joins >= JOINS_EACH * len(words)


def _cut_up(letters: list[str], text: str) -> None:
    """Rows of short lines, list items or cells in which sentences end within pieces and pieces end
    no sentence."""
    row: list[tuple[int, int]] = []
    for piece in (*_pieces(text), None):
        if piece is not None and _has_at_most(CUT_WORDS, text[slice(*piece)]):
            row.append(piece)
            continue
        if _is_cut(text, row):
            _join(letters, text, row)
            for inner in _INNER.finditer(text, row[0][0], row[-1][1]):
                letters[inner.start()] = "\n"  # "... is posted. - Next": an item of the text itself
        row = []


def _is_cut(text: str, row: Sequence[tuple[int, int]]) -> bool:
    """Whether pieces are those of a text that was cut without regard to its sentences: half of them
    go on in small letters, and some hold or are the end of a sentence that began before."""
    if len(row) < CUT_ITEMS:
        return False  # nearly all
    going_on = [
        two
        for one, two in itertools.pairwise(row)
        if text[two[0]].islower() and not _ENDS.search(text[slice(*one)])
    ]
    cut = {two for two in row if _ENDS_WITHIN.search(text, *two)}
    cut.update(two for two in going_on if text[two[0] : two[1]].rstrip().endswith(SENTENCE_ENDS))
    return len(cut) >= CUT_AT and len(going_on) * GOING_ON_EACH >= len(row)


def _fragments(
    letters: list[str], text: str, hanging: regex.Pattern[str], small: AbstractSet[str]
) -> None:
    """Rows of lines, list items and cells of a few words, of which some go on in the next one."""
    row: list[tuple[int, int]] = []
    for piece in (*_pieces(text), None):
        if piece is not None and _has_at_most(SHORT, text[slice(*piece)]):
            row.append(piece)
            continue
        words = [word.lower() for each in row for word in _WORD.findall(text[slice(*each)])]
        known = [word for word in words if word in small]
        open_ = [
            one
            for one, two in itertools.pairwise(row)
            if hanging.search(text[slice(*one)])
            or (text[two[0]].islower() and _last(text[slice(*one)]) in small)
        ]
        going_on = [
            one
            for one, two in itertools.pairwise(row)
            if text[two[0]].islower() and text[two[0] - 1] == "\n" and not _ENDS.search(text, *one)
        ]
        many = len(row) >= FRAGMENTS < len(words) and len(known) * SMALL_EACH >= len(words)
        cut = len(open_) * OPEN_EACH >= len(row)
        if many and (cut or len(going_on) * SMALL_LETTER_EACH >= len(row)):
            _join(letters, text, row)
        row = []


def _join(letters: list[str], text: str, row: Sequence[tuple[int, int]]) -> None:
    for one, two in itertools.pairwise(row):
        if not _MARK.fullmatch(text[slice(*two)]):  # before a list mark an item begins
            _spaces(letters, one[1], two[0])


def _pieces(text: str) -> Iterator[tuple[int, int] | None]:
    """The lines, list items and cells of a text; None where no piece goes on."""
    for line in _LINE.finditer(text):
        if line[0].lstrip().startswith("|"):
            if not _RULE.fullmatch(line[0]):
                yield from (cell.span() for cell in _CELL.finditer(text, *line.span()))
            continue
        item = _ITEM.match(line[0])
        if item is None and _SPECIAL.match(line[0]):
            yield None if line[0].strip() else (line.end(), line.end())
        else:
            yield line.start() + (item.end() if item else 0), line.end()


def _last(piece: str) -> str:
    return piece.rpartition(" ")[2].lower()


def _has_at_most(words: int, line: str) -> bool:
    """Whether a line has no more than so many words; looks no further than it takes to tell."""
    return next(itertools.islice(_WORD.finditer(line), words, None), None) is None


def _spaces(letters: list[str], start: int, end: int) -> None:
    letters[start:end] = " " * (end - start)
