"""People's accounts: duties are kept apart, exclusions only grow, higher limits wait."""

from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import combinations

import pytest

from croupier.house import people
from croupier.house.people import (
    NOBODY,
    Answer,
    PasswordSet,
    Person,
    PersonRegistered,
    PersonSuspended,
    RoleGranted,
    RoleWithdrawn,
    SignedIn,
    TokenIssued,
    TokenRevoked,
    evolve,
)
from croupier.messages import Refused
from croupier.rulebooks import Role

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
APART = {Role.PLAYER, Role.ADMINISTRATOR, Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR}


def person(*roles: Role) -> Person:
    return evolve(NOBODY, PersonRegistered("p1", roles))


def after(one: Person, answer: Answer) -> Person:
    assert not isinstance(answer, Refused), answer
    return reduce(evolve, answer, one)


def code(answer: Answer | Refused | None) -> str:
    assert isinstance(answer, Refused), answer
    assert answer.why.strip()
    return answer.code


@pytest.mark.parametrize(("one", "other"), [*combinations(Role, 2)])
def test_duties_are_kept_apart(one: Role, other: Role) -> None:
    refused = people.roles_together(frozenset({one, other}))
    if {one, other} & APART:
        assert code(refused) == "person/duties"
    elif Role.TOURNAMENT_MANAGER in (one, other):
        assert refused is None
    else:
        assert code(refused) == "person/one-place"


@pytest.mark.parametrize("role", Role)
def test_any_role_may_be_somebodys_only_one(role: Role) -> None:
    assert people.roles_together(frozenset({role})) is None


def test_an_account_with_duties_that_do_not_go_together_is_never_made() -> None:
    both = frozenset({Role.PLAYER, Role.DEALER})
    assert code(people.register("p1", both)) == "person/duties"
    assert people.register("p1", frozenset({Role.DEALER})) == (
        PersonRegistered("p1", (Role.DEALER,)),
    )


def test_a_role_is_granted_and_withdrawn_by_somebody_else() -> None:
    dealer = person(Role.DEALER)
    assert code(people.grant(dealer, Role.TOURNAMENT_MANAGER, "p1")) == "person/themselves"
    assert code(people.withdraw(dealer, Role.DEALER, "p1")) == "person/themselves"
    assert code(people.grant(dealer, Role.DEALER, "p2")) == "person/has-role"
    assert code(people.grant(dealer, Role.PLAYER, "p2")) == "person/duties"
    assert code(people.withdraw(dealer, Role.PLAYER, "p2")) == "person/lacks-role"
    both = after(dealer, people.grant(dealer, Role.TOURNAMENT_MANAGER, "p2"))
    assert both.roles == {Role.DEALER, Role.TOURNAMENT_MANAGER}
    assert after(both, people.withdraw(both, Role.DEALER, "p2")).roles == {Role.TOURNAMENT_MANAGER}


def test_what_changes_rights_ends_sessions() -> None:
    one = person(Role.PLAYER)
    assert one.rights == 0
    signed_in = evolve(one, SignedIn("p1"))
    assert signed_in.rights == 0
    for event in (
        RoleGranted("p1", Role.DEALER),
        RoleWithdrawn("p1", Role.PLAYER),
        PersonSuspended("p1", "why"),
        PasswordSet("p1"),
    ):
        assert evolve(signed_in, event).rights == 3


def test_an_account_is_closed_with_a_reason_and_opened_again() -> None:
    one = person(Role.PLAYER)
    assert code(people.suspend(one, "  ", "p2")) == "person/no-reason"
    assert code(people.suspend(one, "a doubt", "p1")) == "person/themselves"
    assert people.close(one) == (PersonSuspended("p1", people.CLOSED_BY_OWNER),)
    assert code(people.reinstate(one)) == "person/not-suspended"
    closed = after(one, people.suspend(one, " a doubt ", "p2"))
    assert closed.suspended == "a doubt"
    assert (one.is_admitted, closed.is_admitted, Person(id="p9").is_admitted) == (
        True,
        False,
        False,
    )
    assert code(people.suspend(closed, "another", "p2")) == "person/suspended"
    assert not after(closed, people.reinstate(closed)).suspended


def test_an_exclusion_is_made_longer_and_never_shorter() -> None:
    one = person(Role.PLAYER)
    assert people.refuse_play(one, NOON) is None
    hours = NOON + timedelta(hours=23)
    assert code(people.exclude(one, hours, NOON)) == "exclusion/too-short"
    assert code(people.exclude(person(Role.DEALER), None, NOON)) == "exclusion/no-player"
    day = after(one, people.exclude(one, NOON + DAY, NOON))
    assert (day.is_kept_out(NOON + DAY - SECOND), day.is_kept_out(NOON + DAY)) == (True, False)
    out = after(one, people.exclude(one, NOON + 7 * DAY, NOON))
    assert code(people.refuse_play(out, NOON)) == "exclusion/holds"
    assert code(people.exclude(out, NOON + 6 * DAY, NOON)) == "exclusion/shorter"
    assert people.refuse_play(out, NOON + 7 * DAY) is None
    same = after(out, people.exclude(out, NOON + 7 * DAY, NOON))
    assert same.excluded_until == NOON + 7 * DAY
    for_good = after(out, people.exclude(out, None, NOON))
    assert code(people.refuse_play(for_good, NOON + 9999 * DAY)) == "exclusion/holds"
    assert code(people.exclude(for_good, NOON + 99 * DAY, NOON)) == "exclusion/shorter"


