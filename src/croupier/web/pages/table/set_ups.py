"""Hands that are set up for practice: the cards lie in order, and nothing is recorded or won.

The whole state of such a hand is its name, the number of its shoe and what was called so far. So
there is nothing to keep, a hand can be sent to others, and the same calls lead to the same cards.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from zlib import crc32

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, Rank, parse_cards
from croupier.cards.shoe import full_decks, random_order
from croupier.display.layout import table_view
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.viewers import Patron, rank_with_article
from croupier.display.views import TableView
from croupier.errors import CroupierError
from croupier.floor import Croupier
from croupier.floor.card_sources import random_source
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.engine import evolve
from croupier.games.stud.state import ANTE, JACKPOT
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.opening import TableOpened
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Sit
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, Role, StudLaw, TableLaw

YOU = "you"
"""The player of a hand that is set up."""
BOX, BOXES = 3, 5
CHIPS: Cents = 1_000_00
WAGER: Cents = 20_00
JACKPOT_TERMS = JackpotTerms(wager=5_00, pool=60_000_00, increment=Decimal("0.7"), seed=50_000_00)
MOST_CALLS = 40
"""More calls than any round takes."""
INSURANCE = "insurance"


class UnknownHandError(CroupierError):
    """There is no such hand, or it does not take this call."""


class SetUp(msgspec.Struct, frozen=True):
    """A hand that is set up."""

    name: str
    """Its name in addresses."""
    title: str
    """What it is, for people."""
    about: str
    """What there is to see or to try."""
    stack: str
    """The first cards of the shoe, in the order in which they are dealt."""
    jackpot: bool = False
    """Whether a jackpot wager lies there too."""


# What there is -----------------------------------------------------------------------------------

SCENES = (
    SetUp(
        "splits",
        "Practise splits",
        "Eights against a six, and more eights to come: split as often as the rules allow.",
        "8S 6C 8D 8H 8C 3D TH 3H TD 3C TC 3S TS KD KC",
    ),
    SetUp(
        "doubles",
        "Double on eleven",
        "Six and five against a six: double, and see one card decide.",
        "6S 6C 5D TH KD 9C",
    ),
    SetUp(
        "insurance",
        "An ace shows",
        "Twenty against an ace: will you insure?",
        "TS AC KD QH",
    ),
    SetUp(
        "blackjack",
        "A blackjack",
        "An ace and a king, and what they pay.",
        "AS 9C KD 8H",
    ),
    SetUp(
        "dealer-over",
        "The dealer goes over",
        "A stiff hand against a six: stand, and watch.",
        "TS 6C 3D TH 9C",
    ),
)
"""Hands of blackjack to see something in."""
STUD_SCENES = (
    SetUp(
        "jackpot",
        "See a jackpot won",
        "A royal flush with a jackpot wager on it: bet, and watch the pool being paid.",
        "2C AS 3D KS 4H QS 5C JS 7D TS",
        jackpot=True,
    ),
    SetUp(
        "no-hand",
        "The dealer does not play",
        "A pair against less than ace and king: the ante is paid, the bet comes back.",
        "2C 9S 4D 9H 6H QS 8C JS TD 3S",
    ),
)
"""Hands of Caribbean Stud to see something in."""
POKER_HANDS = {
    "royal-flush": ("A royal flush", "AS KS QS JS TS"),
    "straight-flush": ("A straight flush", "9H 8H 7H 6H 5H"),
    "four-of-a-kind": ("Four of a kind", "8S 8H 8D 8C 3S"),
    "full-house": ("A full house", "JS JH JD 4C 4S"),
    "flush": ("A flush", "KH TH 8H 6H 3H"),
    "straight": ("A straight", "TS 9H 8D 7C 6S"),
    "three-of-a-kind": ("Three of a kind", "7S 7H 7D QS 2S"),
    "two-pairs": ("Two pairs", "QS QH 5D 5S 9S"),
    "one-pair": ("A pair", "6S 6H KH TC 3S"),
    "ace-king": ("Ace and king", "AS KH JD 8C 3S"),
    "nothing": ("Nothing", "QS JH 8D 6C 3S"),
}
"""The player's five cards, by the name of the hand."""
DEALER_HANDS = {
    "no-hand": ("less than ace and king", "QC TD 9C 5C 2H"),
    "ace-king-high": ("ace and king", "AC KC 9D 6D 4H"),
    "a-pair": ("a pair of kings", "KC KD 9D 6D 2H"),
    "three-aces": ("three aces", "AC AD AH 9D 2H"),
}
"""The dealer's five cards, the open one last; no player's hand above has any of them."""
TWO_CARDS = {
    **{f"hard-{low + high}": f"{low}S {high}D" for low, high in ((2, 3), (2, 4), (3, 4), (3, 5))},
    **{f"hard-{low + high}": f"{low}S {high}D" for low, high in ((4, 5), (4, 6), (5, 6))},
    **{f"hard-{10 + low}": f"TS {low}D" for low in range(2, 10)},
    **{f"soft-{11 + low}": f"AS {low}D" for low in range(2, 10)},
    **{f"pair-{low}": f"{low}S {low}D" for low in range(2, 10)},
    "pair-10": "TS TD",
    "pair-ace": "AS AD",
}
"""The player's two cards, by the name of the hand."""
SHOWN = {**{str(low): f"{low}C" for low in range(2, 10)}, "10": "TC", "ace": "AC"}
"""The dealer's first card, by its name."""
AGAINST = re.compile(r"(?P<own>[a-z0-9-]{1,20})-against-(?P<shown>[a-z0-9-]{1,20})")


