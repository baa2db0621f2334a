"""Every endpoint of the server, and the action of the table of rights that it is held to."""

from typing import Any, NamedTuple

PERSON, OTHER_ROLE = "{person}", "/api/people/{person}/roles"


class Endpoint(NamedTuple):
    """A way to ask for something."""

    method: str
    path: str
    action: str
    """The action in the table of rights; empty for what anybody may, whoever they are."""
    body: Any = None
    """A body that does no harm: it is refused once somebody is let through, or changes nothing."""
    of_a_person: bool = False
    """Whether somebody's account is meant: ``{person}`` in the path, or in the body."""


WRONG = "not the right password"
ENDPOINTS = (
    Endpoint("GET", "/healthz", ""),
    Endpoint("GET", "/readyz", ""),
    Endpoint("GET", "/api/rights", ""),
    Endpoint("GET", "/metrics", ""),  # from elsewhere it is held to metrics.view
    Endpoint("GET", "/api/tables", "floor.view"),
    Endpoint("GET", "/api/tables/{table}", "table.view"),
    Endpoint("GET", "/api/live?after=none", "table.follow"),
    Endpoint(
        "POST",
        "/api/tables/{table}/commands",
        "table.command",
        {"command": "wager", "player": PERSON, "box": 99, "amount": 1},
        of_a_person=True,
    ),
    Endpoint("GET", "/api/tournaments", "tournament.view"),
    Endpoint("GET", "/api/tournaments/{tournament}", "tournament.view"),
    Endpoint(
        "POST",
        "/api/tournaments",
        "tournament.open",
        {"tournament": "x", "game": "none", "conditions": {}},
    ),
    Endpoint(
        "POST",
        "/api/tournaments/{tournament}/commands",
        "tournament.command",
        {"command": "take-seat", "player": PERSON},
        of_a_person=True,
    ),
    Endpoint("POST", "/api/tournaments/{tournament}/law", "table.adopt-law", {}),
    Endpoint("GET", "/api/tournaments/{tournament}/draws", "tournament.view"),
    Endpoint("GET", "/api/schedules", "tournament.view"),
    Endpoint(
        "POST",
        "/api/schedules",
        "tournament.open",
        {"schedule": "x", "game": "none", "weekdays": ["friday"], "starts": "19:00:00"},
    ),
    Endpoint("POST", "/api/schedules/none/end", "tournament.open"),
    Endpoint("POST", "/api/tables", "table.open", {"table": "X Y", "game": "star-blackjack"}),
    Endpoint("GET", "/api/tables/{table}/due", "table.view"),
    Endpoint("GET", "/api/tables/{table}/seeds", "table.view"),
    Endpoint("GET", "/api/tables/{table}/shoes", "table.view"),
    Endpoint("GET", "/api/tables/{table}/law", "table.view"),
    Endpoint("POST", "/api/tables/{table}/law", "table.adopt-law", {}),
    Endpoint("POST", "/api/tables/{table}/seeds", "seed.add", {"seed": "x"}),
    Endpoint("POST", "/api/tables/{table}/seeds/promises", "seed.add", {"promise": "a" * 64}),
    Endpoint("GET", "/api/cage", "cage.view"),
    Endpoint("GET", "/api/cage/desk", "cage.view"),
    Endpoint(
        "POST",
        "/api/cage/desk",
        "cage.command",
        {"command": "pay-chips", "brought": "x", "received": "y", "chips": {"7": 1}},
    ),
    Endpoint("GET", "/api/cage/report", "cage.view"),
    Endpoint("GET", "/api/cage/report.csv", "cage.view"),
    Endpoint("GET", "/api/cage/report.xlsx", "cage.view"),
    Endpoint("GET", "/api/tables/{table}/cage", "cage.view"),
    Endpoint(
        "POST",
        "/api/tables/{table}/cage",
        "cage.command",
        {"command": "count-drop", "brought": "x", "received": "y", "drop": 0, "amount": 0},
    ),
    Endpoint("GET", "/api/promotions", "promotion.view"),
    Endpoint("GET", "/api/promotions/none", "promotion.view"),
    Endpoint("GET", "/api/promotions/none/draw", "promotion.view"),
    Endpoint("POST", "/api/promotions", "promotion.open", {"promotion": "x", "game": "none"}),
    Endpoint(
        "POST",
        "/api/promotions/{promotion}/commands",
        "promotion.command",
        {"command": "dispute", "player": PERSON, "about": "x"},
        of_a_person=True,
    ),
    Endpoint("GET", "/api/jackpots", "jackpot.view"),
    Endpoint("GET", "/api/players", "floor.view"),
    Endpoint("GET", "/api/accounts/{person}", "account.view", of_a_person=True),
    Endpoint("GET", "/api/accounts/{person}/statement", "account.view", of_a_person=True),
    Endpoint("GET", "/api/tables/{table}/rounds", "round.view"),
    Endpoint("GET", "/api/tables/{table}/rounds/1", "round.view"),
    Endpoint("GET", "/api/games", "rules.view"),
    Endpoint("GET", "/api/rulebooks", "rules.view"),
    Endpoint("GET", "/api/rulebooks/star-blackjack/clauses", "rules.view"),
    Endpoint("GET", "/api/rulebooks/star-blackjack/clauses/5.4", "rules.view"),
    Endpoint("GET", "/api/rulebooks/none/coverage", "coverage.view"),
    Endpoint("POST", "/api/maths/jobs", "maths.job", {"kind": "luck", "game": "none"}),
    Endpoint("GET", "/api/maths/jobs/none", "maths.job"),
    Endpoint("DELETE", "/api/maths/jobs/none", "maths.job"),
    Endpoint("GET", "/api/audit/events", "audit.view"),
    Endpoint("GET", "/api/audit/export?after=999999999", "audit.export"),
    Endpoint("GET", "/api/alerts", "alert.view"),
    Endpoint("GET", "/api/surveillance", "surveillance.view"),
    Endpoint("GET", "/api/ratings", "rating.view"),
    Endpoint("GET", "/api/house", "floor.view"),
    Endpoint(
        "PUT", "/api/house/day", "house.configure", {"zone": "Mars/Olympus", "starts": "06:00:00"}
    ),
    Endpoint("PUT", "/api/house/terms", "house.configure", {"card-milliseconds": -1}),
    Endpoint("GET", "/api/proofs/999999", "proof.view"),
    Endpoint("GET", "/api/notices", "notice.view"),
    Endpoint("GET", "/api/checkpoints", "checkpoint.view"),
    Endpoint("GET", "/api/checkpoints/newest", "checkpoint.view"),
    Endpoint("GET", "/api/checkpoints/999999", "checkpoint.view"),
    Endpoint("GET", "/api/checkpoints/999999/consistency", "checkpoint.view"),
    Endpoint("GET", "/api/house/key", "checkpoint.view"),
    Endpoint("POST", "/api/checkpoints", "checkpoint.make"),
    Endpoint("GET", "/api/session", "session.view"),
    Endpoint("POST", "/api/session", "session.begin", {"name": "nobody", "password": WRONG}),
    Endpoint("DELETE", "/api/session", "session.end"),
    Endpoint("GET", "/api/sessions", "person.view"),
    Endpoint("POST", "/api/sessions/end", "session.end", {"password": WRONG}),
    Endpoint(
        "PUT", "/api/session/password", "password.change", {"current": WRONG, "new": WRONG * 2}
    ),
    Endpoint("POST", "/api/session/factor", "factor.change", {"password": WRONG}),
    Endpoint("PUT", "/api/session/factor", "factor.change", {"enrolment": "AAAA", "code": "0"}),
    Endpoint("GET", "/api/tokens", "token.view"),
    Endpoint("POST", "/api/tokens", "token.make", {"password": WRONG, "scopes": ["read"]}),
    Endpoint("DELETE", "/api/tokens/none", "token.view"),
    Endpoint("POST", "/api/people", "person.register", {"name": "x", "password": WRONG}),
    Endpoint("POST", "/api/staff", "person.create", {"name": "x", "roles": ["dealer"]}),
    Endpoint("GET", "/api/people", "person.list"),
    Endpoint("GET", "/api/people/{person}", "person.view", of_a_person=True),
    Endpoint("PUT", f"{OTHER_ROLE}/emperor", "person.grant", of_a_person=True),
    Endpoint("DELETE", f"{OTHER_ROLE}/emperor", "person.grant", of_a_person=True),
    Endpoint("POST", "/api/people/{person}/recovery", "person.recover", {}, of_a_person=True),
    Endpoint(
        "PUT",
        "/api/people/{person}/suspension",
        "person.suspend",
        {"reason": " "},
        of_a_person=True,
    ),
    Endpoint(
        "PUT",
        "/api/people/{person}/closure",
        "person.close",
        {"password": WRONG},
        of_a_person=True,
    ),
    Endpoint("DELETE", "/api/people/{person}/suspension", "person.suspend", of_a_person=True),
    Endpoint("DELETE", "/api/people/{person}/sessions", "session.end", of_a_person=True),
    Endpoint(
        "PUT",
        "/api/people/{person}/exclusion",
        "exclusion.begin",
        {"until": "2001-01-01T00:00:00Z"},
        of_a_person=True,
    ),
    Endpoint(
        "PUT",
        "/api/people/{person}/reminder",
        "reminder.set",
        {"minutes": -1},
        of_a_person=True,
    ),
    Endpoint(
        "PUT",
        "/api/people/{person}/limits/luck",
        "play-limit.set",
        {"amount": 1},
        of_a_person=True,
    ),
)
"""All of them. A test fails where the server has one that is not here."""
