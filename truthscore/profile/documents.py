"""What one file of a help centre may cost while it is read."""

from __future__ import annotations

from pydantic import Field

from truthscore.profile.section import Section


class Documents(Section):
    """What a file of `truthscore index` and the other commands that read pages may cost.

    `max_file_bytes`: of a file, also of one in an archive. `max_page_chars`: of the text of a page.
    `read_seconds`: until a file has its next page; `parse_seconds`: until a page is parsed.
    """

    max_file_bytes: int = Field(ge=1_000)
    max_page_chars: int = Field(ge=1_000)
    read_seconds: float = Field(gt=0.0, le=3600.0)
    parse_seconds: float = Field(gt=0.0, le=3600.0)
