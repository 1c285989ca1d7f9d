"""truthscore: scores a support chatbot's answers 1-5 stars for truthfulness.

>>> from truthscore import TruthScorer                               # doctest: +SKIP
>>> scorer = TruthScorer.load()                                      # doctest: +SKIP
>>> scorer.score(question="...", answer="...", context=["..."]).score  # doctest: +SKIP
4.2

Names are imported when they are used (PEP 562): `import truthscore` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truthscore.errors import (
        InputError,
        PipelineError,
        ProfileError,
        ResourceError,
        TruthscoreError,
    )
    from truthscore.formats import read_examples
    from truthscore.guard.citation_rail import CitationRail
    from truthscore.guard.decision import Decision
    from truthscore.guard.guardrail import Guardrail
    from truthscore.guard.operation import (
        Actor,
        Operation,
        Result,
        check_operation,
        check_report,
        read_schema,
    )
    from truthscore.guard.verify_loop import Operations, averify_loop, verify_loop
    from truthscore.profile import Policy, with_policy
    from truthscore.scorer import TruthScorer
    from truthscore.spreadsheet import score_frame, to_frame
    from truthscore.types import (
        ContextDocument,
        Detection,
        Evidence,
        Example,
        Measurement,
        Span,
        Verdict,
    )
    from truthscore.verdict_line import to_dict, to_json

__version__: str

#: Public name → the module it lives in.
_HOMES = {
    "TruthScorer": "scorer",
    "Guardrail": "guard.guardrail",
    "CitationRail": "guard.citation_rail",
    "verify_loop": "guard.verify_loop",
    "averify_loop": "guard.verify_loop",
    "Actor": "guard.operation",
    "Operation": "guard.operation",
    "Operations": "guard.verify_loop",
    "Result": "guard.operation",
    "check_operation": "guard.operation",
    "check_report": "guard.operation",
    "read_schema": "guard.operation",
    "Policy": "profile",
    "with_policy": "profile",
    "Decision": "guard.decision",
    "ContextDocument": "types",
    "Detection": "types",
    "Evidence": "types",
    "Example": "types",
    "Measurement": "types",
    "Span": "types",
    "Verdict": "types",
    "InputError": "errors",
    "PipelineError": "errors",
    "ProfileError": "errors",
    "ResourceError": "errors",
    "TruthscoreError": "errors",
    "read_examples": "formats",
    "score_frame": "spreadsheet",
    "to_dict": "verdict_line",
    "to_frame": "spreadsheet",
    "to_json": "verdict_line",
}

__all__ = [
    "Actor",
    "CitationRail",
    "ContextDocument",
    "Decision",
    "Detection",
    "Evidence",
    "Example",
    "Guardrail",
    "InputError",
    "Measurement",
    "Operation",
    "Operations",
    "PipelineError",
    "Policy",
    "ProfileError",
    "ResourceError",
    "Result",
    "Span",
    "TruthScorer",
    "TruthscoreError",
    "Verdict",
    "averify_loop",
    "check_operation",
    "check_report",
    "read_examples",
    "read_schema",
    "score_frame",
    "to_dict",
    "to_frame",
    "to_json",
    "verify_loop",
    "with_policy",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from truthscore.signature import package_version

        return package_version()
    if name not in _HOMES:
        raise AttributeError(f"module 'truthscore' has no attribute {name!r}")
    return getattr(importlib.import_module(f"truthscore.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
