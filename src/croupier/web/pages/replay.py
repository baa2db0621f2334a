"""A round told again, step by step, as a viewer may see it: from the log alone."""

from collections.abc import Iterable

import msgspec

from croupier.display.disclosure import seen
from croupier.display.narration import OF_ACCOUNTS, tell
from croupier.display.recall import RecalledRound, rounds_in
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.sentences import Sentence
from croupier.display.sight import view
from croupier.display.views import TableView
from croupier.display.voices import Voice
from croupier.play.engine import evolve
from croupier.record.envelopes import Envelope
from croupier.rulebooks import TableLaw
from croupier.table.events import TableOpened


class ReplayStep(msgspec.Struct, frozen=True):
    """One thing that happened in a round, and the table after it."""

    sentences: tuple[Sentence, ...]
    """What happened, in words."""
    view: TableView
    """The table after it, as the viewer may see it."""
    position: int
    """The place of its event in the log."""


class Replay(msgspec.Struct, frozen=True):
    """A round, step by step."""

    round: RecalledRound
    """What it came to."""
    steps: tuple[ReplayStep, ...]
    """What happened, in its order; what nobody is told of is no step."""


def replay(
    law: TableLaw, envelopes: Iterable[Envelope], number: int, voice: Voice
) -> Replay | None:
    """A round of a table by its number; none where there is no such round."""
    stream = list(envelopes)
    recalled = next((one for one in rounds_in(stream) if one.number == number), None)
    if recalled is None:
        return None
    scene: Scene | None = None
    steps = []
    for envelope in stream:
        event = envelope.event
        if isinstance(event, TableOpened):
            scene = scene_of(evolve(None, event))
            continue
        if scene is None or isinstance(event, OF_ACCOUNTS) or envelope.position > recalled.last:
            continue
        known = seen(law, scene.table, event, voice.viewer)
        scene = next_scene(scene, event)
        if envelope.position >= recalled.first and known is not None:
            after = view(law, scene, voice.viewer, names=voice.names, faces=voice.faces)
            if sentences := tell(law, known, after, voice):
                steps.append(ReplayStep(sentences, after, envelope.position))
    return Replay(recalled, tuple(steps))
