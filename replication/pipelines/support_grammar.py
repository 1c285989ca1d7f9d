"""Dutch support sentences made by a small grammar, with their trees.

Who does what to what is the hard part of a Dutch parse: subject and object may both stand on
either side of the verb ("De factuur heeft de boekhouder betaald", "Welke regel ziet de klant?"),
and only meaning tells them apart. The grammar writes the orders that a help desk meets, with people
and programs as subjects and documents, settings and amounts as objects. The trees are right by
construction; the words were chosen without a look at the test sentences.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from treebank import Sentence, Token

# noun, article, plural
_PEOPLE = """
gebruiker de gebruikers|beheerder de beheerders|klant de klanten|medewerker de medewerkers
collega de collega's|boekhouder de boekhouders|leverancier de leveranciers|monteur de monteurs
planner de planners|accountant de accountants|leidinggevende de leidinggevenden|huurder de huurders
koerier de koeriers|ontvanger de ontvangers|afzender de afzenders|docent de docenten
patiënt de patiënten|bezoeker de bezoekers|eigenaar de eigenaars|kassier de kassiers
directeur de directeuren|secretaris de secretarissen|teamleider de teamleiders|arts de artsen
verkoper de verkopers|chauffeur de chauffeurs|stagiair de stagiairs|adviseur de adviseurs
administratie de administraties|helpdesk de helpdesks|afdeling de afdelingen|bank de banken
gemeente de gemeentes|provider de providers|fabrikant de fabrikanten|werkgever de werkgevers
bedrijf het bedrijven|team het teams|kantoor het kantoren|bestuur het besturen"""
_PROGRAMS = """
app de apps|module de modules|server de servers|scanner de scanners|printer de printers
router de routers|browser de browsers|assistent de assistenten|koppeling de koppelingen
systeem het systemen|programma het programma's|portaal het portalen|platform het platforms
dashboard het dashboards"""
_THINGS = """
factuur de facturen|rekening de rekeningen|aanvraag de aanvragen|melding de meldingen
instelling de instellingen|bestelling de bestellingen|betaling de betalingen|offerte de offertes
handtekening de handtekeningen|uitnodiging de uitnodigingen|bijlage de bijlagen|map de mappen
licentie de licenties|pincode de pincodes|notitie de notities|taak de taken|lijst de lijsten
pagina de pagina's|declaratie de declaraties|regel de regels|code de codes|sleutel de sleutels
contract het contracten|formulier het formulieren|bestand het bestanden|wachtwoord het wachtwoorden
rapport het rapporten|document het documenten|bedrag het bedragen|account het accounts
abonnement het abonnementen|adres het adressen|bericht het berichten|dossier het dossiers
pakket het pakketten|certificaat het certificaten|rooster het roosters|sjabloon het sjablonen
tarief het tarieven|toestel het toestellen|overzicht het overzichten|label het labels"""
# infinitive, stem, third person, participle, particle (joined in front where the verb stands last)
_VERBS = """
verwijderen verwijder verwijdert verwijderd|wijzigen wijzig wijzigt gewijzigd
controleren controleer controleert gecontroleerd|betalen betaal betaalt betaald
versturen verstuur verstuurt verstuurd|ontvangen ontvang ontvangt ontvangen
openen open opent geopend|downloaden download downloadt gedownload|bekijken bekijk bekijkt bekeken
delen deel deelt gedeeld|koppelen koppel koppelt gekoppeld|activeren activeer activeert geactiveerd
blokkeren blokkeer blokkeert geblokkeerd|annuleren annuleer annuleert geannuleerd
ondertekenen onderteken ondertekent ondertekend|bewaren bewaar bewaart bewaard
exporteren exporteer exporteert geëxporteerd|beheren beheer beheert beheerd
vergeten vergeet vergeet vergeten|gebruiken gebruik gebruikt gebruikt|lezen lees leest gelezen
zoeken zoek zoekt gezocht|vinden vind vindt gevonden|weigeren weiger weigert geweigerd
bestellen bestel bestelt besteld|maken maak maakt gemaakt|zien zie ziet gezien
vervangen vervang vervangt vervangen|plannen plan plant gepland|berekenen bereken berekent berekend
corrigeren corrigeer corrigeert gecorrigeerd|leveren lever levert geleverd
aanmaken maak maakt aangemaakt aan|goedkeuren keur keurt goedgekeurd goed
afkeuren keur keurt afgekeurd af|invullen vul vult ingevuld in|opslaan sla slaat opgeslagen op
aanpassen pas past aangepast aan|toevoegen voeg voegt toegevoegd toe
afdrukken druk drukt afgedrukt af|opzeggen zeg zegt opgezegd op
aanvragen vraag vraagt aangevraagd aan|doorsturen stuur stuurt doorgestuurd door
bijwerken werk werkt bijgewerkt bij|uitschakelen schakel schakelt uitgeschakeld uit
terugsturen stuur stuurt teruggestuurd terug|inleveren lever levert ingeleverd in
uitprinten print print uitgeprint uit|afsluiten sluit sluit afgesloten af
overnemen neem neemt overgenomen over|meenemen neem neemt meegenomen mee"""
# the same for verbs without an object
_HAPPENINGS = """
werken werk werkt gewerkt|verschijnen verschijn verschijnt verschenen|passen pas past gepast
starten start start gestart|stoppen stop stopt gestopt|verlopen verloop verloopt verlopen
verdwijnen verdwijn verdwijnt verdwenen|veranderen verander verandert veranderd
crashen crash crasht gecrasht|bestaan besta bestaat bestaan|tellen tel telt geteld
vervallen verval vervalt vervallen|reageren reageer reageert gereageerd
aankomen kom komt aangekomen aan|uitvallen val valt uitgevallen uit|doorgaan ga gaat doorgegaan door
vastlopen loop loopt vastgelopen vast|binnenkomen kom komt binnengekomen binnen"""
_STATES = (
    "leeg zichtbaar nodig verplicht gratis beschikbaar kapot actief groen veilig verborgen vol"
)
_ADVERBS = "gisteren morgen vandaag meestal vaak soms later daarna inmiddels misschien vanochtend"
_LATE_ADVERBS = "gisteren morgen vandaag opnieuw zelf al meestal nooit vanmiddag direct handmatig"
_PHRASES = """
in het weekend|via de app|op de pagina|na de update|aan de balie|voor de deadline
tijdens de pauze|in de nieuwe versie|zonder toestemming|op maandag|binnen een week|bij de ingang
onder het kopje|na een storing|met de sleutel|op het scherm|sinds de overstap|in de mailbox"""
_ADJECTIVES = """
nieuw nieuwe|oud oude|open open|laatste laatste|verkeerd verkeerde|dubbel dubbele
digitaal digitale|tijdelijk tijdelijke|ontbrekend ontbrekende|extra extra|jaarlijks jaarlijkse"""
_NAMES = ("Sanne", "Ahmed", "Joris", "Fatima", "Daan", "Marieke", "Pieter", "Els")
_MODALS = (("kan", "kunnen"), ("moet", "moeten"), ("mag", "mogen"), ("wil", "willen"))
_POSSESSIVES = ("uw", "mijn", "onze", "haar", "hun", "jouw")


def _table(text: str) -> list[list[str]]:
    return [entry.split() for line in text.strip().split("\n") for entry in line.split("|")]


@dataclass(frozen=True, slots=True)
class _Word:
    """A token whose head is another word of the sentence, by name; None is the root."""

    form: str
    lemma: str
    upos: str
    relation: str
    name: str
    head: str | None
    feats: str = ""


class _Writer:
    """Chooses words and phrases. `self.number` keeps the names of words apart."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.number = 0
        self.people = _table(_PEOPLE)
        self.programs = _table(_PROGRAMS)
        self.things = _table(_THINGS)
        self.verbs = _table(_VERBS)
        self.happenings = _table(_HAPPENINGS)
        self.adjectives = _table(_ADJECTIVES)

    def name(self) -> str:
        self.number += 1
        return f"w{self.number}"

    def noun(
        self,
        kind: Sequence[Sequence[str]],
        relation: str,
        head: str | None,
        *,
        plural: bool | None = None,
        which: bool = False,
    ) -> tuple[list[_Word], bool]:
        """A noun phrase and whether it is plural."""
        lemma, article, plural_form = self.rng.choice(kind)
        many = self.rng.random() < 0.3 if plural is None else plural
        me = self.name()
        form = plural_form if many else lemma
        feats = (
            "Number=Plur"
            if many
            else ("Gender=Com|Number=Sing" if article == "de" else "Gender=Neut|Number=Sing")
        )
        neuter = article == "het" and not many
        words: list[_Word] = []
        roll = self.rng.random()
        indefinite = False
        if which:
            words.append(
                _Word("welk" if neuter else "welke", "welk", "DET", "det", self.name(), me)
            )
        elif roll < 0.5:
            determiner = "de" if many or article == "de" else "het"
            words.append(
                _Word(
                    determiner,
                    "de" if determiner == "de" else "het",
                    "DET",
                    "det",
                    self.name(),
                    me,
                    "Definite=Def",
                )
            )
        elif roll < 0.65:
            possessive = self.rng.choice(_POSSESSIVES)
            if possessive == "onze" and neuter:
                possessive = "ons"
            lemma_of = "ons" if possessive == "onze" else possessive
            words.append(_Word(possessive, lemma_of, "PRON", "nmod:poss", self.name(), me))
        elif roll < 0.8:
            pointing = self.rng.choice(("dit", "dat") if neuter else ("deze", "die"))
            words.append(_Word(pointing, pointing, "DET", "det", self.name(), me))
        elif not many:
            indefinite = True
            words.append(_Word("een", "een", "DET", "det", self.name(), me, "Definite=Ind"))
        if self.rng.random() < 0.25:
            plain, inflected = self.rng.choice(self.adjectives)
            adjective = plain if neuter and indefinite else inflected
            words.append(_Word(adjective, plain, "ADJ", "amod", self.name(), me, "Degree=Pos"))
        words.append(_Word(form, lemma, "NOUN", relation, me, head, feats))
        return words, many

    def subject(
        self,
        head: str,
        relation: str = "nsubj",
    ) -> tuple[list[_Word], bool]:
        """People, programs, names and pronouns."""
        roll = self.rng.random()
        if roll < 0.08:
            return [_Word(self.rng.choice(_NAMES), "", "PROPN", relation, self.name(), head)], False
        if roll < 0.2:
            form, many = self.rng.choice(
                (
                    ("niemand", False),
                    ("iedereen", False),
                    ("hij", False),
                    ("zij", True),
                    ("wij", True),
                    ("iemand", False),
                    ("jullie", True),
                )
            )
            return [_Word(form, form, "PRON", relation, self.name(), head)], many
        kind = self.programs if roll > 0.85 else self.people
        return self.noun(kind, relation, head)

    def thing(
        self, head: str, relation: str = "obj", *, which: bool = False, plural: bool | None = None
    ) -> tuple[list[_Word], bool]:
        return self.noun(self.things, relation, head, which=which, plural=plural)

    def adverb(self, head: str, words: str = _LATE_ADVERBS) -> list[_Word]:
        form = self.rng.choice(words.split())
        upos = "ADJ" if form in ("direct", "handmatig") else "ADV"
        return [_Word(form, form, upos, "advmod", self.name(), head)]

    def phrase(self, head: str) -> list[_Word]:
        parts = self.rng.choice(
            [p for line in _PHRASES.strip().split("\n") for p in line.split("|")]
        ).split()
        me = self.name()
        words = [_Word(parts[0], parts[0], "ADP", "case", self.name(), me)]
        for part in parts[1:-1]:
            upos = "DET" if part in ("de", "het", "een") else "ADJ"
            lemma = {"nieuwe": "nieuw"}.get(part, part)
            words.append(
                _Word(part, lemma, upos, "det" if upos == "DET" else "amod", self.name(), me)
            )
        upos = "PROPN" if parts[-1] == "maandag" else "NOUN"
        return [*words, _Word(parts[-1], parts[-1], upos, "obl", me, head)]

    def extra(self, head: str) -> list[_Word]:
        """Nothing, an adverb or a phrase in the middle of the clause; now and then more."""
        roll = self.rng.random()
        if roll < 0.35:
            return []
        if roll < 0.6:
            return self.adverb(head)
        if roll < 0.85:
            return self.phrase(head)
        return [*self.adverb(head), *self.phrase(head)]


