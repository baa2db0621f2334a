"""The chart of the best play of Caribbean Stud."""

from collections import Counter
from random import Random

from croupier.cards import DECK, Category, parse_card, parse_cards, rank_hand
from croupier.maths.stud.analysis import decide_stud
from croupier.maths.stud.play import BET, BY_SUITS, FOLD, best_play
from croupier.rulebooks import CARIBBEAN_STUD


def test_only_ace_king_is_a_question() -> None:
    """Any pair is bet on, anything below ace-king folded, as every book says."""
    play = best_play(CARIBBEAN_STUD)
    assert (play.bet_above, play.fold_below) == ("A K Q J 2", "A Q J T 9")
    assert all(row.hand.startswith("A K ") for row in play.rows)
    assert {row.rank for row in play.rows} == {"ace-king high"}


def test_the_chart_agrees_with_one_hand_at_a_time() -> None:
    """Any ace-king hands in any suits; where suits decide both plays are met."""
    chance = Random(5)
    cells = {row.hand: row.cells for row in best_play(CARIBBEAN_STUD).rows}
    met: Counter[tuple[str, str]] = Counter()
    for hand in chance.choices(list(cells), k=2_000):
        cards = tuple(parse_card(rank + chance.choice("CDHS")) for rank in hand.split())
        known = chance.choice([card for card in DECK if card not in cards])
        if rank_hand(cards).category is Category.HIGH_CARD:
            chart = cells[hand][known.rank.value].play
            met[chart, decide_stud(CARIBBEAN_STUD, cards, known).best] += 1
    assert met.keys() == {(BET, BET), (FOLD, FOLD), (BY_SUITS, BET), (BY_SUITS, FOLD)}


def test_suits_that_decide_leave_the_dealer_fewer_or_more_flushes() -> None:
    """A king, queen and ten of the dealer's suit take flushes away; without them it is a fold."""
    hand = parse_cards("AC KS QS TS 9S")
    assert decide_stud(CARIBBEAN_STUD, hand, parse_card("JS")).best == BET
    others = parse_cards("AC KD QH TC 9D")
    assert decide_stud(CARIBBEAN_STUD, others, parse_card("JS")).best == FOLD
    [row] = [row for row in best_play(CARIBBEAN_STUD).rows if row.hand == "A K Q T 9"]
    assert row.cells["J"].play == BY_SUITS


def test_a_card_that_cannot_be_shown_has_no_cell() -> None:
    """With three aces gone the dealer cannot show the ace that the hand holds."""
    play = best_play(CARIBBEAN_STUD, seen=parse_cards("AC AD AH"))
    assert all("A" not in row.cells for row in play.rows if row.hand.startswith("A"))
