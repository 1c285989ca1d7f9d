"""The value that a sentence has of another thing: "adults pay € 8, children € 5"; "€ 8" for a child
is untrue, in whatever way the sentence leaves out what it has said."""

# ruff: noqa: E501 (a page reads best as it is)

from __future__ import annotations

from tests.asked import believing, telling_apart

test_the_value_of_another_thing = telling_apart([
    # begins with its value, and takes what stands before the first one
    ("nl", "Een kaartje kost € 8 voor volwassenen en € 5 voor kinderen.", "Wat kost een kaartje voor een kind?", "€ 5.", "€ 8."),
    ("nl", "De vrijstelling is € 75 voor een elektrische fiets en € 150 voor een speedpedelec.", "hoeveel is de vrijstelling voor een speedpedelec?", "€ 150", "€ 75"),
    # counts what the first one counts
    ("nl", "De kleine zaal heeft 2 rolstoelplaatsen, de grote zaal 6.", "Hoeveel rolstoelplaatsen heeft de grote zaal?", "6.", "2."),
    ("nl", "De kleine zaal heeft 2 rolstoelplaatsen, de grote zaal 6.", "Hoeveel rolstoelplaatsen heeft de grote zaal?", "De grote zaal heeft 6 rolstoelplaatsen.", "De grote zaal heeft 2 rolstoelplaatsen."),
    ("nl", "Het tweede gezinslid krijgt € 20 korting, het derde en elk volgend gezinslid € 35.", "hoeveel korting krijgt het derde kind?", "€ 35", "€ 20"),
    ("en", "The Basic plan includes 5 users; the Plus plan 25.", "How many users can I have on Plus?", "25 users.", "5 users."),
    ("en", "You can bring back books within 30 days and DVDs within 7.", "How long can I keep a DVD?", "7 days.", "30 days."),
    # goes with a verb in two parts
    ("nl", "Het gebouw gaat 60 minuten voor aanvang open, de zaal 20 minuten voor aanvang.", "Hoe laat gaat de zaal open?", "20 minuten voor aanvang.", "60 minuten voor aanvang."),
    # two that share one
    ("nl", "Kinderen en studenten betalen € 5, volwassenen € 8.", "hoeveel betaalt een kind?", "€ 5", "€ 8"),
    ("nl", "Een dagkaart kost € 8 voor volwassenen, senioren en studenten en € 5 voor kinderen.", "hoeveel betaalt een student?", "€ 8", "€ 5"),
    # another unit of time
    ("nl", "Laag beantwoorden we binnen drie werkdagen, normaal binnen één werkdag en hoog binnen vier uur.", "Hoe snel krijg ik antwoord op een ticket met hoge prioriteit?", "Binnen 4 uur.", "Binnen één werkdag."),
    ("en", "Regular leave expires after six months, and extra leave after five years.", "When does my extra leave expire?", "After five years.", "After six months."),
])  # fmt: skip

test_a_value_of_its_own_thing = believing([
    ("nl", "In jaar 3 zien leerlingen hun dossier. In jaar 1 en 2 zie je het niet.", "Wie ziet het dossier?", "Het dossier is te zien voor leerlingen in jaar 3."),
    ("en", "We answer tickets within 2 days and calls within 3 minutes, and that goes for all plans.", "How fast do you answer tickets on the Basic plan?", "Within 2 days."),
])  # fmt: skip

_RENEWED = "Het contract wordt na afloop stilzwijgend verlengd met een jaar, tenzij u het twee maanden voor de einddatum schriftelijk opzegt. Opzeggen per e-mail is niet geldig. Na verlenging kunt u per maand opzeggen."
test_another_end_of_it = telling_apart([
    # "unless ..." tells of another value, and "per month" is not "a month before"
    ("nl", _RENEWED, "Wordt mijn contract automatisch verlengd?", "Ja, met een jaar, tenzij u het op tijd opzegt.", "Ja, met twee jaar, tenzij u het op tijd opzegt."),
    ("nl", _RENEWED, "Wanneer moet ik opzeggen?", "Uiterlijk twee maanden voor de einddatum.", "Uiterlijk een maand voor de einddatum."),
])  # fmt: skip

test_what_it_stands_for_is_denied = telling_apart([
    ("nl", "Annuleert u op tijd, dan komt het bedrag op uw tegoed; wij storten het niet terug op uw rekening.", "hoe krijg ik mijn geld terug?", "Het bedrag komt op uw tegoed.", "Het bedrag storten wij terug op uw rekening."),
])  # fmt: skip
