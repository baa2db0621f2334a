"""A shuffling device that fails: what becomes of its cards, the round and the wagers."""

from msgspec.structs import replace

from croupier.cards import Device, remaining_cards
from croupier.games.blackjack.round_opening import begin_round, stakes_by_box
from croupier.games.blackjack.state import BlackjackDraft, BlackjackTable, cards_out, round_of
from croupier.games.blackjack.voids import take_wagers_back, void_hand, void_round
from croupier.games.table.card_counts import CardReplaced, CardsChecked
from croupier.games.table.checks import not_empowered, not_the_dealer
from croupier.games.table.draft import Handler, on
from croupier.games.table.equipment import DeviceChanged, DeviceFailed, FailDevice, RestoreDevice
from croupier.games.table.new_cards import bring_new_cards
from croupier.games.table.preparation import ask_shuffle, ensure_shuffle, first_shuffle_rule
from croupier.games.table.rounds import VoidTerms
from croupier.games.table.state import Mix, round_has_begun
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.rulebooks import Provision, Rule
from croupier.rulebooks.law.irregularities import (
    FinishFromShoeLaw,
    PaidAlready,
    TransferLaw,
    VoidHandsLaw,
)
from croupier.rulebooks.law.roles import Cutter


class TakeBackWagers(PlayerCommand, frozen=True, tag="take-back"):
    """Takes the wagers of the round back because the device failed."""

    player: str
    """Whose wagers go back."""


class StayIn(PlayerCommand, frozen=True, tag="stay-in"):
    """Leaves the wagers where they are although the device failed."""

    player: str
    """Whose wagers stay."""


class NewCardsDemanded(Event, frozen=True, tag="new-cards-demanded"):
    """When the round is over, new cards come."""

    clause: str
    """The clause that demands them."""


class WithdrawalOffered(Event, frozen=True, tag="withdrawal-offered"):
    """Players may take the wagers of the round back."""

    players: tuple[str, ...]
    """The players who may take their wagers back."""
    clause: str
    """The clause that lets them."""


class WithdrawalAnswered(Event, frozen=True, tag="withdrawal-answered"):
    """A player has said whether to stay in."""

    player: str
    """Who has said so."""
    stays: bool
    """Whether the wagers stay; false takes them back."""
    clause: str
    """The clause that gave them the choice."""


def new_cards_demanded(table: BlackjackTable, event: NewCardsDemanded) -> BlackjackTable:
    return replace(table, shuffle_after_round=event.clause)


def withdrawal_offered(table: BlackjackTable, event: WithdrawalOffered) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), choosing=event.players))


def withdrawal_answered(table: BlackjackTable, event: WithdrawalAnswered) -> BlackjackTable:
    round_ = round_of(table)
    choosing = tuple(player for player in round_.choosing if player != event.player)
    return replace(table, round=replace(round_, choosing=choosing))


def fail_device(draft: BlackjackDraft, command: FailDevice) -> Refused | None:
    """Do what the rulebook demands when the shuffling device fails."""
    table = draft.table
    law = draft.law.device_failure
    match law:
        case TransferLaw():
            refused = _not_now(table, command, law.in_use.clause, law.damaged_removed.clause)
            return refused or _transfer(draft, command, law)
        case FinishFromShoeLaw():
            refused = _not_now(table, command, law.failed.clause)
            return refused or _finish_from_shoe(draft, command, law)
        case VoidHandsLaw():
            refused = _not_now(table, command, law.void.clause)
            return refused or _void_hands(draft, command, law)
        case _:
            raise AssertionError("no blackjack game voids whole rounds for its device")


def _not_now(
    table: BlackjackTable, command: FailDevice, clause: str, damaged: str = ""
) -> Refused | None:
    """Refuse the failure of a device that is not in use, or damage to cards that are not in it."""
    if refused := not_the_dealer(command, clause):
        return refused
    if table.choices.device is not Device.SHUFFLER:
        return Refused("device/none", clause, "no shuffling device is in use")
    left = remaining_cards(table.choices.decks, cards_out(table))
    left.subtract(command.damaged)
    for card in command.damaged:
        if left[card] < 0:
            why = f"the device does not hold that number of {card}"
            return Refused("device/damaged", damaged or clause, why)
    return None


def _in_round(draft: BlackjackDraft) -> bool:
    """Return whether a card of the round is out, also one that slipped out before the deal."""
    if draft.table.first_card_out:
        begin_round(draft, stakes_by_box(draft.table))
        return draft.table.round is not None
    return round_has_begun(draft.table)