_FIN_SING = "Number=Sing|Tense=Pres|VerbForm=Fin"
_FIN_PLUR = "Number=Plur|Tense=Pres|VerbForm=Fin"


class _Verb:
    """A verb in the forms a clause needs; `me` is the name its dependents point to."""

    def __init__(
        self,
        writer: _Writer,
        relation: str = "root",
        head: str | None = None,
        *,
        happening: bool = False,
    ) -> None:
        self.writer = writer
        entry = writer.rng.choice(writer.happenings if happening else writer.verbs)
        self.infinitive, self.stem, self.third, self.participle = entry[:4]
        self.particle = entry[4] if len(entry) > 4 else ""
        self.me, self.relation, self.head = writer.name(), relation, head

    def _main(self, form: str, feats: str) -> list[_Word]:
        return [_Word(form, self.infinitive, "VERB", self.relation, self.me, self.head, feats)]

    def finite(self, many: bool) -> list[_Word]:
        """In second or first place, without its particle."""
        plural = self.infinitive.removeprefix(self.particle)
        return self._main(plural if many else self.third, _FIN_PLUR if many else _FIN_SING)

    def imperative(self) -> list[_Word]:
        return self._main(self.stem, _FIN_SING)

    def left(self) -> list[_Word]:
        """The particle, where the clause ends."""
        if not self.particle:
            return []
        upos = {"goed": "ADJ", "terug": "ADV"}.get(self.particle, "ADP")
        return [
            _Word(self.particle, self.particle, upos, "compound:prt", self.writer.name(), self.me)
        ]

    def last(self, many: bool) -> list[_Word]:
        """Finite at the end of a subordinate clause."""
        joined = self.infinitive if many else self.particle + self.third
        return self._main(joined, _FIN_PLUR if many else _FIN_SING)

    def infinitive_(self) -> list[_Word]:
        return self._main(self.infinitive, "VerbForm=Inf")

    def participle_(self) -> list[_Word]:
        return self._main(self.participle, "VerbForm=Part")

    def helper(self, lemma: str, many: bool, *, passive: bool = False) -> list[_Word]:
        forms = {
            "hebben": ("heeft", "hebben"),
            "worden": ("wordt", "worden"),
            "zijn": ("is", "zijn"),
            **{plural: (single, plural) for single, plural in _MODALS},
        }[lemma]
        relation = "aux:pass" if passive else "aux"
        return [
            _Word(
                forms[many],
                lemma,
                "AUX",
                relation,
                self.writer.name(),
                self.me,
                _FIN_PLUR if many else _FIN_SING,
            )
        ]


