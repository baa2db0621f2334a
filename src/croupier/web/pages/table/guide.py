"""The guide through a guest's first hand: five steps, each a sentence and a clause."""

import msgspec

from croupier.display.viewers import player_of, rank_with_article
from croupier.display.views import TableView, hand_value
from croupier.money import in_dollars
from croupier.web.http.guards import PrincipalRequest
from croupier.web.pages.table.history import signed_amount
from croupier.web.service.guest_tables import is_guest_table

GUIDE_COOKIE = "guide"
SKIPPED, PAYMENT = "off", "payment"
"""What the cookie holds: the guide was skipped, or has come to the payment."""


class GuideStep(msgspec.Struct, frozen=True):
    """A step of the guide through the first hand."""

    number: int
    """From 1 to 5."""
    sentence: str
    """What is happening, in one sentence."""
    clause: str
    """The clause that says so."""
    next: str = ""
    """What the cookie becomes by going on; empty if play itself goes on."""
    next_label: str = ""
    """The words on the button for that."""


def guide_step(view: TableView, cookie: str) -> GuideStep | None:
    """Return the step of the guide that fits what the viewer sees; ``None`` if there is none."""
    me = player_of(view.viewer)
    if cookie == SKIPPED or view.player(me) is None:
        return None
    if not view.under_way:
        return _between_rounds(view, me, cookie)
    shown = [card for card in view.dealer.cards if card is not None]
    prompt = next((one for one in view.prompts if one.player == me and one.box), None)
    hand = None if prompt is None else view.hand(prompt.box or 0, prompt.hand or 1)
    if hand is not None and shown:
        dealer = rank_with_article(shown[0])
        stands = prompt is not None and any(one.label == "stand" for one in prompt.options)
        choice = "take a card, or stand" if stands else "take a card, as you must with so little"
        words = f"You have {hand_value(hand)} and the dealer shows {dealer}: {choice}."
        return GuideStep(3, words, "10.1")
    words = "You get two cards, the dealer one; closer to 21 wins, over 21 loses."
    return GuideStep(2, words, "7.1")


def _between_rounds(view: TableView, me: str, cookie: str) -> GuideStep:
    if any(one.player == me for one in view.wagers):
        return GuideStep(2, "Press Deal: you get two cards, and the dealer one.", "7.1")
    own = [one for one in view.settled if one.player == me]
    if own and cookie != PAYMENT:
        words = "The dealer takes cards last, must draw to 16 and stands from hard 17 on."
        return GuideStep(4, words, "13.2", PAYMENT, "And the payment?")
    if own:
        net = sum(one.net for one in own)
        came = f"came to {signed_amount(net)}" if net else "came back to you"
        words = f"Your wager {came}; every payment names its rule, as here."
        return GuideStep(5, words, own[0].clause, SKIPPED, "Play on")
    least = in_dollars(view.minimum)
    return GuideStep(1, f"Click your box to lay a chip, {least} or more of play money.", "5.2")


def guide_for(request: PrincipalRequest, name: str, view: TableView) -> GuideStep | None:
    """Return the step of the guide for a viewer at a guest's table; ``None`` elsewhere."""
    if not is_guest_table(name):
        return None
    return guide_step(view, request.cookies.get(GUIDE_COOKIE, ""))
