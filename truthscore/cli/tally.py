"""What `truthscore score` counts while it goes: verdicts, and accepted answers beside the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from truthscore.decisions import FALLBACK_LANGUAGE, named, whole
from truthscore.formats import Row
from truthscore.types import Example, Verdict

if TYPE_CHECKING:
    from truthscore.profile import Profile
    from truthscore.report.answers_page import AnswersPage


class Tally:
    """Counts verdicts for the closing summary, and puts them on the page of --report."""

    def __init__(self, profile: Profile, page: AnswersPage | None = None) -> None:
        """`profile` decides what is sent; `page`: where verdicts are shown."""
        self._profile = profile
        self._page = page
        self.rows = 0
        self.scored = 0
        self.reasons: Counter[str] = Counter()
        self.stars: Counter[int] = Counter()
        self.overrides: Counter[str] = Counter()
        self.decisions = {"send": 0, "review": 0, "hold": 0}
        self._scores: Counter[float] = Counter()

    def add(self, verdict: Verdict, example: Example | None) -> str:
        """Count one verdict, and say what a guardrail would do with it: send, review or hold.

        `example`: its row; None where that cannot be read, which no page shows.
        """
        from truthscore.spreadsheet import decision, told

        self.rows += 1
        decided = decision(verdict, self._profile)
        self.decisions[decided] += 1
        if self._page is not None and example is not None:
            why = told(verdict, example, self._profile).reason
            self._page.add(example, verdict, decided, why)
        if verdict.score is None:
            self.reasons["error" if verdict.status == "error" else str(verdict.reason)] += 1
            return decided
        self.scored += 1
        self.stars[whole(verdict.score)] += 1
        # Scores are kept to two places: bounded memory, whatever the file's size.
        self._scores[int(verdict.score * 100) / 100] += 1
        if verdict.override:
            self.overrides[verdict.override] += 1
        return decided

    def share_below(self, stars: float) -> float:
        """Share of the scored answers below `stars`; 0.0 when none was scored."""
        below = sum(count for score, count in self._scores.items() if score < stars)
        return below / self.scored if self.scored else 0.0

    def summary(self, output: str) -> str:
        """The closing summary, a few lines for people."""
        lines = [f"{self.rows} answers → {'standard output' if output == '-' else output}"]
        for name, count in self.decisions.items():
            lines.append(f"  {named(name, FALLBACK_LANGUAGE):<31} {count}")
        lines.append(f"  scored       {self.scored}")
        for reason, count in sorted(self.reasons.items(), key=lambda item: (-item[1], item[0])):
            label = "errors" if reason == "error" else f"not scored: {reason}"
            lines.append(f"  {label:<31} {count}")
        if self.scored:
            widest = max(self.stars.values())
            for star in range(5, 0, -1):
                bar = "█" * round(30 * self.stars[star] / widest)
                lines.append(f"  {'★' * star:<5} {self.stars[star]:>6}  {bar}".rstrip())
        if self.overrides:
            shown = ", ".join(f"{name} {n}" for name, n in sorted(self.overrides.items()))
            lines.append(f"  overrides    {shown}")
        return "\n".join(lines)


class Beside:
    """Puts accepted answers beside the pages of rows, and counts them."""

    def __init__(self, path: str) -> None:
        from truthscore.accepted import AcceptedAnswers

        self._answers = AcceptedAnswers.read(path) if path else None
        self._rows = self._changed = 0

    def each(self, rows: Iterator[Example | Row]) -> Iterator[Example | Row]:
        """The rows, with answers to their questions; a row that cannot be read as it is."""
        for row in rows:
            if self._answers is None or not isinstance(row, Example):
                yield row
                continue
            seen, changed = self._answers.beside(row)
            self._rows += seen is not row
            self._changed += changed
            yield seen

    def told(self) -> str:
        """What was used and what was not, a line; nothing where there are no accepted answers."""
        if self._answers is None:
            return ""
        return (
            f"accepted answers: {len(self._answers)} hold, {self._answers.expired} are expired and "
            f"not used; beside {self._rows} rows; not used {self._changed} times, for their page "
            "changed\n"
        )