def _helped(w: _Writer, v: _Verb, many: bool) -> tuple[list[_Word], list[_Word]]:
    """A perfect or a modal: the finite helper, and what the clause ends in."""
    if w.rng.random() < 0.55:
        return v.helper("hebben", many), v.participle_()
    return v.helper(w.rng.choice(_MODALS)[1], many), v.infinitive_()


def _single(w: _Writer, v: _Verb, many: bool) -> tuple[list[_Word], list[_Word]]:
    """Either one verb with its particle at the end, or a helper with the main verb there."""
    return (v.finite(many), v.left()) if w.rng.random() < 0.45 else _helped(w, v, many)


def _word(
    w: _Writer, form: str, upos: str, relation: str, head: str, lemma: str = ""
) -> list[_Word]:
    return [_Word(form, lemma or form, upos, relation, w.name(), head)]


def _object_first(w: _Writer, mark: str = ".") -> tuple[list[_Word], str]:
    v = _Verb(w)
    s, many = w.subject(v.me)
    o, _ = w.thing(v.me)
    first, end = _single(w, v, many)
    only = _word(w, "alleen", "ADV", "amod", s[-1].name) if w.rng.random() < 0.15 else []
    return [*o, *first, *only, *s, *w.extra(v.me), *end], mark


def _adverb_first(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w)
    s, many = w.subject(v.me)
    o, _ = w.thing(v.me)
    first, end = _single(w, v, many)
    opening = w.adverb(v.me, _ADVERBS) if w.rng.random() < 0.5 else w.phrase(v.me)
    return [*opening, *first, *s, *o, *w.extra(v.me), *end], "."


