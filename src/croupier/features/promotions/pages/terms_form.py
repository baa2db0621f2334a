"""The form in which the desk writes terms: from a template, checked by clause as one types."""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.display.sentences import Sentence
from croupier.errors import CroupierError
from croupier.features.promotions.api import PROMOTIONS
from croupier.features.promotions.files import (
    BadTermError,
    default_terms,
    read_terms,
    require_promotion_rules,
)
from croupier.features.promotions.pages import render
from croupier.features.promotions.pages.actions import may_do, preview_action
from croupier.features.promotions.pages.scene import (
    PLACE,
    PromotionScene,
    promotion_title,
    scene_for,
)
from croupier.features.promotions.rules.publication import AmendTerms
from croupier.features.promotions.rules.terms import (
    BLACKJACK,
    HANDS,
    Prize,
    Terms,
    is_blank,
    terms_faults,
)
from croupier.features.promotions.runner import open_on_floor
from croupier.floor.floor import Floor
from croupier.floor.state import content_of
from croupier.messages import Refused
from croupier.rulebooks import StudLaw, TableLaw, law_of
from croupier.web.http.guards import PrincipalRequest, cause_of, require, service_of
from croupier.web.pages.rendering import frame_for, requested_part
from croupier.web.pages.staff_forms import (
    Requirement,
    StaffField,
    Templates,
    form_id,
    games_with,
    name_problem,
)
from croupier.web.pages.table.page import RefusalPart
from croupier.web.pages.table.routes import HTML, REFUSED, SentForm, html_response, signed_in_form
from croupier.web.pages.times import form_time, house_zone, read_form_time
from croupier.web.problems import ProblemError, not_yours
from croupier.web.service.submit import CommandRequest, require_role, submit

HOURS_AHEAD, DAYS_LONG = 48, 7
"""How long before the start a template is written, and how long it runs."""
TAKEN = ("new", "results")
"""The names that addresses of pages have already."""
EARNED = ("earned-wager", "earned-hand")
"""The two fields that together are one term."""
LABELS = {
    "manner": "How prizes are awarded",
    "award": "When and where they are awarded",
    "eligibility": "Who may win",
    "minimum-wager": "Least wager, in dollars",
    "nature": "What it is, with all reservations",
    "entries-close": "Entries close",
    "starts": "It starts",
    "draw": "The draw is held",
    "claim": "How a prize is claimed",
    "presence-required": "Winners must be present at the draw",
    "notification": "How winners are notified",
    "publication": "How the results are published",
    "prizes": "Prizes, one a line",
    "disbursement": "How prizes are handed over",
    "cash-alternative": "Winners may take money instead of other prizes",
    "earned-wager": "An entry for each settled wager of, in dollars",
    "earned-hand": "An entry for each hand of this kind",
}
"""What people read for each field, in the order of the form."""
HINTS = {
    "minimum-wager": "0 if nothing must be wagered",
    "prizes": "kind; worth in dollars; then details, such as: "
    "vehicle; 45000; make=Falcon; model=GT; accessories=none; on-road-costs=included",
    "earned-wager": "at the tables of the game; empty if the desk enters players",
}
TICKS = ("presence-required", "cash-alternative")
AMOUNTS = ("minimum-wager", "earned-wager")
TIMES = ("entries-close", "starts", "draw")
TEMPLATES: Templates = {
    "members": ("A prize draw for members", {}),
    "wagers": (
        "An entry for each wager of $50",
        {
            "minimum-wager": "50",
            "earned-wager": "50",
            "eligibility": "everybody who plays at the tables of the game",
        },
    ),
    "car": (
        "A car and two further prizes",
        {
            "nature": "a prize draw; the car may differ in colour",
            "prizes": "vehicle; 45000; make=Falcon; model=GT; accessories=floor mats; "
            "on-road-costs=registered for a year\n"
            "casino-dollars; 1000\ngoods; 400; conditions=dinner for two",
        },
    ),
    "present": (
        "A draw among those who are present",
        {
            "presence-required": "yes",
            "claim": "in person, within ten minutes of the draw",
            "notification": "called out at the draw",
        },
    ),
}


class CheckedTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What the rulebook says of a form."""

    terms: Terms | None
    """The terms; ``None`` if they cannot be read."""
    requirements: tuple[Requirement, ...]
    """What must be stated."""
    problems: tuple[RefusalPart, ...]
    """What is wrong with what is stated."""
    submit_by: datetime | None
    """By when the regulator must have them for the start; ``None`` without a start."""

    @property
    def lawful(self) -> bool:
        """Whether they may be submitted."""
        return not self.problems and not any(one.missing for one in self.requirements)


def form_fields(law: TableLaw) -> tuple[StaffField, ...]:
    """Return the fields of the form for a game."""
    says = require_promotion_rules(law).statements
    hands = HANDS[1:] if isinstance(law, StudLaw) else (BLACKJACK,)
    found = []
    for name, label in LABELS.items():
        widget = "text"
        for kind, names in (("amount", AMOUNTS), ("time", TIMES), ("tick", TICKS)):
            widget = kind if name in names else widget
        widget = {"prizes": "lines", "earned-hand": "choice"}.get(name, widget)
        clause = says[name].clause if name in says else ""
        kinds = (("", "none"), *((one, one.replace("-", " ")) for one in hands))
        options = kinds if widget == "choice" else ()
        found.append(StaffField(name, label, widget, options, HINTS.get(name, ""), clause))
    return tuple(found)


# ------------------------------------------------------------------------------------------- values


def form_values(terms: Terms, zone: tzinfo) -> dict[str, str]:
    """Return terms as the form has them; times are by the clocks of a zone."""
    values: dict[str, str] = {}
    for name in LABELS:
        if name in EARNED:
            continue
        value = getattr(terms, name.replace("-", "_"))
        match value:
            case None:
                continue
            case bool():
                values[name] = "yes" if value else ""
            case int():
                values[name] = f"{value / 100:g}"
            case datetime():
                values[name] = form_time(value.astimezone(zone))
            case tuple():
                values[name] = "\n".join(prize_line(one) for one in value)
            case _:
                values[name] = str(value)
    if terms.earned_by is not None:
        wager = terms.earned_by.wager
        values["earned-wager"] = f"{wager / 100:g}" if wager else ""
        values["earned-hand"] = terms.earned_by.hand
    return values


def prize_line(prize: Prize) -> str:
    """Return a prize as a line of the form.

    >>> from croupier.rulebooks.law.promotions import PrizeKind
    >>> prize_line(Prize(kind=PrizeKind.GOODS, value=40000, details={"conditions": "for two"}))
    'goods; 400; conditions=for two'
    """
    parts = [prize.kind.value, "" if prize.value is None else f"{prize.value / 100:g}"]
    parts += [] if prize.litres is None else [f"litres={prize.litres}"]
    parts += [f"{name}={text}" for name, text in prize.details.items()]
    return "; ".join(parts).rstrip("; ")


def first_values(law: TableLaw, template: str, now: datetime) -> dict[str, str]:
    """Return the values that a template begins with."""
    starts = (now + timedelta(hours=HOURS_AHEAD)).replace(minute=0, second=0, microsecond=0)
    draw = starts + timedelta(days=DAYS_LONG)
    values = form_values(default_terms(law), UTC)
    times = {"starts": starts, "entries-close": draw - timedelta(hours=2), "draw": draw}
    values |= {name: form_time(at) for name, at in times.items()}
    return values | TEMPLATES.get(template, ("", {}))[1]


def written_terms(form: SentForm, zone: tzinfo) -> dict[str, Any]:
    """Return the terms that a form states, as a promotion file has them."""
    data: dict[str, Any] = {}
    for name in LABELS:
        text = form.get(name, "").strip()
        if name in TICKS:
            data[name] = bool(text)
        elif name in EARNED or not text:
            continue
        elif name in TIMES:
            data[name] = read_form_time(text, zone)
        elif name == "prizes":
            data[name] = [_prize(one) for one in text.splitlines() if one.strip()]
        else:
            data[name] = text
    earned = {
        key: form.get(f"earned-{key}", "").strip()
        for key in ("wager", "hand")
        if form.get(f"earned-{key}", "").strip()
    }
    return data | ({"earned-by": earned} if earned else {})


def _prize(line: str) -> dict[str, Any]:
    """Return a prize as it is written in a line of the form."""
    kind, *rest = [one.strip() for one in line.split(";")]
    found: dict[str, Any] = {"kind": kind}
    details = {}
    for part in filter(None, rest):
        name, equals, text = (one.strip() for one in part.partition("="))
        if not equals:
            found["value"] = part.removeprefix("$").replace(",", "")
        elif name == "litres":
            found["litres"] = _litres(text)
        else:
            details[name] = text
    return found | ({"details": details} if details else {})


def _litres(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def check_form(law: TableLaw, form: SentForm, zone: tzinfo) -> CheckedTerms:
    """Return what the rulebook says of a form: gaps by clause, slips, refusals."""
    rules, data = require_promotion_rules(law), written_terms(form, zone)
    left_out = [name for name in LABELS if name not in (*data, *EARNED)]
    terms: Terms | None = None
    problems: list[RefusalPart] = []
    try:
        terms = read_terms(law, data, left_out)
    except BadTermError as error:
        label = LABELS.get(error.term.partition(":")[0].partition(",")[0], "")
        words = str(error)
        problems.append(RefusalPart(f"{label}: {words}" if label else words, ()))
    if terms is not None:
        problems += [
            RefusalPart(one.why, tuple(dict.fromkeys((one.clause, *one.also))))
            for one in terms_faults(rules, terms)
            if one.code != "terms/unsaid"
        ]
    requirements = tuple(
        Requirement(
            f"{says.text[:1].upper()}{says.text[1:]}",
            says.clause,
            name not in data or is_blank(tuple(data[name]) if name == "prizes" else data[name]),
        )
        for name, says in rules.statements.items()
    )
    starts = None if terms is None else terms.starts
    before = timedelta(hours=rules.submitted_hours.value)
    return CheckedTerms(
        terms=terms,
        requirements=requirements,
        problems=tuple(problems),
        submit_by=None if starts is None else starts - before,
    )


# ------------------------------------------------------------------------------------------- routes


def promotion_games() -> dict[str, str]:
    """Return the titles of the games whose rulebooks provide for promotions, by their names."""
    return games_with(lambda law: law.promotions)


def law_for_form(game: str) -> TableLaw:
    """Return the law of a game that has promotions. Raise a problem if there is none."""
    if game not in promotion_games():
        raise ProblemError(404, "promotion/no-rules", f"{game!r} has no promotions")
    return law_of(game)


async def form_response(
    request: PrincipalRequest,
    game: str,
    form: SentForm,
    *,
    named: str = "",
    amends: str = "",
    preview: tuple[Sentence, ...] = (),
    refused: RefusalPart | None = None,
    status: int = 200,
) -> Response[Any]:
    """Return the form with what the rulebook says of it.

    ``amends`` is the promotion whose terms change; empty for a new one.
    """
    law, zone = law_for_form(game), await house_zone(request)
    rules, checked = require_promotion_rules(law), check_form(law, form, zone)
    title = f"Change the terms of {promotion_title(amends)}" if amends else "Write terms"
    body = render(
        "terms/check.html" if requested_part(request) else "terms/form.html",
        frame=frame_for(request, title, here=PLACE),
        title=title,
        game=game,
        games=promotion_games(),
        templates=TEMPLATES,
        begun_with=form.get("template", ""),
        book=law.book,
        fields=form_fields(law),
        given=form,
        checked=checked,
        submit_by=None
        if checked.submit_by is None
        else f"{checked.submit_by.astimezone(zone):%-d %B, %H:%M}",
        submitted_clause=rules.submitted_hours.clause,
        zone=str(zone),
        named=named,
        amends=amends,
        preview=preview,
        refused=refused,
        form=service_of(request).read_model.position,
    )
    return html_response(body, status=status)


@get("/promotions/new", media_type=HTML)
async def new_promotion(request: PrincipalRequest) -> Response[Any]:
    """Show the form for a promotion's terms, filled in from a template."""
    require(request, "promotion.open")
    query = {key: str(value) for key, value in request.query_params.items()}
    game, template = (
        query.get("game", next(iter(promotion_games()))),
        query.get("template", "members"),
    )
    now = service_of(request).clock.now().astimezone(await house_zone(request))
    values = first_values(law_for_form(game), template, now) | {"template": template}
    return await form_response(request, game, values)


