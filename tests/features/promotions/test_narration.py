"""Every event of a promotion has a sentence, and names the clauses that it names."""

from croupier.features.promotions.files import to_promotion_command
from croupier.features.promotions.narration import told_of_a_promotion
from croupier.features.promotions.rules.decisions import EVOLVERS
from croupier.features.promotions.scenarios import PromotionScenario, prepare, set_up
from croupier.scenarios.files import shaped
from croupier.scenarios.refusals import OF_A_REFUSAL
from tests.support.registers import faults
from tests.support.scenario_files import SCENARIOS, own_scenarios


def test_every_kind_of_event_is_told() -> None:
    told: dict[type, str] = {}
    files = sorted(SCENARIOS.rglob("*-promotions/*/*.toml"))
    for one in (one for file in files for one in own_scenarios(file)):
        if one.heading.kind != "promotion":
            continue
        scenario = shaped(one.data, PromotionScenario)
        running = set_up(scenario)
        if scenario.prepared:
            prepare(running)
        for step in scenario.steps:
            fields = {key: value for key, value in step.items() if key not in OF_A_REFUSAL}
            running.do(to_promotion_command(running.law, running.promotion.terms, fields))
        for envelope in running.journal.read_stream(running.stream):
            sentence = told_of_a_promotion(envelope.event)
            assert sentence.text[:1]
            assert not sentence.text.endswith(".")
            told[type(envelope.event)] = sentence.cited
    where = "the scenarios of promotions, one of which has to lead to it"
    assert not faults(told, EVOLVERS, where=where)
    assert all(text.endswith(".") for text in told.values())
