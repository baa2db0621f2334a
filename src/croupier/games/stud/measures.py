"""A supervisor's directions about players: who plays first, who plays apart, wrong payments."""

from datetime import datetime

from msgspec.structs import replace

from croupier.games.stud.due import jackpot_hands
from croupier.games.stud.jackpots import (
    jackpot_results,
    lose_jackpot_wagers,
    undecided_jackpot_wagers,
)
from croupier.games.stud.state import Mispayment, StudDraft, StudPhase, StudTable, stud_round
from croupier.games.table.checks import not_empowered, not_the_dealer
from croupier.games.table.draft import Handler, on
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.state import is_betting_over
from croupier.games.table.wagers import wager_return
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Cents, Entry, balances_after, transfer
from croupier.rulebooks import StudLaw
from croupier.rulebooks.law.table import MispaymentLaw


class PlayFirst(Command, frozen=True, tag="play-first"):
    """Has players play their hands before the others take up cards; ends it with nobody named."""

    players: tuple[str, ...] = ()
    """Who plays first; empty to end it."""


class KeepApart(Command, frozen=True, tag="keep-apart"):
    """Forbids players to play together at this table."""

    players: tuple[str, ...]
    """Who may not play together, two or more."""
    lifted: bool = False
    """Whether the players may play together again."""


class SpeakEnglish(Command, frozen=True, tag="english-only"):
    """Has the players at the table speak English only, or ends that."""

    on: bool = True
    """Whether it is directed, or lifted."""


class WithholdPayment(Command, frozen=True, tag="withhold-payment"):
    """Withholds payment from a player who gambles against the operator's policy for employees."""

    player: str
    """Who is not paid."""


class RecordMispayment(Command, frozen=True, tag="mispayment"):
    """Reports a payment or an exchange of money that was too much, or (below zero) too little."""

    amount: Cents
    """By how much: above zero too much, below it too little."""
    player: str | None = None
    """Who was paid wrongly, where that is known."""
    suspected: bool = False
    """Whether it may have been intended."""


class IdentifyMispaid(Command, frozen=True, tag="identify-mispaid"):
    """Reports who was paid wrongly."""

    mispayment: int
    """Its number, counted from 1."""
    player: str
    """Who was paid wrongly."""


class PutRight(Command, frozen=True, tag="put-right"):
    """Corrects a wrong payment, or reports that it was tried."""

    mispayment: int
    """Which wrong payment, counted from 1."""
    note: str
    """What was done."""
    tried: bool = False
    """Whether it was tried without success."""


class PlayFirstDirected(Event, frozen=True, tag="play-first-directed"):
    """These players play before the others; with nobody named, that has ended."""

    players: tuple[str, ...]
    """Who must play first; empty where nobody need any longer."""
    clause: str
    """The clause that lets a supervisor direct it."""


class KeptApart(Event, frozen=True, tag="kept-apart"):
    """These players may not play together here, or may again."""

    players: tuple[str, ...]
    """Of whom only one may play."""
    lifted: bool
    """Whether the players may play together again."""
    clause: str
    """The clause that allows it."""


class EnglishDirected(Event, frozen=True, tag="english-directed"):
    """The players are to speak English only, or that has ended."""

    on: bool
    """Whether only English is spoken; false ends the direction."""
    clause: str
    """The clause that lets a supervisor direct it."""


class PaymentWithheld(Event, frozen=True, tag="payment-withheld"):
    """A player need not be paid in this round."""

    player: str
    """Who need not be paid."""
    clause: str
    """The clause that allows it."""


class MispaymentFound(Event, frozen=True, tag="mispayment-found"):
    """A payment was too much or too little: the chips are where they should not be."""

    player: str | None
    """Who was paid wrongly; none where nobody knows."""
    amount: Cents
    """By how much: above zero too much, below it too little."""
    suspected: bool
    """Whether it may have been intended."""
    entry: Entry
    """The postings that show where the chips are."""
    clause: str
    """The clause that asks for it to be recorded."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""


class PatronIdentified(Event, frozen=True, tag="patron-identified"):
    """It is known who was paid wrongly."""

    mispayment: int
    """Which of the table's wrong payments, counted from 1."""
    player: str
    """Who was paid wrongly."""
    entry: Entry
    """The postings: from those unknown to the player."""
    clause: str
    """The clause that asks for it."""


