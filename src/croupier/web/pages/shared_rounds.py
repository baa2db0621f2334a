"""Rounds that players show to others: the link, the round behind it, and its picture.

By the link anybody sees the round as a bystander would have seen it: no card that stayed face down,
no name to sign in with, no chips. Its owner may withdraw it at any time.
"""

from collections import OrderedDict
from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from msgspec.structs import replace

from croupier.display.viewers import Onlooker, Voice
from croupier.record.stores.base import Store
from croupier.rulebooks import catalogue
from croupier.streams import TABLE
from croupier.web.auth.stores.base import SharedRound
from croupier.web.auth.tokens import new_link
from croupier.web.http.guards import PrincipalRequest, accounts_of, require, service_of
from croupier.web.live.read_model import names_for
from croupier.web.pages.rendering import frame_for, render
from croupier.web.pages.round_picture import HEIGHT, WIDTH, round_picture
from croupier.web.pages.rounds import Replay, participants, replay
from croupier.web.pages.table.felt import felt_print, wagers_of
from croupier.web.pages.table.page import TablePage, table_page
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.pages.text import SIGNS, table_label
from croupier.web.problems import ProblemError

SVG = "image/svg+xml"
MOST_LINKS = 200
"""The most rounds that one player may show at a time."""
ROUNDS = "/tables/{name}/rounds"
"""The page that the forms of a link belong to."""
PICTURE_POLICY = "default-src 'none'; sandbox"
"""What a picture may load, opened by itself: nothing."""


class SharedReplays:
    """The last rounds that were asked for by a link.

    A finished round does not change, and to find it the whole stream of its table is read: without
    this, anybody with a link could have the server do that for every step.
    """

    MOST = 64

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], Replay] = OrderedDict()

    async def of(self, request: PrincipalRequest, name: str, number: int) -> Replay:
        """Return a round as bystanders see it. Raise ``ProblemError`` if it is not over."""
        if (name, number) not in self._found:
            self._found[name, number] = await open_replay(request, name, number)
        self._found.move_to_end((name, number))
        while len(self._found) > self.MOST:
            self._found.popitem(last=False)
        return self._found[name, number]


async def open_replay(request: PrincipalRequest, name: str, number: int) -> Replay:
    """Return a round as bystanders see it, from the record. Raise ``ProblemError`` if there is no
    such round, or it is not over."""
    service = service_of(request)
    law = service.table(name).law
    voice = Voice(Onlooker(), SIGNS, names_for(Onlooker(), service.read_model.names))

    def read(store: Store) -> Replay | None:
        return replay(law, store.read_stream(TABLE.stream(name)), number, voice)

    found = await service.read(read)
    if found is None or not found.round.ended or not found.steps:
        raise ProblemError(404, "round/unknown", f"there is no round {number} that is over here")
    return found


def replays_of(request: PrincipalRequest) -> SharedReplays:
    """Return the shared rounds that this process remembers."""
    found: SharedReplays = request.app.state.shared_replays
    return found


def title_of_round(request: PrincipalRequest, name: str, number: int) -> str:
    """Return a round by its game, table and number."""
    law = service_of(request).table(name).law
    return f"{law.title}, {table_label(name, law.game)}, round {number}"


# For the owner ------------------------------------------------------------------------------------


async def require_own_round(request: PrincipalRequest, name: str, number: int) -> None:
    """Require a round that is over and in which the principal has played."""
    require(request, "round.share", owner=request.user.account)
    found = await replays_of(request).of(request, name, number)
    if request.user.account not in participants(found):
        raise ProblemError(403, "round/not-yours", "only who has played in a round may show it")


def link_address(request: PrincipalRequest, token: str) -> str:
    """Return the whole address of a link, to be sent to others."""
    return f"{str(request.base_url).rstrip('/')}/shared/{token}"


