"""Steps in the order of the page: which step a sentence is, and which come too late."""

from __future__ import annotations

from collections.abc import Sequence

from truthscore.features.base import Inputs
from truthscore.features.guide_fidelity.steps import Step
from truthscore.types import ANSWER, Evidence


def followed_in_order(
    told: Sequence[Step],
    counterparts: Sequence[tuple[int, ...]],
    source: str,
    guide: Sequence[Step],
) -> tuple[list[tuple[int, Step]], list[Evidence]]:
    """The told sentences that are steps of `guide`, with their places in it, and which come too
    late: each beside the step that was told before it, and stands behind it on the page."""
    last = -1
    followed = []
    found = []
    for step, meant in zip(told, counterparts, strict=True):
        if not meant:
            continue
        # Of counterparts about as alike, one in order is meant: "Klik op OK" recurs.
        at = next((at for at in sorted(meant) if at >= last), meant[0])
        if at < last:
            found.append(
                Evidence(
                    span=step.span(ANSWER), role="contradicts", label="step out of order",
                    match=guide[last].span(source), rule="step.order",
                )
            )  # fmt: skip
        followed.append((at, step))
        last = at  # the next step is held against this one: one jump is one finding
    return followed, found


def counterparts(
    inputs: Inputs,
    table: Sequence[Sequence[float]],
    likest: Sequence[float],
    orders: Sequence[bool],
) -> list[tuple[int, ...]]:
    """For each told sentence the steps of a guide that it may be, the likest first.

    `table`: how like each sentence is to each step.

    A sentence that is less than `same_order` like its step is still that step when it tells to do
    something (`orders`) and is like no other. A step that another sentence tells better is not
    meant, nor one that is clearly less like the sentence than a step of another guide (`likest`:
    the most that any step is like it).
    """
    settings = inputs.profile.features.guide_fidelity
    least = min(settings.same_step, settings.same_order)  # most sentences are like no step
    most = [max(column) for column in zip(*table, strict=True)]
    found: list[tuple[int, ...]] = []
    for likeness, most_of_all, tells in zip(table, likest, orders, strict=True):
        if max(likeness) < least:
            found.append(())
            continue
        own = [each if each >= most[at] else 0.0 for at, each in enumerate(likeness)]
        best = max(own)
        # Those that may count, the likest first: a few of many.
        order = [at for at, each in enumerate(own) if each >= best * settings.may_be]
        order.sort(key=lambda at: -own[at])
        clear = best >= settings.same_step and all(
            own[at] < best * settings.clear for at in order[1:]
        )
        if (
            best < settings.same_order and not (clear and tells)
        ) or best < most_of_all * settings.clear:
            found.append(())
            continue
        found.append(tuple(order))
    return found
