"""The guardrail called from Node: examples/node/check.mjs against a real `truthscore serve`."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

from tests.cli.test_serve import Running

SCRIPT = Path(__file__).parents[1] / "examples" / "node" / "check.mjs"
TOKEN = "sixteen-characters-and-more"


@pytest.fixture
def program() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    if int(version.stdout.strip().removeprefix("v").partition(".")[0]) < 18:
        pytest.skip(f"node {version.stdout.strip()} has no fetch; 18 does")
    return found


def run(program: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, str(SCRIPT)], capture_output=True, text=True, check=False, timeout=120,
        env={**os.environ, **settings},
    )  # fmt: skip


def test_three_answers(program: str, tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"node: {TOKEN} check write\n")
    service = Running(tmp_path, "--token-file", str(tokens))
    try:
        done = run(program, TRUTHSCORE_URL=service.address, TRUTHSCORE_TOKEN=TOKEN)
        wrong = run(program, TRUTHSCORE_URL=service.address, TRUTHSCORE_TOKEN="wrong")
    finally:
        service.stop()
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in told[::2]] == ["allow", "review", "block"]
    assert told[0].startswith("allow: Het antwoord steunt op het document")
    assert told[1] == "  → Ga naar **Plein → Mijn tijd → Verlof** en kies **Nieuwe aanvraag**."
    assert "Bel daarna" in told[2]
    assert told[3] == "  → Een collega kijkt uw vraag even na."
    assert told[4] == "block: De naam “Direct goedkeuren” staat niet in het document."
    assert "Direct" not in told[5]
    assert wrong.returncode == 1
    assert "401" in wrong.stderr
    assert [line.partition(":")[0] for line in wrong.stdout.splitlines()[::2]] == ["review"] * 3


def test_without_a_service_nothing_is_sent(program: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        done = run(program, TRUTHSCORE_URL=f"http://127.0.0.1:{free.getsockname()[1]}")
    assert done.returncode == 1
    assert "does not work" in done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()[::2]] == ["review"] * 3
