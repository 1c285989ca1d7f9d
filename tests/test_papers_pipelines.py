"""What the paper used comes with a plain install, or is taken where it is there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from truthscore import TruthScorer, resources

ROOT = Path(__file__).resolve().parents[1]
#: spaCy's own small pipelines, which the paper's authors had.
SPACYS = {"nl": "nl_core_news_sm", "en": "en_core_web_sm"}


def stand_in(folder: Path, lang: str, spacy: str = ">=3.8.0,<3.9.0") -> None:
    """A package of the name of spaCy's own: our pipeline under another name and version."""
    name = SPACYS[lang]
    made = folder / name / f"{name}-3.8.0"
    shutil.copytree(resources.bundled_pipeline(lang), made)
    (folder / name / "__init__.py").write_text("", encoding="utf-8")
    meta = json.loads((made / "meta.json").read_text(encoding="utf-8"))
    meta |= {"name": name.removeprefix(f"{lang}_"), "version": "3.8.0", "spacy_version": spacy}
    (made / "meta.json").write_text(json.dumps(meta), encoding="utf-8")


@pytest.mark.parametrize("profile", ["paper", "paper-tuned"])
def test_the_papers_pipelines_are_taken_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    for lang in SPACYS:
        stand_in(tmp_path, lang)
    monkeypatch.syspath_prepend(str(tmp_path))
    scorer = TruthScorer.load(profile)
    for lang, name in SPACYS.items():
        assert f"|model:{name}-3.8.0@{name}@" in scorer.signature(lang)
    found = scorer.score(
        question="Hoe vraag ik verlof aan?", answer="Klik op **Verlof**.",
        context=["Klik op **Verlof** om verlof aan te vragen."],
    )  # fmt: skip
    assert found.status == "scored"
    assert "|model:nl_core_news_sm-3.8.0@nl_core_news_sm@" in found.signature


def test_without_them_or_for_another_spacy_the_bundled_ones_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, "nl", spacy=">=3.0.0,<3.1.0")
    monkeypatch.syspath_prepend(str(tmp_path))
    for lang in SPACYS:
        assert "@bundled@" in TruthScorer.load("paper", lang=lang).signature(lang)


def test_a_plain_install_can_translate_and_scoring_loads_no_network() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert any(each.startswith("deep-translator") for each in settings["dependencies"])
    program = (
        "import sys\nfrom truthscore import TruthScorer\n"
        "found = TruthScorer.load('paper', lang='nl').score(question='Hoe vraag ik verlof aan?', "
        "answer='Klik op **Verlof**.', context=['Klik op **Verlof**.'])\n"
        "assert found.status == 'scored'\n"
        "print(sorted({'deep_translator', 'requests', 'bs4'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"
