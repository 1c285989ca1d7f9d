"""Profiles: every number and every company-specific setting, from TOML.

A profile is a file. `extends = "paper"` takes another profile's settings first; what the file
itself says wins, key by key. There are no defaults in code: `profiles/paper.toml` names every
key, and a key nobody knows is an error that suggests the nearest one.

`settings` is the whole, of `score`, `features` and `guard`; `files` reads it.
"""

from truthscore.profile.features import (
    Alignment,
    Citations,
    CompanyTerms,
    ComplexAnswer,
    ComponentsDefined,
    Contradiction,
    ErrorCodes,
    Features,
    GuideFidelity,
    Hal,
    NewWords,
    Numbers,
    OffContext,
    PromptOverlap,
    Records,
    RougeL,
    Statements,
    SubjectPairs,
    SwappedLabels,
    VerbatimGuide,
)
from truthscore.profile.files import load, names, told, with_mode, with_policy, with_score_types
from truthscore.profile.guard import (
    OTHER_TYPES,
    CitationRule,
    Policy,
    VerifyLoop,
)
from truthscore.profile.score import (
    SIGNALS,
    Across,
    DecisionThresholds,
    ReadStatements,
    RuleWeight,
    Score,
    StatementSettings,
)
from truthscore.profile.settings import (
    ComponentChanges,
    ComponentPattern,
    Documents,
    Profile,
    Reading,
    Serve,
)

__all__ = [
    "OTHER_TYPES",
    "SIGNALS",
    "Across",
    "Alignment",
    "CitationRule",
    "Citations",
    "CompanyTerms",
    "ComplexAnswer",
    "ComponentChanges",
    "ComponentPattern",
    "ComponentsDefined",
    "Contradiction",
    "DecisionThresholds",
    "Documents",
    "ErrorCodes",
    "Features",
    "GuideFidelity",
    "Hal",
    "NewWords",
    "Numbers",
    "OffContext",
    "Policy",
    "Profile",
    "PromptOverlap",
    "ReadStatements",
    "Reading",
    "Records",
    "RougeL",
    "RuleWeight",
    "Score",
    "Serve",
    "StatementSettings",
    "Statements",
    "SubjectPairs",
    "SwappedLabels",
    "VerbatimGuide",
    "VerifyLoop",
    "load",
    "names",
    "told",
    "with_mode",
    "with_policy",
    "with_score_types",
]
