"""One way to say no: each error knows what it is over the wire, and faults tell nothing."""

import sqlite3

import pytest

from croupier.app.application import ROUTERS
from croupier.errors import CroupierError
from croupier.maths.jobs import TooManyJobsError, UnknownJobError
from croupier.record.stores.base import FailedStoreError
from croupier.web.live.subscribers import CrowdedError
from croupier.web.pages.rendering import problem_in_form
from croupier.web.problems import (
    OutcomeUnknownError,
    ProblemError,
    StoreGoneError,
    not_found,
    not_yours,
    problem_of_error,
)
from croupier.web.service.messages import BadRequestError
from croupier.web.service.store import OutdatedError
from croupier.web.service.writer import OvertakenError, ShuttingDownError

NOT_UNDERSTOOD = 400, "request/not-understood"
BELOW_THE_WEB = {
    "BadConditionsError": NOT_UNDERSTOOD,
    "BadHouseTermError": NOT_UNDERSTOOD,
    "BadScheduleError": (400, "schedule/not-accepted"),
    "BadTermError": NOT_UNDERSTOOD,
    "BehindError": (503, "server/busy"),
    "CommandIdError": NOT_UNDERSTOOD,
    "UnknownTableError": (404, "table/unknown"),
    "NotATimeError": NOT_UNDERSTOOD,
    "ReusedIdError": (422, "request/key-reused"),
    "SeedRefusedError": (409, "seed/refused"),
    "StaleVersionError": (503, "server/busy"),
    "NameTakenError": (409, "request/name-taken"),
    "UndrawnError": (409, "shoe/not-revealed"),
    "UnknownGameError": (404, "game/unknown"),
    "UnknownPaperError": (404, "cage/no-such-paper"),
    "UnknownPromotionError": (404, "promotion/unknown"),
    "UnknownScheduleError": (404, "schedule/unknown"),
    "UnknownTournamentError": (404, "tournament/unknown"),
    "UnknownZoneError": NOT_UNDERSTOOD,
}
OF_THE_SERVER = {
    BadRequestError("no"): NOT_UNDERSTOOD,
    ShuttingDownError(): (503, "server/closing"),
    CrowdedError(3): (429, "live/too-many"),
    OutcomeUnknownError(): (503, "server/outcome-unknown"),
    OutdatedError(): (503, "server/outdated"),
    OvertakenError(): (503, "server/busy"),
    StoreGoneError(): (503, "server/store-gone"),
    TooManyJobsError(): (429, "job/too-many"),
    UnknownJobError("7"): (404, "job/unknown"),
    not_found("person"): (404, "person/unknown"),
    not_yours("no"): (403, "request/not-yours"),
}


def test_errors_from_below_the_web_carry_their_status_and_code() -> None:
    assert ROUTERS, "with the server, all its errors are defined"
    found, todo = {}, [CroupierError]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        if kind.code and kind.__module__.startswith("croupier."):
            found[kind.__name__] = kind.status, kind.code
    assert found == BELOW_THE_WEB


@pytest.mark.parametrize("error", OF_THE_SERVER, ids=lambda error: type(error).__name__)
def test_errors_of_the_server_are_problems(error: ProblemError) -> None:
    problem = problem_of_error(error)
    assert (problem.status, problem.code) == OF_THE_SERVER[error]
    assert problem.detail == str(error)


@pytest.mark.parametrize("fault", [CroupierError("/var/lib"), ValueError("/var/lib"), KeyError(1)])
def test_a_fault_tells_nothing_of_itself(fault: Exception) -> None:
    problem = problem_of_error(fault)
    assert (problem.status, problem.code) == (500, "server/fault")
    assert problem.detail == "something went wrong on the server"


@pytest.mark.parametrize("failure", [FailedStoreError("disk full"), sqlite3.Error("disk full")])
def test_a_store_that_fails_leaves_the_outcome_open_only_where_something_changes(
    failure: Exception,
) -> None:
    assert problem_of_error(failure).code == "server/outcome-unknown"
    assert problem_of_error(failure, changes=False).code == "server/store-gone"


def test_a_form_explains_what_was_wrong_with_it_and_no_fault_of_the_server() -> None:
    assert problem_in_form(not_yours("that is not yours")) == "that is not yours"
    with pytest.raises(OvertakenError):
        problem_in_form(OvertakenError())
