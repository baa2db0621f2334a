"""What the dealer says aloud, and under which clause."""

from random import Random

import pytest

from croupier.cards import Device
from croupier.display.announcements import Announcement, announce
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.table.choices import Choices, Mode
from croupier.messages import Refused
from croupier.rulebooks import BLACKJACK, catalogue, law_of
from tests.games.blackjack.test_mishaps import some_command, table_of

Step = str | dict[str, object]


def live(game: str, **choices: object) -> Croupier:
    """A live table of a game, its cards shuffled in a device."""
    given = {"mode": Mode.LIVE, "device": Device.SHUFFLER, "burn": False, **choices}
    croupier = Croupier(law_of(game), Choices(**given))  # type: ignore[arg-type]
    carried_out(croupier, {"do": "shuffle"})
    return croupier


def carried_out(croupier: Croupier, command: dict[str, object]) -> list[tuple[str, str]]:
    """What is said of a command, with the clauses."""
    before = croupier.table
    events = croupier.do(to_command(command))
    assert not isinstance(events, Refused), events
    return [(one.words, one.clause) for one in announce(croupier.law, before, events)]


def said(croupier: Croupier, *steps: Step) -> list[tuple[str, str]]:
    """What is said at the last of several steps; a text is cards."""
    heard: list[tuple[str, str]] = []
    for step in steps:
        if isinstance(step, dict):
            heard = carried_out(croupier, step)
            continue
        for card in step.split():
            heard = carried_out(croupier, {"do": "card", "card": card})
    return heard


def wager(player: str, box: int, amount: int = 20, on: str = "main") -> dict[str, object]:
    return {"do": "wager", "player": player, "box": box, "amount": amount, "on": on}


DEAL: dict[str, object] = {"do": "deal"}
HIT: dict[str, object] = {"do": "hit", "box": 1}
STAND: dict[str, object] = {"do": "stand", "box": 1}


@pytest.mark.parametrize(
    ("game", "clause", "on"),
    [
        ("star-blackjack", "7.1", "main"),
        ("blackjack-challenge", "7.1", "main"),
        ("canberra-blackjack", "6.2", "main"),
        ("perth-blackjack", "4.15", "main"),
        ("caribbean-stud", "7.2", "ante"),
    ],
)
def test_no_more_bets_when_betting_closes(game: str, clause: str, on: str) -> None:
    assert said(live(game), wager("ann", 1, on=on), DEAL) == [("No more bets", clause)]


@pytest.mark.parametrize(
    ("game", "turn", "drawn"),
    [
        ("star-blackjack", "10.1", "10.4"),
        ("blackjack-challenge", "9.1", "9.4"),
        ("canberra-blackjack", "9.1", "9.1"),
        ("perth-blackjack", "4.16", "4.17"),
        ("perth-vegas-blackjack", "4.16", "4.17"),
    ],
)
def test_totals_at_the_turn_and_after_each_card(game: str, turn: str, drawn: str) -> None:
    table = live(game)
    first = said(table, wager("ann", 1), wager("bob", 2), DEAL, "AH 9C 6D 2H 8C")
    assert first == [("Box 1, soft 13", turn)]
    assert said(table, HIT) == []
    assert said(table, "4S") == [("Box 1, soft 17", drawn)]
    assert said(table, HIT, "9D") == [("Box 1, 16", drawn)]
    assert said(table, HIT, "KD") == [("Box 1, 26 over", drawn), ("Box 2, 17", turn)]


def test_nothing_is_called_during_the_initial_deal() -> None:
    table = live("star-blackjack")
    assert said(table, wager("ann", 1), DEAL, "8H") == []
    assert said(table, "6C") == []


def test_what_changes_no_turn_calls_no_total_again() -> None:
    table = live("star-blackjack")
    assert said(table, wager("ann", 1), DEAL, "8H 6C 3D") == [("Box 1, 11", "10.1")]
    assert said(table, {"do": "sit", "player": "bob", "box": 2}) == []


def test_a_split_hand_has_its_own_clause() -> None:
    for game, clause in (("star-blackjack", "12.3"), ("blackjack-challenge", "11.3")):
        table = live(game)
        heard = said(table, wager("ann", 1), DEAL, "8H 6C 8D", {"do": "split", "box": 1}, "3C")
        assert heard == [("Box 1, hand 1, 11", clause)]


def test_a_blackjack_is_called_though_it_has_no_turn() -> None:
    heard = said(live("star-blackjack"), wager("ann", 1), wager("bob", 2), DEAL, "AH 9C KD KH 8C")
    assert heard == [("Box 1, blackjack", "10.1"), ("Box 2, 17", "10.1")]


