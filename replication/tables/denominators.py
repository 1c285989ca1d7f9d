"""How many answers the shares of the paper can be of: what a column allows."""

from __future__ import annotations

from collections.abc import Sequence

#: Shares are printed as whole per cents: so far a count may lie from what is printed.
HALF = 0.005
#: Room for the arithmetic of floats.
HAIR = 1e-9


def counts(share: float, n: int) -> list[int]:
    """The numbers of answers, of `n`, that are printed as `share`.

    >>> counts(0.64, 11), counts(0.64, 12)
    ([7], [])
    """
    return [count for count in range(n + 1) if abs(count / n - share) <= HALF + HAIR]


def possible(shares: Sequence[float], most: int) -> list[int]:
    """The numbers of answers, up to `most`, of which all shares of a column can be.

    >>> possible([0.55, 0.55, 0.64, 0.36, 0.18], 32)
    [11, 22]
    """
    return [n for n in range(1, most + 1) if all(counts(share, n) for share in shares)]


def told(found: Sequence[int]) -> str:
    """In a line: each, or from where on.

    >>> told([3, 6, 9]), told([42, 43, 44, 46]), told([])
    ('3, 6, 9', '42, 43, 44, 46', 'none')
    """
    if not found:
        return "none"
    if len(found) <= 6:
        return ", ".join(map(str, found))
    return f"{', '.join(map(str, found[:3]))} ... {found[-1]}"
