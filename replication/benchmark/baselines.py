"""What truthscore is measured against: metrics that anybody can compute without a model.

Each takes (question, answer, context text) and gives a number, higher is truer, or None when it
has nothing to say. Libraries that are not installed are left out of the table, with their name.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable
from typing import Any

import regex

Baseline = Callable[[str, str, str], float | None]

_WORD = regex.compile(r"\w+")


def word_share(question: str, answer: str, context: str) -> float | None:
    """Share of the answer's distinct words (lower-cased letters and digits) in the context."""
    del question
    words = set(_WORD.findall(answer.casefold()))
    return len(words & set(_WORD.findall(context.casefold()))) / len(words) if words else None


def rouge_l_precision(question: str, answer: str, context: str) -> float | None:
    """ROUGE-L precision of the answer against the context (rouge-score, no stemming)."""
    del question
    if not answer.strip():
        return None
    return float(_rouge().score(context, answer)["rougeL"].precision)


def bleu(question: str, answer: str, context: str) -> float | None:
    """BLEU's n-gram precisions, mean of n = 1 to 4, without brevity penalty (sacrebleu)."""
    del question
    import sacrebleu

    if not answer.strip():
        return None
    scorer = sacrebleu.BLEU(effective_order=True)
    return float(sum(scorer.sentence_score(answer, [context]).precisions) / 400)


def continuous_eval(question: str, answer: str, context: str) -> float | None:
    """continuous-eval's deterministic faithfulness: share of sentences with enough overlap."""
    from continuous_eval.metrics.generation.text import DeterministicFaithfulness

    if not answer.strip():
        return None
    found: dict[str, Any] = DeterministicFaithfulness()(
        question=question, answer=answer, retrieved_context=[context]
    )
    return float(found["rouge_faithfulness"])


def rapidfuzz_token_set(question: str, answer: str, context: str) -> float | None:
    """rapidfuzz's ratio of the sets of words."""
    del question
    from rapidfuzz import fuzz

    return fuzz.token_set_ratio(answer, context) / 100


def corroborate(question: str, answer: str, context: str) -> float | None:
    """corroborate's numbers, dates and quotes: 1 / (1 + critical findings)."""
    from corroborate import check_answer

    report = check_answer(query=question, retrieved_chunks=[context], answer=answer)
    return 1 / (1 + len(report.critical))


def ragground(question: str, answer: str, context: str) -> float | None:
    """ragground's tier without a model: its grounding score."""
    del question
    return float(_ragground().verify(context=context, answer=answer).grounding_score)


@functools.cache
def _ragground() -> Any:
    from ragground.guard import RAGGround

    return RAGGround(auto_download=False)


@functools.cache
def _rouge() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rougeL"], use_stemmer=False)


#: Name in the table → (function, library it needs or None).
BASELINES: dict[str, tuple[Baseline, str | None]] = {
    "word share": (word_share, None),
    "ROUGE-L precision": (rouge_l_precision, "rouge_score"),
    "BLEU precision": (bleu, "sacrebleu"),
    "rapidfuzz token set": (rapidfuzz_token_set, "rapidfuzz"),
    "corroborate": (corroborate, "corroborate"),
    "ragground, no model": (ragground, "ragground"),
    "continuous-eval": (continuous_eval, "continuous_eval"),
}


def available() -> dict[str, Baseline]:
    """The baselines whose library is installed."""
    return {
        name: run
        for name, (run, library) in BASELINES.items()
        if library is None or importlib.util.find_spec(library) is not None
    }
