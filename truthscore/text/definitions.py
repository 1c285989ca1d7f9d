"""What a page says that a name is for: table rows and list items that open with the name.

Help pages explain their fields and options in tables ("| **Blocked** | No orders can ... |") and
lists ("* **Blocked** - no orders can ..."). A name that stands so is told apart from the names
beside it, so a chatbot that mixes two of them up can be caught.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex

from truthscore.text.labels import MARKS
from truthscore.text.model import ParsedText, is_word
from truthscore.text.rows import BOLD, by_line, rows, tokens_of

#: A first cell or an opening in bold with more words than this is a sentence.
MAX_WORDS = 9
#: An explanation has at least so many tokens; "Yes" in the second column explains nothing.
MIN_BODY = 3
#: The name in bold at the beginning of a list item, and what may stand between it and the rest.
_OPENING = regex.compile(BOLD)
_DASH = regex.compile(r"\s*[-–—:]")


#: The words of a name.
Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A name, its words in lower case, and the lemmas and forms of what is said of it.

    `start` to `end`: the characters of the explanation.
    """

    name: Name
    words: frozenset[str]
    start: int
    end: int


def definitions(parsed: ParsedText) -> tuple[Definition, ...]:
    """The definitions of a page, in text order."""
    found = []
    for name, body in _entries(parsed):
        words = words_of(parsed, name)
        if not 0 < len(words) <= MAX_WORDS or all(word.isdigit() for word in words):
            continue
        if len(body) >= MIN_BODY:
            said = frozenset(parsed.words_at(body))
            found.append(Definition(words, said, parsed.starts[body[0]], parsed.ends[body[-1]]))
    return tuple(found)


def words_of(parsed: ParsedText, tokens: Sequence[int]) -> tuple[str, ...]:
    """The tokens that are words, in lower case; "Exch." and "Exch" are one word."""
    words = (parsed.lowers[token] for token in tokens)
    return tuple(word.rstrip(".") for word in words if is_word(word))


def by_first_word(found: Iterable[Definition]) -> Mapping[str, Collection[Name]]:
    """The names that are explained, each once, by their first word."""
    starting: defaultdict[str, dict[Name, None]] = defaultdict(dict)
    for each in found:
        starting[each.name[0]][each.name] = None
    return starting


def names_in(
    answer: ParsedText, starting: Mapping[str, Collection[Name]]
) -> Iterator[tuple[Name, list[int]]]:
    """The longest names in a text and their tokens, of those by first word in `starting`; one that
    is neither marked nor capitalised is a common word."""
    words = [t for t, word in enumerate(answer.lowers) if is_word(word)]
    at = 0
    while at < len(words):
        token = words[at]
        candidates = starting.get(answer.lowers[token].rstrip("."))
        if candidates is None:  # most words begin no name
            at += 1
            continue
        here = [
            name
            for name in candidates
            if words_of(answer, words[at : at + len(name)]) == name and _is_marked(answer, token)
        ]
        name = max(here, key=len, default=())
        if name:
            yield name, words[at : at + len(name)]
        at += len(name) or 1


def _is_marked(answer: ParsedText, token: int) -> bool:
    start = answer.starts[token]
    return answer.text[start].isupper() or answer.text[start - 1 : start] in MARKS


def _entries(parsed: ParsedText) -> Iterator[tuple[range, Sequence[int]]]:
    """The tokens of each name, and those of its explanation.

    Not read from `rows.rows`: a table of one row is none there, but it explains a name, and what
    stands before a colon is a label there, but here only what is in bold is a name.
    """
    heads = {place for place, row in rows(parsed).items() if row.is_head}
    for line in by_line(parsed, range(len(parsed.blocks))):
        block = parsed.blocks[line[0]]
        if line[0] in heads:
            continue  # "Permission | See details" explains no permission
        if block.kind == "cell":
            cells = [tokens_of(parsed, place) for place in line]
            yield cells[0], [token for cell in cells[1:] for token in cell]
        elif block.kind in {"bullet", "paragraph"}:
            opening = _OPENING.match(parsed.text, block.start, block.end)
            dash = opening and _DASH.match(parsed.text, opening.end(), block.end)
            # A paragraph may open with any bold word; a list item that does is about it.
            if opening and (dash or block.kind == "bullet"):
                rest = dash.end() if dash else opening.end()
                yield (
                    parsed.tokens_within(block.start, opening.end()),
                    parsed.tokens_within(rest, block.end),
                )
