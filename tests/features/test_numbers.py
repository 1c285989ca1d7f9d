"""Numbers: every value of the answer must stand in the context, beside the same thing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import grounded, inputs, pack, read, shown, tuned, with_rules
from truthscore import TruthScorer, profile
from truthscore.features import Inputs
from truthscore.features.numbers import NUMBERS, measure
from truthscore.profile import Profile
from truthscore.text.aligned import align
from truthscore.text.alignment import index_passages
from truthscore.text.markup import blocks
from truthscore.text.model import ParsedText
from truthscore.types import Measurement

STOPS = ("de", "het", "een", "na", "is", "the", "a", "is", "after", "of", "van", "in", "u", "je")


def lines(text: str) -> ParsedText:
    """A text read with each line a sentence of its own."""
    parsed = read(text, stops=STOPS)
    ranges = []
    for block in blocks(text):
        inside = [at for at, start in enumerate(parsed.starts) if block.start <= start < block.end]
        if inside:
            ranges.append((inside[0], inside[-1] + 1))
    return replace(parsed, sentences=tuple(ranges))


def made(
    lang: str,
    answer: str,
    pages: dict[str, str],
    question: str = "",
    settings: Profile | None = None,
) -> Inputs:
    chosen = settings or grounded()
    given_ = inputs(
        NUMBERS,
        lang,
        answer=lines(answer),
        question=question,
        pages={name: lines(page) for name, page in pages.items()},
        settings=chosen,
    )
    passages = [index_passages(each.document.parsed, pack(lang)) for each in given_.documents]
    assert chosen.features.alignment is not None
    return replace(
        given_, alignment=align(given_.answer, passages, pack(lang), chosen.features.alignment)
    )


# Each row: language, answer, page, (value, raw), (role, label, words of the answer, match).
CASES: list[tuple[str, str, str, float | None, list[tuple[str, str, str, str | None]]]] = [
    ("nl", "Facturen blijven 7 dagen open.", "Een factuur blijft open: 7 dagen.", 1.0,
     [("supports", "7 day", "7 dagen", "7 dagen")]),
    ("nl", "De termijn is 5 dagen.", "De termijn is 7 dagen.", 0.5,
     [("contradicts", "5 day", "5 dagen", "7 dagen")]),
    ("en", "The term is five days.", "The term is 7 days.", 0.5,
     [("contradicts", "5 day", "five days", "7 days")]),
    ("nl", "Het tarief is 21%.", "Het tarief is 21 procent.", 1.0,
     [("supports", "21 %", "21%", "21 procent")]),
    ("nl", "Het bedrag is € 1.500,-.", "Het bedrag is 1500 euro.", 1.0,
     [("supports", "1500 eur", "€ 1.500,-", "1500 euro")]),
    ("nl", "Het bedrag is € 1.500.", "Het bedrag is 1500 dollar.", 0.5,
     [("contradicts", "1500 eur", "€ 1.500", "1500 dollar")]),
    ("en", "The offer ends March 1, 2024.", "The offer ends 2024-03-01.", 1.0,
     [("supports", "2024-03-01", "March 1, 2024", "2024-03-01")]),
    ("en", "The offer ends March 1.", "The offer ends April 1.", 0.5,
     [("contradicts", "*-03-01", "March 1", "April 1")]),
    ("nl", "De taak draait om 02.00 uur.", "De taak draait om 0200.", 1.0,
     [("supports", "02:00", "02.00 uur", "0200")]),
    # a table has the unit in its heading, and a year may stand in a date
    ("nl", "Het tarief is 21%.", "Tarief: 21", 1.0, [("supports", "21 %", "21%", "21")]),
    ("en", "Founded in 2019.", "It was founded on March 1, 2019.", 1.0,
     [("supports", "2019", "2019", "March 1, 2019")]),
    # one of two, and one of two with the other one beside it
    ("en", "The fee is $5 and the limit 80 characters.", "The fee is $5.", 0.5,
     [("supports", "5 usd", "$5", "$5"), ("unsupported", "80 character", "80 characters", None)]),
    # the same number of another thing is no support
    ("nl", "De bewaartermijn is 7 jaar.", "Na 7 jaar garantie.\nX\nY\nDe bewaartermijn.", 0.5,
     [("unsupported", "7 year", "7 jaar", None)]),
    # a bare number contradicts where the same thing is counted
    ("en", "The plan has 8 users.", "The plan has 5 users.", 0.5,
     [("contradicts", "8", "8", "5")]),
    ("en", "The plan has 8 users.", "The plan has 5 folders.", 0.5,
     [("unsupported", "8", "8", None)]),
    # what a bare number counts is its unit
    ("nl", "De naam heeft 20 regels.", "De naam heeft 20 tekens.", 0.5,
     [("contradicts", "20", "20", "20 tekens")]),
    ("nl", "De naam heeft 20 losse tekens.", "De naam heeft 20 tekens.", 1.0,
     [("supports", "20", "20", "20 tekens")]),
    ("nl", "De naam heeft 20 tekens.", "De naam heeft 20 regels.", 0.5,
     [("contradicts", "20 character", "20 tekens", "20")]),
    ("en", "The name has 20 characters.", "The name has 20 plain characters.", 1.0,
     [("supports", "20 character", "20 characters", "20")]),
    # units that measure the same
    ("nl", "De termijn is twee jaar.", "De termijn is 24 maanden.", 1.0,
     [("supports", "2 year", "twee jaar", "24 maanden")]),
    ("en", "The term is two years.", "The term is 24 months.", 1.0,
     [("supports", "2 year", "two years", "24 months")]),
    ("nl", "Onderhoud duurt een half uur.", "Onderhoud: 30 minuten.", 1.0,
     [("supports", "0.5 hour", "half uur", "30 minuten")]),
    # two values that stand near each other in the page are said of the same thing
    ("nl", "Wij rekenen 40 euro, het is immers binnen 3 weken.",
     "Afzeggen kan tot 3 weken vooraf. Later brengen wij 40 euro in rekening.", 1.0,
     [("supports", "40 eur", "40 euro", "40 euro"), ("supports", "3 week", "3 weken", "3 weken")]),
    # "tot 24 uur van tevoren" is no time of the day
    ("nl", "Afzeggen kan 24 uur van tevoren.", "Afzeggen kan tot 24 uur van tevoren.", 1.0,
     [("supports", "24 hour", "24 uur", "24 uur")]),
    # another duration contradicts, if one can be told in the other; days and months cannot
    ("nl", "De termijn is drie jaar.", "De termijn is 24 maanden.", 0.5,
     [("contradicts", "3 year", "drie jaar", "24 maanden")]),
    ("en", "The term is three years.", "The term is 24 months.", 0.5,
     [("contradicts", "3 year", "three years", "24 months")]),
    ("nl", "De termijn is drie jaar.", "De termijn is 24 dagen.", 0.5,
     [("contradicts", "3 year", "drie jaar", "24 dagen")]),
    ("en", "The term is three years.", "The term is 24 days.", 0.5,
     [("contradicts", "3 year", "three years", "24 days")]),
    # an article claims that it is one only where the page has another one of the same measure
    ("nl", "De termijn is een week.", "De termijn is 7 dagen.", 1.0,
     [("supports", "1 week", "een week", "7 dagen")]),
    ("nl", "De termijn is een week.", "De termijn is 8 dagen.", 0.5,
     [("contradicts", "1 week", "een week", "8 dagen")]),
    ("en", "The term is a week.", "The term is 7 days.", 1.0,
     [("supports", "1 week", "a week", "7 days")]),
    ("en", "The term is a week.", "The term is 8 days.", 0.5,
     [("contradicts", "1 week", "a week", "8 days")]),
    ("nl", "De termijn is een week.", "De termijn is 8 maanden.", 0.5,
     [("contradicts", "1 week", "een week", "8 maanden")]),
    ("en", "The term is a week.", "The term is 8 months.", 0.5,
     [("contradicts", "1 week", "a week", "8 months")]),
    ("nl", "De termijn is een week.", "De termijn.", None, []),
    ("en", "The term is an hour.", "The term.", None, []),
    # an ordinal is wrong only where the page has another one of the same
    ("nl", "Betaling volgt op de 15e.", "Betaling volgt op de 25e van de maand.", 0.5,
     [("contradicts", "15th", "15e", "25e")]),
    ("nl", "Betaling volgt op de 25ste.", "Betaling volgt op 25 maart.", 1.0,
     [("supports", "25th", "25ste", "25 maart")]),
    ("en", "Payment follows on the 15th.", "Payment follows on day 15.", 1.0,
     [("supports", "15th", "15th", "15")]),
    ("en", "Payment follows in the third week.", "Payment follows in the 2nd week.", 0.5,
     [("contradicts", "3rd", "third", "2nd")]),
    ("nl", "Betaling volgt op de 15e.", "Betaling volgt.", None, []),
    # so does a day or a month; a row of them has those between
    ("nl", "De balie is zondag open.", "De balie is zaterdag open.", 0.5,
     [("contradicts", "sunday", "zondag", "zaterdag")]),
    ("nl", "De balie is dinsdag open.", "De balie is maandag t/m vrijdag open.", 1.0,
     [("supports", "tuesday", "dinsdag", "maandag t/m vrijdag")]),
    ("nl", "De balie is maandag t/m zaterdag open.", "De balie is maandag t/m vrijdag open.", 0.5,
     [("contradicts", "monday-saturday", "maandag t/m zaterdag", "maandag t/m vrijdag")]),
    ("nl", "De balie is zondag dicht.", "De balie is open van vrijdag t/m maandag.", 1.0,
     [("supports", "sunday", "zondag", "vrijdag t/m maandag")]),
    ("nl", "De balie is zondag niet open.", "De balie is open van maandag t/m zaterdag.", None, []),
    ("nl", "De balie is zondag gesloten.", "De balie is open van maandag t/m zaterdag.", None, []),
    ("nl", "De balie is zondag open.", "De balie is open van maandag t/m zaterdag.", 0.5,
     [("contradicts", "sunday", "zondag", "maandag t/m zaterdag")]),
    ("nl", "De balie is doordeweeks open.", "De balie is zaterdag open.", None, []),
    ("nl", "De balie is zaterdag open.", "De balie is in het weekend open, niet op maandag.", 1.0,
     [("supports", "saturday", "zaterdag", "weekend")]),
    ("en", "The desk opens in May.", "The desk opens in June.", 0.5,
     [("contradicts", "may", "May", "June")]),
    ("en", "The desk opens in May.", "The desk opens 3 May 2024.", 1.0,
     [("supports", "may", "May", "3 May 2024")]),
    ("en", "The desk opens in May.", "The desk opens.", None, []),
    # how often
    ("nl", "De bak wordt elke twee weken geleegd.", "De bak wordt om de week geleegd.", 1.0,
     [("supports", "2 week", "elke twee weken", "om de week")]),
    ("nl", "De bak wordt elke week geleegd.", "De bak wordt om de week geleegd.", 0.5,
     [("contradicts", "1 week", "elke week", "om de week")]),
    ("nl", "De bak wordt wekelijks geleegd.", "De bak wordt elke dinsdag geleegd.", 1.0,
     [("supports", "1 week", "wekelijks", "elke dinsdag")]),
    ("en", "The bin is emptied every two weeks.", "The bin is emptied every 14 days.", 1.0,
     [("supports", "2 week", "every two weeks", "every 14 days")]),
    # no claims
    ("nl", "Dat doet u in drie stappen.", "De stappen.", None, []),
    ("nl", "Er zijn vier verschillende manieren.", "De manieren.", None, []),
    ("nl", "U vult drie velden in:\n- Naam\n- Adres\n- Plaats", "De velden.", None, []),
    ("nl", "Dat gaat in één keer, voor twee klanten.", "De klanten.", None, []),
    ("en", "Click Save.", "Click Save.", None, []),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "answer", "page", "value", "expected"), CASES)
def test_values_are_held_against_the_context(
    lang: str,
    answer: str,
    page: str,
    value: float | None,
    expected: list[tuple[str, str, str, str | None]],
) -> None:
    given_ = made(lang, answer, {"p": page})
    found = measure(given_)
    assert shown(found, given_) == [
        (role, label, words, match and ("p", match)) for role, label, words, match in expected
    ]
    assert found.value == value
    if expected:
        assert found.raw == sum(role != "supports" for role, *_ in expected)
    else:
        assert found == Measurement(value=None, note="the answer claims no number, date or amount")


@pytest.mark.parametrize(
    ("lang", "question"), [("nl", "Kan ik 9 dagen kiezen?"), ("en", "Can I choose 9 days?")]
)
def test_values_of_the_question_are_no_claims(lang: str, question: str) -> None:
    answer = {"nl": "Ja, 9 dagen kiezen kan.", "en": "Yes, choose 9 days."}[lang]
    assert measure(made(lang, answer, {"p": "x"}, question)).value is None
    assert measure(made(lang, answer, {"p": "x"})).raw == 1.0


@pytest.mark.parametrize(
    ("lang", "question", "answer", "page"),
    [
        ("nl", "Hoe lang is de bewaartermijn?", "Dat is 30 dagen.", "De bewaartermijn: 30 dagen."),
        ("en", "How long is the retention?", "Wait 30 days.", "The retention is 30 days."),
    ],
)
def test_a_value_is_told_of_what_was_asked_about(
    lang: str, question: str, answer: str, page: str
) -> None:
    assert measure(made(lang, answer, {"p": page}, question)).raw == 0.0
    # Asked about another thing, the page's thing is not the one the value is told of.
    other = made(lang, f"Huxam {answer}", {"p": page}, "Flurbel?")
    assert measure(other).raw == 1.0


@pytest.mark.parametrize(
    ("lang", "question", "answer", "page", "raw"),
    [
        ("nl", "Het advies is 200 euro. Hoe laag kan dat?", "Hooguit 20% lager, dus 160 euro.",
         "Tot 20% lager dan het advies.", 0.0),
        ("nl", "Hoe lang?", "Twee weken, en twee keer twee weken erbij. Samen zes weken.",
         "De termijn is twee weken.", 0.0),
        ("en", "What is it?", "It is 5 dollars and 2 dollars, so 7 dollars in total.",
         "It is 5 dollars. It is 2 dollars.", 0.0),
        # wrongly worked out, from nothing, or not said to be worked out
        ("nl", "Het advies is 200 euro. Hoe laag kan dat?", "Hooguit 20% lager, dus 150 euro.",
         "Tot 20% lager dan het advies.", 1.0),
        ("en", "What is it?", "It is 5 dollars and 2 dollars, so 7 dollars in total.",
         "It is 5 dollars.", 2.0),
        ("en", "What is it?", "It is 5 and 2. The fee is 7.", "It is 5. It is 2.", 1.0),
        # in one sentence, or from what was asked with, nobody needs to say so
        ("nl", "Wat betaal ik?", "Dat is € 400: € 150 plus € 250.",
         "Het is € 150. Er komt € 250 bij.", 0.0),
        ("nl", "Wat kosten twee pasjes?", "Pasjes: dat is € 390.", "Pasjes: € 195 per stuk.", 0.0),
        ("en", "Can I freeze it for 2 months?", "Your term becomes 14 months.",
         "The term is 12 months.", 0.0),
        ("nl", "Wat kosten twee pasjes?", "Pasjes: dat is € 300.", "Pasjes: € 195 per stuk.", 1.0),
        # by two counts at once
        ("en", "I have two books 5 days late. What do I owe?", "You owe £2.40.",
         "Books: £0.20 each per day late.", 1.0),
    ],
)  # fmt: skip
def test_a_value_may_be_worked_out_from_others(
    lang: str, question: str, answer: str, page: str, raw: float
) -> None:
    given_ = made(lang, answer, {"p": page}, question)
    found = measure(given_)
    assert found.raw == raw
    for role, _, _, match in shown(found, given_):
        assert (match is None) is (role == "unsupported")


@pytest.mark.parametrize(
    ("lang", "question", "answer", "page", "raw"),
    [
        # spread over what the page allows
        ("nl", "Mijn achterstand is €420. Wat betaal ik?", "Bij 10 termijnen betaal je € 45.",
         "Je betaalt in maximaal 10 termijnen.", 1.0),
        # from one date, time or day to another
        ("nl", "Het was op 1 maart, nu is het 20 maart. Mag dat nog?",
         "Dat mag: 1 maart is 21 dagen geleden.", "Dat mag tot 30 dagen terug.", 1.0),
        ("en", "It is 15:00 now. Can I move it?", "Move it until 17:00. You have four hours.",
         "Move it until 17:00.", 1.0),
        # a list and its total, and what comes from what the answer has worked out itself
        ("en", "What do three weeks cost?", "Weeks:\n$48\n$31\n$31\nThat comes to $110.",
         "Weeks: $48, then $31.", 0.0),
        ("en", "What do three weeks cost?", "Weeks:\n$48\n$31\n$31\nThat comes to $120.",
         "Weeks: $48, then $31.", 1.0),
        ("en", "Your cut of a £20 ticket?", "Ticket: 4.5% (£0.90) plus £0.49 = £1.59.",
         "Ticket: 4.5% plus £0.49.", 1.0),
        # in a foreign word for it
        ("en", "I owe 22 bucks. Is it blocked?", "With $22 it is blocked. Pay $2.",
         "It is blocked from $20.", 0.0),
        # of two values of a page some result is that much by chance
        ("nl", "Hoe lang duurt dat?", "Dat duurt 9 dagen.", "Dat duurt 4 dagen of 5 dagen.", 1.0),
        # of a question without figures nobody reckons with the page; nor with a name or "one"
        ("nl", "Hoe lang duurt dat?", "Dat duurt 4 dagen, dus 9 dagen.",
         "Dat duurt 4 dagen of 5 dagen.", 1.0),
        ("nl", "Lukt dat in een week?", "Dat duurt 4 dagen, dus 9 dagen.",
         "Dat duurt 4 dagen of 5 dagen.", 1.0),
        # people are no euros
        ("nl", "Wat kost het met 3 personen?", "Met 3 personen betaal je € 20, dus € 23.",
         "Het kost € 20 per keer.", 1.0),
        # a number of the page with another unit
        ("nl", "Mijn huur is 430 euro. Hoe hoog is de borg?", "De borg is 2 × € 430 = € 860.",
         "De borg is twee maanden huur.", 0.0),
        ("nl", "Mijn huur is 430 euro. Hoe hoog is de borg?", "De borg is 2 × € 430 = € 960.",
         "De borg is twee maanden huur.", 1.0),
        # days of a row, a day of the month, an hour of the day, the next hour
        ("nl", "Ik kom van vrijdag t/m zondag. Hoe lang is dat?", "Dat zijn 4 dagen.",
         "Een verblijf duurt ten minste 2 dagen.", 1.0),
        ("nl", "Ik meldde het op 3 maart. Wanneer krijg ik het?", "U krijgt het op 16 maart.",
         "U krijgt het op de 15e van de maand.", 1.0),
        ("nl", "Kan ik mn dienst van morgen 22u ruilen? Het is nu 23:30.",
         "Je dienst begint over 20,5 uur.", "Ruilen kan tot 24 uur ervoor.", 1.0),
        ("en", "My shift starts in an hour. Where is the button?", "You see it in 35 minutes.",
         "You see the button 15 minutes before your shift.", 1.0),
        # a share, and what is left of as many
        ("nl", "Ik deed 50 uur van 200 uur. Is dat genoeg?", "U deed 35%.",
         "Vanaf 20% is het genoeg.", 1.0),
    ],
)  # fmt: skip
def test_a_value_may_be_what_two_others_come_to(
    lang: str, question: str, answer: str, page: str, raw: float
) -> None:
    assert measure(made(lang, answer, {"p": page}, question)).raw == raw


#: One of each kind of value.
ALL_KINDS = st.sampled_from(
    ["3 dagen", "€ 20", "10%", "1 maart 2024", "29 februari 2023", "14:30 uur", "wekelijks", "v7.2",
     "de derde", "dinsdag", "maart", "12", "0 dagen", "twee keer", "€ 0", "2 jaar"]
)  # fmt: skip


@given(st.lists(ALL_KINDS, max_size=5), st.lists(ALL_KINDS, max_size=3), ALL_KINDS)
def test_values_of_every_kind_can_be_reckoned_with(
    asked: list[str], told: list[str], said: str
) -> None:
    page = {"p": f"Het duurt {' of '.join(told)}."}
    given_ = made("nl", f"Het duurt dus {said}.", page, f"Duurt het {' of '.join(asked)}?")
    found = measure(given_)
    assert found.raw in (None, 0.0, 1.0, 2.0)


@pytest.mark.parametrize("length", ["9999999 maanden", "99999999999 dagen", "9000 jaar"])
def test_a_length_that_no_calendar_has_leads_to_no_date(length: str) -> None:
    question = "Het pakket kwam op 3 mei 2024. Tot wanneer kan retour?"
    page = {"p": f"Retour van het pakket kan tot {length} na levering."}
    assert measure(made("nl", "Retour van het pakket kan tot 17 mei 2024.", page, question)).raw


def test_a_value_said_twice_is_one_claim() -> None:
    found = measure(made("nl", "De termijn is 9 dagen. Dus negen dagen.", {"p": "De termijn."}))
    assert (found.value, found.raw, len(found.evidence)) == (0.5, 1.0, 1)


def test_another_value_that_the_answer_also_has_is_no_contradiction() -> None:
    given_ = made(
        "nl", "De termijn is 7 dagen, met uitstel 9 dagen.", {"p": "De termijn is 7 dagen."}
    )
    assert [role for role, *_ in shown(measure(given_), given_)] == ["supports", "unsupported"]


def test_right_values_make_a_wrong_one_no_better() -> None:
    page = {"p": "De termijn is 7 dagen, de grens 9 tekens en de toeslag 12 euro."}
    one = made("nl", "De termijn is 8 dagen.", page)
    more = made("nl", "De termijn is 8 dagen, de grens 9 tekens en de toeslag 12 euro.", page)
    assert measure(one).value == measure(more).value == 0.5


@pytest.mark.parametrize(("each", "value"), [(0.5, 0.666667), (1.0, 0.5), (3.0, 0.25)])
def test_the_profile_says_what_a_wrong_value_costs(each: float, value: float) -> None:
    settings = with_rules(profile.load("grounded"), copied=each, free=each)
    page = {"p": "De termijn is 7 dagen."}
    given_ = made("nl", "De termijn is 7 dagen en 80 tekens.", page, settings=settings)
    assert measure(given_).value == value


@pytest.mark.parametrize(("reach", "raw"), [(0, 1.0), (1, 0.0)])
def test_the_profile_says_how_near_the_thing_must_be_named(reach: int, raw: float) -> None:
    settings = tuned("features.numbers", grounded(), reach=reach)
    given_ = made("nl", "De termijn is 7 dagen.", {"p": "De termijn:\n7 dagen"}, settings=settings)
    # "dagen" is a word of the value itself
    assert measure(given_).raw == raw


@pytest.mark.parametrize(("least", "raw"), [(3, None), (2, 1.0)])
def test_the_profile_says_which_number_words_are_claims(least: float, raw: float | None) -> None:
    settings = tuned("features.numbers", grounded(), min_worded=least)
    given_ = made("en", "It has two users.", {"p": "It has users."}, settings=settings)
    assert measure(given_).raw == raw


WORDS = st.sampled_from(
    ["termijn", "bedrag", "7", "€ 5", "9%", "12 dagen", "1 maart", "3 uur", "\n"]
)
SENTENCES = st.lists(WORDS, max_size=7).map(" ".join)


@given(answer=SENTENCES, pages=st.lists(SENTENCES, max_size=3))
def test_order_and_duplicates_of_pages_change_nothing(answer: str, pages: list[str]) -> None:
    def judged(texts: list[str]) -> tuple[object, ...]:
        given_ = made("nl", answer, {f"p{place}": text for place, text in enumerate(texts)})
        found = measure(given_)
        for role, _, words, match in shown(found, given_):
            assert words in answer
            assert (match is None) is (role == "unsupported")
        assert found.value is None or 0.0 <= found.value <= 1.0
        return found.value, found.raw, [(each.span, each.role) for each in found.evidence]

    if len(set(pages)) == len(pages):
        assert judged(pages)[:2] == judged(pages[::-1])[:2]
    assert judged(pages)[:2] == judged(pages + pages)[:2]


@given(answer=SENTENCES, more=SENTENCES)
def test_an_answer_copied_from_its_context_has_no_wrong_value(answer: str, more: str) -> None:
    assert measure(made("nl", answer, {"p": f"{answer}\n{more}"})).raw in (None, 0.0)


def test_a_month_between_two_of_the_question_is_asked_for() -> None:
    question = "Kan dat over oktober 2023 t/m maart 2024?"
    page = {"p": "Een bestand gaat over één jaar."}
    answer = "Een bestand gaat tot en met december 2023."
    assert measure(made("nl", answer, page, question)).raw == 0.0
    later = "Een bestand gaat tot en met december 2024."
    assert measure(made("nl", later, page, question)).raw == 1.0


def test_a_price_table_copied_to_the_letter_is_not_called_untrue(grounded: TruthScorer) -> None:
    table = (
        "| Fiets | Per uur | Per dag |\n|---|---|---|\n| Stadsfiets | € 3,50 | € 12,00 |\n"
        "| Bakfiets | € 8,00 | € 35,00 |"
    )
    told = grounded.score(
        question="Wat zijn de prijzen?", answer=table, lang="nl",
        context=[{"id": "p", "text": f"# Tarieven\n\nDit zijn onze prijzen.\n\n{table}"}],
    )  # fmt: skip
    assert (told.score or 0.0) >= 3.0
    assert not any(each.verdict == "contradicted" for each in told.statements)
