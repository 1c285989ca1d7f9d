"""What a request may cost: the settings of `truthscore.serve`."""

from __future__ import annotations

from pydantic import Field

from truthscore.profile.section import Section


class Serve(Section):
    """What one request to the HTTP service may cost."""

    max_body_bytes: int = Field(ge=1_000)
    max_batch: int = Field(ge=1)
    max_documents: int = Field(ge=1)
    max_document_chars: int = Field(ge=1)
    max_registered: int = Field(ge=1)
    max_profiles: int = Field(ge=0)
    body_seconds: float = Field(gt=0.0)
    request_seconds: float = Field(gt=0.0)
    threads: int = Field(ge=1, le=64)
    waiting: int = Field(ge=1)
