"""True answers in words of their own, which rules that look for lies had called untrue: a "yes" or
"no" whose best sentence answers something else, a denial said another way, what stands around a
list; and beside them the lies that the same rules are for.

Golden verdicts of `grounded` with the real pipelines; all made up.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # "is not" repeats what was said before
    ("en", "- If you owe rent, statements are blocked, but proof of residence is not.", "Can I get a proof of residence while I owe rent?", "Yes, you can. Owing rent blocks statements, but not the proof of residence.", "Yes, you can. Owing rent does not block statements."),
    # two sentences that a pipeline takes for one deny once each
    ("en", "Owners can upload an XLS file under **Stock > Import**. PDF lists cannot be imported.", "Can I import a PDF list?", "Unfortunately not. PDF lists can't be imported into Stockleaf. Instead, save your list as an XLS file and upload it under **Stock > Import**.", "Yes, PDF lists can be imported under **Stock > Import**."),
    # what stays is not changed
    ("en", "Changes apply only to quotes made afterwards; quotes that already exist are not altered.", "What happens to the old quotes?", "Quotes that already exist stay as they are.", "Quotes that already exist are altered too."),
    ("nl", "Verwijdert u de koppeling, dan worden bestaande boekingen niet gewist.", "Wat gebeurt er met de boekingen?", "Bestaande boekingen blijven gewoon bewaard.", "Bestaande boekingen worden dan gewist."),
    # behind the steps
    ("nl", "\n\n1. Ga naar **Voorraad > Tellingen**.\n2. Klik op **Nieuwe telling**.\n3. Kies het magazijn en vul de **Teldatum** in.\n4. Vul het **Aantal** in.\n5. Klik op **Vastleggen**.\n\nDe teldatum mag maximaal 30 dagen in het verleden liggen.", "Hoe leg ik een telling vast?", "1. Open **Voorraad > Tellingen** en klik op **Nieuwe telling**.\n2. Kies het magazijn en geef de teldatum op.\n3. Vul het aantal in.\n4. Sluit af met **Vastleggen**.\n\nLet erop dat de teldatum niet meer dan 30 dagen terug mag liggen.", "1. Open **Voorraad > Tellingen** en klik op **Nieuwe telling**.\n2. Sluit af met **Vastleggen**.\n3. Vul daarna het **Aantal** in.\n4. Kies het magazijn en vul de **Teldatum** in."),
    # how many are listed behind
    ("nl", "U kiest zelf uit de 1e, 15e of 27e van de maand. U krijgt minstens 10 dagen van tevoren bericht.", "Op welke dagen kan ik laten incasseren?", "Je kunt kiezen uit drie dagen: de **1e, 15e of 27e** van de maand.", "U krijgt minstens 3 dagen van tevoren bericht."),
    # in any case, in this case
    ("nl", "Worden twee storingen samengevoegd, dan betaalt u de voorrijkosten niet opnieuw. Controleer in ieder geval of de meter is afgelezen.", "Betaal ik nog eens voorrijkosten als de storingen zijn samengevoegd?", "Nee, in dit geval niet: bij samengevoegde storingen betaalt u de voorrijkosten niet opnieuw.", "Ja, u betaalt de voorrijkosten dan opnieuw."),
]  # fmt: skip

#: True: told in two steps, of a whole that the question leaves something out of, or in that order.
TRUE = [
    ("en", "Choose **Send automatically**: the invoice is approved and mailed to the customer every month.", "Can I have invoices sent to my customer every month without approving them?", "Yes, you can! Choose **Send automatically** and the invoice goes out every month."),
    ("nl", "Indienen mag alleen door de **Eigenaar**, tenzij deze onder **Gebruikers > Rechten** het recht *Aangifte indienen* aan de boekhouder geeft.", "Mag mijn boekhouder de aangifte indienen?", "Standaard niet: indienen is voorbehouden aan de Eigenaar. Als Eigenaar kun je dat veranderen: geef de boekhouder onder **Gebruikers > Rechten** het recht *Aangifte indienen*."),
    ("nl", "Patiënten ontvangen 24 uur voor de afspraak een herinnering per e-mail. Herinneringen per sms zijn mogelijk met de module **Berichten Plus** en kosten € 0,08 per sms. Een patiënt die zich afmeldt voor berichten ontvangt alleen nog bevestigingen, geen herinneringen.", "Krijgen patiënten een sms als herinnering?", "Sms-herinneringen zijn mogelijk met de module **Berichten Plus**. Heeft een patiënt zich afgemeld voor berichten, dan krijgt die geen herinneringen meer, maar nog wel bevestigingen."),
    ("nl", "\n\n- Zakelijke betaalrekeningen bij de meeste banken.\n- Zakelijke spaarrekeningen: alleen als uw bank dat ondersteunt.\n- Creditcards: niet via de koppeling. Importeer deze als bestand.\n\n1. Ga naar **Instellingen > Bank**.\n2. Klik op **Rekening koppelen** en kies uw bank.\n3. Klik op **Koppeling activeren**.", "Hoe koppel ik mijn zakelijke rekening?", "Zo leg je de koppeling:\n\n1. Ga naar **Instellingen > Bank** en klik op **Rekening koppelen**.\n2. Selecteer je bank.\n3. Klik op **Koppeling activeren**."),
    ("en", "To delete a board, choose **Delete board**. Board admins can archive; only **site admins** and the **owner** can delete.\n\n## Restore a board\n\nA site admin goes to **Settings > Data > Deleted boards** and clicks **Restore**.", "Who can delete a board?", "Only **site admins** and the **owner** can. Board admins can't delete, but they can archive the board."),
    # a sentence that has not all that is asked about answers nothing
    ("en", "Under **More > Export** you can download orders as XLS or XML. The XLS file contains orders and amounts but no notes. XML also contains notes.", "Does the XLS export include notes?", "No, the XLS file only has orders and amounts. If you need the notes too, choose **XML** under **More > Export**."),
    # one of two is enough
    ("en", "You need a contract, and a supported heat pump *or* a supported boiler.", "Do I need both a supported heat pump and a supported boiler?", "No, one of the two is enough: a supported heat pump *or* a supported boiler."),
    # denied of one kind only
    ("en", "> Note: Shared parking is not managed by Parkly.", "What does 'Gate lost' mean?", "Once you reconnect, Parkly is able to manage your parking again."),
    # a path that goes on where another one ends
    ("en", "\n\n1. Open the board and click **Customise > Rules**.\n2. Click **New rule**.\n\n## When a rule fails\n\nOpen **Rules > History** to see each run. Common reasons:\n\n- **\"Owner missing\"** – the person who made the rule has left. A board admin has to open the rule and click **Take over**.", "My rule fails with 'Owner missing'. What should I do?", "The person who made the rule has left. A board admin should open the rule under **Customise > Rules** and click **Take over**."),
    # refused is not accepted; "from then on" switches nothing on; who guesses denies nothing
    ("en", "Shared mailboxes such as info@ are refused. Enter a business address.", "How do I invite a colleague?", "Enter a business e-mail address. A shared mailbox like info@ won't be accepted."),
    ("en", "Only a practitioner can set the priority *Urgent*. The type has the setting **Patients may reschedule** turned on.", "Can I mark a patient as urgent?", "Unfortunately not, only a practitioner can set the priority *Urgent*. From then on, that patient is among the first to receive an offer."),
    ("nl", "\n\n- **Projectleider**: termijnen aanmaken en vrijgeven.\n- **Facturist**: voorstellen maken van vrijgegeven termijnen.", "Waarom zie ik een termijn niet in mijn voorstel?", "Waarschijnlijk is de termijn nog niet vrijgegeven. Vraag de projectleider om de termijn vrij te geven."),
    # a clause that only names whom it is about; a percentage as it is entered
    ("nl", "\n\n- **Verhuizing**: hoeft u niet door te geven voor werknemers die in Nederland wonen. Woont een werknemer in het buitenland, dan geeft de werknemer het adres zelf door.", "Een werknemer is verhuisd naar België. Moeten wij zijn adres doorgeven?", "Nee, woont een werknemer in het buitenland, dan geeft hij zijn adres zelf door. Voor werknemers die in Nederland wonen, hoeft niemand iets door te geven."),
    ("nl", "\n\n1. Vul de datum in.\n2. Vul **parttimepercentage** en **fulltime jaarsalaris** in.\n\nVul altijd het *fulltime* jaarsalaris in, ook bij parttimers.", "Welk salaris vul ik in voor iemand die 60% werkt?", "U vult het **fulltime jaarsalaris** in, ook bij parttimers. Daarnaast vult u het parttimepercentage in, in dit geval 60."),
    ("en", "Users log in with a password and an authenticator app. The service desk helps colleagues who lost theirs.", "How will my new colleague log in?", "Your colleague logs in with a password and an authenticator app."),
]  # fmt: skip


test_told_apart = telling_apart(PAIRS)


test_no_truth_is_called_a_lie = believing(TRUE)
