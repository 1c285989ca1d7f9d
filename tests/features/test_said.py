"""What the answer says and the page denies, or tells another outcome of; real pipelines."""

# ruff: noqa: E501 (a sentence and its page read best side by side)

from __future__ import annotations

from pathlib import Path

import pytest

from truthscore import TruthScorer

#: Around the sentence in question, so that it is not the only one that can be meant.
AROUND = {
    "nl": ("Het portaal heeft een startpagina. Op de startpagina ziet u uw taken.\n\n",
           "\n\nNieuwe berichten staan bovenaan. Neem bij vragen contact op."),
    "en": ("The portal has a home page. The home page shows your tasks.\n\n",
           "\n\nNew messages are at the top. Contact us if you have questions."),
}  # fmt: skip


@pytest.fixture
def scorer(whole: TruthScorer) -> TruthScorer:
    return whole


def labels(
    scorer: TruthScorer, lang: str, page: str, answer: str, question: str = "?"
) -> list[str]:
    before, after = AROUND[lang]
    verdict = scorer.score(
        question=question, answer=answer, context=[before + page + after], lang=lang
    )
    measured = verdict.features.get("contradiction")
    return [each.label for each in measured.evidence] if measured else []


@pytest.mark.parametrize(
    ("lang", "page", "answer"),
    [
        (
            "nl",
            "De controle op dubbele facturen is verplicht en kan niet worden uitgezet.",
            "De controle op facturen is niet verplicht.",
        ),
        (
            "nl",
            "De controle op dubbele facturen is verplicht en kan niet worden uitgezet.",
            "U kunt de controle op dubbele facturen altijd uitzetten.",
        ),
        (
            "nl",
            "U hoeft het programma na een wijziging niet opnieuw op te starten.",
            "U moet het programma daarna opnieuw opstarten.",
        ),
        ("en", "Guests are not allowed to invite other people.", "Guests can invite other people."),
        ("en", "It is impossible to undo a merge.", "You undo a merge from the history menu."),
        (
            "en",
            "Never share your recovery key with anybody.",
            "You can share your recovery key with a colleague.",
        ),
        (
            "en",
            "A restart is not necessary after changing the theme.",
            "A restart is required after changing the theme.",
        ),
        # The other way round: the answer denies what the page says.
        (
            "en",
            "The owner can delete the shared folder.",
            "The owner cannot delete the shared folder.",
        ),
    ],
)
def test_what_the_page_denies(scorer: TruthScorer, lang: str, page: str, answer: str) -> None:
    assert set(labels(scorer, lang, page, answer)) & {"denied", "negation"}


@pytest.mark.parametrize(
    ("lang", "page", "answer"),
    [
        # Said the same way round, in other words.
        ("nl", "De controle is verplicht en kan niet worden uitgezet.", "U kunt de controle niet uitzetten."),
        ("en", "Archived projects cannot be edited.", "It is not possible to edit archived projects."),
        ("en", "A restart is not necessary.", "A restart is optional."),
        # Not needed is not: not done. Not done is not: not possible.
        ("en", "You do not have to print the label.", "You can print the label."),
        ("en", "The label is not printed.", "You can print the label."),
        # Another noun, another who, another which.
        ("en", "Contracts cannot be deleted.", "Drafts can be deleted."),
        ("en", "Guests cannot invite other people.", "Members can invite other people."),
        # Another case of it.
        ("nl", "De pincode is optioneel voor bezoekers en verplicht voor kassiers.", "De pincode is verplicht voor kassiers."),
        ("en", "Photos in an album cannot be moved, but other photos can be moved.", "Photos can be moved to a new album."),
        # A case, a question and a report state nothing.
        ("en", "The fee is not charged.", "If the fee is charged, you see a message."),
        ("en", "The fee is not charged.", "Is the fee charged? See the invoice."),
        # Limited on either side.
        ("en", "Only the owner can delete the folder.", "The folder cannot be deleted by guests."),
        # It is said somewhere as well.
        ("en", "Invoices cannot be edited. The owner can edit invoices in the archive.", "The owner can edit invoices in the archive."),
    ],
)  # fmt: skip
def test_what_the_page_does_not_deny(
    scorer: TruthScorer, lang: str, page: str, answer: str
) -> None:
    assert labels(scorer, lang, page, answer) == []


def test_what_was_asked_tells_which_noun_is_meant(scorer: TruthScorer) -> None:
    page, answer = (
        "Een geboekte factuur kan niet worden verwijderd.",
        "U kunt de factuur verwijderen.",
    )
    asked = "Hoe verwijder ik een geboekte factuur?"
    assert labels(scorer, "nl", page, answer, asked) == ["denied"]
    more = "U kunt de factuur verwijderen met de knop met de prullenbak."
    assert labels(scorer, "nl", page, more, asked) == ["denied"]
    assert labels(scorer, "nl", page, more, "Hoe verwijder ik een concept?") == []


def test_a_copied_sentence_is_not_looked_at(scorer: TruthScorer) -> None:
    # Word for word from the page, which denies it elsewhere: the page's contradiction, not the
    # answer's.
    page = "Guests can invite people. In the free plan guests cannot invite people."
    assert labels(scorer, "en", page, "Guests can invite people.") == []


def test_pages_read_from_a_folder_are_held_against_it_too(tmp_path: Path) -> None:
    # Such a page is another object than the one its passages were read from.
    page = "You cannot delete a posted invoice after the period is closed."
    answer = "You can delete a posted invoice after the period is closed."
    found = []
    for _ in range(2):
        scorer = TruthScorer.load("grounded", pipelines={"en": "bundled"}, cache=tmp_path)
        found.append(labels(scorer, "en", page, answer))
    assert found[0] == found[1] == ["negation"]


def test_one_untruth_is_one_finding(scorer: TruthScorer) -> None:
    page = "You cannot delete a posted invoice after the period is closed."
    assert (
        len(
            labels(
                scorer, "en", page, "You can delete a posted invoice after the period is closed."
            )
        )
        == 1
    )
