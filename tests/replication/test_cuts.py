"""What cutting leaves whole is counted apart from the chunker: a cut one is seen."""

from __future__ import annotations

from replication.ama.cuts import counted, steps_of, tables_of, torn
from truthscore.retrieve.chunking import PRESETS
from truthscore.retrieve.retriever import Chunk
from truthscore.types import ContextDocument, Span

TABLE = "| a | b |\n| - | - |\n| c | d |"
STEP = "1. Open it.\n\n   It is blue."
TEXT = f"Some text.\n\n{TABLE}\n\n{STEP}\n 2. Close it.\nNo step.\n\n```\n1. code\n```\n"


def piece(start: int, end: int) -> Chunk:
    return Chunk(
        origin="p", local=start, title="", headings=(), text=TEXT[start:end],
        span=Span(source="p", start=start, end=end),
    )  # fmt: skip


def test_tables_and_steps_are_found_by_their_lines() -> None:
    assert [TEXT[start:end] for start, end in tables_of(TEXT)] == [TABLE]
    assert [TEXT[start:end] for start, end in steps_of(TEXT)] == [STEP, " 2. Close it."]


def test_one_that_stands_whole_in_no_chunk_is_torn() -> None:
    [table] = tables_of(TEXT)
    middle = table[0] + len("| a | b |")
    assert torn([table], [piece(0, middle), piece(middle, len(TEXT))]) == 1
    assert torn([table], [piece(0, middle), piece(table[0], len(TEXT))]) == 0


def test_a_page_that_has_room_is_not_torn() -> None:
    page = ContextDocument(id="p", text=TEXT)
    assert counted(page, PRESETS["C"]) == (1, 1, 0, 2, 0, 0)
