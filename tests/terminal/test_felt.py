"""The table drawn in colour: what fits, what stands out, what stays hidden."""

import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from rich.console import Console, ConsoleDimensions

from croupier.cards import parse_cards
from croupier.display.layout import table_view
from croupier.display.scenes import Scene, next_scene
from croupier.display.viewers import Patron, Voice
from croupier.display.views import TableView, short_names
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.messages import Refused
from croupier.terminal.player.blackjack import BlackjackSitting
from croupier.terminal.player.colours import PLAIN_ASCII, WITH_SYMBOLS, Faces, chips_for, highlight
from croupier.terminal.player.felt import FeltScreen, Spread, draw_cards, draw_frame, query_rows
from croupier.terminal.player.screen import Query

from .evening import GAME, table

ROOT = Path(__file__).parents[2]
PAIRS = ("perfect-pairs", "lucky-lucky")
EIGHTS = "8H 8D 8C 8S " * 12
ESCAPE = re.compile(r"\x1b\[[\d;]*[A-Za-z]")


def felt(
    croupier: Croupier, *lines: str, faces: Faces = WITH_SYMBOLS, width: int = 80, height: int = 24
) -> str:
    """What a drawn evening writes, escape codes and all."""
    source, target = io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO()
    console = Console(
        file=target,
        force_terminal=True,
        color_system="truecolor",
        width=width,
        height=height,
        highlight=False,
    )
    shorts = short_names(croupier.table.choices.side_bets)
    voice = Voice(Patron("you"), faces)
    screen = FeltScreen(
        source, target, faces=faces, shorts=shorts, pause_seconds=0, console=console
    )
    BlackjackSitting(croupier, screen, voice).run(2000_00)
    return target.getvalue()


def frames(text: str) -> list[str]:
    """The pictures that were drawn one over the other, without their colours."""
    return [ESCAPE.sub("", frame) for frame in text.split("\x1b[H")[1:]]


def view_after(croupier: Croupier, *steps: dict[str, object]) -> TableView:
    """What the player sees after some steps."""
    law = croupier.law
    scene = Scene(croupier.table)
    for step in steps:
        events = croupier.do(to_command(step))
        assert not isinstance(events, Refused), events
        for event in events:
            scene = next_scene(scene, event)
    return table_view(law, scene, Patron("you"))


def wagers(*boxes: int, amount: int = 25) -> list[dict[str, object]]:
    laid: list[dict[str, object]] = [
        {"do": "wager", "player": "you", "box": box, "amount": amount} for box in boxes
    ]
    return [*laid, {"do": "deal"}]


@pytest.mark.parametrize("boxes", [(1,), (1, 2, 3), tuple(range(1, 8))])
@pytest.mark.parametrize("faces", [WITH_SYMBOLS, PLAIN_ASCII])
def test_the_cards_of_one_three_and_seven_boxes_are_drawn(
    boxes: tuple[int, ...], faces: Faces
) -> None:
    shown = view_after(table("8H " * 40), *wagers(*boxes))
    frame = [line.plain for line in draw_frame(shown, faces, {}, 80, 20)]
    assert all(len(line) == 80 for line in frame)
    assert len(frame) <= 20
    edge = faces.corners[0] + faces.level * 2
    tops = max(frame, key=lambda line: line.count(edge))
    assert tops.count(edge) >= 7
    assert sum(line.count("$25") for line in frame) >= len(boxes)


def test_seven_boxes_with_split_hands_still_fit() -> None:
    steps = [*wagers(*range(1, 8)), *({"do": "split", "box": 1}, {"do": "stand", "box": 1})]
    shown = view_after(table(EIGHTS), *steps)
    frame = [line.plain for line in draw_frame(shown, WITH_SYMBOLS, {}, 80, 20)]
    assert all(len(line) == 80 for line in frame)
    assert any("╭──╭───╮ ╭──╭───╮" in line for line in frame)


