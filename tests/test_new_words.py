"""What can be added without touching Python: two words that exclude each other, and a language."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from truthscore import TruthScorer, Verdict, language, resources
from truthscore.profile import Profile
from truthscore.text.parser import PipelineInfo, SpacyParser

#: What a German parser would tell of the words below: part of speech, lemma and label.
COLUMNS = {
    "das": ("DET", "das", "det"),
    "die": ("DET", "die", "det"),
    "backup": ("NOUN", "Backup", "nsubj"),
    "rechnungen": ("NOUN", "Rechnung", "nsubj"),
    "wird": ("AUX", "werden", "aux"),
    "werden": ("AUX", "werden", "aux"),
    "nachts": ("ADV", "nachts", "advmod"),
    "nicht": ("PART", "nicht", "advmod"),
    "verschlüsselt": ("ADJ", "verschlüsselt", "advmod"),
    "unverschlüsselt": ("ADJ", "unverschlüsselt", "advmod"),
    "automatisch": ("ADV", "automatisch", "advmod"),
    "gespeichert": ("VERB", "speichern", "ROOT"),
    "archiviert": ("VERB", "archivieren", "ROOT"),
    ".": ("PUNCT", ".", "punct"),
    "wie": ("ADV", "wie", "ROOT"),
    "?": ("PUNCT", "?", "punct"),
}
#: The facts that the folder of a language begins with.
GERMAN = {
    'name = "English"': 'name = "Deutsch"',
    'address_pronouns = ["you", "one"]': 'address_pronouns = ["sie", "du"]',
    'negations = ["not", ': 'negations = ["nicht", "kein", "keine", "nie", "ohne", ',
}


@Language.component(
    "columns_of_a_test", assigns=["token.pos", "token.lemma", "token.dep", "token.head"]
)
def columns(doc: Doc) -> Doc:
    """Sets what a trained pipeline would find."""
    for token in doc:
        token.pos_, token.lemma_, token.dep_ = COLUMNS[token.lower_]
        # an article leads the noun behind it, all else depends on the verb at the end
        behind = doc[token.i + 1 :]
        roots = [each for each in behind if COLUMNS[each.lower_][2] == "ROOT"]
        before = [each for each in doc[: token.i] if COLUMNS[each.lower_][2] == "ROOT"]
        if token.dep_ == "det":
            token.head = behind[0]
        elif token.dep_ == "punct":
            token.head = before[-1]
        elif token.dep_ != "ROOT":
            token.head = roots[0]
    return doc


def told(verdict: Verdict) -> list[tuple[str | None, str]]:
    assert verdict.status == "scored", verdict.reason
    found = verdict.features["contradiction"].evidence
    return [(each.rule, each.label) for each in found if each.role == "contradicts"]


@pytest.mark.parametrize(
    ("lang", "pair", "page", "answer"),
    [
        ("nl", ("versleuteld", "leesbaar"), "Het wachtwoord wordt versleuteld opgeslagen.",
         "Het wachtwoord wordt leesbaar opgeslagen."),
        ("en", ("encrypted", "readable"), "The password is stored encrypted on the server.",
         "The password is stored readable on the server."),
    ],
)  # fmt: skip
def test_two_words_that_exclude_each_other_are_one_line_in_a_list(
    lists: Path, grounded: TruthScorer, lang: str, pair: tuple[str, str], page: str, answer: str
) -> None:
    asked = {"nl": "Hoe wordt het opgeslagen?", "en": "How is it stored?"}[lang]
    row = {"question": asked, "answer": answer, "context": [page]}
    assert told(grounded.score(**row)) == []
    file = lists / lang / "opposites.toml"
    text = file.read_text("utf-8")
    line = f'\npairs = [\n    ["{pair[0]}", "{pair[1]}"],'
    file.write_text(text.replace("\npairs = [", line, 1), encoding="utf-8")
    parser = grounded._parsers[lang]
    scorer = TruthScorer(grounded.profile, {lang: parser}, lang=lang)
    assert told(scorer.score(**row)) == [("opposite", f"{pair[1]} / {pair[0]}")]
    assert told(scorer.score(question=asked, answer=page, context=[page])) == []


def german(lists: Path, profile: Profile) -> TruthScorer:
    """A scorer for German: a folder of word lists and a parser."""
    shutil.copytree(lists / "en", lists / "de")
    facts = lists / "de" / "language.toml"
    text = facts.read_text("utf-8")
    for english, here in GERMAN.items():
        assert english in text
        text = text.replace(english, here, 1)
    facts.write_text(text, encoding="utf-8")
    turns = lists / "de" / "opposites.toml"
    text = turns.read_text("utf-8")
    line = '\npairs = [\n    ["verschlüsselt", "unverschlüsselt"],'
    turns.write_text(text.replace("\npairs = [", line, 1), encoding="utf-8")
    nlp = spacy.blank("de")
    nlp.add_pipe("columns_of_a_test")
    pack = language.load("de")
    info = PipelineInfo(
        name="columns", source="test", version="0", lang="de", spacy_version="", performance={},
        licence="MIT",
    )  # fmt: skip
    parser = SpacyParser(nlp, info, pack.word_forms, pack.shortened)
    return TruthScorer(profile, {"de": parser}, lang="de")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Das Backup wird nachts verschlüsselt gespeichert.", []),
        ("Das Backup wird nachts unverschlüsselt gespeichert.",
         [("opposite", "unverschlüsselt / verschlüsselt")]),
        ("Das Backup wird nachts nicht verschlüsselt gespeichert.", [("denied", "negation")]),
        ("Die Rechnungen werden automatisch archiviert.", []),
        ("Die Rechnungen werden nicht automatisch archiviert.", [("denied", "negation")]),
    ],
)  # fmt: skip
def test_a_third_language_is_a_folder(
    lists: Path, grounded: TruthScorer, answer: str, expected: list[tuple[str, str]]
) -> None:
    page = (
        "Das Backup wird nachts verschlüsselt gespeichert. "
        "Die Rechnungen werden automatisch archiviert."
    )
    assert "de" not in resources.languages()
    scorer = german(lists, grounded.profile)
    assert resources.languages() == ("de", "en", "nl")
    verdict = scorer.score(question="Wie?", answer=answer, context=[page])
    assert told(verdict) == expected
