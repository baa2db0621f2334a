"""Every event of a promotion has a sentence, and names the clauses that it names."""

from croupier.features.promotions.files import read_promotion_command
from croupier.features.promotions.narration import promotion_event_sentence
from croupier.features.promotions.rules.decisions import EVOLVERS
from croupier.features.promotions.scenarios import (
    PromotionScenario,
    open_scenario_promotion,
    start_prepared,
)
from croupier.scenarios.files import convert_scenario
from croupier.scenarios.refusals import OF_A_REFUSAL
from tests.support.registers import faults
from tests.support.scenario_files import SCENARIOS, own_scenarios


def test_every_kind_of_event_is_told() -> None:
    told: dict[type, str] = {}
    files = sorted(SCENARIOS.rglob("*-promotions/*/*.toml"))
    for one in (one for file in files for one in own_scenarios(file)):
        if one.heading.kind != "promotion":
            continue
        scenario = convert_scenario(one.data, PromotionScenario)
        running = open_scenario_promotion(scenario)
        if scenario.prepared:
            start_prepared(running)
        for step in scenario.steps:
            fields = {key: value for key, value in step.items() if key not in OF_A_REFUSAL}
            running.do(read_promotion_command(running.law, running.promotion.terms, fields))
        for envelope in running.journal.read_stream(running.stream):
            sentence = promotion_event_sentence(envelope.event)
            assert sentence.text[:1]
            assert not sentence.text.endswith(".")
            told[type(envelope.event)] = sentence.with_clauses
    where = "the scenarios of promotions, one of which has to lead to it"
    assert not faults(told, EVOLVERS, where=where)
    assert all(text.endswith(".") for text in told.values())
