"""Questions, answers and pages of a made-up company that the tests of the guardrail share."""

from __future__ import annotations

from typing import Any

LEAVE = {
    "id": "verlof",
    "title": "Verlof aanvragen",
    "text": """# Verlof aanvragen

U vraagt verlof aan op het Urenbord. Uw teamleider keurt de aanvraag binnen 5 werkdagen goed.
Een medewerker kan maximaal 25 dagen verlof per jaar opnemen.

1. Ga naar het tabblad **Verlof**.
2. Klik op de knop **Aanvragen**.
3. Vul het veld **Einddatum** in.
4. Klik op **Versturen**.
""",
}
ADDRESS = {
    "id": "adres",
    "title": "Adres wijzigen",
    "text": "# Adres wijzigen\n\nDe beheerder wijzigt het adres op de kaart van de medewerker.",
}
SALARY = {
    "id": "schalen",
    "title": "Salarisschalen",
    "text": "# Salarisschalen\n\nEen teamleider verdient in schaal 9 minstens 4.200 euro bruto.",
}
CREDIT = {
    "id": "invoice",
    "title": "Credit an invoice",
    "text": "# Credit an invoice\n\nYou can credit an invoice until it is paid. The manager "
    "approves the note within 3 working days. Open the tab **Invoices** and click **Credit**.",
}
QUESTION = "Hoe vraag ik verlof aan?"
TRUE = (
    "U vraagt verlof aan op het Urenbord. Ga naar het tabblad **Verlof** en klik op de knop "
    "**Aanvragen**. Uw teamleider keurt de aanvraag binnen 5 werkdagen goed."
)
#: One button that no page has.
MISSING = "Ga naar het tabblad **Verlof** en klik op de knop **Salarisrun**."
#: One sentence that the page contradicts, in the middle.
WRONG_NUMBER = (
    "U vraagt verlof aan op het Urenbord. Een medewerker kan maximaal 40 dagen verlof per jaar "
    "opnemen. Uw teamleider keurt de aanvraag binnen 5 werkdagen goed."
)


def call(answer: str = TRUE, *context: Any, question: str = QUESTION) -> dict[str, Any]:
    """The arguments of one check."""
    return {"question": question, "answer": answer, "context": list(context) or [LEAVE, ADDRESS]}
