"""Star Blackjack, section 14: the optional wagers."""

from croupier.cards import PICTURES
from croupier.money import odds
from croupier.rulebooks.blackjack_law import OffTheSign, PayLine, SideBet, SideBetKind, SideBetLaw
from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.roles import Role
from croupier.rulebooks.table_law import ACE_TO_TEN, OfRanks

BOOK = catalogue("star-blackjack")
Rule, Says = BOOK.rule, BOOK.says


def side_bet(
    name: str,
    kind: SideBetKind,
    *,
    lines: tuple[PayLine, ...],
    wins: str,
    loses: str,
    settled: str,
    defined: tuple[str, ...],
    pairs_of: tuple[str, ...] = (),
) -> SideBet:
    """An optional wager under the general rules of section 14."""
    return SideBet(
        name=name,
        kind=kind,
        offered=Says("at the operator's choice", "14.2"),
        placed=Says("before the round, on its own area", "14.3"),
        amount=Rule(Role.SUPERVISOR, "14.5"),
        off_the_sign=Rule(OffTheSign.REFUSED, "14.5"),
        only_bettors=Rule(Role.GAMING_MANAGER, "14.6"),
        only_bettors_notices=Rule((Role.SURVEILLANCE, Role.INSPECTOR), "14.6.1"),
        only_bettors_sign=Says("a sign tells the players", "14.6.2"),
        needs_initial_wager=Says("the box needs an initial wager first", "14.7"),
        per_box=Rule(3, "14.8"),
        bettors_first=Says("players of the box first, then who came first", "14.8"),
        defined=tuple(Says("what counts", clause) for clause in defined),
        pairs_of=tuple(
            OfRanks(ranks, Says("a pair of these", clause))
            for ranks, clause in zip((ACE_TO_TEN, PICTURES), pairs_of, strict=False)
        ),
        lines=lines,
        wins=Says("wins", wins),
        loses=Says("loses", loses),
        settled=Says("after the initial deal", settled),
    )


PERFECT_PAIRS = side_bet(
    "perfect-pairs",
    SideBetKind.PAIR,
    lines=(
        PayLine("perfect-pair", Rule((odds(30),), "14.10.3")),
        PayLine("coloured-pair", Rule((odds(10),), "14.10.2")),
        PayLine("mixed-pair", Rule((odds(5),), "14.10.1")),
    ),
    wins="14.10",
    loses="14.11",
    settled="14.11",
    defined=("14.9",),
    pairs_of=("14.9.1", "14.9.2"),
)

ANY_PAIRS = side_bet(
    "any-pairs",
    SideBetKind.PAIR,
    lines=(PayLine("any-pair", Rule((odds(11),), "14.13")),),
    wins="14.13",
    loses="14.14",
    settled="14.14",
    defined=("14.12",),
    pairs_of=("14.12.1", "14.12.2"),
)

LUCKY_LUCKY = side_bet(
    "lucky-lucky",
    SideBetKind.THREE_CARDS,
    lines=tuple(
        PayLine(line, Rule(tuple(odds(to) for to in paid), f"table:lucky-lucky:{line}"))
        for line, paid in (
            ("suited-777", (200, 200, 200)),
            ("suited-678", (100, 100, 100)),
            ("unsuited-777", (50, 50, 50)),
            ("unsuited-678", (30, 30, 30)),
            ("suited-21", (10, 15, 10)),
            ("unsuited-21", (3, 3, 3)),
            ("any-20", (2, 2, 2)),
            ("any-19", (2, 1, 1)),
        )
    ),
    wins="14.15",
    loses="14.16",
    settled="14.17",
    defined=("14.18", "table:lucky-lucky"),
)

SIDE_BETS = SideBetLaw(
    kinds=(PERFECT_PAIRS, ANY_PAIRS, LUCKY_LUCKY),
    several_kinds=Says("several kinds where each has its area", "14.4"),
)
