"""What pronouns stand for, through the real parse; all made up."""

from __future__ import annotations

import pytest

from tests.builders import pack
from truthscore.text.parser import SpacyParser
from truthscore.text.referents import referents


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("nl", "Definitieve facturen staan vast. U kunt ze niet wijzigen.",
         [("ze", "definitieve facturen")]),
        ("nl", "De code staat in de e-mail. Wij sturen hem niet opnieuw.", [("hem", "code")]),
        ("nl", "De pas blokkeert u in de app. Deze is daarna ongeldig.", [("deze", "pas")]),
        ("nl", "Verzonden offertes staan vast: u kunt ze niet wijzigen.",
         [("ze", "verzonden offertes")]),
        # "het" only where something is done to it
        ("nl", "Het bedrag komt op uw tegoed; wij storten het niet terug.", [("het", "bedrag")]),
        ("nl", "Het bedrag staat vast. Het is niet mogelijk om te ruilen.", []),
        # not what stands behind a preposition, nor one where there are several
        ("nl", "Bijlagen staan onder Documenten. Klanten zien ze niet.", [("ze", "bijlagen")]),
        ("nl", "De factuur staat vast. U kunt ze niet wijzigen.", []),
        ("nl", "Deze factuur staat vast.", []),
        ("nl", "U kunt ze niet wijzigen.", []),
        # the first one for who does it, the last one for what it is done to
        ("en", "Editors can open reports. They cannot delete them.",
         [("they", "editors"), ("them", "reports")]),
        ("en", "Editors can open reports, but cannot delete them.", [("them", "reports")]),
        ("en", "The deposit is due. It is not refundable.", [("it", "deposit")]),
        ("en", "The invoice is sent. It is possible to change the amount.", []),
        # the last line is about something else
        ("en", "- Final invoices\n- You cannot delete them", []),
    ],
)  # fmt: skip
def test_what_a_pronoun_stands_for(
    parsers: dict[str, SpacyParser], lang: str, text: str, found: list[tuple[str, str]]
) -> None:
    (parsed,) = parsers[lang].parse([text])
    told = [
        (parsed.lowers[token], " ".join(parsed.lowers[t] for t in noun))
        for sentence in parsed.sentences
        for token, noun in referents(parsed, *sentence, pack(lang)).items()
    ]
    assert told == found
