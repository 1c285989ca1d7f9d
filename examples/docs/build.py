"""The documentation as a folder of HTML that needs no server and no network.

    pip install -e '.[docs]' && python -m examples.docs.build -o site

What the checkout has is copied, with all that it links to; the rest is made of the code
(`pages.py`). Both go into a temporary folder, and `mkdocs build --strict` makes the site of it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

import click
import yaml

from examples.docs.pages import ROOT, generated

#: What the site begins with; what these pages link to comes with them.
FIRST = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("examples/reference/*.md")),
    "replication/RESULTS.md",
)  # fmt: skip
#: Pages by who reads them, in that order. Folders of made pages follow by themselves.
ROLES: dict[str, tuple[str, ...]] = {
    "Support lead": (
        "examples/reference/van-excel-naar-oordeel.md", "examples/reference/ratings.md",
        "examples/reference/own-company.md", "examples/reference/retrieval-and-experiments.md",
        "reasons.md",
    ),
    "Developer": (
        "examples/reference/backends.md", "examples/reference/input-and-output.md",
        "examples/reference/many-answers.md", "examples/reference/translation.md",
        "examples/reference/languages.md", "http.md", "CONTRIBUTING.md", "CHANGELOG.md",
        ".github/SECURITY.md", "examples/README.md", "commands/", "python/",
    ),
    "Researcher": (
        "replication/RESULTS.md", "examples/reference/features.md", "features/", "rules/",
    ),
}  # fmt: skip
#: Where pages go that a page links to and no role names.
ELSE = "Researcher"
LINK = re.compile(r"(!?\[(?:[^\]]|\n)*?\])\(([^)\s]+)\)")


def _links(text: str) -> Iterable[str]:
    """What a page links to inside the repository, without the place in it."""
    for _, target in LINK.findall(text):
        if "://" not in target and not target.startswith(("#", "mailto:")):
            yield target.partition("#")[0]


def _plain(folder: Path, text: str) -> str:
    """A page whose links to folders lead to their README, or are words where there is none."""

    def changed(match: re.Match[str]) -> str:
        target = folder / match[2]
        if "://" in match[2] or match[2].startswith("#") or not target.is_dir():
            return match[0]
        if (target / "README.md").is_file():
            return f"{match[1]}({match[2].rstrip('/')}/README.md)"
        return match[1][1:-1]

    return LINK.sub(changed, text)


def copied(docs: Path) -> list[str]:
    """Copy the checkout's own pages with all that they link to; their paths, in that order."""
    waiting, seen = list(FIRST), []
    while waiting:
        name = waiting.pop(0)
        source = ROOT / name
        if name in seen or not source.is_file():
            continue
        seen.append(name)
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        if source.suffix != ".md":
            shutil.copyfile(source, docs / name)
            continue
        text = _plain(source.parent, source.read_text("utf-8"))
        (docs / name).write_text(text, "utf-8")
        for target in _links(text):
            path = (source.parent / target).resolve()
            if path.is_relative_to(ROOT):
                waiting.append(path.relative_to(ROOT).as_posix())
    return [name for name in seen if name.endswith(".md")]


def menu(pages: Iterable[str]) -> list[Any]:
    """The menu by role, as mkdocs reads it; every page stands in it once."""
    left = [name for name in pages if name != "README.md"]
    found: list[Any] = [{"Start": "README.md"}]
    for role, names in ROLES.items():
        inside: list[Any] = []
        for name in names:
            if name.endswith("/"):
                below = [each for each in left if each.startswith(name)]
                titled = [
                    each if each.endswith("/index.md") else {PurePosixPath(each).stem: each}
                    for each in below
                ]
                inside.append({name[:-1].capitalize(): titled})
                left = [each for each in left if each not in below]
            else:
                inside.append(name)
                left.remove(name)
        found.append({role: inside})
    for entry in found:
        if ELSE in entry and left:
            entry[ELSE].append({"Background": left})
    return found


def build(site: Path, keep: Path) -> None:
    """Build the site by way of a folder `keep`. Raises CalledProcessError where mkdocs warns."""
    docs = keep / "docs"
    names = copied(docs)
    for name, text in generated().items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, "utf-8")
        names.append(name)
    shutil.copy(Path(__file__).with_name("iframe-worker.js"), docs)
    settings = {
        "INHERIT": str(Path(__file__).with_name("mkdocs.yml")),
        "docs_dir": str(docs),
        "site_dir": str(site.resolve()),
        "nav": menu(names),
    }
    configuration = keep / "mkdocs.yml"
    configuration.write_text(yaml.safe_dump(settings, sort_keys=False), "utf-8")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(configuration)],
        check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip


@click.command()
@click.option(
    "-o", "--output", default="site", show_default=True, type=click.Path(file_okay=False),
    help="Where the site goes.",
)  # fmt: skip
def main(output: str) -> None:
    """Build the documentation into a folder; open its index.html."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            build(Path(output), Path(folder))
        except subprocess.CalledProcessError as error:
            sys.exit(error.returncode)


if __name__ == "__main__":
    main()
