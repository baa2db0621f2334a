"""Making the cards ready: shuffle, cut, load, burn, and when each is due.

``Table.preparation`` holds the stage that is due; ``None`` means that the cards are ready. The
stages follow each other as CHECK, SHUFFLE, CUT, LOAD, BURN; a shuffling device skips CUT and LOAD.
A wrong count leads to REPLACE, and new cards start again at CHECK or SHUFFLE. Dropped cards lead
back to CHECK, an ordered shuffle back to SHUFFLE.
"""

from typing import ClassVar

from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Card, Device
from croupier.games.table.checks import not_empowered, not_open, not_the_dealer, outside_hours
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.contest.state import REMOVED, Standing
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.equipment import not_in_place
from croupier.games.table.state import (
    Mix,
    Player,
    Preparation,
    Reach,
    Restriction,
    Stage,
    Table,
    unchanged,
)
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.rulebooks import Role, Rule, Says, TableLaw
from croupier.rulebooks.law.roles import Cutter
from croupier.rulebooks.law.table import Depth


class ShuffleCards(Command, frozen=True, tag="shuffle"):
    """Shuffles; where software deals, the dealer keeps the order and a handle names it."""

    handle: str = ""
    """Names the order; empty if a person or a device has shuffled."""
    cards: int = 0
    """How many cards lie in that order."""
    machine: bool = False
    """Whether a machine did it that mixes cards and does not deal them."""
    by_hand: bool = False
    """Whether the dealer mixed them by hand before they went into the shuffling device."""
    withheld: ClassVar[tuple[str, ...]] = ("handle", "cards")
    """Only the source of cards knows the order that it names."""


class CutCards(Command, frozen=True, tag="cut"):
    """Puts the cutting card into the stack; without a player, the supervisor cuts."""

    position: int
    """How many cards lie in front of the cutting card."""
    player: str | None = None
    """Who cuts; a supervisor, or the dealer where the rulebook says so, if left out."""


class DeclineCut(PlayerCommand, frozen=True, tag="decline-cut"):
    """Passes the cut on."""

    player: str
    """Who declines."""


class LoadShoe(Command, frozen=True, tag="load"):
    """Puts the cutting card in front of the last ``depth`` cards and the stack into the shoe."""

    depth: int | None = None
    """How many cards lie behind the cutting card; as the table chose, else a deck, if left out."""


class BurnCard(Command, frozen=True, tag="burn"):
    """Burns the first card unseen, or shows it where its value says how many are burned."""

    card: Card | None = None
    """The card, where it is shown; else none."""


class ShowCuttingCard(Command, frozen=True, tag="cutting-card"):
    """Reports that the cutting card came out (real cards)."""


class PreparationChanged(Event, frozen=True, tag="preparation-changed"):
    """The cards have to be prepared, or a step of preparing them is done."""

    preparation: Preparation | None
    """What has to be done now; none if the cards are ready."""
    clause: str
    """The clause that demands it, or by which the step was done."""


class CardsShuffled(Event, frozen=True, tag="cards-shuffled"):
    """Cards were shuffled. The event does not hold their order."""

    clause: str
    """The clause that demanded the shuffle."""
    size: int
    """How many cards a full shoe holds from now on."""
    drawn: int = 0
    """How many of them are out: those of a round that goes on."""
    mixes: Mix = Mix.ALL
    """Which cards were mixed."""
    handle: str = ""
    """Names the order, where software keeps it; empty if nobody does."""
    machine: str = ""
    """The clause by which a machine mixed them; empty if none did."""
    by_hand_clause: str = ""
    """The clause by which they were mixed by hand before the device did; empty if not."""


class CutDeclined(Event, frozen=True, tag="cut-declined"):
    """A player passed the cut on."""

    player: str
    """Who did not want to cut."""
    clause: str
    """The clause by which the cut passes on."""


class CardsCut(Event, frozen=True, tag="cards-cut"):
    """The stack was cut."""

    position: int
    """How many cards from the front the cut lies."""
    player: str | None
    """Who cut; none if the dealer or a supervisor did."""
    clause: str
    """The clause that gave them the cut; in records before 0.2.0, the one that says where it goes.
    """
    by: Role | None = None
    """In which role it was reported; none if an older record does not say."""
    place_clause: str = ""
    """The clause that says where it goes; empty in older records."""


