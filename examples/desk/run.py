"""python examples/desk/run.py: one question of each route, a change that is made, one that is not.

A line of JSON each. DESK_DB is the URL of another database than a new one of SQLite.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from examples.desk.data import Store
from examples.desk.loop import Desk
from examples.desk.models import from_environment

#: Who asks, in which language, what.
QUESTIONS = (
    ("W-101", "nl", "Hoe groot mag een bon zijn?"),
    ("W-101", "en", "Who may add a leave pot?"),
    ("W-101", "nl", "Hoeveel wettelijke verlofuren heb ik nog?"),
    ("W-101", "en", "How many open tickets do I have?"),
    ("W-101", "nl", "Wijzig mijn telefoonnummer naar 06-55512345."),
    ("W-101", "en", "Please request leave for me from 5 April 2027 to 9 April 2027."),
    ("W-101", "nl", "Keur declaratie B-302 goed."),
    ("W-101", "en", "Please move employee W-101 to the Finance department."),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(os.environ.get("DESK_DB") or f"sqlite:///{Path(folder) / 'desk.db'}")
        desk = Desk(store, from_environment())
        for employee, lang, question in QUESTIONS:
            given = desk.ask(question, lang, employee)
            line = {
                "model": given.model, "route": given.route, "status": given.status,
                "question": question, "answer": given.answer, "rounds": given.rounds,
            }  # fmt: skip
            print(json.dumps(line, ensure_ascii=False))
        store.close()


if __name__ == "__main__":
    main()
