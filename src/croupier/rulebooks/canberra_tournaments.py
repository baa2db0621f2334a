"""Canberra Blackjack, section 19: tournaments."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.roles import Role
from croupier.rulebooks.tournament_law import (
    ContestWagerLaw,
    EntryLaw,
    NoShow,
    OrderLaw,
    PlacingLaw,
    PoolLaw,
    SeatLaw,
    ShortWager,
    TournamentLaw,
)

BOOK = catalogue("canberra-blackjack")
Rule, Says = BOOK.rule, BOOK.says

ENTRIES = EntryLaw(
    published=Rule(Role.GAMING_MANAGER, "19.2(b)", "19.2", "19.2(a)", "19.3", "19.3(a)"),
    statements={
        "entry-fee": Says("the fee", "19.3(a)(iii)"),
        "commission": Says("what the operator keeps of it", "19.3(a)(iii)"),
        "chips": Says("the chips for a session", "19.3(a)(iv)"),
        "minimum": Says("the least wager", "19.3(a)(vii)"),
        "maximum": Says("the most", "19.3(a)(vii)"),
        "sessions": Says(
            "sessions, tables, rounds, who goes on, who plays again",
            "19.3(a)(ii)(A)",
            "19.3(a)(ii)",
            "19.3(a)(ii)(B)",
            "19.3(a)(ii)(C)",
            "19.3(a)(ii)(E)",
        ),
        "buy-backs": Says("whether and when the eliminated come back", "19.3(a)(ii)(F)"),
        "eligibility": Says("who may enter", "19.3(a)(i)"),
        "entry-method": Says("how to enter", "19.3(a)(i)"),
        "starts": Says("when it starts", "19.3(a)(i)"),
        "minimum-players": Says("the fewest players", "19.3(a)(v)"),
        "maximum-players": Says("the most players", "19.3(a)(v)"),
        "groups": Says("what groups of players must know", "19.3(a)(vi)"),
        "prizes": Says("how the pool is divided", "19.3(a)(x)"),
        "prize-ties": Says(
            "how a tie for prizes is decided",
            "19.3(a)(xi)",
            "19.3(a)(xi)(A)",
            "19.3(a)(xi)(B)",
            "19.3(a)(xi)(C)",
            "19.3(a)(xi)(D)",
        ),
        "sit-and-go": Says("how many start at once, and how they are seated", "19.3(a)(ii)(B)"),
        "conducted-by-rules": Says(
            "the Tournament Director conducts it; where the conditions and the rules of the game "
            "differ, the rules count",
            "19.3(b)",
        ),
    },
    statements_of_progress={
        "elimination": Says("how players are eliminated", "19.3(a)(viii)(A)", "19.3(a)(viii)"),
        "ties": Says("how equal chips are placed", "19.3(a)(viii)(B)"),
    },
    statements_of_points={
        "format": Says("that points decide, over several sessions", "19.3(a)(ii)(D)"),
        "points": Says("the points for each place", "19.3(a)(ii)(D)", "19.3(a)(ix)"),
        "elimination": Says("how players are eliminated", "19.3(a)(ix)(A)"),
        "point-ties": Says("what tied places earn", "19.3(a)(ix)(B)"),
    },
    regulator_told=Rule(Role.REGULATOR, "19.2(c)"),
    manager=Rule(Role.GAMING_MANAGER, "19.4"),
    run_by=Rule(Role.TOURNAMENT_MANAGER, "19.4", "def:tournament-director-assistant"),
    designated=Rule(Role.TOURNAMENT_MANAGER, "19.7", "19.8"),
    agreement=Says("the director may want an agreement in writing", "19.5"),
    one_entry=Says("one entry for each player, but for buy-backs", "19.6"),
    numbers=Says("within the numbers that the conditions state", "19.3(a)(v)"),
    refusable=Says("by the criteria that the conditions state", "19.3(a)(i)"),
)

POOL = PoolLaw(
    fee=Says("a fee may be charged", "19.20"),
    all_paid_out=Says("the whole pool is paid in prizes", "19.19", "19.20"),
    not_refunded=Says("fees and commissions do not go back", "19.21"),
    commission=Rule(Role.REGULATOR, "19.20", "def:tournament-commission", "def:approved"),
    cancelled=Rule(Role.GAMING_MANAGER, "19.21"),
)
"""Readings C22, C23: the pool is the fees less the commission, of those who did not come too."""

SEATS = SeatLaw(
    drawn=Says("table and seat by ballot before each session, and kept for it", "19.7"),
    exclusive=Says("who has no seat does not play", "19.7"),
    per_table=Says("the director says how many sit at a table", "19.8"),
    moved=Says("a start may be moved, with notice", "19.7"),
    reserves=Says("a reserve may buy the seat of one who did not come", "19.10"),
    substitutes=Says("the director may let somebody play for another", "19.11"),
    no_show=Rule(NoShow.FORFEITED, "19.9"),
    grounds={
        "absent": Says("excluded from the game", "16.2(b)"),
        "no-wager": Says("excluded from the game", "16.2(b)", "19.14"),
        "added-chips": Says("excluded from the game", "16.2(b)", "19.13"),
        "hid-chips": Says("excluded from the game", "16.2(b)", "19.12"),
        "breach": Says("excluded from the game", "16.2(b)", "19.15"),
    },
    disqualified_by=Rule(Role.GAMING_MANAGER, "16.2(b)"),
    kept_in_seat=Says("a player keeps to the seat of the session", "19.7"),
    breaks=Says("a break has a stated length", "19.16"),
)

WAGERS = ContestWagerLaw(
    chips_only=Says("tournament chips and nothing else", "def:tournament-chips"),
    too_few=Says("so many as the player has", "19.13"),
    allotment=Says("as many for each as the conditions say", "19.3(a)(iv)"),
    no_buy_in=Says("without chips no wager, and no seat", "19.14"),
    compulsory=Says("at least the minimum in every round", "19.14"),
    no_additions=Says("chips come and go by the rules alone", "19.13"),
    no_exchange=Says("chips are not passed around, and stay in view", "19.13", "19.12"),
    kept_by_operator=Says("chips are for the tournament and no money", "def:tournament-chips"),
    own_position=Says("from the seat that was drawn", "19.7"),
    timed=Rule(False, "19.17"),
    late=Says("the director keeps the pace: the minimum", "19.17"),
    unable=Says("who cannot wager the minimum is out", "19.14"),
    short=Rule(ShortWager.REFUSED, "19.14"),
    limits=Says("the limits are in the conditions", "19.3(a)(vii)"),
    order=OrderLaw(
        provided=Says("a marker may be used", "def:starting-marker"),
        marker=Says("one player on after each round", "def:starting-marker"),
        first=Says("whoever has the marker wagers first", "def:starting-marker"),
        out_of_turn=Says("the others wait for their turn", "def:starting-marker"),
    ),
)

PLACES = PlacingLaw(
    progress=Says("as the conditions say", "19.3(a)(ii)(C)"),
    winner=Says("the director works the places out", "19.18"),
    play_off=Says("further rounds decide", "19.3(a)(xi)(D)"),
    same_round=Says("the director works the places out", "19.18"),
    counted=Says("the director counts, places and awards", "19.18"),
    counted_any_time=Says("the director may count at any time", "19.18"),
    missing_chips=Says("all chips stay in view", "19.12"),
    ended_early=Says("sessions last as the conditions say", "19.3(a)(ii)(A)"),
    buy_backs=Says("as the conditions say, if they do", "19.3(a)(ii)(F)"),
    ballot=Says("the conditions may have a ballot decide", "19.3(a)(viii)(B)"),
    points=Says("points may decide over several sessions", "19.3(a)(ii)(D)", "19.3(a)(ix)"),
    sharing=Says("prizes may be put together and divided", "19.3(a)(xi)(C)"),
)

TOURNAMENTS = TournamentLaw(
    prevails=Says("this section goes before the others", "19.1"),
    entries=ENTRIES,
    pool=POOL,
    seats=SEATS,
    wagers=WAGERS,
    places=PLACES,
    no_advice=Says("players ask nobody for advice", "19.15"),
    only={
        "seating": Says("ballot", "19.7"),
        "deal-from-marker": Says("false", "6.2"),
        "pass-cards": Says("0", "19.14"),
        "undisclosed-wagers": Says("0", "4.2"),
        "withdraw-until": Says("not stated", "19.21"),
    },
)
"""Reading TR19: disqualification is exclusion by the operator; nothing is deducted."""
