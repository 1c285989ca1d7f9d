"""No file of a folder ends a run of `index`, leads out of the folder, or costs more than itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.retrieve.hostile import FILES
from truthscore.cli.documents import read_documents
from truthscore.cli.file_pages import Source
from truthscore.cli.file_reader import FileReader
from truthscore.profile import Documents, load
from truthscore.retrieve.kept import read

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs links and pipes")
#: Files of one kind that are quick to read, for every run of the tests.
QUICK = (
    "latin.txt", "cyrillic.txt", "yaml_int.md", "toml_deep.md", "toml_int.md", "deep.json",
    "int_in.json", "odd.json", "twice.json", "rot13.html", "divs.html", "bomb.docx",
    "entities.docx", "bomb.zip", "passwd.md", "outside", "loop", "fifo.md", "socket.md", "deep",
    "sparse.md", "no_utf8", "escape",
)  # fmt: skip
#: An environment variable; set to anything, every hostile file is tried, two minutes.
ALL = "TRUTHSCORE_ALL_HOSTILE"
GOOD = "# Good\n\nPress the green button to keep the page.\n"
PROFILE = (
    'extends = "grounded"\nname = "quick"\n[documents]\nread_seconds = 5.0\nparse_seconds = 5.0\n'
)


@pytest.fixture
def docs(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "good.md").write_text(GOOD, "utf-8")
    yield folder
    subprocess.run(["rm", "-rf", str(folder)], check=True)  # deeper than Python takes away


def limits(**changes: float) -> Documents:
    return load("paper").documents.model_copy(update=changes)


def test_quick_ones_cost_themselves(docs: Path) -> None:
    for name in QUICK:
        FILES[name](docs / name)
    told: list[str] = []
    pages = {
        page.id.removeprefix(f"{docs}/"): page for page in read_documents([str(docs)], told.append)
    }
    assert pages["good.md"].text == GOOD
    assert pages["latin.txt"].text == "één café"
    assert {*pages} <= {"good.md", "latin.txt", "7", "no_utf8/caf\udce9.md", "escape/\x1b[2J.md"}
    assert not any("root:" in page.text for page in pages.values())
    for name in QUICK:
        silent = {
            "outside",
            "loop",
            "fifo.md",
            "socket.md",
            "deep",
            "no_utf8",
            "escape",
            "twice.json",
        }
        assert name in silent or any(name in each for each in told), name
    assert "3 links, which are not followed" in told[-1]
    assert "2 pipes, sockets and devices" in told[-1]


def test_a_file_that_hangs_costs_its_time(tmp_path: Path) -> None:
    path = tmp_path / "slow.pdf"
    FILES["operators.pdf"](path)
    good = tmp_path / "good.md"
    good.write_text(GOOD, "utf-8")
    told: list[str] = []
    with FileReader(limits(read_seconds=0.5)) as reader:
        assert not list(reader.pages(Source(path=str(path)), told.append))
        [page] = reader.pages(Source(path=str(good)), told.append)
    assert page.text == GOOD
    [slow] = told
    assert "slow.pdf: it took longer than 0.5 s ([documents] read_seconds" in slow


def test_a_file_and_a_page_may_be_so_long(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Save it. " * 200, "utf-8")
    (tmp_path / "b.md").write_text("Save it. " * 2_000, "utf-8")
    told: list[str] = []
    less = limits(max_page_chars=1_000, max_file_bytes=10_000)
    assert not list(read_documents([str(tmp_path)], told.append, limits=less))
    assert "a.md: has 1,800 characters; expected at most 1,000" in told[0]
    assert "b.md: is 18,000 bytes long; expected at most 10,000" in told[1]


@pytest.mark.slow
@pytest.mark.parametrize("chunks", [True, False])
def test_none_of_all_ends_a_run(docs: Path, tmp_path: Path, chunks: bool) -> None:
    assert len(FILES) > 100
    # with chunks and without they are read alike, and each costs its whole budget: a third of them
    # with, another third without, and all of both where the variable is set
    step = 1 if os.environ.get(ALL) else 3
    made = list(FILES.items())[0 if chunks else step - 1 :: step]
    for name, make in made:
        make(docs / name)
    profile = tmp_path / "quick.toml"
    profile.write_text(PROFILE, "utf-8")
    out = tmp_path / "out"
    args = [
        sys.executable, "-m", "truthscore", "index", str(docs), "-o", str(out), "-p", str(profile),
        *(["--chunks"] if chunks else []),
    ]  # fmt: skip
    done = subprocess.run(args, capture_output=True, timeout=1_500, check=False)
    told = done.stderr.decode("utf-8", "replace")
    assert done.returncode == 0, told[-3_000:]
    assert "Traceback" not in told
    assert "\x1b" not in told
    pages, _ = read(out)
    assert pages[f"{docs}/good.md"].text == GOOD
    assert not any("root:x" in page.text for page in pages.values())
    print(f"{len(made)} files, {len(pages)} pages, 0 ended the run")
