"""The shipped pipelines: known at once, read when a text needs them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.builders import pack
from truthscore.text import parser

#: Scores a Dutch row by a Dutch page; prints the languages whose pipeline was read.
ONE_LANGUAGE = """
import json
from truthscore import TruthScorer
from truthscore.text import parser
scorer = TruthScorer.load()
page = "Klik op **Opslaan**. De periode wordt dan gesloten."
scorer.score(question="Hoe sluit ik de periode?", answer="Klik op **Opslaan**.", context=[page])
print(json.dumps([code for (code, _), each in parser._LOADED.items() if each._loaded is not None]))
"""


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_it_is_signed_before_it_is_read_as_it_is_signed_then(lang: str) -> None:
    shipped = parser.ShippedParser(pack(lang))
    assert shipped._loaded is None
    named = shipped.name, shipped.fingerprint, shipped.info
    assert named == (shipped.loaded.name, shipped.loaded.fingerprint, shipped.loaded.info)


def test_a_row_in_one_language_reads_one_pipeline() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ONE_LANGUAGE], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == ["nl"]
