"""Figures as people read them, in the terminal and on pages; a dash for one that is undefined."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truthscore.evaluate.reliability import Figure

#: What stands for a figure that is undefined.
NONE = "–"
#: A smaller p says no more.
SMALLEST_P = 0.001


def two(value: float | None) -> str:
    """A figure with two decimals."""
    return NONE if value is None else f"{value:.2f}"


def signed(value: float | None) -> str:
    """A difference with its sign and two decimals."""
    return NONE if value is None else f"{value:+.2f}"


def percent(share: float | None) -> str:
    """A share (0 to 1) as whole per cent."""
    return NONE if share is None else f"{share:.0%}"


def stars(value: float | None) -> str:
    """Stars with two decimals, "no stars" where there are none."""
    return "no stars" if value is None else f"{value:.2f}"


def p_value(value: float | None) -> str:
    """A p-value with three decimals, "< 0.001" for a smaller one."""
    if value is None:
        return NONE
    return f"< {SMALLEST_P}" if value < SMALLEST_P else f"{value:.3f}"


def with_interval(found: Figure) -> str:
    """A figure with two decimals and its interval at 95 % in brackets, where it has one."""
    if found.low is None or found.high is None:
        return two(found.value)
    return f"{two(found.value)} [{found.low:.2f}, {found.high:.2f}]"
