"""The application: services, features, routes and middleware put together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import structlog
from litestar import Litestar
from litestar.middleware import DefineMiddleware

from croupier.app.demo import open_demo
from croupier.app.new_floor import PlayMoneyGrants, choices_for_pace, open_floor, start_floor
from croupier.app.people import PeopleModule
from croupier.app.settings import Settings, explain_settings
from croupier.features.alerts import pages as alert_pages
from croupier.features.alerts.service import AlertService
from croupier.features.cage import api as cage_api
from croupier.features.cage import desk_pages
from croupier.features.cage import pages as cage_pages
from croupier.features.fairness import api as fairness_api
from croupier.features.fairness import pages as fairness_pages
from croupier.features.fairness.api import SeedService
from croupier.features.fairness.rules.shoes import Reveal
from croupier.features.pit import dealer_pages, settings_page
from croupier.features.pit import pages as pit_pages
from croupier.features.promotions import api as promotions_api
from croupier.features.promotions.pages import desk as promotion_desk
from croupier.features.promotions.pages import draw as promotion_draws
from croupier.features.promotions.pages import players as promotion_pages
from croupier.features.promotions.pages import results as promotion_results
from croupier.features.promotions.pages import terms_form
from croupier.features.promotions.runner import write_earned_entries
from croupier.features.school import drill_pages
from croupier.features.school import pages as school_pages
from croupier.features.surveillance import api as surveillance_api
from croupier.features.surveillance import pages as surveillance_pages
from croupier.features.surveillance.control import Alarm
from croupier.features.surveillance.service import Surveillance
from croupier.features.tournaments import api as tournaments_api
from croupier.features.tournaments.draws import CommittedLots
from croupier.features.tournaments.manager import HouseManager
from croupier.features.tournaments.pages import board as tournament_boards
from croupier.features.tournaments.pages import chances as tournament_chances
from croupier.features.tournaments.pages import conditions_form
from croupier.features.tournaments.pages import director as tournament_director
from croupier.features.tournaments.pages import draws as tournament_draws
from croupier.features.tournaments.pages import players as tournament_pages
from croupier.features.tournaments.pages import results as tournament_results
from croupier.features.tournaments.runner import TournamentRoute
from croupier.features.tournaments.software_players import SoftwareSeats
from croupier.features.tournaments.timetable import Timetable
from croupier.house.alerts import AlertRaised, AlertRule
from croupier.maths import api as maths_api
from croupier.maths.background import HouseEdges, MathsProcess
from croupier.maths.jobs import Calculations
from croupier.rulebooks import Role
from croupier.web.api import house, live, money, proofs, records, rules, sessions, tables
from croupier.web.api import people as api_people
from croupier.web.api.description import openapi
from croupier.web.auth.policy import Policy
from croupier.web.http.guards import Authentication, PrincipalResolver, catch_up_on_unknown
from croupier.web.http.middleware import HeadMiddleware, guard_site
from croupier.web.http.requests import StrictRequest
from croupier.web.pages import routes
from croupier.web.pages.demo import DEMO_ROLES
from croupier.web.pages.routes import PageMap
from croupier.web.problems import HANDLERS
from croupier.web.service.floor_service import FloorService
from croupier.web.service.house_terms import HouseTermsService
from croupier.web.service.scheduler import Scheduler
from croupier.web.service.store import ServerStore

ROUTERS = (
    house.HEALTH_ROUTER,
    house.ROUTER,
    proofs.EXPORTS_ROUTER,
    tables.ROUTER,
    tournaments_api.ROUTER,
    tournament_draws.API_ROUTER,
    promotions_api.ROUTER,
    cage_api.ROUTER,
    records.ROUNDS_ROUTER,
    fairness_api.ROUTER,
    money.ROUTER,
    proofs.ROUTER,
    records.ROUTER,
    rules.ROUTER,
    maths_api.ROUTER,
    live.ROUTER,
    live.SOCKETS_ROUTER,
    sessions.ROUTER,
    api_people.ROUTER,
    surveillance_api.ROUTER,
    alert_pages.API_ROUTER,
)
"""All routes of the API."""
PAGE_MAP = PageMap(
    (
        *routes.ROUTERS,
        school_pages.ROUTER,
        drill_pages.ROUTER,
        pit_pages.ROUTER,
        dealer_pages.ROUTER,
        settings_page.ROUTER,
        surveillance_pages.ROUTER,
        alert_pages.ROUTER,
        cage_pages.ROUTER,
        desk_pages.ROUTER,
        fairness_pages.ROUTER,
        fairness_pages.SEEDS_ROUTER,
        tournament_pages.ROUTER,
        tournament_results.ROUTER,
        tournament_draws.ROUTER,
        tournament_chances.ROUTER,
        conditions_form.ROUTER,
        tournament_director.ROUTER,
        promotion_results.ROUTER,
        terms_form.ROUTER,
        promotion_pages.ROUTER,
        promotion_desk.ROUTER,
        promotion_draws.ROUTER,
    )
)
PAGES = routes.pages_router(PAGE_MAP)
"""All pages, and which form belongs to which page."""
NEW_TABLES_SECONDS = 2.0
"""How often to look for tables whose house edge is not known yet."""
LARGEST_BODY = 64_000
"""The largest body of a request, in bytes."""


def application(
    settings: Settings,
    *,
    authenticator: Callable[[FloorService], PrincipalResolver] | None = None,
    policy: Policy | None = None,
    computes: bool = False,
) -> Litestar:
    """Return the server's application; the floor opens when it starts and closes when it ends.

    ``authenticator`` replaces that of the accounts, for tests. ``policy`` lets tests ask less of
    people than any setting may. ``computes`` starts a process for mathematics beside the server.
    """
    service = FloorService(
        open_server_store(settings),
        session_choices=choices_for_pace(settings.house_terms.card_milliseconds),
        reactions=(write_earned_entries,),
        route=TournamentRoute(),
    )
    people = PeopleModule(service, settings, policy=policy or settings.policy)
    resolver = people.authenticator if authenticator is None else authenticator(service)

    @asynccontextmanager
    async def run_services(app: Litestar) -> AsyncIterator[None]:
        app.state.scheduler = scheduler = Scheduler(service)
        app.state.seeds, app.state.timetable = seeds, timetable = (
            SeedService(service),
            Timetable(service),
        )
        terms: HouseTermsService = app.state.house_terms
        grants = PlayMoneyGrants(service, lambda: terms.terms.play_money)
        await service.open()
        demo = await open_demo(service, people.accounts) if settings.demo else None
        # These subscribe only now: they act on what happens, and must not act again on old events.
        grants.begin(one.id for one in people.accounts.directory.with_role(Role.PLAYER))
        house = HouseManager(service), SoftwareSeats(service), CommittedLots(service), timetable
        seeing = (one.see for one in (*house, seeds))
        for follower in (grants.on_events, scheduler.on_events, *seeing):
            service.subscribe(follower)
        await start_floor(service)
        await open_floor(service, settings, terms.terms.card_milliseconds)
        shown = () if demo is None else (demo.run(),)
        watching = app.state.surveillance.run(), app.state.alerts.run(), timetable.run()
        ticking = asyncio.gather(scheduler.run(), seeds.run(), *watching, *shown)
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
        # The mathematics first: it loads while the floor is read.
        lifespan=[*([run_maths] if computes else []), run_services, people.run, run_calculations],
        middleware=[DefineMiddleware(Authentication, authenticator=resolver)],
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
    app.state.maths = MathsProcess()
    app.state.demo_roles = DEMO_ROLES if settings.demo else ()
    routes.attach(app, service, PAGE_MAP)
    attach_features(app, service, settings)
    app.state.log = structlog.get_logger("croupier")
    # The guard comes before authentication and routing; what it refuses is counted all the same.
    guarded = guard_site(HeadMiddleware(app.asgi_handler), settings.site, routes.guard_page)
    app.asgi_handler = house.RequestCounter(guarded)
    return app


def attach_features(app: Litestar, service: FloorService, settings: Settings) -> None:
    """Give every feature its part of the application's state."""
    watch_floor(app, service, settings)
    follow_terms(app, service, settings)
    school_pages.attach(app, service)
    cage_api.attach(app, service)
    for feature in (tournament_pages, tournament_results, promotion_pages):
        feature.attach(app)
    app.state.tournament_board = tournament_boards.board_for


