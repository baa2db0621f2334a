"""The pages of ``docs/reference``, made from the source: ``python -m tests.docs.tables``.

With names of pages, such as ``events``, only those are written. A test fails where one of them is
out of date. With the events, the forms of new ones are kept too.
"""

import sys
from collections.abc import Iterable

from croupier.maths.cli.edge import EVERY_TABLE, as_markdown
from croupier.maths.figures import every_figure
from croupier.terminal.compiler_notice import usable_cores
from tests.docs.engine_pages import choices, commands, events
from tests.docs.law_page import law
from tests.docs.markdown import page, prose, table
from tests.docs.option_page import options
from tests.docs.pages import ROOT
from tests.docs.permission_page import permissions
from tests.docs.source_pages import games, irregularities, modules, rulebooks
from tests.record import event_forms

REFERENCE = ROOT / "docs" / "reference"


FIGURES = "figures"
"""The page that is worked out, which takes its time."""


MAKERS = {
    "options": options,
    "choices": choices,
    "commands": commands,
    "events": events,
    "games": games,
    "irregularities": irregularities,
    "permissions": permissions,
    "law": law,
    "rulebooks": rulebooks,
    "modules": modules,
}


README = (
    "Pages that are made from the source and never written by hand.",
    "`python -m tests.docs.tables` writes them anew; with names, such as `events`, only those.",
)
TITLES = {
    "options": "Options",
    "choices": "The operator's choices",
    "commands": "Commands",
    "events": "Events",
    "games": "The games side by side",
    "irregularities": "Irregularities",
    "permissions": "Who may do what",
    "law": "Every rule of the law",
    "rulebooks": "The rulebooks' modules",
    "modules": "Modules",
    FIGURES: "Figures",
}


CONTENTS = {
    "options": "the options of `play`, `deal`, `simulate`, `edge` and `strategy`",
    "choices": "what may be chosen when a table is opened, with the defaults",
    "commands": "what can be done to a table: steps of scenarios, lines of a live table",
    "events": "what is recorded, and what every field of it holds",
    "games": "what each blackjack game says, topic by topic, with its clauses",
    "irregularities": "what each game does when something goes wrong, with its clauses",
    "permissions": "the rights of every role at the server, and the clauses behind commands",
    "law": "what a law holds, place by place: the values that decide, the words that describe",
    "rulebooks": "how long the law of each game is",
    "modules": "what each module is for",
    FIGURES: "the exact edge of every game, table and wager",
}


ALL_FIGURES = (
    "What `croupier edge --all --markdown` prints; [The mathematics](../maths.md) tells the",
    "methods. Where only a shuffling device may hold so many decks, the cards come from one.",
    "Deviations and charts take five times as long as the rest and are given for the usual number",
    "of decks; `croupier edge GAME --decks N` gives them for others. Made by",
    "`python -m tests.docs.tables figures`; tests hold the page to it, a part with every run, all",
    "of it with `make test-slow`.",
)
FIGURE_TEXTS = {
    "main": ("Main wagers", ""),
    "usual": ("With the usual number of decks", ""),
    "insurance": (
        "Insurance and even money",
        "Even money is in units of the wager; the last column is what the same blackjack is worth "
        "that waits for the dealer.",
    ),
    "side-bets": ("Optional wagers", ""),
    "stud": ("Caribbean Stud", ""),
    "jackpot": (
        "Caribbean Stud's jackpot",
        "The least meter at which a jackpot wager loses nothing in the long run, without "
        "increments and bonus.",
    ),
}


def current() -> dict[str, str]:
    """Every page as the source has it now, but for the figures."""
    made = {name: make() for name, make in MAKERS.items()}
    return made | {"README": contents(made)}


def contents(made: Iterable[str]) -> str:
    """What there is in this folder."""
    rows = [(f"[{TITLES[name]}]({name}.md)", CONTENTS[name]) for name in (*made, FIGURES)]
    return page("Reference", prose(*README), table(("page", "what is in it"), rows))


def figures() -> str:
    """The page of all exact figures."""
    found = every_figure(cores=usable_cores())
    parts = [prose(*ALL_FIGURES)]
    for name, make in EVERY_TABLE.items():
        title, text = FIGURE_TEXTS[name]
        parts += [part for part in (f"## {title}", prose(text), as_markdown(make(found))) if part]
    return page("All figures", *parts)


def main() -> None:
    """Write every page anew, or those that are named."""
    names = sys.argv[1:]
    made = current()
    if not names or "events" in names:
        event_forms.main()
    if not names or FIGURES in names:
        made[FIGURES] = figures()
    for name, text in made.items():
        if not names or name in names:
            path = REFERENCE / f"{name}.md"
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
