"""Who may do what: people of whom a page denies something, or who are not those it reserves it for.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # a negation that only repeats the one before
    ("nl", "Een afgesloten dag kan niet meer heropend worden, ook niet door onze helpdesk.", "Kunnen jullie de dag weer openen?", "De helpdesk kan een afgesloten dag niet heropenen.", "De helpdesk kan een afgesloten dag wel heropenen."),
    ("nl", "Een afgesloten dag kan niet meer heropend worden, ook niet door onze helpdesk.", "Kunnen jullie de dag weer openen?", "Een dag die afgesloten is, kan door niemand heropend worden, dus ook niet door de helpdesk.", "Zelf kan je een afgesloten dag niet heropenen, maar onze helpdesk kan dat wel voor jou doen."),
    ("en", "Merging cannot be undone, not even by support.", "Can I undo a merge?", "No, merging can't be undone.", "A merge can be undone by support."),
    # what "that" stands for, and what is denied of one of two
    ("nl", "Iedere medewerker koppelt de eigen agenda. Een beheerder kan dit niet namens een collega doen.", "Ik ben beheerder en wil de agenda van mijn collega Sanne koppelen. Kan dat?", "Nee, Sanne moet haar agenda zelf koppelen; als beheerder kunt u dat niet voor haar doen.", "Als beheerder koppelt u de agenda van Sanne namens haar."),
    ("en", "Deleted contacts go to the bin for 30 days. Admins can restore them from there; managers can view the bin but not restore.", "I'm a manager and deleted a contact. Can I get it back myself?", "You can see it in the bin, but you can't restore it as a manager.", "Yes, as a manager you can restore it yourself from the bin."),
    ("en", "If you lose your private key, we cannot recover it and the administrator cannot reset it.", "I forgot my private key. Is there any way back in?", "Unfortunately not: nobody can reset it.", "We can't recover a lost private key ourselves, but your administrator can reset it."),
    # what is reserved for others, whether or not the answer says yes
    ("en", "Only the workspace owner can cancel. Click **Cancel plan**. Billing admins can change the card and download invoices.", "I'm a billing admin and can't find the cancel button.", "Ask the owner to cancel the plan.", "As a billing admin you can cancel the plan yourself."),
    ("en", "Only team leads and admins can create team replies. Agents can assign conversations.", "Can I create a team reply as an agent?", "Agents cannot create team replies.", "Every agent can create team replies."),
    ("nl", "Alleen de teamleider kan een order annuleren. De klantenservice kan een adres wijzigen.", "Kan de klantenservice de order annuleren?", "Nee, de teamleider annuleert de order.", "De klantenservice kan een order annuleren."),
    ("nl", "Alleen gebruikers met de rol Hoofdboekhouder kunnen een boekjaar afsluiten. Een assistent kan de controlelijst doorlopen.", "Kan een assistent het boekjaar afsluiten?", "Een gebruiker met de rol Hoofdboekhouder kan het boekjaar afsluiten.", "Een gebruiker met de rol Assistent kan het boekjaar ook afsluiten."),
    ("en", "Only the sender can file a claim, within 14 days after posting. The shop helps you.", "My parcel never arrived. Can I file a claim?", "Only the sender can do that, within 14 days after posting.", "As the recipient you can file a claim directly, within 14 days after posting."),
    # what is denied of one case by "that"
    ("nl", "Annuleert de klant op tijd, dan wordt de aanbetaling automatisch teruggestort. Bij een no-show gebeurt dat niet.", "De klant is niet gekomen. Krijgt die zijn aanbetaling terug?", "Nee, bij een no-show wordt de aanbetaling niet teruggestort.", "Bij een no-show stort het systeem de aanbetaling automatisch terug."),
    ("en", "You can pause your plan in the app. With a gift card that is not possible.", "I paid with a gift card. Can I pause?", "You can pause your plan in the app, but not with a gift card.", "Yes, you can pause a plan with a gift card in the app."),
    # what is not so until something has happened
    ("en", "Editors can't delete a page until it is approved.", "Can editors delete a page?", "Once a page is approved, editors can delete it.", "Editors can delete a page before it is approved."),
    ("nl", "U kunt de aangifte niet indienen totdat alle meldingen zijn opgelost.", "Kan ik indienen?", "Zodra alle meldingen zijn opgelost, kunt u de aangifte indienen.", "U kunt de aangifte indienen voordat alle meldingen zijn opgelost."),
]  # fmt: skip

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


test_told_apart = telling_apart(PAIRS)


test_no_truth_is_called_a_lie = believing(TRUE)
