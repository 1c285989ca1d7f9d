"""What every feature is given and what it is: one record per feature, no base class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.alignment import Alignment
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import Measurement


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
    each sentence of the answer stands on; it is made when a feature in use needs it.
    """

    question: ParsedText
    answer: ParsedText
    documents: tuple[IndexedDocument, ...]
    language: LanguagePack
    profile: Profile
    alignment: Alignment | None = None

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
    """

    name: str
    title: str
    section: str
    measure: Callable[[Inputs], Measurement]
    index: Callable[[ParsedDocument, LanguagePack, Profile], Any] | None = None
    needs_alignment: bool = False