def _subject_first(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w)
    s, many = w.subject(v.me)
    o, _ = w.thing(v.me)
    first, end = _single(w, v, many)
    return [*s, *first, *w.extra(v.me), *o, *w.extra(v.me), *end], "."


def _yes_no(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w)
    o, _ = w.thing(v.me)
    s, many = w.subject(v.me)
    first, end = _single(w, v, many)
    return [*first, *s, *o, *w.extra(v.me), *end], "?"


def _which_object(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w)
    s, many = w.subject(v.me)
    first, end = _single(w, v, many)
    asked = (
        _word(w, "wat", "PRON", "obj", v.me)
        if w.rng.random() < 0.3
        else w.thing(v.me, which=True)[0]
    )
    return [*asked, *first, *s, *w.extra(v.me), *end], "?"


def _who(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w)
    o, _ = w.thing(v.me)
    if w.rng.random() < 0.5:
        s, many = _word(w, "wie", "PRON", "nsubj", v.me), False
    else:
        s, many = w.noun(w.people, "nsubj", v.me, which=True)
    first, end = _single(w, v, many)
    return [*s, *first, *o, *w.extra(v.me), *end], "?"


def _how(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w)
    s, many = w.subject(v.me)
    o, _ = w.thing(v.me)
    first, end = _single(w, v, many)
    asked = _word(w, w.rng.choice(("waarom", "hoe", "wanneer", "waar")), "ADV", "advmod", v.me)
    return [*asked, *first, *s, *o, *w.extra(v.me), *end], "?"


