"""Whose verdict on an answer was right more often: CHOPS's verifier, or these rules.

    python -m replication.chops.verifier --data ../shared/data/cphos

The final answers of the runs on guide questions that have a verifier (GPT-3.5). Its verdict: the
answer was accepted, or every round was rejected and the least bad one was sent. Ours: `grounded`
would send it, from the profile's threshold on, beside what the executor was given. Both against
right or wrong in the result files. Printed per run, and for all: how often each agrees, with the
Wilson interval, and McNemar between the two (the runs share their questions, so p over all of them
is too small); how many wrong answers each stops and right ones it loses; milliseconds per answer
and characters (tokens are about a quarter). An answer without stars is one that we do not send. The
set has no licence and is not in the repository.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import regex

from replication.chops.arms import accuracy, paired
from replication.chops.logs import ARCHIVE, ARMS, Logs
from replication.chops.truth import answers
from replication.folders import folder_with
from truthscore import Example, TruthScorer
from truthscore.example import documents
from truthscore.guard.judgement import judge

#: Runs with a verifier of the same model, on guide questions.
RUNS = ("1-L C-E-V", "2-L C-E-V", "2-L mixed", "GLM-3", "llama-2-70b")
NAME = "file"
ASKED = regex.compile(r"There is a QA pair: Q: (?P<question>.*?), A:", regex.DOTALL)
#: What the verifier reads when every round was rejected.
REJECTED = regex.compile(r"^Attention! Some of the reference answers", regex.MULTILINE)
CHARS_PER_TOKEN = 4


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with(ARCHIVE), required=True)
    args = parser.parse_args(argv)
    logs = Logs(args.data)
    given = {(each.question, each.answer): each.context for each in answers(args.data)}
    scorer = TruthScorer.load("grounded")
    scorer.warm_up()
    theirs_all: dict[str, bool] = {}
    ours_all: dict[str, bool] = {}
    stops = [[0, 0], [0, 0]]
    wrong_all = spent = count = chars = 0
    print(f"{'run':<13}{'answers':>8}{'wrong':>7}{'verifier right':>24}{'truthscore right':>24}  p")
    for name in RUNS:
        run = ARMS[name].runs[NAME]
        read = logs.words(run, NAME, "verifier", "input") or ""
        said = logs.words(run, NAME, "verifier", "output") or ""
        rejected = rejected_questions(read)
        theirs: dict[str, bool] = {}
        ours: dict[str, bool] = {}
        wrong = 0
        for place, (question, _, answer, right) in enumerate(logs.results(run, NAME)):
            context = given.get((question, answer))
            if context is None or question.strip() not in rejected:
                continue  # not asked in this log, or nothing was given
            began = time.perf_counter()
            example = Example(
                id="", question=question, answer=answer, context=documents(context), lang="en"
            )
            verdict = next(scorer.score_many([example]))
            spent += time.perf_counter() - began
            sends = (
                not rejected[question.strip()],
                judge(verdict, scorer.profile.policy).action == "allow",
            )
            key = f"{name}-{place}"
            theirs[key], ours[key] = (sent == right for sent in sends)
            wrong += not right
            for mine, sent in zip(stops, sends, strict=True):
                mine[right] += not sent
        count, wrong_all, chars = count + len(ours), wrong_all + wrong, chars + len(read + said)
        theirs_all |= theirs
        ours_all |= ours
        print(row(name, wrong, theirs, ours))
    print(row("all", wrong_all, theirs_all, ours_all))
    print(f"sending every answer would agree with {(count - wrong_all) / count:.3f}")
    for name, (bad, good) in zip(("verifier", "truthscore"), stops, strict=True):
        print(f"{name}: stops {bad} of {wrong_all} wrong answers, and {good} of "
              f"{count - wrong_all} right ones")  # fmt: skip
    print(f"truthscore: {1000 * spent / count:.0f} ms an answer, 0 tokens; verifier: about "
          f"{chars / count / CHARS_PER_TOKEN:.0f} tokens ({chars / count:.0f} characters) a "
          "question; its time is not in the logs")  # fmt: skip


def rejected_questions(read: str) -> dict[str, bool]:
    """Of each question that the verifier read whether all rounds of it were rejected; of one that
    was asked again what came last."""
    found: dict[str, bool] = {}
    asked = list(ASKED.finditer(read))
    for at, match in enumerate(asked):
        question = match["question"].strip()
        end = asked[at + 1].start() if at + 1 < len(asked) else len(read)
        found[question] = REJECTED.search(read, match.end(), end) is not None
    return found


def row(name: str, wrong: int, theirs: dict[str, bool], ours: dict[str, bool]) -> str:
    """A line of the table: how often each verdict agrees with right and wrong."""
    shares = []
    for each in (theirs, ours):
        told = accuracy(each)
        shares.append(f"{told.share:.3f} [{told.low:.3f}, {told.high:.3f}]")
    p = paired(theirs, ours).p
    shown = "-" if p is None else f"{p:.3f}"
    return f"{name:<13}{len(ours):>8}{wrong:>7}{shares[0]:>24}{shares[1]:>24}  {shown}"


if __name__ == "__main__":
    main()
