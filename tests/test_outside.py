"""True answers about what holds only within a bound.

Golden verdicts of `grounded` with the real pipelines, each on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing

TRUE = [
    # on the bound itself, or told with it
    ("en", "Shipping is free for orders over $50.", "My order is $50. Is shipping free?", "Shipping is free."),
    ("en", "Shipping is free for orders over $50.", "My order is $30. Is shipping free?", "Shipping is free for orders over $50."),
    # the length of something else
    ("nl", "Annuleren kan gratis tot 48 uur voor aankomst.", "Ik heb 3 uur geleden geboekt. Kan ik gratis annuleren?", "Ja, annuleren is gratis."),
    ("nl", "U hebt garantie als u het apparaat binnen 60 dagen na installatie registreert.", "Mijn apparaat is vijf jaar oud en geregistreerd. Heb ik garantie?", "Ja, u hebt garantie op het apparaat."),
    ("en", "Clips are kept for 7 days. With Nook Plus (£3.50 a month) they are kept for 60 days.", "What does Nook Plus cost for a whole year?", "Twelve months of Nook Plus cost £42."),
    # several bounds, of several cases
    ("en", "Shipping is free for orders over $50. For members shipping is free for orders over $20.", "My order is $30 and I am a member. Is shipping free?", "Yes, for members shipping is free."),
    # who does it, below the bound and above
    ("en", "Your manager approves claims up to $500. Higher claims also need the approval of the finance department.", "Who approves a claim of $800?", "Your manager and the finance department."),
    # a count of other things
    ("en", "Up to 5 users can share a folder.", "I have 8 files. Can I share a folder?", "Yes, you can share a folder."),
]  # fmt: skip

test_no_truth_is_called_a_lie = believing(TRUE)
