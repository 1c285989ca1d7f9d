"""The README's whole circle, as a reader pastes it: every command on what the one before made.

`rate` waits for people. Here it is a process of its own, on loopback, that gets its stars over its
page: some by the requests that the page sends, one by keys in a real Chromium, and Ctrl-C.
"""

from __future__ import annotations

import html
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.examples_folder import laid_in
from tests.rate import chromium
from truthscore import profile

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
COMMANDS = ("score", "rate", "evaluate", "fit", "compare", "documents")
#: Options that name what a command makes.
MAKES = ("-o", "--db", "--then-export")
#: Stars that the reader gives, one answer after the other.
STARS = (1, 5, 3, 4)
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def circle() -> list[list[str]]:
    """The words of the six commands."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(r"^<!-- circle: .*-->\n```bash\n(.*?)^```$", text, re.DOTALL | re.M)
    return [shlex.split(line, comments=True) for line in block.splitlines()]


def made_by(words: list[str]) -> list[str]:
    return [words[at + 1] for at, word in enumerate(words) if word in MAKES]


def read_by(words: list[str]) -> list[str]:
    """The files that a command reads."""
    made = made_by(words)
    return [word for word in words if re.search(r"\.\w+$", word) and word not in made]


def run(words: list[str], folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=ENVIRONMENT, capture_output=True,
        text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def ids(path: Path) -> list[str]:
    return [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()]


class Reader:
    """Somebody with the page open."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.page = self._ask("rate?rater=reader")
        self.rated: dict[str, int] = {}

    def _ask(self, path: str, body: object = None) -> str:
        sent = urllib.request.Request(self._address + path)
        if body is not None:
            sent = urllib.request.Request(
                self._address + path, json.dumps(body).encode(),
                {"content-type": "application/json", "origin": self._address.rstrip("/")},
            )  # fmt: skip
        with urllib.request.urlopen(sent, timeout=60) as answer:
            text: str = answer.read().decode()
            return text

    def rate(self, stars: int) -> None:
        """Save stars for what is on the page, and see the next."""
        [(item, digest)] = re.findall(r'data-item="([^"]+)" data-digest="(\w+)"', self.page)
        item = html.unescape(item)
        assert item not in self.rated
        self.rated[item] = stars
        said = {"rater": "reader", "token": f"token-{item}", "item": item, "digest": digest}
        self.page = self._ask("save", {**said, "truth": stars})


def with_keys(address: str, folder: Path) -> dict[str, int]:
    """One rating by keyboard, in a real browser; none where there is no browser."""
    if chromium.found() is None:
        return {}
    with chromium.browser(folder / "chromium") as browser:
        page = browser.page()
        page.go(f"{address}rate?rater=reader")
        page.until("document.getElementById('place').dataset.shown")
        item = page.ask("document.getElementById('item').dataset.item")
        page.press("2", "Enter")
        page.until(f"document.getElementById('item').dataset.item !== {item!r}")
        return {item: 2}


def rate(words: list[str], folder: Path, elsewhere: Path) -> dict[str, int]:
    """The command as it stands there, on a free port; what the reader gave."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words, "--port", "0"], cwd=folder, env=ENVIRONMENT,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            if found := re.match(r"open (\S+)$", line):
                break
        else:
            raise AssertionError(said)
        reader = Reader(found[1])
        for stars in STARS:
            reader.rate(stars)
        given = {**reader.rated, **with_keys(found[1], elsewhere)}
        process.send_signal(signal.SIGINT)
        said += process.communicate(timeout=60)[1]
        assert process.returncode == 0, said
        assert f"written: {made_by(words)[-1]}" in said
        return given
    finally:
        process.kill()
        process.wait()


def test_each_command_of_the_circle_goes_on_with_what_was_made(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rated = ids(laid_in(tmp_path))
    commands = circle()
    assert [words[:2] for words in commands] == [["truthscore", name] for name in COMMANDS]
    told, given = {}, {}
    for words in commands:
        lacking = [name for name in read_by(words) if not (tmp_path / name).is_file()]
        assert not lacking, (words, "reads what no command has made")
        if words[1] == "rate":
            given = rate(words, tmp_path, tmp_path_factory.mktemp("browser"))
        else:
            told[words[1]] = run(words, tmp_path)
        assert all((tmp_path / name).exists() for name in made_by(words)), words
    # score → rate, evaluate: the same answers, by their ids
    assert ids(tmp_path / "scored.jsonl") == ids(tmp_path / "mine.jsonl") == rated
    # rate → evaluate: what the reader gave stands beside the team's, and is agreed upon or not
    lines = (tmp_path / "mine.jsonl").read_text(encoding="utf-8").splitlines()
    mine = {row["id"]: row["ratings"] for row in map(json.loads, lines)}
    assert {id_: each["reader"] for id_, each in mine.items() if "reader" in each} == given
    assert len(given) >= len(STARS)
    assert all("team" in each for each in mine.values())
    metrics = json.loads((tmp_path / "evaluation" / "metrics.json").read_text(encoding="utf-8"))
    assert metrics["rated"] == len(rated)
    assert metrics["reliability"]["alpha"]["n"] == len(given)
    assert "ordinal alpha" in told["evaluate"]
    assert (tmp_path / "evaluation" / "report.html").stat().st_size
    # fit → compare: both sides were scored with the weights that were learned
    fitted = profile.load(str(tmp_path / "fitted.toml"))
    assert fitted.score.weights != profile.load("grounded").score.weights
    page = (tmp_path / "changes.html").read_text(encoding="utf-8")
    assert "profile:fitted@" in page
    assert "24 rows in both files" in told["compare"]
    moved = set(re.findall(r"demo-\d\d", page))
    assert "demo-19" in moved  # spoiled by an invented button
    assert moved & {"demo-02", "demo-04", "demo-05", "demo-21", "demo-22"}  # mended
    # score → documents: the pages are pages of the examples
    pages = {path.stem for path in (ROOT / "examples" / "help" / "nl").glob("*.md")}
    listed = re.findall(r"^ +\d+ of \d+ +[+-][\d.]+ +(\S+)", told["documents"], re.M)
    assert listed
    assert set(listed) <= pages


def test_every_file_of_the_circle_but_examples_is_made_by_an_earlier_command() -> None:
    there: set[str] = set()
    for words in circle():
        mine = [name for name in read_by(words) if not name.startswith("examples/")]
        assert set(mine) <= there, words
        there.update(made_by(words))
    assert {"scored.jsonl", "ratings.sqlite", "mine.jsonl", "fitted.toml"} <= there