class MispaymentHandled(Event, frozen=True, tag="mispayment-handled"):
    """A wrong payment was corrected, or an attempt was made."""

    mispayment: int
    """Which of the table's wrong payments, counted from 1."""
    step: str
    """``tried`` or ``put-right``."""
    note: str
    """What was done, in a few words; empty where nobody said."""
    entries: tuple[Entry, ...]
    """The postings that correct it; empty where it was only tried."""
    clause: str
    """The clause that says how."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""


def play_first_directed(table: StudTable, event: PlayFirstDirected) -> StudTable:
    return replace(table, first=event.players)


def kept_apart(table: StudTable, event: KeptApart) -> StudTable:
    others = tuple(group for group in table.apart if group != event.players)
    apart = others if event.lifted else (*others, event.players)
    return replace(table, apart=apart)


def english_directed(table: StudTable, event: EnglishDirected) -> StudTable:
    return replace(table, english_only=event.on)


def payment_withheld(table: StudTable, event: PaymentWithheld) -> StudTable:
    round_ = stud_round(table)
    return replace(table, round=replace(round_, unpaid=(*round_.unpaid, event.player)))


def mispayment_found(table: StudTable, event: MispaymentFound) -> StudTable:
    found = Mispayment(event.player, event.amount, event.suspected, table.clock)
    return replace(
        table,
        mispayments=(*table.mispayments, found),
        balances=balances_after(table.balances, (event.entry,)),
    )


def patron_identified(table: StudTable, event: PatronIdentified) -> StudTable:
    mispayments = list(table.mispayments)
    place = event.mispayment - 1
    mispayments[place] = replace(mispayments[place], player=event.player)
    return replace(
        table,
        mispayments=tuple(mispayments),
        balances=balances_after(table.balances, (event.entry,)),
    )


def mispayment_handled(table: StudTable, event: MispaymentHandled) -> StudTable:
    mispayments = list(table.mispayments)
    place = event.mispayment - 1
    mispayments[place] = replace(mispayments[place], step=event.step)
    return replace(
        table,
        mispayments=tuple(mispayments),
        balances=balances_after(table.balances, event.entries),
    )


def play_first(draft: StudDraft, command: PlayFirst) -> Refused | None:
    """Direct players to play their hands before the others take up their cards."""
    law = draft.law.irregular
    refused = not_empowered(command, law.suspected, "say who plays first") or _twice(
        command.players, law.play_first.clause
    )
    if refused:
        return refused
    if command.players == draft.table.first:
        return Refused("measure/holds", law.play_first.clause, "this already applies")
    draft.emit(PlayFirstDirected(command.players, law.play_first.clause))
    return None


def _twice(players: tuple[str, ...], clause: str) -> Refused | None:
    if len(set(players)) == len(players):
        return None
    return Refused("measure/players", clause, "name each player once")


def keep_apart(draft: StudDraft, command: KeepApart) -> Refused | None:
    """Forbid players to play together at this table, or allow it again."""
    law = draft.law.irregular
    clause = law.apart.clause
    players = tuple(sorted(command.players))
    refused = not_empowered(command, law.suspected, "keep players apart") or _twice(players, clause)
    if refused:
        return refused
    if len(players) < 2:
        return Refused("measure/players", clause, "name at least two players to keep apart")
    if (players in draft.table.apart) != command.lifted:
        return Refused("measure/holds", clause, "this already applies")
    draft.emit(KeptApart(players, command.lifted, clause))
    if not command.lifted and not is_betting_over(draft.table):
        _separate(draft, players, clause)
    return None


def _separate(draft: StudDraft, players: tuple[str, ...], clause: str) -> None:
    """Give back wagers of players who are kept apart, until only one of each group plays.

    Readings K37, R30: seated players come before standing ones, then the earlier wager first.
    """
    table = draft.table
    laid = dict.fromkeys(stake.player for stake in table.wagers if stake.player in players)
    standing = sorted(laid, key=lambda name: table.players[name].seat is None)
    for player in reversed(standing):
        if not_together(draft.law, draft.table, player):
            for stake in draft.table.wagers:
                if stake.player == player:
                    draft.emit(wager_return(table.till, stake, clause, "kept apart from another"))


def not_together(law: StudLaw, table: StudTable, player: str) -> Refused | None:
    """Refuse a seat or a wager to a player while another of the group plays here.

    Reading K37: the one who has a seat or a wager plays.
    """
    rule = law.irregular.apart
    for group in table.apart:
        playing = [one for one in group if one != player and _plays(table, one)]
        if player in group and playing:
            why = f"{player} may not play while {' and '.join(playing)} does"
            return Refused("measure/apart", rule.clause, why)
    return None


def _plays(table: StudTable, player: str) -> bool:
    """Return whether a player has a seat here, or a wager on the layout or in the pool."""
    known = table.players.get(player)
    lying = table.wagers if table.round is None else (*table.wagers, *table.round.stakes)
    seated = known is not None and known.seat is not None and player not in table.excluded
    pooled = any(owner == player for owner, _ in undecided_jackpot_wagers(table))
    return seated or pooled or any(stake.player == player for stake in lying)


def speak_english(draft: StudDraft, command: SpeakEnglish) -> Refused | None:
    """Direct the players at the table to speak English only, or no longer."""
    law = draft.law.irregular
    if refused := not_empowered(command, law.suspected, "say what is spoken at the table"):
        return refused
    if command.on == draft.table.english_only:
        return Refused("measure/holds", law.english_only.clause, "this already applies")
    draft.emit(EnglishDirected(command.on, law.english_only.clause))
    return None


def withhold_payment(draft: StudDraft, command: WithholdPayment) -> Refused | None:
    """Withhold payment from a player who gambles against the operator's policy for employees.

    Reading K34: what the player loses is lost; a wager that would win goes back without winnings.
    """
    table = draft.table
    rule = draft.law.conduct.staff_wagers
    assert rule is not None
    if refused := not_empowered(command, rule, "withhold a payment"):
        return refused
    stakes = () if table.round is None else stud_round(table).stakes
    undecided = {player for (player, _), told in jackpot_results(table).items() if not told}
    if command.player not in {*undecided, *(stake.player for stake in stakes)}:
        why = f"{command.player} has no wager in the round that could win"
        return Refused("withhold/no-wager", rule.clause, why)
    if command.player in stud_round(table).unpaid:
        return Refused("withhold/already", rule.clause, "that is settled already")
    draft.emit(PaymentWithheld(command.player, rule.clause))
    if stud_round(table).phase is StudPhase.JACKPOT:
        winners = {(player, box) for player, box, _ in jackpot_hands(draft.law, draft.table)}
        lose_jackpot_wagers(draft, winners)
    return None


TRIED, PUT_RIGHT = "tried", "put-right"


def mispayment_law(law: StudLaw) -> MispaymentLaw:
    """Return the law's part on wrong payments; there must be one."""
    rules = law.mispayments
    assert rules is not None
    return rules


