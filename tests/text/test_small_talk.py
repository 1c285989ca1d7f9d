"""Small talk: answers that claim nothing, and answers that only begin or end like it."""

from __future__ import annotations

import time
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import pack
from truthscore import Example, Guardrail, TruthScorer
from truthscore.errors import ResourceError
from truthscore.text.small_talk import is_small_talk
from truthscore.types import ContextDocument

# All made up, in the manner of support chatbots.
SAYS_NOTHING = [
    ("nl", "Goedemorgen! Waarmee kan ik u helpen?"),
    ("nl", "Hallo, fijn dat u er bent. Hoe kan ik u helpen?"),
    ("nl", "Hoi 👋 Waar kan ik je mee helpen?"),
    ("nl", "Graag gedaan! Fijne dag."),
    ("nl", "Graag gedaan. Mocht u nog vragen hebben, dan hoor ik het graag."),
    ("nl", "Bedankt voor uw bericht. Kan ik verder nog iets voor u doen?"),
    ("nl", "**Welkom!**\n\nWat wilt u weten?"),
    ("nl", "Geen dank, laat het gerust weten als je nog vragen hebt."),
    ("nl", "Kunt u uw vraag iets anders formuleren?"),
    ("nl", "Ik begrijp je vraag niet helemaal. Kun je dat toelichten?"),
    ("nl", "Dank je wel en nog een fijne avond!"),
    ("en", "Hello! How can I help you today?"),
    ("en", "You're welcome! Have a nice day."),
    ("en", "You’re welcome. Let me know if you need anything else."),
    ("en", "Hi there, what would you like to know?"),
    ("en", "Thanks for reaching out. Could you please clarify your question?"),
    ("en", "My pleasure. Is there anything else I can help you with?"),
    ("en", "Glad I could help!"),
]
SAYS_SOMETHING = [
    ("nl", "Graag gedaan! Verlof vraagt u aan bij de gemeente."),
    ("nl", "Goedemorgen! Het kantoor is vandaag gesloten."),
    ("nl", "Ja."),
    ("nl", "Nee, helaas."),
    ("nl", "Zeker."),
    ("nl", "Natuurlijk!"),
    ("nl", "Geen probleem."),
    ("nl", "Fijn dat u de gratis module hebt gevonden."),
    ("nl", "Waarmee kan ik u helpen? Verlof is gratis."),
    ("nl", "Hebt u de knop Opslaan gevonden?"),
    ("nl", "Klik op Welkom."),
    ("nl", "Dank u. U krijgt € 20 korting."),
    ("nl", "Wist u dat verlof automatisch wordt goedgekeurd?"),
    ("nl", "Dat kan ik niet vinden in de documentatie."),
    ("en", "You're welcome! Your order is free of charge."),
    ("en", "Yes."),
    ("en", "Of course."),
    ("en", "No problem at all."),
    ("en", "Sure, anything else?"),
    ("en", "Hello! The office is closed today."),
    ("en", "Have you clicked Save?"),
    ("en", "Thanks for your order of 20 licences."),
    ("en", "Enjoy your discount."),
]


HERE = Path(__file__).parent
#: Greetings of four lengths, thanks, goodbyes, "one moment", apologies, hand-overs, with names.
SMALL_TALK = [
    (lang, answer)
    for name in ("unseen", "seen", "third")
    for lang, kinds in tomllib.loads((HERE / f"small_talk_{name}.toml").read_text("utf-8")).items()
    for answers in kinds.values()
    for answer in answers
]
LIES = [
    (lang, answer)
    for lang, answers in tomllib.loads((HERE / "small_talk_lies.toml").read_text("utf-8")).items()
    for answer in answers
]


ASKED = tomllib.loads((HERE / "small_talk_asked.toml").read_text("utf-8"))


def told(kind):
    """Replies of a kind, with their language and what was asked."""
    return [(lang, *row) for lang, kinds in ASKED.items() for row in kinds[kind]]


@pytest.mark.parametrize(("lang", "asked", "answer"), told("passes"))
def test_replies_about_the_chat_claim_nothing(lang, asked, answer):
    assert is_small_talk(answer, pack(lang), asked)


def test_no_claim_passes_for_a_reply_about_the_chat():
    claims = [*told("lies"), *((lang, "Is it free?", answer) for lang, answer in LIES)]
    assert len(claims) >= 270
    assert [row for row in claims if is_small_talk(row[2], pack(row[0]), row[1])] == []


@pytest.mark.parametrize(
    ("asked", "passes"), [("Are you still there?", True), ("Can I cancel for free?", False)]
)
def test_a_yes_is_small_talk_only_to_a_question_about_the_chat(asked, passes):
    assert is_small_talk("Yes! Thank you for your patience.", pack("en"), asked) is passes


