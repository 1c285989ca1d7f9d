"""Exchange: two things, each told with what the page says of the other; real pipelines."""

from __future__ import annotations

import functools
from collections.abc import Collection

import pytest

from tests.builders import pack
from truthscore.text.alignment import is_claim
from truthscore.text.clauses import clauses
from truthscore.text.exchange import (
    Stretch,
    exchanged,
    order_exchanged,
)
from truthscore.text.model import ParsedText
from truthscore.text.parser import Parser, load


@functools.cache
def parser(lang: str) -> Parser:
    return load(pack(lang))


def parsed(lang: str, text: str) -> ParsedText:
    return next(iter(parser(lang).parse([text])))


def stretch(text: ParsedText, lang: str) -> Stretch:
    begins = [each.start for one in text.sentences for each in clauses(text, *one, pack(lang))]
    return Stretch(text.sentences, begins)


def places(lang: str, page: str, answer: str) -> set[str] | None:
    """The lemmas that changed places; a word counts as itself."""
    told, language = parsed(lang, answer), pack(lang)
    content = [t for t in range(len(told.lowers)) if is_claim(told, t, language)]

    def kin(token: int) -> Collection[str]:
        return {told.lowers[token], told.lemmas[token]}

    context = parsed(lang, page)
    found = exchanged(
        told, stretch(told, lang), content, context, stretch(context, lang), kin, language
    )
    return None if found is None else {told.lowers[token] for token in found}


SHOP = {
    "nl": "De bezorger brengt het pakket naar de winkel, de verkoper bewaart de sleutel.",
    "en": "The courier brings the parcel to the shop, and the clerk keeps the key.",
}
FEES = {
    "nl": "De instapprijs gaat terug naar de rekening; de servicekosten worden nooit vergoed.",
    "en": "The entry price goes back to the account; the service fee is never refunded.",
}
DAYS = {
    "nl": "Oude dossiers verdwijnen na de zomer. Nieuwe dossiers blijven vijf winters bewaard.",
    "en": "Old files disappear after the summer. New files are kept for five winters.",
}


@pytest.mark.parametrize(
    ("lang", "page", "answer", "found"),
    [
        ("nl", SHOP, "De verkoper brengt het pakket. De bezorger bewaart de sleutel.",
         {"verkoper", "bezorger"}),
        ("en", SHOP, "The clerk brings the parcel to the shop. The courier keeps the key.",
         {"clerk", "courier"}),
        ("en", FEES, "The service fee goes back to you. The entry price is not refunded.",
         {"fee", "price"}),
        ("nl", DAYS, "Nieuwe dossiers verdwijnen na de zomer, de oude na vijf winters.",
         {"nieuwe", "oude"}),
        ("en", DAYS, "New files disappear after the summer, the old ones after five winters.",
         {"new", "old"}),
        # as the page has it, in another order and in other words
        ("nl", SHOP, "De verkoper bewaart de sleutel. De bezorger brengt het pakket.", None),
        ("en", SHOP, "The clerk keeps the key. The courier brings the parcel.", None),
        ("en", FEES, "The service fee is not refunded. You get the entry price back.",
         None),
        ("nl", DAYS, "De nieuwe blijven vijf winters, oude dossiers verdwijnen na de zomer.",
         None),
        # only one of the two is told with the other's words, or something of its own as well
        ("en", SHOP, "The clerk keeps the parcel. The courier goes home.", None),
        ("en", SHOP, "The clerk brings the parcel and keeps the key. The courier keeps the shop.",
         None),
        # both stand in one part of the sentence
        ("en", SHOP, "The clerk and the courier bring the parcel and keep the key.", None),
        ("en", "The courier and the clerk share the key and the parcel.",
         "The clerk has the key. The courier has the parcel.", None),
        ("nl", "De klimmer hangt met een touw aan een witte, verticale rots.",
         "De klimmer hangt met een touw onder een verticale, witte rots.", None),
        # what the page says of both tells nothing
        ("en", "The courier keeps the key, and the clerk keeps the key too.",
         "The clerk keeps the key. The courier keeps the key.", None),
    ],
)  # fmt: skip
def test_what_is_told_of_the_other(
    lang: str, page: str | dict[str, str], answer: str, found: set[str] | None
) -> None:
    assert places(lang, page if isinstance(page, str) else page[lang], answer) == found


@pytest.mark.parametrize("lang", ["nl", "en"])
@pytest.mark.parametrize("page", [SHOP, FEES, DAYS])
def test_a_copy_exchanges_nothing(lang: str, page: dict[str, str]) -> None:
    assert places(lang, page[lang], page[lang]) is None


def one_sentence(lang: str, page: str, answer: str) -> tuple[ParsedText, ParsedText]:
    told, context = parsed(lang, answer), parsed(lang, page)
    assert len(told.sentences) == len(context.sentences) == 1
    return told, context


@pytest.mark.parametrize(
    ("lang", "page", "answer", "swapped"),
    [
        # "First ... then" on both sides, a subordinate clause on one or both.
        ("nl", "Sla eerst het concept op en verstuur daarna de brief.",
         "Verstuur eerst de brief en sla daarna het concept op.", True),
        ("nl", "Het verzoek gaat eerst naar de teamleider en dan naar de planner.",
         "Het verzoek gaat eerst naar de planner en dan naar de teamleider.", True),
        ("nl", "Nadat de manager heeft goedgekeurd, controleert de boekhouder het bedrag.",
         "Eerst controleert de boekhouder het bedrag, daarna heeft de manager goedgekeurd.", True),
        ("en", "Save the draft before you send the letter.",
         "Send the letter before you save the draft.", True),
        ("en", "After the manager approves, finance checks the amount.",
         "First finance checks the amount, then the manager approves.", True),
        # The same order told another way.
        ("en", "Save the draft before you send the letter.",
         "First save the draft, then send the letter.", False),
        ("nl", "Nadat de manager heeft goedgekeurd, controleert de boekhouder het bedrag.",
         "De boekhouder controleert het bedrag nadat de manager heeft goedgekeurd.", False),
        # "Not before" is "only after".
        ("en", "You cannot send the letter before you save the draft.",
         "You save the draft before you send the letter.", False),
        # Only one event is the page's.
        ("en", "Save the draft before you send the letter.",
         "Send the letter before you close the window.", False),
    ],
)  # fmt: skip
def test_events_in_another_order(lang: str, page: str, answer: str, swapped: bool) -> None:
    told, context = one_sentence(lang, page, answer)
    found = order_exchanged(told, told.sentences[0], context, context.sentences[0], pack(lang))
    assert (found is not None) == swapped


@pytest.mark.parametrize(
    ("lang", "page", "answer"),
    [
        # what the page denies of the one and the answer says of the other
        ("en", "Without a licence, buttons are not shown. The lists stay where they are.",
         "Buttons stay away, but the lists are shown."),
        ("nl", "Zonder licentie worden knoppen niet weergegeven. De lijsten blijven staan.",
         "Knoppen blijven weg, maar de lijsten worden weergegeven."),
    ],
)  # fmt: skip
def test_what_is_denied_of_one_is_not_said_of_the_other(lang: str, page: str, answer: str) -> None:
    assert places(lang, page, answer) is None
