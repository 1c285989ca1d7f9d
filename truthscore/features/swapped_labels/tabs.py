"""The wrong tab: "On the **Applications** tab turn off **Alert volume**", where the page with that
switch has it on another one, and "Applications" is a tab of something else."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.text.choices import Name, marked, tabs
from truthscore.types import ANSWER, Evidence, Span

#: Names behind that of a tab which stand on it.
REACH = 2


def wrong_tabs(inputs: Inputs) -> Iterator[Evidence]:
    """The tabs of the answer with a name behind them of which every page names other tabs only,
    where another page has that tab."""
    text = inputs.answer.text
    told = tabs(text, inputs.language)
    if not told:
        return  # most
    pages = [each.document for each in inputs.documents]
    known = [tabs(page.parsed.text, inputs.language) for page in pages]
    names = [{each.name for each in marked(page.parsed.text)} for page in pages]
    for tab, after in zip(told, (*told[1:], None), strict=True):
        if not any(tab.name == each.name for here in known for each in here):
            continue  # whether there is such a tab is looked for elsewhere
        for name in _behind(text, tab, after):
            having = [place for place, here in enumerate(names) if name.name in here]
            if not having or any(
                not known[place] or tab.name in pages[place].parsed.text.lower() for place in having
            ):
                continue
            other = known[having[0]][0]
            yield Evidence(
                span=Span(source=ANSWER, start=tab.start, end=tab.end),
                role="contradicts",
                label=f"{tab.name} > {name.name} / {other.name}",
                match=Span(source=pages[having[0]].source, start=other.start, end=other.end),
            )
            break


def _behind(text: str, tab: Name, after: Name | None) -> list[Name]:
    """The next names behind that of a tab, before that of another one."""
    end = len(text) if after is None else after.start
    return [each for each in marked(text) if tab.end < each.start < end][:REACH]
