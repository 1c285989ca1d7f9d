"""What holds only within a bound, said to who is outside it, or denied to who is within.

Golden verdicts of `grounded` with the real pipelines, each on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    ("en", "Shipping is free for orders over $50. Otherwise it costs $5.", "My order is $30. What does shipping cost?", "$5.", "Shipping is free."),
    ("nl", "Bij bestellingen boven de 50 euro is verzending gratis. Anders kost het 5 euro.", "Mijn bestelling is 30 euro. Wat kost de verzending?", "5 euro.", "De verzending is gratis."),
    ("en", "Shipping is free for orders over $50. Otherwise it costs $5.", "My order is $70. Is shipping free?", "Yes, shipping is free.", "No, it costs $5."),
    ("en", "Shipping is free for orders over $50.", "Is shipping free?", "Yes, for orders over $50.", "Yes, shipping is always free."),
    ("nl", "Een bon is nodig voor bedragen boven 25 euro.", "Heb ik een bon nodig?", "Alleen boven 25 euro.", "Ja, een bon is altijd nodig."),
    # an age
    ("en", "Children under 12 travel free.", "My son is 14. Does he travel free?", "No, only children under 12 travel free.", "Yes, he travels free."),
    ("nl", "Kinderen onder de 12 reizen gratis.", "Mijn zoon is 8. Reist hij gratis?", "Ja, hij reist gratis.", "Nee, hij betaalt de volle prijs."),
    # so long ago, in other units; until so long before
    ("en", "You can return an item within 30 days of delivery.", "I got it 6 weeks ago. Can I return it?", "No, you can't return it any more.", "Yes, you can return the item."),
    ("en", "You can return an item within 30 days of delivery.", "I got it 6 days ago. Can I return it?", "Yes, you can return the item.", "No, you can't return it."),
    ("nl", "Annuleren kan gratis tot 48 uur voor aankomst.", "Ik kom over 5 uur. Kan ik nog gratis annuleren?", "Nee, dat kan niet meer gratis.", "Ja, annuleren is gratis."),
    ("en", "The link is valid for 24 hours.", "I got the link 2 days ago. Is it still valid?", "No, it is no longer valid.", "Yes, the link is still valid."),
    ("en", "Deleted files stay in the trash for 30 days. After that they are gone for good.", "Can I get back a file I deleted 2 months ago?", "No, after 30 days they are gone for good.", "Yes, open the trash and restore it."),
    # what is denied within
    ("en", "Parcels over 20 kilos cannot be returned at the shop.", "My parcel weighs 25 kilos. Can I return it at the shop?", "No, it cannot be returned at the shop.", "Yes, it can be returned at the shop."),
]  # fmt: skip
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

test_told_apart = telling_apart(PAIRS)
test_no_truth_is_called_a_lie = believing(TRUE)
