"""Every event of a promotion has a sentence, and names the clauses that it names."""

from pathlib import Path
from typing import get_args

from croupier.display.narration_promotions import told_of_a_promotion
from croupier.floor.promotions.events import PromotionEvent
from croupier.play.promotion_reader import to_promotion_command
from croupier.play.promotion_scenario import PromotionScenario, prepare, set_up
from croupier.play.scenario import shaped
from croupier.play.scenario_refusals import OF_A_REFUSAL
from tests.support.registers import faults
from tests.support.scenario_files import own_data, own_heading

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def test_every_kind_of_event_is_told() -> None:
    told: dict[type, str] = {}
    for file in sorted(SCENARIOS.rglob("*-promotions/*/*.toml")):
        if own_heading(file).kind != "promotion":
            continue
        scenario = shaped(own_data(file), PromotionScenario)
        running = set_up(scenario)
        if scenario.prepared:
            prepare(running)
        for step in scenario.steps:
            fields = {key: value for key, value in step.items() if key not in OF_A_REFUSAL}
            running.do(to_promotion_command(running.law, running.promotion.terms, fields))
        for envelope in running.journal.read_stream(running.stream):
            sentence = told_of_a_promotion(envelope.event)  # type: ignore[arg-type]
            assert sentence.text[:1]
            assert not sentence.text.endswith(".")
            told[type(envelope.event)] = sentence.cited
    where = "the scenarios of promotions, one of which has to lead to it"
    assert not faults(told, get_args(PromotionEvent), where=where)
    assert all(text.endswith(".") for text in told.values())
