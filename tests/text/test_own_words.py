"""The answer without what it copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests import builders
from tests.builders import read, sentences
from truthscore.text import own_words as module
from truthscore.text.model import ParsedText
from truthscore.text.own_words import Said, said

PAGE = sentences(
    [("Open", "openen", "VERB", "ROOT", 0), ("de", "de", "DET", "det", 2),
     ("kaart", "kaart", "NOUN", "obj", 0), (".", ".", "PUNCT", "punct", 0)],
)  # fmt: skip
ANSWER = sentences(
    [("open", "openen", "VERB", "ROOT", 0), ("de", "de", "DET", "det", 2),
     ("Kaart", "kaart", "NOUN", "obj", 0)],
    [("Bel", "bellen", "VERB", "ROOT", 0), ("Sinterklaas", "Sinterklaas", "PROPN", "obj", 0)],
)  # fmt: skip


def own_words(answer: ParsedText, sources: Sequence[Said], pairs: float = 0.3) -> ParsedText | None:
    """The own words, with the share of pairs of the shipped profiles."""
    return module.own_words(answer, sources, pairs)


def test_copied_sentences_are_left_out_and_offsets_stay() -> None:
    rest = own_words(ANSWER, [said(PAGE)])
    assert rest is not None
    assert rest.lowers == ("bel", "sinterklaas")
    assert rest.sentences == ((0, 2),)
    assert rest.heads == (0, 0)
    assert rest.text[rest.starts[1] : rest.ends[1]] == "Sinterklaas"
    assert len(rest.blocks) == 1
    assert rest.text == " " * len("open de Kaart") + " Bel Sinterklaas"


def test_nothing_copied_is_none_and_everything_copied_is_empty() -> None:
    assert own_words(ANSWER, [said(read("Heel iets anders"))]) is None
    rest = own_words(PAGE, [said(PAGE)])
    assert rest is not None
    assert rest.sentences == rest.lowers == rest.blocks == ()


def test_a_run_of_four_words_is_copied_wherever_it_stands_a_shorter_one_is_not() -> None:
    page = sentences(
        [(word, word, "NOUN", "dep", 0) for word in ("Open", "de", "kaart", "van", "Jan")]
    )
    four = sentences([(word, word, "NOUN", "dep", 0) for word in ("de", "kaart", "van", "jan")])
    three = sentences([(word, word, "NOUN", "dep", 0) for word in ("kaart", "van", "jan")])
    rest = own_words(four, [said(page)])
    assert rest is not None
    assert rest.sentences == ()
    assert own_words(three, [said(page)]) is None


def test_a_quotation_is_kept_or_left_out_as_a_whole() -> None:
    def told(*texts: str) -> ParsedText:
        return sentences(
            *([(word, word, "NOUN", "dep", 0) for word in text.split()] for text in texts)
        )

    page = told("Boeken mislukt .", "De periode is gesloten .")
    mixed = told('Bij "', "Boeken mislukt .", 'De periode is gesloten . " wacht u')
    assert own_words(mixed, [said(page)]) is None
    rest = own_words(told('"', "Boeken mislukt .", '"', "Wacht even"), [said(page)])
    assert rest is not None
    assert rest.lowers == ("wacht", "even")


def test_what_is_said_over_and_over_in_one_sentence_is_said_once() -> None:
    def told(text: str) -> ParsedText:
        return sentences([(word, word, "NOUN", "dep", 0) for word in text.split()])

    page = told("Hoe boek ik dit ?")
    again = own_words(told("Hoe boek ik dit ? " * 20), [said(page)])
    assert again is not None
    assert again.sentences == ()
    assert own_words(told("Hoe boek ik dat ? " * 20), [said(page)]) is None


def words(*lines: str) -> ParsedText:
    """Sentences of nouns, one a line."""
    made = sentences(*([(word, word, "NOUN", "dep", 0) for word in each.split()] for each in lines))
    text = list(made.text)
    for _, end in made.sentences[:-1]:
        text[made.ends[end - 1]] = "\n"
    return replace(made, text="".join(text))


TOLD = words("De klant ziet in het portaal elke maand een overzicht van zijn kosten")


@pytest.mark.parametrize(
    "shuffled",
    [
        "De een elke het in klant kosten maand overzicht portaal van ziet zijn",  # sorted
        "kosten zijn van overzicht een maand elke portaal het in ziet klant De",  # turned round
        "maand klant elke De ziet portaal",  # few, in a row or not
        "overzicht een maand elke",
    ],
)
def test_the_words_of_a_source_in_no_order_are_no_own_words(shuffled: str) -> None:
    rest = own_words(words(shuffled, "De notaris stempelt uw paspoort"), [said(TOLD)])
    assert rest is not None
    assert rest.lowers == ("de", "notaris", "stempelt", "uw", "paspoort")


def test_the_profile_says_how_much_of_the_order_is_gone() -> None:
    turned = words("De een elke het in klant kosten maand overzicht portaal van ziet zijn")
    assert own_words(turned, [said(TOLD)], pairs=0.0) is None
    told = words("Elke maand ziet de klant in het portaal een overzicht van zijn kosten")
    assert own_words(told, [said(TOLD)]) is None  # eight of twelve pairs
    assert own_words(told, [said(TOLD)], pairs=0.9) is not None


@pytest.mark.parametrize(
    "told",
    [
        "Elke maand ziet de klant een overzicht van zijn kosten in het portaal",  # put otherwise
        "De een elke het in notaris Groningen maand overzicht portaal paspoort van zijn",
        "kosten De portaal",  # three words
    ],
)
def test_a_sentence_put_in_other_words_is_of_its_own(told: str) -> None:
    assert own_words(words(told), [said(TOLD)]) is None


def test_signs_within_and_behind_words_make_no_own_words() -> None:
    page = words("Werkt u in de U.S. of elders ? Kies | doen | zie | artikel")
    copied = words("Werkt u in de u.s of elders", "Kies doen**|**zie**| artikel")
    rest = own_words(copied, [said(page)])
    assert rest is not None
    assert rest.sentences == ()
    below = words("Bij -5 graden gaat de pomp uit")
    assert own_words(words("Bij 5 graden gaat de pomp uit"), [said(below)]) is None


def test_a_sentence_with_a_citation_behind_it_is_copied_too() -> None:
    page = words("Open de kaart van Jan .")
    rest = own_words(words("Open de kaart van Jan [1] ."), [said(page)])
    assert rest is not None
    assert rest.sentences == ()
    assert own_words(words("Open de kaart van Piet [1] ."), [said(page)]) is None


def test_a_letter_alone_is_no_own_words() -> None:
    copied = builders.told("Boek de factuur in het dagboek")
    rest = own_words(builders.told("A", "b", "Bel Sinterklaas"), [said(copied)])
    assert rest is not None
    assert [rest.lowers[start:end] for start, end in rest.sentences] == [("bel", "sinterklaas")]
