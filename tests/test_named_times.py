"""Hours that have a name or are told with a part of the day: "noon", "midnight", "4 this morning".

Two sentences of help text, a true answer and a lie; golden verdicts of `grounded` with the real
pipelines. Units: `tests/text/test_values.py`.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

PAIRS = [
    ("en", "Orders placed before 12:00 are shipped the same day. The shop is open until 18:00.",
     "Until when can I order to have it shipped today?",
     "Orders placed before noon are shipped the same day.",
     "Orders placed before midnight are shipped the same day."),
    ("en", "The register closes by itself at 4 a.m. You can still enter the count until 12 noon.",
     "I forgot to cash up. Can I still enter the count?",
     "Yes, you can still enter the count until 12:00.",
     "Yes, you can still enter the count until midnight."),
    ("en", "The register closes by itself at 4 a.m. You can still enter the count until 12 noon.",
     "When did the register close?",
     "The register closed by itself at 4 this morning.",
     "The register closed by itself at 4 this afternoon."),
    ("en", "The maintenance starts at 9 pm and ends at 11:59 pm. During that time you cannot log in.",
     "When is the maintenance tonight?",
     "The maintenance starts tonight at 9 and ends at midnight.",
     "The maintenance starts tonight at 7 and ends at midnight."),
    ("nl", "Het onderhoud begint om 21:00 uur en eindigt om 24:00 uur. In die tijd kunt u niet inloggen.",
     "Hoe laat is het onderhoud vanavond?",
     "Het onderhoud begint vanavond om 9 uur en eindigt om middernacht.",
     "Het onderhoud begint vanavond om 7 uur en eindigt om middernacht."),
    ("nl", "De back-up loopt elke nacht om 04:00 uur. Hij duurt ongeveer 2,5 uur.",
     "Hoe lang duurt de back-up?",
     "De back-up duurt ongeveer tweeënhalf uur.",
     "De back-up duurt ongeveer drieënhalf uur."),
]  # fmt: skip


TRUTHS = [
    # a number that the question has as a word
    ("en", "Go to Orders, open the order and click Refund. Enter how many of each item you are refunding, and type the amount of the shipping.",
     "How do I refund only one of two mugs?",
     "Open the order under Orders, click Refund and enter 1 for the mug."),
]  # fmt: skip

test_told_apart = telling_apart(PAIRS)
test_no_truth_is_called_a_lie = believing(TRUTHS)
