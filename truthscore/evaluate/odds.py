"""What a finding of a rule counts, from how often it is right.

The odds of a rule are those that an answer is untrue where it fired, beside the odds of all answers
of the set. A finding takes off the stars that its odds are worth, by how much a star of the base
score moves the odds that an answer is true (`slope`). Copied sentences all have a high base score,
so there it takes off 2p - 1 times half of the penalty of its feature, where p is the share in which
it is right if half of the answers are untrue; no finding takes off more than that. To take off n of
P stars a finding counts n / (P - n): counts add up, and a feature with them has the value
1 / (1 + their sum) (`features/base.py: weighed`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

#: Added to each number of answers, so that no odds are infinite.
PRIOR = 0.5
#: The surest that a count of 1.0, half of a penalty, can mean; certainty would outvote all ratings.
SUREST = 0.99


def log_odds(fired: Sequence[bool], every: Sequence[bool]) -> float:
    """How much likelier an answer is untrue where a rule fired than among `every` answer of its
    set, as a logarithm. True stands for an untrue answer; neither may be empty."""
    return _log_odds(fired) - _log_odds(every)


def counted(likelier: float, penalty: float, logits: float, *, copied: bool) -> float:
    """What a finding counts (0 to 1) whose log odds are `likelier`, in a feature that may take off
    `penalty` stars, where a star of the base score is worth `logits`."""
    likelier = max(0.0, likelier)
    taken = penalty / 2 * (2 / (1 + math.exp(-likelier)) - 1)
    if not copied and logits > 0:
        taken = min(taken, likelier / logits)
    return taken / (penalty - taken) if penalty else 0.0


def meant(count: float, penalty: float, logits: float, *, copied: bool) -> float:
    """The log odds for which `counted` gives `count`."""
    taken = penalty * count / (1 + count)
    share = min(SUREST, (2 * taken / penalty + 1) / 2) if penalty else 0.5
    likelier = math.log(share / (1 - share))
    return likelier if copied else max(likelier, taken * logits)


def slope(stars: Sequence[float], true: Sequence[bool]) -> float:
    """By how much a star raises the log odds that an answer is true: the slope of a logistic
    regression, slightly drawn towards 0; at least 0."""
    x = np.array(stars, dtype=np.float64)
    signs = np.where(np.array(true), 1.0, -1.0)

    def loss(line: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0.0, -signs * (line[0] + line[1] * x)).sum() + line[1] ** 2 / 2)

    return max(0.0, float(minimize(loss, np.zeros(2)).x[1]))


def _log_odds(untrue: Sequence[bool]) -> float:
    bad = sum(untrue)
    return math.log((bad + PRIOR) / (len(untrue) - bad + PRIOR))