class ShoeLoaded(Event, frozen=True, tag="shoe-loaded"):
    """The stack went into the shoe, with the cutting card in place."""

    depth: int
    """How many cards lie behind the cutting card."""
    clause: str
    """The clause that says how many may."""


class DeviceLoaded(Event, frozen=True, tag="device-loaded"):
    """The cards went into the shuffling device, uncut."""

    clause: str
    """The clause by which no cut is needed."""


class CardBurned(Event, frozen=True, tag="card-burned"):
    """Cards went to the discard rack: one shown where its value counts, the others unseen."""

    clause: str
    """The clause that has cards burned."""
    shown: Card | None = None
    """The card that was shown; none if nobody saw one."""
    unseen: int = 1
    """How many went to the rack unseen; 0 if only the shown one did."""
    ahead: int = 0
    """How many of them, from the first on, had come out before and lay in front of the shoe."""
    begins: bool = False
    """Whether a round begins with them: the burn is that of its first card."""


class CuttingCardShown(Event, frozen=True, tag="cutting-card-shown"):
    """The cutting card came out: at a box, at the dealer's hand (0), or before a round (none)."""

    box: int | None
    """The box whose hand it came out at; 0 is the dealer's, none before a round."""
    clause: str
    """The clause that says what follows."""


def preparation_changed(table: Table, event: PreparationChanged) -> Table:
    return replace(table, preparation=event.preparation)


def cards_shuffled(table: Table, event: CardsShuffled) -> Table:
    back = 0 if event.handle else table.shoe.draws - event.drawn
    shoe = replace(
        table.shoe,
        handle=event.handle,
        size=event.size,
        drawn=event.drawn,
        returned=back,
        cut=0,
    )
    if event.mixes is Mix.LEFT:
        return replace(table, shoe=shoe)
    shoe = replace(shoe, cutting_card=None)
    if event.mixes is Mix.DISCARDS:  # no new shoe: reading R52
        return replace(table, shoe=shoe, discards=())
    players = {
        name: replace(player, rounds_this_shoe=0, restriction=_after_shuffle(player.restriction))
        for name, player in table.players.items()
    }
    held = {name: kept for name, kept in table.held.items() if _after_shuffle(kept) is not None}
    return replace(
        table,
        held=held,
        shoe=shoe,
        ahead=(),
        first_card_out=False,
        players_then={},
        discards=(),
        rounds_this_shoe=0,
        cutting_card_at=None,
        cutting_card_back=False,
        shuffle_after_round="",
        check_after_round="",
        further_checks_after_round=(),
        players=players,
    )


def _after_shuffle(restriction: Restriction | None) -> Restriction | None:
    over = restriction is not None and restriction.reach is Reach.UNTIL_SHUFFLE
    return None if over else restriction


def cut_declined(table: Table, event: CutDeclined) -> Table:
    preparation = table.preparation
    assert preparation is not None
    declined = (*preparation.declined, event.player)
    return replace(table, preparation=replace(preparation, declined=declined))


def cards_cut(table: Table, event: CardsCut) -> Table:
    if table.shoe.stacked:
        return table
    return replace(table, shoe=replace(table.shoe, cut=event.position))


def shoe_loaded(table: Table, event: ShoeLoaded) -> Table:
    known = table.shoe.handle and not table.shoe.stacked
    at = table.shoe.size - event.depth if known else None
    back = table.cutting_card_at is not None
    return replace(table, shoe=replace(table.shoe, cutting_card=at), cutting_card_back=back)


def card_burned(table: Table, event: CardBurned) -> Table:
    burned: list[Card | None] = [] if event.shown is None else [event.shown]
    burned += [None] * event.unseen
    # Those that lay in front of the shoe had been seen, and left it before.
    burned[: event.ahead] = table.ahead[: event.ahead]
    shoe = replace(table.shoe, drawn=table.shoe.drawn + len(burned) - event.ahead)
    ahead = table.ahead[event.ahead :]
    round_ = table.round
    begins = event.begins or table.preparation is None
    if round_ is not None and begins and not round_.has_begun:
        round_ = replace(round_, card_out=True)
    discards = (*table.discards, *burned)
    return replace(table, round=round_, shoe=shoe, ahead=ahead, discards=discards)