def watch_floor(app: Litestar, service: FloorService, settings: Settings) -> None:
    """Follow dealers and what is unusual, and call somebody by the house's rules."""
    dealer_pages.attach(app, service)
    app.state.explain_settings = partial(explain_settings, settings, {})
    app.state.edges = edges = HouseEdges()
    rate = 1 / settings.false_alarm_days
    app.state.surveillance = surveillance = Surveillance(service, edges, rate)
    app.state.alerts = alerts = AlertService(service, settings.alert_rules)
    surveillance.on_alarm.append(lambda alarm: alerts.report(alert_of(alarm)))
    service.subscribe(surveillance.see)
    service.subscribe(alerts.see)
    service.add_snapshot_part("surveillance", surveillance)
    service.add_snapshot_part("alerts", alerts)


def follow_terms(app: Litestar, service: FloorService, settings: Settings) -> None:
    """Follow the house's terms: tables that tournaments open later have the new pace."""
    app.state.house_terms = terms = HouseTermsService(service, settings.house_terms)
    terms.on_change.append(
        lambda now: service.set_session_choices(choices_for_pace(now.card_milliseconds))
    )
    service.subscribe(terms.see)
    service.add_snapshot_part("house terms", terms)


def alert_of(alarm: Alarm) -> AlertRaised:
    """Return the alert about a control band that was left."""
    name = f"band/{alarm.scope}/{alarm.name}/{alarm.measure}/{alarm.at.isoformat()}"
    return AlertRaised(name, AlertRule.BAND, alarm.name, alarm.text)


