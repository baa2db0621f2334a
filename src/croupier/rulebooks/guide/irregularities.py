"""Irregularities: what may go wrong, what is done at the table, and which clauses apply."""

from enum import Enum
from typing import NamedTuple

from croupier.rulebooks.catalogue import Provision, Rule, Says
from croupier.rulebooks.guide.comparison import Cell
from croupier.rulebooks.law.roles import Role
from croupier.rulebooks.law.table import TableLaw


class Mishap(NamedTuple):
    """Something that goes wrong."""

    title: str
    at_the_table: str
    """What people at the table do."""
    command: str
    """What is reported to croupier, by the name of the command."""
    paths: tuple[str, ...]
    """Where the law mentions it; a number may have its words after a bar."""


def remedy(law: TableLaw, mishap: Mishap) -> Cell:
    """Return what a game's law says about a mishap."""
    words: dict[str, None] = {}
    clauses: dict[str, None] = {}
    for path in mishap.paths:
        rule = rule_at(law, path)
        if rule is not None:
            phrase = path.partition("|")[2] or "{}"
            words[phrase.format(rule_in_words(rule))] = None
            clauses.update(dict.fromkeys((rule.clause, *rule.also)))
    return Cell("; ".join(words) or "–", tuple(clauses))


def rule_at(law: TableLaw, path: str) -> Provision | None:
    """Return the rule at a path in the law; ``None`` if this game has none."""
    part: object = law
    for name in path.partition("|")[0].split("."):
        part = getattr(part, name, None)
    return part if isinstance(part, Rule | Says) else None


def rule_in_words(rule: Provision) -> str:
    """Return a rule's value in words, or the text of its clause."""
    if isinstance(rule, Says):
        return rule.text
    value = rule.value
    if isinstance(value, Role):
        return f"by a {value.title}"
    if isinstance(value, Enum):
        return str(value.value).replace("-", " ")
    if isinstance(value, tuple):
        return ", ".join(role.title for role in value if isinstance(role, Role))
    return str(value)


