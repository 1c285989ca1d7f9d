"""Inputs made to be slow or large cost no more than their length: time is linear, memory bounded.

`replication/benchmark/bombs.py` measures the same at the limits of the profile, for every token.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from replication.benchmark.bombs import SIGNS, TOKENS, asked, filled
from truthscore import TruthScorer
from truthscore.features.citations import citations
from truthscore.language import load
from truthscore.profile import load as load_profile
from truthscore.text.capitals import recased
from truthscore.text.component_lists import rules_for
from truthscore.text.components import extract
from truthscore.text.lines import joined, lacks_signs, parted
from truthscore.text.markup import blocks, normalise, plain
from truthscore.text.readable import readable, shown

ROOT = Path(__file__).parents[1]
#: Seconds under which no ratio can be told from noise.
NOISE = 0.03
#: Megabytes that a process with the profile and one check may have.
MOST_MEGABYTES = 1024


def seconds(work: Callable[[str], object], token: str, characters: int) -> float:
    """The least processor time of two runs; each text is new, for what was read is kept."""
    found = []
    for run in range(2):
        text = f"{run} " + filled(token, characters)
        began = time.process_time()
        work(text)
        found.append(time.process_time() - began)
    return min(found)


def read_through(given: str) -> None:
    """All that reads a text before it is parsed."""
    profile = load_profile("grounded")
    rules = rules_for(load("nl"), profile)
    readable(normalise(given))
    text = shown(normalise(given)).text
    text = parted(joined(text, rules.hanging, rules.small_words), [text])
    lacks_signs(text, rules.small_words, profile.reading)
    recased(text, [text], rules, profile.reading)
    extract(text, rules)
    settings = profile.features.citations
    assert settings is not None
    citations(text, settings, 5.0)
    for block in blocks(text):
        plain(text, block.start, block.end)


def is_linear(work: Callable[[str], object], token: str, characters: int) -> bool:
    for _ in range(2):  # a machine with other work gets a second look
        once, twice = (seconds(work, token, count) for count in (characters, 2 * characters))
        if twice < 3 * once + NOISE:
            return True
    return False


def test_reading_any_token_again_and_again_takes_linear_time() -> None:
    read_through("warm")
    slow = [t for t in dict.fromkeys((*SIGNS, *TOKENS)) if not is_linear(read_through, t, 3_000)]
    assert not slow


@pytest.mark.parametrize("token", ["- ", "* ", "_ ", "-", "# a\n"])
def test_the_blocks_of_a_long_line_are_read_in_linear_time(token: str) -> None:
    assert is_linear(lambda text: blocks(f"{text[2:].rstrip()}x"), token, 80_000)


@pytest.mark.parametrize(
    ("place", "token", "characters"),
    [
        ("answer", "*", 3_000), ("answer", "[1]", 12_000), ("page", "!\n", 10_000),
        ("page", ",a ", 3_000),
    ],
)  # fmt: skip
def test_a_check_of_one_takes_linear_time(
    grounded: TruthScorer, place: str, token: str, characters: int
) -> None:
    def check(text: str) -> None:
        grounded.score(**asked(place, text), lang="nl")

    check("warm")
    assert is_linear(check, token, characters)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the peak")
@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("page", "bombs.counted(200_000)"),
        ("page", "bombs.filled('>a', 200_000)"),
        ("answer", "bombs.filled('](', 99_000)"),
    ],
)
def test_a_check_holds_no_more_than_a_gigabyte(place: str, text: str) -> None:
    program = (
        "from pathlib import Path\n"
        "from replication.benchmark import bombs\n"
        "from truthscore import TruthScorer\n"
        f"call = bombs.asked({place!r}, {text})\n"
        "verdict = TruthScorer.load('grounded', lang='nl').score(**call)\n"
        # not ru_maxrss, which a process has from the one that began it
        "lines = Path('/proc/self/status').read_text().splitlines()\n"
        "[peak] = [line.split()[1] for line in lines if line.startswith('VmHWM:')]\n"
        "print(verdict.status, int(peak) // 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=True, cwd=ROOT, timeout=300,
    )  # fmt: skip
    status, megabytes = done.stdout.split()
    assert status == "scored"
    assert int(megabytes) <= MOST_MEGABYTES
