"""The paper's own examples of what makes an answer untrue (§4.3, §4.4.2), in both languages."""

from __future__ import annotations

import pytest

from truthscore import TruthScorer, Verdict

#: §4.3: "I got error 404, what does it mean?", answered with what error 403 means.
ASKED = {
    "nl": "Ik krijg fout 404, wat betekent dat?",
    "en": "I got error 404, what does it mean?",
}
OF_403 = {
    "nl": "Dat betekent dat u de pagina niet mag zien.",
    "en": "It means that you are not allowed to see the page.",
}
OF_404 = {
    "nl": "Dat betekent dat de pagina niet bestaat.",
    "en": "It means that the page does not exist.",
}
PAGES = {
    ("nl", "in sentences"): "Fout 404 betekent dat de pagina niet bestaat. Fout 403 betekent dat u "
    "de pagina niet mag zien.",
    ("nl", "behind colons"): "Fout 404: de pagina bestaat niet. Fout 403: u mag de pagina niet "
    "zien.",
    ("nl", "under headings"): "# Foutmeldingen\n\n## 404\n\nDe pagina bestaat niet.\n\n## 403\n\n"
    "U mag de pagina niet zien.",
    ("nl", "in a list"): "# Foutmeldingen\n\n- 404: de pagina bestaat niet\n- 403: u mag de pagina "
    "niet zien",
    ("nl", "in a bold list"): "# Foutmeldingen\n\n* **404**: de pagina bestaat niet.\n"
    "* **403**: u mag de pagina niet zien.",
    ("en", "in sentences"): "Error 404 means that the page does not exist. Error 403 means that "
    "you are not allowed to see the page.",
    ("en", "behind colons"): "Error 404: the page does not exist. Error 403: you are not allowed "
    "to see the page.",
    ("en", "under headings"): "# Errors\n\n## 404\n\nThe page does not exist.\n\n## 403\n\n"
    "You are not allowed to see the page.",
    ("en", "in a list"): "# Errors\n\n- 404: the page does not exist\n- 403: you are not allowed "
    "to see the page",
    ("en", "in a bold list"): "# Errors\n\n* **404**: the page does not exist.\n"
    "* **403**: you are not allowed to see the page.",
}  # fmt: skip


def told(verdict: Verdict, rule: str) -> list[str]:
    return [
        each.label
        for found in verdict.features.values()
        for each in found.evidence
        if each.rule == rule
    ]


@pytest.mark.parametrize(("lang", "form"), PAGES)
def test_error_mismatch_is_seen_wherever_the_codes_stand(
    grounded: TruthScorer, lang: str, form: str
) -> None:
    page = PAGES[lang, form]
    wrong, right = (
        grounded.score(question=ASKED[lang], answer=answer[lang], context=[page], lang=lang)
        for answer in (OF_403, OF_404)
    )
    assert told(wrong, "code.solution") == ["403"]
    assert told(right, "code.solution") == []
    assert right.features["error_codes"].value == 1.0
    assert wrong.score is not None
    assert right.score is not None
    assert wrong.score < right.score
    assert wrong.score < 4.0  # it would not be sent


#: A code of the question, on a page that has another behind it; the answers name none.
CODES = {
    "nl": (
        "Ik krijg fout LN-2041, wat betekent dat?",
        "Foutmeldingen\n\nLN-2041: de loonstrook is vergrendeld. LN-2042: het rekeningnummer "
        "ontbreekt.",
        "Dat betekent dat het rekeningnummer ontbreekt.",
        "Dat betekent dat de loonstrook is vergrendeld.",
    ),
    "en": (
        "I get error LN-2041, what does it mean?",
        "Errors\n\nLN-2041: the payslip is locked. LN-2042: the account number is missing.",
        "It means that the account number is missing.",
        "It means that the payslip is locked.",
    ),
}


@pytest.mark.parametrize("lang", CODES)
def test_the_solution_of_another_code_is_seen_where_the_answer_names_none(
    grounded: TruthScorer, lang: str
) -> None:
    question, page, wrong, right = CODES[lang]
    untrue, true = (
        grounded.score(question=question, answer=answer, context=[page], lang=lang)
        for answer in (wrong, right)
    )
    assert told(untrue, "code.solution") == ["LN2042"]
    assert told(true, "code.solution") == []
    assert untrue.score is not None
    assert true.score is not None
    assert untrue.score < 4.0 <= true.score


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_numbers_that_open_no_lines_and_years_are_no_codes(
    grounded: TruthScorer, lang: str
) -> None:
    """What stands under "## 2023" is told of no error, nor is the 500 of a list of prices."""
    page = {
        "nl": "# Fouten die zijn opgelost\n\n## 2023\n\nDe pagina bestaat niet.\n\n## 2024\n\nU "
        "mag de pagina niet zien.",
        "en": "# Errors that were mended\n\n## 2023\n\nThe page does not exist.\n\n## 2024\n\nYou "
        "are not allowed to see the page.",
    }[lang]
    found = grounded.score(question=ASKED[lang], answer=OF_403[lang], context=[page], lang=lang)
    assert told(found, "code.solution") == []


