"""The closed lists behind `entities`: what stands at the end, before or inside of names of each kind."""

from __future__ import annotations

import re
from functools import lru_cache

ORGANISATIONS = frozenset(
    "inc inc. incorporated llc l.l.c. llp lp l.p. ltd ltd. limited plc corp corp. corporation co co. company "
    "companies n.a. na s.a. ag gmbh bv nv oy ab kg kgaa s.p.a. pty bank bancorp trust holdings group partners capital "
    "university college institute institution school academy hospital association society foundation council "
    "committee commission agency authority bureau department ministry court parliament senate congress union "
    "federation league church party press museum orchestra insurance mutual fund advisors associates brothers "
    "industries international technologies laboratories airlines motors pictures records studios entertainment".split()
)
"""The last word of an organisation's name."""
DOCUMENTS = frozenset(
    "agreement agreements amendment policy policies procedure procedures sop manual guide handbook report reports "
    "plan letter memo memorandum notice act regulation directive rules code contract contracts addendum exhibit "
    "schedule annex appendix statement certificate indenture lease license order standard specification protocol "
    "charter constitution treaty convention bylaws minutes faq runbook playbook quickstart supplement prospectus "
    "declaration instructions form 10-k 10-q 8-k".split()
)
"""The last word of a document's name."""
PLACES = frozenset(
    "street st. avenue road lane boulevard drive square plaza city town county state province district island islands "
    "river lake mountain mountains peak valley bay sea ocean park airport station bridge falls beach canyon desert "
    "forest region republic kingdom territory peninsula harbor harbour township village".split()
)
"""The last word of a place's name."""
TITLES = frozenset(
    "mr mr. mrs mrs. ms ms. dr dr. prof prof. professor sir lord lady king queen prince princess president senator "
    "governor mayor judge justice captain general colonel major pope saint rev. herr frau mme m.".split()
)
"""What stands before a person's name."""
ROLES = frozenset(
    "head chief director officer manager counsel lead analyst president chairman chairwoman chair secretary treasurer "
    "executive founder engineer clerk trustee auditor partner author singer actor actress composer politician "
    "painter poet writer director minister ceo cfo cto coo".split()
)
"""A person's occupation, before or behind the name."""
VERSIONED = frozenset("version versions release v ver ver. build".split())
COUNTRIES = frozenset(
    "afghanistan africa albania algeria america antarctica argentina armenia asia australia austria azerbaijan "
    "bangladesh belarus belgium bolivia brazil britain bulgaria burma cambodia cameroon canada chile china colombia "
    "croatia cuba cyprus denmark ecuador egypt england estonia ethiopia europe finland france georgia germany ghana "
    "greece hungary iceland india indonesia iran iraq ireland israel italy japan jordan kazakhstan kenya korea kuwait "
    "latvia lebanon libya lithuania luxembourg malaysia malta mexico mongolia morocco nepal netherlands nigeria norway "
    "pakistan panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland senegal serbia "
    "singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand tunisia turkey "
    "uganda ukraine uruguay venezuela vietnam wales yemen zambia zimbabwe alabama alaska arizona arkansas california "
    "colorado connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland "
    "massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania "
    "tennessee texas utah vermont virginia wisconsin wyoming london paris berlin tokyo moscow beijing rome madrid "
    "vienna brussels chicago boston dublin sydney toronto".split()
)
"""Countries, continents, states of the USA and a few cities: single words that are places wherever they stand."""
NO_NAMES = frozenset(
    "i january february march april may june july august september october november december jan feb mar apr jun jul "
    "aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun q1 "
    "q2 q3 q4 h1 h2 fy am pm utc gmt est eastern central christmas easter usd eur gbp "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember "
    "english french german spanish italian dutch ok yes no none id faq".split()
)
"""Capitalised words that name no one thing."""
STARTERS = frozenset(
    "a about according after all also although an and any are as at based because before below between both but by can "
    "compare could define describe did do does during each either every explain find first following for from give "
    "given had has have he her his how if in into is it its last latest let list long may might most much must my "
    "name no not of on one only or our over please regarding she should show since so some still such "
    "summarise summarize tell than that the their then there these they this those to under until up upon was we were "
    "what what's whats when where whether which while who whom whose why will with within without would you your "
    "somebody someone something anybody anyone anything everybody everyone everything nobody nothing "
    "analyze analyse analysing can't does doesn't isn't additionally besides finally furthermore moreover then thus "
    "der die das ein eine wie was wer wann wo warum welche welcher welches wieviel wieviele nach für mit bei im am ich "
    "le la les un une quel quelle quels quelles qui que quand où comment combien pourquoi est dans pour selon".split()
)
"""Words that open a sentence or a question and are capitalised only for that."""
JOINING = frozenset("of de la le du des da di von van der den zu".split())
"""Small words inside of names."""
PEOPLES = {
    "afghanistan": "Afghan",
    "argentina": "Argentine|Argentinian",
    "bangladesh": "Bangladeshi",
    "britain": "British|Briton",
    "cyprus": "Cypriot",
    "denmark": "Danish|Dane",
    "ecuador": "Ecuadorian|Ecuadorean",
    "england": "English",
    "finland": "Finnish|Finn",
    "france": "French",
    "greece": "Greek",
    "iceland": "Icelandic|Icelander",
    "iraq": "Iraqi",
    "ireland": "Irish",
    "israel": "Israeli",
    "kazakhstan": "Kazakh",
    "kuwait": "Kuwaiti",
    "luxembourg": "Luxembourgish|Luxembourger",
    "nepal": "Nepalese|Nepali",
    "netherlands": "Dutch",
    "norway": "Norwegian",
    "pakistan": "Pakistani",
    "panama": "Panamanian",
    "paraguay": "Paraguayan",
    "peru": "Peruvian",
    "philippines": "Philippine|Filipino|Filipina",
    "poland": "Polish|Pole",
    "portugal": "Portuguese",
    "qatar": "Qatari",
    "scotland": "Scottish|Scot",
    "slovakia": "Slovak|Slovakian",
    "slovenia": "Slovene|Slovenian",
    "somalia": "Somali|Somalian",
    "spain": "Spanish|Spaniard",
    "sweden": "Swedish|Swede",
    "switzerland": "Swiss",
    "thailand": "Thai",
    "turkey": "Turkish|Turk",
    "uruguay": "Uruguayan",
    "wales": "Welsh",
    "yemen": "Yemeni",
}
"""Peoples that are not called after their country by a regular ending."""


@lru_cache(256)
def peoples(country: str) -> tuple[str, ...]:
    """What may be called after a country: by its own words, else by the regular endings, of which some are no word."""
    if country in PEOPLES:
        return tuple(PEOPLES[country].split("|"))
    name = country.capitalize()
    root = name.rstrip("aeiouy")
    return (f"{name}n", *(f"{root}{end}" for end in ("an", "ian", "ean", "ese")), *([root] * country.endswith("y")))


@lru_cache(256)
def people(country: str) -> re.Pattern[str]:
    """Only with a capital: what is polished is not Polish."""
    return re.compile(rf"\b(?:{'|'.join(peoples(country))})s?\b")
