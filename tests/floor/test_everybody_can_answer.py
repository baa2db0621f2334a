"""Whatever somebody has left in chips: who is asked has an answer, else the dealer goes on."""

from random import Random

import pytest

from croupier.cards import full_decks, parse_cards
from croupier.display.choices import Option, options
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import Floor
from croupier.floor.running_table import RunningTable
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.turn import InsuranceDue
from croupier.games.engine import decide
from croupier.games.table.choices import Choices
from croupier.games.table.due import WagersDue
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import BLACKJACK, Role, law_of

SEEDS = 25
MOST_STEPS = 200
PLAYERS = ("ann", "bob", "cat")
INSURING = [game for game, law in BLACKJACK.items() if law.insurance is not None]


def table_of(game: str, chooser: Random, *, ace: bool) -> RunningTable:
    """A table where software deals; with ``ace``, of cards that give the dealer one first."""
    law = law_of(game)
    decks = 6 if 6 in law.cards.decks.value else law.cards.decks.value[-1]
    cards = list(full_decks(decks))
    chooser.shuffle(cards)
    if ace:
        at = len(PLAYERS)
        where = next(place for place, card in enumerate(cards) if card.points == 1)
        cards[at], cards[where] = cards[where], cards[at]
    choices = Choices(decks=decks, burn=False, chip=chooser.choice([50, 100, 250]))
    house = Floor()
    shoe = SoftwareShoe(random_source(chooser.getrandbits(32)), cards)
    return house.open_table(law, choices, cards=shoe, name="one", stacked=len(cards))


def take(running: RunningTable, command: Command) -> None:
    outcome = running.decide(command)
    assert not isinstance(outcome, Refused), (command, outcome)
    running.apply(outcome)


def wager(running: RunningTable, chooser: Random) -> None:
    """Everybody lays a wager, and keeps nothing, little or plenty; some share a box."""
    table = running.table
    for box, player in enumerate(PLAYERS, 1):
        amount = table.limits.minimum * chooser.randint(1, 4)
        left = table.choices.chip * chooser.choice([0, 0, 1, 2, 5, 40, 400])
        take(running, BuyIn(player, amount + left, by=Role.PLAYER))
        take(running, PlaceWager(player, box, amount, by=Role.PLAYER))
    for player in PLAYERS:
        most = table.limits.minimum
        if running.table.chips(player) >= most and chooser.random() < 0.5:
            more = PlaceWager(player, chooser.randint(1, len(PLAYERS)), most, by=Role.PLAYER)
            outcome = running.decide(more)
            if not isinstance(outcome, Refused):
                running.apply(outcome)


def answers_of(running: RunningTable) -> dict[str, tuple[Option, ...]]:
    """What each player may answer to what is most pressing; each answer is accepted."""
    law, table = running.law, running.table
    found = {}
    for player in PLAYERS:
        offered = options(law, table, running.due[0], player)
        for one in offered:
            if one.commands:
                said = decide(law, table, one.commands[0], running.history)
                assert not isinstance(said, Refused), (running.due, one, said)
        if offered:
            found[player] = offered
    return found


def play_round(running: RunningTable, chooser: Random) -> None:
    """Play to the end of the round by what is offered, and by nothing else."""
    declined: set[str] = set()
    for _ in range(MOST_STEPS):
        while (step := running.dealers_command()) is not None:
            take(running, step)
        if running.table.round is None or isinstance(running.due[0], WagersDue):
            return
        found = answers_of(running)
        insurance = isinstance(running.due[0], InsuranceDue)
        waiting = [player for player in found if not insurance or player not in declined]
        if insurance and not waiting:
            assert declined, f"nobody was asked, and nobody goes on: {running.due}"
            take(running, CloseInsurance(by=Role.DEALER))
            continue
        assert waiting, f"nobody can answer, and the dealer does not go on: {running.due}"
        player = chooser.choice(waiting)
        declined |= {player} if insurance else set()
        for command in chooser.choice(found[player]).commands:
            take(running, command)
    raise AssertionError(f"the round does not end: {running.due}")


@pytest.mark.parametrize("ace", [True, False])
@pytest.mark.parametrize("game", BLACKJACK)
def test_every_round_can_be_played_to_its_end_by_what_is_offered(game: str, *, ace: bool) -> None:
    for seed in range(SEEDS):
        chooser = Random(f"answers {game} {seed} {ace}")
        running = table_of(game, chooser, ace=ace)
        wager(running, chooser)
        take(running, Deal(by=Role.DEALER))
        play_round(running, chooser)


@pytest.mark.parametrize("game", INSURING)
def test_who_has_no_chips_left_is_not_asked_for_insurance(game: str) -> None:
    """The dealer offers it as always, and closes it: there is nobody who could place any."""
    law = law_of(game)
    cards = parse_cards("TH AC 9D 6C TC")
    house = Floor()
    shoe = SoftwareShoe(random_source(1), cards)
    choices = Choices(decks=law.cards.decks.value[-1], burn=False)
    running = house.open_table(law, choices, cards=shoe, name="one", stacked=len(cards))
    take(running, BuyIn("ann", 10_00, by=Role.PLAYER))
    take(running, PlaceWager("ann", 1, 10_00, by=Role.PLAYER))
    take(running, Deal(by=Role.DEALER))
    assert isinstance(running.due[0], InsuranceDue)
    assert running.dealers_command() == CloseInsurance(by=Role.DEALER)


def test_even_money_needs_no_chips_and_is_asked() -> None:
    """Star 9.1.2: a blackjack against an ace may be paid at once, whatever its player has left."""
    law = law_of("star-blackjack")
    cards = parse_cards("TH AC AD 6C TC")
    house = Floor()
    shoe = SoftwareShoe(random_source(1), cards)
    running = house.open_table(law, Choices(burn=False), cards=shoe, name="one", stacked=len(cards))
    take(running, BuyIn("ann", 10_00, by=Role.PLAYER))
    take(running, PlaceWager("ann", 1, 10_00, by=Role.PLAYER))
    take(running, Deal(by=Role.DEALER))
    assert running.dealers_command() is None
    (due,) = running.due
    assert [one.label for one in options(law, running.table, due, "ann")] == ["even money", "none"]