def record_mispayment(draft: StudDraft, command: RecordMispayment) -> Refused | None:
    """Record a wrong payment; a large one is reported to the regulator within the month."""
    till = draft.table.till
    law = mispayment_law(draft.law)
    rule = law.suspected if command.suspected else law.unintended
    if refused := not_the_dealer(command, rule.clause):
        return refused
    if not command.amount:
        return Refused("mispayment/nothing", rule.clause, "nothing was paid wrongly")
    whose = till.mispaid if command.player is None else till.chips(command.player)
    entry = transfer(till.float, whose, command.amount, rule.clause)
    draft.emit(
        MispaymentFound(
            command.player, command.amount, command.suspected, entry, rule.clause, rule.also
        )
    )
    if abs(command.amount) > law.reported.value:
        number = len(draft.table.mispayments)
        clock = draft.table.clock
        draft.emit(
            NoticeGiven(
                law.reported_to.value,
                f"mispayment {number}",
                command.player,
                law.reported_to.clause,
                None if clock is None else end_of_month(clock),
            )
        )
    return None


def end_of_month(at: datetime) -> datetime:
    """Return the moment when the month of a time is over (reading K38)."""
    year, month = (at.year + 1, 1) if at.month == 12 else (at.year, at.month + 1)
    return at.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)


