"""The table of rules: every finding has one, and every rule is asked somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import truthscore
from truthscore import profile
from truthscore.cli.rules import stars
from truthscore.features import FEATURES
from truthscore.rules import RULE_IDS, RULES
from truthscore.scorer import TruthScorer
from truthscore.types import Evidence

CODE = Path(truthscore.__file__).parent / "features"


def test_the_ids_are_written_in_the_code_and_nowhere_else() -> None:
    written: set[str] = set()
    for path in CODE.rglob("*.py"):
        text = path.read_text("utf-8")
        written |= {each for each in RULE_IDS if f'"{each}"' in text}
    assert written == RULE_IDS
    assert len(RULES) == len(RULE_IDS)


def test_every_rule_belongs_to_a_feature() -> None:
    assert {rule.feature for rule in RULES} <= {feature.name for feature in FEATURES}


def test_a_rule_counts_only_in_a_feature_with_a_penalty() -> None:
    score = profile.load("grounded").score
    features = {rule.feature for rule in RULES if rule.id in score.rules}
    assert features == set(score.penalties)


def test_every_finding_has_a_rule(grounded: TruthScorer) -> None:
    path = Path(__file__).parents[1] / "examples" / "answers.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    found: list[Evidence] = []
    for row in rows:
        given = {key: row[key] for key in ("question", "answer", "context")}
        verdict = grounded.score(**given)
        found += [each for one in verdict.features.values() for each in one.evidence]
    blaming = [each for each in found if each.role != "supports"]
    assert len(blaming) > 10
    assert all(each.rule in RULE_IDS for each in blaming)
    assert all(each.rule is None for each in found if each.role == "supports")


def test_an_unknown_rule_in_a_profile_is_told(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "grounded"\n[score.rules]\n"denide" = { copied = 1.0, free = 0.5 }\n')
    with pytest.raises(truthscore.ProfileError, match=re.escape("no rule 'denide'")):
        profile.load(str(own))


@pytest.mark.parametrize(("counts", "expected"), [(1.0, 2.2), (0.0, 0.0), (0.1, 0.4), (3.0, 3.3)])
def test_what_a_finding_takes_off(counts: float, expected: float) -> None:
    assert stars(4.4, counts) == expected
