"""``croupier audit witness``: keep a house's checkpoints, and check that its log only grows."""

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import msgspec
from cyclopts import Parameter

from croupier.errors import CroupierError
from croupier.features.audit.cli.records import FAILED, Flag, read_file
from croupier.record.integrity.witness import CheckpointWitness, ForkError, WitnessReport
from croupier.record.secrets.keys import public_key
from croupier.terminal.arguments import NUMBER
from croupier.terminal.output import print_note

if TYPE_CHECKING:
    from croupier.client import Client

EVERY_SECONDS = 300.0
"""How long a witness waits between two looks by default."""
SHORTEST_SECONDS = 1.0


def witness(
    address: str,
    /,
    *,
    folder: Path | None = None,
    key: Path | None = None,
    compare: Annotated[tuple[Path, ...], Parameter(negative=())] = (),
    every: Annotated[float, NUMBER] = EVERY_SECONDS,
    once: Flag = False,
    json: Flag = False,
) -> int:
    """Keep the checkpoints of a house, and check that its log only ever grows.

    Run it where the house cannot reach: at a second house, a regulator, a friend.
    Each new checkpoint must be signed with the house's key, and must come with a
    proof that its log begins with the log of the one before. If the house rolled
    its log back, changed it or signed another one, the command says so, keeps the
    evidence and ends with exit code 1.

    The first key that the house shows counts from then on; give --key if you have
    it from the house itself. No account is needed.

    Examples:

        croupier audit witness https://floor.example

        croupier audit witness https://floor.example --once --key house.pem

        croupier audit witness https://floor.example --once --compare friend/witness

    Parameters
    ----------
    address
        The house's server, such as https://floor.example.
    folder
        Where to keep the checkpoints; by default witness- and the server's name.
    key
        The house's public key, to hold it to that one from the start.
    compare
        The folder of another witness, to compare with; may be repeated.
    every
        How many seconds to wait between two looks.
    once
        Look once, and end.
    json
        Print each look for programs, one line each.
    """
    from croupier.client import Client
    from croupier.terminal.remote import require_server_address

    require_server_address(address, "the address")
    if every < SHORTEST_SECONDS:
        raise CroupierError("--every: wait at least 1 second between two looks")
    known = ""
    if key is not None:
        public_key(key)
        known = read_file(key).decode("ascii", errors="replace")
    keeper = CheckpointWitness(folder or Path(f"witness-{default_folder(address)}"))
    client = Client(address)
    try:
        while True:
            if (code := look(keeper, client, known, compare, once=once, json=json)) or once:
                return code
            time.sleep(every)
    finally:
        client.close()


def look(
    keeper: CheckpointWitness,
    client: "Client",
    key: str,
    others: tuple[Path, ...],
    *,
    once: bool,
    json: bool,
) -> int:
    """Look once and print the result; a house that does not answer is tried again later."""
    from croupier.client.live import ProblemError, UnreachableError

    try:
        found = keeper.look(client, key)
        for other in others:
            if not other.is_dir():
                raise CroupierError(f"--compare: there is no folder {other}")
            keeper.compare(client, other)
    except ForkError as error:
        report(None, str(error), json=json)
        return FAILED
    except (UnreachableError, ProblemError, msgspec.ValidationError) as error:
        strange = "what answers there is no house of this version"
        what = strange if isinstance(error, msgspec.ValidationError) else str(error)
        if once:
            raise CroupierError(f"{what}; nothing was compared") from None
        print_note(f"{what}; nothing was compared, and it will be tried again")
        return 0
    report(found, "", json=json)
    return 0


def report(found: WitnessReport | None, wrong: str, *, json: bool) -> None:
    """Print the outcome of a look."""
    if json:
        facts = {} if found is None else found._asdict()
        line = {"ok": not wrong, **facts, "findings": [wrong] if wrong else []}
        # A program that reads from a pipe gets each look as one line, and at once.
        print(msgspec.json.encode(line).decode(), flush=True)
    elif found is None:
        print(f"WRONG: {wrong}", flush=True)
    elif found.new:
        print(f"{found.size} events: {found.new} new checkpoints, {found.kept} kept", flush=True)
    else:
        print(f"{found.size} events: nothing new, {found.kept} checkpoints kept", flush=True)


def default_folder(address: str) -> str:
    """Return the default name of the folder for a house.

    >>> default_folder("https://floor.example:8443")
    'floor.example-8443'
    """
    return re.sub(r"[^A-Za-z0-9.]+", "-", urlsplit(address).netloc)