#: §4.4.2, Off-Context: "a single employee when the context is about multiple employees".
EMPLOYEES = [
    (
        "nl", "Kan ik dit voor meerdere medewerkers doen?",
        "Selecteer meerdere medewerkers en klik op Wijzigen.",
        "Ja, u selecteert een enkele medewerker en klikt op Wijzigen.",
        "Ja, u selecteert meerdere medewerkers en klikt op Wijzigen.", "enkele / many",
    ),
    (
        "en", "Can I do this for several employees?",
        "Select multiple employees and click Change.",
        "Yes, select a single employee and click Change.",
        "Yes, select multiple employees and click Change.", "single / many",
    ),
    (
        "nl", "Hoe pas ik het uurloon aan?",
        "U past het uurloon van meerdere medewerkers tegelijk aan.",
        "U past het uurloon van één medewerker tegelijk aan.",
        "U past het uurloon van meerdere medewerkers tegelijk aan.", "één / many",
    ),
    (
        "en", "How do I change the hourly wage?",
        "You change the hourly wage of multiple employees at a time.",
        "You change the hourly wage of one employee at a time.",
        "You change the hourly wage of multiple employees at a time.", "one / many",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "question", "page", "wrong", "right", "label"), EMPLOYEES)
def test_off_context_in_number_is_seen(
    grounded: TruthScorer, lang: str, question: str, page: str, wrong: str, right: str, label: str
) -> None:
    untrue, true = (
        grounded.score(question=question, answer=answer, context=[page], lang=lang)
        for answer in (wrong, right)
    )
    assert told(untrue, "quantity") == [label]
    assert told(true, "quantity") == []
    assert untrue.score is not None
    assert true.score is not None
    assert untrue.score < 4.0 <= true.score


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_the_number_that_the_customer_asked_about_is_no_slip(
    grounded: TruthScorer, lang: str
) -> None:
    question, answer, page = {
        "nl": ("Kan ik één medewerker selecteren?", "Ja, selecteer één medewerker en klik op OK.",
               "Selecteer meerdere medewerkers en klik op OK."),
        "en": ("Can I select one employee?", "Yes, select one employee and click OK.",
               "Select multiple employees and click OK."),
    }[lang]  # fmt: skip
    found = grounded.score(question=question, answer=answer, context=[page], lang=lang)
    assert told(found, "quantity") == []


