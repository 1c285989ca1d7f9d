"""The features, in one explicit ordered table. Everything that lists features derives from it."""

from __future__ import annotations

from truthscore.features.base import Feature, IndexedDocument, Inputs
from truthscore.features.citations import CITATIONS
from truthscore.features.company_terms import COMPANY_TERMS
from truthscore.features.complex_answer import COMPLEX_ANSWER
from truthscore.features.components_defined import COMPONENTS_DEFINED
from truthscore.features.contradiction import CONTRADICTION
from truthscore.features.error_codes import ERROR_CODES
from truthscore.features.guide_fidelity import GUIDE_FIDELITY
from truthscore.features.hal import HAL
from truthscore.features.new_words import NEW_WORDS
from truthscore.features.numbers import NUMBERS
from truthscore.features.off_context import OFF_CONTEXT
from truthscore.features.prompt_overlap import PROMPT_OVERLAP
from truthscore.features.records import RECORDS
from truthscore.features.rouge_l import ROUGE_L
from truthscore.features.statements import STATEMENTS
from truthscore.features.subject_pairs import SUBJECT_PAIRS
from truthscore.features.swapped_labels import SWAPPED_LABELS
from truthscore.features.verbatim_guide import VERBATIM_GUIDE

#: Order = order of the output's feature keys.
FEATURES: tuple[Feature, ...] = (
    COMPANY_TERMS,
    COMPONENTS_DEFINED,
    COMPLEX_ANSWER,
    PROMPT_OVERLAP,
    HAL,
    SUBJECT_PAIRS,
    VERBATIM_GUIDE,
    STATEMENTS,
    NEW_WORDS,
    ROUGE_L,
    NUMBERS,
    ERROR_CODES,
    CITATIONS,
    CONTRADICTION,
    OFF_CONTEXT,
    GUIDE_FIDELITY,
    SWAPPED_LABELS,
    RECORDS,
)

__all__ = ["FEATURES", "Feature", "IndexedDocument", "Inputs"]
