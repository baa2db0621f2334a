"""The commands of a live table by subject, so that nobody has to read eighty names for one."""

import msgspec


class Subject(msgspec.Struct, frozen=True):
    """Commands that belong together."""

    name: str
    """What is typed behind ``help``."""
    about: str
    """What it is about, in a few words."""
    commands: tuple[str, ...]
    """The names of its commands, the commonest first."""


SUBJECTS = (
    Subject(
        "wagers",
        "wagers and chips",
        (
            *("wager", "withdraw", "move-wager", "refuse-wager", "deal", "buy-in", "colour-up"),
            *("give-chips", "exchange-voucher", "deal-without-wagers"),
        ),
    ),
    Subject(
        "cards",
        "making the cards ready, and dealing them",
        (
            *("shuffle", "cut", "decline-cut", "load", "burn", "card", "face-down", "turn-card"),
            *("cutting-card", "order-shuffle", "riffle", "secure-cards", "order-check"),
            *("check-cards", "replace-card", "replace-cards"),
        ),
    ),
    Subject(
        "calls",
        "what players call, insurance, settling",
        (
            *("hit", "stand", "double", "split", "surrender", "expose", "no-double", "no-split"),
            *("no-surrender", "insure", "even-money", "close-insurance", "bet", "fold"),
            *("concede", "settle", "pay-jackpot"),
        ),
    ),
    Subject(
        "seats",
        "seats, boxes, who is there",
        (
            *("sit", "rise", "leave", "vacate-seat", "reserve-boxes", "release-boxes"),
            *("nominate-box", "give-up-box", "limit-players", "absent", "present", "fold-absent"),
        ),
    ),
    Subject(
        "limits",
        "the sign, closing the table, what a manager approves",
        (
            *("change-limits", "announce-limits", "raise-minimum", "personal-limits"),
            *("side-bet-limits", "limit-side-bets", "restrict-to-minimum"),
            *("restrict-to-one-box", "lift-restriction", "announce-closure", "close-table"),
            *("permit-resplit", "approve-face-down", "approve-held-blackjacks"),
            *("close-jackpot", "reopen-jackpot"),
        ),
    ),
    Subject(
        "irregularities",
        "cards and calls that went wrong",
        (
            *("draw-in-error", "refuse-card", "burn-in-error", "faced-card", "extra-dealer-card"),
            *("reconstruct", "miscall", "overlook", "call-insurance", "misdeal", "exposed-card"),
            *("correct-card", "wrong-count", "stray-hand", "reveal-folded", "handle"),
            *("correct-bet", "void-hand", "void-round", "invalidate-round", "wrong-cards"),
            "drop-cards",
        ),
    ),
    Subject(
        "devices",
        "shuffling devices that fail",
        ("device-failure", "restore-device", "use-shoe", "take-back", "stay-in"),
    ),
    Subject(
        "conduct",
        "people who break the rules, disputes",
        (
            *("sanction", "invalidate-wagers", "play-first", "keep-apart", "english-only"),
            *("withhold-payment", "dispute", "decide-dispute", "ask-review", "review-dispute"),
            *("close-dispute", "complain"),
        ),
    ),
    Subject(
        "reports",
        "notices, equipment, papers, wrong payments",
        (
            *("notify", "acknowledge", "check-equipment", "change-dealer", "show-rules"),
            *("show-form", "mispayment", "identify-mispaid", "put-right"),
        ),
    ),
    Subject(
        "accounts",
        "Player Cards and gaming limits",
        (
            *("present-card", "declare-chips", "declare-remaining", "deposit"),
            *("set-deposit-limit", "set-loss-limit", "require-break"),
        ),
    ),
    Subject(
        "tournaments",
        "entries, seats, sessions, prizes",
        (
            *("enter", "withdraw-entry", "refuse-entry", "draw-seats", "assign-seat"),
            *("take-seat", "leave-seat", "seat-reserve", "substitute", "designate-table"),
            *("publish-conditions", "appoint-manager", "approve-commission", "buy-chips"),
            *("buy-back", "start-session", "pass", "undisclosed-wager", "time-out"),
            *("limit-time", "deduct-absent", "break", "end-break", "disqualify", "reinstate"),
            *("move-session", "count-chips", "return-chips", "record-session", "end-session"),
            *("award-prizes", "cancel"),
        ),
    ),
)


def subject_named(name: str) -> Subject | None:
    """A subject by its name, or by the start of it where only one begins so."""
    found = [one for one in SUBJECTS if one.name == name] or [
        one for one in SUBJECTS if len(name) > 2 and one.name.startswith(name)
    ]
    return found[0] if len(found) == 1 else None
