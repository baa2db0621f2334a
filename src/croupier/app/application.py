"""The server's application: its parts put together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from litestar import Litestar
from litestar.middleware import DefineMiddleware

from croupier.app.demo import PlayMoneyGrants, open_floor, start_floor, timed_choices
from croupier.app.people import PeopleModule
from croupier.app.settings import Settings
from croupier.features.fairness import api as fairness_api
from croupier.features.fairness import pages as fairness_pages
from croupier.features.fairness.api import SeedService
from croupier.features.fairness.rules.shoes import Reveal
from croupier.features.promotions import api as promotions_api
from croupier.features.school import pages as school_pages
from croupier.features.tournaments import api as tournaments_api
from croupier.features.tournaments.manager import HouseManager
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
from croupier.web.http.guards import Authentication, PrincipalResolver, catch_up_on_unknown
from croupier.web.http.middleware import Bodiless, SiteGuard
from croupier.web.http.requests import StrictRequest
from croupier.web.pages import routes
from croupier.web.pages.routes import PageMap
from croupier.web.problems import HANDLERS
from croupier.web.service.floor_service import FloorService
from croupier.web.service.scheduler import Scheduler
from croupier.web.service.store import ServerStore

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
    authenticator: Callable[[FloorService], PrincipalResolver] | None = None,
    policy: Policy | None = None,
) -> Litestar:
    """The server, ready to be run; the floor opens when it starts, and closes when it ends.

    ``doorkeeper`` is given the hall, and says who asks; the register says it where there is none.
    ``policy`` is for tests that ask less of people than any setting may.
    """
    service = FloorService(
        store_of(settings), session_choices=timed_choices(round(settings.pace * 1000))
    )
    people = PeopleModule(service, settings, policy=policy or settings.policy)
    keeper = people.authenticator if authenticator is None else authenticator(service)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        app.state.scheduler = scheduler = Scheduler(service)
        app.state.seeds = clerk = SeedService(service)
        welcome = PlayMoneyGrants(service, settings.play_money * 100)
        await service.open()
        welcome.begin(one.id for one in people.accounts.directory.having(Role.PLAYER))
        service.subscribe(welcome.see)
        service.subscribe(scheduler.on_events)
        service.subscribe(HouseManager(service).see)
        service.subscribe(clerk.see)
        await start_floor(service)
        await open_floor(service, settings)
        ticking = asyncio.gather(scheduler.run(), clerk.run())
        app.state.ready = True
        try:
            yield
        finally:
            app.state.ready = False
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)
            await service.close()

    app = Litestar(
        route_handlers=[*ROUTERS, PAGES],
        lifespan=[running, people.running, calculating],
        middleware=[DefineMiddleware(Authentication, authenticator=keeper)],
        before_request=catch_up_on_unknown,
        exception_handlers=routes.answer_people_too(HANDLERS),
        openapi_config=openapi(),
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        pdb_on_exception=False,
        debug=False,
    )
    app.state.service, app.state.settings, app.state.ready = service, settings, False
    app.state.people = people
    routes.attach(app, service, PAGE_MAP)
    school_pages.attach(app, service)
    app.state.log = structlog.get_logger("croupier")
    gate = SiteGuard(Bodiless(app.asgi_handler), settings.site, routes.page_at_gate)
    app.asgi_handler = api_house.Counted(gate)
    return app


@asynccontextmanager
async def calculating(app: Litestar) -> AsyncIterator[None]:
    """Do calculations for as long as the register is open, which all processes ask about them."""
    accounts = app.state.people.accounts
    app.state.calculations = Calculations(accounts.store, accounts.run, accounts.now)
    try:
        yield
    finally:
        await app.state.calculations.close()


def store_of(settings: Settings, *, accept_rollback: bool = False) -> ServerStore:
    """The store that settings name, open."""
    copies = Path(settings.checkpoints) if settings.checkpoints else None
    return ServerStore(
        settings.database,
        key=settings.key_file,
        checkpoints=copies,
        password=settings.takes_passwords,
        accept=accept_rollback,
        reveal=Reveal(settings.reveal),
    )
