"""A real Dask cluster of this machine: the same bytes, also when a process is lost."""

from __future__ import annotations

import json
import os
import pickle
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="needs the extra `cluster`")

from tests.cli.test_cli import call
from tests.test_batch import examples
from truthscore import Example, TruthScorer, Verdict, cluster
from truthscore.batch import ScorerOptions
from truthscore.cluster import FRAME_SCHEMA, connect, score_frame, score_frames, score_on_cluster
from truthscore.errors import BatchError, ProfileError
from truthscore.verdict_line import to_json

ANSWERS = Path(__file__).parents[1] / "examples" / "answers.jsonl"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        Client(cluster) as found,
    ):
        yield found


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("local") / "out.jsonl"
    from truthscore.cli import main

    with pytest.raises(SystemExit, match="0"):
        main(["score", str(ANSWERS), "-o", str(path), "-q"])
    return path.read_text(encoding="utf-8").splitlines()


def test_a_cluster_writes_the_bytes_of_one_process(
    client: Any, local: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    address = client.scheduler.address
    code, _, _ = call(capsys, "score", str(ANSWERS), "-o", str(out), "-q", "--cluster", address)
    assert code == 0
    assert out.read_text(encoding="utf-8").splitlines() == local


def test_rows_and_verdicts_travel_packed() -> None:
    options = ScorerOptions(pipelines={"nl": "bundled", "en": "bundled"})
    rows = list(examples(3))
    packed = cluster._score_packed(pickle.dumps(rows), options)
    assert pickle.loads(packed) == cluster._score(rows, options)


def test_a_cluster_of_this_machine_is_not_watched() -> None:
    def watched(dask_worker: Any) -> tuple[bool, float]:
        callbacks = dask_worker.periodic_callbacks
        return "profile" in callbacks, callbacks["tick"].callback_time

    with connect("local") as found:
        assert set(found.run(watched).values()) == {(False, 500.0)}
    import dask

    assert dask.config.get("distributed.worker.profile.enabled")  # other clusters as they were


def test_files_become_files_and_resume_passes_by_what_is_there(
    client: Any, local: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs, verdicts = tmp_path / "logs", tmp_path / "verdicts"
    logs.mkdir()
    lines = ANSWERS.read_text(encoding="utf-8").splitlines()
    half = len(lines) // 2
    unread = '{"id": "own", "question": "Kan dit?"}'  # no answer, but an id of its own
    for name, part in (("a", lines[:half]), ("b", [*lines[half:], unread, "{"])):
        (logs / f"{name}.jsonl").write_text("\n".join(part) + "\n", encoding="utf-8")
    args = ("score", f"{logs}/*.jsonl", "-o", f"{verdicts}/", "--cluster", client.scheduler.address)
    code, _, err = call(capsys, *args)
    assert code == 0
    assert f"{len(lines) + 2} answers" in err
    written = {path.name: path.read_text(encoding="utf-8").splitlines()
               for path in sorted(verdicts.iterdir())}  # fmt: skip
    assert list(written) == ["a.jsonl", "b.jsonl"]
    assert written["a.jsonl"] == local[:half]
    assert written["b.jsonl"][:-2] == local[half:]
    here = tmp_path / "here.jsonl"
    one = ("score", str(logs / "b.jsonl"), "-o", str(here), "--on-error", "skip", "-q")
    assert call(capsys, *one)[0] == 0
    last = [json.loads(line) for line in written["b.jsonl"][-2:]]
    assert [each["id"] for each in last] == ["own", f"line{len(lines) - half + 2}"]
    alone = [json.loads(line) for line in here.read_text(encoding="utf-8").splitlines()[-2:]]
    assert [(each["id"], each["status"]) for each in alone] == [
        (each["id"], each["status"]) for each in last
    ]
    (verdicts / "a.jsonl").unlink()
    (verdicts / "b.jsonl").write_text("kept\n")
    code, _, err = call(capsys, *args, "--resume")
    assert code == 0
    assert (verdicts / "a.jsonl").read_text(encoding="utf-8").splitlines() == local[:half]
    assert (verdicts / "b.jsonl").read_text() == "kept\n"


def test_a_lost_process_s_work_is_done_again(client: Any) -> None:
    rows = examples(320)
    alone = TruthScorer.load("paper", lang="nl")
    found = []
    for number, verdict in enumerate(
        score_on_cluster(rows, ScorerOptions(profile="paper", lang="nl"), client)
    ):
        if number == 40:
            pids = list(client.run(os.getpid).values())
            os.kill(pids[0], signal.SIGKILL)
            time.sleep(0.2)
        found.append(to_json(verdict))
    assert found == [to_json(each) for each in alone.score_many(rows)]


def test_two_processes_may_write_one_part(
    local: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was thought lost goes on, while another does its work again."""
    options = ScorerOptions()
    scorer, part = options.load(), tmp_path / "answers.jsonl"

    class Slow:
        """Has scored its first rows when somebody else writes the whole part."""

        def score_many(self, rows: Iterator[Example]) -> Iterator[Verdict]:
            verdicts = scorer.score_many(rows)
            yield next(verdicts)
            with monkeypatch.context() as other:
                other.setattr(cluster, "_scorer", lambda _: scorer)
                cluster._score_part(str(ANSWERS), str(part), options)
            assert part.read_text(encoding="utf-8").splitlines() == local
            yield from verdicts

    monkeypatch.setattr(cluster, "_scorer", lambda _: Slow())
    cluster._score_part(str(ANSWERS), str(part), options)
    assert part.read_text(encoding="utf-8").splitlines() == local
    assert list(tmp_path.iterdir()) == [part]


def test_a_part_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ProfileError):
        cluster._score_part(
            str(ANSWERS), str(tmp_path / "out.jsonl"), ScorerOptions(profile="unheard-of")
        )
    assert not list(tmp_path.iterdir())


def test_frames_of_spark_and_ray_hold_the_same_verdicts(local: list[str]) -> None:
    import pandas as pd

    rows = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    frame = pd.DataFrame(rows)
    half = len(frame) // 2
    frames = list(score_frames([frame[:half], frame[half:]]))
    assert [line for each in frames for line in each["verdict"]] == local
    assert list(frames[0].columns) == [part.split()[0] for part in FRAME_SCHEMA.split(", ")]
    broken = score_frame(pd.DataFrame([{"id": "x", "question": "?"}]), ScorerOptions())
    assert broken["status"].tolist() == ["error"]
    assert "answer" in broken["reason"][0]


def test_no_scheduler_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    with pytest.raises(BatchError, match="no Dask scheduler answers"):
        connect("tcp://127.0.0.1:9")


def test_nothing_that_matches_is_an_error(
    client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ("-o", f"{tmp_path}/out/", "--cluster", client.scheduler.address)
    code, _, err = call(capsys, "score", f"{tmp_path}/*.jsonl", *args)
    assert code == 2
    assert "no files match" in err
