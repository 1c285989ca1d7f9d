"""Message types: which list decides, where, and why."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import pack, paper, tuned
from truthscore.detect import NO_QUESTION_MARK, compiled_lists, detect, question_span
from truthscore.errors import ProfileError, ResourceError
from truthscore.language import LanguagePack, QuestionList, QuestionPattern
from truthscore.types import MESSAGE_TYPES, Detection, Rule, Span

LANGUAGES = ("nl", "en")
#: How a word list says that a pattern is only reached by another reading of the paper.
ONLY_WHEN_OFF = "only reached when the rule on question marks is off"
WITHOUT_RULE = tuned("detector", scope="question", no_question_mark="off")


def patterns() -> list[Any]:
    return [
        pytest.param(code, rules.name, each, id=f"{code}-{rules.name}-{place}")
        for code in LANGUAGES
        for rules in pack(code).question_lists.values()
        for place, each in enumerate(rules.patterns, start=1)
    ]


@pytest.mark.parametrize(("code", "name", "pattern"), patterns())
def test_no_pattern_stands_in_the_shadow_of_an_earlier_one(
    code: str, name: str, pattern: QuestionPattern
) -> None:
    profile = tuned("detector", no_question_mark="off") if ONLY_WHEN_OFF in pattern.why else paper()
    found = detect(pattern.example, pack(code), profile)
    assert found.rule == Rule(list=name, pattern=pattern.pattern)
    assert found.type == pack(code).question_lists[name].type
    assert found.span is not None
    assert found.span.source == "question"
    assert 0 <= found.span.start < found.span.end <= len(pattern.example)


@pytest.mark.parametrize(("code", "name", "pattern"), patterns())
def test_a_pattern_said_to_need_the_other_reading_does_need_it(
    code: str, name: str, pattern: QuestionPattern
) -> None:
    found = detect(pattern.example, pack(code), paper())
    assert (found.rule == Rule(list=name, pattern=pattern.pattern)) is (
        ONLY_WHEN_OFF not in pattern.why
    )


# Own questions: (text, type). A third value is what the paper's order makes of it where its rule
# on question marks decides (§5.1: no question mark means reasoning).
DUTCH = [
    ("Hoe wijzig ik mijn rekeningnummer?", "instruction"),
    ("Hoe kan ik een factuur crediteren?", "instruction"),
    ("Hoe voeg ik een nieuwe medewerker toe aan de planning?", "instruction"),
    ("Waar vind ik mijn jaaropgave?", "instruction"),
    ("Waar kan ik de btw-code aanpassen?", "instruction"),
    ("Hallo, hoe zet ik een herinnering uit?", "instruction"),
    ("Goedemorgen. Ik ben net begonnen. Hoe maak ik een offerte?", "instruction"),
    ("Wat moet ik doen om verlof aan te vragen?", "instruction"),
    ("Wat kan ik doen als de klant niet betaalt?", "instruction"),
    ("Als ik een contract verleng, hoe leg ik dat dan vast?", "instruction"),
    ("Op welke manier kan ik uren goedkeuren?", "instruction"),
    ("Kun je mij uitleggen hoe ik een boeking verwijder?", "instruction"),
    ("Ik ben mijn pincode kwijt, wat nu?", "instruction"),
    ("Is er een handleiding voor het afsluiten van de maand?", "instruction"),
    ("hoe koppel ik mijn bank", "instruction", "reasoning"),
    ("Factuur versturen", "instruction", "reasoning"),
    ("Kan ik twee rekeningen koppelen?", "binary"),
    ("Kan een medewerker zijn eigen uren aanpassen?", "binary"),
    ("Is het mogelijk om een factuur in te plannen?", "binary"),
    ("Is dit pakket geschikt voor verenigingen?", "binary"),
    ("Moet ik eerst een back-up maken?", "binary"),
    ("Mag ik een factuur achteraf wijzigen?", "binary"),
    ("Worden de uren vanzelf doorgeboekt?", "binary"),
    ("Heeft iedereen toegang tot het dossier?", "binary"),
    ("Werkt de app ook zonder internet?", "binary"),
    ("Krijgt de klant automatisch een herinnering?", "binary"),
    ("Hoi, kunnen we met twee personen tegelijk inloggen?", "binary"),
    ("Ik heb een eenmanszaak. Moet ik dan ook btw afdragen?", "binary"),
    ("Ik ben benieuwd of de koppeling ook met Excel werkt?", "binary"),
    ("Zijn er kosten verbonden aan een tweede gebruiker?", "binary"),
    ("Wat is een creditnota?", "general"),
    ("Wat betekent de status 'in behandeling'?", "general"),
    ("Wat kost een extra gebruiker?", "general"),
    ("Welke rollen zijn er?", "general"),
    ("Wie mag een order goedkeuren?", "general"),
    ("Wanneer wordt mijn loon uitbetaald?", "general"),
    ("Hoeveel dagen verlof heb ik nog?", "general"),
    ("Hoe lang blijven documenten bewaard?", "general"),
    ("Wat is het verschil tussen een offerte en een order?", "general"),
    ("Waarvoor dient het veld Kostenplaats?", "general"),
    ("Hoe werkt de automatische incasso?", "general"),
    ("Tot wanneer kan ik een bestelling annuleren?", "general"),
    ("Graag uitleg over de nieuwe pensioenregeling", "general"),
    ("Waarom zie ik mijn loonstrook niet?", "reasoning"),
    ("Waarom staat mijn factuur nog open?", "reasoning"),
    ("Hoe komt het dat de btw niet klopt?", "reasoning"),
    ("Hoe kan het dat mijn saldo negatief is?", "reasoning"),
    ("Wat is de reden dat mijn order is geblokkeerd door de bank?", "reasoning"),
    ("Wat als ik te laat ben met mijn aangifte?", "reasoning"),
    ("Wat gebeurt er als ik een medewerker verwijder?", "reasoning"),
    ("Waardoor is het bedrag ineens hoger?", "reasoning"),
    ("Ik krijg een foutmelding bij het inloggen", "error"),
    ("Waarom krijg ik error 500 als ik op Opslaan klik?", "error"),
    ("De import werkt niet meer sinds gisteren", "error"),
    ("Het lukt niet om een bijlage toe te voegen, hoe moet dat?", "error"),
    ("Wat betekent code FC-4015?", "error"),
    ("Het programma loopt steeds vast", "error"),
    ("Er is een storing in de bankkoppeling", "error"),
    ("Stuur mij een kopie van de factuur", "action"),
    ("Verwijder mijn account alsjeblieft.", "action"),
    ("Kun je een mail aan de klant schrijven?", "action"),
    ("Kunt u mijn wachtwoord resetten?", "action"),
    ("Graag mijn abonnement annuleren.", "action"),
    ("Bedankt voor de hulp!", "unspecified", "reasoning"),
    ("Goedemiddag", "unspecified"),
    ("Goedemorgen!", "unspecified"),
    ("Hallo allemaal", "unspecified"),
    ("Uitleg", "general"),
    ("uitleg graag", "general"),
    ("Toelichting?", "general"),
    ("Hoe kan dit gebeuren?", "reasoning"),
    ("Hoe kan dit bedrag dubbel staan?", "reasoning"),
    ("Hoe kan dit worden ingesteld?", "instruction"),
    ("Ik wil mijn adres wijzigen", "instruction", "reasoning"),
    ("Ik wil graag het tarief aanpassen.", "instruction", "reasoning"),
    ("Mijn klantnummer is 4711.", "unspecified", "reasoning"),
    ("", "unspecified"),
    ("   ", "unspecified"),
]
ENGLISH = [
    ("How do I change my bank account?", "instruction"),
    ("How can I credit an invoice?", "instruction"),
    ("How to add a new employee to the schedule?", "instruction"),
    ("Where do I find my annual statement?", "instruction"),
    ("Where can I change the tax code?", "instruction"),
    ("Hello, how do I turn off a reminder?", "instruction"),
    ("Good morning. I just started here. How do I make a quote?", "instruction"),
    ("What should I do to request leave?", "instruction"),
    ("What can I do if the customer does not pay?", "instruction"),
    ("If I renew a contract, how do I record that?", "instruction"),
    ("What steps are needed to close the month?", "instruction"),
    ("Can you tell me how to delete a booking?", "instruction"),
    ("I lost my access card, what now?", "instruction"),
    ("Is there a guide to set up the scanner?", "instruction"),
    ("Do you know where I can download my payslip?", "instruction"),
    ("how do i connect my bank", "instruction", "reasoning"),
    ("Steps to renew the licence", "instruction", "reasoning"),
    ("Can I link two accounts?", "binary"),
    ("Can an employee edit his own hours?", "binary"),
    ("Is it possible to schedule an invoice?", "binary"),
    ("Is this package suitable for clubs?", "binary"),
    ("Should I make a backup first?", "binary"),
    ("May I change an invoice afterwards?", "binary"),
    ("Are hours posted automatically?", "binary"),
    ("Does everyone have access to the file?", "binary"),
    ("Will the customer get a reminder?", "binary"),
    ("Hi, can two people log in at the same time?", "binary"),
    ("I run a small shop. Do I have to pay sales tax?", "binary"),
    ("I wonder if the link also supports Excel?", "binary"),
    ("Has the licence been renewed?", "binary"),
    ("Not sure whether this is included?", "binary"),
    ("The trial is free, right?", "binary"),
    ("What is a credit note?", "general"),
    ("What's a cost centre?", "general"),
    ("What does the status 'in progress' mean?", "general"),
    ("Which roles are there?", "general"),
    ("Who may approve an order?", "general"),
    ("Until when can I cancel an order?", "general"),
    ("When will my salary be paid?", "general"),
    ("How many days of leave do I have left?", "general"),
    ("How long are documents kept?", "general"),
    ("What is the difference between a quote and an order?", "general"),
    ("How does direct debit work?", "general"),
    ("How much does an extra user cost?", "general"),
    ("Tell me about the new pension scheme", "general"),
    ("Why can't I see my payslip?", "reasoning"),
    ("Why is my invoice still open?", "reasoning"),
    ("How come the tax is not right?", "reasoning"),
    ("What is the reason my order was put on hold?", "reasoning"),
    ("What could be the cause of this delay?", "reasoning"),
    ("What if I am late with my return?", "reasoning"),
    ("What happens when I delete an employee?", "reasoning"),
    ("What's wrong with my export?", "reasoning"),
    ("What is wrong with my export?", "reasoning"),
    ("I get an error message when I log in", "error"),
    ("Why do I see error 500 when I click Save?", "error"),
    ("The import is not working since yesterday", "error"),
    ("The app keeps crashing, how do I reinstall it?", "error"),
    ("What does code FC-4015 mean?", "error"),
    ("Something went wrong with my order", "error"),
    ("My payment was declined, what now?", "error"),
    ("Send me a copy of the invoice", "action"),
    ("Please delete my account.", "action"),
    ("Can you write a mail to the customer?", "action"),
    ("Could you reset my password?", "action"),
    ("I want to cancel my subscription.", "action"),
    ("Thanks for your help!", "unspecified", "reasoning"),
    ("Good afternoon", "unspecified"),
    ("Good morning!", "unspecified"),
    ("Hello all", "unspecified"),
    ("Explanation", "general"),
    ("explanation please", "general"),
    ("Definition?", "general"),
    ("How can this invoice be paid twice?", "reasoning"),
    ("How can this setting be wrong?", "reasoning"),
    ("How can this be changed?", "instruction"),
    ("I want to change my address", "instruction", "reasoning"),
    ("I would like to adjust the tax rate.", "instruction", "reasoning"),
    ("My customer number is 4711.", "unspecified", "reasoning"),
    ("", "unspecified"),
    ("\n", "unspecified"),
]
GOLD = [(code, row) for code, rows in (("nl", DUTCH), ("en", ENGLISH)) for row in rows]


@pytest.mark.parametrize(("code", "row"), GOLD)
def test_a_question_gets_its_type_in_the_papers_order(code: str, row: tuple[str, ...]) -> None:
    assert detect(row[0], pack(code), paper()).type == row[-1]


@pytest.mark.parametrize(("code", "row"), GOLD)
def test_a_question_gets_its_type_without_the_rule_on_question_marks(
    code: str, row: tuple[str, ...]
) -> None:
    assert detect(row[0], pack(code), WITHOUT_RULE).type == row[1]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_own_questions_reach_every_type(code: str) -> None:
    rows = [row for lang, row in GOLD if lang == code]
    assert {row[1] for row in rows} == set(MESSAGE_TYPES)
    assert len(rows) >= 60


# --- the rule on question marks ---------------------------------------------------------------


def test_a_statement_is_reasoning_by_the_rule_on_question_marks() -> None:
    assert NO_QUESTION_MARK == "no question mark"  # as verdicts cite it
    found = detect("Mijn klantnummer is 4711.", pack("nl"), paper())
    assert found == Detection(
        type="reasoning", rule=Rule(list="reasoning", pattern=NO_QUESTION_MARK), span=None
    )


def test_the_rule_stands_behind_the_list_that_the_profile_names() -> None:
    early = tuned("detector", no_question_mark_after="error", no_question_mark="binary")
    late = tuned("detector", no_question_mark_after="binary")
    text = "Wat is een dagboek"
    assert detect(text, pack("nl"), early).type == "binary"
    assert detect(text, pack("nl"), late).type == "general"
    assert detect("Kan ik dat doen", pack("nl"), late).type == "binary"
    assert detect("Mijn klantnummer is 4711", pack("nl"), late).type == "reasoning"
    # An error in front of the rule is still an error.
    assert detect("De import mislukt", pack("nl"), early).type == "error"


def test_a_question_mark_anywhere_keeps_the_rule_away() -> None:
    text = "Mijn klantnummer is 4711. Ja? Zeker."
    assert detect(text, pack("nl"), paper()).rule != Rule(
        list="reasoning", pattern=NO_QUESTION_MARK
    )


def test_switched_off_the_rule_says_nothing() -> None:
    off = tuned("detector", no_question_mark="off")
    assert detect("Mijn klantnummer is 4711.", pack("nl"), off) == Detection(type="unspecified")


# --- whole words, substrings and scope ----------------------------------------------------------

HOW = QuestionList(
    name="instruction",
    type="instruction",
    scope="question",
    patterns=(QuestionPattern(pattern="how", example="how"),),
)
CAN = QuestionList(
    name="binary",
    type="binary",
    scope="question",
    patterns=(QuestionPattern(pattern="can", example="can"),),
)


def small(*lists: QuestionList, **macros: str) -> LanguagePack:
    """English with other question lists; the digest tells the compiled ones apart."""
    return replace(
        pack("en"),
        question_lists={each.name: each for each in lists},
        question_macros=macros,
        digest=repr((lists, macros)),
    )


def order(*names: str, **changes: Any) -> Any:
    return tuned("detector", order=names, no_question_mark="off", **changes)


@pytest.mark.parametrize(
    ("text", "match", "kind"),
    [
        ("Would you show the scan?", "whole_words", "unspecified"),
        ("Would you show the list?", "substring", "instruction"),
        ("Is this a scan?", "whole_words", "unspecified"),
        ("Is this a scan?", "substring", "binary"),
        ("Do tell how?", "whole_words", "instruction"),
        ("No-how canned can-opener?", "whole_words", "binary"),
        ("HOW now?", "whole_words", "instruction"),
    ],
)
def test_whole_words_or_substrings(text: str, match: str, kind: str) -> None:
    profile = order("instruction", "binary", match=match)
    assert detect(text, small(HOW, CAN), profile).type == kind


def test_substring_reading_drops_the_place_of_a_fragment_too() -> None:
    # In words, "hoe" must begin the question; as a fragment it counts wherever it stands.
    text = "Leg mij dit eens uit, en graag precies, tot in detail hoe ik dat doe?"
    assert detect(text, pack("nl"), paper()).type != "instruction"
    assert detect(text, pack("nl"), tuned("detector", match="substring")).type == "instruction"


def test_the_question_scope_looks_at_the_first_question_only() -> None:
    text = "Why not. Can I do this? How then?"
    profile = order("instruction", "binary", scope="question")
    found = detect(text, small(HOW, CAN), profile)
    assert (found.type, found.span) == ("binary", Span(source="question", start=9, end=12))
    profile = order("instruction", "binary", scope="message")
    found = detect(text, small(HOW, CAN), profile)
    assert (found.type, found.span) == ("instruction", Span(source="question", start=24, end=27))


def test_a_list_of_message_scope_always_looks_at_the_whole_message() -> None:
    how = replace(HOW, scope="message")
    profile = order("instruction", "binary", scope="question")
    assert detect("Can I? No how.", small(how, CAN), profile).type == "instruction"


def test_capitals_only_matter_to_a_pattern_that_names_them() -> None:
    code = QuestionList(
        name="error",
        type="error",
        scope="message",
        patterns=(QuestionPattern(pattern=r"\p{Lu}{2}\d+", example="AB1"),),
    )
    profile = order("error")
    assert detect("AB12", small(code), profile).type == "error"
    assert detect("ab12", small(code), profile).type == "unspecified"


def test_the_order_of_the_profile_decides_between_lists() -> None:
    text = "Can you tell how?"
    assert detect(text, small(HOW, CAN), order("instruction", "binary")).type == "instruction"
    assert detect(text, small(HOW, CAN), order("binary", "instruction")).type == "binary"
    assert detect(text, small(HOW, CAN), order()).type == "unspecified"


def test_the_span_leaves_out_the_space_in_front() -> None:
    found = detect("Goedendag.  Hoe wijzig ik dit?", pack("nl"), paper())
    assert found.span == Span(source="question", start=12, end=15)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("Kan dit?", "Kan dit?"),
        ("Ik ben Jan. Kan dit? Hoe dan?", "Kan dit?"),
        ("Geen vraag.", "Geen vraag."),
        ("", ""),
        ("Eerst dit\nKan dat?\nDank", "Kan dat?"),
        ("Werkt versie 2.1 ook?", "Werkt versie 2.1 ook?"),
        ("Kan dit?!", "Kan dit?!"),
        ("Kan dit?? Ja.", "Kan dit??"),
    ],
)
def test_the_question_of_a_message_is_its_first_sentence_with_a_question_mark(
    text: str, span: str
) -> None:
    start, end = question_span(text)
    assert text[start:end] == span


# --- what goes wrong ------------------------------------------------------------------------------


def test_an_order_with_an_unknown_list_suggests_the_near_one() -> None:
    profile = order("error", "instructions", "binary")
    with pytest.raises(ProfileError, match=r"detector\.order: nl has no list 'instructions'") as e:
        detect("Kan dit?", pack("nl"), profile)
    assert "did you mean 'instruction'?" in str(e.value)
    assert "it has error, general" in str(e.value)


def test_a_pattern_that_runs_away_is_stopped() -> None:
    slow = replace(
        HOW, patterns=(QuestionPattern(pattern=r"(?:a|a|aa)+(?:b|bb)+c", example="abc"),)
    )
    limits = paper().limits.model_copy(update={"pattern_seconds": 0.05})
    profile = order("instruction").model_copy(update={"limits": limits})
    started = time.perf_counter()
    with pytest.raises(
        ProfileError, match=r"list 'instruction': pattern .* took longer than 0\.05"
    ):
        detect("a" * 4000 + "?", small(slow), profile)
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("<begin>how", r"pattern '<begin>how' uses an unknown macro <begin>; there are start"),
        ("how(", r"pattern 'how\(' does not compile: "),
    ],
)
@pytest.mark.usefixtures("patterns_kept")
def test_a_broken_pattern_is_named(pattern: str, message: str) -> None:
    broken = replace(HOW, patterns=(QuestionPattern(pattern=pattern, example="how"),))
    with pytest.raises(ResourceError, match=message):
        compiled_lists(small(broken, start="^"), "whole_words")


@pytest.mark.usefixtures("patterns_wait")
def test_a_broken_pattern_that_waited_is_named() -> None:
    broken = small(replace(HOW, patterns=(QuestionPattern(pattern="how(", example="how"),)))
    with pytest.raises(ResourceError, match=r"message_types\.toml: pattern .*how\(.* not compile"):
        detect("how?", broken, order("instruction"))


def test_macros_may_use_macros() -> None:
    nested = replace(HOW, patterns=(QuestionPattern(pattern="<outer> x", example="how x"),))
    language = small(nested, outer="<inner>", inner="how")
    assert detect("now how x?", language, order("instruction")).type == "instruction"


def test_lists_are_compiled_once_per_language_and_reading() -> None:
    first = compiled_lists(pack("nl"), "whole_words")
    assert compiled_lists(pack("nl"), "whole_words") is first
    assert compiled_lists(pack("nl"), "substring") is not first
    assert compiled_lists(pack("en"), "whole_words") is not first


# --- properties -----------------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["hoe", "kan ik", "wat is", "waarom", "?", ".", "\n", "factuur", "how", "error", " ", "Ik", "é"]
)


@given(st.lists(PIECES, max_size=12).map(" ".join))
def test_a_span_lies_in_the_question_and_the_answer_never_changes(text: str) -> None:
    for code in LANGUAGES:
        found = detect(text, pack(code), paper())
        assert found == detect(text, pack(code), paper())
        assert found.type in MESSAGE_TYPES
        start, end = question_span(text)
        assert 0 <= start <= end <= len(text)
        if found.span is not None:
            assert found.rule is not None
            assert 0 <= found.span.start < found.span.end <= len(text)
            assert not text[found.span.start].isspace()
