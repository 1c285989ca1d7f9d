"""A piece of a page, small enough to be found and given to a model (A §2.1)."""

from __future__ import annotations

from dataclasses import dataclass

from truthscore.types import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a page.

    `origin`: the id of its page; `local`: its number on the page, from 0. `headings`: the headings
    above it, the outermost first, without the title. `span`: its characters in the text of the
    page, of which `text` is the slice. `roles` and `lang` as `ContextDocument` has them: roles None
    is everybody, empty nobody.
    """

    origin: str
    local: int
    title: str
    headings: tuple[str, ...]
    text: str
    span: Span
    roles: tuple[str, ...] | None = None
    lang: str | None = None

    @property
    def id(self) -> str:
        """Its page and its number there: `page#3`."""
        return f"{self.origin}#{self.local}"
