"""Which pay table of a side bet a table has: chosen by its name, or the first that fits."""

import pytest

from croupier.errors import CroupierError
from croupier.games.blackjack.opening import pay_table
from croupier.games.engine import open_table
from croupier.games.table.choices import Choices
from croupier.messages import Refused
from croupier.record.codec import decode, encode
from croupier.rulebooks import BlackjackLaw, law_of
from croupier.terminal.table_options import DealtTableOptions, PayingTableOptions, read_choices
from tests.support.side_bets import star_with_trios

LAW, TRIOS = star_with_trios()


def test_a_side_bet_is_given_its_pay_table_by_its_name() -> None:
    chosen = Choices(side_bets=("trios",), pay_tables={"trios": 2})  # type: ignore[arg-type]
    assert pay_table(TRIOS, chosen) == 1
    assert pay_table(TRIOS, Choices(side_bets=("trios",), lucky_lucky_table=2)) == 0
    assert decode(Choices, encode(chosen)) == chosen
    assert hash(chosen) == hash(decode(Choices, encode(chosen)))


def test_a_side_bet_with_a_choice_of_its_own_keeps_it() -> None:
    star = law_of("star-blackjack")
    assert isinstance(star, BlackjackLaw)
    lucky = star.side_bets.kinds[-1]
    assert pay_table(lucky, Choices(side_bets=("lucky-lucky",), lucky_lucky_table=2)) == 1
    refused = open_table(
        star, Choices(side_bets=("lucky-lucky",), pay_tables=(("lucky-lucky", 2),))
    )
    assert isinstance(refused, Refused)
    assert (refused.code, refused.clause) == ("open/pay-table", "2.2.4")
    assert refused.why == "the pay table of lucky-lucky is chosen by lucky-lucky-table"


@pytest.mark.parametrize(
    ("side_bets", "tables", "why"),
    [
        ((), (("trios", 2),), "trios is not among the side bets of this table"),
        (("trios",), (("trios", 4),), "trios has pay tables 1 to 3"),
        (("trios",), (("trios", 0),), "trios has pay tables 1 to 3"),
    ],
)
def test_a_pay_table_that_is_not_there_is_refused(
    side_bets: tuple[str, ...], tables: tuple[tuple[str, int], ...], why: str
) -> None:
    refused = open_table(LAW, Choices(side_bets=side_bets, pay_tables=tables))
    assert isinstance(refused, Refused)
    assert refused.code == "open/pay-table"
    assert refused.why.startswith(why)


def test_pay_tables_are_typed_as_names_and_numbers() -> None:
    dealt = read_choices(LAW, DealtTableOptions(side_bets="trios", pay_tables="trios=2"))
    assert (dealt.side_bets, dealt.pay_tables) == (("trios",), (("trios", 2),))
    studied = read_choices(LAW, PayingTableOptions(pay_tables="trios=3"))
    assert (studied.side_bets, studied.pay_tables) == (("trios",), (("trios", 3),))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("trios", "'trios' is not a side bet and a number: my-pairs=2"),
        ("trios=two", "'trios=two' is not a side bet and a number"),
        ("quads=1", "the optional wagers of Star Blackjack are perfect-pairs, any-pairs, trios"),
        ("trios=4", "Star Blackjack has pay tables 1 to 3 for trios"),
    ],
)
def test_a_pay_table_that_cannot_be_read_is_refused_in_a_sentence(typed: str, why: str) -> None:
    with pytest.raises(CroupierError, match=f"--pay-tables: {why}"):
        read_choices(LAW, PayingTableOptions(pay_tables=typed))
