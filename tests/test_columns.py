"""Tables that say a thing twice or are parted by bars, and examples of anything but documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from truthscore.errors import InputError
from truthscore.formats import read_rows
from truthscore.types import ContextDocument, Example


def test_a_column_stands_once(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,answer,answer\n1,a,b\n", "utf-8")
    with pytest.raises(InputError, match="has the column 'answer' twice; expected each once"):
        list(read_rows(str(path)))
    path.write_text("id|answer\n1|a\n", "utf-8")
    with pytest.raises(InputError, match="found columns between bars"):
        list(read_rows(str(path)))
    path.write_text("sep=|\nid|answer\n1|a\n", "utf-8")
    [row] = read_rows(str(path))
    assert row.data == {"id": "1", "answer": "a"}


def test_an_example_is_made_of_documents() -> None:
    page = ContextDocument(id="page", text="Save.")
    assert Example(id="1", question="", answer="", context=(page,)).context == (page,)
    for context in (["text"], "text", ({"text": "x"},)):
        with pytest.raises(TypeError, match="expected ContextDocument objects"):
            Example(id="1", question="", answer="", context=context)  # type: ignore[arg-type]