def _transfer(draft: BlackjackDraft, command: FailDevice, law: TransferLaw) -> Refused | None:
    """Move the cards to another device, end the round, or finish it from a shoe.

    Readings S30, S31: between rounds the device is changed; a disadvantage takes precedence.
    """
    movable = command.spare and command.practicable
    new = law.damaged_replaced if movable else law.replaced
    for card in command.damaged:
        draft.emit(CardReplaced(card, new.clause))
    if command.damaged:
        checked = draft.law.checks.checked_by.clause
        draft.emit(CardsChecked(len(command.damaged), (), (), (), command.by, checked))
    if not _in_round(draft):
        draft.emit(DeviceFailed(command.damaged, (law.during_round.clause,)))
        if not movable:
            _to_shoe(draft, (law.with_shoe or law.no_spare).clause)
        return None
    if command.harmed:
        draft.emit(DeviceFailed(command.damaged, (law.nobody_harmed.clause, law.harmed.clause)))
        void_round(draft, _terms_of_harm(draft, law))
        if not movable:
            _to_shoe(draft, (law.with_shoe or law.no_spare).clause)
        return None
    conditions = (law.in_use, law.during_round, law.nobody_harmed, law.spare, law.practicable)
    if movable:
        damaged = (
            law.damaged,
            law.damaged_removed,
            law.transferred,
            law.damaged_replaced,
            law.goes_on,
        )
        done = damaged if command.damaged else (law.undamaged,)
        clauses = _clauses(*conditions, *done)
        draft.emit(DeviceFailed(command.damaged, clauses))
        return None
    missing = law.practicable if command.spare else law.spare
    replaced = (law.replaced,) if command.damaged else ()
    emptied = () if law.emptied is None else (law.emptied,)
    clauses = _clauses(missing, law.no_spare, *emptied, *replaced)
    draft.emit(DeviceFailed(command.damaged, clauses))
    draft.emit(DeviceChanged(True, law.finished.clause))
    draft.emit(WithdrawalOffered(players_who_may_withdraw(draft.table), law.take_back.clause))
    finish_once_all_answered(draft)
    return None


def _terms_of_harm(draft: BlackjackDraft, law: TransferLaw) -> VoidTerms:
    """Return how a round is void whose device put somebody at a disadvantage.

    Reading U22: in a tournament it is played again as though it had not happened, so what was paid
    in it is repaid.
    """
    paid = draft.law.irregular.misdeal.paid_in_tournament
    if draft.table.choices.tournament is None or paid is None:
        return VoidTerms(law.harmed.clause)
    return VoidTerms(law.harmed.clause, (paid.clause, *paid.also), paid.value)


def players_who_may_withdraw(table: BlackjackTable) -> tuple[str, ...]:
    """Return the players who may take back wagers of the round, on the layout or collected.

    A player is not asked whose wagers are void or paid, or who is excluded or absent. One who is
    away from one box but has wagers on another is asked.
    """
    round_ = round_of(table)
    lines = (line for one in table.settled for line in one.lines)
    lost = {(line.player, line.box) for line in lines if line.net < 0}
    away = {(name, box.number) for box in round_.boxes for name in box.absent}
    wagers = {(stake.player, stake.box) for stake in round_.stakes} | lost
    players = {player for player, _ in wagers - away}
    return tuple(sorted(players - table.excluded.keys()))


def has_wagered(table: BlackjackTable, player: str, box: int) -> bool:
    """Return whether a player has, or had in the round, a wager on a box to take back."""
    lying = {(stake.player, stake.box) for stake in round_of(table).stakes}
    settled = {(line.player, line.box) for one in table.settled for line in one.lines}
    return (player, box) in lying | settled


def ask_returned_player(draft: BlackjackDraft, player: str) -> None:
    """Ask a player who has returned whether to stay in, while others are asked."""
    choosing = round_of(draft.table).choosing
    if choosing:
        law = draft.law.device_failure
        assert isinstance(law, TransferLaw)
        draft.emit(WithdrawalOffered(tuple(sorted({*choosing, player})), law.take_back.clause))


def finish_once_all_answered(draft: BlackjackDraft) -> None:
    """Finish the round from a shoe once nobody is left who may still withdraw."""
    table = draft.table
    law = draft.law.device_failure
    assert isinstance(law, TransferLaw)
    asked = players_who_may_withdraw(table)
    for player in round_of(table).choosing:
        if player not in asked:
            draft.emit(WithdrawalAnswered(player, True, law.finished.clause))
    if not round_of(draft.table).choosing:
        _finish_from(draft, law.shuffled.clause, draft.law.cut.cards_replaced)


def _clauses(*rules: Provision) -> tuple[str, ...]:
    return tuple(clause for rule in rules for clause in (rule.clause, *rule.also))


def _to_shoe(draft: BlackjackDraft, clause: str) -> None:
    """Continue with a card shoe: all cards are shuffled and cut."""
    draft.emit(DeviceChanged(True, clause))
    ensure_shuffle(draft, clause)


