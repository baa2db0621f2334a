"""The server's application: its parts put together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from litestar import Litestar
from litestar.middleware import DefineMiddleware

from croupier.app.demo import Welcome, open_floor, start_floor, timed_choices
from croupier.app.people import People
from croupier.app.settings import Settings
from croupier.features.fairness import api as fairness_api
from croupier.features.fairness import pages as fairness_pages
from croupier.features.fairness.api import SeedClerk
from croupier.features.fairness.rules.shoes import Reveal
from croupier.features.promotions import api as promotions_api
from croupier.features.school import pages as school_pages
from croupier.features.tournaments import api as tournaments_api
from croupier.features.tournaments.manager import Steward
from croupier.maths import api as maths_api
from croupier.maths.jobs import Calculations
from croupier.rulebooks import Role
from croupier.web.api import house, live, money, proofs, records, rules, sessions, tables
from croupier.web.api import house as api_house
from croupier.web.api import live as api_live
from croupier.web.api import people as api_people
from croupier.web.api import proofs as api_proofs
from croupier.web.api import records as api_records
from croupier.web.api.description import openapi
from croupier.web.auth.policy import Policy
from croupier.web.http.guards import Authentication, Doorkeeper, catch_up_on_unknown
from croupier.web.http.middleware import Bodiless, Gate
from croupier.web.http.requests import StrictRequest
from croupier.web.pages import routes
from croupier.web.pages.routes import PageMap
from croupier.web.problems import HANDLERS
from croupier.web.service.floor_service import Hall
from croupier.web.service.scheduler import Clockwork
from croupier.web.service.store import HallStore

ROUTERS = (
    api_house.HEALTH_ROUTER,
    house.ROUTER,
    api_proofs.EXPORTS_ROUTER,
    tables.ROUTER,
    tournaments_api.ROUTER,
    promotions_api.ROUTER,
    api_records.ROUNDS_ROUTER,
    fairness_api.ROUTER,
    money.ROUTER,
    proofs.ROUTER,
    records.ROUTER,
    rules.ROUTER,
    maths_api.ROUTER,
    live.ROUTER,
    api_live.SOCKETS_ROUTER,
    sessions.ROUTER,
    api_people.ROUTER,
)
"""All routes of the interface for programs."""
PAGE_MAP = PageMap(
    (*routes.ROUTERS, school_pages.ROUTER, fairness_pages.ROUTER, fairness_pages.SEEDS_ROUTER)
)
PAGES = routes.pages_router(PAGE_MAP)
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
        exception_handlers=routes.answer_people_too(HANDLERS),
        openapi_config=openapi(),
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        pdb_on_exception=False,
        debug=False,
    )
    app.state.hall, app.state.settings, app.state.ready = hall, settings, False
    app.state.people = people
    routes.attach(app, hall, PAGE_MAP)
    school_pages.attach(app, hall)
    app.state.log = structlog.get_logger("croupier")
    gate = Gate(Bodiless(app.asgi_handler), settings.site, routes.page_at_gate)
    app.asgi_handler = api_house.Counted(gate)
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
