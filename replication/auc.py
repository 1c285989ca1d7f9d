"""How well stars tell true answers from untrue ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import mannwhitneyu

Numbers = Sequence[float] | NDArray[np.float64]


def auc(true: Numbers, untrue: Numbers) -> float:
    """The share of pairs of a true and an untrue answer in which the true one has more, 0 to 1;
    equals count half. NaN where one side is missing."""
    if not len(true) or not len(untrue):
        return math.nan
    return float(mannwhitneyu(true, untrue).statistic) / (len(true) * len(untrue))