def cutting_card_shown(table: Table, event: CuttingCardShown) -> Table:
    shoe = replace(table.shoe, cutting_card=None)
    return replace(table, shoe=shoe, cutting_card_at=event.box, cutting_card_back=False)


def preparation_from(stage: Stage, clause: str, offer: Rule[Cutter] | None) -> Preparation:
    """Return a preparation that starts at a stage; without an offer, no player is asked to cut."""
    if offer is None:
        return Preparation(stage, clause)
    return Preparation(stage, clause, offer.clause, offer.value)


def cutter(law: TableLaw, table: Table) -> str | None:
    """Return the player who is offered the cut now; ``None`` if a supervisor cuts.

    The preparation names the first player. The cut passes on clockwise, past those who declined,
    those who are excluded, and those who are out of a session.
    """
    preparation = table.preparation
    assert preparation is not None
    if not table.players or law.cut.dealer_cuts:
        return None
    names = [player.name for player in _clockwise_players(table)]
    start = names.index(first_cutter(table, preparation))
    out = {*preparation.declined, *table.excluded, *_players_out(table)}
    waiting = [name for name in names[start:] + names[:start] if name not in out]
    return waiting[0] if waiting else None


def _players_out(table: Table) -> tuple[str, ...]:
    """Return the players of a session who are out of it, and have left the table by that."""
    contest = table.contest
    return () if contest is None else contest.names(Standing.ELIMINATED, *REMOVED)


def no_cut_rule(law: TableLaw) -> Says:
    """Return the provision by which cards in a shuffling device are not cut."""
    return law.cut.never_cut or law.cut.not_for_shuffler


def offer_clause(law: TableLaw, table: Table) -> str:
    """Return the clause by which the cut is offered to the present candidate."""
    preparation = table.preparation
    if preparation is None:
        return law.cut.offered.clause
    player = cutter(law, table)
    if player is None:
        return law.cut.passed_on.clause
    first = first_cutter(table, preparation)
    if preparation.declined or player != first or _has_first_cutter_left(table, preparation):
        return law.cut.declined.clause
    return preparation.cut_clause


def _has_first_cutter_left(table: Table, preparation: Preparation) -> bool:
    """Return whether the player on whose box the cutting card came out has left."""
    on_box = preparation.cutter is Cutter.BOX_OF_CUTTING_CARD
    return on_box and preparation.controller not in table.players


def _clockwise_players(table: Table) -> list[Player]:
    """Return the players clockwise; at one box, seated before standing ones (reading R38).

    Players without a place come first.
    """
    return sorted(table.players.values(), key=lambda one: (_place(one), one.seat is None))


def _place(player: Player) -> int:
    return player.place or 0


def first_cutter(table: Table, preparation: Preparation) -> str:
    """Return the player to whom the cut is offered first."""
    players = _clockwise_players(table)
    match preparation.cutter:
        case Cutter.FIRST_PLAYER:
            return next(iter(table.players))
        case Cutter.LEFTMOST:
            return players[0].name
        case Cutter.BOX_OF_CUTTING_CARD:
            if preparation.controller in table.players:
                return preparation.controller
            return next((one for one in players if _place(one) >= preparation.box), players[0]).name
        case Cutter.RIGHTMOST:
            return next(one.name for one in players if one.place == players[-1].place)


def shuffle_rule(law: TableLaw, table: Table) -> Says:
    """Return the provision by which cards are shuffled, in a device or by hand."""
    return _in_shuffler(law, table.choices.device) or law.shuffle.occasions


def first_shuffle_rule(law: TableLaw, device: Device) -> Says:
    """Return the provision by which cards are shuffled before play starts."""
    return _in_shuffler(law, device) or law.shuffle.at_start


def _in_shuffler(law: TableLaw, device: Device) -> Says | None:
    return law.shuffle.at_start_in_shuffler if device is Device.SHUFFLER else None


def unlawful_shuffle(law: TableLaw, table: Table, command: ShuffleCards) -> Refused | None:
    """Refuse a shuffle by means that the rulebook does not allow at this table."""
    return _not_by_machine(law, table, command) or _not_by_hand_first(law, table, command)


