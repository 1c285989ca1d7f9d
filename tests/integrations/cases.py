"""The answers that every framework gets: one to allow, one to hold, and one without documents."""

from __future__ import annotations

from typing import Any

from tests.guard.cases import ADDRESS, LEAVE, MISSING, QUESTION, TRUE

PAGES = [LEAVE["text"], ADDRESS["text"]]

#: Why the second one is held, in the language of the answer.
REASON = "De knop “Salarisrun” staat in geen van de 2 documenten."
NO_CONTEXT = "Er is geen document om het antwoord mee te vergelijken."
HELD = "Op deze vraag kan ik nu geen betrouwbaar antwoord geven."

#: The share of what is sent, from 4 stars, on the scale from 0 to 1 of other frameworks.
SENT_FROM = 0.75
ALLOWED: dict[str, Any] = {"question": QUESTION, "answer": TRUE, "context": PAGES}
BLOCKED: dict[str, Any] = {"question": QUESTION, "answer": MISSING, "context": PAGES}
BARE: dict[str, Any] = {"question": QUESTION, "answer": TRUE, "context": []}

#: A chat in which the last question asks on, and what it is read as.
ASKS_ON = "En voor een dag?"
CHAT = [
    {"role": "user", "content": QUESTION},
    {"role": "assistant", "content": TRUE},
    {"role": "user", "content": ASKS_ON},
]
READ_AS = f"{QUESTION}\n{ASKS_ON}"

ENGLISH_QUESTION = "How do I credit an invoice?"
ENGLISH_PAGE = (
    "# Credit an invoice\n\nThe manager approves the note within 3 working days. Open the tab "
    "**Invoices** and click the button **Credit**."
)
ENGLISH_MISSING = "Open the tab **Invoices** and click the button **Refund everything**."
ENGLISH_REASON = "The button “Refund everything” is not in the document."


class Broken:
    """A guardrail that raises: no adapter may let an answer through."""

    def __init__(self, policy: Any) -> None:
        self.policy = policy

    def check(self, **asked: Any) -> Any:
        del asked
        raise RuntimeError("broken on purpose")

    async def acheck(self, **asked: Any) -> Any:
        del asked
        raise RuntimeError("broken on purpose")
