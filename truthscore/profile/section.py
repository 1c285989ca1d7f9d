"""What every table of a profile is, and the kinds of numbers in it."""

from __future__ import annotations

from collections.abc import Sequence

import regex
from pydantic import BaseModel, ConfigDict, Field

#: A number from 0 to 1, and one of stars.
Share = Field(ge=0.0, le=1.0)
Stars = Field(ge=1.0, le=5.0)


class Section(BaseModel):
    """A table of a profile: it has no keys but its own, and nothing in it changes."""

    # neither infinity nor NaN is a number that anything can be compared with or wait for
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


def with_groups(patterns: tuple[str, ...], groups: Sequence[str]) -> tuple[str, ...]:
    """`patterns`, each of which has one of the groups. Raises ValueError for another."""
    for pattern in patterns:
        try:
            compiled = regex.compile(pattern)
        except regex.error as error:
            raise ValueError(f"pattern {pattern!r} does not compile: {error}") from error
        if not any(group in compiled.groupindex for group in groups):
            raise ValueError(f"pattern {pattern!r} has no group named {' or '.join(groups)}")
    return patterns
