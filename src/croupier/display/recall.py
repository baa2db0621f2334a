"""Finished rounds, told from the record alone: card by card, with every clause."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from croupier.blackjack.events import RoundOpened
from croupier.display.narration import narrate
from croupier.display.scenes import next_scene, scene_of
from croupier.display.sentences import Sentence
from croupier.display.sight import view
from croupier.display.views import TableView
from croupier.display.voices import Voice
from croupier.money import Cents
from croupier.play.engine import due, evolve, lines_of
from croupier.play.resting_tables import law_for
from croupier.record.envelopes import Envelope
from croupier.rulebooks import TableLaw
from croupier.stud.events import StudRoundOpened
from croupier.table.events import TableOpened
from croupier.table.round_events import RoundEnded, RoundVoided
from croupier.table.state import Refused

OPENING = (RoundOpened, StudRoundOpened)
OVER = (RoundEnded, RoundVoided)


class RecalledRound(msgspec.Struct, frozen=True):
    """What one round came to."""

    number: int
    """Which round of the table it was, counted from 1."""
    first: int
    """The event that opened it, by its place in the log."""
    last: int
    """The event that ended it, or the last so far."""
    ended: bool
    """Whether it is over."""
    void: bool
    """Whether it was declared void."""
    net: dict[str, Cents]
    """What each player won; below zero is a loss."""


class RecalledEvent(msgspec.Struct, frozen=True):
    """One event of the record, in sentences."""

    position: int
    """Its place in the log."""
    by: str
    """Who asked for the command that led to it."""
    sentences: tuple[Sentence, ...]
    """What happened; empty where it is told to nobody."""


def rounds_in(envelopes: Iterable[Envelope]) -> Iterator[RecalledRound]:
    """Every round in the stream of a table, in its order."""
    number, current = 0, None
    for envelope in envelopes:
        event = envelope.event
        if isinstance(event, OPENING):
            if current is not None:
                yield current
            number += 1
            here = envelope.position
            current = RecalledRound(number, here, here, False, False, {})
        if current is None:
            continue
        net = dict(current.net)
        for line in lines_of(event):
            net[line.player] = net.get(line.player, 0) + line.net
        over = isinstance(event, OVER)
        current = RecalledRound(
            number,
            current.first,
            current.last if current.ended else envelope.position,
            current.ended or over,
            current.void or isinstance(event, RoundVoided),
            net,
        )
    if current is not None:
        yield current


def replayed(law: TableLaw, envelopes: Iterable[Envelope], voice: Voice) -> Iterator[RecalledEvent]:
    """Everything that happened at a table, event by event, from its opening on."""
    scene = None
    for envelope in envelopes:
        event = envelope.event
        if isinstance(event, TableOpened):
            scene = scene_of(evolve(None, event))
            yield RecalledEvent(envelope.position, envelope.actor, ())
            continue
        assert scene is not None
        scene, sentences = narrate(law, scene, (event,), voice)
        yield RecalledEvent(envelope.position, envelope.actor, sentences)


def stood(law: TableLaw, envelopes: Sequence[Envelope], at: int, voice: Voice) -> TableView:
    """The table as it stood after an event, which its place in the log names.

    Between the events of one command nothing was due.
    """
    before = [one for one in envelopes if one.position <= at]
    scene = scene_of(evolve(None, before[0].event))
    for envelope in before[1:]:
        scene = next_scene(scene, envelope.event)
    last, later = before[-1], envelopes[len(before) :]
    amid = bool(later) and (later[0].actor, later[0].command_id) == (last.actor, last.command_id)
    rests = isinstance(law_for(scene.table), Refused)
    now = () if amid or rests else due(law, scene.table)
    return view(law, scene, voice.viewer, due=now, names=voice.names, faces=voice.faces)
