"""What every table of a profile is, and the kinds of numbers in it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

#: A number from 0 to 1, and one of stars.
Share = Field(ge=0.0, le=1.0)
Stars = Field(ge=1.0, le=5.0)


class Section(BaseModel):
    """A table of a profile: it has no keys but its own, and nothing in it changes."""

    # neither infinity nor NaN is a number that anything can be compared with or wait for
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