def _not_by_machine(law: TableLaw, table: Table, command: ShuffleCards) -> Refused | None:
    """Refuse a shuffling machine that the rulebook does not allow, or not for this shuffle."""
    rules = law.shuffle
    if not command.machine:
        return None
    if rules.machine is None or table.choices.device is Device.SHUFFLER:
        why = "no machine shuffles for a shoe here"
        return Refused("shuffle/machine", shuffle_rule(law, table).clause, why)
    by_hand = rules.by_hand_when_directed
    if by_hand is None:
        return None
    directed = "" if rules.directed is None else rules.directed.clause
    assert table.preparation is not None
    if table.preparation.clause != directed:
        return None
    return Refused("shuffle/by-hand", by_hand.clause, "this shuffle is done by hand")


def _not_by_hand_first(law: TableLaw, table: Table, command: ShuffleCards) -> Refused | None:
    """Refuse a shuffle by hand before the device's if there is no device or no such rule."""
    rule = law.shuffle.by_hand_first
    if not command.by_hand or (rule is not None and table.choices.device is Device.SHUFFLER):
        return None
    clause = law.cut.not_for_shuffler.clause if rule is None else rule.clause
    why = "by-hand is for cards that go into a shuffling device"
    if rule is None:
        why = f"{law.title} has no shuffle by hand before the device's"
    return Refused("shuffle/no-device", clause, why)


def ask_shuffle(
    draft: TableDraft,
    clause: str,
    offer: Rule[Cutter] | None,
    *,
    box: int = 0,
    controller: str = "",
    mixes: Mix = Mix.ALL,
) -> None:
    """Ask for a shuffle and all that follows it."""
    preparation = preparation_from(Stage.SHUFFLE, clause, offer)
    preparation = replace(preparation, box=box, controller=controller, mixes=mixes)
    draft.emit(PreparationChanged(preparation, clause))


def ensure_shuffle(draft: TableDraft, clause: str) -> None:
    """Ask for a shuffle, unless a count or new cards are due, which a shuffle follows anyway."""
    preparation = draft.table.preparation
    if preparation is None or preparation.stage not in (Stage.CHECK, Stage.REPLACE):
        ask_shuffle(draft, clause, draft.law.cut.cards_replaced)


def clause_of_stage(law: TableLaw, table: Table) -> str:
    """Return the clause that demands the step now due."""
    preparation = table.preparation
    assert preparation is not None
    match preparation.stage:
        case Stage.CHECK:
            return preparation.check_clause or preparation.clause
        case Stage.REPLACE if law.wrong_cards is None:
            # No clause of its own says what follows a wrong count: the one on new cards decides.
            return law.cards.replaced_by.clause
        case Stage.REPLACE | Stage.SHUFFLE:
            return preparation.clause
        case Stage.CUT:
            return law.cut.offered.clause
        case Stage.LOAD:
            return law.cut.cutting_card_depth.clause
        case Stage.BURN:
            return preparation.burn_clause


def cutting_card_range(depth: Depth, size: int) -> tuple[int, int]:
    """Return the fewest and the most cards that may lie behind the cutting card."""
    part, whole = depth.part
    most = size * part // whole
    if depth.most_decks is not None:
        most = min(most, depth.most_decks * CARDS_PER_DECK)
    return min(depth.least_decks * CARDS_PER_DECK, most), most


def burn_rule(law: TableLaw, choices: Choices) -> Says | None:
    """Return the rule by which cards are burned after a shuffle, if there is one."""
    if choices.device is Device.SHUFFLER:
        return law.cut.burned_by_value or law.cut.burned_at_start or law.cut.burned
    return law.cut.burned


def only_to_burn(table: Table) -> bool:
    """Return whether the cards are loaded and only a burn is left to do."""
    return table.preparation is not None and table.preparation.stage is Stage.BURN


def burns_after_bets(law: TableLaw, table: Table) -> bool:
    """Return whether only a burn is left to do, and it waits until betting has closed."""
    preparation = table.preparation
    by_value = law.cut.burned_by_value
    return (
        preparation is not None
        and by_value is not None
        and preparation.burn_clause == by_value.clause
    )


