"""A wrong turn: a menu path of the answer that leaves one of the page's at a name of its own.

"Go to Warehouse > Locations", where the page says "Warehouse > Count lists" and "location" is only
a word: both parts exist, and the customer stands before a menu without that item.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from truthscore.features.base import Inputs
from truthscore.text.alignment import sentence_of
from truthscore.text.component_lists import rules_for
from truthscore.text.labels import MARKS
from truthscore.text.model import ParsedText
from truthscore.text.paths import Path, paths_of
from truthscore.types import ANSWER, Evidence, Span

#: The index of the menu paths that a page writes out (see `features/swapped_labels`).
PATHS = "swapped_labels"


def wrong_turns(inputs: Inputs) -> Iterator[Evidence]:
    """The paths of the answer with two parts in a row of which the page writes out another way.

    A part that a page has as a name outside of its paths, or
    in one sentence with the part before, may well stand there: pages rarely write all paths out.
    That the question has it says nothing: "Where do I find notifications?" is no path.
    """
    pages: list[Sequence[Path]] = [each.indexes[PATHS] for each in inputs.documents]
    if not any(pages):
        return
    rules = rules_for(inputs.language, inputs.profile)
    for path in paths_of(inputs.answer.text, inputs.components, rules):
        for at in range(len(path.names) - 1):
            instead = _instead(path, at, pages)
            if instead is None:
                continue
            number, rival, place = instead
            turned = rival.names[place] == path.names[at + 1]  # "History > Yields", read backwards
            if not turned and any(
                _may_lead(each.document.parsed, path, at, written)
                for each, written in zip(inputs.documents, pages, strict=True)
            ):
                continue
            yield Evidence(
                span=Span(source=ANSWER, start=path.starts[at], end=_end(path, at + 1)),
                role="contradicts",
                label=f"{_said(path, at)} / {_said(rival, place)}",
                match=Span(
                    source=inputs.documents[number].document.source,
                    start=rival.starts[place],
                    end=_end(rival, place + 1),
                ),
                rule="path.turn",
            )
            break


def _instead(path: Path, at: int, pages: Sequence[Sequence[Path]]) -> tuple[int, Path, int] | None:
    """The document, path and place where a page goes another way from part `at`, or has it behind
    the next one; None where one goes the same way, or none has the part before its last one."""
    here, then = path.names[at], path.names[at + 1]
    instead = turned = None
    for number, written in enumerate(pages):
        for other in written:
            if here in other.names and then in other.names[: other.names.index(here)]:
                turned = turned or (number, other, other.names.index(then))
            for place, name in enumerate(other.names[:-1]):
                if name != here:
                    continue
                if then in other.names[place + 1 :]:
                    return None
                instead = instead or (number, other, place)
    return instead or turned


def _may_lead(page: ParsedText, path: Path, at: int, written: Sequence[Path]) -> bool:
    """Whether a page has the part behind `at` as a name, or in a sentence with the part before."""
    label = path.labels[at + 1]
    start = page.text.find(label)
    while start >= 0:
        inside = any(each.starts[0] <= start < each.end for each in written)
        if not (inside or _is_whole_line(page, start, label)) and _is_name(page, start):
            return True
        start = page.text.find(label, start + 1)
    words, before = (tuple(part.casefold().split()) for part in (label, path.labels[at]))
    return any(
        set(words) <= (said := set(page.lowers[slice(*tokens)])) and set(before) <= said
        for tokens in page.sentences
    )


def _is_whole_line(page: ParsedText, start: int, label: str) -> bool:
    """Whether nothing else stands on the line: the title of a section is no item of a menu."""
    line = page.text[page.text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    return line.strip("#* \t_:|") == label


def _is_name(page: ParsedText, start: int) -> bool:
    """Whether what stands there is marked, or has its capital not from the sentence it begins."""
    if page.text[start - 1 : start] in MARKS and start:
        return True
    token = max(0, bisect_right(page.starts, start) - 1)
    first = page.sentences[sentence_of(page, token)][0]
    return page.text[start].isupper() and any(
        page.lowers[t][:1].isalnum() for t in range(first, token)
    )


def _end(path: Path, at: int) -> int:
    return path.starts[at] + len(path.labels[at])


def _said(path: Path, at: int) -> str:
    return " > ".join(path.labels[at : at + 2])