MISHAPS = (
    Mishap(
        "A card lies face up in the shoe or device",
        "The dealer puts it into the discard rack and goes on.",
        "faced-card",
        ("irregular.stray.faced",),
    ),
    Mishap(
        "More faced cards are suspected",
        "After the round the cards left are taken out and checked.",
        "order-check",
        ("checks.suspected", "checks.on_order"),
    ),
    Mishap(
        "A card was dealt though none was due",
        "It is offered as the next card to the hand whose turn it is.",
        "draw-in-error",
        ("irregular.stray.drawn",),
    ),
    Mishap(
        "A player refuses that card",
        "The player gets no more cards this round, but must still draw where the total is too low.",
        "refuse-card",
        ("irregular.stray.refused",),
    ),
    Mishap(
        "Nobody takes that card",
        "The dealer takes it as the next card of the dealer's own hand.",
        "stand or refuse-card",
        ("irregular.stray.refused_by_all",),
    ),
    Mishap(
        "A card was burned in error",
        "Noticed before the next card came out, it is used or stays burned.",
        "burn-in-error",
        ("irregular.stray.burned", "irregular.stray.burned_late"),
    ),
    Mishap(
        "A card too many on the dealer's complete hand, face up",
        "It is taken away when the round is settled.",
        "extra-dealer-card",
        ("irregular.stray.exposed_to_dealer",),
    ),
    Mishap(
        "The same, face down",
        "Nobody looks at it.",
        "extra-dealer-card, exposed = false",
        ("irregular.stray.unseen_to_dealer",),
    ),
    Mishap(
        "A round begun without wagers",
        "The cards that were shown are burned.",
        "deal-without-wagers",
        ("irregular.stray.no_wagers",),
    ),
    Mishap(
        "A card was laid at the wrong place",
        "Cards are put back in their order as far as the error, and dealt again.",
        "reconstruct; card with box",
        ("irregular.misdeal.reconstructed",),
    ),
    Mishap(
        "It cannot be reconstructed",
        "Wagers go back.",
        "void-round, void-hand",
        (
            "irregular.misdeal.void",
            "irregular.misdeal.paid_already",
            "irregular.misdeal.paid_in_tournament",
            "irregular.misdeal.goes_on",
        ),
    ),
    Mishap(
        "The error is found when the next round has begun",
        "Later rounds are not touched.",
        "void-round with number",
        ("irregular.misdeal.found_later",),
    ),
    Mishap(
        "Optional wagers on a void hand",
        "They are paid or collected by their own cards.",
        "void-hand",
        ("irregular.misdeal.side_bets_valid",),
    ),
    Mishap(
        "A deal that was wrong, noticed before a player has handled cards",
        "All wagers are void and a new round is dealt.",
        "misdeal",
        ("irregular.misdeal", "irregular.void"),
    ),
    Mishap(
        "Cards shown by mistake",
        "One is turned over, or stays up on the dealer's hand; several void the deal.",
        "exposed-card",
        (
            "irregular.exposed",
            "irregular.exposed_to_dealer",
            "irregular.exposed_early",
            "irregular.exposed_twice|{} or more void the deal",
        ),
    ),
    Mishap(
        "A hand with too few or too many cards",
        "A player's hand is void; where it is the dealer's, the deal was wrong.",
        "wrong-count",
        ("irregular.players_count|void without {} cards", "irregular.dealers_count|misdealt"),
    ),
    Mishap(
        "A hand dealt where no ante lies",
        "Its cards are counted and go to the discard rack.",
        "stray-hand",
        ("irregular.no_ante",),
    ),
    Mishap(
        "A bet of the wrong amount",
        "It is put right or the hand folded; at the settlement it counts as far as it may.",
        "correct-bet",
        (
            "betting.wrong_bet_corrected",
            "betting.wrong_bet_folded",
            "betting.short_bet",
            "betting.long_bet",
        ),
    ),
    Mishap(
        "Players who may be sharing what they see",
        "They play first, apart from each other, or in English only.",
        "play-first, keep-apart, english-only",
        (
            "irregular.suspected",
            "irregular.play_first",
            "irregular.apart",
            "irregular.english_only",
        ),
    ),
    Mishap(
        "The jackpot's equipment fails",
        "An inspector is notified, and the game may go on without the jackpot.",
        "close-jackpot",
        ("jackpot.malfunction",),
    ),
    Mishap(
        "Too much or too little was paid",
        "It is put right, or that is tried, and large ones are reported by the month.",
        "mispayment, identify-mispaid, put-right",
        (
            "mispayments.unintended",
            "mispayments.put_right",
            "mispayments.suspected",
            "mispayments.attempt",
            "irregular.paid_back",
            "irregular.asked_back",
            "mispayments.reported|the regulator is notified of large ones",
        ),
    ),
    Mishap(
        "Too few cards to finish the round",
        "The discards are shuffled and cut, and the round goes on.",
        "shuffle, cut, load",
        ("shuffle.out_of_cards",),
    ),
    Mishap(
        "Nobody is there to decide",
        "Another player of the box decides; else the hand draws until its total is high enough.",
        "absent, fold-absent",
        ("irregular.oversight.absent|drawn to above {}", "betting.absent"),
    ),
    Mishap(
        "The cut was forgotten",
        "The round in play is finished first.",
        "overlook cut",
        ("irregular.oversight.cut",),
    ),
    Mishap(
        "The burn was forgotten",
        "Nothing is burned later.",
        "overlook burn",
        ("irregular.oversight.burn",),
    ),
    Mishap(
        "The shuffle after the cutting card was forgotten",
        "The round in play is finished first.",
        "overlook shuffle",
        ("irregular.oversight.shuffle",),
    ),
    Mishap(
        "Insurance was not offered",
        "It is offered late, where that may still be.",
        "overlook insurance, call-insurance",
        ("irregular.oversight.insurance",),
    ),
    Mishap(
        "The discards were not put into the device",
        "They wait in the rack.",
        "overlook discards",
        ("irregular.oversight.discards",),
    ),
    Mishap(
        "A card is missing, or does not belong",
        "The round is void, the cards are counted, Surveillance and an inspector are notified.",
        "wrong-cards, check-cards",
        (
            "wrong_cards.found",
            "wrong_cards.earlier_rounds",
            "wrong_cards.void|the round is void (what was paid in it: {})",
            "wrong_cards.checked",
            "wrong_cards.notified",
        ),
    ),
    Mishap(
        "The cards were dropped",
        "The dealer informs the supervisor, who verifies that all were collected.",
        "drop-cards, check-cards",
        ("checks.dropped",),
    ),
    Mishap(
        "A total was called wrongly",
        "It goes on record; what the player decided stands.",
        "miscall",
        ("play.own_count",),
    ),
    Mishap(
        "A marked or damaged card",
        "It is changed for another that has been checked.",
        "replace-card, replace-cards",
        ("checks.one_card", "cards.replaced_by"),
    ),
    Mishap(
        "The device fails, another is at hand",
        "The cards are moved, damaged ones replaced, and the game goes on.",
        "device-failure, spare = true",
        (
            "device_failure.undamaged",
            "device_failure.damaged",
            "device_failure.damaged_removed",
            "device_failure.transferred",
            "device_failure.damaged_replaced",
            "device_failure.goes_on",
        ),
    ),
    Mishap(
        "It fails to somebody's disadvantage",
        "The round ends.",
        "device-failure, harmed = true",
        ("device_failure.harmed",),
    ),
    Mishap(
        "It fails and there is no other",
        "Players may take their wagers back; the others finish from a card shoe.",
        "device-failure, take-back, stay-in",
        (
            "device_failure.no_spare",
            "device_failure.take_back",
            "device_failure.emptied",
            "device_failure.replaced",
            "device_failure.shuffled",
            "device_failure.cut|the cut is offered to the {} player",
            "device_failure.finished",
            "device_failure.from_shoe",
            "device_failure.new_cards",
            "device_failure.with_shoe",
            "device_failure.jammed",
            "device_failure.failed",
            "device_failure.void",
            "device_failure.earlier_rounds",
        ),
    ),
    Mishap(
        "A prohibited device, or another breach",
        "A supervisor may void wagers, exclude the person, have them held.",
        "sanction",
        (
            "conduct.sanctioned",
            "conduct.wagers_void",
            "conduct.excluded",
            "conduct.excluded_from_casino",
            "conduct.detained|held until an inspector or the police take over",
        ),
    ),
    Mishap(
        "The game is disrupted, or somebody cheats",
        "The outcome may be called off.",
        "invalidate-round",
        (
            "conduct.invalidated",
            "conduct.disrupted",
            "conduct.fraud",
            "conduct.impractical",
            "conduct.refunded",
        ),
    ),
    Mishap(
        "A dispute",
        "It is decided, reviewed if asked for, made final; then it may be taken further.",
        "dispute, decide-dispute, ask-review, review-dispute, close-dispute, complain",
        (
            "conduct.dispute.first",
            "conduct.dispute.review",
            "conduct.dispute.final",
            "conduct.dispute.complaint",
        ),
    ),
    Mishap(
        "Somebody asks for the rules",
        "A copy is handed over.",
        "show-rules",
        ("conduct.rules_copy",),
    ),
)