@get("/tables/{name:str}/rounds/{number:int}/link", media_type=HTML)
async def round_link(
    request: PrincipalRequest, name: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """Show the link to a round, or what others would see by one."""
    await require_own_round(request, name, number)
    accounts = accounts_of(request)
    me = request.user.account
    found = await accounts.run(accounts.store.link_to_round, me, name, number)
    body = render(
        "rounds/link.html",
        frame=frame_for(request, "Show a round to others"),
        title=title_of_round(request, name, number),
        round_at=f"/tables/{name}/rounds/{number}",
        link="" if found is None else link_address(request, found.token),
        picture="" if found is None else f"/shared/{found.token}/picture.svg",
        size=(WIDTH, HEIGHT),
    )
    return html_response(body)


@post(
    "/tables/{name:str}/rounds/{number:int}/share",
    status_code=200,
    media_type=HTML,
    opt={"page": ROUNDS},
)
async def share(
    request: PrincipalRequest, name: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """Make a link to a round; who has one already keeps it."""
    await require_own_round(request, name, number)
    accounts, me = accounts_of(request), request.user.account
    shared = await accounts.run(accounts.store.shared_rounds_of, me)
    if len(shared) >= MOST_LINKS:
        why = f"you show {len(shared)} rounds already, and no more are possible: withdraw one first"
        raise ProblemError(409, "round/too-many-links", why)
    one = SharedRound(new_link(), me, name, number, accounts.now())
    await accounts.run(accounts.store.share_round, one)
    return Redirect(f"/tables/{name}/rounds/{number}/link", status_code=303)


@post(
    "/tables/{name:str}/rounds/{number:int}/withdraw",
    status_code=200,
    media_type=HTML,
    opt={"page": ROUNDS},
)
async def withdraw(
    request: PrincipalRequest, name: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """Withdraw the link to a round: it leads nowhere from now on."""
    me = request.user.account
    require(request, "round.share", owner=me)
    accounts = accounts_of(request)
    await accounts.run(accounts.store.withdraw_round, me, name, number)
    return Redirect("/account/links", status_code=303)


@get("/account/links", media_type=HTML)
async def links(request: PrincipalRequest) -> Response[Any]:
    """List the rounds that the principal shows to others."""
    me = request.user.account
    require(request, "round.share", owner=me)
    accounts = accounts_of(request)
    shared = await accounts.run(accounts.store.shared_rounds_of, me)
    known = service_of(request).read_model.tables
    listed = [
        (title_of_round(request, one.place, one.number), one)
        for one in shared
        if one.place in known
    ]
    frame = frame_for(request, "Rounds you show", here="My account")
    return html_response(render("rounds/links.html", frame=frame, links=listed))


# For everybody who has the link -------------------------------------------------------------------


async def find_shared(request: PrincipalRequest, token: str) -> tuple[SharedRound, Replay]:
    """Return what a link shows. Raise ``ProblemError`` 404 if there is no such link."""
    require(request, "floor.view")
    accounts = accounts_of(request)
    found = await accounts.run(accounts.store.shared_round, token)
    if found is None or found.place not in service_of(request).read_model.tables:
        why = "this link shows nothing: its owner has withdrawn it, or it was copied wrongly"
        raise ProblemError(404, "round/no-such-link", why)
    return found, await replays_of(request).of(request, found.place, found.number)


def with_own_boxes(page: TablePage, told: Replay, player: str) -> TablePage:
    """Return a page on which the boxes of the player who shows the round are drawn as own ones."""
    owned = {
        box.number
        for step in told.steps
        for box in step.view.boxes
        if any(wager.player == player for wager in wagers_of(box))
    }
    marked = (replace(box, own=box.number in owned) for box in page.boxes)
    return replace(page, boxes=tuple(marked))


@get("/shared/{token:str}", media_type=HTML)
async def shared_round(
    request: PrincipalRequest, token: FromPath[str], step: FromQuery[int] = 0
) -> Response[Any]:
    """Show a shared round step by step, from its first, to anybody who has the link."""
    found, told = await find_shared(request, token)
    shown = service_of(request).table(found.place)
    last = len(told.steps)
    at = min(max(step, 1), last)
    page = table_page(
        found.place,
        shown.version,
        told.steps[at - 1].view,
        felt_print(shown.law, shown.table),
        catalogue(shown.law.book),
    )
    title = title_of_round(request, found.place, found.number)
    handle = page.view.names.get(found.person, "a player")
    link = link_address(request, token)
    body = render(
        "rounds/shared.html",
        frame=frame_for(request, title),
        page=with_own_boxes(page, told, found.person),
        place=f"{table_label(found.place, shown.law.game)}, shown by {handle}",
        steps=[one.sentences for one in told.steps],
        number=found.number,
        at=at,
        last=last,
        void=told.round.void,
        link=link,
        picture=f"{link}/picture.svg",
        size=(WIDTH, HEIGHT),
    )
    return html_response(body)


@get("/shared/{token:str}/picture.svg", media_type=SVG, opt={"page": "/shared/{token}"})
async def shared_picture(request: PrincipalRequest, token: FromPath[str]) -> Response[Any]:
    """Return the picture of a shared round: the layout at its end."""
    found, told = await find_shared(request, token)
    shown = service_of(request).table(found.place)
    felt = felt_print(shown.law, shown.table)
    title = f"{shown.law.title}, round {found.number}"
    drawn = round_picture(told.steps[-1].view, felt, title=title)
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": PICTURE_POLICY}
    return Response(drawn.encode(), media_type=SVG, headers=headers)


ROUTER = Router(
    "/",
    route_handlers=[round_link, share, withdraw, links, shared_round, shared_picture],
)
