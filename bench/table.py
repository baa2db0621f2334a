"""Rounds of croupier itself: decide and evolve, with the automatic dealer and the basic bot.

This is the one place in `bench` that knows croupier's interface. It asks for:

- `open_table(rulebook, boxes=...)`: a table open for play, with a bot's player at each box;
- `next_command(table)`: what the automatic dealer or a bot does next, read from what is due;
- `decide` and `evolve`, with `Refused` for a command that was turned down;
- `RoundEnded`: the event that closes a round.

They are imported when rounds are played, so that a missing one is an `ImportError` of that moment.
"""

from time import perf_counter

RULEBOOK = "star-blackjack"


def play_rounds(boxes: int, seconds: float) -> tuple[int, int]:
    """Play for about so many seconds; return the rounds finished and the commands decided."""
    from croupier.blackjack import (  # type: ignore[import-not-found, attr-defined, unused-ignore]
        Refused,
        RoundEnded,
        decide,
        evolve,
    )
    from croupier.play import (  # type: ignore[import-not-found, attr-defined, unused-ignore]
        next_command,
        open_table,
    )

    rounds = commands = 0
    deadline = perf_counter() + seconds
    table = open_table(RULEBOOK, boxes=boxes)
    while perf_counter() < deadline:
        command = next_command(table)
        outcome = decide(table, command)
        if isinstance(outcome, Refused):
            raise RuntimeError(f"the benchmark's own command was refused: {command} {outcome}")
        for event in outcome:
            table = evolve(table, event)
            if isinstance(event, RoundEnded):
                rounds += 1
        commands += 1
    return rounds, commands