def scenes_for(law: TableLaw) -> tuple[SetUp, ...]:
    """Return the hands of a game that show something."""
    if isinstance(law, StudLaw):
        return STUD_SCENES
    assert isinstance(law, BlackjackLaw)
    return tuple(one for one in SCENES if one.name != INSURANCE or law.insurance is not None)


def own_hands(law: TableLaw) -> dict[str, str]:
    """Return the hands that may be chosen for the player: name and words."""
    if isinstance(law, StudLaw):
        return {name: words for name, (words, _) in POKER_HANDS.items()}
    return {name: _hand_in_words(name) for name in TWO_CARDS}


def dealer_hands(law: TableLaw) -> dict[str, str]:
    """Return what may be chosen for the dealer: name and words."""
    if isinstance(law, StudLaw):
        return {name: words for name, (words, _) in DEALER_HANDS.items()}
    return {name: rank_with_article(Card(card)) for name, card in SHOWN.items()}


def _hand_in_words(name: str) -> str:
    """Return a hand of two cards in words.

    >>> _hand_in_words("pair-8"), _hand_in_words("soft-18"), _hand_in_words("hard-16")
    ('A pair of eights', 'Soft 18', '16')
    """
    kind, _, figure = name.partition("-")
    if kind == "pair":
        word = _rank_of(figure).word
        return f"A pair of {word}{'es' if word.endswith('x') else 's'}"
    return f"Soft {figure}" if kind == "soft" else figure


def _rank_of(name: str) -> Rank:
    return Rank.ACE if name == "ace" else Rank(name)


def find_set_up(law: TableLaw, name: str) -> SetUp:
    """Return a hand of a game by its name. Raise ``UnknownHandError`` if there is none."""
    for scene in scenes_for(law):
        if scene.name == name:
            return scene
    found = AGAINST.fullmatch(name)
    own, shown = (found["own"], found["shown"]) if found else ("", "")
    if own not in own_hands(law) or shown not in dealer_hands(law):
        raise UnknownHandError(f"there is no hand {name!r} to practise in {law.title}")
    title = f"{own_hands(law)[own]} against {dealer_hands(law)[shown]}"
    if isinstance(law, StudLaw):
        pairs = zip(DEALER_HANDS[shown][1].split(), POKER_HANDS[own][1].split(), strict=True)
        return SetUp(name, title, "", " ".join(f"{theirs} {ours}" for theirs, ours in pairs))
    first, second = TWO_CARDS[own].split()
    return SetUp(name, title, "", f"{first} {SHOWN[shown]} {second}")