def test_cards_that_lie_face_down_are_not_told() -> None:
    table = live("star-blackjack")
    approve: Step = {"do": "approve-face-down", "by": "inspector"}
    assert said(table, approve, wager("ann", 1), DEAL, "9H 6C 7D") == [("Box 1", "10.1")]
    assert said(table, {"do": "expose", "box": 1}) == [("Box 1, 16", "10.1")]


def test_insurance_is_called_and_closed() -> None:
    for game, clause in (("star-blackjack", "8.3"), ("perth-blackjack", "3.20(c)")):
        table = live(game)
        assert said(table, wager("ann", 1), DEAL, "8H AC 9D") == [("Insurance", clause)]
        heard = said(table, {"do": "close-insurance"})
        assert heard == [("Insurance is closed", clause), ("Box 1, 17", law_turn(game))]


def law_turn(game: str) -> str:
    return BLACKJACK[game].play.turn.clause


def test_the_dealers_total_is_called_also_when_it_ends_the_round() -> None:
    table = live("star-blackjack")
    assert said(table, wager("ann", 1), DEAL, "TH 6C 9D", STAND, "AC") == [("Dealer, soft 17", "")]
    assert said(table, "2D") == [("Dealer, soft 19", "")]
    assert table.table.round is None


def test_a_card_drawn_in_error_is_offered_hand_by_hand() -> None:
    table = live("star-blackjack")
    said(table, wager("ann", 1), wager("bob", 2), DEAL, "TH 9C 6D 4H 8C")
    stray = BLACKJACK["star-blackjack"].irregular.stray
    assert stray.refused is not None
    heard = said(table, {"do": "draw-in-error", "card": "5S"})
    assert heard == [
        ("The five of spades came out in error", stray.drawn.clause),
        ("Box 1, 14", "10.1"),
        ("The five of spades is offered to box 1", stray.refused.clause),
    ]
    heard = said(table, {"do": "refuse-card", "box": 1})
    assert heard == [
        ("Box 2, 17", "10.1"),
        ("The five of spades is offered to box 2", stray.refused.clause),
    ]


def test_a_card_that_nobody_may_refuse_is_the_next() -> None:
    table = live("canberra-blackjack")
    said(table, wager("ann", 1), DEAL, "TH 6D 4H")
    heard = said(table, {"do": "draw-in-error", "card": "5S"})
    assert heard[-1] == ("The five of spades is the next card for box 1", "14.2")


def test_a_void_round_and_a_void_hand() -> None:
    table = live("star-blackjack")
    void: Step = {"do": "void-round", "by": "gaming-manager"}
    law = BLACKJACK["star-blackjack"].irregular.misdeal
    heard = said(table, wager("ann", 1), DEAL, "TH", void)
    assert heard == [("The round is void", law.void.clause)]
    table = live("perth-blackjack")
    law = BLACKJACK["perth-blackjack"].irregular.misdeal
    heard = said(table, wager("ann", 1), DEAL, "TH", void)
    assert heard == [("The hand of box 1 is void", law.void.clause)]


def test_the_dealers_hand_of_caribbean_stud() -> None:
    for dealer, heard in (
        ("2C 3C 7C 9C QH", ("No hand", "9.2")),
        ("AC KC 7C 9D 2H", ("Ace-king high", "8.8")),
    ):
        table = live("caribbean-stud", device=Device.SHUFFLER)
        bet: Step = {"do": "bet", "player": "ann", "box": 1}
        steps = (wager("ann", 1, on="ante"), DEAL, dealer, "4S 4D 5H 6C 7S", bet)
        assert said(table, *steps) == [heard]


def test_a_conceded_hand_is_called() -> None:
    table = live("caribbean-stud")
    bet: Step = {"do": "bet", "player": "ann", "box": 1, "pause": True}
    said(table, wager("ann", 1, on="ante"), DEAL, "AC KC 7C 9D 2H 4S 5D 9H 6C 7S", bet)
    assert said(table, {"do": "concede", "player": "ann", "box": 1}) == [("Conceding hand", "9.8")]


def test_an_account_says_nothing() -> None:
    table = live("caribbean-stud", player_cards=True)
    assert said(table, {"do": "present-card", "player": "ann", "holder": "ann"}) == []


@pytest.mark.parametrize("game", BLACKJACK)
def test_whatever_happens_is_announced_with_clauses_that_exist(game: str) -> None:
    chance = Random(game)
    table = table_of(game, Mode.LIVE, chance)
    clauses = catalogue(BLACKJACK[game].book)
    heard: set[Announcement] = set()
    for _ in range(300):
        command, _ = some_command(table, chance)
        before = table.table
        events = table.do(command)
        if not isinstance(events, Refused):
            heard |= set(announce(law_of(game), before, events))
    assert len(heard) > 20
    assert all(one.words and (not one.clause or one.clause in clauses) for one in heard)