@pytest.mark.parametrize("said", ["Hello Plus Is Free! How can I help?", "Hi Your Parcel Shipped!"])
def test_a_name_has_two_words_at_most(said):
    assert not is_small_talk(said, pack("en"), "Is Plus free?")


def test_what_somebody_can_do_is_a_claim():
    assert is_small_talk("I can help you with that.", pack("en"), "hello")
    assert not is_small_talk("You can chat with us at night.", pack("en"), "hello")


def test_the_tables_are_as_long_as_they_say():
    assert len(SMALL_TALK) == 220
    assert len({answer for _, answer in LIES}) >= 90


@pytest.mark.parametrize(("lang", "answer"), SMALL_TALK)
def test_small_talk_and_hand_overs_with_names_claim_nothing(lang, answer):
    assert is_small_talk(answer, pack(lang))


@pytest.mark.parametrize(("lang", "answer"), LIES)
def test_a_claim_dressed_as_small_talk_is_none(lang, answer):
    assert not is_small_talk(answer, pack(lang))


def test_a_name_has_a_capital():
    """ "Ik verbind u door met gratis" names nobody; in a shout nobody can be told from a word."""
    assert is_small_talk("Dag Fatima!", pack("nl"))
    assert not is_small_talk("Dag factuur!", pack("nl"))
    assert not is_small_talk("DAG FACTUUR!", pack("nl"))


@pytest.mark.parametrize(("lang", "answer"), SAYS_NOTHING)
def test_greetings_thanks_and_questions_back_claim_nothing(lang, answer):
    assert is_small_talk(answer, pack(lang))


@pytest.mark.parametrize(("lang", "answer"), SAYS_SOMETHING)
def test_one_statement_and_it_is_an_answer(lang, answer):
    assert not is_small_talk(answer, pack(lang))


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_every_pattern_reaches_its_example_by_itself(lang):
    data = pack(lang).small_talk
    names = [each["name"] for each in data["patterns"]]
    assert len(set(names)) == len(names)
    for each in data["patterns"]:
        alone = replace(pack(lang), digest=each["name"], small_talk={**data, "patterns": [each]})
        assert is_small_talk(each["example"], alone), each["name"]


@pytest.mark.parametrize("text", ["", " \n", "!?", "…", "👋"])
def test_nothing_is_no_small_talk(text):
    assert not is_small_talk(text, pack("nl"))


@given(said=st.sampled_from(SAYS_NOTHING), other=st.sampled_from(SAYS_SOMETHING))
def test_small_talk_around_a_statement_hides_nothing(said, other):
    lang, talk = said
    assert not is_small_talk(f"{talk} {other[1]}", pack(lang))
    assert not is_small_talk(f"{other[1]}\n{talk}", pack(lang))


@pytest.mark.parametrize(
    "word",
    ["nog", "verder", "graag", "hallo", "een", "u", "bedankt", "Dan", "een collega", "sorry"],
)
def test_no_row_of_words_takes_long(word):
    began = time.process_time()
    is_small_talk("Waar " + " ".join((f"{word} " * 58).split()[:57]) + " x", pack("nl"))
    assert time.process_time() - began < 0.5


def test_it_gets_no_stars_and_is_sent():
    page = ContextDocument(id="p", text="U vraagt verlof aan via Mijn verlof.")
    row = Example(id="1", question="Goedemorgen", answer=SAYS_NOTHING[0][1], context=(page,))
    verdict = next(iter(TruthScorer.load("grounded", lang="nl").score_many([row])))
    assert (verdict.status, verdict.reason, verdict.score) == ("not_scored", "small_talk", None)
    guardrail = Guardrail.load("grounded", lang="nl")
    for context in ([page], []):  # retrieval finds nothing for a greeting
        decision = guardrail.check(question="Hoi", answer=SAYS_NOTHING[0][1], context=context)
        assert (decision.action, decision.cause) == ("allow", "small_talk")
    paper = next(iter(TruthScorer.load("paper", lang="nl", score_types="all").score_many([row])))
    assert paper.status == "scored"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"patterns": [{"pattern": "a <thing>"}]}, "pattern 'a <thing>' uses an unknown macro"),
        ({"patterns": [{"pattern": "("}]}, "pattern does not compile"),
        ({"patterns": [{}]}, "missing or wrong key: 'pattern'"),
    ],
)
@pytest.mark.usefixtures("patterns_kept")
def test_a_broken_word_list_is_named(change, message):
    data = {**pack("nl").small_talk, **change}
    broken = replace(pack("nl"), small_talk=data, digest=f"broken {message}")
    with pytest.raises(ResourceError, match=rf"^wordlists/nl/small_talk\.toml: {message}"):
        is_small_talk("x", broken)
