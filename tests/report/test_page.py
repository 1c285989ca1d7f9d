"""Pages run their own script and nothing else, and load nothing, whatever a text brings along."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from truthscore.report.answers_page import AnswersPage
from truthscore.types import Evidence, Example, Measurement, Span, Verdict

ATTACK = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title='taken'\">"


class Page(HTMLParser):
    """The policy, the scripts and the attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.policy: dict[str, list[str]] = {}
        self.scripts: list[str] = []
        self.attributes: dict[str, list[str]] = {}
        self.before: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what the tag says."""
        found = dict(attrs)
        if found.get("http-equiv") == "Content-Security-Policy":
            for part in str(found["content"]).split(";"):
                name, *sources = part.split()
                self.policy[name] = sources
        elif not self.policy:
            self.before.append(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, []).append(value or "")
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        """Keep what stands in a script."""
        if self.cdata_elem == "script":
            self.scripts[-1] += data


def answers() -> str:
    """A page on which every text is an attack."""
    page = AnswersPage(ATTACK)
    span = Span(source="answer", start=0, end=9)
    evidence = (Evidence(span=span, role="missing", label=ATTACK),)
    page.add(
        Example(id=ATTACK, question=ATTACK, answer=ATTACK),
        Verdict(
            id=ATTACK, status="scored", score=1.0, override=ATTACK, signature=ATTACK,
            features={"components_defined": Measurement(value=0.0, evidence=evidence, note=ATTACK)},
        ),
    )  # fmt: skip
    return page.render()


def evaluation() -> str:
    """A page of figures over rows on which every text is an attack."""
    from truthscore.evaluate.evaluation import Costs, evaluate
    from truthscore.evaluate.rated import RatedRow
    from truthscore.report import evaluation_page

    rows = [
        RatedRow(
            id=f"{number} {ATTACK}", status="scored", score=1.0 + number % 5,
            rating=1.0 + number % 4, base_score=3.0, lang=f"<b onclick=x>{number % 2}",
            gold_type="binary", message_type="binary", features={"hal": 0.5}, question=ATTACK,
            answer=ATTACK, documents=((ATTACK, ATTACK),), findings=(("missing", "hal", ATTACK),),
        )
        for number in range(12)
    ]  # fmt: skip
    made = evaluate(rows, costs=Costs(untrue=5, lost=1), features=True, document_feedback=True)
    return evaluation_page.render(made, name=ATTACK, rows=rows)


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {"answers": answers(), "evaluation": evaluation()}


@pytest.mark.parametrize(("name", "scripts"), [("answers", 1), ("evaluation", 0)])
def test_only_the_template_s_own_script_may_run_and_nothing_is_loaded(
    name: str, scripts: int, pages: dict[str, str]
) -> None:
    page = Page(pages[name])
    assert len(page.scripts) == scripts
    assert page.before == ["html", "head", "meta"]  # nothing is read before the policy
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'"
        for each in page.scripts
    ]
    assert page.policy.get("script-src", []) == hashes
    assert page.policy["default-src"] == page.policy["base-uri"] == ["'none'"]
    assert page.policy["form-action"] == ["'none'"]
    loaded = {source for each in page.policy.values() for source in each} - {*hashes}
    assert loaded == {"'none'", "'unsafe-inline'", "data:"}  # no address
    assert page.policy["style-src"] == ["'unsafe-inline'"]
    assert not [name for name in page.attributes if name.startswith("on")]
    assert "taken" in pages[name]


CHROMIUM = shutil.which("chromium")


@pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium")
def test_a_browser_runs_the_page_s_script_and_no_other(
    pages: dict[str, str], tmp_path: Path
) -> None:
    """Even where the escaping had a hole: here the attack stands in the page as it is."""
    page = tmp_path / "page.html"
    for policed in (True, False):
        text = pages["answers"].replace("</main>", f"</main>{ATTACK}")
        if not policed:
            text = text.replace("Content-Security-Policy", "Nothing")
        page.write_text(text, encoding="utf-8")
        shown = subprocess.run(
            [
                str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-background-networking", f"--user-data-dir={tmp_path}/profile",
                "--dump-dom", page.as_uri(),
            ],
            capture_output=True, text=True, timeout=60, check=True,
        ).stdout  # fmt: skip
        assert ">1 of 1</output>" in shown
        assert ("<title>taken</title>" in shown) is not policed
