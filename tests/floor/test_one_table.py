"""Play from Python: a method for every command, undo, positions, pickling, clear refusals."""

import copy
import inspect
import pickle
import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from croupier import Card, Choices, Croupier, CroupierError, Refused, to_command
from croupier.floor.card_sources import random_source
from croupier.floor.command_text import command_types
from croupier.floor.methods import TableMethods, method_name
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue
from croupier.games.stud.due import BetDue
from croupier.games.table.choices import JackpotTerms
from croupier.rulebooks import GAMES
from tests.floor.method_types import STUB, stub_text

AnyCroupier: Any = Croupier
STAR_SHOE = "AH AS 6C KD 7D TC 9S"


def star_table() -> Croupier:
    """Ann has a blackjack and is paid; Bob has ace and seven against a six."""
    table = Croupier("star-blackjack", {"burn": False}, stack=STAR_SHOE)
    table.wager("ann", box=1, amount=5.50)
    table.wager("bob", box=2, amount=20)
    table.deal()
    return table


def play_something(table: Croupier, whim: random.Random) -> None:
    """Do one thing that somebody might do here."""
    match table.due[0]:
        case DecisionDue(box=box, choices=choices) | AnswerDue(box=box, choices=choices):
            call = whim.choice(choices).call
            table.do(to_command({"do": call, "box": box}))
        case InsuranceDue():
            table.close_insurance()
        case BetDue(box=box, player=player):
            whim.choice((table.bet, table.fold))(player, box=box)
        case _:
            for box in (1, 2):
                table.wager(f"p{box}", box=box, amount=whim.choice((10, 25)), on=table.law.initial)
            table.deal()


# Methods ----------------------------------------------------------------------------------------


def test_every_command_is_a_method_and_its_types_are_written() -> None:
    names = {method_name(name) for name in command_types()}
    assert names == {name for name in vars(TableMethods) if name[0] != "_"} - {"do"}
    assert "pass_" in names
    assert not names & set(vars(Croupier)), "a method of the table hides a command"
    assert STUB.read_text(encoding="utf-8") == stub_text(), "python -m tests.floor.method_types"


def test_a_method_does_what_its_command_does() -> None:
    by_method, by_command = star_table(), star_table()
    assert by_method.stand(box=2) == by_command.do(to_command({"do": "stand", "box": 2}))
    assert by_method.table == by_command.table
    assert [(line.player, line.net) for line in by_method.results] == [("ann", 850), ("bob", 2000)]


