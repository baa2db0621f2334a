"""A shuffling device that fails: the shuffle is repeated, or the round void with new cards."""

from msgspec.structs import replace

from croupier.cards import Device
from croupier.games.stud.due import is_device_awaited
from croupier.games.stud.state import StudDraft, StudTable, stud_round
from croupier.games.stud.voids import void_round
from croupier.games.table import preparation
from croupier.games.table.card_counts import ask_check
from croupier.games.table.checks import not_the_dealer, round_under_way
from croupier.games.table.draft import Handler, on
from croupier.games.table.equipment import DeviceChanged, DeviceFailed, FailDevice, RestoreDevice
from croupier.games.table.new_cards import CardsReplaced
from croupier.games.table.preparation import ShuffleCards, ensure_shuffle
from croupier.games.table.rounds import VoidTerms
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks.law.irregularities import PaidAlready, VoidRoundLaw


class UseShoe(Command, frozen=True, tag="use-shoe"):
    """Goes on with a card shoe where a shuffling device was in use."""


class ShufflePostponed(Event, frozen=True, tag="shuffle-postponed"):
    """The deck that is not in play must be shuffled again, when the round is over."""

    clause: str
    """The clause that asks for it."""


class DeviceAwaited(Event, frozen=True, tag="device-awaited"):
    """The device is out of use, and no shoe may take its place: the table waits for another."""

    clause: str
    """The clause by which the game goes on with another device."""


def shuffle_postponed(table: StudTable, event: ShufflePostponed) -> StudTable:
    return replace(table, shuffle_after_round=event.clause)


def device_awaited(table: StudTable, event: DeviceAwaited) -> StudTable:
    return replace(table, device_missing=True)


def fail_device(draft: StudDraft, command: FailDevice) -> Refused | None:
    """Repeat the shuffle; once a card of the round is dealt, void it and change the device.

    Reading K32: before the first card of a round it is a shuffle that failed, and wagers stay.
    Reading K44: the deck that is not in play may jam in a round, which it does not affect.
    """
    table = draft.table
    law = draft.law.device_failure
    assert isinstance(law, VoidRoundLaw)
    dealt = table.round is not None and bool(stud_round(table).dealer)
    clause = law.failed.clause if dealt else law.jammed.clause
    if refused := not_the_dealer(command, clause):
        return refused
    if table.choices.device is not Device.SHUFFLER or table.device_missing:
        in_use = draft.law.equipment.devices.clause
        return Refused("device/none", in_use, "no shuffling device is in use")
    if command.idle and table.round is not None:
        draft.emit(DeviceFailed((), (law.jammed.clause,)))
        draft.emit(ShufflePostponed(law.jammed.clause))
        return None
    if dealt:
        _change_device(draft, law, spare=command.spare)
        return None
    draft.emit(DeviceFailed((), (law.jammed.clause,)))
    ensure_shuffle(draft, law.jammed.clause)
    return None


def _change_device(draft: StudDraft, law: VoidRoundLaw, *, spare: bool) -> None:
    """Void the round; continue with new cards and another device, or with a shoe.

    Reading K33: at low limits, where cards come from a device alone, another one is awaited.
    """
    clauses = (law.failed.clause, law.void.clause, law.earlier_rounds.clause)
    draft.emit(DeviceFailed((), clauses))
    also = (law.failed.clause, law.earlier_rounds.clause)
    void_round(draft, VoidTerms(law.void.clause, also, PaidAlready.REPAID))
    draft.emit(CardsReplaced(law.goes_on.clause))
    if not spare and not draft.table.choices.low_limit:
        draft.emit(DeviceChanged(True, law.goes_on.clause))
    elif not spare:
        draft.emit(DeviceAwaited(law.goes_on.clause))
    ask_check(draft, law.goes_on.clause)


def use_shoe(draft: StudDraft, command: UseShoe) -> Refused | None:
    """Continue with a card shoe between rounds."""
    table = draft.table
    clause = draft.law.equipment.devices.clause
    refused = not_the_dealer(command, clause) or round_under_way(
        draft.law, table, "a shoe is brought"
    )
    if refused:
        return refused
    if table.choices.device is Device.SHOE:
        return Refused("device/none", clause, "no shuffling device is in use")
    low = draft.law.limits.low_limit if table.choices.low_limit else None
    if low is not None:
        why = "at low limits all cards come from a shuffling device"
        return Refused("device/low-limit", low.device.clause, why)
    draft.emit(DeviceChanged(True, clause))
    ensure_shuffle(draft, draft.law.shuffle.occasions.clause)
    return None


def restore_device(draft: StudDraft, command: RestoreDevice) -> Refused | None:
    """Bring a working device to a table that continued with a shoe, or waits."""
    table = draft.table
    clause = draft.law.equipment.devices.clause
    refused = not_the_dealer(command, clause) or round_under_way(
        draft.law, table, "a device is brought"
    )
    if refused:
        return refused
    if table.choices.device is Device.SHUFFLER and not table.device_missing:
        return Refused("device/not-needed", clause, "no shuffling device is missing here")
    draft.emit(DeviceChanged(False, clause))
    ensure_shuffle(draft, draft.law.shuffle.occasions.clause)
    return None


def shuffle(draft: StudDraft, command: ShuffleCards) -> Refused | None:
    """Shuffle the cards, unless the device that does it is out of use."""
    law = draft.law.device_failure
    assert isinstance(law, VoidRoundLaw)
    if is_device_awaited(draft.table):
        why = "the device is out of use until another is here: restore-device"
        return Refused("device/awaited", law.goes_on.clause, why)
    return preparation.shuffle(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **on(FailDevice, fail_device),
    **on(ShuffleCards, shuffle),
    **on(UseShoe, use_shoe),
    **on(RestoreDevice, restore_device),
}


EVOLVERS: dict[type[Event], Evolver] = {
    ShufflePostponed: shuffle_postponed,
    DeviceAwaited: device_awaited,
}
