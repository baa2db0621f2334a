"""The server's application: its parts put together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from litestar import Litestar
from litestar.middleware import DefineMiddleware

from croupier.record.shoe_events import Reveal
from croupier.rulebooks import Role
from croupier.web.api import (
    exports,
    health,
    house,
    jobs,
    live,
    money,
    promotions,
    proofs,
    records,
    rounds,
    rules,
    seeds,
    sockets,
    tables,
    tournaments,
)
from croupier.web.api.description import openapi
from croupier.web.api.doors import catch_up_on_unknown
from croupier.web.api.problems import HANDLERS
from croupier.web.bodiless import Bodiless
from croupier.web.hall.calculations import Calculations
from croupier.web.hall.clockwork import Clockwork
from croupier.web.hall.hall import Hall
from croupier.web.hall.opening import open_floor, start_floor, timed_choices
from croupier.web.hall.seed_clerk import SeedClerk
from croupier.web.hall.steward import Steward
from croupier.web.hall.stores import HallStore
from croupier.web.hall.welcome import Welcome
from croupier.web.pages import practice_coach, proof_routes, seed_forms
from croupier.web.pages import routes as pages
from croupier.web.pages.form_pages import PageMap
from croupier.web.people import people_routes, session_routes
from croupier.web.people.authentication import Authentication, Doorkeeper
from croupier.web.people.gate import Gate
from croupier.web.people.part import People
from croupier.web.people.policy import Policy
from croupier.web.request_bodies import StrictRequest
from croupier.web.settings import Settings

ROUTERS = (
    health.ROUTER,
    house.ROUTER,
    exports.ROUTER,
    tables.ROUTER,
    tournaments.ROUTER,
    promotions.ROUTER,
    rounds.ROUTER,
    seeds.ROUTER,
    money.ROUTER,
    proofs.ROUTER,
    records.ROUTER,
    rules.ROUTER,
    jobs.ROUTER,
    live.ROUTER,
    sockets.ROUTER,
    session_routes.ROUTER,
    people_routes.ROUTER,
)
"""All routes of the interface for programs."""
PAGE_MAP = PageMap((*pages.ROUTERS, practice_coach.ROUTER, proof_routes.ROUTER, seed_forms.ROUTER))
PAGES = pages.pages_router(PAGE_MAP)
"""All pages, and which form belongs to which."""
LARGEST_BODY = 64_000
"""How many bytes a request may have."""


def application(
    settings: Settings,
    *,
    doorkeeper: Callable[[Hall], Doorkeeper] | None = None,
    policy: Policy | None = None,
) -> Litestar:
    """The server, ready to be run; the floor opens when it starts, and closes when it ends.

    ``doorkeeper`` is given the hall, and says who asks; the register says it where there is none.
    ``policy`` is for tests that ask less of people than any setting may.
    """
    hall = Hall(store_of(settings), session_choices=timed_choices(round(settings.pace * 1000)))
    people = People(hall, settings, policy=policy or settings.policy)
    keeper = people.gatekeeper if doorkeeper is None else doorkeeper(hall)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        app.state.clockwork = clockwork = Clockwork(hall)
        app.state.seeds = clerk = SeedClerk(hall)
        welcome = Welcome(hall, settings.play_money * 100)
        await hall.open()
        welcome.begin(one.id for one in people.office.directory.having(Role.PLAYER))
        hall.follow(welcome.see)
        hall.follow(clockwork.see)
        hall.follow(Steward(hall).see)
        hall.follow(clerk.see)
        await start_floor(hall)
        await open_floor(hall, settings)
        ticking = asyncio.gather(clockwork.run(), clerk.run())
        app.state.ready = True
        try:
            yield
        finally:
            app.state.ready = False
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)
            await hall.close()

    app = Litestar(
        route_handlers=[*ROUTERS, PAGES],
        lifespan=[running, people.running, calculating],
        middleware=[DefineMiddleware(Authentication, doorkeeper=keeper)],
        before_request=catch_up_on_unknown,
        exception_handlers=pages.answer_people_too(HANDLERS),
        openapi_config=openapi(),
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        pdb_on_exception=False,
        debug=False,
    )
    app.state.hall, app.state.settings, app.state.ready = hall, settings, False
    app.state.people = people
    pages.attach(app, hall, PAGE_MAP)
    practice_coach.attach(app, hall)
    app.state.log = structlog.get_logger("croupier")
    gate = Gate(Bodiless(app.asgi_handler), settings.site, pages.page_at_gate)
    app.asgi_handler = health.Counted(gate)
    return app


@asynccontextmanager
async def calculating(app: Litestar) -> AsyncIterator[None]:
    """Do calculations for as long as the register is open, which all processes ask about them."""
    office = app.state.people.office
    app.state.calculations = Calculations(office.register, office.run, office.now)
    try:
        yield
    finally:
        await app.state.calculations.close()


def store_of(settings: Settings, *, accept_rollback: bool = False) -> HallStore:
    """The store that settings name, open."""
    copies = Path(settings.checkpoints) if settings.checkpoints else None
    return HallStore(
        settings.database,
        key=settings.key_file,
        checkpoints=copies,
        password=settings.takes_passwords,
        accept=accept_rollback,
        reveal=Reveal(settings.reveal),
    )