def take_back_wagers(draft: BlackjackDraft, command: TakeBackWagers) -> Refused | None:
    """Give a player's wagers of the round back."""
    return _answer(draft, command.player, stays=False)


def stay_in(draft: BlackjackDraft, command: StayIn) -> Refused | None:
    """Leave a player's wagers on the layout."""
    return _answer(draft, command.player, stays=True)


def _answer(draft: BlackjackDraft, player: str, *, stays: bool) -> Refused | None:
    table = draft.table
    law = draft.law.device_failure
    if not isinstance(law, TransferLaw):
        clause = draft.law.wagers.no_change_after.clause
        return Refused("withdraw/unknown", clause, "wagers are not taken back during a round here")
    if table.round is None or player not in round_of(table).choosing:
        clause = law.take_back.clause
        return Refused("withdraw/not-asked", clause, f"{player} has nothing to take back now")
    if not stays:
        take_wagers_back(draft, player, law.take_back.clause, PaidAlready.STANDS)
    clause = law.finished.clause if stays else law.take_back.clause
    draft.emit(WithdrawalAnswered(player, stays, clause))
    finish_once_all_answered(draft)
    return None


def _finish_from(draft: BlackjackDraft, clause: str, offer: Rule[Cutter] | None) -> None:
    """Ask for a shuffle and cut of the remaining cards, to finish the round from a shoe."""
    mixes = Mix.LEFT if round_of(draft.table).stakes else Mix.ALL
    ask_shuffle(draft, clause, offer, mixes=mixes)


def _finish_from_shoe(
    draft: BlackjackDraft, command: FailDevice, law: FinishFromShoeLaw
) -> Refused | None:
    """Finish the round from an ordinary shoe; new cards follow it."""
    meant = _clauses(law.failed, law.meant)
    if not _in_round(draft):
        draft.emit(DeviceFailed(command.damaged, meant))
        draft.emit(DeviceChanged(True, law.new_cards.clause))
        bring_new_cards(draft, law.new_cards.clause)
        return None
    done = _clauses(law.finished, law.shuffled, law.cut, law.from_shoe)
    draft.emit(DeviceFailed(command.damaged, (*meant, *done)))
    draft.emit(NewCardsDemanded(law.new_cards.clause))
    draft.emit(DeviceChanged(True, law.from_shoe.clause))
    _finish_from(draft, law.shuffled.clause, law.cut)
    return None


def _void_hands(draft: BlackjackDraft, command: FailDevice, law: VoidHandsLaw) -> Refused | None:
    """Void the hands concerned, on the manager's instruction."""
    table = draft.table
    if refused := not_empowered(command, law.void, "declare hands void for a failing device"):
        return refused
    if not round_has_begun(table) and command.boxes:
        return Refused("device/no-round", law.void.clause, "no hand is dealt that could be void")
    if not _in_round(draft):
        draft.emit(DeviceFailed(command.damaged, (law.void.clause,)))
        if not command.spare:
            _to_shoe(draft, law.void.clause)
        return None
    dealt = {box.number for box in round_of(draft.table).boxes}
    boxes = command.boxes
    if wrong := [box for box in boxes if box not in dealt]:
        why = f"box {wrong[0]} has no hand to declare void"
        return Refused("void/no-hand", law.void.clause, why)
    draft.emit(DeviceFailed(command.damaged, (law.void.clause,), not command.spare))
    for box in dict.fromkeys(boxes):
        void_hand(draft, box, law.void.clause)
    return None


def restore_device(draft: BlackjackDraft, command: RestoreDevice) -> Refused | None:
    """Bring a working device to a table that went on with a shoe."""
    table = draft.table
    devices = draft.law.equipment.devices
    clause = devices.clause
    if refused := not_the_dealer(command, clause):
        return refused
    if round_has_begun(table):
        failure = draft.law.device_failure
        until = failure.finished.clause if isinstance(failure, TransferLaw) else clause
        why = "a new device comes when the round is over"
        return Refused("round/under-way", until, why, (clause,))
    if not table.device_missing:
        failure = draft.law.device_failure
        also = (failure.in_use.clause,) if isinstance(failure, TransferLaw) else ()
        return Refused("device/not-needed", clause, "no shuffling device is missing here", also)
    draft.emit(DeviceChanged(False, clause))
    ensure_shuffle(draft, first_shuffle_rule(draft.law, Device.SHUFFLER).clause)
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(FailDevice, fail_device),
    **on(TakeBackWagers, take_back_wagers),
    **on(StayIn, stay_in),
    **on(RestoreDevice, restore_device),
}


EVOLVERS: dict[type[Event], Evolver] = {
    NewCardsDemanded: new_cards_demanded,
    WithdrawalOffered: withdrawal_offered,
    WithdrawalAnswered: withdrawal_answered,
}
