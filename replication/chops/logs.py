"""CHOPS's own logs and results, as the lines that `replication.chops.arms` reads.

Right or wrong is what a language model said of an answer ("Right;...", "Correct..."), and where the
authors wrote "Should be correct" behind it, that. A file of words holds all that went into, or came
out of, one agent over a whole set.
"""

from __future__ import annotations

import csv
import io
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from replication.chops.arms import Call

ARCHIVE = "chops_logs.tar.gz"
#: The paper's two sets and what their files are called.
SETS: Mapping[str, str] = {"sys": "instructions_augmented", "file": "newQAs"}
RIGHT = ("right", "correct")
#: What the authors wrote behind a verdict that they do not share.
MENDED = "should be correct"
CHEAP, DEAR = "gpt-3.5-turbo", "gpt-4"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One architecture: the run of each set, and the model of each agent that it has."""

    runs: Mapping[str, str]
    models: Mapping[str, str]


def _three(executor: str) -> dict[str, str]:
    return {"classifier": CHEAP, "executor": executor, "verifier": CHEAP}


def _both(run: str) -> dict[str, str]:
    return dict.fromkeys(SETS, run)


#: By the name of the table's row.
ARMS: Mapping[str, Arm] = {
    "E gpt-3.5": Arm(runs=_both("ExecutorOnly_gpt3.5_24032821"), models={"executor": CHEAP}),
    "E gpt-4": Arm(runs=_both("ExecutorOnly_gpt4_24032821"), models={"executor": DEAR}),
    "1-L C-E": Arm(
        runs=_both("SingleLayerCgpt3.5Egpt3.5NoVerifyVgpt3.5_24032811"),
        models={"classifier": CHEAP, "executor": CHEAP},
    ),
    "1-L C-E-V": Arm(runs=_both("SingleLayerCgpt3.5Egpt3.5Vgpt3.5_24032811"), models=_three(CHEAP)),
    "2-L C-E-V": Arm(runs=_both("Cgpt3.5Egpt3.5Vgpt3.5_24032811"), models=_three(CHEAP)),
    "2-L mixed": Arm(
        runs={
            # the only run of this arm on instructions that was published; it has a verifier's log
            "sys": "Cgpt3.5Egpt4NoVerifyVgpt3.5_24032811",
            "file": "Cgpt3.5Egpt4Vgpt3.5_24032811",
        },
        models=_three(DEAR),
    ),
    "GLM-3": Arm(runs=_both("Cgpt3.5EGLM3Vgpt3.5_24032811"), models=_three("GLM-3")),
    "llama-2-70b": Arm(runs=_both("Cgpt3.5Ellama2Vgpt3.5_24032811"), models=_three("llama-2-70b")),
}


class Logs:
    """The files of the archive by their name without folders."""

    def __init__(self, data: Path) -> None:
        self._texts: dict[str, str] = {}
        with tarfile.open(data / ARCHIVE) as archive:
            for member in archive.getmembers():
                stored = archive.extractfile(member) if member.isfile() else None
                if stored is not None:
                    name, text = Path(member.name).name, stored.read().decode("utf-8", "replace")
                    # of two with one name the shorter is of a run that was broken off
                    if len(text) > len(self._texts.get(name, "")):
                        self._texts[name] = text

    def words(self, run: str, name: str, agent: str, way: str) -> str | None:
        """All that went into ("input") or came out of ("output") an agent; None without a log."""
        return self._texts.get(f"{run}_{SETS[name]}{agent}_{way}_words.txt")

    def results(self, run: str, name: str) -> list[tuple[str, str, str, bool]]:
        """Question, right answer, the bot's answer, and whether that is right, of each row; none
        where the run has no results."""
        text = self._texts.get(f"{run}_{SETS[name]}_result.csv", "")
        found = []
        for row in list(csv.reader(io.StringIO(text)))[1:]:
            said = row[4].casefold() if len(row) > 4 else ""
            if not said.startswith((*RIGHT, "wrong")):
                continue  # the line with the sums
            mended = any(cell.strip().casefold() == MENDED for cell in row[5:])
            found.append((row[1], row[2], row[3], mended or said.startswith(RIGHT)))
        return found


def calls(logs: Logs, arm: Arm) -> Iterator[Call]:
    """The lines of an arm: what each agent read and wrote, and whether each answer is right."""
    for name, run in arm.runs.items():
        for place, (*_, right) in enumerate(logs.results(run, name)):
            yield Call(
                set=name, model="", chars_in=0, chars_out=0, correct=right, id=f"{name}-{place}"
            )
        for agent, model in arm.models.items():
            given, made = (logs.words(run, name, agent, way) for way in ("input", "output"))
            if given is not None and made is not None:
                yield Call(set=name, model=model, chars_in=len(given), chars_out=len(made))
