"""Opening a table: the operator's choices are checked against the rulebook."""

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Device, Shoe
from croupier.games.table.choices import USUAL_NUMBER, Choices
from croupier.games.table.equipment import checklist, unlawful_without_cash
from croupier.games.table.preparation import (
    burn_rule,
    cutting_card_range,
    first_shuffle_rule,
    preparation_from,
)
from croupier.games.table.signs import impossible_limits, unreachable_minimum
from croupier.games.table.state import Limits, Preparation, Stage, Table
from croupier.kit import VERSION
from croupier.messages import Event, Evolver, Refused
from croupier.rulebooks import Role, Rule, TableLaw, fingerprint
from croupier.rulebooks.revisions import values_digest


class TableOpened(Event, frozen=True, tag="table-opened"):
    """A table was opened: the first of all its events."""

    family: str
    """The family of games, which says what kind of table it is: ``blackjack`` or ``stud``."""
    game: str
    """The game, as the law names it."""
    revision: str
    """The revision of the law that it was opened under."""
    fingerprint: str
    """A hash of that law's data, so that no other law passes for it."""
    software: str
    """The version of croupier that opened it."""
    choices: Choices
    """What the operator chose where the rulebook leaves a choice."""
    players_per_box: int
    """How many players may wager on one box."""
    shoe: Shoe
    """What the cards are dealt from."""
    preparation: Preparation | None
    """What has to be done with the cards before the first round; none if they are ready."""
    inscription: str = ""
    """What the layout says about the dealer's soft seventeen; empty if it says nothing."""
    equipment: dict[str, str] = msgspec.field(default_factory=dict)
    """What must be reported in place before the first round, and the clause that asks for it; empty
    where the operator asked for no such report."""
    law_values: str = ""
    """A hash of that law's values without its words; empty in records of versions before it."""


class LawChange(msgspec.Struct, frozen=True, gc=False):
    """A value of the law that is another one now."""

    line: str
    """Where it stands in the law: ``cards.decks``."""
    before: str
    """What it was, in words; ``nothing`` where the law had no such line."""
    after: str
    """What it is; ``nothing`` where the law has no such line."""


class LawAdopted(Event, frozen=True, tag="law-adopted"):
    """A table or a tournament that rested was moved to the law that is installed."""

    revision: str
    """The revision of the law that it stands under from now on."""
    fingerprint: str
    """The fingerprint of that law."""
    law_values: str
    """The hash of that law's values."""
    earlier_revision: str
    """The revision of the law that it stood under before."""
    earlier_fingerprint: str
    """The fingerprint of that law."""
    known: bool
    """Whether the values of the earlier law are known; where they are not, no changes are named."""
    changes: tuple[LawChange, ...]
    """The values that differ, in the order of their lines; empty if they are not known."""
    players_per_box: int
    """How many players may wager on one box from now on."""
    by: Role
    """In which role it was moved."""


def law_adopted(table: Table, event: LawAdopted) -> Table:
    return replace(
        table,
        revision=event.revision,
        fingerprint=event.fingerprint,
        law_values=event.law_values,
        players_per_box=event.players_per_box,
    )


USUAL_DECKS = 8
STACKED = "stacked"
"""The handle of a shoe whose cards were laid beforehand."""
TableT = TypeVar("TableT", bound=Table)


def lawful_decks(law: TableLaw, choices: Choices) -> Rule[tuple[int, ...]]:
    """Return the numbers of decks that the rulebook allows for these choices."""
    cards = law.cards
    if choices.side_bets and cards.decks_with_side_bets is not None:
        return cards.decks_with_side_bets
    if choices.device is Device.SHUFFLER and cards.decks_in_shuffler is not None:
        return cards.decks_in_shuffler
    return cards.decks


def with_usual_decks(law: TableLaw, choices: Choices) -> Choices:
    """Return the choices with the game's usual number of decks if none was chosen."""
    if choices.decks != USUAL_NUMBER:
        return choices
    lawful = lawful_decks(law, choices).value
    return replace(choices, decks=USUAL_DECKS if USUAL_DECKS in lawful else lawful[-1])


def unlawful_choices(law: TableLaw, choices: Choices) -> Refused | None:
    """Refuse choices that the rulebook does not leave to the operator."""
    decks = lawful_decks(law, choices)
    if choices.decks not in decks.value:
        allowed = " or ".join(str(number) for number in decks.value)
        decks_in_words = "1 deck" if decks.value == (1,) else f"{allowed} decks"
        return Refused("open/decks", decks.clause, f"{law.title} is played with {decks_in_words}")
    boxes = law.equipment.boxes
    if choices.boxes not in boxes.value:
        return Refused(
            "open/boxes",
            boxes.clause,
            f"a layout has {boxes.value.start} to {boxes.value.stop - 1} boxes, "
            f"not {choices.boxes}",
        )
    if choices.chip <= 0:
        return Refused(
            "open/chip",
            law.wagers.chips_or_tokens.clause,
            "the smallest chip must be worth something",
        )
    limits = Limits(choices.minimum, choices.maximum, choices.unit)
    return (
        _unlawful_device(law, choices)
        or unlawful_without_cash(law, choices)
        or _unlawful_depth(law, choices)
        or _unlawful_wagering(law, choices)
        or impossible_limits(limits, law.limits.sign.clause)
        or unreachable_minimum(limits, choices.chip, law.limits.sign.clause)
    )


