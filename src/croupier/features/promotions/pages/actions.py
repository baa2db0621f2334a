"""What the desk may do: each action is shown with its clause and what follows, then confirmed."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.display.sentences import Sentence
from croupier.display.viewers import noun_count
from croupier.features.promotions.narration import IN_WORDS, promotion_event_sentence
from croupier.features.promotions.pages.scene import PromotionScene, entry_count
from croupier.features.promotions.rules import decide
from croupier.features.promotions.rules.awards import (
    AwardPrize,
    InformClaimant,
    LeaveUnclaimed,
    RefuseClaim,
    outstanding_wins,
)
from croupier.features.promotions.rules.draws import (
    AppointScrutineer,
    DrawWinners,
    EnterPromotion,
    NotifyWinner,
    WinnersDrawn,
    eligible_tickets,
)
from croupier.features.promotions.rules.integrity import CancelDraw, PostponeDraw, ValidateDraw
from croupier.features.promotions.rules.publication import (
    ApproveAmendment,
    PublishTerms,
    StartPromotion,
    SubmitTerms,
)
from croupier.features.promotions.rules.state import PromotionStage
from croupier.games.table.disputes import RAISED, DecideDispute
from croupier.games.table.notices import AcknowledgeNotice, NoticeGiven
from croupier.messages import ClockMoved, Command, Event, Refused
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import AfterStart, Payment, PromotionLaw
from croupier.web.auth.command_roles import command_name, power
from croupier.web.auth.permissions import Principal, is_permitted
from croupier.web.pages.staff_forms import StaffField
from croupier.web.pages.table.forms import MisreadError, read_amount, read_number

DRAFT, SUBMITTED, RUNNING = (
    PromotionStage.DRAFT,
    PromotionStage.SUBMITTED,
    PromotionStage.RUNNING,
)
POSTPONED, DRAWN, CANCELLED = (
    PromotionStage.POSTPONED,
    PromotionStage.DRAWN,
    PromotionStage.CANCELLED,
)
BEFORE = (DRAFT, SUBMITTED)
LIVE = (*BEFORE, RUNNING, POSTPONED, DRAWN)
EVER = tuple(PromotionStage)
PRESENT = "present-"
"""How the field for a player's presence at the draw begins."""


class DeskAction(msgspec.Struct, frozen=True):
    """A command that the desk may give."""

    kind: type[Command]
    """The command."""
    label: str
    """What it is called."""
    stages: tuple[PromotionStage, ...]
    """When it may make sense."""
    about: str
    """What it is for, in a sentence."""
    clause: Callable[[PromotionLaw], str]
    """The clause behind it."""

    @property
    def name(self) -> str:
        """Its wire name."""
        return command_name(self.kind)


