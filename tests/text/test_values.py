"""Values in texts: hand-worked tables of notations and traps, equality, and what always holds."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import pack, read
from truthscore.text.values import values
from truthscore.text.values.notations import rules_of
from truthscore.text.values.value import Value, same, same_measure

LANGUAGES = ("nl", "en")

# Each row: a text and its values as (kind, normal form, characters).
DUTCH: list[tuple[str, list[tuple[str, str, str]]]] = [
    # money
    ("€ 1.500,-", [("amount", "1500 eur", "€ 1.500,-")]),
    ("€1.234.567,89", [("amount", "1234567.89 eur", "€1.234.567,89")]),
    ("Dat kost 1500 euro.", [("amount", "1500 eur", "1500 euro")]),
    ("1500,-", [("amount", "1500 eur", "1500,-")]),
    ("EUR 12,50", [("amount", "12.5 eur", "EUR 12,50")]),
    ("1,5 miljoen euro", [("amount", "1500000 eur", "1,5 miljoen euro")]),
    ("€ 10-20", [("amount", "10 eur", "€ 10"), ("amount", "20 eur", "20")]),
    ("$ 5", [("amount", "5 usd", "$ 5")]),
    ("acht cent", [("amount", "0.08 eur", "acht cent")]),
    ("50 cent", [("amount", "0.5 eur", "50 cent")]),
    ("Verzenden is gratis.", [("amount", "0 eur", "gratis")]),
    # "u" for "uur", and the first of two days of a month
    ("om 14u", [("time", "14:00", "14u")]),
    ("binnen 24u", [("quantity", "24 hour", "24u")]),
    ("van 9u tot 17u", [("time", "09:00", "9u"), ("time", "17:00", "17u")]),
    ("van 99u tot 17u", [("quantity", "99 hour", "99u"), ("time", "17:00", "17u")]),
    ("3 uurtjes vrij", [("quantity", "3 hour", "3 uurtjes")]),
    ("van 4 t/m 15 augustus", [("date", "*-08-04", "4"), ("date", "*-08-15", "15 augustus")]),
    ("15 en 4 augustus", [("number", "15", "15"), ("date", "*-08-04", "4 augustus")]),
    ("Dat kost niets.", [("amount", "0 eur", "kost niets")]),
    ("Dat is niet gratis, en nooit kosteloos.", []),
    ("U betaalt de helft.", [("percent", "50 %", "de helft")]),
    # percentages
    ("25%", [("percent", "25 %", "25%")]),
    ("25 procent", [("percent", "25 %", "25 procent")]),
    ("1,57%", [("percent", "1.57 %", "1,57%")]),
    ("BTW 21%", [("percent", "21 %", "21%")]),
    ("tussen 10 en 15%", [("percent", "10 %", "10"), ("percent", "15 %", "15%")]),
    # dates
    ("op 1 maart 2024.", [("date", "2024-03-01", "1 maart 2024")]),
    ("01-03-2024", [("date", "2024-03-01", "01-03-2024")]),
    ("1-3-2024", [("date", "2024-03-01", "1-3-2024")]),
    ("1.3.2024", [("date", "2024-03-01", "1.3.2024")]),
    ("2024-03-01", [("date", "2024-03-01", "2024-03-01")]),
    ("1e maart", [("date", "*-03-01", "1e maart")]),
    ("in maart 2024", [("date", "2024-03-*", "maart 2024")]),
    ("de 1e van maart", [("date", "*-03-01", "1e van maart")]),
    ("in maart van 2024", [("date", "2024-03-*", "maart van 2024")]),
    ("per 1 jan. 2024", [("date", "2024-01-01", "1 jan. 2024")]),
    # times
    (
        "elke nacht om 02.00 uur",
        [("frequency", "1 day", "elke nacht"), ("time", "02:00", "02.00 uur")],
    ),
    ("om 14:30", [("time", "14:30", "14:30")]),
    ("om 14 uur", [("time", "14:00", "14 uur")]),
    ("vóór half negen 's ochtends", [("time", "08:30", "half negen 's ochtends")]),
    ("om half 9 's avonds", [("time", "20:30", "half 9 's avonds")]),
    ("kwart over acht", [("time", "08:15", "kwart over acht")]),
    ("om kwart voor drie", [("time", "02:45", "kwart voor drie")]),
    ("om tien over drie", [("time", "03:10", "tien over drie")]),
    (
        "open 7.00–22.00",
        [("time", "07:00", "7.00"), ("time", "22:00", "22.00")],
    ),
    ("€ 7.00–22.00", [("amount", "7 eur", "€ 7.00"), ("amount", "22 eur", "22.00")]),
    ("tien voor half drie", [("time", "02:20", "tien voor half drie")]),
    ("vijf over half vier 's middags", [("time", "15:35", "vijf over half vier 's middags")]),
    ("vijf voor vier", [("number", "5", "vijf"), ("number", "4", "vier")]),
    ("om negen uur", [("time", "09:00", "negen uur")]),
    ("om 0200", [("time", "02:00", "0200")]),
    ("14u30", [("time", "14:30", "14u30")]),
    ("2 uur 's middags", [("time", "14:00", "2 uur 's middags")]),
    ("om 4 uur vanochtend", [("time", "04:00", "4 uur vanochtend")]),
    ("om 9 vanavond", [("time", "21:00", "9 vanavond")]),
    ("morgenavond om 9 uur", [("time", "21:00", "morgenavond om 9 uur")]),
    ("om 2 uur in de middag", [("time", "14:00", "2 uur in de middag")]),
    ("2 uur in de middag", [("quantity", "2 hour", "2 uur")]),
    ("om 2 uur 's nachts", [("time", "02:00", "2 uur 's nachts")]),
    ("om 11 uur 's nachts", [("time", "23:00", "11 uur 's nachts")]),
    ("tot middernacht", [("time", "00:00", "middernacht")]),
    ("tweeënhalf uur", [("quantity", "2.5 hour", "tweeënhalf uur")]),
    ("drieënhalve dag", [("quantity", "3.5 day", "drieënhalve dag")]),
    ("8.00-17.00 uur", [("time", "08:00", "8.00"), ("time", "17:00", "17.00 uur")]),
    # quantities
    ("24 uur", [("quantity", "24 hour", "24 uur")]),
    ("5 MB", [("quantity", "5 megabyte", "5 MB")]),
    ("5MB", [("quantity", "5 megabyte", "5MB")]),
    ("**5** dagen", [("quantity", "5 day", "5** dagen")]),
    ("5 tot 10 dagen", [("quantity", "5 day", "5"), ("quantity", "10 day", "10 dagen")]),
    ("een 30-daagse proef", [("quantity", "30 day", "30-daagse")]),
    ("een tweejarig contract", [("quantity", "2 year", "tweejarig")]),
    ("een driedaagse cursus", [("quantity", "3 day", "driedaagse")]),
    ("het vijfjarenplan", [("quantity", "5 year", "vijfjaren")]),
    ("de 24-uursservice", [("quantity", "24 hour", "24-uurs")]),
    ("een 30-dagentermijn", [("quantity", "30 day", "30-dagen")]),
    ("vierwekelijkse facturen", [("frequency", "4 week", "vierwekelijkse")]),
    ("het driejaarsverslag", [("quantity", "3 year", "driejaars")]),
    ("tien-dagen", [("quantity", "10 day", "tien-dagen")]),
    ("1,5-liter fles", [("quantity", "1.5 litre", "1,5-liter")]),
    ("½ liter", [("quantity", "0.5 litre", "½ liter")]),
    ("1 en 1/2 liter", [("quantity", "1.5 litre", "1 en 1/2 liter")]),
    ("twee dagen", [("quantity", "2 day", "twee dagen")]),
    ("één dag", [("quantity", "1 day", "één dag")]),
    ("vijfentwintig weken", [("quantity", "25 week", "vijfentwintig weken")]),
    # versions
    ("versie 7.2", [("version", "7.2", "versie 7.2")]),
    ("v7.2", [("version", "7.2", "v7.2")]),
    ("2.1.3", [("version", "2.1.3", "2.1.3")]),
    # numbers
    ("1.500,00", [("number", "1500", "1.500,00")]),
    ("1.410,00", [("number", "1410", "1.410,00")]),
    ("1.500", [("number", "1500", "1.500")]),
    ("1.500.000", [("number", "1500000", "1.500.000")]),
    ("0,125", [("number", "0.125", "0,125")]),
    ("zeven of honderd", [("number", "7", "zeven"), ("number", "100", "honderd")]),
    ("5 miljoen", [("number", "5000000", "5 miljoen")]),
    ("1400,1777", [("number", "1400", "1400"), ("number", "1777", "1777")]),
    ("| 1,500.00 | 1.500,00 |", [("number", "1500", "1,500.00"), ("number", "1500", "1.500,00")]),
    # no values
    ("een dag", [("quantity", "1 day", "een dag")]),  # an article, so no claim of its own
    ("een heel jaar", [("quantity", "1 year", "een heel jaar")]),
    ("tien uur 's avonds", [("time", "22:00", "tien uur 's avonds")]),
    ("om 19.00", [("time", "19:00", "19.00")]),
    ("om 4.50 procent", [("percent", "4.5 %", "4.50 procent")]),
    ("een boek", []),
    ("een half uur", [("quantity", "0.5 hour", "half uur")]),
    ("anderhalf jaar", [("quantity", "1.5 year", "anderhalf jaar")]),
    ("1. Open dit\n2. Sluit dat", []),
    ("Doe: 1. Open dit 2. Sluit dat", []),
    ("Stap 3 is klaar, zie stap 3 en 4.", []),
    ("LN-2041, BC-4012 of 1099-G", []),
    ("Druk op F2 of Ctrl+1.", []),
    ("ISO 20022 en MT940 op A4", []),
    ("Bel 088 - 555 34 00 of +31 6 12345678.", []),
    ("www.x.nl/a/12 en https://x.nl/3", []),
    ("a@b12.nl, audit2.xaf", []),
    ("Zie [1] en [2, 3] (4).", []),
    ("Kies: 1) dit of 2) dat", []),
    # ordinals
    ("de 25e", [("ordinal", "25th", "25e")]),
    ("op de 1ste of 15de", [("ordinal", "1st", "1ste"), ("ordinal", "15th", "15de")]),
    ("de 25e maart", [("date", "*-03-25", "25e maart")]),
    ("de tweede week", [("ordinal", "2nd", "tweede")]),
    ("stap 3e, type B12e en 5ever", []),
    # how often
    ("elke twee weken", [("frequency", "2 week", "elke twee weken")]),
    ("iedere 3 maanden", [("frequency", "3 month", "iedere 3 maanden")]),
    ("om de week", [("frequency", "2 week", "om de week")]),
    ("tweewekelijks", [("frequency", "2 week", "tweewekelijks")]),
    (
        "twee keer in de week",
        [("quantity", "2 time", "twee keer"), ("frequency", "1 week", "in de week")],
    ),
    ("eenmaal in het jaar", [("frequency", "1 year", "in het jaar")]),
    ("drie dagen in de week voor de start", [("quantity", "3 day", "drie dagen")]),
    ("elke dinsdag", [("weekday", "tuesday", "elke dinsdag")]),
    # days and months by their names
    ("op zaterdagochtend", [("weekday", "saturday", "zaterdagochtend")]),
    ("maandag t/m vrijdag", [("weekday", "monday-friday", "maandag t/m vrijdag")]),
    ("ma - vr", [("weekday", "monday-friday", "ma - vr")]),
    ("tussen maandag en vrijdag", [("weekday", "monday-friday", "maandag en vrijdag")]),
    ("maandag en vrijdag", [("weekday", "monday", "maandag"), ("weekday", "friday", "vrijdag")]),
    ("in het weekend", [("weekday", "saturday-sunday", "weekend")]),
    ("in maart", [("month", "march", "maart")]),
    ("april tot en met juni", [("month", "april-june", "april tot en met juni")]),
    ("jan. doet mee, ma en zo", []),
]
ENGLISH: list[tuple[str, list[tuple[str, str, str]]]] = [
    ("$1,500", [("amount", "1500 usd", "$1,500")]),
    ("$5 million", [("amount", "5000000 usd", "$5 million")]),
    ("$5M", [("amount", "5000000 usd", "$5M")]),
    ("USD 500", [("amount", "500 usd", "USD 500")]),
    ("500 dollars", [("amount", "500 usd", "500 dollars")]),
    ("€10-€15", [("amount", "10 eur", "€10"), ("amount", "15 eur", "€15")]),
    ("25 percent", [("percent", "25 %", "25 percent")]),
    ("2.5%", [("percent", "2.5 %", "2.5%")]),
    ("10-15%", [("percent", "10 %", "10"), ("percent", "15 %", "15%")]),
    ("March 1, 2024", [("date", "2024-03-01", "March 1, 2024")]),
    ("1 March 2024", [("date", "2024-03-01", "1 March 2024")]),
    ("the 1st of March", [("date", "*-03-01", "1st of March")]),
    ("in March of 2024", [("date", "2024-03-*", "March of 2024")]),
    ("2024-03-01", [("date", "2024-03-01", "2024-03-01")]),
    ("3/1/2024", [("date", "2024-03-01", "3/1/2024")]),
    ("25/12/2024", [("date", "2024-12-25", "25/12/2024")]),
    ("July 4", [("date", "*-07-04", "July 4")]),
    ("May 2024", [("date", "2024-05-*", "May 2024")]),
    ("2:30 pm", [("time", "14:30", "2:30 pm")]),
    ("half past eight pm", [("time", "20:30", "half past eight pm")]),
    ("quarter to two", [("time", "01:45", "quarter to two")]),
    ("twenty-five past three", [("time", "03:25", "twenty-five past three")]),
    ("4.50–7.50", [("number", "4.5", "4.50"), ("number", "7.5", "7.50")]),
    ("until five to four", [("time", "03:55", "five to four")]),
    ("ten to four in the afternoon", [("time", "15:50", "ten to four in the afternoon")]),
    ("five to ten", [("number", "5", "five"), ("number", "10", "ten")]),
    ("from five to ten", [("number", "5", "five"), ("number", "10", "ten")]),
    ("at nine o'clock", [("time", "09:00", "nine o'clock")]),
    ("2:30pm", [("time", "14:30", "2:30pm")]),
    ("2 p.m.", [("time", "14:00", "2 p.m.")]),
    ("12 am", [("time", "00:00", "12 am")]),
    ("9am-5pm", [("time", "09:00", "9am"), ("time", "17:00", "5pm")]),
    ("at 5 o'clock", [("time", "05:00", "5 o'clock")]),
    ("14:30", [("time", "14:30", "14:30")]),
    ("one year", [("quantity", "1 year", "one year")]),
    ("two to three days", [("quantity", "2 day", "two"), ("quantity", "3 day", "three days")]),
    ("a 30-day trial", [("quantity", "30 day", "30-day")]),
    ("a 21-year-old", [("quantity", "21 year", "21-year")]),
    ("1 1/2 cups", [("quantity", "1.5 cup", "1 1/2 cups")]),
    ("1 and 1/2 cups", [("quantity", "1.5 cup", "1 and 1/2 cups")]),
    ("1⁄4 inch", [("quantity", "0.25 inch", "1⁄4 inch")]),
    ("53 percentage chance", [("percent", "53 %", "53 percentage")]),
    ("160˚F", [("quantity", "160 degree", "160˚F")]),
    ("350°F", [("quantity", "350 degree", "350°F")]),
    ("5GB", [("quantity", "5 gigabyte", "5GB")]),
    ("twenty-five miles", [("quantity", "25 mile", "twenty-five miles")]),
    ("version 7.2", [("version", "7.2", "version 7.2")]),
    ("v2.1.3", [("version", "2.1.3", "v2.1.3")]),
    ("1,500.00", [("number", "1500", "1,500.00")]),
    ("1.500,00", [("number", "1500", "1.500,00")]),
    ("1,000,000", [("number", "1000000", "1,000,000")]),
    ("1.500", [("number", "1.5", "1.500")]),
    ("two million", [("number", "2000000", "two million")]),
    ("twelve users", [("number", "12", "twelve")]),
    ("in 2019-2020", [("number", "2019", "2019"), ("number", "2020", "2020")]),
    ("1400,1777", [("number", "1400", "1400"), ("number", "1777", "1777")]),
    ("1400.1777", [("number", "1400", "1400"), ("number", "1777", "1777")]),
    # no values
    ("this one", []),
    ("1. Open this\n2) Close that", []),
    ("Do this: 1. Open it 2. Close it", []),
    ("Step 2: see passages 1 and 3", []),
    ("(Passage 2) says", []),
    ("LN-2041, 0x80070005 or BC30456", []),
    ("Press F2 or Ctrl+1.", []),
    ("ISO 20022", []),
    ("(510) 889-8690 or 555-1234", []),
    ("the 1990s, 401(k)s", []),
    ("the 15th or 1st", [("ordinal", "15th", "15th"), ("ordinal", "1st", "1st")]),
    ("eight cents", [("amount", "0.08 usd", "eight cents")]),
    ("50 pence", [("amount", "0.5 gbp", "50 pence")]),
    ("half of the price", [("percent", "50 %", "half of")]),
    ("free of charge", [("amount", "0 usd", "free of charge")]),
    ("Parking costs nothing.", [("amount", "0 usd", "costs nothing")]),
    ("not free of charge, feel free, a free plan", []),
    ("$10 a month", [("amount", "10 usd", "$10"), ("frequency", "1 month", "a month")]),
    ("200 pages a month", [("number", "200", "200"), ("frequency", "1 month", "a month")]),
    ("three free pages a week", [("number", "3", "three"), ("frequency", "1 week", "a week")]),
    ("twice a week", [("frequency", "1 week", "a week")]),
    ("every night", [("frequency", "1 day", "every night")]),
    (
        "5 euros. A month later",
        [("amount", "5 eur", "5 euros"), ("quantity", "1 month", "A month")],
    ),
    ("200 users a month ago", [("number", "200", "200"), ("quantity", "1 month", "a month")]),
    ("every two weeks", [("frequency", "2 week", "every two weeks")]),
    ("every other week", [("frequency", "2 week", "every other week")]),
    ("fortnightly", [("frequency", "2 week", "fortnightly")]),
    ("on Tuesdays", [("weekday", "tuesday", "Tuesdays")]),
    ("Monday through Friday", [("weekday", "monday-friday", "Monday through Friday")]),
    ("Mon–Fri", [("weekday", "monday-friday", "Mon–Fri")]),
    ("at weekends", [("weekday", "saturday-sunday", "weekends")]),
    ("in May", [("month", "may", "May")]),
    ("from April to June", [("month", "april-june", "April to June")]),
    ("May I march? Sun and sat.", []),
    ("the third week", [("ordinal", "3rd", "third")]),
    ("two-thirds, 24/7", []),
    ("https://x.com/12 and x2.pdf", []),
    ("you may 2", [("number", "2", "2")]),
]
CASES = [("nl", *row) for row in DUTCH] + [("en", *row) for row in ENGLISH]


def one(text: str, lang: str) -> Value:
    (found,) = values(text, pack(lang))
    return found


@pytest.mark.parametrize(
    ("lang", "left", "right", "expected"),
    [
        ("nl", "twee jaar", "24 maanden", True),
        ("nl", "een half uur", "30 minuten", True),
        ("nl", "drie kwartier", "45 minuten", True),
        ("nl", "twee weken", "14 dagen", True),
        ("nl", "een minuut of drie,", "3 minuten", True),
        ("nl", "een dag of 10.", "tien dagen", True),
        ("nl", "een minuut of drie", "1 minuut", False),
        ("nl", "een kwartaal", "3 maanden", True),
        ("nl", "twee jaar", "12 maanden", False),
        ("nl", "één maand", "30 dagen", False),
        ("nl", "2 werkdagen", "2 dagen", False),
        ("nl", "3x meer", "drie keer", True),
        ("en", "25x more", "25 times", True),
        ("en", "4x more", "5 times", False),
        ("en", "a week", "7 days", True),
        ("en", "half an hour", "30 minutes", True),
        ("en", "a quarter of an hour", "fifteen minutes", True),
        ("en", "three quarters of an hour", "45 minutes", True),
        ("en", "a week or two", "14 days", True),
        ("en", "one and a half years", "18 months", True),
        ("en", "two days", "24 hours", False),
    ],
)
def test_units_that_measure_the_same(lang: str, left: str, right: str, expected: bool) -> None:
    assert same(one(left, lang), one(right, lang)) is expected


@pytest.mark.parametrize(("lang", "text", "expected"), CASES)
def test_values(lang: str, text: str, expected: list[tuple[str, str, str]]) -> None:
    found = values(text, pack(lang))
    assert [(each.kind, each.normal, text[each.start : each.end]) for each in found] == expected


#: Each row holds notations of one value: (language, text).
EQUAL = [
    [("nl", "€ 1.500,00"), ("nl", "1500 euro"), ("nl", "€ 1.500,-"), ("en", "€1,500")],
    [("nl", "1 maart 2024"), ("nl", "01-03-2024"), ("en", "March 1, 2024"), ("nl", "1 maart")],
    [("nl", "14:30"), ("nl", "14.30 uur"), ("en", "2:30 pm"), ("en", "2:30")],
    [("nl", "half negen"), ("nl", "08.30 uur"), ("nl", "20:30"), ("en", "half past eight")],
    [("en", "midnight"), ("nl", "middernacht"), ("nl", "24:00"), ("nl", "0:00"), ("en", "23:59")],
    [("en", "noon"), ("en", "12 noon"), ("en", "12:00"), ("nl", "12.00 uur"), ("en", "midday")],
    [("en", "at 4 this morning"), ("en", "4 a.m."), ("nl", "4:00")],
    [("en", "tonight at 2."), ("en", "at 2 last night"), ("en", "2 am"), ("nl", "2:00")],
    [("en", "12 at night"), ("en", "midnight")],
    [("en", "tonight at 9"), ("en", "by 9 tonight"), ("en", "9 pm"), ("nl", "vanavond om 9 uur")],
    [("nl", "1.500"), ("en", "1.500")],
    [("nl", "1.500"), ("en", "1,500"), ("nl", "1500")],
    [("nl", "1,5"), ("en", "1.5"), ("en", "1.500")],
    [("nl", "25%"), ("nl", "25 procent"), ("en", "25 percent")],
    [("nl", "twee dagen"), ("en", "2 days"), ("nl", "2-daags")],
    [("nl", "versie 7.2"), ("en", "v7.2"), ("nl", "7.2")],
    [("en", "3/1/2024"), ("en", "3 January 2024"), ("nl", "3 januari 2024")],
]  # fmt: skip
DIFFERENT = [
    [("nl", "€ 1.500,00"), ("nl", "$ 1.500,00"), ("nl", "1500%"), ("nl", "1500")],
    [("nl", "1.500"), ("nl", "1,5")],
    [("en", "1,500"), ("en", "1.5")],
    [("nl", "1 maart 2024"), ("nl", "3 januari 2024"), ("nl", "maart 2023"), ("nl", "1 april")],
    [("nl", "01-03-2024"), ("nl", "3 januari 2024")],
    [("nl", "2:30"), ("nl", "14:30")],
    [("nl", "half negen"), ("nl", "9:30"), ("nl", "8:00")],
    [("nl", "half negen 's avonds"), ("nl", "half negen 's ochtends")],
    [("en", "2:30 am"), ("en", "2:30 pm")],
    [("en", "midnight"), ("en", "noon"), ("en", "11 pm")],
    [("en", "at 4 this morning"), ("en", "at 4 this afternoon")],
    [("nl", "5 MB"), ("nl", "5 GB"), ("nl", "5 dagen"), ("nl", "7 dagen")],
    [("nl", "versie 7.2"), ("nl", "versie 7.3")],
    [("nl", "maart 2024"), ("nl", "1 maart")],
]  # fmt: skip


@pytest.mark.parametrize("row", EQUAL)
def test_equal_values_are_equal_whatever_the_notation(row: list[tuple[str, str]]) -> None:
    first = one(row[0][1], row[0][0])
    for lang, text in row[1:]:
        assert same(first, one(text, lang)), (row[0], text)
        assert same(one(text, lang), first), (row[0], text)


@pytest.mark.parametrize("row", DIFFERENT)
def test_different_values_are_different(row: list[tuple[str, str]]) -> None:
    for (lang, left), (other, right) in itertools.combinations(row, 2):
        assert not same(one(left, lang), one(right, other)), (left, right)


def test_tokens_are_those_the_value_touches() -> None:
    parsed = read("Bewaar het **7** dagen, tot 1 maart.")
    found = values(parsed, pack("nl"))
    assert [parsed.lowers[slice(*each.tokens)] for each in found] == [
        ("7", "*", "*", "dagen"),
        ("1", "maart"),
    ]
    assert values("Bewaar het 7 dagen.", pack("nl"))[0].tokens == (0, 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lists_are_lower_case_and_say_one_thing_each(lang: str) -> None:
    data: dict[str, Any] = dict(pack(lang).values)
    assert set(data) == set(pack("nl").values)
    for table in ("dates", "times"):
        assert set(data[table]) == set(pack("nl").values[table]), table
    for table in ("units", "currencies", "months"):
        forms = [form for each in data[table].values() for form in each]
        assert forms == [form.lower() for form in forms]
        assert len(set(forms)) == len(forms), table
    assert set(data["units"]) >= {"day", "week", "month", "year", "hour", "minute", "megabyte"}
    assert sorted(map(int, data["months"])) == list(range(1, 13))
    assert {data["decimal"], data["group"]} == {".", ","}
    assert data["currency"] in data["currencies"]


TEXTS = st.text(st.sampled_from("0123456789.,-/:%€$ \n()[]#*abmGBuurpvdé'½"), max_size=40)


@given(text=TEXTS, lang=st.sampled_from(LANGUAGES))
def test_spans_are_in_order_inside_the_text_and_hold_what_was_read(text: str, lang: str) -> None:
    position = 0
    for found in values(text, pack(lang)):
        assert position <= found.start < found.end <= len(text)
        position = found.end
        assert any(sign.isnumeric() for sign in text[found.start : found.end]) or found.worded
        assert same(found, found)


@given(number=st.integers(0, 10**9), cents=st.integers(1, 99))
def test_a_number_reads_back_in_both_notations(number: int, cents: int) -> None:
    english = f"{number:,}.{cents:02}"
    dutch = english.replace(",", "_").replace(".", ",").replace("_", ".")
    assert same(one(english, "en"), one(dutch, "nl"))
    assert one(dutch, "nl").number == f"{number}.{cents:02}".rstrip("0")


def test_nothing_is_an_amount_of_any_currency() -> None:
    assert same_measure(one("free of charge", "en"), one("€ 4,95", "nl"))
    assert not same_measure(one("$5", "en"), one("€ 4,95", "nl"))


@given(text=TEXTS, lang=st.sampled_from(LANGUAGES))
def test_parsed_or_not_the_values_are_the_same(text: str, lang: str) -> None:
    bare, parsed = values(text, pack(lang)), values(read(text), pack(lang))
    assert [(each.normal, each.start, each.end) for each in bare] == [
        (each.normal, each.start, each.end) for each in parsed
    ]


PARTS = [
    "5", "1.500", "½", "vijf", "five", " ", " ", "\n", "%", " procent", " euro", "€ ", " dagen",
    "per maand", "elke week", "stap ", "versie ", "LN-20", "x9", "3 mln", "www.a.nl/1", "a@b.nl",
    "tweejarig", "-uursdienst", "vierwekelijks", "twelve-bar", "(2)", "- ", "12:30", " uur",
    "1 maart", "mei 2024",
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@given(data=st.data())
def test_a_notation_stands_only_on_lines_with_what_it_needs(lang: str, data: st.DataObject) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from(PARTS), max_size=20)))
    rules = rules_of(pack(lang))
    for step in (*rules.steps, *rules.figures):
        found = [match.span() for match in step.matches(text)]
        assert found == [match.span() for match in step.pattern.finditer(text)]
