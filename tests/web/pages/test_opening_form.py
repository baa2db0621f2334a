"""The form by which a table is opened offers what the rulebook leaves open, and only that."""

import pytest

from croupier.play.engine import open_table
from croupier.rulebooks import GAMES, TableLaw
from croupier.table.events import TableOpened
from croupier.web.pages.opening_form import choices_from, fields_for, switches_for

LOW_LIMIT = "low_limit"
"""A switch that also bounds the limits and the device."""


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_everything_that_is_offered_may_be_chosen(law: TableLaw) -> None:
    usual = {field.name: field.usual for field in fields_for(law)}
    switched = {one.name: "on" for one in switches_for(law) if one.name != LOW_LIMIT}
    choices = choices_from(law, usual | switched, {})
    assert isinstance(open_table(law, choices), TableOpened)
    assert all(getattr(choices, name) for name in switched)


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_a_switch_that_is_not_sent_is_off(law: TableLaw) -> None:
    choices = choices_from(law, {field.name: field.usual for field in fields_for(law)}, {})
    assert not any(getattr(choices, one.name) for one in switches_for(law))