def test_a_method_takes_its_first_field_by_position_and_a_role() -> None:
    table = star_table()
    assert not isinstance(table.stand(2), Refused)
    refused = table.permit_resplit(by="player")
    assert isinstance(refused, Refused)
    assert str(inspect.signature(Croupier.hit)) == (
        "(self, /, box, *, player=None, signal='', by=<Role.PLAYER: 'player'>, at=None)"
    )


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "too much by position": (
        lambda: AnyCroupier.wager(star_table(), "ann", 1, 20),
        "wager: only player may stand without its name, as in box=1",
    ),
    "nothing by position": (
        lambda: AnyCroupier.deal(star_table(), "ann"),
        "deal: nothing stands without its name, as in box=1",
    ),
    "twice": (
        lambda: AnyCroupier.hit(star_table(), 1, box=2),
        "hit: box is given twice: 1 without a name is the box",
    ),
    "something missing": (
        lambda: AnyCroupier.wager(star_table(), "ann", box=1),
        "wager: amount is missing",
    ),
    "a misspelt argument": (
        lambda: AnyCroupier.wager(star_table(), "ann", box=1, amout=5),
        "wager: there is no field amout; did you mean amount?",
    ),
    "a box as text": (
        lambda: AnyCroupier.hit(star_table(), box="one"),
        "hit: box: this must be a whole number, not text",
    ),
    "thirds of a dollar": (
        lambda: star_table().wager("ann", box=1, amount=5.333),
        "wager: amount: 5.333 is not an amount in dollars with at most two decimals",
    ),
    "no amount": (
        lambda: star_table().wager("ann", box=1, amount="much"),
        "wager: amount: 'much' is not an amount in dollars, such as 25 or 7.50",
    ),
    "no command": (
        lambda: AnyCroupier.do(star_table(), "hit"),
        "command: 'hit' is not a command; write table.hit(box=1), or make one with "
        "to_command({'do': 'hit', 'box': 1})",
    ),
    "no game": (
        lambda: Croupier("star-blackjak"),
        "there is no game 'star-blackjak'; did you mean star-blackjack?",
    ),
    "a game by number": (
        lambda: AnyCroupier(21),
        "game: 21 is not a game; pass its name, such as 'star-blackjack', or its law",
    ),
    "an unknown choice": (
        lambda: Croupier("star-blackjack", {"deck": 6}),
        "choices: there is no choice 'deck'; did you mean decks?",
    ),
    "no card": (
        lambda: Croupier("star-blackjack", stack="AH 1X"),
        "stack: '1X' is not a card: write a rank (A 2-9 T J Q K) and a suit (C D H S), such as TH",
    ),
    "no cards": (
        lambda: AnyCroupier("star-blackjack", stack=7),
        "stack: 7 is not a list of cards; write '8H 8D'",
    ),
    "a seed as text": (
        lambda: AnyCroupier("star-blackjack", seed="x"),
        "seed: 'x' is not a whole number of 0 or more",
    ),
    "a seed below zero": (
        lambda: Croupier("star-blackjack", seed=-1),
        "seed: -1 is not a whole number of 0 or more",
    ),
    "a player where the box is": (
        lambda: AnyCroupier("star-blackjack").hit("ann", box=1),
        "hit: box is given twice: 'ann' without a name is the box",
    ),
    "a player without a name": (
        lambda: Croupier("star-blackjack").wager("", box=1, amount=20),
        "wager: player: '' is not a name",
    ),
    "no position": (
        lambda: Croupier.from_position("hello"),
        "position: expected one of blackjack, stud instead of 'hello' at character 1",
    ),
    "a position by number": (
        lambda: AnyCroupier.from_position(7),
        "position: 7 is not a line, such as table.position",
    ),
    "a position without a card": (
        lambda: Croupier.from_position(star_table().position.replace("[TC,9S]", "[TC]")),
        "position: the shoe has 2 cards to come and 5 drawn, the line 1 and 5",
    ),
    "a stacked shoe that is not known": (
        lambda: Croupier.from_position(repr(star_table().table)),
        "position: the cards of a stacked shoe are not known; name them all",
    ),
    "nothing to undo": (
        lambda: Croupier("star-blackjack").undo(),
        "undo: nothing has been done that could be taken back",
    ),
    "nothing kept to undo": (
        lambda: Croupier("star-blackjack", keep_journal=False).undo(),
        "undo: this table does not remember its past, so nothing is taken back",
    ),
    "a wager as a step": (
        lambda: to_command({"do": "ante", "player": "ann", "box": 1, "amount": 5}),
        'there is no step \'ante\'; it is a wager: do = "wager", on = "ante"',
    ),
    "a player's word": (
        lambda: to_command({"do": "double down", "box": 1}),
        "there is no step 'double down'; did you mean double?",
    ),
    "a capital letter": (
        lambda: to_command({"do": "Hit", "box": 1}),
        "there is no step 'Hit'; did you mean hit?",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_careless_call_gets_one_sentence(case: str) -> None:
    call, sentence = REFUSED[case]
    with pytest.raises(CroupierError) as refusal:
        call()
    assert str(refusal.value) == sentence


def test_whole_numbers_of_other_types_are_welcome() -> None:
    table = AnyCroupier("star-blackjack", {"decks": np.int64(6)}, seed=np.int64(4))
    placed = table.wager("ann", box=np.int64(2), amount=np.int64(20))
    [wager] = table.table.wagers
    assert isinstance(placed, tuple)
    assert (wager.box, wager.amount) == (2, 20_00)
    assert table.table.choices.decks == 6


def test_a_stud_wager_on_nothing_hears_where_wagers_go() -> None:
    refused = Croupier("caribbean-stud", seed=1).wager("ann", box=1, amount=20)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.clause) == ("wager/unknown", "5.3.1")
    assert refused.why == "there is no wager 'main' here; wagers are on ante or jackpot"


