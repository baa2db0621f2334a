"""Evenings at a table in the terminal, with typed lines in place of a person."""

import io

from rich.cells import cell_len

from croupier.cards import parse_cards
from croupier.cli.play import sit_down
from croupier.display.viewers import Patron, Voice
from croupier.display.views import short_names
from croupier.floor import Croupier
from croupier.games.table.choices import Choices
from croupier.messages import Command
from croupier.rulebooks import law_of
from croupier.terminal.player.colours import WITH_SYMBOLS, Faces
from croupier.terminal.player.screen import PlainScreen

GAME = "star-blackjack"


def table(
    shoe: str | None = None, *, game: str = GAME, seed: int = 7, **choices: object
) -> Croupier:
    """A table, with a stacked shoe where cards are given; tens follow them."""
    stack = None if shoe is None else parse_cards(f"{shoe} {'TC ' * 20}")
    chosen = Choices(burn=stack is None, **choices)  # type: ignore[arg-type]
    return Croupier(law_of(game), chosen, seed=seed, stack=stack, cut_for_players=False)


def spend(
    croupier: Croupier,
    *lines: str,
    bankroll: int = 500_00,
    before: tuple[Command, ...] = (),
    faces: Faces = WITH_SYMBOLS,
    me: str = "you",
    typed: str | None = None,
) -> str:
    """What an evening prints when these lines are typed, each with its Enter."""
    for command in before:
        croupier.do(command)
    source = io.StringIO("".join(f"{line}\n" for line in lines) if typed is None else typed)
    target = io.StringIO()
    shorts = short_names(croupier.table.choices.side_bets)
    screen = PlainScreen(source, target, faces=faces, shorts=shorts, echo=True)
    sit_down(croupier, screen, Voice(Patron(me), faces), 7).run(bankroll)
    return target.getvalue()


def evening(*lines: str, shoe: str, bankroll: int = 500_00, **choices: object) -> str:
    """An evening over a stacked shoe."""
    return spend(table(shoe, **choices), *lines, bankroll=bankroll)  # type: ignore[arg-type]


def widest(text: str) -> int:
    """How many columns the longest line takes."""
    return max(cell_len(line) for line in text.splitlines())
