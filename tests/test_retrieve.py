"""Pages found by a question in either language, and pages as the commands read them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from truthscore.cli.documents import read_documents
from truthscore.retrieve import Finder, chunks
from truthscore.types import ContextDocument

HELP = Path(__file__).parents[1] / "examples" / "help"


@pytest.fixture(scope="module")
def finders() -> dict[str, Finder]:
    return {
        lang: Finder(
            each
            for path in sorted((HELP / lang).glob("*.md"))
            for each in chunks(
                ContextDocument(id=path.stem, text=path.read_text(encoding="utf-8"), lang=lang)
            )
        )
        for lang in ("nl", "en")
    }


@pytest.mark.parametrize(
    ("lang", "question", "wanted"),
    [
        ("nl", "How do I approve hours?", "uren-goedkeuren"),
        ("nl", "How do I request leave?", "verlof-aanvragen"),
        ("nl", "Hoe meld ik iemand ziek?", "ziekmelding"),
        ("en", "Hoe vraag ik verlof aan?", "verlof-aanvragen"),
        ("en", "Hoe maak ik een creditfactuur?", "creditfactuur"),
        ("nl", "How do I add an employee?", "medewerker-toevoegen"),
    ],
)
def test_a_question_finds_its_page(
    finders: dict[str, Finder], lang: str, question: str, wanted: str
) -> None:
    found = finders[lang].search(question, top=3)
    assert found[0].chunk.origin == wanted
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


def test_documents_of_a_command_may_say_their_language(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    rows = [{"text": "a"}, {"text": "b", "lang": "NL"}, {"text": "e\u0301\r\n", "language": "en"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    told: list[str] = []
    found = list(read_documents([str(path)], told.append))
    assert [each.lang for each in found] == [None, "nl", "en"]
    path.write_text(json.dumps({"text": "a", "lang": 3}), "utf-8")
    assert not list(read_documents([str(path)], told.append))
    assert "pages.jsonl:1: 'lang' is 3; expected a language code" in told[0]