def _passive(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w)
    there = w.rng.random() < 0.4
    o, many = w.thing(v.me, "nsubj:pass")
    agent: list[_Word] = []
    if w.rng.random() < 0.4:
        by, _ = w.noun(w.people, "obl:agent", v.me)
        agent = [_Word("door", "door", "ADP", "case", w.name(), by[-1].name), *by]
    question = w.rng.random() < 0.3
    if w.rng.random() < 0.3:
        modal = w.rng.choice(_MODALS[:2])[1]
        first = v.helper(modal, many)
        end = [
            _Word("worden", "worden", "AUX", "aux:pass", w.name(), v.me, "VerbForm=Inf"),
            *v.participle_(),
        ]
    else:
        first = v.helper(w.rng.choice(("worden", "zijn")), many, passive=True)
        end = v.participle_()
    middle = [*w.extra(v.me), *agent]
    er = _word(w, "er", "ADV", "advmod", v.me) if there else []
    if question:
        return [*first, *er, *o, *middle, *end], "?"
    if there:
        return [*er, *first, *o, *middle, *end], "."
    return [*o, *first, *middle, *end], "."


def _relative(w: _Writer) -> tuple[list[_Word], str]:
    """The noun is the object, or the subject, of its clause."""
    main = _Verb(w)
    as_object = w.rng.random() < 0.4
    if as_object:
        noun, many = w.thing(main.me, "nsubj:pass", plural=None)
    else:
        noun, many = w.noun(w.people, "nsubj", main.me)
    inner = _Verb(w, "acl:relcl", noun[-1].name)
    neuter = "Neut" in noun[-1].feats
    pronoun = _word(
        w, "dat" if neuter else "die", "PRON", "obj" if as_object else "nsubj", inner.me
    )
    s, s_many = w.subject(inner.me) if as_object else w.thing(inner.me)
    agrees = s_many if as_object else many
    if w.rng.random() < 0.5:
        end = [*inner.helper("hebben", agrees), *inner.participle_()]
    else:
        end = inner.last(agrees)
    clause = [*pronoun, *s, *w.extra(inner.me), *end]
    comma = [_Word(",", ",", "PUNCT", "punct", w.name(), inner.me)]
    if as_object:
        rest = [*main.helper("worden", many, passive=True), *w.extra(main.me), *main.participle_()]
    else:
        o, _ = w.thing(main.me)
        first, last = _single(w, main, many)
        rest = [*first, *o, *last]
    return [*noun, *clause, *comma, *rest], "."


