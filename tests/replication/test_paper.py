"""`replication/PAPER.md`: every statement of the paper names what shows it, and that is there."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from replication import statements
from replication.statements import ROOT, STATEMENTS, Statement, command, faults, is_test, places
from truthscore.cli import COMMANDS

ROWS = statements.read(STATEMENTS.read_text("utf-8"))
#: Of arXiv 2411.00034.
SECTIONS = {
    *(str(number) for number in range(1, 11)),
    "4.1", "4.2", "4.3", "4.4", "4.4.1", "4.4.2", "5.1", "5.2", "5.3", "6.1", "6.2", "6.2.1",
    "6.2.2", "6.2.3", "6.2.4", "8.1", "8.2", "8.3", "8.4", "8.5", "9.1", "9.2",
}  # fmt: skip
NAMED = sorted({name for row in ROWS for name in row.names})


def test_every_statement_has_a_row_that_says_what_shows_it() -> None:
    numbers = [row.number for row in ROWS]
    assert [each for each in numbers if each.isdigit()] == [str(n) for n in range(1, 41)]
    assert not [row.number for row in ROWS if not row.names]
    assert [row.number for row in ROWS if not re.search(r"same|otherwise|\d", row.here)] == []


def test_every_section_that_is_cited_is_one_of_the_paper() -> None:
    files = ["replication/PAPER.md", "replication/paper.toml", "truthscore/profiles/paper.toml"]
    text = "\n".join((ROOT / file).read_text("utf-8") for file in files)
    cited = {each.rstrip(".") for each in re.findall(r"§([\d.]+)", text)}
    assert len(cited) > 15
    assert cited - SECTIONS == set()


@pytest.mark.parametrize("name", NAMED)
def test_what_a_row_names_is_there(name: str) -> None:
    """A test of the suite, a command of truthscore, or a script; and its files, if ours."""
    if is_test(name):
        [path] = places(name)
        test = name.partition("::")[2]
        assert path.is_dir() or f"def {test}" in path.read_text("utf-8")
        return
    words = command(name, Path("data"))
    assert words is not None
    if words[1] != "-m":
        assert (ROOT / words[1]).is_file()
    elif words[2] == "truthscore":
        assert words[3] in COMMANDS
    else:
        at = ROOT / words[2].replace(".", "/")
        assert at.with_suffix(".py").is_file() or (at / "__main__.py").is_file()
    assert [w for w in words if w.startswith("examples/") and not (ROOT / w).exists()] == []


def test_commands_get_the_folders_of_the_data() -> None:
    words = command("replication.x --data BENCH HELP/a.gz", Path("data"))
    assert words is not None
    assert words[1:] == ["-m", "replication.x", "--data", "data/bench", "data/helpcentre/a.gz"]
    assert command("replication.x --data BENCH", None) is None


def test_a_figure_is_printed_when_a_number_rounds_to_it() -> None:
    assert statements.prints("rho +0.4378 (49)", "0.44")
    assert not statements.prints("rho 0.4378, §10.44, 0.4.4", "0.43")


def row(here: str, *names: str) -> Statement:
    return Statement(number="1", here=here, names=names)


def test_a_row_is_not_ticked_for_a_test_a_command_or_a_figure() -> None:
    shown = "truthscore features -p paper"
    printed: dict[str, str | None] = {shown: "0.44", "truthscore x": None}
    passed = {"test_a.py": True, "test_b.py": False}

    def wrong(statement: Statement, *, quick: bool = False) -> list[str]:
        return faults(statement, None, passed, printed, quick=quick)

    assert wrong(row("same, 0.44", "test_a.py", shown)) == []
    assert wrong(row("same, 0.45", shown)) == ["0.45 is not printed"]
    assert wrong(row("same", "test_b.py")) == ["test_b.py does not pass"]
    assert wrong(row("same", "truthscore x")) == ["truthscore x does not end with 0"]
    assert wrong(row("same")) == ["names nothing that shows it"]
    # without data its figures cannot be looked up
    assert wrong(row("0.45", "replication.x --data BENCH"), quick=True) == []


def test_a_test_that_was_skipped_or_failed_does_not_show_anything() -> None:
    told = ElementTree.fromstring(
        "<suite><testcase classname='tests.a.test_x' name='test_one[nl]'/>"
        "<testcase classname='tests.a.test_x' name='test_two'><skipped/></testcase>"
        "<testcase classname='tests.a.test_y' name='test_one'><failure/></testcase></suite>"
    )
    cases = list(told.iter("testcase"))
    shows = ["test_x.py", "test_x.py::test_one", "test_x.py::test_two", "test_y.py", "tests/a"]
    assert [statements.passes(name, cases) for name in shows] == [True, True, False, False, False]


def test_a_row_with_another_number_of_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="row 3: 4 columns, expected 5"):
        statements.read("| 3 | a | §1 | `test_a.py` |")
