"""Exclusions, limits and reminders at the tables: they hold at all of them together."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier.house.accounts import Deposited
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role
from tests.web.auth.house import Browser, House, opened_house

ONE, OTHER = "star-blackjack-1", "perth-blackjack-1"


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[House]:
    with opened_house(tmp_path, empty=False) as house:
        yield house


def asked(browser: Browser, table: str, command: str, **fields: Any) -> tuple[int, str]:
    answer = browser.ask("POST", f"/api/tables/{table}/commands", {"command": command, **fields})
    return answer.status_code, answer.json().get("code", "")


def done(browser: Browser, table: str, command: str, **fields: Any) -> None:
    assert asked(browser, table, command, **fields) == (200, "")


def test_who_is_excluded_sits_wagers_and_buys_nowhere(casino: House) -> None:
    ann = casino.player("ann")
    done(ann, ONE, "buy-in", amount=100_00)
    until = (datetime.now(UTC) + timedelta(days=7)).isoformat()
    ann.done("PUT", "/api/people/me/exclusion", {"until": until})
    for command, fields in (
        ("sit", {"box": 1}),
        ("wager", {"box": 1, "amount": 25_00}),
        ("buy-in", {"amount": 100_00}),
    ):
        for table in (ONE, OTHER):
            assert asked(ann, table, command, **fields) == (409, "exclusion/holds")
    done(ann, ONE, "leave")


def test_a_loss_limit_holds_at_all_tables_together(casino: House) -> None:
    ann = casino.player("ann")
    ann.done("PUT", "/api/people/me/limits/loss", {"amount": 150_00})
    done(ann, ONE, "buy-in", amount=100_00)
    assert asked(ann, OTHER, "buy-in", amount=100_00) == (409, "play-limit/loss")
    done(ann, OTHER, "buy-in", amount=50_00)
    assert asked(ann, ONE, "buy-in", amount=5_00) == (409, "play-limit/loss")
    done(ann, OTHER, "leave")
    done(ann, ONE, "buy-in", amount=50_00)
    casino.clock.pass_by(86_400)
    ann = casino.sign_in("ann")
    done(ann, ONE, "buy-in", amount=150_00)


def test_a_loss_limit_binds_chips_that_are_at_a_table_already(casino: House) -> None:
    ann = casino.player("ann")
    done(ann, ONE, "buy-in", amount=100_00)
    ann.done("PUT", "/api/people/me/limits/loss", {"amount": 50_00})
    assert asked(ann, ONE, "wager", box=1, amount=25_00) == (409, "play-limit/loss")
    done(ann, ONE, "leave")
    done(ann, ONE, "buy-in", amount=50_00)
    done(ann, ONE, "wager", box=1, amount=25_00)


def test_limits_and_exclusions_hold_at_live_tables_and_in_tournaments_too(casino: House) -> None:
    ann, dealer = casino.player("ann"), casino.member(Role.DEALER)
    manager = casino.member(Role.GAMING_MANAGER)
    live = {"table": "live", "game": "star-blackjack", "choices": {"mode": "live"}}
    manager.done("POST", "/api/tables", live)
    ann.done("PUT", "/api/people/me/limits/loss", {"amount": 150_00})
    bought: dict[str, Any] = {"player": ann.account, "amount": 100_00}
    done(dealer, "live", "buy-in", **bought)
    assert asked(dealer, "live", "buy-in", **bought) == (409, "play-limit/loss")
    assert asked(ann, ONE, "buy-in", amount=100_00) == (409, "play-limit/loss")
    done(ann, ONE, "buy-in", amount=5_00)
    enter = ("POST", "/api/tournaments/sit-and-go-1/commands", {"command": "enter"})
    assert ann.refused(*enter) == (409, "play-limit/loss")
    done(dealer, "live", "leave", player=ann.account)
    ann.done(*enter)
    until = (datetime.now(UTC) + timedelta(days=7)).isoformat()
    ann.done("PUT", "/api/people/me/exclusion", {"until": until})
    for command, fields in (("buy-in", bought), ("sit", {"player": ann.account, "box": 1})):
        assert asked(dealer, "live", command, **fields) == (409, "exclusion/holds")


def test_a_deposit_limit_holds_where_accounts_are_kept(casino: House) -> None:
    ann, manager = casino.player("ann"), casino.member(Role.GAMING_MANAGER)
    cards = {"table": "cards", "game": "caribbean-stud", "choices": {"player-cards": True}}
    manager.done("POST", "/api/tables", cards)
    ann.done("PUT", "/api/people/me/limits/deposit", {"amount": 100_00})
    done(ann, "cards", "present-card", holder=ann.account)
    done(ann, "cards", "deposit", amount=80_00)
    for _ in range(3):
        # People's clock is past midnight; the deposits' own times are still of one day.
        casino.clock.pass_by(timedelta(hours=11).total_seconds())
        ann.done("GET", "/api/people/me")
    assert asked(ann, "cards", "deposit", amount=30_00) == (409, "play-limit/deposit")
    done(ann, "cards", "deposit", amount=20_00)


def test_deposits_are_counted_by_the_clock_of_the_house(casino: House) -> None:
    ann, manager = casino.player("ann"), casino.member(Role.GAMING_MANAGER)
    cards = {"table": "cards", "game": "caribbean-stud", "choices": {"player-cards": True}}
    manager.done("POST", "/api/tables", cards)
    done(ann, "cards", "present-card", holder=ann.account)
    done(ann, "cards", "deposit", amount=5_00)
    manager.done("PUT", "/api/house/day", {"zone": "Australia/Perth", "starts": "06:00:00"})
    done(ann, "cards", "deposit", amount=5_00)
    store = casino.client.app.state.service.store.reader
    events = [one.event for one in store.read_stream(f"account/{ann.account}")]
    zones = [one.zone for one in events if isinstance(one, Deposited)]
    assert zones == ["Australia/Sydney", "Australia/Perth"]


def test_a_player_plays_for_nobody_else_and_says_no_role(casino: House) -> None:
    ann, bob = casino.player("ann"), casino.player("bob")
    sit = {"box": 1}
    assert asked(ann, ONE, "sit", **sit, player=bob.account) == (403, "request/not-yours")
    assert asked(ann, ONE, "sit", **sit, by="dealer") == (400, "request/not-understood")
    assert asked(ann, ONE, "sit", **sit, at="2026-01-01T00:00:00Z") == (
        400,
        "request/not-understood",
    )
    done(ann, ONE, "sit", **sit)


def test_staff_do_not_play(casino: House) -> None:
    dealer = casino.member(Role.DEALER)
    refused = asked(dealer, ONE, "sit", box=1, player=dealer.account)
    assert refused == (403, "request/not-yours")
    assert asked(casino.administrator, ONE, "sit", box=1)[0] == 403


def test_staff_without_the_power_are_refused_by_the_clause(casino: House) -> None:
    dealer, supervisor = casino.member(Role.DEALER), casino.member(Role.SUPERVISOR)
    body = {"command": "limit-players", "players": 2}
    answer = dealer.ask("POST", f"/api/tables/{ONE}/commands", body)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["clause"]) == (
        409,
        "role/not-empowered",
        "5.4",
    )
    assert problem["gist"]
    done(supervisor, ONE, "limit-players", players=2)


def test_a_staff_action_is_written_down_with_who_when_whence_and_the_clause(casino: House) -> None:
    supervisor = casino.member(Role.SUPERVISOR)
    done(supervisor, ONE, "limit-players", players=2)
    store = casino.client.app.state.service.store.reader
    found: list[Envelope] = list(store.read_stream(f"table/{ONE}"))
    mine = [one for one in found if one.actor == supervisor.account]
    assert mine
    for one in mine:
        assert one.role is Role.SUPERVISOR
        assert store.origin(one) == "testclient"
        assert one.recorded is not None
    assert any(getattr(one.event, "clause", "") == "5.4" for one in mine)
    assert not any(b"testclient" in leaf.body for leaf in store.leaves())


def test_who_opens_a_table_is_written_down(casino: House) -> None:
    manager = casino.member(Role.GAMING_MANAGER)
    manager.done("POST", "/api/tables", {"table": "new-one", "game": "star-blackjack"})
    store = casino.client.app.state.service.store.reader
    opened = next(iter(store.read_stream("table/new-one")))
    assert (opened.actor, opened.role, store.origin(opened)) == (
        manager.account,
        Role.GAMING_MANAGER,
        "testclient",
    )


def test_purchases_at_the_same_moment_do_not_all_pass(casino: House) -> None:
    ann = casino.player("ann")
    ann.done("PUT", "/api/people/me/limits/loss", {"amount": 150_00})
    tables = [one["table"] for one in ann.done("GET", "/api/tables") if "blackjack" in one["game"]]

    def bought(table: str) -> int:
        browser = casino.browser()
        browser.secret = ann.secret
        return asked(browser, table, "buy-in", amount=100_00)[0]

    with ThreadPoolExecutor(len(tables)) as threads:
        statuses = list(threads.map(bought, tables))
    assert sorted(statuses) == [200, *[409] * (len(tables) - 1)]
