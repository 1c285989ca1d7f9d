"""A gate for CI: floors under the figures, pinned with the hash of the data they were made on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from truthscore.errors import InputError, did_you_mean
from truthscore.evaluate.evaluation import Evaluation

#: A floor is set this far below the figure measured, so that a rounding does not fail a build.
SLACK = 0.005
DECIMALS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A figure below its floor, or one that is undefined now."""

    name: str
    floor: float
    value: float | None


def figures(evaluation: Evaluation) -> dict[str, float]:
    """The figures a gate can hold, by name; undefined ones are left out."""
    types = evaluation.types
    found = {
        "spearman": evaluation.score.spearman,
        "kendall": evaluation.score.kendall,
        "auc": evaluation.score.auc,
        "base_spearman": evaluation.base_score.spearman,
        "type_accuracy": types.accuracy if types else None,
        "type_f1": types.scored.f1 if types else None,
        "share_scored": evaluation.scored / evaluation.rated,
    }
    return {name: round(value, 6) for name, value in found.items() if value is not None}


def data_hash(path: str) -> str:
    """sha256 of the rated file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def check(gate: Path, data: str, evaluation: Evaluation) -> tuple[Failure, ...]:
    """The floors that do not hold.

    Raises InputError when the gate file is missing or broken, names an unknown figure, or was
    made on other data.
    """
    pinned_hash, floors = _read(gate)
    if pinned_hash != data_hash(data):
        raise InputError(
            f"{gate}: its floors were set on other data (sha256 "
            f"{pinned_hash[:12]}…, {data} has {data_hash(data)[:12]}…); "
            "set them anew with --update-gate"
        )
    now = figures(evaluation)
    return tuple(
        Failure(name=name, floor=floor, value=now.get(name))
        for name, floor in floors.items()
        if now.get(name, float("-inf")) < floor
    )


def update(gate: Path, data: str, evaluation: Evaluation, *, allow_lower: bool) -> None:
    """Write floors just below today's figures.

    Raises InputError when that lowers a floor and `allow_lower` is not set.
    """
    now = {name: round(value - SLACK, DECIMALS) for name, value in figures(evaluation).items()}
    if gate.exists():
        _, old = _read(gate)
        lower = [name for name, floor in old.items() if now.get(name, float("-inf")) < floor]
        if lower and not allow_lower:
            changes = ", ".join(f"{name} {old[name]} → {now.get(name)}" for name in lower)
            raise InputError(
                f"{gate}: this would lower {changes}; say --allow-regression if that is meant"
            )
    content = {"data": Path(data).name, "data_sha256": data_hash(data), "floors": now}
    gate.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def _read(gate: Path) -> tuple[str, Mapping[str, float]]:
    try:
        pinned = json.loads(gate.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"{gate}: cannot be read: {error.strerror}; make one with --update-gate"
        ) from error
    except json.JSONDecodeError as error:
        raise InputError(f"{gate}:{error.lineno}: not JSON: {error.msg}") from error
    floors = pinned.get("floors") if isinstance(pinned, dict) else None
    if not isinstance(floors, dict) or not isinstance(pinned.get("data_sha256"), str):
        raise InputError(f"{gate}: expected an object with 'data_sha256' and 'floors'")
    for name, floor in floors.items():
        if name not in FIGURES:
            raise InputError(
                f"{gate}: {name!r} is no figure a gate can hold{did_you_mean(name, FIGURES)} "
                f"(figures: {', '.join(FIGURES)})"
            )
        if isinstance(floor, bool) or not isinstance(floor, int | float):
            raise InputError(f"{gate}: floor of {name!r} is {floor!r}; expected a number")
    return pinned["data_sha256"], floors


#: Names a gate file may use.
FIGURES = (
    "spearman", "kendall", "auc", "base_spearman", "type_accuracy", "type_f1", "share_scored",
)  # fmt: skip
