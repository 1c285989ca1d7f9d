"""The notations and words by which names of menus, buttons and fields are found in a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import regex

Kind = Literal["button", "tab", "field", "setting", "menu", "page", "option", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: How far before a name its click or press stands: the longest cue, fillers and marks.
BESIDE_WINDOW = 80
_MARKS = tuple("*_`\"“”„«‘’'[")
#: Stems kept per language: more words than a help centre has.
KEPT_STEMS = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A compiled notation. `timeout` is set for foreign (profile) patterns only.

    `needs`: a text in which it does not occur is not searched; where `by_line`, no line is.
    """

    name: str
    compiled: regex.Pattern[str]
    marked: bool
    cued: bool
    open_end: bool = False
    weak: bool = False
    needs: regex.Pattern[str] | None = None
    by_line: bool = False
    timeout: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """What makes two words the same word in this language.

    `nouns` are those of `generic` in a fixed order, `shortened` the keys of `abbreviations`.
    """

    generic: frozenset[str]
    nouns: tuple[str, ...]
    ignorable: frozenset[str]
    linkers: frozenset[str]
    symbols: Mapping[str, str]
    abbreviations: Mapping[str, str]
    shortened: tuple[str, ...]
    min_stem: int
    inflection: tuple[tuple[regex.Pattern[str], str], ...]
    spelling: tuple[tuple[regex.Pattern[str], str], ...]

    stems: dict[str, str] = field(default_factory=dict, compare=False)

    def stem(self, word: str) -> str:
        """`word` (lower case) without its ending; short words and numbers stay as they are."""
        known = self.stems.get(word)
        if known is None:
            known = self._stem(word)
            if len(self.stems) < KEPT_STEMS:
                self.stems[word] = known
        return known

    def _stem(self, word: str) -> str:
        if len(word) < self.min_stem or not word[-1].isalpha():
            return word
        for ending, replacement in self.inflection:
            shorter, hits = ending.subn(replacement, word)
            if hits:
                word = shorter if len(shorter) >= self.min_stem - 1 else word
                break
        for ending, replacement in self.spelling:
            word = ending.sub(replacement, word)
        return word


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """Where a name begins; a text in which `needs` does not occur has no such place."""

    compiled: regex.Pattern[str]
    needs: regex.Pattern[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What stands directly before or behind a name and says what it is.

    `click`, `noun`: it is there to click on; behind `told`, the reader is told to. `key`: a name
    alone that may be one of the keyboard, which it is behind `press` and before `key_noun` ("press
    Enter", "the Tab key"). `choice`, `kind`: a word that it may be the name of something to choose
    ("select copy", "the copy icon").
    """

    click: regex.Pattern[str]
    told: regex.Pattern[str]
    noun: regex.Pattern[str]
    key: regex.Pattern[str]
    press: regex.Pattern[str]
    key_noun: regex.Pattern[str]
    choice: regex.Pattern[str]
    kind: regex.Pattern[str]

    def clicked(self, text: str, start: int, end: int) -> bool:
        """Whether `text[start:end]` is there to click on."""
        before = text[max(0, start - BESIDE_WINDOW) : start]
        return bool(self.noun.match(text, end) or self.click.search(before))

    def names(self, text: str, start: int, end: int) -> bool:
        """Whether `text[start:end]`, in small letters, may be a name all the same."""
        before = text[max(0, start - BESIDE_WINDOW) : start]
        return bool(
            before.endswith(_MARKS)
            or self.choice.search(before)
            or self.click.search(before)
            or self.kind.match(text, end)
        )

    def is_told(self, text: str, start: int) -> bool:
        """Whether the reader is to do something with what begins at `start`."""
        return self.told.search(text[max(0, start - BESIDE_WINDOW) : start]) is not None

    def is_pressed(self, text: str, start: int, end: int) -> bool:
        """Whether `text[start:end]` is a key that is pressed, and no button of that name."""
        if self.noun.match(text, end):  # "press the Insert button"
            return False
        before = text[max(0, start - BESIDE_WINDOW) : start]
        return bool(self.key_noun.match(text, end) or self.press.search(before))


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentRules:
    """Everything `extract` needs, compiled once per language and profile."""

    patterns: tuple[Pattern, ...]
    separator: regex.Pattern[str]
    link_heading: regex.Pattern[str]
    link_line: regex.Pattern[str]
    stop_pattern: regex.Pattern[str]
    stop_labels: frozenset[str]
    stop_titles: frozenset[str]
    sentence_words: frozenset[str]
    universal: frozenset[str]
    products: frozenset[str]
    step_verbs: frozenset[str]
    interrogatives: frozenset[str]
    kinds: Mapping[str, Kind]
    matching: Matching
    small_words: frozenset[str]
    hanging: regex.Pattern[str]
    cues: tuple[regex.Pattern[str], ...]
    certain_cues: tuple[Cue, ...]
    beside: Beside
