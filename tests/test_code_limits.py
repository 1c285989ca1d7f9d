"""What decides a verdict stands in a profile, and a function fits on a screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import truthscore

ROOT = Path(truthscore.__file__).parent
#: Where texts are read and answers measured.
FILES = sorted([*(ROOT / "features").rglob("*.py"), *(ROOT / "text").rglob("*.py")])
#: Lines of a function, at most.
LONGEST = 60
#: Numbers with a fraction that may stand in the code, by file, for no verdict hangs on them alone:
#: how far roundings may be apart, what a word weighs, when a text has to be made readable, what
#: size on a screen is none.
FRACTIONS = {
    "features/compare/gate.py": {"ROUNDING"},
    "features/guide_fidelity/steps.py": {"SURELY"},
    "features/verbatim_guide.py": {"SURELY"},
    "text/aligned.py": {"ALIKE"},
    "text/alignment.py": {"ELSEWHERE", "LEAST_WEIGHT"},
    "text/readable.py": {"MOST_MARKED"},
    "text/unseen.py": {"LARGEST_DOT_PX", "OUT_OF_PAGE_PX", "PIXELS", "WHOLE_INSET"},
    "text/spelling.py": {"RARE", "UNKNOWN", "USUAL", "KNOWN"},
}


def constants(tree: ast.Module) -> Iterator[str]:
    """The names at the top of a module that are set to something with a fraction in it."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            names = node.targets if isinstance(node, ast.Assign) else [node.target]
            inside = (each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant))
            if any(isinstance(value, float) for value in inside):
                yield from (name.id for name in names if isinstance(name, ast.Name))


def test_a_share_from_which_something_is_found_stands_in_a_profile() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in FILES
        for name in constants(ast.parse(path.read_text("utf-8")))
    }
    allowed = {(path, name) for path, names in FRACTIONS.items() for name in names}
    assert found - allowed == set(), "name it in truthscore/profile/ and truthscore/profiles/"
    assert allowed - found == set(), "is gone or has moved"


def test_a_function_fits_on_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= LONGEST
    ]
    assert FILES
    assert long == []