def find_mispayment(law: StudLaw, table: StudTable, number: int) -> Mispayment | Refused:
    """Return the wrong payment of that number, or the refusal if there is none."""
    known = table.mispayments
    if 1 <= number <= len(known):
        return known[number - 1]
    clause = mispayment_law(law).unintended.clause
    why = f"there is no mispayment {number}; {len(known)} were reported"
    return Refused("mispayment/unknown", clause, why)


def _identification_clause(law: MispaymentLaw, found: Mispayment) -> str:
    """Return the clause by which the patron of a wrong payment is identified."""
    return (law.suspected if found.suspected else law.attempt).also[-1]


def identify_mispaid(draft: StudDraft, command: IdentifyMispaid) -> Refused | None:
    """Record who was paid wrongly."""
    till = draft.table.till
    law = mispayment_law(draft.law)
    found = find_mispayment(draft.law, draft.table, command.mispayment)
    if isinstance(found, Refused):
        return found
    clause = _identification_clause(law, found)
    if refused := not_the_dealer(command, clause):
        return refused
    if found.player is not None:
        why = f"{found.player} was paid wrongly, nobody else"
        return Refused("mispayment/known", clause, why)
    entry = transfer(till.mispaid, till.chips(command.player), found.amount, clause)
    draft.emit(PatronIdentified(command.mispayment, command.player, entry, clause))
    return None


def correct_mispayment(draft: StudDraft, command: PutRight) -> Refused | None:
    """Correct a wrong payment, or record an attempt.

    Reading K3: an attempt also counts for a payment that may have been intended.
    """
    till = draft.table.till
    law = mispayment_law(draft.law)
    irregular = draft.law.irregular
    found = find_mispayment(draft.law, draft.table, command.mispayment)
    if isinstance(found, Refused):
        return found
    way = irregular.asked_back if found.amount > 0 else irregular.paid_back
    if refused := not_the_dealer(command, way.clause):
        return refused
    if found.step == PUT_RIGHT:
        return Refused("mispayment/done", law.put_right.clause, "it has already been put right")
    if not command.note.strip():
        return Refused("mispayment/no-note", law.attempt.clause, "say what was done about it")
    step = TRIED
    entries: tuple[Entry, ...] = ()
    if not command.tried:
        if found.player is None:
            why = "it is not known who was paid wrongly"
            return Refused("mispayment/nobody", _identification_clause(law, found), why)
        step = PUT_RIGHT
        entries = (transfer(till.chips(found.player), till.float, found.amount, way.clause),)
    done = law.suspected.also[0] if found.suspected else law.put_right.clause
    also = (done, law.attempt.clause, *law.attempt.also)
    draft.emit(MispaymentHandled(command.mispayment, step, command.note, entries, way.clause, also))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(PlayFirst, play_first),
    **on(KeepApart, keep_apart),
    **on(SpeakEnglish, speak_english),
    **on(WithholdPayment, withhold_payment),
    **on(RecordMispayment, record_mispayment),
    **on(IdentifyMispaid, identify_mispaid),
    **on(PutRight, correct_mispayment),
}


EVOLVERS: dict[type[Event], Evolver] = {
    PlayFirstDirected: play_first_directed,
    KeptApart: kept_apart,
    EnglishDirected: english_directed,
    PaymentWithheld: payment_withheld,
    MispaymentFound: mispayment_found,
    PatronIdentified: patron_identified,
    MispaymentHandled: mispayment_handled,
}