ACTIONS = (
    DeskAction(
        SubmitTerms,
        "Submit the terms to the regulator",
        (*BEFORE, RUNNING, DRAWN),
        "The regulator must have the terms, as they are, long enough before the start.",
        lambda law: law.submitted_hours.clause,
    ),
    DeskAction(
        PublishTerms,
        "Publish the terms",
        LIVE,
        "From then on anybody can read them, and marketing refers to them.",
        lambda law: law.published.clause,
    ),
    DeskAction(
        StartPromotion,
        "Start the promotion",
        BEFORE,
        "Entries begin. The house commits itself to the seed of the draw.",
        lambda law: law.offered.clause,
    ),
    DeskAction(
        ApproveAmendment,
        "Approve a change of the terms",
        (RUNNING, POSTPONED, DRAWN),
        "After the start, terms change only with the regulator's approval.",
        lambda law: law.amended.clause,
    ),
    DeskAction(
        EnterPromotion,
        "Enter a player",
        (RUNNING, POSTPONED),
        "A player may have several entries. Each has a number, which its holder can see.",
        lambda law: law.statements["eligibility"].clause,
    ),
    DeskAction(
        AppointScrutineer,
        "Appoint the scrutineer",
        (*BEFORE, RUNNING, POSTPONED),
        "A draw for a large prize is overseen. The scrutineer is named in its record.",
        lambda law: law.scrutineer.clause,
    ),
    DeskAction(
        DrawWinners,
        "Hold the draw",
        (RUNNING,),
        "One entry is drawn for each prize. It cannot be repeated.",
        lambda law: law.statements["manner"].clause,
    ),
    DeskAction(
        NotifyWinner,
        "Record that a winner was notified",
        (DRAWN,),
        "Winners who need not be present are notified in time, in one of these ways.",
        lambda law: law.notified_hours.clause,
    ),
    DeskAction(
        AwardPrize,
        "Award a prize",
        (DRAWN,),
        "The prize is handed over, and the record says how.",
        lambda law: law.statements["award"].clause,
    ),
    DeskAction(
        LeaveUnclaimed,
        "Record a prize as unclaimed",
        (DRAWN,),
        "For a winner who was notified and did not claim it as the terms require.",
        lambda law: law.statements["claim"].clause,
    ),
    DeskAction(
        RefuseClaim,
        "Refuse a claim",
        EVER,
        "Whoever is refused is given the reason. Of larger claims, name and address are kept.",
        lambda law: law.claimant_told.clause,
    ),
    DeskAction(
        InformClaimant,
        "Record that a claimant was given the reason",
        EVER,
        "As soon as practicable after the refusal.",
        lambda law: law.claimant_told.clause,
    ),
    DeskAction(
        PostponeDraw,
        "Postpone the draw",
        (*BEFORE, RUNNING, DRAWN),
        "If the promotion or its draw is compromised, nothing goes on until it is validated.",
        lambda law: law.compromised_hours.clause,
    ),
    DeskAction(
        ValidateDraw,
        "Validate the draw",
        (POSTPONED,),
        "The doubt is settled, and the promotion goes on where it stood.",
        lambda law: law.compromised_hours.clause,
    ),
    DeskAction(
        CancelDraw,
        "Cancel the draw",
        LIVE,
        "Nothing is drawn or awarded any more. This cannot be undone.",
        lambda law: law.compromised_hours.clause,
    ),
    DeskAction(
        DecideDispute,
        "Decide a dispute",
        EVER,
        "The decision is final, and the person is informed of the right to complain.",
        lambda law: law.dispute.clause,
    ),
    DeskAction(
        AcknowledgeNotice,
        "Acknowledge a notice",
        EVER,
        "The inspector confirms having been notified.",
        lambda law: law.compromised_hours.clause,
    ),
)
"""What the desk may do, in the order in which a promotion goes on."""
ONLY: dict[type[Command], Role] = {
    ApproveAmendment: Role.REGULATOR,
    AcknowledgeNotice: Role.INSPECTOR,
}
"""The actions that the rules leave to one role alone."""
NO_FIELDS = ("by", "at", "winners", "present", "proof", "commitment")
"""The fields that nobody fills in: they are given, or follow from others."""
LABELS = {
    "marketing": "Marketing refers to them",
    "wagered": "Wagered for it, in dollars",
    "eligible": "The player meets the terms",
    "word": "A word called out in the room, if somebody does",
    "method": "How",
    "pay": "How it is handed over",
    "value": "What the prize is worth, in dollars",
    "name": "The claimant's name",
    "address": "The claimant's address",
    "about": "What may be changed",
    "person": "Name or staff number",
}
"""The labels of fields whose names say too little."""
HINTS = {
    "word": "It is mixed into the draw: then nobody could know the numbers beforehand.",
    "wagered": "0 if nothing had to be wagered.",
    "address": "Name and address are needed for larger claims only.",
    "player": "As they sign in.",
}


# ---------------------------------------------------------------------------------- who may do what


def action_of(name: str) -> DeskAction | None:
    """Return an action by its wire name; ``None`` if there is none."""
    return next((one for one in ACTIONS if one.name == name), None)


def may_do(principal: Principal, scene: PromotionScene, kind: type[Command]) -> bool:
    """Return whether the principal has a role in which the rules accept this command."""
    roles = {ONLY[kind]} if kind in ONLY else power(scene.law, kind, live=False).roles
    return is_permitted(principal, "promotion.command") and bool(roles & principal.roles)


