"""Periods of a log, and when one of them is out of the ordinary."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from tests.cli.test_cli import call
from truthscore.errors import InputError
from truthscore.evaluate.lines import ScoredLine
from truthscore.evaluate.trend import MIN_ANSWERS, begin_of, trend

MONDAY = date(2026, 8, 3)


def decide(line: ScoredLine) -> str:
    return line.decided or ("send" if (line.score or 0.0) >= 4.0 else "review")


def weeks(means: list[float], n: int = MIN_ANSWERS) -> list[tuple[str, ScoredLine]]:
    """A log in which every answer of a week has the same stars."""
    return [
        (f"log:{week}", ScoredLine(
            id=f"{week}-{at}", status="scored", score=mean, message_type="binary", signature="s",
            date=(MONDAY + timedelta(days=7 * week + at % 7)).isoformat(),
        ))
        for week, mean in enumerate(means)
        for at in range(n)
    ]  # fmt: skip


def test_a_week_begins_on_monday_and_a_month_on_its_first() -> None:
    assert begin_of(date(2026, 11, 26), "week") == date(2026, 11, 23)
    assert begin_of(date(2026, 11, 23), "week") == date(2026, 11, 23)
    assert begin_of(date(2026, 11, 26), "month") == date(2026, 11, 1)
    assert begin_of(date(2026, 11, 26), "day") == date(2026, 11, 26)


def test_an_alarm_by_hand() -> None:
    """Eight weeks of 4.0 and 4.2 in turns: mean 4.1, deviation 0.1069. Student's t with 7 degrees
    of freedom has 0.25 % above 4.0293; the next week is sqrt(9/8) as far off: 3.6431."""
    quiet = [4.0, 4.2] * 4
    assert trend(weeks([*quiet, 3.65]), decide).alarms[:1] != ()  # sent falls from all to none
    stars = [each for each in trend(weeks([*quiet, 3.64]), decide).alarms if each.figure == "stars"]
    assert [(each.begin, each.value) for each in stars] == [("2026-09-28", 3.64)]
    assert stars[0].limit == pytest.approx(4.1 - 4.029337 * (9 / 8) ** 0.5 * 0.1069045)
    assert all(e.figure != "stars" for e in trend(weeks([*quiet, 3.65]), decide).alarms)


def test_one_held_answer_where_none_was_held_before_alarms_nobody() -> None:
    """Fisher's exact test: one of 20 where none of 160 was has p 20/180 = 0.11, two have
    20 x 19 / (180 x 179) = 0.012, three 20 x 19 x 18 / (180 x 179 x 178) = 0.0012: below 0.0025."""
    quiet = weeks([4.0, 4.2] * 4 + [4.1])

    def held(count: int) -> list[float]:
        lines = quiet[:-count] + [
            (where, msgspec.structs.replace(line, decided="hold")) for where, line in quiet[-count:]
        ]
        return [each.limit for each in trend(lines, decide).alarms if each.figure == "held"]

    assert held(1) == held(2) == []
    assert held(3) == [2 / 20]


def test_a_share_that_wanders_by_itself_needs_more_than_its_answers_say() -> None:
    """12 of 20 below 3 are no chance for Fisher's test beside 32 of 160, and are within the
    interval where weeks had 0 and 8 in turns."""

    def alarms(lows: list[int]) -> set[str]:
        lines = weeks([4.5] * len(lows))
        for week, low in enumerate(lows):
            for at in range(MIN_ANSWERS * week, MIN_ANSWERS * week + low):
                where, line = lines[at]
                lines[at] = where, msgspec.structs.replace(line, score=2.0)
        return {each.figure for each in trend(lines, decide).alarms}

    assert alarms([8, 0] * 4 + [12]) == set()
    assert "low" in alarms([4, 4] * 4 + [12])


def test_seven_weeks_and_thin_weeks_alarm_nobody() -> None:
    assert trend(weeks([4.0, 4.2] * 3 + [4.0, 1.0]), decide).alarms == ()
    thin = [*weeks([4.0, 4.2] * 4), *weeks([1.0] * 9, n=5)[-5:]]
    assert trend(thin, decide).alarms == ()


@pytest.mark.parametrize(("answers", "few"), [(MIN_ANSWERS, False), (MIN_ANSWERS - 1, True)])
def test_a_period_with_few_answers_is_said_to_have_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answers: int, few: bool
) -> None:
    log, page = tmp_path / "log.jsonl", tmp_path / "trend.html"
    lines = [*weeks([4.0, 4.2]), *weeks([4.0] * 3, n=answers)[2 * answers :]]
    log.write_text(
        "".join(
            json.dumps({"id": e.id, "status": "scored", "score": e.score, "date": e.date}) + "\n"
            for _, e in lines
        ),
        "utf-8",
    )
    last = MONDAY + timedelta(days=14)
    assert trend(lines, decide).few == ((last.isoformat(),) if few else ())
    code, out, _ = call(capsys, "trend", str(log), "-o", str(page), "--report-lang", "nl")
    assert code == 0
    [told] = [line for line in out.splitlines() if line.startswith(last.isoformat())]
    assert told.endswith("  few") is few
    said = "few: fewer than 20 answers, in 1 of 3; they raise no alarm"
    assert (said in out) is few
    assert ("Minder dan 20 antwoorden, in 1 van 3" in page.read_text("utf-8")) is few
    _, out, _ = call(capsys, "trend", str(log), "--json")
    assert json.loads(out)["few"] == ([last.isoformat()] if few else [])


def test_the_log_of_the_service_is_read_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "service.log"
    rows = [
        {"time": "2026-11-26T09:30:00.000+00:00", "logger": "truthscore.guardrail",
         "decided": decided, "score": score}
        for decided, score in (("allow", 4.5), ("block", 1.5), ("review", None))
    ]  # fmt: skip
    rows.append({"time": "2026-11-26T09:31:00.000+00:00", "route": "/check", "status": 200})
    log.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    page = tmp_path / "trend.html"
    code, out, _ = call(capsys, "trend", str(log), "--json", "-o", str(page))
    assert code == 0
    [period] = json.loads(out)["periods"]
    assert (period["begin"], period["answers"], period["stars"]) == ("2026-11-23", 3, 3.0)
    assert period["sent"] == period["review"] == period["held"] == pytest.approx(1 / 3)
    assert page.read_text("utf-8").count("<svg") == 4


def test_dates_may_stand_in_the_rows_that_were_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scored, answers = tmp_path / "scored.jsonl", tmp_path / "answers.jsonl"
    scored.write_text('{"id": "a", "status": "scored", "score": 4.5}\n', "utf-8")
    answers.write_text('{"id": "a", "answer": "Ja.", "when": "2026-11-26"}\n', "utf-8")
    code, out, _ = call(
        capsys, "trend", str(scored), "--answers", str(answers), "--date", "when", "--by", "month"
    )
    assert code == 0
    assert "2026-11-01" in out
    code, _, err = call(capsys, "trend", str(scored))
    assert code == 2
    assert "none of 1 lines has a date" in err
    code, _, err = call(capsys, "trend", str(scored), "--answers", str(answers))
    assert code == 2
    assert "no row has a field 'date'" in err


def test_columns_of_the_rows_that_were_scored_may_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scored, table = tmp_path / "scored.jsonl", tmp_path / "table.csv"
    scored.write_text('{"id": "7", "status": "scored", "score": 4.5}\n', "utf-8")
    table.write_text("Nr,Op,Antwoord\n7,2026-11-26,Ja.\n", "utf-8")
    args = ("trend", str(scored), "--answers", str(table), "--by", "month")
    code, out, _ = call(capsys, *args, "--map", "id=Nr", "--map", "date=Op")
    assert code == 0
    assert "2026-11-01" in out
    assert call(capsys, *args, "--map", "id=Nr", "--date", "Op")[1] == out
    code, _, err = call(capsys, *args, "--map", "id=Nr", "--map", "date=When")
    assert code == 2
    assert "no row has a field 'When'" in err
    code, _, err = call(capsys, "trend", str(scored), "--map", "id=Nr")
    assert code == 2
    assert "--map names columns of --answers: give both" in err


def test_the_date_of_a_row_that_is_scored_is_that_of_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers, scored = tmp_path / "answers.jsonl", tmp_path / "scored.jsonl"
    rows = [
        {"answer": "Een bijlage mag 10 MB zijn.", "question": "Hoe groot mag een bijlage zijn?",
         "context": "Een bijlage mag 10 MB zijn.", "lang": "nl", "when": date}
        for date in ("2026-11-26", "2026-12-03T09:30:00+01:00")
    ]  # fmt: skip
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    code, _, err = call(capsys, "score", str(answers), "-o", str(scored), "--map", "date=when")
    assert code == 0, err
    code, out, _ = call(capsys, "trend", str(scored), "--json")
    assert code == 0
    periods = json.loads(out)["periods"]
    assert [(e["begin"], e["answers"]) for e in periods] == [("2026-11-23", 1), ("2026-11-30", 1)]


def test_the_exit_code_is_that_of_the_last_period(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.jsonl"
    for means, expected in (([4.0, 4.2] * 4 + [2.0], 1), ([4.0, 4.2] * 4 + [2.0, 4.1], 0)):
        lines = [
            json.dumps(
                {
                    "id": each.id,
                    "status": "scored",
                    "score": each.score,
                    "date": each.date,
                    "message_type": "binary" if at % 4 else "general",
                    "override": None if at % 4 else "retracted",
                }
            )
            for at, (_, each) in enumerate(weeks(means))
        ]
        log.write_text("\n".join(lines), "utf-8")
        code, out, _ = call(capsys, "trend", str(log))
        assert code == expected
        assert "types in the last week: binary 75%, general 25%" in out
        assert "overrides in the last week: retracted 25%" in out
        assert "! 2026-09-28: mean stars 2.00, where 8 before it had 4.10 on average" in out


def test_a_date_that_is_none_is_told_with_its_line() -> None:
    with pytest.raises(InputError, match=r"log:17: date 'gisteren' is none"):
        trend([("log:17", ScoredLine(id="a", status="scored", date="gisteren"))], decide)
