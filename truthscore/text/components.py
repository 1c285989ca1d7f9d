"""Names of menus, buttons, tabs, fields and settings in a text (paper §5.2, "components defined").

Every fact about a language (cue words, notations, emphasis that is no name) is data:
`wordlists/<code>/components.toml`, plus what a company's profile adds and drops. This file only
knows how finds become components:

1. every pattern is tried on the whole text, except in link lists, code fences and addresses;
2. a find is trimmed (marks, punctuation, a shortcut in brackets) and a menu path is split, so
   that each part is a component that knows its whole `path`;
3. sentences, numbers, keys and stop labels are dropped;
4. of finds with the same span the pattern that stands first in the file wins; where finds
   overlap, one that is not weak wins, then certain notation, then the one that starts first,
   then the longer one.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import regex

from truthscore import deadline
from truthscore.errors import ProfileError
from truthscore.patterns import in_time
from truthscore.text.component_rules import ComponentRules, Kind, Pattern

#: A name longer than this is a sentence; the longest names in the help centres counted have 14.
MAX_WORDS = 15
#: From this many words on, a personal or modal word makes a label a sentence ("U kunt dit niet").
SENTENCE_WORDS = 4
#: How far around a label its kind is looked for: the longest cue noun, marks and a colon.
KIND_WINDOW = 40

#: An arrow, its marks and spaces fit in this many characters ("** > **").
ARROW_WINDOW = 8

_EDGE = " \t\u00a0*_`\"“”„«»‘’'<>|"
_TAIL = _EDGE + ":;,…"
_BRACKETS_END = regex.compile(r"[ ]?\([^()\n]{1,40}\)$")
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*")
#: "Opmaak - Cellen" and "HR/Verlof" may be one name or a path.
_INNER_PATH = regex.compile(r"[ ][-–—][ ]|/(?=\p{Lu})")
#: Between the separately marked parts of one path ("**A** > **B**") stands this and nothing else.
_CHAIN = regex.compile(r"[*_`\"“”„«»‘’'\s]*(?:[>›▸→➔▶]|=>|->)[*_`\"“”„«»‘’'\s]*")
_FENCE = regex.compile(r"(?ms)^[ \t]*```.*?(?:^[ \t]*```|\Z)")
_ADDRESS = regex.compile(r"(?:https?://|www\.)[^\s)\]>]{1,2000}+")
_LIST_ITEM = regex.compile(r"[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t]")
_SENTENCE_END = regex.compile(r"[.!?:;][ \t*_\"”]*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """One name in a text: `text[start:end] == label`.

    `path` holds the parts of the menu path the name stands in, in order; (label,) when it stands
    alone. A name with a hyphen between words has its pieces there, for it may be a path.
    `cue` is the pattern that found it, `marked` says that the notation is certain, `open_end`
    that the right edge is a guess, `weak` that titles and emphasis look the same, `cued` that a
    word or sign beside it says that it is a component, `clicked` that this is a click or the noun
    of something to click ("klik op X", "the X button").
    """

    label: str
    start: int
    end: int
    path: tuple[str, ...]
    cue: str
    marked: bool
    open_end: bool = False
    weak: bool = False
    cued: bool = field(default=False, compare=False)
    clicked: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class _Find:
    """A trimmed find on its way to becoming a component."""

    start: int
    end: int
    order: int
    pattern: Pattern
    path: tuple[str, ...]
    weak: bool
    clicked: bool


def extract(text: str, rules: ComponentRules) -> tuple[Component, ...]:
    """The components named in `text`, in text order, without overlaps.

    Raises ProfileError when a profile's pattern runs out of time.
    """
    closed = _closed_zones(text, rules)
    by_span: dict[tuple[int, int], _Find] = {}
    for find in _finds(text, rules, closed):  # in file order: the first pattern keeps its span
        by_span.setdefault((find.start, find.end), find)
    finds = sorted(
        by_span.values(),
        key=lambda find: (find.weak, not find.pattern.marked, find.start, -find.end, find.order),
    )
    taken: list[_Find] = []
    used = bytearray(len(text))
    for find in finds:
        if not any(used[find.start : find.end]):
            used[find.start : find.end] = b"\1" * (find.end - find.start)
            taken.append(find)
    taken.sort(key=lambda find: find.start)
    found = tuple(
        Component(
            label=text[find.start : find.end],
            start=find.start,
            end=find.end,
            path=find.path,
            cue=find.pattern.name,
            marked=find.pattern.marked,
            open_end=find.pattern.open_end,
            weak=find.weak,
            cued=find.pattern.cued,
            clicked=find.clicked,
        )
        for find in taken
    )
    return _chained(text, found)


def _finds(
    text: str, rules: ComponentRules, closed: tuple[tuple[int, int], ...]
) -> Iterator[_Find]:
    searched: _Searched = {}
    for order, pattern in enumerate(rules.patterns):
        for start, end in _label_spans(text, pattern, searched):
            deadline.check()
            if any(start < stop and begin < end for begin, stop in closed):
                continue
            yield from _refine(text, start, end, order, pattern, rules)


#: Stretches of a text in which a pattern can match, by what it needs: several need the same.
_Searched = dict[tuple[object, bool], list[tuple[int, int]]]


def _label_spans(text: str, pattern: Pattern, searched: _Searched) -> Iterator[tuple[int, int]]:
    key = pattern.needs, pattern.by_line
    if key not in searched:
        searched[key] = _stretches(text, pattern)
    try:
        for start, end in searched[key]:
            find = functools.partial(
                pattern.compiled.finditer, text, start, end, timeout=pattern.timeout
            )
            for match in in_time(lambda find=find: list(find())):  # type: ignore[misc]
                yield from match.spans("label")
    except TimeoutError as error:
        raise ProfileError(
            f"component pattern {pattern.name!r} did not finish in {pattern.timeout} s; make it "
            "simpler (no nested repeats, a bound on every *), or raise limits.pattern_seconds"
        ) from error


def _stretches(text: str, pattern: Pattern) -> list[tuple[int, int]]:
    """Where a pattern can match: everywhere, nowhere, or on some of the lines."""
    if pattern.needs is None:
        return [(0, len(text))]
    sign = pattern.needs.search(text)
    if not pattern.by_line:
        return [(0, len(text))] if sign else []
    lines: list[tuple[int, int]] = []
    while sign is not None:
        start = text.rfind("\n", 0, sign.start()) + 1
        end = text.find("\n", sign.end()) + 1 or len(text)
        lines.append((start, end))
        sign = pattern.needs.search(text, end)
    return lines


def _refine(
    text: str, start: int, end: int, order: int, pattern: Pattern, rules: ComponentRules
) -> Iterator[_Find]:
    """Trim a find, split it when it is a path, and drop what is no name."""
    start, end = _trim(text, start, end, rules)
    pieces = list(_split(text, start, end, rules.separator))
    parts = [_trim(text, *piece, rules) for piece in pieces] if len(pieces) > 1 else [(start, end)]
    if not (pattern.marked and len(pieces) == 1):
        parts = [_without_noun(text, *part, rules) for part in parts]
    names = tuple(text[begin:stop] for begin, stop in parts if begin < stop)
    in_path = len(names) > 1 or _beside_arrow(text, start, end)
    clicked = pattern.cued and rules.beside.clicked(text, start, end)
    for begin, stop in parts:
        label = text[begin:stop]
        pressed = not pattern.cued or rules.beside.is_pressed(text, begin, stop)
        if not label or not _is_name(label, pattern, rules, in_path=in_path, pressed=pressed):
            continue
        # "2 werkdagen" is an amount, "2D-weergave" a name
        small = label[0].islower() or (label[0].isdigit() and label == label.lower())
        if small and (pattern.open_end or not pattern.cued):
            continue
        path = names if len(names) > 1 else (_inner_path(label) or (label,))
        weak = pattern.weak or small or _everywhere(label, rules)
        yield _Find(begin, stop, order, pattern, path, weak, clicked)


def _everywhere(label: str, rules: ComponentRules) -> bool:
    """Labels and product names that need no documentation ("OK", "Excel")."""
    plain = plain_label(label)
    return plain in rules.universal or rules.products.issuperset(plain.split())


def _beside_arrow(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - ARROW_WINDOW) : start]
    return bool(_CHAIN.match(text, end) or _CHAIN.fullmatch(before.lstrip(" *_")))


def _inner_path(label: str) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in _INNER_PATH.split(label))
    return parts if len(parts) > 1 and all(part[:1].isupper() for part in parts) else ()


def _split(
    text: str, start: int, end: int, separator: regex.Pattern[str]
) -> Iterator[tuple[int, int]]:
    begin = start
    for match in separator.finditer(text, start, end):
        yield begin, match.start()
        begin = match.end()
    yield begin, end


def _trim(text: str, start: int, end: int, rules: ComponentRules) -> tuple[int, int]:
    """Edges without marks, punctuation, a shortcut in brackets, or a cue noun."""
    while start < end and text[start] in _EDGE:
        start += 1
    while start < end and (text[end - 1] in _TAIL or text.endswith(("..", "!."), start, end)):
        end -= 1
    if text.endswith(".", start, end) and not _abbreviated(text[start : end - 1], rules):
        end -= 1
    brackets = _BRACKETS_END.search(text, start, end)
    if brackets and brackets.start() > start and _stopped(brackets.group().strip(" ()"), rules):
        end = brackets.start()
    return start, end


def _without_noun(text: str, start: int, end: int, rules: ComponentRules) -> tuple[int, int]:
    """Edges without a cue noun, where no mark says that it belongs to the name."""
    words = list(_WORD.finditer(text, start, end))
    if len(words) > 1:  # "Tabblad Verlof", "the Leave tab": the noun is no part of the name
        first, last = words[0], words[-1]
        if (
            plain_label(first.group()) in rules.matching.generic
            and text[first.end()] == " "
            and words[1].group()[0].isupper()
        ):
            start = words[1].start()
        elif (
            last.group() in rules.matching.generic  # as written: small letters only
            and last.end() == end
            and text[last.start() - 1] == " "
            and text[start].isupper()
        ):
            end = words[-2].end()
    stem, hyphen, noun = text[start:end].rpartition("-")
    if hyphen and stem[:1].isupper() and noun in rules.matching.generic:  # "Opslaan-knop"
        end = start + len(stem)
    return start, end


def _abbreviated(label: str, rules: ComponentRules) -> bool:
    """Whether a dot at the end of `label` belongs to it ("Documentnr.", "Bestaande opslagloc.")."""
    last = label.rpartition(" ")[2].casefold()
    return last.endswith(rules.matching.shortened) and len(label) > 1


def plain_label(label: str) -> str:
    """For lists of whole labels: case, punctuation and spacing do not count."""
    return " ".join(word.group() for word in _WORD.finditer(label.casefold()))


def _stopped(label: str, rules: ComponentRules) -> bool:
    return rules.stop_pattern.fullmatch(label.casefold()) is not None


def _is_name(
    label: str, pattern: Pattern, rules: ComponentRules, *, in_path: bool, pressed: bool
) -> bool:
    """`pressed`: where it has the name of a key ("Delete"), it is the key."""
    plain = plain_label(label)
    words = plain.split()
    if plain in rules.stop_labels or len(words) > MAX_WORDS:
        return False
    button = not pressed and rules.beside.key.fullmatch(label) is not None
    if not button and _stopped(label, rules):
        return False
    if pattern.cued and pattern.marked:
        return True
    if label.endswith(("?", "!")) or (plain in rules.stop_titles and not in_path):
        return False
    if pattern.cued:
        return True
    if len(words) > 1 and words[0] in rules.interrogatives and not in_path:
        return False  # a heading that asks: "**How To Cancel**"
    if len(words) >= SENTENCE_WORDS and (
        label.endswith(".") or not rules.sentence_words.isdisjoint(words)
    ):
        return False
    # "Open the settings" is a step, "Switch User" is a name: only the step has small letters.
    small = any(word[0].islower() for word in label.split()[1:])
    return not (small and words[0] in rules.step_verbs)


def kind_of(text: str, component: Component, rules: ComponentRules) -> Kind:
    """What the nearest cue noun in `text` says that a component of it is.

    The word before the label tells, else the one after it.
    """
    line_start = max(text.rfind("\n", 0, component.start) + 1, component.start - KIND_WINDOW)
    newline = text.find("\n", component.end)
    limit = min(component.end + KIND_WINDOW, newline if newline >= 0 else len(text))
    before = [word.group().casefold() for word in _WORD.finditer(text, line_start, component.start)]
    after = [word.group().casefold() for word in _WORD.finditer(text, component.end, limit)]
    for cue in (before[-2:], before[-1:], after[:2], after[:1]):
        if found := rules.kinds.get(" ".join(cue)):
            return found
    return "other"


def _chained(text: str, found: tuple[Component, ...]) -> tuple[Component, ...]:
    """Parts that are marked one by one ("**A** > **B**") get one path."""
    chains: list[list[Component]] = []
    for component in found:
        previous = chains[-1][-1] if chains else None
        if (
            previous is not None
            and (previous.path == (previous.label,) and component.path == (component.label,))
            and _CHAIN.fullmatch(text, previous.end, component.start)
        ):
            chains[-1].append(component)
        else:
            chains.append([component])
    return tuple(
        replace(each, path=tuple(part.label for part in chain)) if len(chain) > 1 else each
        for chain in chains
        for each in chain
    )


def _closed_zones(text: str, rules: ComponentRules) -> tuple[tuple[int, int], ...]:
    """Where no component is looked for: code fences, addresses and lists of links."""
    zones = [match.span() for match in _FENCE.finditer(text)] if "```" in text else []
    if "://" in text or "www." in text:
        zones += [match.span() for match in _ADDRESS.finditer(text)]
    zones += _link_lists(text, rules)
    return tuple(sorted(zones))


def _link_lists(text: str, rules: ComponentRules) -> Iterator[tuple[int, int]]:
    """From "See also" to the first heading, or the first line that is a sentence."""
    opened: int | None = None
    offset = 0
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if rules.link_heading.fullmatch(bare):
            opened = offset if opened is None else opened
        elif rules.link_line.match(bare):
            yield offset, offset + len(line)
        elif opened is not None and bare and not _is_link(line):
            yield opened, offset
            opened = None
        offset += len(line)
    if opened is not None:
        yield opened, len(text)


def _is_link(line: str) -> bool:
    if line.lstrip().startswith("#"):
        return False
    return bool(_LIST_ITEM.match(line)) or not _SENTENCE_END.search(line.rstrip())