def actions_for(scene: PromotionScene, principal: Principal) -> tuple[DeskAction, ...]:
    """Return the actions that the principal may do and that make sense now."""
    return tuple(
        one
        for one in ACTIONS
        if scene.promotion.stage in one.stages
        and may_do(principal, scene, one.kind)
        and _applies(scene, one)
    )


def _applies(scene: PromotionScene, action: DeskAction) -> bool:
    """Return whether an action has something to act on now."""
    if action.kind is SubmitTerms and scene.promotion.with_regulator:
        return False
    if action.kind is PublishTerms and scene.promotion.marketed:
        return False
    if action.kind is ApproveAmendment:
        return scene.rules.amended.value is AfterStart.APPROVAL
    fields = fields_of(action, scene)
    return all(one.options for one in fields if one.widget == "choice")


# ------------------------------------------------------------------------------------------- fields


def fields_of(action: DeskAction, scene: PromotionScene) -> tuple[StaffField, ...]:
    """Return the fields that the desk fills in for an action."""
    found = []
    for field in msgspec.structs.fields(action.kind):
        name = field.name
        if name in NO_FIELDS or (name == "word" and not scene.promotion.commitment):
            continue
        if action.kind is DecideDispute and name == "person":
            continue
        options = _options(name, action, scene)
        label = LABELS.get(name, name.replace("_", " ").capitalize())
        widget = "choice" if options is not None else _widget(name)
        hint = "" if options is not None else HINTS.get(name, "")
        usual = "yes" if field.type is bool and field.default is True else ""
        found.append(StaffField(name, label, widget, options or (), hint, usual=usual))
    if action.kind is DrawWinners and scene.promotion.terms.presence_required:
        found += [
            StaffField(f"{PRESENT}{player}", f"{scene.who(player)} is present", "tick")
            for player in dict.fromkeys(one.player for one in scene.promotion.tickets)
        ]
    return tuple(found)


def _widget(name: str) -> str:
    kinds = {
        "marketing": "tick",
        "eligible": "tick",
        "wagered": "amount",
        "value": "amount",
        "reason": "lines",
        "address": "lines",
        "outcome": "lines",
    }
    return kinds.get(name, "text")


def _options(
    name: str, action: DeskAction, scene: PromotionScene
) -> tuple[tuple[str, str], ...] | None:
    """Return the choices of a field; ``None`` if anything may be written."""
    promotion, rules = scene.promotion, scene.rules
    match name:
        case "player" if action.kind not in (EnterPromotion, RefuseClaim):
            return tuple((one, scene.who(one)) for one in _people(action.kind, scene))
        case "method":
            return tuple((key, says.text) for key, says in rules.methods.items())
        case "pay":
            return tuple((one.value, IN_WORDS[one]) for one in Payment if _is_paid(rules, one))
        case "dispute":
            return tuple(
                (str(number), f"{scene.who(one.player)}: {one.about}")
                for number, one in enumerate(promotion.disputes, 1)
                if one.step == RAISED
            )
        case "notice":
            return tuple(
                (str(number), f"{number}: {one.about}")
                for number, one in promotion.open_notices().items()
                if one.whom is Role.INSPECTOR
            )
    return None


def _people(kind: type[Command], scene: PromotionScene) -> Iterable[str]:
    """Return the players whom an action may concern."""
    promotion, rules = scene.promotion, scene.rules
    winners = dict.fromkeys(one.player for one in promotion.wins)
    if kind is InformClaimant:
        return dict.fromkeys(
            one.player
            for one in promotion.open_notices().values()
            if one.player is not None and one.clause == rules.claimant_told.clause
        )
    if kind in (AwardPrize, LeaveUnclaimed):
        fresh = kind is AwardPrize
        return [
            player
            for player in winners
            if any(fresh or not one.unclaimed for one in outstanding_wins(promotion, player))
        ]
    return winners


def _is_paid(rules: PromotionLaw, pay: Payment) -> bool:
    """Return whether the rulebook lets any prize be handed over in this way."""
    return rules.never_paid is None or pay not in rules.never_paid.value


