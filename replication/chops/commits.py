"""Calls of faulty executors that `check_operation` would let through, on CHOPS's own instructions.

    python -m replication.chops.commits --data ../shared/data/cphos

Each of the 104 instructions goes to an executor that means the right call and, by a seed (0 to 4),
gets it wrong: another actor, an invented argument, another call, an argument too many. Counted are
the calls that write and are allowed though they are wrong: not asked for, or not permitted. Beside
it, of the right calls: how many of those that their actor may make are allowed, and how many of the
others are stopped. The set has no licence and is not in the repository.
"""

from __future__ import annotations

import argparse
import csv
import io
import random
import sys
import tarfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import regex

from replication.chops.pairs import share
from replication.folders import folder_with
from truthscore.guard.operation import (
    Actor,
    Operation,
    Schema,
    check_operation,
    read_schema,
)

ARCHIVE = "chops_logs.tar.gz"
SET = "QAs/instructions_augmented.csv"
SEEDS = range(5)
ADMIN = "nicknameADMIN"
FAULTS = ("other actor", "invented argument", "other call", "extra argument")
#: What the right call of an instruction is, the first that holds; groups are its arguments.
RIGHT = (
    ("VerifyTeacherUserToBeSupTeacher", r"application\b.*?name(?: is)? (?P<name>\w+)"
        r"(?:.*?be (?P<problem>\d+))?"),
    ("MakeAllTypesToBeSubCoach", r"vice team leader of the teacher (?:\w+ )*?(?P<leader>name\d+)"),
    ("MakeAllTypesToBeArbiter", r"\barbiter\b"),
    ("MakeAllTypesToBeSupTeacher", r"\bteam leader\b"),
    ("ChangeAllTypesUploadLimit", r"upload limit\D*(?P<limit>\d+)"),
    ("AddNewSchoolByName", r"new school(?=.*?(?P<school>MyNewSchool))(?:.*?(?P<area>Tokyo))?"),
    ("GetTeacherInfoBySchoolName", r"information about users.*?(?P<school>schoolname\d+)"),
    ("GetTeacherInfoByName", r"about (?:users )?(?:called |whose name is )?(?P<name>\w+)"),
    ("ChangeAllTypesSchool", r"school.*?(?P<school>schoolname\d+)"),
    ("ChangeAllTypesMarkingSubject", r"(?:subject|problem)(?:\D*(?P<subject>\d+))?"),
)  # fmt: skip


def schema() -> Schema:
    """The schema of the ten calls."""
    path = Path(__file__).with_name("schema.toml")
    return read_schema(tomllib.loads(path.read_text("utf-8")))


def instructions(data: Path) -> list[tuple[str, str]]:
    """Who asks, and the instruction."""
    with tarfile.open(data / ARCHIVE) as archive:
        stored = archive.extractfile(SET)
        assert stored is not None
        text = io.TextIOWrapper(stored, "utf-8", errors="replace")
        return [(row[0], row[1]) for row in list(csv.reader(text))[1:] if len(row) > 1]


def right_call(question: str, calls: Schema) -> Operation | None:
    """The call that an instruction means, with the arguments that it gives."""
    for name, pattern in RIGHT:
        found = regex.search(pattern, question, regex.IGNORECASE)
        if found is not None:
            args: dict[str, Any] = {
                each: int(value) if calls[name].args[each].type == "integer" else value
                for each, value in found.groupdict().items()
                if value is not None
            }
            return Operation(name=name, args=args)
    return None


def faulty(
    call: Operation, calls: Schema, seed: int, nickname: str
) -> Iterator[tuple[str, Operation]]:
    """The call with each fault that it can have, by a seed."""
    drawn = random.Random(f"{seed}:{call.name}:{sorted(call.args.items())}:{nickname}")
    yield "other actor", replace(call, actor=f"nickname{drawn.randrange(10**7)}")
    yield "extra argument", replace(call, args={**call.args, "force": True})
    for name, argument in calls[call.name].args.items():
        made: Any = (
            drawn.randrange(1, 11) if argument.type == "integer" else f"made{drawn.random()}"
        )
        if made != call.args.get(name):
            yield "invented argument", replace(call, args={**call.args, name: made})
    other = drawn.choice([each for each in calls if each != call.name])
    given = list(call.args.values())
    args = {
        name: given[0] if given else drawn.randrange(1, 11)
        if argument.type == "integer" else "name1"
        for name, argument in calls[other].args.items()
    }  # fmt: skip
    yield "other call", Operation(name=other, args=args)


def actor_of(nickname: str) -> Actor:
    """The actor behind a nickname."""
    return Actor(id=nickname, roles=("admin",) if nickname == ADMIN else ())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with(ARCHIVE), required=True)
    args = parser.parse_args()
    calls, asked = schema(), instructions(args.data)
    made: Counter[str] = Counter()
    let: Counter[str] = Counter()
    right: Counter[tuple[bool, str]] = Counter()
    for nickname, question in asked:
        call = right_call(question, calls)
        if call is None:
            print(f"no call is known for {question!r}", file=sys.stderr)
            continue
        actor = actor_of(nickname)
        may = calls[call.name].own or nickname == ADMIN
        right[may, check_operation(question, call, calls, (), actor, "en").cause] += 1
        for seed in SEEDS:
            for fault, wrong in faulty(call, calls, seed, nickname):
                decided = check_operation(question, wrong, calls, (), actor, "en")
                if calls[wrong.name].writes:
                    made[fault] += 1
                    let[fault] += decided.allowed
    print(f"{len(asked)} instructions, seeds {SEEDS.start} to {SEEDS.stop - 1}")
    print("| fault | calls that write | let through |")
    print("| --- | --- | --- |")
    for fault in FAULTS:
        print(f"| {fault} | {made[fault]} | {let[fault]} |")
    print(f"| all | {made.total()} | {share(let.total(), made.total())} |")
    print("\n| right calls | cause | number |\n| --- | --- | --- |")
    for (may, cause), number in sorted(right.items()):
        print(f"| {'may be made' if may else 'may not be made'} | {cause} | {number} |")
    return 1 if let.total() else 0


if __name__ == "__main__":
    raise SystemExit(main())
