"""A decision being made at a table of Caribbean Stud."""

from croupier.rulebooks import StudLaw
from croupier.stud.state import StudTable
from croupier.table.draft import Draft


class StudDraft(Draft[StudLaw, StudTable]):
    """A draft under the law of Caribbean Stud."""

    __slots__ = ()

    law: StudLaw