def read_action(
    action: DeskAction,
    scene: PromotionScene,
    form: dict[str, str],
    role: Role,
    players: dict[str, str],
) -> Command:
    """Return the command that a form asks for, in a role. Raise if it cannot be read.

    ``players`` are the ids of players by what the desk may type for them.
    """
    values: dict[str, Any] = {}
    for field in fields_of(action, scene):
        given = form.get(field.name, "").strip()
        if field.name.startswith(PRESENT):
            continue
        if field.widget == "tick":
            values[field.name] = bool(given)
        elif field.widget == "amount":
            values[field.name] = read_amount(given or "0")
        elif field.widget == "choice":
            values[field.name] = _read_choice(field, given)
        elif field.name == "player":
            values[field.name] = _read_player(given, players)
        else:
            values[field.name] = given
    if action.kind is DrawWinners:
        present = [key.removeprefix(PRESENT) for key in form if key.startswith(PRESENT)]
        values["present"] = tuple(present)
    return action.kind(**values, by=role)


def _read_choice(field: StaffField, given: str) -> object:
    if given not in dict(field.options):
        raise MisreadError(f"choose {field.label.lower()} from the list")
    if field.name in ("dispute", "notice"):
        return read_number(given, 100_000)
    return Payment(given) if field.name == "pay" else given


def _read_player(given: str, players: dict[str, str]) -> str:
    found = players.get(given.casefold())
    if found is None:
        raise MisreadError(
            f"there is no player {given!r}: write the name with which they sign in"
            if given
            else "write the name with which the player signs in"
        )
    return found


# ------------------------------------------------------------------------------------ what follows


def preview_action(scene: PromotionScene, command: Command) -> tuple[Sentence, ...] | Refused:
    """Return what a command would lead to now, or its refusal; nothing happens."""
    promotion = scene.promotion
    at = scene.now if promotion.clock is None else max(scene.now, promotion.clock)
    command = replace(command, at=at)
    if isinstance(command, StartPromotion):
        command = replace(command, commitment="0")
    if isinstance(command, DrawWinners):
        tickets = eligible_tickets(promotion, command.present)[: len(scene.prizes)]
        command = replace(command, winners=tuple(one.player for one in tickets))
    answer = decide(scene.rules, promotion, command)
    if isinstance(answer, Refused):
        return answer
    return tuple(_consequences(scene, answer, at))


def event_words(scene: PromotionScene, event: Event, at: datetime) -> Sentence:
    """Return an event as the desk reads it: people by their names, times by the clock.

    ``at`` is when it happened, or would happen.
    """
    match event:
        case NoticeGiven(whom=Role.PLAYER, player=player, clause=clause, deadline=deadline) if (
            deadline is not None and player is not None
        ):
            text = f"{scene.who(player)} must be notified by {scene.when(deadline)}"
            return Sentence(text, (clause,))
        case NoticeGiven(whom=whom, about=about, deadline=deadline, clause=clause):
            by = "at once"
            if deadline is not None and deadline > at:
                by = f"by {scene.when(deadline)}"
            who = f"{whom.one[:1].upper()}{whom.one[1:]}"
            return Sentence(scene.with_names(f"{who} must be notified {by}: {about}"), (clause,))
    sentence = promotion_event_sentence(event)
    return replace(sentence, text=scene.with_names(sentence.text))


def _consequences(
    scene: PromotionScene, events: Iterable[Event], at: datetime
) -> Iterable[Sentence]:
    for event in events:
        match event:
            case ClockMoved():
                continue
            case WinnersDrawn(winners=winners, scrutineer=person, clauses=clauses):
                drawn = noun_count(len(winners), "winner")
                text = f"{drawn} will be drawn by lot from {entry_count(scene.promotion)}"
                yield Sentence(text + (f"; {person} oversees it" if person else ""), clauses)
            case NoticeGiven(whom=Role.PLAYER, clause=clause, deadline=deadline) if deadline:
                # Who wins is not known before the draw.
                text = f"A winner must be notified by {scene.when(deadline)}"
                yield Sentence(text, (clause,))
            case _:
                yield event_words(scene, event, at)