@asynccontextmanager
async def run_calculations(app: Litestar) -> AsyncIterator[None]:
    """Run calculations while the credential store is open: processes share progress by it."""
    accounts = app.state.people.accounts
    app.state.calculations = Calculations(accounts.store, accounts.run, accounts.now)
    try:
        yield
    finally:
        await app.state.calculations.close()


@asynccontextmanager
async def run_maths(app: Litestar) -> AsyncIterator[None]:
    """Compute beside the server what pages show: the worth of hands, the edges of tables."""
    maths: MathsProcess = app.state.maths
    edges: HouseEdges = app.state.edges
    maths.start(for_hands=True)
    edges.start()
    learning = asyncio.create_task(_learn_edges(app))
    try:
        yield
    finally:
        learning.cancel()
        await asyncio.gather(learning, return_exceptions=True)
        await maths.close()
        await edges.close()


async def _learn_edges(app: Litestar) -> None:
    """Compute the edges of all tables, and of those that are opened later."""
    service: FloorService = app.state.service
    maths: MathsProcess = app.state.maths
    edges: HouseEdges = app.state.edges
    # Somebody may wait for the coach soon, for an edge nobody does.
    await maths.wait_until_loaded()
    while True:
        shown = list(service.read_model.tables.values())
        await edges.learn((one.law, one.table.choices) for one in shown if one.table.open)
        await asyncio.sleep(NEW_TABLES_SECONDS)


def open_server_store(settings: Settings, *, accept_rollback: bool = False) -> ServerStore:
    """Open the store that the settings name."""
    copies = Path(settings.checkpoints) if settings.checkpoints else None
    return ServerStore(
        settings.database,
        key=settings.key_file,
        checkpoints=copies,
        password=settings.takes_passwords,
        accept=accept_rollback,
        reveal=Reveal(settings.reveal),
    )