def not_ready_to_deal(law: TableLaw, table: Table, deal: Says) -> Refused | None:
    """Refuse a deal at a closed table, during a round, or before the cards are ready."""
    if refused := not_open(law, table):
        return refused
    if table.round is not None:
        return Refused("deal/round-under-way", deal.clause, "a round is under way")
    if not table.first_card_out and (
        refused := outside_hours(law, table, "deal/outside-hours") or not_in_place(law, table)
    ):
        return refused
    if table.preparation is not None and not burns_after_bets(law, table):
        why = f"the cards are not ready: {table.preparation.stage.value} first"
        return Refused("deal/cards-not-ready", clause_of_stage(law, table), why)
    return None


def step_not_due(law: TableLaw, table: Table, stage: Stage, clause: str) -> Refused | None:
    """Refuse a step of the preparation that is not the one due, by the clause of the one that is.

    ``clause`` is the step's own: it decides where the cards are ready and no step is due.
    """
    preparation = table.preparation
    if preparation is not None and preparation.stage is stage:
        return None
    due = f"the next step is to {preparation.stage.value}" if preparation else "the cards are ready"
    clause = clause if preparation is None else clause_of_stage(law, table)
    return Refused(f"{stage.value}/not-due", clause, f"no {stage.value} is due: {due}")


def shuffle(draft: TableDraft, command: ShuffleCards) -> Refused | None:
    """Record a shuffle. The table knows the number of cards; only the dealer knows their order.

    A stacked shoe keeps its cards: they lie as they will come out.
    """
    table = draft.table
    law = draft.law
    clause = shuffle_rule(law, table).clause
    refused = not_the_dealer(command, clause) or step_not_due(law, table, Stage.SHUFFLE, clause)
    if refused:
        return refused
    whole = table.choices.decks * CARDS_PER_DECK
    mixes = due_mix(table)
    refused = _not_so_shuffled(law, table, command, whole) or unlawful_shuffle(law, table, command)
    if refused:
        return refused
    assert table.preparation is not None
    size, drawn, handle = whole, 0, command.handle
    # Who knows the order decides what the shoe's numbers mean: a stacked shoe goes on with its own,
    # software counts the new order from its first card, and with real cards those of the round
    # that stay out are counted as drawn.
    if table.shoe.stacked:
        size, drawn, handle = table.shoe.size, table.shoe.drawn, table.shoe.handle
        size += command.cards if table.shoe.empty else 0
    elif handle:
        size = command.cards
    elif mixes is Mix.LEFT:
        drawn = table.shoe.drawn
    elif mixes is Mix.DISCARDS:
        drawn = table.shoe.drawn - len(table.discards)
    machine = law.shuffle.machine if command.machine else None
    by_machine = "" if machine is None else machine.clause
    first = law.shuffle.by_hand_first if command.by_hand else None
    by_hand = "" if first is None else first.clause
    clause = table.preparation.clause
    draft.emit(CardsShuffled(clause, size, drawn, mixes, handle, by_machine, by_hand))
    if table.choices.device is Device.SHUFFLER:
        draft.emit(DeviceLoaded(law.cut.not_for_shuffler.clause))
        _burn_next_or_ready(draft)
    else:
        _next(draft, Stage.CUT, table.preparation.cut_clause or law.cut.offered.clause)
    return None


def _not_so_shuffled(
    law: TableLaw, table: Table, command: ShuffleCards, whole: int
) -> Refused | None:
    """Refuse an order of cards where nobody keeps one, a missing one, or a wrong number."""
    clause = law.cards.decks.clause
    if table.shoe.stacked:
        return None
    kept = table.choices.mode is Mode.AUTOMATIC and table.choices.device is Device.SHOE
    if kept != bool(command.handle):
        why = "software shuffles this table's cards and keeps their order"
        if not kept:
            why = "nobody keeps the order of this table's cards"
        return Refused("shuffle/order", clause, why)
    if kept and command.cards not in (possible := _cards_to_mix(table, whole)):
        why = f"the cards to be shuffled are {possible[-1]}, not {command.cards}"
        return Refused("shuffle/other-cards", clause, why)
    return None


