"""Every page of figures in Debian's chromium: at two widths, dark, and on paper."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evaluate.test_compare import line
from tests.evaluate.test_documents import answers
from tests.evaluate.test_trend import decide, weeks
from tests.rate import chromium
from tests.rate.chromium import Browser
from truthscore.evaluate.compare import compare
from truthscore.evaluate.documents import feedback
from truthscore.evaluate.evaluation import Costs, evaluate
from truthscore.evaluate.fault import Library
from truthscore.evaluate.rated import RatedRow
from truthscore.evaluate.trend import trend
from truthscore.report import comparison_page, documents_page, evaluation_page, trend_page
from truthscore.report.answers_page import AnswersPage
from truthscore.types import MESSAGE_TYPES, ContextDocument, Example, Verdict

pytestmark = pytest.mark.skipif(chromium.found() is None, reason="no Chromium on this machine")

#: A name without a place to break it, as ids and file names are.
LONG = "personeel-verlof-bijzonder-verlof-aanvragen-in-de-app-van-de-medewerker-2026-definitief"
#: A desktop and a phone.
WIDTHS = (1280, 500)
#: How light the page and its words are, 0 to 1.
LIGHTNESS = """(() => {
  const style = getComputedStyle(document.body);
  return [style.backgroundColor, style.color].map(colour =>
    colour.match(/\\d+/g).slice(0, 3).reduce((sum, each) => sum + Number(each), 0) / 765);
})()"""


def evaluation(lang: str) -> str:
    rows = [
        RatedRow(
            id=f"{at}-{LONG}", status="scored", score=1.0 + at % 9 / 2, base_score=1.0 + at % 7 / 2,
            rating=1.0 + at * at % 5, lang="nl", gold_type=MESSAGE_TYPES[at % 5],
            message_type=MESSAGE_TYPES[at % 7], features={"components_defined": at % 3 / 2},
            question="Hoe vraag ik dit aan?", answer=LONG, documents=((LONG, LONG),),
            ratings={"anna": 1 + at % 5, LONG[:64]: 1 + at % 4},
            override=("sure_missing_component", None, "clean_guide")[at % 3],
            findings=(("missing", "components_defined", LONG),), pages=(LONG,),
        )
        for at in range(60)
    ]  # fmt: skip
    costs = Costs(untrue=5, lost=1, inquiries=112_000)
    made = evaluate(rows, costs=costs, features=True, document_feedback=True)
    return evaluation_page.render(made, name=f"{LONG}.jsonl", rows=rows, lang=lang)


def comparison(lang: str) -> str:
    before = {f"{at}-{LONG}": line(4.5) for at in range(12)}
    after = {name: line(2.0 if at % 2 else 4.5) for at, name in enumerate(before)}
    page = ContextDocument(id=LONG, text="Een bijlage mag 10 MB zijn.")
    texts = {
        name: Example(id=name, question="Hoe groot?", answer=f"{LONG} mag 10 MB.", context=(page,))
        for name in before
    }
    reasons = dict.fromkeys(before, (f"“{LONG}” staat op geen pagina.",))
    return comparison_page.render(
        compare(before, after), name=f"{LONG}.jsonl → {LONG}.jsonl", texts=(texts, texts),
        reasons=reasons, lang=lang,
    )  # fmt: skip


def course(lang: str) -> str:
    return trend_page.render(
        trend(weeks([4.0, 4.2] * 8 + [2.0]), decide), name=f"{LONG}.jsonl", lang=lang
    )


def documents(lang: str) -> str:
    rows = [*answers(LONG, 3, 30, "kan ik"), *answers("p", 1, 5, "hoe")]
    questions = {row.id: LONG for row in rows}
    found = feedback(rows, {LONG: LONG})
    return documents_page.render(found, name=f"{LONG}.jsonl", questions=questions, lang=lang)


def blamed(lang: str) -> str:
    pages = [
        ContextDocument(id=f"{at}-{LONG}", text=f"# {LONG}\n\n{LONG} {at}.") for at in range(9)
    ]
    made = AnswersPage(f"{LONG}.jsonl", lang=lang, library=Library(pages))
    for at, context in enumerate(((pages[3],), (pages[0],), ())):
        asked = Example(id=f"{at}-{LONG}", question=f"{LONG} 3?", answer=LONG, context=context)
        made.add(asked, Verdict(id=asked.id, status="scored", score=1.0 + at), "hold")
    return made.render()


PAGES = {each.__name__: each for each in (blamed, evaluation, comparison, course, documents)}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium.browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_its_screen_is_dark_in_the_dark_and_prints(
    name: str, lang: str, opened: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGES[name](lang), encoding="utf-8")
    page = opened.page()
    page.go(path.as_uri())
    for width in WIDTHS:
        page.size(width)
        shown = page.ask("document.documentElement.scrollWidth")
        assert shown <= width, f"{shown - width} pixels stand out on the right at {width}"
    page.dark()
    ground, ink = page.ask(LIGHTNESS)
    assert ground < 0.2
    assert ink > 0.7
    page.dark(on=False)
    ground, ink = page.ask(LIGHTNESS)
    assert ground > 0.9
    assert ink < 0.2
    made = page.send("Page.printToPDF", printBackground=False)
    assert base64.b64decode(made["data"]).startswith(b"%PDF")
    page.size(700)  # about as wide as paper
    page.send("Emulation.setEmulatedMedia", media="print")
    shown = page.ask("document.documentElement.scrollWidth")
    assert shown <= 700, "paper cuts it off"