def _conditional(w: _Writer) -> tuple[list[_Word], str]:
    main = _Verb(w)
    inner = _Verb(w, "advcl", main.me)
    s1, many1 = w.subject(inner.me)
    o1, _ = w.thing(inner.me)
    mark = _word(
        w,
        w.rng.choice(("als", "zodra", "omdat", "nadat", "wanneer", "hoewel")),
        "SCONJ",
        "mark",
        inner.me,
    )
    if w.rng.random() < 0.5:
        end1 = [*inner.participle_(), *inner.helper("hebben", many1)]
    else:
        end1 = inner.last(many1)
    s2, many2 = w.subject(main.me)
    o2, _ = w.thing(main.me)
    first, end = _single(w, main, many2)
    comma = [_Word(",", ",", "PUNCT", "punct", w.name(), inner.me)]
    return [*mark, *s1, *o1, *w.extra(inner.me), *end1, *comma, *first, *s2, *o2, *end], "."


def _indirect(w: _Writer) -> tuple[list[_Word], str]:
    """ "Ik weet niet wie de factuur betaalt", "... welke factuur de klant betaalt"."""
    know = w.name()
    opening = [
        _Word("ik", "ik", "PRON", "nsubj", w.name(), know),
        _Word("weet", "weten", "VERB", "root", know, None, _FIN_SING),
        _Word("niet", "niet", "ADV", "advmod", w.name(), know),
    ]
    v = _Verb(w, "ccomp", know)
    roll = w.rng.random()
    if roll < 0.35:
        o, _ = w.thing(v.me)
        clause, many = [*_word(w, "wie", "PRON", "nsubj", v.me), *o], False
    elif roll < 0.7:
        s, many = w.subject(v.me)
        clause = [*w.thing(v.me, which=True)[0], *s]
    else:
        s, many = w.subject(v.me)
        o, _ = w.thing(v.me)
        asked = w.rng.choice((("of", "SCONJ", "mark"), ("waarom", "ADV", "advmod")))
        clause = [*_word(w, *asked, v.me), *s, *o]
    end = [*v.helper("hebben", many), *v.participle_()] if w.rng.random() < 0.5 else v.last(many)
    return [*opening, *clause, *w.extra(v.me), *end], "."


def _command(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w)
    o, _ = w.thing(v.me)
    words = [*v.imperative(), *o, *w.extra(v.me), *v.left()]
    if w.rng.random() < 0.4:
        second = _Verb(w, "conj", v.me)
        o2, _ = w.thing(second.me)
        words += [
            *_word(w, "en", "CCONJ", "cc", second.me),
            *second.imperative(),
            *o2,
            *second.left(),
        ]
    return words, "."


def _anything(w: _Writer, head: str) -> tuple[list[_Word], bool]:
    """A subject that need not be able to act."""
    kind = w.rng.choice((w.things, w.things, w.programs, w.people))
    return w.noun(kind, "nsubj", head)


def _frame(
    w: _Writer, me: str, verb: list[_Word], s: list[_Word], end: list[_Word]
) -> tuple[list[_Word], str]:
    """Subject, adverb, question word or the verb itself first."""
    middle = w.extra(me)
    if w.rng.random() < 0.3:
        middle.append(_Word("niet", "niet", "ADV", "advmod", w.name(), me))
    roll = w.rng.random()
    if roll < 0.2:
        return [*s, *verb, *middle, *end], "."
    if roll < 0.45:
        opening = w.adverb(me, _ADVERBS) if w.rng.random() < 0.5 else w.phrase(me)
        return [*opening, *verb, *s, *middle, *end], "."
    if roll < 0.65:
        asked = w.rng.choice(("waarom", "hoe", "wanneer", "waar"))
        opening = [_Word(asked, asked, "ADV", "advmod", w.name(), me)]
        return [*opening, *verb, *s, *middle, *end], "?"
    return [*verb, *s, *middle, *end], "?"