def _cards_to_mix(table: Table, whole: int) -> range:
    """Return the possible numbers of cards in a shuffle: unseen burns may be uncounted."""
    match due_mix(table):
        case Mix.ALL:
            return range(whole, whole + 1)
        case Mix.DISCARDS:
            seen = sum(card is not None for card in table.discards)
            return range(seen, len(table.discards) + 1)
        case Mix.LEFT:
            return range(table.shoe.cards_left, table.shoe.cards_left + 1)


def due_mix(table: Table) -> Mix:
    """Return which cards the due shuffle mixes; between rounds, always all."""
    if table.round is None:
        return Mix.ALL
    assert table.preparation is not None
    return table.preparation.mixes


def _no_cut_due(law: TableLaw, table: Table) -> Refused | None:
    """Refuse a cut of cards that are never cut, or not now."""
    if table.choices.device is Device.SHUFFLER:
        why = "cards in a shuffling device are not cut"
        return Refused("cut/shuffling-device", no_cut_rule(law).clause, why)
    return step_not_due(law, table, Stage.CUT, law.cut.offered.clause)


def _cut_not_offered(law: TableLaw, table: Table) -> Refused:
    """Refuse the cut to a person to whom it is not offered."""
    who = cutter(law, table) or f"a {law.cut.passed_on.value.title}"
    why = f"the cut is offered to {who}"
    return Refused("cut/not-offered", offer_clause(law, table), why, (law.cut.offered.clause,))


def cut(draft: TableDraft, command: CutCards) -> Refused | None:
    """Cut the stack at the position that the person entitled to the cut names."""
    table = draft.table
    law = draft.law.cut
    if refused := _no_cut_due(draft.law, table):
        return refused
    if law.dealer_cuts and (command.player is not None or command.by is not Role.DEALER):
        return Refused("cut/dealer-only", law.declined.clause, "the dealer cuts, nobody else")
    offered = cutter(draft.law, table)
    if command.player is None:
        if refused := not_empowered(command, law.passed_on, "cut when no player does"):
            return refused
        if offered is not None:
            return Refused(
                "cut/players-first", law.passed_on.clause, f"the cut is first offered to {offered}"
            )
    elif command.player != offered:
        return _cut_not_offered(draft.law, table)
    least = least_cut(draft.law, table)
    size = stack_size(table)
    if not least <= command.position <= size - least:
        why = f"cut between card {least} and card {size - least}"
        why += ": at least a deck on either side" if law.from_either_end.value else ""
        return Refused("cut/too-near-the-end", law.from_either_end.clause, why)
    clause = law.offered.clause if law.dealer_cuts else offer_clause(draft.law, table)
    place = law.from_either_end.clause
    draft.emit(CardsCut(command.position, command.player, clause, command.by, place))
    _next(draft, Stage.LOAD, law.cutting_card_depth.clause)
    return None


