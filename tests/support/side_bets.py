"""A law whose side bet has several pay tables, and no choice of its own that names one."""

from msgspec.structs import replace

from croupier.rulebooks import BlackjackLaw, Rule, law_of
from croupier.rulebooks.law.blackjack import SideBet


def star_with_trios() -> tuple[BlackjackLaw, SideBet]:
    """Return Star Blackjack with Lucky Lucky under another name, and that side bet."""
    star = law_of("star-blackjack")
    assert isinstance(star, BlackjackLaw)
    *others, lucky = star.side_bets.kinds
    trios = replace(lucky, name="trios", title="Trios")
    areas = Rule(("perfect-pairs", "any-pairs", "trios"), "2.2.4")
    law = replace(
        star,
        side_bets=replace(star.side_bets, kinds=(*others, trios)),
        equipment=replace(star.equipment, side_bet_areas=areas),
    )
    return law, trios