def test_too_many_hands_become_one_line_each() -> None:
    steps = wagers(*range(1, 8))
    for box in range(1, 6):
        steps += [{"do": "split", "box": box}, *[{"do": "stand", "box": box}] * 2]
    shown = view_after(table(EIGHTS), *steps)
    frame = [line.plain for line in draw_frame(shown, WITH_SYMBOLS, {}, 80, 20)]
    assert len(frame) <= 20
    assert any(line.startswith("  box 1 hand 2 8") for line in frame)
    assert any(line.startswith("  dealer ") for line in frame)


def test_more_lines_than_rows_keep_the_hand_whose_turn_it_is() -> None:
    lines = ["1-9:25", *(["p", "s", "s"] * 8)]
    text = felt(table(EIGHTS, boxes=9), *lines, height=18)
    for frame in frames(text)[:-1]:
        assert len(frame.splitlines()) <= 18
    asked = [frame for frame in frames(text) if "Box 8 hand 1 has" in frame]
    assert asked
    assert any("box 8 hand 1 ▸" in line for line in asked[0].splitlines())
    assert "lines more: a taller window shows them" in asked[0]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
@pytest.mark.parametrize("height", [16, 24, 50])
def test_every_picture_fits_its_window(width: int, height: int) -> None:
    lines = ["1:25 pp5 ll5 2:50 pp10 5:5", "y", "p", "s", "x", "h", "s", "s", "s", "", "q"]
    shoe = "8H 8D 9C AC 8C 8S 3D TC 8D 3H 2C 5S 4D 9S 5D 6C 9D 9C 7C TS"
    text = felt(table(shoe, side_bets=PAIRS), *lines, width=width, height=height)
    for frame in frames(text)[:-1]:
        drawn = frame.splitlines()
        assert max(len(line) for line in drawn) <= width
        if width >= 60:
            assert len(drawn) <= height


def test_results_stand_under_the_hand_with_their_clause() -> None:
    text = felt(table("TH 6C 9H TD TC"), "25", "s", "q")
    last = frames(text)[-1]
    assert "+$25" in last
    assert "15.1.2" in last
    assert "Round 1: won $25. Chips $2,025." in last
    assert "Summary" in last


def test_the_turn_is_marked_and_the_keys_stand_out() -> None:
    text = felt(table("TH 6C 9H TD TC"), "25")
    assert "▸ 19" in ESCAPE.sub("", text)
    assert re.search(r"\x1b\[1;[\d;]*mh\x1b\[0m hit", text)


def test_bad_input_is_told_under_the_table_and_gone_with_the_next_answer() -> None:
    pictures = frames(felt(table("TH 6C 9H TD TC"), "25", "x", "s"))
    told = '"x" is not a choice here'
    assert sum(told in picture for picture in pictures) == 1


def test_what_is_asked_for_is_written_below() -> None:
    text = ESCAPE.sub("", felt(table("TH 6C 9H TD TC"), "25", "s", "why", "sign", "table"))
    assert "    15.1.2  " in text
    assert "Blackjack pays 3 to 2 (2.2.3.1)" in text


def test_cards_face_down_show_their_backs() -> None:
    for spread in Spread:
        drawn = "".join(row.plain for row in draw_cards((None, None), WITH_SYMBOLS, spread))
        assert drawn.count("▒▒") == 4


def test_nothing_in_the_shoe_is_shown() -> None:
    shoe = "TH 6C 9H " + "2D " * 4
    until_dealt = felt(table(shoe), "25", "log", "?", "table").split("Wagers in play")[0]
    assert "2♦" not in until_dealt


def painted_felt(*, four_colours: bool, width: int = 80) -> tuple[FeltScreen, io.StringIO]:
    """A screen for a table that nobody has sat down at."""
    target = io.StringIO()
    console = Console(
        file=target, force_terminal=True, color_system="truecolor", width=width, height=24
    )
    screen = FeltScreen(
        io.StringIO("25\n"),
        target,
        faces=WITH_SYMBOLS,
        shorts={},
        pause_seconds=0,
        four_colours=four_colours,
        console=console,
    )
    return screen, target


@pytest.mark.parametrize(("four_colours", "inks"), [(False, 2), (True, 4)])
def test_suits_have_two_colours_or_four(four_colours: bool, inks: int) -> None:
    screen, _ = painted_felt(four_colours=four_colours)
    styles = {
        screen._console.get_style(f"{ground}.{suit}")
        for ground in ("card",)
        for suit in ("clubs", "diamonds", "hearts", "spades")
    }
    assert len(styles) == inks


