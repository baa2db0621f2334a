"""Whether the pinned components of the server keep to the time frames of docs/security.md.

``make audit`` asks PyPI for each of them: which flaws of the pinned version are known, since when a
version without them is there, and since when there is a newer one at all. PyPI does not say how
grave a flaw is, so that the shortest time frame holds for each.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from packaging.version import InvalidVersion, Version

from tests.support.refusals import ROOT

INDEX = "https://pypi.org/pypi"
PINNED = ("runtime", "postgresql")
"""The requirements of a server; all others are for those who work on it."""
FLAW_DAYS, NEWER_DAYS = 7, 365
"""How long a fixed version, and how long a newer one, may be out before it is taken."""
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[.*\])?==(\S+)", re.MULTILINE)


class Pin(NamedTuple):
    """A component that is installed with the server."""

    name: str
    """Its name on PyPI."""
    version: str
    """Its pinned version."""


class Finding(NamedTuple):
    """Something to know of a component."""

    late: bool
    """Whether a time frame is over."""
    text: str
    """What was found."""


def pins(folder: Path) -> list[Pin]:
    """Every component of the server."""
    texts = ((folder / f"{name}.txt").read_text(encoding="utf-8") for name in PINNED)
    return sorted({Pin(*found) for text in texts for found in PIN.findall(text)})


def findings(
    pin: Pin, project: Mapping[str, Any], flaws: Iterable[Mapping[str, Any]], today: datetime
) -> Iterator[Finding]:
    """What PyPI's answers say of a component."""
    published = _published(project["releases"])
    for flaw in flaws:
        if flaw.get("withdrawn"):
            continue
        fixes = [published[one] for one in _versions(flaw["fixed_in"]) if one in published]
        days = (today - min(fixes)).days if fixes else None
        since = "no version without it" if days is None else f"fixed {days} days ago"
        late = days is not None and days > FLAW_DAYS
        yield Finding(late, f"{pin.name} {pin.version}: {flaw['id']}, {since}")
    newer = [day for one, day in published.items() if one > Version(pin.version)]
    if newer and (days := (today - min(newer)).days) > NEWER_DAYS:
        yield Finding(True, f"{pin.name} {pin.version}: a newer version is {days} days old")


def _published(releases: Mapping[str, Any]) -> dict[Version, datetime]:
    """When each version was published that is finished and was not taken back."""
    return {
        version: min(datetime.fromisoformat(file["upload_time_iso_8601"]) for file in files)
        for text, given in releases.items()
        if (files := [file for file in given if not file["yanked"]])
        for version in _versions([text])
        if not version.is_prerelease
    }


def _versions(texts: Iterable[str]) -> Iterator[Version]:
    for text in texts:
        try:
            yield Version(text)
        except InvalidVersion:
            continue


def ask(client: httpx.Client, pin: Pin, today: datetime) -> list[Finding]:
    """Ask for a component; where nothing is said of its version, that is late too."""
    project = client.get(f"{INDEX}/{pin.name}/json").raise_for_status().json()
    if project["info"]["version"] == pin.version:
        flaws = project["vulnerabilities"]
    else:
        answer = client.get(f"{INDEX}/{pin.name}/{pin.version}/json")
        if answer.status_code == httpx.codes.NOT_FOUND:
            return [Finding(True, f"{pin.name} {pin.version}: nothing is known of it")]
        flaws = answer.raise_for_status().json()["vulnerabilities"]
    return list(findings(pin, project, flaws, today))


def main() -> int:
    """Print what is found; a time frame that is over makes it fail."""
    found = []
    with httpx.Client(timeout=30, follow_redirects=True) as client:
        known = pins(ROOT / "requirements")
        for pin in known:
            found += ask(client, pin, datetime.now(UTC))
    for finding in found:
        sys.stdout.write(f"{'LATE  ' if finding.late else '      '}{finding.text}\n")
    late = sum(finding.late for finding in found)
    sys.stdout.write(f"{len(known)} components, {late} beyond their time frame\n")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
