"""All adapters together: each has a test, an extra and a place, and costs nothing unless used."""

from __future__ import annotations

import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: What the adapters share, and what reads the exports of tools and imports none.
SHARED = {"__init__", "judge", "conversation", "exports", "traces"}
ADAPTERS = sorted(
    path.stem
    for path in (ROOT / "truthscore" / "integrations").glob("*.py")
    if path.stem not in SHARED
)
RUN_ALL = runpy.run_path(str(HERE / "run_all"))


def test_every_adapter_is_run_and_has_its_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(RUN_ALL["FRAMEWORKS"]) == ADAPTERS
    with_extra = set(ADAPTERS) - set(RUN_ALL["NO_EXTRA"])
    assert with_extra <= set(project["optional-dependencies"])
    for name in ADAPTERS:
        assert (HERE / f"test_{name}.py").exists(), name


@pytest.mark.parametrize("name", sorted(set(ADAPTERS) - {"pytest", "langsmith"}))
def test_a_framework_that_is_missing_is_told(name: str) -> None:
    """In a Python that finds no framework, whatever is installed here."""
    code = (
        "import sys\n"
        "for each in ('deepeval', 'guardrails', 'haystack', 'langchain', 'litellm', 'llama_index',"
        " 'mcp', 'nemoguardrails', 'opentelemetry', 'phoenix', 'ragas'):\n"
        "    sys.modules[each] = None\n"
        f"import truthscore.integrations.{name}\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"pip install '.[{name}]'" in done.stderr


def test_what_is_shared_imports_no_framework() -> None:
    code = (
        "import sys, truthscore.integrations.judge, truthscore.integrations.conversation\n"
        "import truthscore.integrations.pytest, truthscore.integrations.langsmith\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'deepeval', 'guardrails',"
        " 'haystack', 'langchain', 'langsmith', 'litellm', 'llama_index', 'nemoguardrails',"
        " 'opentelemetry', 'phoenix', 'pytest', 'ragas', 'spacy'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_only_the_judge_reads_a_chat() -> None:
    """So that a chat is read in one way, whichever framework it comes from."""
    folder = ROOT / "truthscore" / "integrations"
    knows = {
        path.stem
        for path in folder.glob("*.py")
        if "integrations.conversation" in path.read_text(encoding="utf-8")
    }
    assert knows == {"judge"}