def _unlawful_device(law: TableLaw, choices: Choices) -> Refused | None:
    devices = law.equipment.devices
    if choices.device not in devices.value:
        known = " or ".join(device.value for device in devices.value)
        why = f"{law.title} is dealt from a {known}"
        return Refused("open/device", devices.clause, why)
    low_limit = law.limits.low_limit
    if not choices.low_limit:
        return None
    if low_limit is None:
        clause = law.limits.sign.clause
        return Refused("open/low-limit", clause, f"{law.title} has no low limit gaming")
    if choices.tournament is not None:
        why = "no tournament is held at a low limit table"
        return Refused("open/low-limit-tournament", low_limit.no_tournament.clause, why)
    if choices.device is low_limit.device.value:
        return None
    return Refused(
        "open/low-limit-device",
        low_limit.device.clause,
        "low limit gaming is dealt from a shuffling device",
    )


def _unlawful_depth(law: TableLaw, choices: Choices) -> Refused | None:
    rule = law.cut.cutting_card_depth
    least, most = cutting_card_range(rule.value, choices.decks * CARDS_PER_DECK)
    depth = choices.cutting_card_depth
    if depth is None or least <= depth <= most:
        return None
    return Refused(
        "open/cutting-card",
        rule.clause,
        f"the cutting card goes {least} to {most} cards from the back, not {depth}",
    )


def _unlawful_wagering(law: TableLaw, choices: Choices) -> Refused | None:
    wagers = law.wagers
    if choices.boxes_per_player is not None:
        rule = wagers.boxes_per_player
        if rule is None or choices.boxes_per_player < 1:
            clause = wagers.several_boxes.clause if rule is None else rule.clause
            why = "the number is below 1, or the rulebook does not let the operator set it"
            return Refused("open/boxes-per-player", clause, why)
    if choices.lone_player_two_boxes and wagers.lone_player_two_boxes is None:
        clause = wagers.several_boxes.clause
        return Refused("open/lone-player", clause, f"{law.title} never requires a second box")
    if choices.pre_shuffled and law.checks.secured is None:
        clause = first_shuffle_rule(law, choices.device).clause
        why = f"the dealer shuffles all cards of {law.title}"
        return Refused("open/pre-shuffled", clause, why)
    if choices.burn_each_round and law.cut.burned_each_round is None:
        clause = law.cut.offered.clause
        return Refused("open/burn", clause, f"{law.title} burns no card before each round")
    return None


def opening_event(
    law: TableLaw, choices: Choices, *, family: str, stacked: int | None = None
) -> TableOpened | Refused:
    """Return the event that opens a table, or the refusal of its choices.

    ``stacked`` is the number of cards in a shoe that was laid beforehand, ready to be dealt from.
    """
    choices = with_usual_decks(law, choices)
    if refused := unlawful_choices(law, choices):
        return refused
    preparation: Preparation | None = None
    if stacked is None:
        shuffle = first_shuffle_rule(law, choices.device)
        preparation = preparation_from(Stage.SHUFFLE, shuffle.clause, law.cut.at_start)
        preparation = replace(preparation, pre_shuffled=choices.pre_shuffled)
        if choices.count_first:
            counted = law.checks.checked_by.clause
            preparation = replace(preparation, stage=Stage.CHECK, check_clause=counted)
    elif choices.burn and (burned := burn_rule(law, choices)) is not None:
        preparation = Preparation(Stage.BURN, burned.clause, burn_clause=burned.clause)
    laid = stacked is not None
    shoe = Shoe(
        device=choices.device,
        decks=choices.decks,
        size=choices.decks * CARDS_PER_DECK if stacked is None else stacked,
        handle=STACKED if laid else "",
        stacked=laid,
    )
    wanted = checklist(law, choices) if choices.checklist else ()
    return TableOpened(
        family,
        law.game,
        law.revision,
        fingerprint(law),
        VERSION,
        choices,
        law.wagers.players_per_box.value,
        shoe,
        preparation,
        equipment={item.name: item.says.clause for item in wanted},
        law_values=values_digest(law),
    )


def new_table(kind: type[TableT], event: TableOpened) -> TableT:
    """Return a new table of a family, from the event that opened it."""
    choices = event.choices
    return kind(
        game=event.game,
        revision=event.revision,
        fingerprint=event.fingerprint,
        law_values=event.law_values,
        choices=choices,
        limits=Limits(choices.minimum, choices.maximum, choices.unit),
        players_per_box=event.players_per_box,
        shoe=event.shoe,
        preparation=event.preparation,
        equipment=event.equipment,
    )


EVOLVERS: dict[type[Event], Evolver] = {
    LawAdopted: law_adopted,
}
