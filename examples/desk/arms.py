"""The settings that an experiment compares, and which of them an agent has today (A §4)."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

#: Chunks that are given to the model, of those that were found (A §2.3).
GIVEN = 3


@dataclass(frozen=True)
class Arm:
    """How the desk answers. `profile`: the guardrail's; "" is the desk's own."""

    name: str = "control"
    top: int = GIVEN
    profile: str = ""


@dataclass(frozen=True)
class Arms:
    """An experiment; with one arm there is none."""

    name: str = ""
    arms: tuple[Arm, ...] = (Arm(),)

    def of(self, agent: str | None, day: str) -> Arm:
        """The arm of an agent on a day: the same all day, wherever it is asked. Nobody that is
        known has the first one."""
        if agent is None:
            return self.arms[0]
        drawn = hashlib.sha256(f"{self.name}\n{agent}\n{day}".encode()).digest()
        return self.arms[int.from_bytes(drawn) % len(self.arms)]


def read(path: str | Path | None) -> Arms:
    """The experiment of a file such as `arms.toml`; None: none. Raises ValueError where it does not
    name two arms with settings that exist."""
    if path is None:
        return Arms()
    try:
        written = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        arms = tuple(Arm(name=name, **each) for name, each in written["arms"].items())
        right = len(arms) == 2 and all(type(each.top) is int and each.top > 0 for each in arms)
        if not right:
            raise ValueError(f"it has {len(arms)} arms, or one with another `top` than 1, 2, 3 ...")
        return Arms(str(written["name"]), arms)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(
            f"DESK_ARMS {path}: {error}; expected a name and two tables [arms.NAME] with top, "
            "profile or both, as in examples/desk/arms.toml"
        ) from error
