"""What a page asks, to answer it below, it does not say: no statement, term, meaning or name."""

from __future__ import annotations

from pathlib import Path

import pytest

from truthscore import TruthScorer, language, profile
from truthscore.cli import main
from truthscore.text.component_lists import rules_for
from truthscore.text.components import extract
from truthscore.text.glossary import definitions
from truthscore.text.model import is_word
from truthscore.text.parser import BUNDLED, shared_by_all
from truthscore.text.scopes import page_parts

#: Stars from which an answer is sent.
SENT = 4.0
ASKED = {
    "nl": (
        "Kan ik mijn abonnement per direct opzeggen?", "Kan ik per direct opzeggen?!",
        '"Kan ik mijn abonnement per direct opzeggen?"', "“Kan ik per direct opzeggen?”",
        "(Kan ik mijn abonnement per direct opzeggen?)", "*Kan ik per direct opzeggen?*",
        "**Kan ik mijn abonnement per direct opzeggen?**", "## Kan ik per direct opzeggen?",
        "- Kan ik mijn abonnement per direct opzeggen??", "**“Kan ik per direct opzeggen?”**",
        "Vraag: kan ik mijn abonnement per direct opzeggen?", "## Hoe zeg ik per direct op",
        "Kan ik mijn abonnement per direct opzeggen", "Hoe kan ik mijn abonnement opzeggen",
        "- Waar vind ik mijn facturen", "Kan ik per direct opzeggen? 🙂",
    ),
    "en": (
        "Can I cancel my subscription at once?", "Can I cancel my subscription at once?!",
        '"Can I cancel my subscription at once?"', "‘Can I cancel at once?’",
        "(Can I cancel my subscription at once?)", "**Can I cancel at once?**",
        "## Can I cancel at once?", "## How to cancel at once", "Can I cancel at once",
        "How do I cancel my subscription", "- Where do I find my invoices",
    ),
}  # fmt: skip
SAID = {
    "nl": (
        "U kunt uw abonnement per direct opzeggen.", 'Klik op de knop "Hulp nodig?"',
        "Klik op het vraagteken (?).", 'Klik op "Wat is dit?".',
        "- Wie ziek is, meldt zich bij de leidinggevende", "- Wat u niet gebruikt, vervalt",
        "Kies Waar vind ik mijn facturen in het menu", "- Wanneer ik ziek ben, meld ik mij af",
    ),
    "en": (
        "You can cancel your subscription at once.", 'Click the button "Need help?"',
        "Click the question mark (?).", "- Who is ill, tells the manager",
        "- What you do not use expires", "Choose Where do I find my invoices in the menu",
        "- When I am ill, I tell my manager", "- Let me know when it is done",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "text", "states"),
    [(code, text, states) for table, states in ((ASKED, False), (SAID, True))
     for code, texts in table.items() for text in texts],
)  # fmt: skip
def test_what_a_page_asks_states_nothing(code: str, text: str, states: bool) -> None:
    pack = language.load(code)
    page = f"{text}\n\nEen abonnement loopt door." if code == "nl" else f"{text}\n\nIt goes on."
    [parsed] = shared_by_all(pack, BUNDLED).parse([page])
    found = page_parts(parsed, pack).states
    first = {
        found[number]
        for number, (start, end) in enumerate(parsed.sentences)
        if parsed.starts[start] < len(text) and any(map(is_word, parsed.lowers[start:end]))
    }
    assert first == {states}
    assert found[-1]


@pytest.mark.parametrize("asked", [
    "“Kan ik mijn abonnement per direct opzeggen?”", "Kan ik mijn abonnement per direct opzeggen?!",
    "(Kan ik mijn abonnement per direct opzeggen?)",
])  # fmt: skip
def test_a_lie_is_not_sent_because_the_page_asks_it(grounded: TruthScorer, asked: str) -> None:
    page = f"{asked}\n\nEen abonnement loopt door tot het einde van het jaar."
    verdict = grounded.score(
        question="Kan ik mijn abonnement opzeggen?", context=[page], lang="nl",
        answer="U kunt uw abonnement per direct opzeggen.",
    )  # fmt: skip
    assert verdict.score is not None
    assert verdict.score < SENT


@pytest.mark.parametrize(
    ("code", "page"),
    [
        ("nl", "Is het zo dat we onder loonrun de lonen verstaan? Nee.\n"
               "Onder loonrun verstaan we de berekening van alle lonen?"),
        ("nl", "# Urenbord\n\nEen urenbord is een scherm voor uren, toch?"),
        ("nl", "## Begrippen\n\n- Loonrun: wat is dat?\n- **Waarom een urenbord?** Omdat het kan.\n"
               "- Hoe boek ik uren: op het urenbord"),
        ("nl", "| Begrip | Betekenis |\n|---|---|\n| Loonrun | Wat is? |\n| Wat is het? | Uur |"),
        ("en", "By pay run we mean the pay of a month?\n\n# Pay run\n\nA pay run is the same?"),
        ("en", "## Glossary\n\n- **How do I start?** Press Start.\n- Pay run: what is that?"),
    ],
)  # fmt: skip
def test_a_question_gives_a_word_no_meaning(code: str, page: str) -> None:
    assert list(definitions(page, "", language.load(code))) == []


@pytest.mark.parametrize(
    ("code", "heading"),
    [
        ("nl", "**Hoe Werkt Het**"), ("nl", "## **Wat Is Nieuw**"), ("en", "**How To Cancel**"),
        ("en", "- **What To Do**: call us."), ("en", "**Where Is My Order?**"),
        ("nl", "**Waar Vind Ik Hulp?**"),
    ],
)  # fmt: skip
def test_a_heading_that_asks_is_no_component(code: str, heading: str) -> None:
    rules = rules_for(language.load(code), profile.load("grounded"))
    assert extract(f"{heading}\n\nTekst.", rules) == ()


def test_a_button_that_asks_is_one() -> None:
    rules = rules_for(language.load("en"), profile.load("grounded"))
    assert [each.label for each in extract("Click **What's new** now.", rules)] == ["What's new"]


def test_terms_are_what_pages_say(tmp_path: Path) -> None:
    """A customer's own word for it, in the question of a page, is none of the company's."""
    (tmp_path / "a.md").write_text(
        "# Hoe vind ik mijn strookjeskast?\n\nOpen de Loonstraat.\n\n## Waarom snipperbak\n\n"
        "**Waar is de knoeperknop?**\n\nIn de Loonstraat.\n\n(Is er een wisselbak?)\n\n"
        "| Vraag | Antwoord |\n|---|---|\n| Is er een bonnenbak? | In de kaartenkast. |\n"
    )
    output = tmp_path / "terms.txt"
    with pytest.raises(SystemExit, match="0"):
        main(["terms", "build", str(tmp_path / "a.md"), "-o", str(output)])
    words = [line for line in output.read_text().splitlines() if not line.startswith("#")]
    assert words == ["loonstraat", "kaartenkast"]
