"""The forms of all events, kept so that a changed one is noticed.

``python -m tests.record.event_forms`` adds those of new events. What is kept is never changed: an
event with another form gets a new tag and an upcaster.
"""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec

from croupier.features.audit.cli.exports import schema_of
from croupier.streams import RecordedEvent

KEPT = Path(__file__).parent / "kept" / "event-forms.json"
Forms = dict[str, dict[str, Any]]
"""For each tag its fields, and for each field what JSON Schema says of it. What events are made of
stands there too, by the names of the types in brackets."""


def forms_now() -> Forms:
    """The forms of all events as the source has them."""
    kinds = get_args(RecordedEvent)
    (_, parts) = msgspec.json.schema_components(kinds, schema_hook=schema_of, ref_template="{name}")
    tags = {kind.__name__: str(kind.__struct_config__.tag) for kind in kinds}
    forms: Forms = {}
    for part, schema in parts.items():
        if "properties" in schema:
            forms[tags.get(part, f"({part})")] = {
                name: {"form": plain(form), "required": name in schema.get("required", ())}
                for name, form in schema["properties"].items()
                if name != "event"
            }
    return dict(sorted(forms.items()))


def plain(form: Any) -> Any:
    """A schema without what is only told to people."""
    if isinstance(form, dict):
        told = ("description", "title", "default")
        return {name: plain(value) for name, value in form.items() if name not in told}
    return [plain(one) for one in form] if isinstance(form, list) else form


def kept_forms() -> Forms:
    """The forms that were kept."""
    found: Forms = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def main() -> None:
    """Keep the forms of events that are new."""
    forms = dict(sorted((forms_now() | kept_forms()).items()))
    KEPT.write_text(json.dumps(forms, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
