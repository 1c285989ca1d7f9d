"""A worker's pipelines are no garbage to be looked through while a customer waits.

In a process of its own: what is frozen stays frozen, and the suite's own process should not be.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LIVE = """
import asyncio, gc, json, sys
from pathlib import Path

from truthscore.scorer import TruthScorer
from truthscore.serve.app import application
from truthscore.serve.tokens import Tokens

scorer = TruthScorer.load("grounded", pipelines={"nl": "bundled", "en": "bundled"})
app = application(scorer, Path(sys.argv[1]), Tokens())
pipeline = scorer._parsers["nl"].loaded._nlp
told = []


def look():
    told.append((gc.get_freeze_count(), any(each is pipeline for each in gc.get_objects())))


async def live():
    asked = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive():
        look()
        return {"type": next(asked)}

    async def send(message):
        assert message["type"].endswith(".complete"), message

    await app({"type": "lifespan", "asgi": {"version": "3.0"}}, receive, send)


asyncio.run(live())
print(json.dumps(told))
"""


def test_a_worker_that_has_started_has_frozen_its_pipelines(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIVE, str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (before, looked_through), (after, looked_through_later) = json.loads(done.stdout)
    assert (before, looked_through) == (0, True)
    assert after > 10_000
    assert not looked_through_later
