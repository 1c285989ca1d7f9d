"""The README's first screen is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from truthscore import Guardrail

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
ROWS = {
    name: re.sub(r"\*\*|: \*\*send\*\*.*", "", said)
    for name, said in re.findall(
        r"^\| (the help page says|the chatbot says) \| (.+) \|$", README, re.M
    )
}
TRUE = re.search(r"^\| had it said \| (.+): \*\*send\*\*, (\d\.\d) ★ \|$", README, re.M)
LIE = re.search(r"^\| truthscore says \| \*\*let a person look\*\*, (\d\.\d) ★", README, re.M)


@pytest.mark.parametrize("lie", [True, False])
def test_the_example_of_the_first_screen(lie: bool) -> None:
    assert TRUE is not None
    assert LIE is not None
    answer = ROWS["the chatbot says"] if lie else TRUE[1].replace("**", "") + "."
    page = {"id": "bijlagen", "title": "Bijlagen", "text": ROWS["the help page says"]}
    decision = Guardrail.load(lang="nl").check(
        question="Hoe groot mogen de bijlagen bij een factuur zijn?", answer=answer, context=[page]
    )
    stars = decision.verdict.score if decision.verdict else None
    assert stars is not None
    assert decision.action == ("review" if lie else "allow")
    assert int(stars * 10) / 10 == float(LIE[1] if lie else TRUE[2])
