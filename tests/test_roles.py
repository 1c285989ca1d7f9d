"""True answers about who may do what.

Golden verdicts of `grounded` with the real pipelines; all made up, on a page with other sentences
around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing

#: True: others do it, or those people do something else.
TRUE = [
    ("nl", "Annuleert de klant op tijd, dan wordt de aanbetaling automatisch teruggestort. Bij een no-show gebeurt dat niet.", "Krijgt de klant de aanbetaling terug?", "Annuleert de klant op tijd, dan wordt de aanbetaling automatisch teruggestort."),
    ("en", "You can pause your plan in the app. With a gift card that is not possible.", "Can I pause?", "You can pause your plan in the app."),
    ("en", "Only the workspace owner can cancel. Billing admins can change the card and download invoices.", "What can a billing admin do?", "As a billing admin you can download invoices."),
    ("en", "Only the workspace owner can cancel. Billing admins can change the card.", "Can I cancel?", "Only the owner can cancel; billing admins can't."),
    ("en", "Only team leads and admins can create team replies. Agents can assign conversations.", "How do I get a team reply?", "An agent can ask a team lead to create a team reply."),
    ("nl", "Alleen de teamleider kan een order annuleren. De klantenservice kan een adres wijzigen.", "Wat kan de klantenservice?", "De klantenservice kan een adres wijzigen."),
    ("nl", "Klanten kunnen een factuur niet verwijderen. Neem daarvoor contact op met de administratie.", "Kan ik een factuur verwijderen?", "Als klanten een factuur willen verwijderen, nemen zij contact op."),
    ("en", "The tenant cannot paint the doors. The landlord paints the doors.", "Who paints the doors?", "The landlord paints the doors, not the tenant."),
    ("en", "Editors can't delete a page until it is approved.", "Can editors delete a page?", "Editors can delete an approved page."),
    ("en", "Paid orders are shipped the same day. On Sundays that does not happen.", "Sunday?", "Orders paid on Sundays are shipped on Monday."),
    ("en", "Paid orders are shipped the same day. On Sundays that does not happen.", "Sunday?", "Orders you paid on Sundays are shipped the next day."),
    ("en", "Paid orders are shipped the same day. On Sundays that does not happen.", "Sunday?", "Paid orders are shipped the same day, but Sundays are an exception."),
    ("nl", "Betaalde bestellingen verzenden wij dezelfde dag. Op zondag gebeurt dat niet.", "Zondag?", "Bestellingen van zondag verzenden wij op maandag."),
    ("en", "Meals are included. With the Basic package that does not apply.", "Meals?", "Unlike the Basic package, other packages include meals."),
    ("en", "Meals are included. With the Basic package that does not apply.", "Meals?", "Meals are included in every package but Basic."),
    ("en", "Meals are included. With the Basic package that does not apply.", "Meals?", "With the Basic package you pay for meals, which are included in other packages."),
    ("en", "You renew the licence yourself under Account.", "Who?", "We suggest renewing the licence under Account."),
    ("en", "You renew the licence yourself under Account.", "Who?", "We remind you to renew the licence."),
    ("en", "You renew the licence yourself under Account.", "Who?", "We ask that you renew the licence under Account."),
    ("en", "You renew the licence yourself under Account.", "Who?", "Users renew the licence themselves under Account."),
    ("en", "You renew the licence yourself under Account.", "Who?", "Your administrator or you renew the licence."),
    ("en", "You choose a password yourself. The administrator creates your account.", "Who?", "New users choose a password; the administrator creates the account."),
    ("nl", "U vraagt de vergoeding zelf aan via de app.", "Wie?", "Een medewerker vraagt de vergoeding aan via de app."),
    ("nl", "U vraagt de vergoeding zelf aan via de app.", "Wie?", "Wij vragen u de vergoeding via de app aan te vragen."),
    ("nl", "De monteur repareert de ketel gratis. U maakt zelf de afspraak.", "Wat nu?", "In plaats van zelf de ketel te repareren belt u de monteur."),
    ("en", "Employees cannot approve their own hours. The manager approves them.", "Who?", "Employees are unable to approve their own hours."),
    ("en", "A team member cannot delete a project. An admin can do that.", "Who?", "Members lack the right to delete a project."),
    ("en", "Support cannot reset a password for you. You reset a password on the login page.", "Who?", "Support refuses to reset a password for you."),
    ("en", "Support cannot reset a password for you. You reset a password on the login page.", "Who?", "Support can help you reset a password on the login page."),
    ("en", "Students cannot print in colour. Teachers can print in colour.", "Who?", "Students can print, but not in colour."),
    ("en", "Students cannot print in colour. Teachers can print in colour.", "Who?", "A student asks a teacher to print in colour."),
    ("nl", "Managers kunnen de bak bekijken maar niet herstellen. Om 24:00 uur sluit het.", "Kan het om 24 uur?", "Managers kunnen herstellen maar"),
]  # fmt: skip


test_no_truth_is_called_a_lie = believing(TRUE)
