"""The encoder reads alike on an older processor, emulated by qemu (Debian's `qemu-user`)."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.encoder.test_reading import SCRIPT, read
from truthscore.encoder.model import load

QEMU = shutil.which("qemu-x86_64")
#: A tenth of the log odds, in which a reading is told: without AVX2 the last bits are others, and
#: one of five readings is rounded the other way.
FAR = 0.011


@pytest.mark.slow
@pytest.mark.skipif(QEMU is None, reason="qemu-user is not installed")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="emulates an x86-64 processor")
@pytest.mark.parametrize(
    ("processor", "most"),
    [("Haswell-v4", 0.0), ("Nehalem-v1", FAR)],
    ids=["AVX2, no AVX-512", "SSE4.2 alone"],
)
def test_it_reads_alike_on_an_older_processor(processor: str, most: float) -> None:
    root = Path(__file__).parents[2]
    folders = os.pathsep.join([str(root), *sys.path])
    done = subprocess.run(
        [str(QEMU), "-cpu", processor, str(Path(sys.executable).resolve()), "-c", SCRIPT],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": folders},
    )  # fmt: skip
    told = [float(each) for each in done.stdout.strip().strip("[]").split(",")]
    assert all(abs(a - b) <= most for a, b in zip(told, read(load()), strict=True))
