"""The demo's one-click sign-in: anybody is any role, on a server that only this machine reaches."""

from typing import Any

from litestar import Response, Router, post
from litestar.response import Redirect

from croupier.rulebooks import Role
from croupier.web.auth.sessions import COOKIE
from croupier.web.auth.sign_in import open_session
from croupier.web.auth.tokens import digest
from croupier.web.http.guards import PrincipalRequest, accounts_of, cookie_for
from croupier.web.pages.table.routes import HTML, sent_fields
from croupier.web.problems import ProblemError

DEMO_ROLES = (
    Role.PLAYER,
    Role.DEALER,
    Role.SUPERVISOR,
    Role.GAMING_MANAGER,
    Role.TOURNAMENT_MANAGER,
    Role.INSPECTOR,
    Role.SURVEILLANCE,
    Role.REGULATOR,
    Role.ADMINISTRATOR,
)
"""The roles that anybody can be in a demo."""
FIRST_PAGES = {Role.ADMINISTRATOR: "/people"}
"""Where each role begins; the others at the floor."""


def demo_name(role: Role) -> str:
    """Return the name of the account with a role."""
    return f"demo-{role.value}"


@post("/demo", status_code=200, media_type=HTML, opt={"page": "/"})
async def sign_in_as(request: PrincipalRequest) -> Response[Any]:
    """Sign in as a role without a password, if the server is a demo."""
    roles: tuple[Role, ...] = request.app.state.demo_roles
    form = await sent_fields(request)
    role = next((one for one in roles if one.value == form.get("role")), None)
    if not roles:
        raise ProblemError(404, "demo/none", "this server is not a demo: sign in with a password")
    if role is None:
        known = ", ".join(one.value for one in roles)
        raise ProblemError(422, "demo/role", f"there is no such role here; choose one of {known}")
    accounts = accounts_of(request)
    credential = await accounts.run(accounts.store.credential_by_name, demo_name(role))
    assert credential is not None, "the demo has an account for each role"
    person = accounts.directory.person(credential.person)
    opened = await accounts.run(
        open_session,
        accounts,
        person,
        credential,
        request.user.origin,
        digest(request.cookies.get(COOKIE, "")),
    )
    place = FIRST_PAGES.get(role, "/")
    return Redirect(place, status_code=303, cookies=[cookie_for(opened)])


ROUTER = Router("/", route_handlers=[sign_in_as])
