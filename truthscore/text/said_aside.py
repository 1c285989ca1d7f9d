"""What is said aside: in an address, an attribute, the title of a link, or amid code."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from urllib.parse import unquote_plus

import regex

from truthscore.text.edits import FLAGS, WORD, Edit

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
_FENCE = r"^[ \t]*(?:```|~~~)"
_fence = regex.compile(rf"{_FENCE}[^\n]*$", FLAGS)
_line = regex.compile(r"[^\n]+")
#: An arrow between two words shows a way through menus.
_code_sign = regex.compile(
    r"[{}\[\]<=;$\\|~^]|(?<![ ])>|>(?![ ])|\w\(|//|--|::|\w[_.:]\w|^\s*[#@/.]"
)
#: What is shown on hover, in place of a picture, or not at all, but said nevertheless.
ASIDE = regex.compile(
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
    FLAGS,
)
#: An address, and in it a run of words with escaped spaces.
_web_address = regex.compile(r"(?:https?://|mailto:|www\.)[^\s<>\"']{1,4000}")
_carried = regex.compile(
    rf"[=/](?P<said>(?:[^\s&=/?\#()%+]{{0,100}}+(?:%[0-9a-fA-F]{{2}}|\+)++)"
    rf"{{{ADDRESS_WORDS - 1},}}+[^\s&=/?\#()%+]*+)"
)
_escaped = regex.compile(r"(?:%[0-9a-fA-F]{2})++|\+")


def addressed(text: str) -> Iterator[Edit]:
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


def asides(text: str) -> Iterator[Edit]:
    """What is said aside stands on a line of its own."""
    for match in ASIDE.finditer(text):
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


def fenced_prose(text: str) -> Iterator[Edit]:
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
    words = [len(WORD.findall(line[0])) for line in lines]
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
    return not signs or len(WORD.findall(line)) >= WORDS_A_SIGN * signs


def _around(aside: str) -> tuple[str, str]:
    """What replaces the markup in front of and behind what is said."""
    if aside.lstrip().startswith(("```", "~~~")):
        return "", "\n```"  # what stands on the fence is no code: it comes before it
    if aside.startswith(" "):
        return ")\n", "\n"  # a link's title: the link ends before it
    if aside.startswith(("!", "[", "\\", "^", "<")):
        return "\n", "\n"  # a picture, what a reference leads to, text in a formula, note or tag
    return ">\n", "\n<i "  # an attribute: the tag ends before it, and another goes on