@post("/promotions/new", status_code=200, media_type=HTML)
async def open_from_form(request: PrincipalRequest) -> Response[Any]:
    """Check the terms, or keep them as a draft and go on to its desk."""
    form = await signed_in_form(request)
    require(request, "promotion.open")
    game, name = form.get("game", ""), form.get("name", "").strip()
    law = law_for_form(game)
    checked = check_form(law, form, await house_zone(request))
    if form.get("what") != "open":
        return await form_response(request, game, form)
    if why := name_problem(name, TAKEN):
        return await form_response(request, game, form, named=why, status=REFUSED)
    if checked.terms is None:
        return await form_response(request, game, form, status=REFUSED)
    terms = checked.terms
    cause = cause_of(request, "promotion.open", uuid4().hex, content_of(name, terms))

    def begin(floor: Floor) -> Refused | None:
        return open_on_floor(floor, law, name, terms, cause)

    try:
        refused = await service_of(request).do(begin)
    except CroupierError as error:
        return await form_response(request, game, form, named=str(error), status=REFUSED)
    if isinstance(refused, Refused):
        return await form_response(request, game, form, named=refused.why, status=REFUSED)
    return Redirect(f"/promotions/{name}/desk", status_code=303)


async def _scene_to_amend(request: PrincipalRequest, name: str) -> PromotionScene:
    """Return a promotion whose terms the principal may change. Raise if they may not."""
    require(request, "promotion.command")
    scene = await scene_for(request, name)
    if not may_do(request.user, scene, AmendTerms):
        raise not_yours(f"terms are changed by {scene.rules.offered.value.one}")
    return scene


