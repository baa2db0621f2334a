"""A substitute takes over all that a session holds under the name of another."""

from croupier.games.table.contest.state import Contest, Contestant, Form
from croupier.games.table.contest.turns import with_successor


def session(of: str) -> Contest:
    return Contest(
        contestants=(Contestant(of, 1), Contestant("bob", 2)),
        passed=(of, "bob"),
        forms=(Form(of, 1, "main", 100_00), Form("bob", 2, "main", 50_00)),
        charged={of: 5_00, "bob": 10_00},
        wagered={of: 20_00, "bob": 30_00},
        last_forms=(Form("bob", 2, "main", 40_00), Form(of, 1, "", None)),
        before=Contest(contestants=(Contestant(of, 1), Contestant("bob", 2)), passed=("bob", of)),
    )


def test_all_that_was_anns_is_dans_and_what_is_bobs_stays() -> None:
    assert with_successor(session("ann"), "ann", "dan") == session("dan")
