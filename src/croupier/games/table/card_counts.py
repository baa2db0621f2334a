"""Counting the cards, replacing single ones, and cards that are missing or do not belong.

What a wrong count means for a round comes from the family, as ``Remedies``.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Card, Device, full_decks, remaining_cards
from croupier.games.table.checks import not_empowered, not_the_dealer
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.notices import NoticeAcknowledged, give_notices, open_notices
from croupier.games.table.preparation import (
    PreparationChanged,
    clause_of_stage,
    only_to_burn,
    preparation_from,
)
from croupier.games.table.rounds import Remedies, VoidTerms
from croupier.games.table.state import (
    KeptCards,
    Preparation,
    Stage,
    Table,
    is_betting_over,
    unchanged,
)
from croupier.games.table.wagers import wager_return
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import Role, Rule, TableLaw


class CheckCards(Command, frozen=True, tag="check-cards"):
    """Counts the cards against what they should be; with nothing named, all are there."""

    missing: tuple[Card, ...] = ()
    """Cards that are missing; none if left out."""
    extra: tuple[Card, ...] = ()
    """Cards of which there is one too many; none if left out."""
    foreign: tuple[str, ...] = ()
    """Cards that do not belong, in words; none if left out."""
    device: bool = False
    """Whether a deck-checking device counted them."""


class OrderCheck(Command, frozen=True, tag="order-check"):
    """Orders a count of the cards."""


class ReplaceCard(Command, frozen=True, tag="replace-card"):
    """Changes one marked or damaged card for another of its kind."""

    card: Card
    """The card."""


class ReportWrongCards(Command, frozen=True, tag="wrong-cards"):
    """Reports that cards are missing, or that some do not belong."""

    missing: tuple[Card, ...] = ()
    """Cards that are missing; none if left out."""
    foreign: tuple[str, ...] = ()
    """Cards that do not belong, in words; none if left out."""


class SecureCards(Command, frozen=True, tag="secure-cards"):
    """Puts cards under lock until they are needed: the next that `replace-cards` brings."""

    checked: bool = True
    """Whether the cards were checked before."""
    pre_shuffled: bool = False
    """Whether the cards were shuffled before."""


class DropCards(Command, frozen=True, tag="drop-cards"):
    """Reports that the dealer has dropped or mishandled the cards."""


class CheckOrdered(Event, frozen=True, tag="check-ordered"):
    """A count was ordered that must wait until the round is over, or other cards have come."""

    clause: str
    """The clause that asks for the count."""


class CardsChecked(Event, frozen=True, tag="cards-checked"):
    """The cards were counted against what they should be."""

    expected: int
    """How many cards there should be."""
    missing: tuple[Card, ...]
    """Those that are not there; empty if none is missing."""
    extra: tuple[Card, ...]
    """Cards of which there is one too many; empty if there are none."""
    foreign: tuple[str, ...]
    """Descriptions of cards that do not belong: of other backs, jokers and so on."""
    by: Role
    """In which role they were counted."""
    clause: str
    """The clause that asks for the count."""
    device: bool = False
    """Whether a deck-checking device counted them."""


class CardReplaced(Event, frozen=True, tag="card-replaced"):
    """A marked or damaged card was changed for another of its kind, which was checked first."""

    card: Card
    """Which card it is."""
    clause: str
    """The clause that asks for another."""


class WrongCardsFound(Event, frozen=True, tag="wrong-cards-found"):
    """Cards are missing, or do not belong; what was played before stands."""

    missing: tuple[Card, ...]
    """Cards that are not there; empty if none is missing."""
    foreign: tuple[str, ...]
    """Cards that do not belong, described; empty if all do."""
    clause: str
    """The clause that says what is done."""
    earlier_rounds: str
    """The clause by which earlier rounds stand."""


class CardsSecured(Event, frozen=True, tag="cards-secured"):
    """Cards were put under lock until they are needed."""

    checked: bool
    """Whether the cards were checked before; else they are checked before they are used."""
    pre_shuffled: bool
    """Whether the cards were shuffled before."""
    by: Role
    """In which role it was reported."""
    clause: str
    """The clause that has them kept so."""


class CardsDropped(Event, frozen=True, tag="cards-dropped"):
    """The dealer dropped or mishandled the cards; somebody verifies that all are there."""

    clause: str
    """The clause that asks for that."""


def check_ordered(table: Table, event: CheckOrdered) -> Table:
    ordered = _ordered_counts(table)
    ordered[event.clause] = None
    return _with_counts(table, tuple(ordered))


def cards_checked(table: Table, event: CardsChecked) -> Table:
    ordered = _ordered_counts(table)
    ordered.pop(event.clause, None)
    return _with_counts(table, tuple(ordered))


def _ordered_counts(table: Table) -> dict[str, None]:
    """Return the counts that are due after the round, by the clauses that demand them."""
    first = (table.check_after_round,) if table.check_after_round else ()
    return dict.fromkeys((*first, *table.further_checks_after_round))


def _with_counts(table: Table, ordered: tuple[str, ...]) -> Table:
    first, further = (ordered[0], ordered[1:]) if ordered else ("", ())
    return replace(table, check_after_round=first, further_checks_after_round=further)


def ask_ordered_checks(draft: TableDraft) -> bool:
    """Ask for the counts that were ordered in the round, and return whether there are any."""
    table = draft.table
    if not table.check_after_round:
        return False
    for clause in (table.check_after_round, *table.further_checks_after_round):
        ask_check(draft, clause)
    return True


def cards_secured(table: Table, event: CardsSecured) -> Table:
    return replace(table, kept=KeptCards(event.checked, event.pre_shuffled))


def order_check(draft: TableDraft, command: OrderCheck) -> Refused | None:
    """Order a count of the cards: after the round, or at once if the rulebook allows it."""
    table = draft.table
    law = draft.law.checks
    if law.on_order is not None:
        return _order_count(draft, command)
    rule = law.suspected
    if rule is None:
        return Refused(
            "check/not-ordered", law.checked_by.clause, "nobody orders a check in this game"
        )
    if refused := not_empowered(command, rule, "have the cards checked"):
        return refused
    if table.choices.device is Device.SHOE and not law.suspected_with_shoe:
        why = "this is for cards in a shuffling device"
        return Refused("check/shoe", rule.clause, why)
    if is_betting_over(table):
        draft.emit(CheckOrdered(rule.clause))
    else:
        ask_check(draft, rule.clause)
    return None


def _order_count(draft: TableDraft, command: OrderCheck) -> Refused | None:
    """Order a count by a rulebook that lets certain roles do so at any time."""
    rule = draft.law.checks.on_order
    assert rule is not None
    if not any(command.by.may_act_as(role) for role in rule.value):
        who = " or ".join(role.title for role in rule.value)
        return Refused("role/not-empowered", rule.clause, f"only a {who} may order a count")
    if draft.table.round is not None:
        draft.emit(CheckOrdered(rule.clause))
    else:
        ask_check(draft, rule.clause)
    return None


def ask_check(draft: TableDraft, clause: str) -> None:
    """Ask for a count of all cards, followed by a shuffle.

    Reading U5: a count or new cards that are due already stay due; this count comes with them.
    """
    now = draft.table.preparation
    if now is not None and now.stage in (Stage.CHECK, Stage.REPLACE):
        preparation = now
        if clause not in counts_due(draft.law, draft.table):
            preparation = replace(now, further_checks=(*now.further_checks, clause))
    else:
        preparation = preparation_from(Stage.CHECK, clause, draft.law.cut.cards_replaced)
    draft.emit(PreparationChanged(preparation, clause))


def counts_due(law: TableLaw, table: Table) -> tuple[str, ...]:
    """Return the clauses that ask for a count of the cards, the first of them first."""
    preparation = table.preparation
    if preparation is None:
        return ()
    if preparation.stage is not Stage.CHECK:
        return preparation.further_checks
    return (clause_of_stage(law, table), *preparation.further_checks)


def check_cards(draft: TableDraft, command: CheckCards) -> Refused | None:
    """Record a count of the cards: before they are used, or when one is due.

    Reading U5: it answers every count of these cards that is due and that this role may make; the
    others stay due.
    """
    table = draft.table
    law = draft.law.checks
    preparation = table.preparation
    refused = not_empowered(
        command, verifier(draft.law, table), "count the cards"
    ) or _not_by_device(draft.law, command)
    if refused:
        return refused
    unused = preparation is not None and preparation.stage is Stage.SHUFFLE
    due = preparation is not None and preparation.stage is Stage.CHECK
    if not due and (table.round is not None or not (unused or not table.open)):
        why = "cards are counted before they are shuffled, or when a count is ordered"
        return Refused("check/not-due", law.checked_by.clause, why)
    if refused := _impossible(draft.law, table, command):
        return refused
    asked = counts_due(draft.law, table) if due else (law.checked_by.clause,)
    answered = [c for c in asked if command.by.may_act_as(verifier_by(draft.law, c).value)]
    expected = table.choices.decks * CARDS_PER_DECK
    for clause in answered:
        draft.emit(
            CardsChecked(
                expected,
                command.missing,
                command.extra,
                command.foreign,
                command.by,
                clause,
                command.device,
            )
        )
    for number, notice in open_notices(draft.table).items():
        if notice.clause in answered:
            draft.emit(NoticeAcknowledged(number, command.by))
    wrong = bool(command.missing or command.extra or command.foreign)
    if wrong:
        _report(draft, command)
    if preparation is not None and (due or wrong):
        left = tuple(clause for clause in asked if clause not in answered)
        after = _after_count(preparation, left, wrong=wrong)
        draft.emit(PreparationChanged(after, answered[0]))
    return None


def _after_count(now: Preparation, left: tuple[str, ...], *, wrong: bool) -> Preparation:
    """Return what is due after a count: others of these cards, new cards, their count, a shuffle.

    If new cards have come already, a wrong count of the old ones asks for no others.
    """
    if wrong and not now.replaced:
        return replace(now, stage=Stage.REPLACE, check_clause="", further_checks=left)
    if left:
        return replace(now, check_clause=left[0], further_checks=left[1:])
    if now.replaced and now.check_of_new:
        return replace(
            now,
            check_clause=now.check_of_new,
            further_checks=(),
            replaced=False,
            check_of_new="",
        )
    return replace(now, stage=Stage.SHUFFLE, check_clause="", further_checks=(), replaced=False)


def verifier(law: TableLaw, table: Table) -> Rule[Role]:
    """Return the role that makes the first count that is due, or any where none is."""
    due = counts_due(law, table)
    return verifier_by(law, due[0]) if due else law.checks.checked_by


def verifier_by(law: TableLaw, clause: str) -> Rule[Role]:
    """Return the role that makes the count which a clause asks for.

    Dropped cards are verified by the one who was notified. Where a supervisor and the dealer check
    new cards together, the supervisor reports it: the dealer's word alone is not enough.
    """
    checks = law.checks
    if checks.dropped is not None and clause == checks.dropped.clause:
        return checks.dropped
    new = checks.replacements
    if new is not None and clause == new.clause and checks.replacements_by is not None:
        return checks.replacements_by
    return checks.checked_by


def _not_by_device(law: TableLaw, command: CheckCards) -> Refused | None:
    """Refuse a deck-checking device if the rulebook has people check the cards."""
    if not command.device or law.checks.device is not None:
        return None
    why = "people check the cards here, and no device"
    return Refused("check/by-device", law.checks.checked_by.clause, why)


def _report(draft: TableDraft, command: CheckCards) -> None:
    """Record missing or foreign cards found by a count, and give the notices that demands.

    A notice that is still open is not given again.
    """
    law = draft.law.wrong_cards
    if law is None:
        return
    foreign = (*command.foreign, *(f"{card} too many" for card in command.extra))
    draft.emit(
        WrongCardsFound(command.missing, foreign, law.found.clause, law.earlier_rounds.clause)
    )
    open_ = {
        notice.whom
        for notice in draft.table.notices
        if notice.clause == law.notified.clause and not notice.acknowledged
    }
    whom = tuple(role for role in law.notified.value if role not in open_)
    give_notices(draft, whom, "missing or foreign cards", law.notified.clause)


def _impossible(law: TableLaw, table: Table, command: CheckCards) -> Refused | None:
    """Refuse an impossible count: more cards of a kind missing than there are."""
    whole = Counter(full_decks(table.choices.decks))
    for card, missing in Counter(command.missing).items():
        if missing > whole[card]:
            why = f"{missing} of {card} cannot be missing: there are only {whole[card]}"
            return Refused("check/impossible", law.cards.decks.clause, why)
    if set(command.missing) & set(command.extra):
        why = "a card cannot be missing and too many at once"
        return Refused("check/impossible", law.cards.decks.clause, why)
    return None


def replace_card(draft: TableDraft, command: ReplaceCard) -> Refused | None:
    """Replace one marked or damaged card by another of its kind."""
    law = draft.law
    rule = law.checks.one_card
    if rule is None:
        why = "single cards are not replaced in this game"
        return Refused("cards/not-one", law.cards.replaced_by.clause, why)
    if refused := not_empowered(command, rule, "change a card"):
        return refused
    if not law.checks.one_card_anytime and (is_betting_over(draft.table) or not draft.table.rounds):
        return Refused("cards/not-now", rule.clause, "a card is replaced after a round")
    draft.emit(CardReplaced(command.card, rule.clause))
    preparation = draft.table.preparation
    if preparation is not None and preparation.stage is Stage.REPLACE:
        draft.emit(PreparationChanged(replace(preparation, stage=Stage.CHECK), rule.clause))
    return None


def _void(law: TableLaw, table: Table) -> VoidTerms:
    """Return how the round ends in which wrong cards turned up."""
    rules = law.wrong_cards
    assert rules is not None
    paid = rules.paid_in_tournament if table.choices.tournament is not None else None
    if paid is None:
        return VoidTerms(rules.void.clause, rules.void.also, rules.void.value)
    return VoidTerms(rules.void.clause, (paid.clause, *paid.also), paid.value)


def report_wrong_cards(
    draft: TableDraft, command: ReportWrongCards, remedies: Remedies
) -> Refused | None:
    """Void the round and the shoe, order a count of all cards, and give the notices."""
    table = draft.table
    law = draft.law.wrong_cards
    if law is None:
        clause = draft.law.cards.decks.clause
        why = "this rulebook has no special remedy: declare the round or hand void"
        return Refused("wrong-cards/unknown", clause, why)
    if refused := not_the_dealer(command, law.found.clause):
        return refused
    if not command.missing and not command.foreign:
        why = "say which cards are missing or do not belong"
        return Refused("wrong-cards/none", law.found.clause, why)
    draft.emit(
        WrongCardsFound(
            command.missing, command.foreign, law.found.clause, law.earlier_rounds.clause
        )
    )
    if table.round is not None:
        remedies.void_round(draft, _void(draft.law, table))
    elif table.first_card_out:
        for stake in table.wagers:
            draft.emit(
                wager_return(
                    draft.table.till,
                    stake,
                    law.void.clause,
                    "the round is void before it was dealt",
                )
            )
    ask_check(draft, law.checked.clause)
    give_notices(draft, law.notified.value, "missing or foreign cards", law.notified.clause)
    return None


def secure_cards(draft: TableDraft, command: SecureCards) -> Refused | None:
    """Record that cards are under lock until the table needs them."""
    rule = draft.law.checks.secured
    if rule is None:
        clause = draft.law.checks.checked_by.clause
        return Refused("cards/not-kept", clause, f"{draft.law.title} keeps no cards ready")
    if refused := not_the_dealer(command, rule.clause):
        return refused
    draft.emit(CardsSecured(command.checked, command.pre_shuffled, command.by, rule.clause))
    return None


def drop_cards(draft: TableDraft, command: DropCards) -> Refused | None:
    """Record dropped cards, notify the supervisor, and have them counted before they are used.

    Reading R27: what lies on the layout in a round is not touched; the count follows the round.
    """
    table = draft.table
    rule = draft.law.checks.dropped
    if rule is None:
        clause = draft.law.checks.checked_by.clause
        why = f"{draft.law.title} says nothing about dropped cards"
        return Refused("cards/not-dropped", clause, why)
    if refused := not_the_dealer(command, rule.clause):
        return refused
    draft.emit(CardsDropped(rule.clause))
    give_notices(draft, (rule.value,), "cards were dropped: are all there?", rule.clause)
    preparation = table.preparation
    if is_betting_over(table):
        draft.emit(CheckOrdered(rule.clause))
    elif preparation is None or preparation.stage in (Stage.CHECK, Stage.REPLACE):
        ask_check(draft, rule.clause)
    else:
        again = replace(
            preparation,
            stage=Stage.CHECK,
            declined=(),
            burn_clause="",
            check_clause=rule.clause,
        )
        draft.emit(PreparationChanged(again, rule.clause))
    return None


def impossible_card(
    law: TableLaw,
    table: Table,
    card: Card,
    cards_out: Callable[[Any], list[Card]],
    *,
    ahead: Card | None = None,
    clause: str = "",
    loaded: bool = False,
) -> Refused | None:
    """Refuse a card that cannot have come out.

    ``ahead`` is the card that lies ready by ``clause``, if there is one. If software keeps the
    order, any card is accepted: it knows which one is in front. With ``loaded``, the cards only
    need to be in the shoe; a burn may still be due.
    """
    rules = law.cards
    if table.preparation is not None and not (loaded and only_to_burn(table)):
        why = "the cards are being prepared"
        return Refused("card/not-ready", clause_of_stage(law, table), why)
    if ahead is not None:
        if ahead is card:
            return None
        why = f"the {ahead} lies ready and is the next card"
        return Refused("card/not-next", clause, why)
    if table.shoe.handle:
        return None
    if remaining_cards(table.choices.decks, cards_out(table))[card] > 0:
        return None
    why = f"every {card} is out already"
    return Refused("card/none-left", rules.decks.clause, why)


HANDLERS: dict[type[Command], Handler] = {
    **on(OrderCheck, order_check),
    **on(CheckCards, check_cards),
    **on(ReplaceCard, replace_card),
    **on(SecureCards, secure_cards),
    **on(DropCards, drop_cards),
}


EVOLVERS: dict[type[Event], Evolver] = {
    CheckOrdered: check_ordered,
    CardsChecked: cards_checked,
    CardReplaced: unchanged,
    WrongCardsFound: unchanged,
    CardsSecured: cards_secured,
    CardsDropped: unchanged,
}
