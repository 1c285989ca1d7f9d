"""The text as a reader sees it: what is only there to deceive a program is read as a person would.

Invisible characters split words, letters of other scripts look like Latin ones, character
references hide words, and attributes carry text that is said aside. Here, and only here, all that
becomes plain text; every character of it knows which characters of the given text it stands for,
so a finding still points into the text as it was given.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import regex

from truthscore import deadline
from truthscore.text.edits import FLAGS, WORD, Edit, Readable, edited
from truthscore.text.odd_characters import (
    CODED_WORD,
    ODD_CHARACTER,
    RAISING,
    REFERENCE,
    composed,
    dressed_figures,
    hidden,
    keys,
    letters,
    newer_digits,
    raised,
    references,
    wide_spaces,
)
from truthscore.text.said_aside import ASIDE, addressed, asides, fenced_prose
from truthscore.text.unseen import ELEMENTS, hides

#: A run without white space longer than this is broken: tokenisers and patterns take quadratic
#: time over it. No address or word that a help page writes is as long.
LONGEST_RUN = 500
#: The same for signs alone. The same sign so often in a row is one: ten thousand commas are.
LONGEST_SIGNS = 200
#: Different signs up to which counting each by itself is faster than counting all characters.
FEW_SIGNS = 200
#: Share of words with marks of their own above which no mark of the text says anything.
MOST_MARKED = 0.75
MANY_MARKED = 5

#: The same for signs that may begin a reference or something said aside.
_ODD_SIGNS = ("&", "![", ' "', " '", "=", "```", "~~~", "]:", "\\", "^[", "<")
#: What may take a part of an answer out of sight; what stands in code is shown as it is.
_cover = regex.compile(
    r"""  ^[ \t]*(?P<fence>```|~~~)[^\n]* | (?P<code>`[^`\n]{1,500}`)
        | (?P<strike>~~) | (?P<comment><!--)
        | <(?P<ends>/)?(?!(?:br|hr|img|input|wbr)\b)
          (?P<tag>[A-Za-z][A-Za-z0-9]{0,15})(?P<how>\b[^<>]{0,500})>""",
    FLAGS,
)
#: Two letters or more: one with a stroke is another letter.
_stroke = regex.compile(r"[\u0334-\u0338]")
_struck = regex.compile(r"(?:[\p{L}\p{N}][\u0334-\u0338]++){2,}+", FLAGS)
_run = regex.compile(rf"[^\w\s]{{{LONGEST_SIGNS}}}|\S{{{LONGEST_RUN}}}", FLAGS)
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
_flood = regex.compile(rf"([^\w\s])(?:[ \t]{{0,3}}+\1){{{LONGEST_SIGNS},}}+", FLAGS)
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
_pictures = regex.compile(r"(?:[\p{So}\p{Sk}--`^´¨][ \t]*+){4,}+", FLAGS)
_table_rule = regex.compile(r"^[ \t]*+\|?[ \t]*+:?-{2,}+[-:| \t]*+$", FLAGS)


def readable(text: str) -> Readable:
    """`text` (normalised, see `markup.normalise`) as plain text, in time linear in its length."""
    return _read(text) if _is_odd(text) else Readable(text)


def shown(text: str) -> Readable:
    """`readable`, without what is struck out or hidden: it is not said to whoever reads it, in an
    answer or on a page."""
    covered = _covered(text)
    if not covered:
        return readable(text)
    unseen = any(CODED_WORD.search(text, start, end) for start, end, _ in covered)
    return replace(_read(text, covered), unseen=unseen)


def _read(text: str, covered: Sequence[Edit] = ()) -> Readable:
    found = Readable(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))
    found = edited(found, covered)
    for edits in _EDITS:
        deadline.check()
        found = edited(found, edits(found.text))
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
    closed = edited(Readable(text, starts, ends), spaces)
    if closed.text == text:
        return replace(given, text=text)
    return replace(closed, unseen=given.unseen)


def _is_odd(text: str) -> bool:
    """Whether a text may read otherwise than it is written."""
    if any(sign in text for sign in _ODD_SIGNS) and (
        REFERENCE.search(text) or ASIDE.search(text) or next(fenced_prose(text), None)
    ):
        return True
    if "<sup" in text and RAISING.search(text):
        return True
    if "%" in text and next(addressed(text), None):
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
    return ODD_CHARACTER.search("".join(characters)) is not None


def _has_many_of_one(text: str, characters: Iterable[str]) -> bool:
    """Whether a sign or figure is there more than `LONGEST_SIGNS` times."""
    signs = [each for each in characters if not each.isalpha() and each not in " \n"]
    if len(signs) <= FEW_SIGNS:
        return any(text.count(each) > LONGEST_SIGNS for each in signs)
    count = Counter(text)
    return any(count[each] > LONGEST_SIGNS for each in signs)


def _covered(text: str) -> list[Edit]:
    """What is struck out, in an element that is not shown, or in a comment.

    What is not ended goes on to the end of the text, as in a browser. Letters are struck out by
    strokes through them, unless nearly all words have some.
    """
    found = list(_taken_out(text))
    struck = [(*match.span(), "") for match in _struck.finditer(text)]
    words = CODED_WORD.findall(text) if struck else []
    if len(list(filter(_stroke.search, words))) < MOST_MARKED * len(words):
        found += struck
    end = 0
    kept: list[Edit] = []
    for each in sorted(found, key=lambda one: (one[0], -one[1])):
        if each[1] > end:
            kept.append((max(each[0], end), each[1], ""))
            end = each[1]
    return kept


def _taken_out(text: str) -> Iterator[Edit]:
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


def _spelled_out(text: str) -> Iterator[Edit]:
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
    words = len(WORD.findall(_mark.sub("", text))) if marked >= MANY_MARKED else 0
    return marked >= MANY_MARKED and marked > MOST_MARKED * words


def _links(text: str) -> Iterator[Edit]:
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


def _joints(text: str) -> Iterator[Edit]:
    """The signs that stand where spaces belong."""
    signs = text.count("-") + text.count("_")
    for chunk in _chunk.finditer(text) if signs >= JOINED_WORDS - 1 else ():
        joints = list(_joint.finditer(text, *chunk.span()))
        if len(joints) >= JOINED_WORDS - 1 and not _address.search(chunk[0]):
            pieces = _joint.sub(" ", chunk[0]).split()
            if len([each for each in pieces if WORD.search(each)]) >= JOINED_WORDS:
                yield from ((joint.start(), joint.end(), " ") for joint in joints)


def _gaps(text: str) -> Iterator[Edit]:
    return ((match.start(), match.end(), " ") for match in _gap.finditer(text))


def _pictures_in_a_row(text: str) -> Iterator[Edit]:
    for match in _pictures.finditer(text):
        yield match.start() + 1, match.start() + len(match[0].rstrip()), ""


def _same_signs(text: str) -> Iterator[Edit]:
    return ((match.start() + 1, match.end(), "") for match in _outside_rules(_flood, text))


def _runs(text: str) -> Iterator[Edit]:
    return ((match.end(), match.end(), " ") for match in _outside_rules(_run, text))


def _outside_rules(pattern: regex.Pattern[str], text: str) -> Iterator[regex.Match[str]]:
    rules = [match.span() for match in _table_rule.finditer(text)]  # no parser ever reads them
    for match in pattern.finditer(text):
        place = bisect_right(rules, (match.start(), len(text)))
        if not place or match.end() > rules[place - 1][1]:
            yield match


#: In this order: what hides characters first, what shapes lines last.
_EDITS = (
    references, hidden, newer_digits, raised, dressed_figures, keys, letters, composed,
    addressed, asides, fenced_prose, _spelled_out, _links, _joints, wide_spaces, _gaps,
    _same_signs, _pictures_in_a_row, _runs,
)  # fmt: skip
