"""Which answer a rater is asked for next, and why.

Three of ten are drawn at random whatever else is known, so that figures over them hold for all
answers. The others are those that teach most: where the stars are near a border, where people or
people and machine disagree, and a page of which nothing was rated. One answer in five is for every
rater; the rest is for one.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from truthscore.rate.items import Item, Items
from truthscore.rate.store import State

RANDOM, UNCERTAIN, DISAGREED, NEW_PAGE = REASONS = ("random", "uncertain", "disagreed", "new_page")
#: Of ten answers that a rater is asked for, so many or more are drawn at random.
RANDOM_OF_TEN = 3
#: Share of the answers that every rater is asked for.
OVERLAP = 0.2
#: Stars from a border of send, review and hold within which a score is uncertain.
NEAR = 0.5
#: Stars by which two differ who disagree.
APART = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The machine's stars by item, as far as they are known, and the borders of its policy."""

    stars: Mapping[str, float]
    borders: tuple[float, ...]


def is_shared(id_: str, share: float = OVERLAP) -> bool:
    """Whether an answer is for every rater: by a hash of its id, the same in every process."""
    return _hashed("overlap", id_) < share


def disagree(stars: Iterable[float]) -> bool:
    """Whether two of some stars are `APART`."""
    given = list(stars)
    return len(given) > 1 and max(given) - min(given) >= APART


def next_item(
    items: Items, state: State, rater: str, machine: Machine, *, overlap: float = OVERLAP
) -> tuple[str, str] | None:
    """The item and the reason; None when nothing is left for `rater`.

    Nothing is decided by it: who asks twice is told the same until a row is added.
    """
    left = available(items, state, rater, machine, overlap=overlap)
    if not left:
        return None
    done = len(state.history.get(rater, ()))
    if _at_random(done + 1) > _at_random(done):
        return _by_chance(left)
    kinds = (UNCERTAIN, DISAGREED, NEW_PAGE)
    for turn in range(len(kinds)):
        reason = kinds[(done + turn) % len(kinds)]
        found = _of_kind(reason, left, items, state, machine)
        if found is not None:
            return found, reason
    return _by_chance(left)


def available(
    items: Items, state: State, rater: str, machine: Machine, *, overlap: float = OVERLAP
) -> list[Item]:
    """What `rater` may still be asked for: not what another has given stars, or has had on the
    screen since today, unless it is for everybody or somebody disagrees about it."""
    today = datetime.now(UTC).date().isoformat()
    taken = {
        each.item
        for other, asked in state.asked.items()
        if other != rater
        for each in asked
        if each.at >= today
    }
    return [
        item
        for item in items.values()
        if rater not in state.ratings.get(item.id, ())
        and (
            is_shared(item.id, overlap)
            or (not state.stars(item.id) and item.id not in taken)
            or _is_disputed(item.id, state, machine)
        )
    ]


def _is_disputed(id_: str, state: State, machine: Machine) -> bool:
    """Whether the raters of an item, or its only one and the machine, are `APART`."""
    given = list(state.stars(id_).values())
    if len(given) == 1 and id_ in machine.stars:
        given.append(machine.stars[id_])
    return disagree(given)


def _of_kind(
    reason: str, left: list[Item], items: Items, state: State, machine: Machine
) -> str | None:
    found: list[tuple[float, float, str]] = []
    if reason == UNCERTAIN:
        for item in left:
            stars = machine.stars.get(item.id)
            if stars is not None and machine.borders:
                far = min(abs(stars - border) for border in machine.borders)
                if far <= NEAR:
                    found.append((far, _hashed("order", item.id), item.id))
    elif reason == DISAGREED:
        found = [
            (0.0, _hashed("order", item.id), item.id)
            for item in left
            if _is_disputed(item.id, state, machine)
        ]
    else:
        seen = {page for id_, given in state.ratings.items() if given for page in items[id_].pages}
        found = [
            (0.0, _hashed("order", item.id), item.id)
            for item in left
            if item.pages and seen.isdisjoint(item.pages)
        ]
    return min(found)[2] if found else None


def _by_chance(left: list[Item]) -> tuple[str, str]:
    return min(left, key=lambda item: _hashed("order", item.id)).id, RANDOM


def _at_random(asked: int) -> int:
    """How many of the first `asked` are drawn at random, rounded up."""
    return -(-asked * RANDOM_OF_TEN // 10)


@functools.lru_cache(maxsize=200_000)
def _hashed(of: str, id_: str) -> float:
    """A number in [0, 1) that an id always has."""
    digest = hashlib.sha256(f"{of}\0{id_}".encode()).digest()
    return float(int.from_bytes(digest[:6], "big") / 2**48)