def test_a_reminder_comes_after_some_minutes() -> None:
    one = person(Role.PLAYER)
    assert code(people.set_reminder(person(Role.DEALER), 30)) == "reminder/no-player"
    assert code(people.set_reminder(one, -1)) == "reminder/minutes"
    assert code(people.set_reminder(one, 1441)) == "reminder/minutes"
    for minutes in (0, 1, 30, 1440):
        assert after(one, people.set_reminder(one, minutes)).reminder_minutes == minutes


def test_a_limit_is_lower_at_once_and_higher_a_day_later() -> None:
    one = person(Role.PLAYER)
    first = after(one, people.set_limit(one, "loss", 100_00, NOON))
    assert first.loss_limit.at(NOON) == 100_00
    lower = after(first, people.set_limit(first, "loss", 50_00, NOON))
    assert lower.loss_limit.at(NOON) == 50_00
    higher = after(lower, people.set_limit(lower, "loss", 200_00, NOON))
    soon = NOON + timedelta(hours=3)
    assert higher.loss_limit.at(soon) == 50_00
    more = after(higher, people.set_limit(higher, "loss", 300_00, soon))
    assert more.loss_limit.at(NOON + DAY) == 50_00
    assert more.loss_limit.at(soon + DAY) == 300_00
    none = after(more, people.set_limit(more, "loss", None, soon + DAY))
    assert none.loss_limit.at(soon + DAY) == 300_00
    assert none.loss_limit.at(soon + 2 * DAY) is None


def test_a_limit_that_is_none_is_refused() -> None:
    one = person(Role.PLAYER)
    assert code(people.set_limit(person(Role.DEALER), "loss", 5, NOON)) == "play-limit/no-player"
    assert code(people.set_limit(one, "luck", 5, NOON)) == "play-limit/kind"
    assert code(people.set_limit(one, "loss", 0, NOON)) == "play-limit/amount"


def test_a_limit_of_a_cent_is_one_and_the_same_again_holds_at_once() -> None:
    one = person(Role.PLAYER)
    least = after(one, people.set_limit(one, "loss", 1, NOON))
    assert least.loss_limit.at(NOON) == 1
    again = after(least, people.set_limit(least, "loss", 1, NOON))
    assert again.loss_limit.effective == NOON
    never = after(one, people.set_limit(one, "loss", None, NOON))
    assert (never.loss_limit.effective, never.loss_limit.at(NOON)) == (NOON, None)


def test_who_has_set_no_limit_is_held_to_none() -> None:
    one = person(Role.PLAYER)
    assert people.over_loss_limit(one, 10**9, 10**9, NOON) is None
    assert people.over_deposit_limit(one, 10**9, 10**9, NOON) is None
    assert people.beyond_loss_limit(one, 10**9, NOON) is None


def test_who_brought_more_than_a_new_limit_wagers_no_more() -> None:
    one = person(Role.PLAYER)
    one = after(one, people.set_limit(one, "loss", 100_00, NOON))
    assert people.beyond_loss_limit(one, 100_00, NOON) is None
    refused = people.beyond_loss_limit(one, 100_01, NOON)
    assert code(refused) == "play-limit/loss"
    assert refused is not None
    assert "$0.01 more" in refused.why


def test_limits_hold_for_what_is_lost_and_brought_at_all_tables() -> None:
    one = person(Role.PLAYER)
    one = after(one, people.set_limit(one, "loss", 100_00, NOON))
    one = after(one, people.set_limit(one, "deposit", 500_00, NOON))
    assert people.over_loss_limit(one, 40_00, 60_00, NOON) is None
    refused = people.over_loss_limit(one, 40_01, 60_00, NOON)
    assert code(refused) == "play-limit/loss"
    assert refused is not None
    assert "$40" in refused.why
    assert people.over_loss_limit(one, 150_00, -50_00, NOON) is None
    assert people.over_deposit_limit(one, 500_00, 0, NOON) is None
    for deposited, left in ((200_00, "$300 "), (500_00, "$0 "), (600_00, "$0 ")):
        refused = people.over_deposit_limit(one, 300_01, deposited, NOON)
        assert code(refused) == "play-limit/deposit"
        assert refused is not None
        assert left in refused.why


def test_tokens_are_known_until_they_are_revoked() -> None:
    one = evolve(person(Role.PLAYER), TokenIssued("p1", "t1", ("read",), NOON))
    assert one.tokens == {"t1"}
    both = evolve(one, TokenIssued("p1", "t2", ("read",), NOON))
    assert both.tokens == {"t1", "t2"}
    assert evolve(both, TokenRevoked("p1", "t1")).tokens == {"t2"}


def test_a_new_account_is_open_and_plain() -> None:
    one = person(Role.PLAYER)
    assert (one.suspended, one.excluded, one.second_factor) == ("", False, False)
    assert (one.plays, one.is_admitted, one.is_kept_out(NOON)) == (True, True, False)
    assert (one.reminder_minutes, one.rights, one.version) == (0, 0, 1)
    assert PasswordSet("p1").one_time is False