# Playing one -------------------------------------------------------------------------------------


class PracticeHand(msgspec.Struct, frozen=True):
    """A hand that is set up, as far as it was played."""

    croupier: Croupier
    view: TableView
    """What its player sees."""

    @property
    def over(self) -> bool:
        """Whether everything is settled."""
        return not self.view.under_way

    @property
    def net(self) -> Cents:
        """What the hand has come to."""
        return sum(one.net for one in self.view.settled)


def play(law: TableLaw, set_up: SetUp, *, shoe: int, calls: str) -> PracticeHand:
    """Play a hand from its first card: each letter of ``calls`` is the key of an answer.

    ``shoe`` numbers the orders in which the cards behind the stack may lie. Raise
    ``UnknownHandError`` for a call that is not offered.
    """
    choices = Choices(
        boxes=BOXES,
        minimum=5_00,
        maximum=500_00,
        burn=False,
        practice=True,
        jackpot=JACKPOT_TERMS if isinstance(law, StudLaw) else None,
    )
    croupier = Croupier(law, choices, stack=_cards(law, set_up, shoe))
    for command in _opening_commands(law, set_up):
        _do(croupier, command)
    for key in calls[:MOST_CALLS]:
        for command in _commands_of_answer(law, croupier, key):
            _do(croupier, command)
    return PracticeHand(croupier, _view(law, croupier))


def _cards(law: TableLaw, set_up: SetUp, shoe: int) -> tuple[Card, ...]:
    """Return the stack, and behind it the rest of the decks in the order of a shoe."""
    stack = parse_cards(set_up.stack)
    rest = list(full_decks(1 if isinstance(law, StudLaw) else 8))
    for card in stack:
        rest.remove(card)
    seed = crc32(f"{law.game}/{set_up.name}/{shoe}".encode())
    return (*stack, *random_order(rest, random_source(seed)))


def _opening_commands(law: TableLaw, set_up: SetUp) -> Iterable[Command]:
    yield BuyIn(YOU, CHIPS, by=Role.PLAYER)
    yield Sit(YOU, BOX, by=Role.PLAYER)
    main = ANTE if isinstance(law, StudLaw) else MAIN
    yield PlaceWager(YOU, BOX, WAGER, on=main, by=Role.PLAYER)
    if set_up.jackpot:
        yield PlaceWager(YOU, BOX, JACKPOT_TERMS.wager, on=JACKPOT, by=Role.PLAYER)
    yield Deal(by=Role.DEALER)


def _commands_of_answer(law: TableLaw, croupier: Croupier, key: str) -> tuple[Command, ...]:
    """Return the commands of an answer."""
    for prompt in _view(law, croupier).prompts:
        for option in prompt.options:
            if option.key == key:
                close = (CloseInsurance(by=Role.DEALER),) if prompt.due == INSURANCE else ()
                return (*option.commands, *close)
    raise UnknownHandError(f"{key!r} does not answer the question there")


def _do(croupier: Croupier, command: Command) -> None:
    answer = croupier.do(command)
    if isinstance(answer, Refused):
        raise UnknownHandError(answer.why)


def _view(law: TableLaw, croupier: Croupier) -> TableView:
    scene: Scene | None = None
    for event in croupier.events:
        if isinstance(event, TableOpened):
            scene = scene_of(evolve(None, event))
        elif scene is not None:
            scene = next_scene(scene, event)
    assert scene is not None
    pool = croupier.house.pool_of(croupier.name)
    scene = replace(scene, meter=None if pool is None else pool.meter)
    return table_view(law, scene, Patron(YOU), due=croupier.due, names={YOU: "You"})
