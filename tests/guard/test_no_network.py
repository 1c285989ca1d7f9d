"""Scoring and checking never open a connection: every socket is an error in its own process."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import socket, _socket, sys

def refuse(*args, **kwargs):
    raise AssertionError("a connection was opened")

class Refused(socket.socket):
    def __init__(self, *args, **kwargs):
        refuse()

socket.socket = Refused
socket.create_connection = socket.getaddrinfo = socket.gethostbyname = refuse
_socket.getaddrinfo = _socket.gethostbyname = refuse
sys.addaudithook(lambda event, _: refuse() if event.startswith("socket.") else None)

from tests.guard.cases import ADDRESS, LEAVE, MISSING, QUESTION, TRUE, WRONG_NUMBER
from truthscore import CitationRail, Guardrail, TruthScorer, verify_loop, with_policy

for profile in ("paper", "grounded-encoder"):
    scorer = TruthScorer.load(profile, score_types="all")
    for answer in (TRUE, MISSING, WRONG_NUMBER, "Ja.", ""):
        scorer.score(question=QUESTION, answer=answer, context=[LEAVE, ADDRESS])
        guardrail = Guardrail(scorer, with_policy(scorer.profile.policy, time_budget_ms=60_000))
        with guardrail:
            decision = guardrail.check(question=QUESTION, answer=answer, context=[LEAVE, ADDRESS])
            assert decision.cause != "error", decision
            decision.trimmed
rail = CitationRail(Guardrail(scorer))
assert rail.check(question=QUESTION, answer=TRUE, context=[LEAVE]).decision.cause == "no_citation"
verify_loop(lambda feedback: TRUE, rail.guardrail, question=QUESTION, context=[LEAVE])
try:
    socket.socket()
except AssertionError:
    print("closed")
"""


def test_no_socket_is_opened() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.stderr == ""
    assert done.stdout == "closed\n"
