"""Wrong bets at a live table, folded hands shown, and the game without its jackpot."""

from typing import Any

from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.stud.due import SettlementDue, bet_needed
from croupier.games.stud.state import StudPhase, stud_round
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.due import CardDue
from croupier.games.table.notices import open_notices
from croupier.games.table.rounds import CardDealt
from croupier.messages import Event, Refused
from croupier.rulebooks import CARIBBEAN_STUD, Role, StudLaw
from tests.citing import cites
from tests.support.tables import stud

# Dealer ace-king-queen-seven-two; box 1 a pair of nines; box 2 king high.
CARDS = "AS 9H KC KD 9D JD QH 4C 8C 7C 6S 6H 2S 3H 3S"


def say(croupier: Croupier, do: str, **fields: Any) -> tuple[Event, ...] | Refused:
    return croupier.do(to_command({"do": do, **fields}))


def done(croupier: Croupier, do: str, **fields: Any) -> None:
    answer = say(croupier, do, **fields)
    assert not isinstance(answer, Refused), answer


def refused(croupier: Croupier, do: str, **fields: Any) -> str:
    answer = say(croupier, do, **fields)
    assert isinstance(answer, Refused), answer
    return answer.clause


def dealt_live(law: StudLaw = CARIBBEAN_STUD) -> Croupier:
    croupier = Croupier(law, Choices(mode=Mode.LIVE))
    done(croupier, "sit", player="ann", box=1)
    for do, fields in (("shuffle", {}), ("cut", {"position": 20}), ("load", {})):
        done(croupier, do, **fields)
    for player, box in (("ann", 1), ("bob", 2)):
        done(croupier, "wager", player=player, box=box, amount=10, on="ante")
    done(croupier, "deal")
    for card in parse_cards(CARDS):
        done(croupier, "card", card=card.value)
    return croupier


@cites("caribbean-stud", "14.11", "14.11.1")
def test_a_wrong_bet_found_in_time_is_made_right() -> None:
    croupier = dealt_live()
    assert refused(croupier, "bet", player="ann", box=1, amount=15) == "5.6"
    done(croupier, "bet", player="ann", box=1, amount=15, unnoticed=True)
    assert refused(croupier, "correct-bet", box=2) == "14.11.1"
    done(croupier, "correct-bet", box=1)
    assert refused(croupier, "correct-bet", box=1) == "14.11.1"
    done(croupier, "fold", player="bob", box=2)
    assert croupier.table.chips("ann") == 3_000


@cites("caribbean-stud", "14.11.2")
def test_or_the_hand_is_folded_and_the_bet_goes_back() -> None:
    croupier = dealt_live()
    done(croupier, "bet", player="ann", box=1, amount=25, unnoticed=True)
    done(croupier, "correct-bet", box=1, fold=True)
    done(croupier, "fold", player="bob", box=2)
    assert croupier.table.round is None
    assert croupier.table.chips("ann") == -1_000


@cites("caribbean-stud", "14.12", "14.12.1", "14.12.2")
def test_found_at_the_settlement_less_counts_as_it_lies_and_more_to_twice_the_ante() -> None:
    croupier = dealt_live()
    done(croupier, "bet", player="ann", box=1, amount=15, unnoticed=True)
    done(croupier, "bet", player="bob", box=2, amount=45, unnoticed=True)
    (waiting,) = croupier.due
    assert waiting == SettlementDue((), "8.8")
    done(croupier, "settle")
    assert croupier.table.round is None
    assert croupier.table.chips("ann") == 1_000 + 1_500
    assert croupier.table.chips("bob") == -1_000 - 2_000


@cites("caribbean-stud", "14.11", "14.11.1", "14.12.1")
def test_a_wrong_bet_is_not_made_right_once_the_dealers_cards_are_turned() -> None:
    croupier = dealt_live()
    done(croupier, "fold", player="bob", box=2)
    done(croupier, "bet", player="ann", box=1, amount=15, unnoticed=True, pause=True)
    assert stud_round(stud(croupier.table)).phase is StudPhase.EXPOSED
    assert refused(croupier, "correct-bet", box=1) == "14.11.1"
    done(croupier, "settle")
    assert croupier.table.chips("ann") == 1_000 + 1_500


def test_a_bet_is_wanted_only_of_a_box_that_has_a_hand() -> None:
    table = stud(dealt_live().table)
    assert [bet_needed(CARIBBEAN_STUD, table, box) for box in (1, 2, 3)] == [2_000, 2_000, None]


def test_a_law_without_a_shuffle_after_each_round_asks_for_none() -> None:
    shuffle = replace(CARIBBEAN_STUD.shuffle, after_each_round=None)
    croupier = dealt_live(replace(CARIBBEAN_STUD, shuffle=shuffle))
    done(croupier, "fold", player="bob", box=2)
    done(croupier, "bet", player="ann", box=1)
    assert croupier.table.round is None
    assert croupier.table.preparation is None


@cites("caribbean-stud", "9.11")
def test_a_folded_hand_is_shown_on_a_supervisors_word() -> None:
    croupier = dealt_live()
    done(croupier, "fold", player="bob", box=2)
    assert refused(croupier, "reveal-folded", box=2, by="supervisor") == "9.11"
    done(croupier, "bet", player="ann", box=1, pause=True)
    assert refused(croupier, "reveal-folded", box=2) == "9.11"
    assert refused(croupier, "reveal-folded", box=1, by="supervisor") == "9.11"
    done(croupier, "reveal-folded", box=2, by="supervisor")
    done(croupier, "settle")


@cites("caribbean-stud", "14.15", "2.3", "2.4.3")
def test_the_game_goes_on_without_a_jackpot_that_fails() -> None:
    terms = JackpotTerms(wager=500, pool=1_000_000)
    choices = Choices(jackpot=terms, burn=False)
    croupier = Croupier(CARIBBEAN_STUD, choices, stack=parse_cards(CARDS))
    done(croupier, "wager", player="ann", box=1, amount=10, on="ante")
    assert refused(croupier, "close-jackpot") == "14.15"
    done(croupier, "close-jackpot", by="supervisor")
    assert [notice.whom for notice in open_notices(croupier.table).values()] == [Role.INSPECTOR]
    answer = say(croupier, "wager", player="ann", box=1, amount=5, on="jackpot")
    assert isinstance(answer, Refused)
    done(croupier, "close-jackpot", by="supervisor")
    assert len(open_notices(croupier.table)) == 2
    done(croupier, "reopen-jackpot", by="supervisor")
    done(croupier, "wager", player="ann", box=1, amount=5, on="jackpot")


def test_a_game_without_player_cards_knows_no_invalid_wagers() -> None:
    croupier = Croupier(replace(CARIBBEAN_STUD, player_cards=None), Choices())
    done(croupier, "wager", player="ann", box=1, amount=10, on="ante")
    answer = say(croupier, "invalidate-wagers", player="ann")
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clause) == ("invalid/unknown", "5.7")


def test_cards_laid_beforehand_come_at_once_until_none_is_left() -> None:
    """A shoe of three gives the dealer two and box 1 one; the next card is then due."""
    croupier = Croupier(CARIBBEAN_STUD, Choices(), stack=parse_cards("AS 9H KD"))
    done(croupier, "wager", player="ann", box=1, amount=10, on="ante")
    events = say(croupier, "deal")
    assert not isinstance(events, Refused)
    assert [event.box for event in events if isinstance(event, CardDealt)] == [0, 1, 0]
    [next_one] = croupier.due
    assert isinstance(next_one, CardDue)
    assert next_one.box == 1