#: §6.2.4, Off-Context: "a question about a Nurse organization", answered with what others do; and a
#: nurse who does what the page gives to another.
NURSES = [
    (
        "nl", "Ik ben verpleegkundige. Hoe vraag ik verlof aan?",
        "Verpleegkundigen vragen verlof aan bij de planner. Andere medewerkers vragen verlof aan "
        "in de app.",
        "U vraagt verlof aan in de app.", "U vraagt verlof aan bij de planner.",
    ),
    (
        "en", "I am a nurse. How do I request leave?",
        "Nurses request leave from the planner. Other employees request leave in the app.",
        "You request leave in the app.", "You request leave from the planner.",
    ),
    (
        "nl", "Kan een verpleegkundige een rooster goedkeuren?",
        "De planner keurt het rooster goed. Een verpleegkundige kan het rooster bekijken.",
        "Ja, een verpleegkundige keurt het rooster goed.",
        "Nee, de planner keurt het rooster goed.",
    ),
    (
        "en", "Who approves the roster?",
        "The planner approves the roster. A nurse can view the roster.",
        "A nurse approves the roster.", "The planner approves the roster.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "question", "page", "wrong", "right"), NURSES)
def test_off_context_in_people_is_seen(
    grounded: TruthScorer, lang: str, question: str, page: str, wrong: str, right: str
) -> None:
    untrue, true = (
        grounded.score(question=question, answer=answer, context=[page], lang=lang)
        for answer in (wrong, right)
    )
    assert len(told(untrue, "role.rival")) == 1
    assert told(true, "role.rival") == []
    assert untrue.score is not None
    assert true.score is not None
    assert untrue.score < 4.0 <= true.score


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_a_guide_beside_an_invented_button_is_untrue(scorer: TruthScorer, lang: str) -> None:
    """§5.3, Figure 4: a missing component decides before a verbatim guide."""
    question, steps, more = {
        "nl": ("Hoe meld ik mij ziek?", "1. Ga naar: **Verzuim**.\n2. Klik op: **Nieuw**.",
               "\n\nKlik daarna op: **Toverstaf**."),
        "en": ("How do I report sick?", "1. Go to: **Absence**.\n2. Click on: **New**.",
               "\n\nThen click on: **Magic wand**."),
    }[lang]  # fmt: skip
    guide = scorer.score(question=question, answer=steps, context=[steps], lang=lang)
    invented = scorer.score(question=question, answer=steps + more, context=[steps], lang=lang)
    assert (guide.score, guide.override) == (5.0, "verbatim_guide")
    assert (invented.score, invented.override) == (1.0, "missing_component")


#: A question, a page that has signal words of all four lists and the company's own words, and an
#: answer that shares nothing with it.
EXTREMES = {
    "nl": (
        "Hoe open ik het urenbord in de koppelpoort?",
        "Hoe open ik het urenbord in de koppelpoort? Volgens de beheerder opent de loonrun het "
        "urenbord in de koppelpoort, maar alleen als de loonrun gesloten is, omdat anders "
        "bijvoorbeeld boekstukken verdwijnen, net zoals in het urenbord.",
        "Morgen schijnt overal volop zon.",
    ),
    "en": (
        "How do I open the timeboard in the koppelpoort?",
        "How do I open the timeboard in the koppelpoort? In my opinion the administrator opens the "
        "timeboard in the koppelpoort, but only if the loonrun is closed, because otherwise for "
        "example vouchers vanish, just like in the timeboard.",
        "Tomorrow sunshine returns everywhere.",
    ),
}


@pytest.mark.parametrize("lang", EXTREMES)
def test_nothing_shared_is_near_1_and_a_copy_near_5(lang: str) -> None:
    """§5.3: each feature from 0 to 1, and the sum from 1 to 5."""
    question, page, unrelated = EXTREMES[lang]
    scorer = TruthScorer.load("paper", lang=lang, score_types="all", pipelines={lang: "bundled"})
    copied, nothing = (
        scorer.score(question=question, answer=answer, context=[page], lang=lang)
        for answer in (page, unrelated)
    )
    assert copied.score is not None
    assert nothing.score is not None
    assert copied.score >= 4.5, copied.features
    assert nothing.score <= 1.2, nothing.features


#: §4.4.1: the paper's example of each message type, and the same in Dutch; and the fragments of
#: §5.1 that are a whole message. A statement has no question mark, which §5.1 reads as reasoning:
#: so is the paper's other example of no intention, "I just ate a sandwich".
QUESTIONS = [
    ("en", "I get the error: mutation cannot be executed", "error"),
    ("en", "Would it be possible to adjust tax rates manually?", "binary"),
    ("en", "How would I adjust tax rates manually?", "instruction"),
    ("en", "I have adjusted tax settings, why don't I see a payslip anymore?", "reasoning"),
    ("en", "write an email to notify customers of the new tax rates.", "action"),
    ("en", "Good morning", "unspecified"),
    ("en", "What are the tax rates in the Netherlands?", "general"),
    ("en", "What products do you offer?", "general"),
    ("nl", "Ik krijg de foutmelding: mutatie kan niet worden uitgevoerd", "error"),
    ("nl", "Is het mogelijk om belastingtarieven handmatig aan te passen?", "binary"),
    ("nl", "Hoe pas ik belastingtarieven handmatig aan?", "instruction"),
    ("nl", "Ik heb de instellingen aangepast, waarom zie ik geen loonstrook meer?", "reasoning"),
    ("nl", "Schrijf een e-mail om klanten de nieuwe tarieven te melden.", "action"),
    ("nl", "Goedemorgen", "unspecified"),
    ("nl", "Wat zijn de belastingtarieven in Nederland?", "general"),
    ("nl", "Welke producten bieden jullie aan?", "general"),
    ("en", "Explanation", "general"),
    ("nl", "Uitleg", "general"),
    ("en", "How can this invoice be paid twice?", "reasoning"),
    ("nl", "Hoe kan deze factuur twee keer betaald zijn?", "reasoning"),
    ("en", "I want to change X", "reasoning"),
    ("nl", "Ik wil X wijzigen", "reasoning"),
    ("en", "I just ate a sandwich", "reasoning"),
    ("nl", "Ik heb net een boterham gegeten", "reasoning"),
]


@pytest.mark.parametrize(("lang", "question", "kind"), QUESTIONS)
def test_a_message_has_the_type_that_the_paper_gives_it(
    scorer: TruthScorer, lang: str, question: str, kind: str
) -> None:
    found = scorer.score(question=question, answer="Nee, no.", context=["Ja, yes."], lang=lang)
    assert found.detection is not None
    assert found.detection.type == kind
