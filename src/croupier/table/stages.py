"""The stages in which cards are made ready, and what is known of them while they are."""

from enum import Enum

import msgspec

from croupier.rulebooks.roles import Cutter


class Stage(Enum):
    """What has to be done with the cards before the next round."""

    CHECK = "check"
    REPLACE = "replace"
    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load"
    BURN = "burn"


class Mix(Enum):
    """Which cards a shuffle mixes."""

    ALL = "all"
    DISCARDS = "discards"
    """Those in the rack, to finish a round that ran out of cards."""
    LEFT = "left"
    """Those in a device that failed, to finish the round from a shoe."""


class Preparation(msgspec.Struct, frozen=True, gc=False):
    """Cards being made ready: the stage, why, and who may still be offered the cut."""

    stage: Stage
    """What has to be done next."""
    clause: str
    """The clause that demands the shuffle."""
    cut_clause: str = ""
    """The clause that names the player who is offered the cut first; empty where nobody is."""
    cutter: Cutter = Cutter.RIGHTMOST
    """Who is offered the cut first, where a clause names somebody."""
    box: int = 0
    """The box where the cutting card came out; 0 where it does not matter."""
    controller: str = ""
    """Who decided for that box; empty where it does not matter."""
    declined: tuple[str, ...] = ()
    """Players who have passed the cut on."""
    burn_clause: str = ""
    """The clause by which cards are burned; empty where none are."""
    mixes: Mix = Mix.ALL
    """Which cards the shuffle mixes."""
    check_clause: str = ""
    """The clause that asks for a count before the shuffle, where it is another; else empty."""


class KeptCards(msgspec.Struct, frozen=True, gc=False):
    """Cards under lock until the table needs them."""

    checked: bool
    """Whether they were checked before."""
    pre_shuffled: bool
    """Whether they were shuffled before."""
