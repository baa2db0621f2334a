"""The terms of a promotion in plain sentences, each with the clauses behind it."""

from collections.abc import Iterator

import msgspec

from croupier.features.promotions.pages.scene import PromotionScene, prize_words
from croupier.features.promotions.rules.state import PromotionStage
from croupier.features.promotions.rules.terms import Earning, scrutineer_reason
from croupier.money import in_dollars
from croupier.rulebooks.law.promotions import PrizeKind


class PlainTerm(msgspec.Struct, frozen=True):
    """A few terms that belong together, in one or two sentences."""

    term: str
    """What they are about: ``Who may enter``."""
    text: str
    """What they say; empty if the terms leave it out."""
    clauses: tuple[str, ...]
    """The clauses behind them."""


def plain_terms(scene: PromotionScene) -> tuple[PlainTerm, ...]:
    """Return the terms as people would say them, in the order in which they matter."""
    return tuple(_statements(scene))


def _statements(scene: PromotionScene) -> Iterator[PlainTerm]:
    terms, rules = scene.promotion.terms, scene.rules

    def plain_term(
        term: str, text: str | None, *names: str, also: tuple[str, ...] = ()
    ) -> PlainTerm:
        clauses = (*(rules.statements[name].clause for name in names), *also)
        return PlainTerm(term, _sentence(text), tuple(dict.fromkeys(clauses)))

    yield plain_term("How it is won", _manner(scene), "manner")
    yield plain_term("When and where", _award(scene), "award", "draw")
    yield plain_term("Who may enter", terms.eligibility, "eligibility")
    yield plain_term("For an entry", entry_words(scene), "minimum-wager")
    yield plain_term("What it is", terms.nature, "nature")
    yield plain_term("Starts", scene.when(terms.starts), "starts")
    yield plain_term("Entries close", scene.when(terms.entries_close), "entries-close")
    yield plain_term("To claim", _claim(scene), "claim", "presence-required")
    yield plain_term(
        "Winners are notified",
        _notification(scene),
        "notification",
        also=(rules.notified_hours.clause,),
    )
    yield plain_term("Results", terms.publication, "publication")
    yield PlainTerm("Payment", _sentence(_payment(scene)), _payment_clauses(scene))
    if why := scrutineer_reason(rules, terms):
        text = f"A scrutineer oversees the draw, because {why}"
        yield PlainTerm("Overseen", _sentence(text), (rules.scrutineer.clause,))
    final = "The house decides, for good. If you are not satisfied, you may go to an inspector"
    clauses = (rules.dispute.clause, rules.complaint.clause)
    yield PlainTerm("Disputes", _sentence(final), tuple(dict.fromkeys(clauses)))


def _sentence(text: str | None) -> str:
    """Return a text that begins with a capital and ends with a full stop; empty for none."""
    words = (text or "").strip().rstrip(".")
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _manner(scene: PromotionScene) -> str:
    said, prizes = scene.promotion.terms.manner or "", len(scene.prizes)
    if not said:
        return ""
    if said.strip().lower() != "draw":
        return said
    each = (
        "one entry is drawn for the prize" if prizes == 1 else "one entry is drawn for each prize"
    )
    return f"by a draw: {each}, and an entry wins once"


def _award(scene: PromotionScene) -> str:
    terms = scene.promotion.terms
    parts = [scene.when(terms.draw), terms.award or ""]
    return ", ".join(one for one in parts if one)


def entry_words(scene: PromotionScene) -> str:
    """Return what gives an entry."""
    terms = scene.promotion.terms
    match terms.earned_by:
        case Earning(wager=wager, hand=hand):
            kind = hand.replace("-", " ")
            earned = f"each {kind}" if hand else "each settled wager"
            least = f" of {in_dollars(wager)} or more" if wager and not hand else ""
            least = f" with a wager of {in_dollars(wager)} or more" if wager and hand else least
            return f"{earned}{least} at {scene.law.title} gives one, by itself"
    if terms.minimum_wager is None:
        return ""
    if terms.minimum_wager:
        return f"a wager of {in_dollars(terms.minimum_wager)} or more; the desk enters you"
    return "no wager is needed; the desk enters you"


def _claim(scene: PromotionScene) -> str:
    terms = scene.promotion.terms
    if terms.presence_required is None or not terms.claim:
        return terms.claim or ""
    there = "you must be present" if terms.presence_required else "you need not be present"
    return f"{terms.claim}; {there} at the draw"


def _notification(scene: PromotionScene) -> str:
    terms = scene.promotion.terms
    if not terms.notification or terms.presence_required:
        return terms.notification or ""
    return f"{terms.notification}, within {scene.rules.notified_hours.value} hours of the draw"


def _payment(scene: PromotionScene) -> str:
    terms, rules = scene.promotion.terms, scene.rules
    parts = [f"handed over by: {terms.disbursement}" if terms.disbursement else ""]
    if any(one.kind is not PrizeKind.CASH for one in scene.prizes):
        parts.append("money instead of a prize is not given")
        if terms.cash_alternative or not rules.alternative_stated.value:
            parts[-1] = "you may take money instead of a prize that is not money"
    if rules.winners_choice is not None:
        over = in_dollars(rules.winners_choice.value)
        parts.append(f"of a cash prize over {over} the winner says how it is paid")
    return "; ".join(one for one in parts if one)


def _payment_clauses(scene: PromotionScene) -> tuple[str, ...]:
    rules = scene.rules
    choice = () if rules.winners_choice is None else (rules.winners_choice.clause,)
    return tuple(dict.fromkeys((rules.no_alternative.clause, *choice)))


STAGES = {
    PromotionStage.DRAFT: "draft",
    PromotionStage.SUBMITTED: "with the regulator",
    PromotionStage.RUNNING: "running",
    PromotionStage.POSTPONED: "draw postponed",
    PromotionStage.DRAWN: "drawn",
    PromotionStage.CANCELLED: "draw cancelled",
}


def stage_words(scene: PromotionScene) -> str:
    """Return how far a promotion has come, in a few words."""
    promotion, terms = scene.promotion, scene.promotion.terms
    if promotion.stage is PromotionStage.RUNNING and terms.entries_close is not None:
        return "entries are open" if scene.now <= terms.entries_close else "waits for the draw"
    if promotion.stage is PromotionStage.SUBMITTED and promotion.published and not scene.staff:
        return "not started yet"
    return STAGES[promotion.stage]


def prize_list(scene: PromotionScene) -> tuple[str, ...]:
    """Return the prizes in words, in the order in which they are drawn."""
    return tuple(prize_words(one) for one in scene.prizes)
