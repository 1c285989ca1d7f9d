"""Roles and conditions other than the passage's, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import builders
from tests.builders import grounded, told
from truthscore import TruthScorer
from truthscore.features.off_context import OFF_CONTEXT
from truthscore.text.model import ParsedText

WORDS = {
    "nl": {
        "if": "als", "only": "alleen", "unless": "tenzij", "want": "wilt", "not": "niet",
        "user": "gebruiker", "admin": "beheerder",
    },
    "en": {
        "if": "if", "only": "only", "unless": "unless", "want": "want", "not": "not",
        "user": "user", "admin": "administrator",
    },
}  # fmt: skip
LANGUAGES = pytest.mark.parametrize("lang", ["nl", "en"])


def said(lang: str, *sentences: str) -> ParsedText:
    words = WORDS[lang]
    function = [words["if"], words["only"], words["unless"], words["want"], words["not"], "de"]
    return told(*(each.format(**words) for each in sentences), function=function)


def slips(
    lang: str, answer: tuple[str, ...], page: tuple[str, ...], question: str = ""
) -> list[tuple[str, str]]:
    given = builders.inputs(
        OFF_CONTEXT, lang, answer=said(lang, *answer),
        question=said(lang, question) if question else "",
        pages={"p": said(lang, *page)}, settings=grounded(),
    )  # fmt: skip
    found = OFF_CONTEXT.measure(given)
    shown = [(label, words) for _, label, words, _ in builders.shown(found, given)]
    raw = float(len(shown))
    assert found.raw == pytest.approx(raw)
    assert found.value == pytest.approx(1 / (1 + raw), abs=1e-6)
    return shown


LIMITED = ("flurbel grommik zwiebat {only} {if} prunkel dorvel",)


@LANGUAGES
def test_a_dropped_condition(lang: str) -> None:
    word = WORDS[lang]["if"]
    assert slips(lang, ("flurbel grommik zwiebat",), LIMITED) == [
        (f"condition dropped: {word}", "flurbel grommik zwiebat")
    ]
    assert slips(lang, LIMITED, LIMITED) == []


@LANGUAGES
def test_a_condition_in_front_ends_at_the_comma(lang: str) -> None:
    page = ("{only} {if} prunkel dorvel , flurbel grommik zwiebat",)
    assert len(slips(lang, ("flurbel grommik zwiebat",), page)) == 1


@LANGUAGES
def test_what_the_question_sets_need_not_be_said_again(lang: str) -> None:
    assert slips(lang, ("flurbel grommik zwiebat",), LIMITED, "prunkel dorvel") == []
    # One of two words of the condition is lost: half of its weight, and half is enough.
    assert len(slips(lang, ("flurbel grommik zwiebat",), LIMITED, "prunkel")) == 1


@LANGUAGES
def test_a_condition_told_in_the_sentence_beside_is_not_dropped(lang: str) -> None:
    assert slips(lang, ("flurbel grommik zwiebat", "prunkel dorvel"), LIMITED) == []


@LANGUAGES
def test_a_sentence_that_is_told_by_half_has_no_dropped_condition(lang: str) -> None:
    assert slips(lang, ("flurbel grommik",), ("flurbel klamfus brivvel {if} grommik",)) == []


@LANGUAGES
def test_unless_is_needed_whatever_else_is_said(lang: str) -> None:
    page = ("flurbel grommik zwiebat {unless} prunkel",)
    word = WORDS[lang]["unless"]
    assert slips(lang, ("flurbel grommik zwiebat",), page) == [
        (f"condition dropped: {word}", "flurbel grommik zwiebat")
    ]
    assert slips(lang, page, page) == []


@LANGUAGES
def test_another_role(lang: str) -> None:
    user, admin = WORDS[lang]["user"], WORDS[lang]["admin"]
    page = ("{admin} flurbel grommik",)
    assert slips(lang, ("{user} flurbel grommik",), page) == [(f"{user} / {admin}", user)]
    assert slips(lang, ("{admin} flurbel grommik",), page) == []
    assert slips(lang, ("{user} flurbel grommik",), page, user) == []  # the question names it
    assert slips(lang, ("{user} {admin} flurbel grommik",), page) == []  # so does the answer


@LANGUAGES
def test_far_from_any_passage_nothing_applies(lang: str) -> None:
    given = builders.inputs(
        OFF_CONTEXT, lang, answer=told("klamfus"), pages={"p": told("flurbel")},
        settings=grounded(),
    )  # fmt: skip
    assert OFF_CONTEXT.measure(given).value is None


@LANGUAGES
def test_an_announcement_leaves_nothing_out(lang: str) -> None:
    answer = ("flurbel grommik zwiebat :", "snorrit worvim")
    assert slips(lang, answer, (*LIMITED, "snorrit worvim")) == []


COUNTED = {"nl": ("één", "alle", "meerdere", "geopende", "niet"),
           "en": ("one", "all", "several", "opened", "not")}  # fmt: skip


def counted(
    lang: str, answer: str, *page: str, question: str = "", lemmas: dict[str, str] | None = None
) -> list[tuple[str, str]]:
    """Slips where 1, A, M, T and N stand for one, all, several, opened and not."""
    words = dict(zip("1AMTN", COUNTED[lang], strict=True))

    def text(said: str) -> ParsedText:
        plain = " ".join(words.get(word, word) for word in said.split())
        parsed = told(plain, function=[*words.values(), "de"])
        return replace(parsed, lemmas=tuple((lemmas or {}).get(w, w) for w in parsed.lemmas))

    pages = [text(each) for each in page]
    given = builders.inputs(
        OFF_CONTEXT, lang, answer=text(answer), question=text(question) if question else "",
        pages={f"p{number}": each for number, each in enumerate(pages)}, settings=grounded(),
    )  # fmt: skip
    found = OFF_CONTEXT.measure(given)
    return [(label, said) for _, label, said, _ in builders.shown(found, given)]


PAGE = "flurbel grommik zwiebat A dorvel"


@LANGUAGES
@pytest.mark.parametrize(
    ("answer", "page", "label"),
    [
        ("flurbel grommik zwiebat 1 dorvel", PAGE, "1 / all"),
        ("flurbel grommik zwiebat T dorvel", PAGE, "T / all"),
        ("flurbel grommik zwiebat A dorvel", PAGE.replace("A", "1"), "A / one"),
        ("flurbel grommik zwiebat M dorvel", PAGE.replace("A", "T"), "M / this"),
        # another noun of the family, the word further in front
        ("flurbel grommik zwiebat 1 de dorvel", PAGE.replace("dorvel", "zwaardorvel"), "1 / all"),
    ],
)
def test_another_number_of_things(lang: str, answer: str, page: str, label: str) -> None:
    [(found, _)] = counted(lang, answer, page)
    sign, _, group = label.partition(" / ")
    assert found == f"{dict(zip('1AMTN', COUNTED[lang], strict=True))[sign]} / {group}"


@LANGUAGES
@pytest.mark.parametrize(
    ("answer", "page"),
    [
        (PAGE, PAGE),
        ("flurbel grommik zwiebat dorvel", PAGE),  # nothing is said about the number
        (PAGE, "flurbel grommik zwiebat dorvel"),
        ("flurbel grommik zwiebat M dorvel", PAGE),  # several may be all
        ("flurbel grommik zwiebat T dorvel", PAGE.replace("A", "1")),  # the opened one is one
        ("flurbel grommik zwiebat N 1 dorvel", PAGE),  # denied: `contradiction` looks at it
        ("flurbel grommik zwiebat 1 dorvel", f"{PAGE} 1 dorvel"),  # the page says both
        ("flurbel grommik 1 zwiebat A dorvel", PAGE),  # one of something else
    ],
)
def test_no_other_number_of_things(lang: str, answer: str, page: str) -> None:
    assert counted(lang, answer, page) == []


@LANGUAGES
def test_a_number_the_question_asks_about(lang: str) -> None:
    assert counted(lang, PAGE.replace("A", "1"), PAGE, question="1 dorvel") == []


@LANGUAGES
def test_the_same_words_but_for_the_number(lang: str) -> None:
    forms = {"dorvels": "dorvel"}
    page, answer = "flurbel grommik zwiebat T dorvel", "flurbel grommik zwiebat T dorvels"
    assert counted(lang, answer, page, lemmas=forms) == [
        ("dorvels / dorvel", f"{COUNTED[lang][3]} dorvels")
    ]
    assert counted(lang, page, answer, lemmas=forms) == [
        ("dorvel / dorvels", f"{COUNTED[lang][3]} dorvel")
    ]
    assert counted(lang, answer, f"{page} huxam dorvels", lemmas=forms) == []


@pytest.fixture
def scorer(whole: TruthScorer) -> TruthScorer:
    return whole


def judged(
    scorer: TruthScorer, lang: str, answer: str, *pages: str, question: str = "?"
) -> tuple[list[tuple[str, str]], float | None]:
    """(label, words) of each slip through the real parse, and how many there are, if it applies."""
    verdict = scorer.score(question=question, answer=answer, context=list(pages), lang=lang)
    found = verdict.features["off_context"]
    shown = [(each.label, answer[each.span.start : each.span.end]) for each in found.evidence]
    return shown, None if found.value is None else float(len(shown))


LIMIT = {"nl": "U kunt een bon alleen corrigeren als de maand open is.",
         "en": "You can correct a receipt only if the month is open."}  # fmt: skip
LIFTED = {"nl": "U kunt een bon corrigeren, ook als de maand is afgesloten.",
          "en": "You can correct a receipt, even if the month is closed."}  # fmt: skip
CONCEDES = {"nl": "Dat kan ook als de dag voorbij is.", "en": "This works even if the day is over."}
ONLY = {"nl": "Alleen de kassier kan een bon corrigeren.",
        "en": "Only the cashier can correct a receipt."}  # fmt: skip
EVERYONE = {"nl": "Iedereen kan een bon corrigeren.", "en": "Everyone can correct a receipt."}


@LANGUAGES
def test_a_limit_lifted_in_so_many_words(scorer: TruthScorer, lang: str) -> None:
    word = {"nl": "ook", "en": "even"}[lang]
    slip = [(f"no limit: {word}", word)]
    assert judged(scorer, lang, LIFTED[lang], LIMIT[lang]) == (slip, 1.0)
    # Where the page concedes too, or says it without a limit, nothing is lifted.
    assert judged(scorer, lang, LIFTED[lang], f"{LIMIT[lang]} {CONCEDES[lang]}") == ([], 0.0)
    free = {"nl": "U kunt een bon corrigeren in de maand.",
            "en": "You can correct a receipt in the month."}[lang]  # fmt: skip
    assert judged(scorer, lang, LIFTED[lang], free) == ([], 0.0)
    # The limit is said beside it.
    both = {"nl": "U kunt een bon alleen corrigeren, ook als de maand is afgesloten.",
            "en": "You can only correct a receipt, even if the month is closed."}[lang]  # fmt: skip
    assert judged(scorer, lang, both, LIMIT[lang]) == ([], 0.0)


@LANGUAGES
def test_a_limit_without_only_is_lifted_too(scorer: TruthScorer, lang: str) -> None:
    page = {
        "nl": "U kunt een bon corrigeren, mits de maand open is.",
        "en": "You can correct a receipt, provided that the month is open.",
    }[lang]
    word = {"nl": "ook", "en": "even"}[lang]
    assert judged(scorer, lang, LIFTED[lang], page)[0] == [(f"no limit: {word}", word)]


def test_al_without_a_noun_is_no_all(scorer: TruthScorer) -> None:
    answer = "Een kassier kan een bon al corrigeren."
    assert judged(scorer, "nl", answer, ONLY["nl"]) == ([], 0.0)


@LANGUAGES
def test_everyone_where_the_page_says_only(scorer: TruthScorer, lang: str) -> None:
    word = EVERYONE[lang].split()[0]
    slip = [(f"no limit: {word.lower()}", word)]
    assert judged(scorer, lang, EVERYONE[lang], ONLY[lang]) == (slip, 1.0)
    view = {"nl": "Iedereen kan een bon bekijken.", "en": "Everyone can view a receipt."}[lang]
    assert judged(scorer, lang, EVERYONE[lang], f"{ONLY[lang]} {view}") == ([], 0.0)
    plain = {"nl": "De kassier kan een bon corrigeren.", "en": "The cashier can correct a receipt."}
    assert judged(scorer, lang, EVERYONE[lang], plain[lang]) == ([], 0.0)
    every = {"nl": "Alle kassiers kunnen een bon corrigeren.",
             "en": "All cashiers can correct a receipt."}[lang]  # fmt: skip
    [(label, _)] = judged(scorer, lang, every, ONLY[lang])[0]
    assert label == f"no limit: {every.split()[0].lower()}"
    denied = {"nl": "Niet iedereen kan een bon corrigeren.",
              "en": "Not everyone can correct a receipt."}[lang]  # fmt: skip
    assert judged(scorer, lang, denied, ONLY[lang]) == ([], 0.0)


@pytest.mark.parametrize(
    ("lang", "answer", "page"),
    [
        # a limit: without it, it is not true
        ("nl", "U kunt de bon corrigeren in het kasboek.",
         "U kunt de bon corrigeren in het kasboek, tenzij de maand is afgesloten."),
        ("en", "You can correct the receipt in the cash book.",
         "You can correct the receipt in the cash book unless the month is closed."),
        # in the middle of a sentence, and told of a compound
        ("en", "The link with the bank works by itself.",
         "The link with the bank works by itself as long as the consent is valid."),
        ("nl", "De bankkoppeling werkt vanzelf.",
         "De koppeling met de bank werkt vanzelf, tenzij de bank onderhoud uitvoert."),
        # "only" further in front makes a case a limit
        ("nl", "De bon corrigeren is mogelijk.",
         "De bon corrigeren is alleen mogelijk als de maand nog open staat."),
        ("en", "Correcting the receipt is possible.",
         "Correcting the receipt is only possible if the month is still open."),
    ],
)  # fmt: skip
def test_a_limit_is_dropped(scorer: TruthScorer, lang: str, answer: str, page: str) -> None:
    verdict = scorer.score(question="?", answer=answer, context=[page], lang=lang)
    [found] = verdict.features["off_context"].evidence
    assert found.label.startswith("condition dropped: ")
    assert found.rule == "condition.limit"


@pytest.mark.parametrize(
    ("lang", "answer", "page"),
    [
        ("nl", "U kunt de bon corrigeren in het kasboek.",
         "Als u met contant geld werkt, kunt u de bon corrigeren in het kasboek."),
        ("en", "You can correct the receipt in the cash book.",
         "If you work with cash, you can correct the receipt in the cash book."),
    ],
)  # fmt: skip
def test_a_case_may_be_left_out(scorer: TruthScorer, lang: str, answer: str, page: str) -> None:
    """The question may have set it; on unseen answers it is left out of true ones as often."""
    verdict = scorer.score(question="?", answer=answer, context=[page], lang=lang)
    assert verdict.features["off_context"].evidence == ()


def test_conditions_told_elsewhere_in_the_answer_are_not_those_of_the_sentence(
    scorer: TruthScorer,
) -> None:
    page = "You can correct the receipt in the cash book unless the month is closed."
    dropped = "You can correct the receipt in the cash book."
    told = f"{dropped} The condition is that the month is open."
    apart = f"Each step has its conditions. Open the menu first. Then wait. {dropped}"
    assert judged(scorer, "en", told, page)[0] == []
    assert len(judged(scorer, "en", apart, page)[0]) == 1


@LANGUAGES
def test_a_limit_lifted_for_somebody_of_the_answers_own(scorer: TruthScorer, lang: str) -> None:
    page = {"nl": "De korting geldt alleen voor nieuwe klanten.",
            "en": "The discount holds only for new customers."}[lang]  # fmt: skip
    answer = {"nl": "De korting geldt ook voor bestaande klanten.",
              "en": "The discount holds also for existing customers."}[lang]  # fmt: skip
    word = {"nl": "ook", "en": "also"}[lang]
    assert judged(scorer, lang, answer, page) == ([(f"no limit: {word}", word)], 1.0)
    also = {"nl": "De korting geldt ook voor leden.", "en": "The discount holds also for members."}
    assert judged(scorer, lang, answer, f"{page} {also[lang]}")[0] == []


@LANGUAGES
def test_all_where_the_page_says_some(scorer: TruthScorer, lang: str) -> None:
    some = {"nl": "Sommige velden zijn verborgen.", "en": "Some fields are hidden."}[lang]
    every = {"nl": "Alle velden zijn verborgen.", "en": "All fields are hidden."}[lang]
    word = {"nl": "alle", "en": "all"}[lang]
    found, raw = judged(scorer, lang, every, some)
    assert ([label for label, _ in found], raw) == ([f"{word} / some"], 1.0)
    assert judged(scorer, lang, some, every) == ([], 0.0)  # it claims less


@pytest.mark.parametrize(
    ("lang", "page", "answer", "expected"),
    [
        # Whom the limit is lifted for is somebody the page does not name.
        ("nl", "Alleen de eigenaar kan het rapport delen.",
         "Iedere medewerker kan het rapport delen.", [("no limit: iedere", "Iedere")]),
        ("en", "Only the owner can share the report.",
         "Any employee can share the report.", [("no limit: any", "Any")]),
        # It is limited there too, or to a thing, or said of other people's things.
        ("en", "Only the owner can share the report.",
         "Any employee can only view the report.", []),
        ("en", "The owner can only share reports.", "Any report can be shared.", []),
        ("en", "Only the owner can share the report.", "The owner can share any report.", []),
    ],
)  # fmt: skip
def test_a_limit_lifted_for_people_whom_no_page_names(
    scorer: TruthScorer, lang: str, page: str, answer: str, expected: list[tuple[str, str]]
) -> None:
    found, _ = judged(scorer, lang, answer, page)
    assert [each for each in found if each[0].startswith("no limit")] == expected