def test_a_window_that_changes_has_the_table_drawn_anew() -> None:
    screen, target = painted_felt(four_colours=False)
    shown = view_after(table("8H " * 40), *wagers(1))

    class Resizing(io.StringIO):
        """Somebody makes the window small before the answer is typed."""

        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            screen._console.size = ConsoleDimensions(40, 24)
            screen.redraw()
            return super().readline(size)

    screen._source = Resizing("h\n")
    assert screen.ask(Query("Box 1 has 16", (("h", "hit"),)), shown) == "h"
    first, second = frames(target.getvalue())
    assert len(first.splitlines()[0]) == 80
    assert len(second.splitlines()[0]) == 40
    assert second.count("Box 1 has 16") == 1


def test_nothing_is_cut_off_at_forty_columns() -> None:
    croupier = table("8H " * 40)
    for boxes in ((1,), (1, 2), tuple(range(1, 8))):
        shown = view_after(table("8H " * 40), *wagers(*boxes))
        frame = [line.plain for line in draw_frame(shown, WITH_SYMBOLS, {}, 40, 24)]
        assert all(len(line) == 40 for line in frame)
        assert "$5 to $5,000" in frame[0] or "$5-$5,000" in frame[0]
        assert "round 1" in frame[-1]
        assert sum(line.count("$25") for line in frame[:-1]) >= len(boxes)
    assert croupier.table.rounds == 0


def test_red_cards_are_red_and_black_ones_black() -> None:
    rows = draw_cards(parse_cards("8H 8S"), WITH_SYMBOLS, Spread.APART)
    styles = {rows[2].plain[span.start : span.end].strip(): span.style for span in rows[2].spans}
    assert styles["♥"] == "card.hearts"
    assert styles["♠"] == "card.spades"


def test_chips_make_the_amount_from_the_largest_down() -> None:
    assert chips_for(130_00, 4) == ["chip.10000", "chip.2500", "chip.500"]
    assert chips_for(5000_00, 3) == ["chip.100000"] * 3


def test_good_and_bad_news_differ() -> None:
    styles = {str(span.style) for span in highlight("Box 1 wins $25 (15.1.3), -$5, 8♥").spans}
    assert styles == {"text.win", "text.loss", "text.clause", "text.hearts"}


def test_many_keys_take_more_rows() -> None:
    keys = tuple((str(number), "a rather long thing to do") for number in range(6))
    rows = query_rows(Query("What now", keys), 80)
    assert len(rows) > 2
    assert all(row.cell_len <= 80 for row in rows)


# -------------------------------------------------------------------------- in a real terminal


def in_a_terminal(typed: list[str], *options: str, **environment: str) -> str:
    """What the command writes to a terminal of 80 by 24."""
    terminal, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES")
    }
    command = [sys.executable, "-c", "from croupier.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "play", GAME, "--seed", "7", *options],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env={**inherited, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
        start_new_session=True,
    )
    os.close(theirs)
    output = b""
    lines = list(typed)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                output += os.read(terminal, 65536)
            except OSError:
                break
        elif lines and output:
            os.write(terminal, f"{lines.pop(0)}\n".encode())
    os.close(terminal)
    assert process.wait(timeout=120) == 0
    return output.decode()


def test_a_terminal_gets_colours() -> None:
    text = in_a_terminal(["", "1:25 3:50", "q"], "--pause", "0.01")
    assert "\x1b[H" in text
    assert re.search(r"\x1b\[[\d;]*48;", text)
    assert "Summary" in text


@pytest.mark.parametrize(
    ("options", "environment"),
    [((), {"NO_COLOR": "1"}), (("--no-colour",), {}), ((), {"TERM": "dumb"})],
)
def test_no_colour_where_none_is_wanted(
    options: tuple[str, ...], environment: dict[str, str]
) -> None:
    text = in_a_terminal(["", "25", "q"], *options, **environment)
    assert "\x1b" not in text
    assert "Summary" in text