@get("/promotions/{name:str}/terms", media_type=HTML)
async def terms_to_amend(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show the form to change a promotion's terms."""
    scene = await _scene_to_amend(request, name)
    values = form_values(scene.promotion.terms, await house_zone(request))
    return await form_response(request, scene.promotion.game, values, amends=name)


@post("/promotions/{name:str}/terms", status_code=200, media_type=HTML)
async def amend_from_form(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Check changed terms, show what follows, or change them once that was confirmed."""
    form, service = await signed_in_form(request), service_of(request)
    scene = await _scene_to_amend(request, name)
    game, law = scene.promotion.game, scene.law
    checked = check_form(law, form, await house_zone(request))
    if checked.terms is None or form.get("what") not in ("look", "amend"):
        status = 200 if form.get("what") == "check" else REFUSED
        return await form_response(request, game, form, amends=name, status=status)
    command = AmendTerms(checked.terms, by=require_role(request.user, AmendTerms, law))
    if form["what"] == "look":
        preview = preview_action(scene, command)
        if isinstance(preview, Refused):
            told = scene.refusal(preview)
            return await form_response(
                request, game, form, amends=name, refused=told, status=REFUSED
            )
        return await form_response(request, game, form, amends=name, preview=preview)
    known = form_id(name, request.user.account, form)
    answer = await submit(service, request.user, CommandRequest(PROMOTIONS, name, command, known))
    if isinstance(answer, Refused):
        told = scene.refusal(answer)
        return await form_response(request, game, form, amends=name, refused=told, status=REFUSED)
    return Redirect(f"/promotions/{name}/desk", status_code=303)


ROUTER = Router(
    "/", route_handlers=[new_promotion, open_from_form, terms_to_amend, amend_from_form]
)
