"""The page of answers in Debian's chromium: keys, filters, paper, and as many answers as it has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.evaluate.test_fault import PAGES
from tests.report.test_answers_page import EXAMPLE, found, judged, verdict
from tests.report.test_blamed import GIVEN, MISSED, UNKNOWN
from truthscore import TruthScorer
from truthscore.evaluate.fault import Library
from truthscore.report.answers_page import MOST, AnswersPage
from truthscore.types import Span

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium")
#: Milliseconds in which a filter must be done, on a machine that does other work as well: a person
#: sees no delay below a tenth of a second, and one of half a second as a pause.
FLUENT = 500
#: Shown on paper, told from the styles that hold in print.
PRINTED = re.compile(r"@media print \{(.*?)\n  \}", re.DOTALL)


def page(answers: int) -> str:
    made = AnswersPage("x.jsonl", lang="en")
    features = {
        "components_defined": found("missing", 8, 15),
        "statements": found("unsupported", 0, 16),
        "numbers": found("contradicts", 26, 27, Span(source="p", start=9, end=10)),
    }
    for number in range(answers):
        example = replace(EXAMPLE, question=f"Kan dit {number}?")
        one = replace(verdict(1.0 + number % 4, **features), id=str(number))
        made.add(example, one, ("hold", "review", "send")[number % 3])
    return made.render()


def run(text: str, script: str, folder: Path) -> Any:
    """What a script leaves in `told` on the page, which would let no other than its own run."""
    text = text.replace("Content-Security-Policy", "Nothing")
    act = "window.addEventListener('load', () => { const told = {};" + script
    act += "; document.title = JSON.stringify(told); });"
    path = folder / "page.html"
    path.write_text(text.replace("</body>", f"<script>{act}</script></body>"), encoding="utf-8")
    shown = subprocess.run(
        [
            str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,900",
            "--disable-background-networking", f"--user-data-dir={folder}/profile", "--dump-dom",
            path.as_uri(),
        ],
        capture_output=True, text=True, timeout=180, check=True,
    ).stdout  # fmt: skip
    [title] = re.findall(r"<title>(.*?)</title>", shown)
    return json.loads(unescape(title))


def test_keys_and_filters(tmp_path: Path) -> None:
    told = run(
        page(5),
        """
        const key = (key, on = document.activeElement) =>
          on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const at = () => cards.indexOf(document.activeElement.closest("article"));
        const open = card => [...card.querySelectorAll("[data-n]")]
          .filter(each => each.offsetParent !== null).map(each => each.dataset.n);
        told.first = open(cards[0]);
        key("j"); told.j = at(); key("j"); key("j"); told.jjj = at(); key("k"); told.k = at();
        const place = cards[0].querySelector(".unsupported:not(.missing)");
        key("Enter", place); told.enter = open(cards[0]);
        key(" ", cards[0].querySelector(".contradicts")); told.space = open(cards[0]);
        key("/"); told.slash = document.activeElement.name;
        form.elements.words.value = "dit 3"; filter();
        told.words = output.textContent; told.left = cards.filter(card => !card.hidden).length;
        key("Escape"); key("j"); told.hidden_passed_by = cards[at()].hidden;
        form.reset(); document.querySelector("[data-set=stars][data-to='1']").click();
        told.set = [form.elements.stars.value, output.textContent];
        told.roles = [...cards[0].querySelectorAll(".answer [role=button]")]
          .map(each => each.getAttribute("aria-roledescription"));
        """,
        tmp_path,
    )
    assert told["first"] == ["1", "3"]  # the worst, and a passage
    assert (told["j"], told["jjj"], told["k"]) == (0, 2, 1)
    assert (told["enter"], told["space"], told["slash"]) == (["2"], ["3"], "words")
    assert (told["words"], told["left"], told["hidden_passed_by"]) == ("1 of 5", 1, False)
    assert told["set"] == ["1", "2 of 5"]
    assert "contradicts a passage" in told["roles"]


def test_a_sentence_opens_its_page_at_the_passage(grounded: TruthScorer, tmp_path: Path) -> None:
    told = run(
        judged(grounded),
        """
        const box = cards[0].querySelector(".pagebox");
        const mark = () => box.querySelector("mark").textContent;
        turn(cards[0]); told.first = mark(); told.title = box.previousSibling.textContent;
        cards[0].querySelector(".answer [data-st]").click(); told.click = mark();
        told.text = box.textContent;
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
        told.held = document.activeElement.id;
        """,
        tmp_path,
    )
    assert told["first"] == "25 dagen"
    assert told["click"] == "U krijgt 25 dagen verlof per jaar."
    assert "Verlof" in told["title"]
    assert told["text"].startswith("Verlof")
    assert told["held"] == "answer-b"


def test_a_click_on_a_cause_shows_its_answers(tmp_path: Path) -> None:
    made = AnswersPage("x.jsonl", lang="en", library=Library(PAGES.values()))
    for at, example in enumerate((GIVEN, MISSED, MISSED, UNKNOWN, GIVEN)):
        stars = 4.5 if at == 4 else 2.0
        made.add(replace(example, id=str(at)), replace(verdict(stars), id=str(at)), "review")
    told = run(
        made.render(),
        """
        const shown = () => cards.filter(card => !card.hidden).map(card => card.dataset.fault);
        told.all = shown();
        document.querySelector("[data-set=fault][data-to=retriever]").click(); told.click = shown();
        form.elements.fault.value = "page"; filter(); told.chosen = shown();
        told.options = [...form.elements.fault.options].map(each => each.textContent);
        """,
        tmp_path,
    )
    assert told["all"] == ["model", "retriever", "retriever", "page", ""]
    assert told["click"] == ["retriever", "retriever"]
    assert told["chosen"] == ["page"]
    assert told["options"] == [
        "all causes", "the model said otherwise (1)", "the search missed the page (2)",
        "no page says it (1)",
    ]  # fmt: skip


def test_on_paper_every_finding_is_there_and_none_is_told_by_its_colour(tmp_path: Path) -> None:
    text = page(2)
    [rules] = PRINTED.findall(text)
    told = run(
        PRINTED.sub(lambda _: rules, text),
        """
        told.shown = [...cards[0].querySelectorAll(".finding.against")]
          .filter(each => getComputedStyle(each).display !== "none").map(each => each.dataset.n);
        told.numbers = [...cards[0].querySelectorAll("[data-ends]")]
          .map(each => getComputedStyle(each, "::after").content);
        told.looks = [".missing", ".contradicts", ".unsupported:not(.missing)"].map(name => {
          const style = getComputedStyle(cards[0].querySelector(".answer " + name));
          return [style.borderBottomStyle, style.textDecorationStyle, style.backgroundColor].join();
        });
        told.form = getComputedStyle(form).display;
        """,
        tmp_path,
    )
    assert sorted(told["shown"]) == ["1", "2", "3"]
    assert len(told["numbers"]) == 3
    assert len(set(told["looks"])) == 3
    assert all(look.endswith("rgba(0, 0, 0, 0)") for look in told["looks"])
    assert told["form"] == "none"


def test_a_page_of_all_it_may_have_is_fluent(tmp_path: Path) -> None:
    told = run(
        page(MOST),
        """
        const time = (name, act) => {
          const begin = performance.now(); act(); document.body.offsetHeight;
          told[name] = Math.round(performance.now() - begin);
        };
        told.cards = cards.length;
        for (const again of [1, 2, 3]) {
          time("stars" + again, () => { form.elements.stars.value = again; filter(); });
          time("words" + again, () => { form.elements.words.value = "dit " + again; filter(); });
          time("all" + again, () => { form.reset(); filter(); });
          time("next" + again, () => go(1));
        }
        """,
        tmp_path,
    )
    print(told)
    assert told.pop("cards") == MOST
    names = ("stars", "words", "all", "next")
    best = {name: min(told[f"{name}{again}"] for again in (1, 2, 3)) for name in names}
    assert not [each for each in best.items() if each[1] > FLUENT]
