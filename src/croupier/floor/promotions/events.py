"""What has happened to a promotion. Its clock, notices and disputes work as a table's do."""

from croupier.floor.promotions.terms import Terms
from croupier.money import Cents, Entry
from croupier.rulebooks.promotion_law import Payment
from croupier.table.events import Event


class PromotionOpened(Event, frozen=True, tag="promotion-opened"):
    """Terms were drawn up: the first of all its events."""

    game: str
    """The game under whose rulebook it runs."""
    revision: str
    """The revision of that law."""
    terms: Terms
    """What the terms say."""


class TermsSubmitted(Event, frozen=True, tag="terms-submitted"):
    """The regulator was given the terms as they are."""

    clause: str
    """The clause that asks for it."""
    closes: tuple[int, ...] = ()
    """The notices that this closes, counted from 1; empty where it closes none."""


class TermsPublished(Event, frozen=True, tag="terms-published"):
    """The terms are available to anybody."""

    marketing: bool
    """Whether what advertises the promotion refers to them."""
    clause: str
    """The clause that asks for it."""


class PromotionStarted(Event, frozen=True, tag="promotion-started"):
    """The promotion started."""

    clause: str
    """The clause that allows promotions."""


class AmendmentApproved(Event, frozen=True, tag="amendment-approved"):
    """The regulator approved one change of the terms."""

    about: str
    """What may be changed."""
    clause: str
    """The clause that asks for the approval."""


class TermsAmended(Event, frozen=True, tag="terms-amended"):
    """The terms changed."""

    terms: Terms
    """What they say now, all of them."""
    approved: bool
    """Whether an approval was used up by it."""
    clause: str
    """The clause that says what a change needs."""


class PromotionEntered(Event, frozen=True, tag="promotion-entered"):
    """Somebody has an entry, or one more."""

    player: str
    """Who."""
    wagered: Cents
    """What was wagered for it; 0 where nothing had to be."""
    clause: str
    """The clause by which the terms say who may."""


class ScrutineerAppointed(Event, frozen=True, tag="scrutineer-appointed"):
    """Somebody oversees the draw."""

    person: str
    """Who it is."""
    clause: str
    """The clause that asks for one."""


class WinnersDrawn(Event, frozen=True, tag="winners-drawn"):
    """The draw was held."""

    winners: tuple[str, ...]
    """Who won, in the order of the prizes."""
    scrutineer: str
    """Who oversaw it; empty where nobody was nominated."""
    clauses: tuple[str, ...]
    """The clauses that govern it: how prizes are awarded, who must be there, who oversees."""


class WinnerNotified(Event, frozen=True, tag="winner-notified"):
    """A winner was notified."""

    player: str
    """Who has won."""
    method: str
    """How they were notified."""
    notice: int
    """The notice that this closes, counted from 1; 0 where the winner had already been notified."""
    late: bool
    """Whether the deadline had passed."""
    clause: str
    """The clause that allows this way."""


class PaymentChosen(Event, frozen=True, tag="payment-chosen"):
    """A winner said how to be paid."""

    player: str
    """Who."""
    prize: int
    """For which prize, counted from 1."""
    pay: Payment
    """How."""
    clause: str
    """The clause that gives the choice."""


class PrizeAwarded(Event, frozen=True, tag="prize-awarded"):
    """A prize was handed over."""

    player: str
    """To whom."""
    prize: int
    """Which, counted from 1."""
    value: Cents
    """What it is worth."""
    pay: Payment
    """How."""
    entry: Entry | None
    """The postings, from promotions to the winner; none where it was no money."""
    clause: str
    """The clause that lets it be paid so."""


class ClaimRefused(Event, frozen=True, tag="claim-refused"):
    """A claim for a prize was refused."""

    player: str
    """Who claimed."""
    value: Cents
    """What the prize is worth."""
    reason: str
    """Why it was refused."""
    name: str
    """The claimant's name; empty where the claim is small enough to go without."""
    address: str
    """And address."""
    clauses: tuple[str, ...]
    """The clauses that ask for the reason, and for what is kept."""


class ClaimantInformed(Event, frozen=True, tag="claimant-informed"):
    """A claimant was told why."""

    player: str
    """Who."""
    notice: int
    """The notice that this closes, counted from 1."""
    clause: str
    """The clause that asks for it."""


class DrawPostponed(Event, frozen=True, tag="draw-postponed"):
    """The draw waits: its integrity is in doubt."""

    reason: str
    """What is wrong."""
    clause: str
    """The clause that allows it."""


class DrawCancelled(Event, frozen=True, tag="draw-cancelled"):
    """There will be no draw."""

    reason: str
    """What is wrong."""
    clause: str
    """The clause that allows it."""


class DrawValidated(Event, frozen=True, tag="draw-validated"):
    """The draw is validated, and may be held."""

    clause: str
    """The clause that lets it go on."""
