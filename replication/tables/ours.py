"""Our rated answers as the paper's two sets: what each is, what it scores, who labelled its types.

The analysis set is a rated file, our example unless another one is named. The test set is the half
of `nl_support_dev` that is only counted (`replication/split.toml`): no rule was made beside it.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import runpy
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replication import material
from truthscore import Example, TruthScorer, Verdict, read_examples
from truthscore.example import example_from

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "rated.jsonl"
TRANSLATION = ROOT / "examples" / "translation"
SUPPORT = "nl_support_dev"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """One answer: the stars and the type that people gave, the type that was detected, its scores.

    `translated`: the score on its English; None without a translation or a score.
    """

    stars: float
    gold_type: str | None
    detected: str | None
    base_score: float | None
    score: float | None
    translated: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """The rows of one set. `name` says what it is."""

    name: str
    rows: Sequence[Rated]

    @property
    def scored(self) -> Sequence[Rated]:
        """The rows that have a score."""
        return [row for row in self.rows if row.score is not None]


def analysis(path: Path, profile: str, *, translate: bool = True) -> Ours:
    """The rated rows of a file. Our example is translated from its recorded memory."""
    if translate and path == EXAMPLES:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "rated.jsonl"
            _translate(path, made, Path(folder) / "memory")
            return _set(str(path.relative_to(ROOT)), rated_examples(made), profile)
    return _set(path.name, rated_examples(path), profile)


def support(data: Path, profile: str, half: str | None = material.COUNTED) -> Ours:
    """`nl_support_dev`: the half that is only counted, or all of it."""
    settings = material.sets()[SUPPORT]
    with gzip.open(data / f"{SUPPORT}.jsonl.gz", "rt", encoding="utf-8") as stream:
        raw = [json.loads(line) for line in stream]
    kept = [row for row in raw if half in (None, material.half_of(_first_page(row), settings))]
    name = f"{SUPPORT}, {half} half" if half else SUPPORT
    return _set(name, [example_from(row, default_id=row["id"]) for row in kept], profile)


def _first_page(row: dict[str, Any]) -> str:
    return material.source_of(row, material.sets()[SUPPORT]["source"])


def rated_examples(path: Path) -> list[Example]:
    """The rated rows of a file. Stops with a message at a row that cannot be read."""
    found = []
    for row in read_examples(str(path), ignore_unknown=True):
        if not isinstance(row, Example):
            raise SystemExit(f"{row.where}: {row.error}")
        if row.rating is not None:
            found.append(row)
    if not found:
        raise SystemExit(f"{path}: no row has a rating")
    return found


def _set(name: str, examples: Sequence[Example], profile: str) -> Ours:
    plain = list(TruthScorer.load(profile).score_many(examples))
    english: Sequence[Verdict | None] = [None] * len(examples)
    if any(example.translation for example in examples):
        english = list(TruthScorer.load(profile, mode="translated").score_many(examples))
    return Ours(
        name=name,
        rows=[
            Rated(
                stars=float(example.rating or 0.0),
                gold_type=example.gold_type,
                detected=verdict.detection.type if verdict.detection else None,
                base_score=verdict.base_score,
                score=verdict.score,
                translated=None if other is None else other.score,
            )
            for example, verdict, other in zip(examples, plain, english, strict=True)
        ],
    )


def _translate(source: Path, made: Path, memory: Path) -> None:
    """`truthscore translate`, answered by the server of `examples/translation` on this machine."""
    from truthscore.cli import main

    module = runpy.run_path(str(TRANSLATION / "server.py"))
    server = module["Server"](module["load"](TRANSLATION / "nl-en.jsonl"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    told = io.StringIO()
    try:
        with contextlib.redirect_stderr(told), contextlib.redirect_stdout(told):
            main(
                [
                    "translate",
                    str(source),
                    "-o",
                    str(made),
                    "--from",
                    "nl",
                    "--provider",
                    "libre",
                    "--base-url",
                    f"http://127.0.0.1:{server.server_address[1]}",
                    "--cache",
                    str(memory),
                ]
            )
    except SystemExit as stopped:
        if stopped.code:
            raise SystemExit(told.getvalue()) from stopped
    finally:
        server.shutdown()
        server.server_close()
