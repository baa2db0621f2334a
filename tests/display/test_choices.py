"""What may be chosen, the keys for it, and the commands that the keys stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import parse_cards
from croupier.display.choices import (
    call_for_absent,
    choices_by_key,
    command_for,
    insurable_wagers,
    options,
    out_of_turn_calls,
)
from croupier.floor import Croupier
from croupier.games.blackjack.calls import DoubleDown, Hit, SplitHand, Surrender
from croupier.games.blackjack.device_failure import StayIn, TakeBackWagers
from croupier.games.blackjack.insurance import Insure, TakeEvenMoney
from croupier.games.blackjack.turn import (
    DecisionDue,
    Insurable,
    InsuranceDue,
    SurrenderDue,
    WithdrawalDue,
)
from croupier.games.stud.bets import Concede, Fold, PlaceBet, Settle
from croupier.games.stud.due import BetDue
from croupier.games.table.choices import Choices
from croupier.games.table.due import Choice
from croupier.games.table.preparation import CutCards, DeclineCut
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK, Role


def choices(*calls: str, most: int = 0) -> tuple[Choice, ...]:
    return tuple(Choice(call, "1", most) for call in calls)


def test_the_keys_of_the_trade() -> None:
    assert list(choices_by_key(choices("hit", "stand", "double", "split"))) == ["h", "s", "d", "p"]


@pytest.mark.parametrize(
    ("calls", "keys"),
    [
        (("surrender", "no-surrender"), ["u", "n"]),
        (("double", "no-double"), ["d", "n"]),
        (("hit", "stand", "twist"), ["h", "s", "t"]),
        (("hit", "stand", "hush"), ["h", "s", "u"]),
        (("no-split", "no-double"), ["n", "o"]),
        (("quit-the-hand",), ["u"]),
    ],
)
def test_any_other_call_finds_a_key(calls: tuple[str, ...], keys: list[str]) -> None:
    assert list(choices_by_key(choices(*calls))) == keys


@given(
    st.lists(st.from_regex(r"[a-z]{1,8}(-[a-z]{1,8})?", fullmatch=True), unique=True, max_size=12)
)
def test_keys_are_one_free_letter_each(calls: list[str]) -> None:
    keys = choices_by_key(choices(*calls))
    assert [choice.call for choice in keys.values()] == calls
    assert all(len(key) == 1 and key != "q" for key in keys)


@pytest.mark.parametrize(
    ("calls", "called"),
    [
        (("hit", "stand", "double"), "stand"),
        (("hit", "double"), "hit"),
        (("expose",), "expose"),
        (("double", "no-double"), "no-double"),
        (("surrender", "no-surrender"), "no-surrender"),
    ],
)
def test_what_is_called_for_somebody_who_left(calls: tuple[str, ...], called: str) -> None:
    assert call_for_absent(choices(*calls)).call == called


# ---------------------------------------------------------------------------------- commands

DECISION = DecisionDue(1, 1, "ann", 11, False, (), "10.1", ())


@pytest.mark.parametrize(
    ("choice", "amount", "command"),
    [
        (Choice("hit", "1"), None, Hit(1, "ann", by=Role.PLAYER)),
        (Choice("double", "1", 2_000), None, DoubleDown(1, "ann", 2_000, by=Role.PLAYER)),
        (Choice("double", "1", 2_000), 750, DoubleDown(1, "ann", 750, by=Role.PLAYER)),
        (Choice("split", "1", 2_000), None, SplitHand(1, "ann", by=Role.PLAYER)),
    ],
)
def test_a_choice_stands_for_a_command(
    choice: Choice, amount: int | None, command: Command
) -> None:
    assert command_for(DECISION, choice, amount) == command


def test_a_bet_and_a_fold_are_commands_of_their_player() -> None:
    bet, fold = Choice("bet", "8.1", 2_000), Choice("fold", "8.1")
    owed = BetDue(3, "ann", (bet, fold), "8.1")
    assert command_for(owed, bet) == PlaceBet("ann", 3, 2_000, by=Role.PLAYER)
    assert command_for(owed, fold) == Fold("ann", 3, by=Role.PLAYER)


def test_who_may_take_wagers_back_names_no_box() -> None:
    both = choices("take-back", "stay-in")
    owed = WithdrawalDue("ann", both, "17.1")
    assert [command_for(owed, choice) for choice in both] == [
        TakeBackWagers("ann", by=Role.PLAYER),
        StayIn("ann", by=Role.PLAYER),
    ]


def carried_out(croupier: Croupier, *commands: Command) -> Croupier:
    for command in commands:
        assert not isinstance(croupier.do(command), Refused), command
    return croupier


def test_options_have_a_key_words_and_a_command_that_is_carried_out() -> None:
    stack = parse_cards("8H 6C 3D TS TC 9D")
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=stack)
    carried_out(croupier, PlaceWager("ann", 1, 2_000, by=Role.PLAYER), Deal(by=Role.DEALER))
    table, (owed,) = croupier.table, croupier.due
    hit, double = options(STAR_BLACKJACK, table, owed, "ann")
    assert (hit.key, hit.label, hit.commands, hit.most) == (
        "h",
        "hit",
        (Hit(1, "ann", by=Role.PLAYER),),
        0,
    )
    assert (double.label, double.most, double.for_less) == ("double $20 or less", 2_000, True)
    assert options(STAR_BLACKJACK, table, owed, "bob") == ()
    assert options(STAR_BLACKJACK, table, owed) == (hit, double)
    carried_out(croupier, *double.commands)


def test_insurance_is_offered_to_its_owner() -> None:
    wagers = (Insurable("ann", 1, 1_250, True), Insurable("bob", 2, 500, False))
    owed = InsuranceDue(wagers, "ace", "8.1", "")
    croupier = Croupier(STAR_BLACKJACK, Choices(), seed=1)
    yes, even, no = options(STAR_BLACKJACK, croupier.table, owed, "ann")
    assert yes.commands == (Insure("ann", 1, 1_250, by=Role.PLAYER),)
    assert even.commands == (TakeEvenMoney("ann", 1, by=Role.PLAYER),)
    assert no.commands == ()
    assert options(STAR_BLACKJACK, croupier.table, owed, "cat") == ()
    assert len(insurable_wagers(owed)) == 2
    (close,) = options(STAR_BLACKJACK, croupier.table, owed)
    assert close.label == "close insurance"


def test_the_cut_and_the_concession_are_choices_too() -> None:
    croupier = Croupier(CARIBBEAN_STUD, Choices(), seed=0, cut_for_players=False)
    croupier.do(PlaceWager("ann", 1, 1_000, "ante", by=Role.PLAYER))
    (deal,) = options(CARIBBEAN_STUD, croupier.table, croupier.due[-1])
    assert deal.commands == (Deal(by=Role.DEALER),)
    carried_out(croupier, *deal.commands)
    assert options(CARIBBEAN_STUD, croupier.table, croupier.due[0], "bob") == ()
    carried_out(croupier, PlaceBet("ann", 1, pause=True, by=Role.PLAYER))
    (concede,) = options(CARIBBEAN_STUD, croupier.table, croupier.due[0], "ann")
    assert concede.commands == (Concede("ann", 1, by=Role.PLAYER),)
    (settle,) = options(CARIBBEAN_STUD, croupier.table, croupier.due[0])
    assert settle.commands == (Settle(by=Role.DEALER),)


def test_a_player_who_is_offered_the_cut_may_pass_it_on() -> None:
    croupier = Croupier(STAR_BLACKJACK, Choices(), seed=4, cut_for_players=False)
    croupier.do(PlaceWager("ann", 1, 1_000, by=Role.PLAYER))
    middle, declined = options(STAR_BLACKJACK, croupier.table, croupier.due[0], "ann")
    assert middle.commands == (CutCards(croupier.table.shoe.size // 2, "ann", by=Role.DEALER),)
    assert declined.commands == (DeclineCut("ann", by=Role.PLAYER),)


def test_a_surrender_out_of_turn_is_keyed_by_its_box() -> None:
    (surrender,) = choices("surrender")
    owed = SurrenderDue(3, 1, "bob", (surrender,), "5.2")
    found = out_of_turn_calls((DECISION, owed))
    assert found == {"u3": (owed, surrender)}
    assert command_for(*found["u3"]) == Surrender(3, "bob", by=Role.PLAYER)
