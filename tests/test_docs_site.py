"""The documentation as a site: whole, without dead links, and without a request to other hosts."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
import pytest

import truthscore
from truthscore.cli import COMMANDS, group
from truthscore.features import FEATURES
from truthscore.guard.decision import CAUSES
from truthscore.rules import RULES

ROOT = Path(__file__).parents[1]
#: What loads something, by tag and attribute.
LOADS = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src")}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for name in ("material", "mkdocstrings", "fastapi"):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed: pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("docs") / "site"
    done = subprocess.run(
        [sys.executable, "-m", "examples.docs.build", "-o", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Page(HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.anchors |= {told[name] for name in ("id", "name") if name in told}
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        if told.get("rel") != "canonical":
            self.loaded += [told[name] for name in told if (tag, name) in LOADS]


def links(folder: Path) -> Iterator[tuple[str, str]]:
    """Every link inside the site that leads to no page or no place of one."""
    page = cache(lambda path: Page(path.read_text("utf-8")))
    for source in sorted(folder.rglob("*.html")):
        if source.name == "404.html":  # its links are those of a server's root
            continue
        for link in page(source).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (source.parent / unquote(parts.path)).resolve() if parts.path else source
            target = target / "index.html" if target.is_dir() else target
            whole = target.is_file() and (
                not parts.fragment
                or target.suffix != ".html"
                or unquote(parts.fragment) in page(target).anchors
            )
            if not whole:
                yield source.relative_to(folder).as_posix(), link


def test_every_link_leads_to_a_page_and_to_a_place_in_it(site: Path) -> None:
    assert list(links(site)) == []


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > len(COMMANDS) + len(FEATURES) + len(RULES)
    loaded = {each for page in pages for each in Page(page.read_text("utf-8")).loaded}
    assert any(each.endswith(".css") for each in loaded)
    assert [each for each in loaded if urlsplit(each).netloc] == []
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", sheet.read_text("utf-8"))
    assert list(site.rglob("search_index.js")), "the search reads it where there is no server"


def test_every_command_and_option_has_a_place(site: Path) -> None:
    context = click.Context(group)
    for name in COMMANDS:
        text = (site / "commands" / f"{name}.html").read_text("utf-8")
        command = group.get_command(context, name)
        assert command is not None
        for each in (command, *getattr(command, "commands", {}).values()):
            for parameter in each.params:
                if isinstance(parameter, click.Option) and not parameter.hidden:
                    assert any(option in text for option in parameter.opts), (name, parameter.opts)


def test_every_feature_rule_cause_and_public_name_has_a_place(site: Path) -> None:
    assert all((site / "features" / f"{each.name}.html").is_file() for each in FEATURES)
    for rule in RULES:
        text = (site / "rules" / f"{rule.id}.html").read_text("utf-8")
        assert "Untrue, and seen" in text, rule.id
    assert set(CAUSES) <= Page((site / "reasons.html").read_text("utf-8")).anchors
    python = "".join(path.read_text("utf-8") for path in (site / "python").glob("*.html"))
    assert all(
        re.search(rf'id="truthscore\.[\w.]*\.{name}"', python) for name in truthscore.__all__
    )


def test_the_menu_is_by_role_and_a_support_lead_begins_in_dutch(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    first = [
        "van-excel-naar-oordeel.html", "backends.html", "replication/RESULTS.html"
    ]  # fmt: skip
    places = [re.search(rf'href="[^"]*{page}"[^>]*class="md-tabs__link"', text) for page in first]
    assert all(places)
    assert [each.start() for each in places] == sorted(each.start() for each in places)
