"""What every feature is given and what it is: one record per feature, no base class."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.alignment import Alignment
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import Measurement

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedDocument:
    """A parsed document with what each feature derived from it, once, by feature name."""

    document: ParsedDocument
    indexes: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """One example, parsed, as a feature sees it.

    `documents` holds the distinct pages of the context in an order that does not depend on the
    order they were retrieved in; system prompts are not among them. `alignment` says which passage
    each sentence of the answer stands on; it is made when a feature in use needs it. `found` is
    what `once` keeps.
    """

    question: ParsedText
    answer: ParsedText
    documents: tuple[IndexedDocument, ...]
    language: LanguagePack
    profile: Profile
    alignment: Alignment | None = None
    found: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """`make()`, which is called once per row for each `key`.

        An answer is measured up to three times: before it is parsed, whole, and without what it
        copies. The pages and the question stay the same; a key holds whatever else it depends on.
        """
        if key not in self.found:
            self.found[key] = make()
        made: T = self.found[key]
        return made

    @property
    def aligned(self) -> Alignment:
        """The alignment; raises ValueError when the scorer did not make one."""
        if self.alignment is None:
            raise ValueError("this feature needs an alignment: set `Feature.needs_alignment`")
        return self.alignment


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One measurable reason to believe an answer.

    `index` derives from one document whatever `measure` needs of it (None: nothing); it is
    computed once in a document's life. `section` is the section of the paper it comes from.
    `needs_trees`: it looks at all trees of every answer; else they are made where one does.
    """

    name: str
    title: str
    section: str
    measure: Callable[[Inputs], Measurement]
    index: Callable[[ParsedDocument, LanguagePack, Profile], Any] | None = None
    needs_alignment: bool = False
    needs_trees: bool = False