def _happens(w: _Writer) -> tuple[list[_Word], str]:
    v = _Verb(w, happening=True)
    s, many = _anything(w, v.me)
    if w.rng.random() < 0.3:
        return _frame(w, v.me, v.helper(w.rng.choice(_MODALS)[1], many), s, v.infinitive_())
    return _frame(w, v.me, v.finite(many), s, v.left())


def _is_so(w: _Writer) -> tuple[list[_Word], str]:
    me = w.name()
    s, many = _anything(w, me)
    form, feats = ("zijn", _FIN_PLUR) if many else ("is", _FIN_SING)
    verb = [_Word(form, "zijn", "AUX", "cop", w.name(), me, feats)]
    state = w.rng.choice(_STATES.split())
    return _frame(w, me, verb, s, [_Word(state, state, "ADJ", "root", me, None, "Degree=Pos")])


def _has(w: _Writer) -> tuple[list[_Word], str]:
    me = w.name()
    s, many = w.subject(me)
    o, _ = w.thing(me)
    form, feats = ("hebben", _FIN_PLUR) if many else ("heeft", _FIN_SING)
    verb = [_Word(form, "hebben", "VERB", "root", me, None, feats)]
    return _frame(w, me, verb, s, o)


# Weights near those of real support text: too many objects before the verb (12 % of the
# sentences, and 60 % of the relative clauses) taught a parser to see them everywhere.
_KINDS: tuple[tuple[Callable[[_Writer], tuple[list[_Word], str]], int], ...] = (
    (_object_first, 2), (_adverb_first, 5), (_subject_first, 5), (_yes_no, 4), (_which_object, 3),
    (_who, 4), (_how, 3), (_passive, 4), (_relative, 4), (_conditional, 4), (_indirect, 3),
    (_command, 5), (_happens, 7), (_is_so, 4), (_has, 3),
)  # fmt: skip


def grammar_sentences(treebank: Sequence[Sentence], *, count: int, seed: int) -> list[Sentence]:
    """`count` sentences. FEATS and lemmas of closed-class words follow the `treebank`."""
    rng = random.Random(seed)
    lexicon = _lexicon(treebank)
    kinds, weights = zip(*_KINDS, strict=True)
    made: list[Sentence] = []
    for number in range(count):
        writer = _Writer(rng)
        words, mark = rng.choices(kinds, weights)[0](writer)
        made.append(_sentence(f"grammar-nl-{number}", words, mark, lexicon))
    return made


def _lexicon(treebank: Sequence[Sentence]) -> Mapping[tuple[str, str], tuple[str, str]]:
    """Most frequent (lemma, FEATS) of each form and part of speech."""
    counts: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    for sentence in treebank:
        for t in sentence.tokens:
            counts[t.form.lower(), t.upos][t.lemma, t.feats] += 1
    return {key: found.most_common(1)[0][0] for key, found in counts.items()}


_OPEN = frozenset(["NOUN", "VERB", "PROPN", "PUNCT"])


def _sentence(
    sent_id: str,
    words: Sequence[_Word],
    mark: str,
    lexicon: Mapping[tuple[str, str], tuple[str, str]],
) -> Sentence:
    root = next(word.name for word in words if word.head is None)
    words = [*words, _Word(mark, mark, "PUNCT", "punct", "mark", root)]
    place = {word.name: i for i, word in enumerate(words, 1)}
    tokens: list[Token] = []
    for i, word in enumerate(words):
        lemma, feats = word.lemma or word.form, word.feats
        if word.upos not in _OPEN and (word.form, word.upos) in lexicon:
            lemma, feats = lexicon[word.form, word.upos]
            feats = feats if not word.feats else word.feats
        form = word.form[:1].upper() + word.form[1:] if i == 0 else word.form
        following = words[i + 1].upos if i + 1 < len(words) else ""
        token = Token(
            form=form, lemma=lemma, upos=word.upos, xpos="", feats=feats,
            head=place[word.head] if word.head else 0, deprel=word.relation,
            space_after=following != "PUNCT",
        )  # fmt: skip
        tokens.append(replace(token))
    return Sentence(sent_id=sent_id, tokens=tuple(tokens))
