"""A table to study: its law with what-ifs, the operator's choices, cards that are gone.

The command line and the Python interface describe tables in the same way, so both use this.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.errors import CroupierError
from croupier.games.blackjack.opening import open_blackjack, pay_table
from croupier.games.table.choices import Choices
from croupier.games.table.opening import with_usual_decks
from croupier.maths.blackjack.analysis import BlackjackAnalysis, BlackjackStudy
from croupier.maths.blackjack.charts import Chart
from croupier.maths.blackjack.parameters import table_of
from croupier.maths.blackjack.rounds import cards_left
from croupier.maths.whatif import changes_text, with_rules
from croupier.messages import Refused
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw

if TYPE_CHECKING:
    from croupier.maths.stud.figures import StudEdge


class StudyTable(NamedTuple):
    """A table to analyse exactly."""

    law: TableLaw
    """The law, with the what-ifs applied."""
    choices: Choices
    """The operator's choices."""
    changes: tuple[str, ...] = ()
    """The what-ifs, as they were given: ``blackjack=6:5``."""
    seen: tuple[Card, ...] = ()
    """The cards that have left the shoe; empty for a full one."""
    ante: Cents | None = None
    """The ante, which matters under a maximum payout; ``None`` for the minimum."""
    jackpot_players: int = 1
    """The number of jackpot bettors at the table."""

    def check(self) -> None:
        """Raise for an unlawful table, before anything is compiled for it."""
        if self.stud is None:
            cards_left(table_of(self.blackjack, self.choices).choices.decks, self.seen)
            return
        from croupier.maths.stud.analysis import LEAST_CARDS, check_seen
        from croupier.maths.stud.terms import stud_terms

        stud_terms(self.stud, self.choices, ante=self.ante)
        check_seen(self.seen, least=LEAST_CARDS)

    def study(self) -> BlackjackStudy:
        """Return the study of a blackjack table."""
        return BlackjackStudy(self.blackjack, self.choices, seen=self.seen)

    def figures(self, chart: Chart | None = None) -> "BlackjackAnalysis | StudEdge":
        """Return all exact figures of the table. ``chart`` is compared with best play."""
        figures: BlackjackAnalysis | StudEdge
        if self.stud is None:
            figures = self.study().analysis(chart)
        else:
            from croupier.maths.stud.figures import stud_edge

            figures = stud_edge(
                self.stud,
                self.choices,
                ante=self.ante,
                seen=self.seen,
                jackpot_players=self.jackpot_players,
            )
        return replace(figures, options=self.full_options(figures.options | self.pay_tables()))

    def pay_tables(self) -> dict[str, object]:
        """Return the pay tables in use, for optional wagers that have several."""
        bets = self.law.side_bets.kinds if isinstance(self.law, BlackjackLaw) else ()
        choices = with_usual_decks(self.law, self.choices)
        several = {bet.name: pay_table(bet, choices) for bet in bets if bet.pay_tables > 1}
        return {f"{name}-table": at + 1 for name, at in several.items() if at is not None}

    def full_options(self, options: dict[str, object]) -> dict[str, object]:
        """Return the options with the what-ifs, and the device if it is not a shoe."""
        full_options = dict(options)
        if self.choices.device is not Device.SHOE:
            full_options["device"] = self.choices.device.value
        if self.changes:
            full_options["set"] = list(self.changes)
        return full_options

    @property
    def blackjack(self) -> BlackjackLaw:
        """The law, if it is blackjack's. Raise for any other."""
        if isinstance(self.law, BlackjackLaw):
            return self.law
        raise CroupierError(f"this is for blackjack, not for {self.law.game}")

    @property
    def stud(self) -> StudLaw | None:
        """The law, if it is Caribbean Stud's; otherwise ``None``."""
        return self.law if isinstance(self.law, StudLaw) else None


def with_changes(law: TableLaw, rules: Mapping[str, str]) -> TableLaw:
    """Return the law with other values for some rules."""
    return with_rules(law, rules.items()) if rules else law


def study_table(
    law: TableLaw,
    choices: Choices,
    *,
    rules: Mapping[str, str] | None = None,
    seen: tuple[Card, ...] = (),
    ante: Cents | None = None,
    jackpot_players: int = 1,
) -> StudyTable:
    """Return a table of a law, with changed ``rules`` and without the cards ``seen``."""
    rules = rules or {}
    changed = with_changes(law, rules)
    if isinstance(changed, BlackjackLaw):
        choices = with_lawful_device(changed, choices)
    return StudyTable(changed, choices, tuple(changes_text(rules)), seen, ante, jackpot_players)


def with_lawful_device(law: BlackjackLaw, choices: Choices) -> Choices:
    """Return choices with a lawful device, and insurance against a ten if it may be offered.

    Cards come from a shoe, or from a shuffling device if only that may have this many decks.
    """
    ten = law.insurance is not None and law.insurance.ten is not None
    devices = sorted(law.equipment.devices.value, key=lambda one: one is not Device.SHOE)
    found = [replace(choices, ten_insurance=ten, device=device) for device in devices]
    lawful = (one for one in found if not isinstance(open_blackjack(law, one), Refused))
    return next(lawful, found[0])
