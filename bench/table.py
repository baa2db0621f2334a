"""Rounds of croupier itself: every card and decision a command, with the dealer and a bot.

This is the one place in `bench` that knows croupier's interface. It is imported when rounds are
played, so that a missing piece is an `ImportError` of that moment.
"""

from time import perf_counter

GAME = "star-blackjack"
STAKE = 10_00
BATCH = 20


def play_rounds(boxes: int, seconds: float) -> tuple[int, int]:
    """Play for about so many seconds; return the rounds finished and the commands carried out.

    One player at each box wagers, and the bot draws below seventeen. The commands counted are the
    players' and the dealer's: wagers, the deal, each card, each decision, shuffle, cut and burn.
    Events are made and not kept, so that memory does not grow with the rounds.
    """
    from croupier.blackjack.commands import Deal
    from croupier.play import Croupier
    from croupier.play.bots import basic_bot
    from croupier.rulebooks import Role, law_of
    from croupier.table.commands import PlaceWager
    from croupier.table.state import Refused

    croupier = Croupier(law_of(GAME), seed=1, keep_journal=False)
    wagers = [
        PlaceWager(f"player {box}", box, STAKE, by=Role.PLAYER) for box in range(1, boxes + 1)
    ]
    rounds = 0
    start = croupier.house.commands
    deadline = perf_counter() + seconds
    while perf_counter() < deadline:
        for _ in range(BATCH):
            for command in (*wagers, Deal(by=Role.DEALER)):
                answer = croupier.do(command)
                if isinstance(answer, Refused):
                    raise RuntimeError(f"the benchmark's own {command} was refused: {answer}")
            while croupier.table.round is not None:
                decision = basic_bot(croupier.due[0])
                assert decision is not None
                croupier.do(decision)
            rounds += 1
    return rounds, croupier.house.commands - start