# Undo -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_undo_goes_all_the_way_back_and_the_same_cards_come_again(game: str) -> None:
    table = Croupier(game, seed=11)
    stages = [(table.position, list(table.events))]
    done: list[str] = []
    whim = random.Random(3)
    while len(done) < 60:
        before = len(table.events)
        play_something(table, whim)
        if len(table.events) != before:
            done.append(table.position)
    depth = 0
    while True:
        try:
            table.undo()
        except CroupierError:
            break
        depth += 1
    assert depth >= len(done)
    assert (table.position, list(table.events)) == stages[0]
    whim = random.Random(3)
    again: list[str] = []
    while len(again) < 60:
        before = len(table.events)
        play_something(table, whim)
        if len(table.events) != before:
            again.append(table.position)
    assert again == done


def test_a_refused_command_is_nothing_to_undo() -> None:
    table = star_table()
    before = table.position
    assert isinstance(table.double(box=2), Refused)
    table.undo()
    assert table.table.round is None
    table.deal()
    assert table.position == before


def test_a_table_beside_another_is_not_set_back_behind_it() -> None:
    first = Croupier("star-blackjack", seed=1)
    second = Croupier("star-blackjack", seed=2, beside=first)
    first.wager("ann", box=1, amount=10)
    second.wager("bob", box=1, amount=10)
    with pytest.raises(CroupierError, match="another table of the house has acted since"):
        first.undo()
    second.undo()
    first.undo()
    assert not first.table.players
    assert not second.table.players


def test_undo_takes_a_jackpot_wager_out_of_the_pool() -> None:
    terms = JackpotTerms(wager=5_00, pool=1000_00, increment=Decimal("0.5"))
    table = Croupier("caribbean-stud", Choices(jackpot=terms), seed=2)
    table.wager("ann", box=1, amount=10, on="ante")
    meter = table.pool
    table.wager("ann", box=1, amount=5, on="jackpot")
    table.deal()
    assert table.pool != meter
    table.undo()
    table.undo()
    assert table.pool == meter


# Positions and pickles --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_position_and_a_pickle_play_on_alike(game: str) -> None:
    table = Croupier(game, seed=21)
    whim = random.Random(8)
    for step in range(40):
        play_something(table, whim)
        if step % 5 == 0:
            state = whim.getstate()
            pickled = pickle.loads(pickle.dumps(table))
            copied = copy.deepcopy(table)
            positioned = Croupier.from_position(table.position)
            for one in (pickled, copied, positioned):
                whim.setstate(state)
                play_something(one, whim)
            assert pickled.position == copied.position
            # Cards that are shuffled from here on are not part of a position.
            assert positioned.results == pickled.results
            assert positioned.table.balances == pickled.table.balances
            assert positioned.table.round == pickled.table.round
            whim.setstate(state)


def test_a_position_of_a_table_alone_deals_the_cards_nobody_has_seen() -> None:
    table = Croupier("perth-blackjack", seed=5)
    table.wager("ann", box=1, amount=10)
    table.deal()
    first, same, other = (
        Croupier.from_position(repr(table.table), seed=seed) for seed in (1, 1, 2)
    )
    assert first.position == same.position != other.position
    line = first.position
    coming = line[line.rindex(" [") + 2 : line.index("] drawn")]
    cards = [Card(word) for word in coming.split(",")]
    assert len(cards) == table.table.shoe.cards_left
    assert max(map(cards.count, cards)) <= table.table.shoe.decks


def test_a_position_holds_the_jackpot() -> None:
    jackpot = {"wager": 500, "pool": 100_000}
    table = Croupier("caribbean-stud", {"jackpot": jackpot}, seed=3)
    table.wager("ann", box=1, amount=10, on="ante")
    again = Croupier.from_position(table.position)
    assert again.pool == table.pool
    assert not isinstance(again.wager("ann", box=1, amount=5, on="jackpot"), Refused)
    again.deal()
    assert again.pool != table.pool


def test_seeded_bytes_go_back_to_where_they_were() -> None:
    source: Any = random_source(7)
    source(3)
    place = source.words
    rest = [source(1), source(9), source(4)]
    source.put_back(place)
    assert [source(1), source(9), source(4)] == rest
    source.put_back(0)
    assert source(3) == random.Random(7).randbytes(3)