def least_cut(law: TableLaw, table: Table) -> int:
    """Return how many cards must lie on each side of the cut; half of a small stack."""
    wanted = law.cut.from_either_end.value * CARDS_PER_DECK
    return max(1, min(wanted, stack_size(table) // 2))


def stack_size(table: Table) -> int:
    """Return how many cards are cut and loaded.

    For a stacked shoe that is the size of its decks: only the cards that will come out are known.
    """
    shoe = table.shoe
    if not shoe.stacked:
        return shoe.cards_left
    whole = shoe.decks * CARDS_PER_DECK
    return whole - shoe.drawn if due_mix(table) is Mix.LEFT else whole


def decline_cut(draft: TableDraft, command: DeclineCut) -> Refused | None:
    """Pass the cut on."""
    law = draft.law.cut
    if refused := _no_cut_due(draft.law, draft.table):
        return refused
    if law.dealer_cuts:
        return Refused("cut/dealer-only", law.declined.clause, "the dealer cuts, nobody else")
    if command.player != cutter(draft.law, draft.table):
        return _cut_not_offered(draft.law, draft.table)
    draft.emit(CutDeclined(command.player, law.declined.clause))
    return None


def load(draft: TableDraft, command: LoadShoe) -> Refused | None:
    """Insert the cutting card and put the stack into the shoe."""
    table = draft.table
    rule = draft.law.cut.cutting_card_depth
    if refused := not_the_dealer(command, rule.clause):
        return refused
    uncut = table.preparation is not None and table.preparation.stage is Stage.CUT
    without_cut = draft.law.cut.optional and uncut
    if not without_cut and (refused := step_not_due(draft.law, table, Stage.LOAD, rule.clause)):
        return refused
    depth = command.depth
    if depth is None:
        depth = table.choices.cutting_card_depth
    least, most = cutting_card_range(rule.value, stack_size(table))
    if depth is None or (command.depth is None and due_mix(table) is not Mix.ALL):
        depth = min(max(CARDS_PER_DECK, least), most)
    if not least <= depth <= most:
        return Refused(
            "load/depth",
            rule.clause,
            f"the cutting card goes {least} to {most} cards from the back, not {depth}",
        )
    draft.emit(ShoeLoaded(depth, rule.clause))
    _burn_next_or_ready(draft)
    return None


def burn(draft: TableDraft, command: BurnCard) -> Refused | None:
    """Burn the first card unseen, or show it and burn as many as it counts."""
    table = draft.table
    law = draft.law.cut
    burned = burn_rule(draft.law, table.choices)
    clause = (burned or law.burned_each_round or law.offered).clause
    refused = not_the_dealer(command, clause) or step_not_due(draft.law, table, Stage.BURN, clause)
    if refused:
        return refused
    assert table.preparation is not None
    clause = table.preparation.burn_clause
    if burns_after_bets(draft.law, table) and table.round is None:
        return Refused("burn/too-soon", clause, "the burn comes when betting has closed")
    by_value = law.burned_by_value is not None and law.burned_by_value.clause == clause
    first = table.ahead[0] if table.ahead else None
    card = command.card or first if by_value else command.card
    if by_value != (card is not None):
        why = f"the first card {'is shown: name it' if by_value else 'is not shown'}"
        also = () if by_value or burned is None else burned.also
        return Refused("burn/card", clause, why, also)
    if card is not None and first not in (None, card):
        return Refused("card/not-next", clause, f"the {first} lies ready and is the next card")
    unseen = 1 if card is None else card.points
    ahead = min(len(table.ahead), unseen + (card is not None))
    # Reading P31: where a round or a new machine begins with a burn, that is its first card.
    each_round = table.choices.burn_each_round and law.burned_each_round is not None
    begins = table.round is not None and (by_value or each_round)
    draft.emit(CardBurned(clause, card, unseen, ahead, begins))
    draft.emit(PreparationChanged(None, clause))
    return None


def _next(draft: TableDraft, stage: Stage, clause: str, burn_clause: str = "") -> None:
    """Enter the given stage of the preparation."""
    now = draft.table.preparation
    assert now is not None
    preparation = replace(now, stage=stage, declined=(), burn_clause=burn_clause)
    draft.emit(PreparationChanged(preparation, clause))


def _burn_next_or_ready(draft: TableDraft) -> None:
    """Enter the last stage if the rules demand a burn; else the cards are ready."""
    table = draft.table
    preparation = table.preparation
    assert preparation is not None
    rules = draft.law.cut
    burned = burn_rule(draft.law, table.choices) if table.choices.burn else None
    if table.round is not None and table.choices.burn_each_round:
        burned = rules.burned_each_round
    # In a device some rules burn only when it is first loaded, not after every shuffle.
    at_start = preparation.clause == first_shuffle_rule(draft.law, table.choices.device).clause
    once = table.choices.device is Device.SHUFFLER and burned in (
        rules.burned,
        rules.burned_at_start,
    )
    if burned is not None and due_mix(table) is Mix.ALL and (at_start or not once):
        _next(draft, Stage.BURN, burned.clause, burned.clause)
    else:
        draft.emit(PreparationChanged(None, shuffle_rule(draft.law, table).clause))


HANDLERS: dict[type[Command], Handler] = {
    **on(ShuffleCards, shuffle),
    **on(CutCards, cut),
    **on(DeclineCut, decline_cut),
    **on(LoadShoe, load),
    **on(BurnCard, burn),
}


EVOLVERS: dict[type[Event], Evolver] = {
    PreparationChanged: preparation_changed,
    CardsShuffled: cards_shuffled,
    CutDeclined: cut_declined,
    CardsCut: cards_cut,
    ShoeLoaded: shoe_loaded,
    DeviceLoaded: unchanged,
    CardBurned: card_burned,
    CuttingCardShown: cutting_card_shown,
}
