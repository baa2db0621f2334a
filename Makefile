# `make` alone lists what there is. Needs Python 3.11 or later with pip, and nothing else.

# The interpreter to build with; left empty, scripts/make-venv picks one.
PYTHON ?=
# Further arguments: `make test ARGS="-k split"`, `make pins ARGS=--upgrade`.
ARGS ?=
# `make test SHARE=3` also runs the third of ten shares of the slow tests, `SHARE=auto` the next one.
SHARE ?=

export PYTHON
# deno works without a network, and keeps what it found where `make clean` removes it.
export DENO_DIR = build/deno
export DENO_NO_UPDATE_CHECK = 1
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PIP_NO_INPUT = 1
export PIP_ROOT_USER_ACTION = ignore
# Empty: what was compiled is kept, the tests with their rewritten assertions among it.
export PYTHONDONTWRITEBYTECODE =

BIN := .venv/bin
QUICK := $(if $(SHARE),--slow-share=$(SHARE),-m "not slow")
INSTALL := -m pip install --quiet
PACKAGES := $(BIN)/python scripts/install_packages.py
INSTALL_CROUPIER := $(INSTALL) --no-deps --no-build-isolation -e .
# Tests of what is closest to each dependency, for `make test-lowest`.
LOWEST := tests/cli/test_check.py tests/cli/test_completion.py tests/cli/test_main.py tests/features/compliance/test_rules.py \
	tests/maths/test_studies.py tests/money tests/floor/test_command_text.py tests/scenarios/test_schema.py \
	tests/record/test_codec.py tests/record/test_sealed_orders.py tests/gym/test_environment.py tests/gym/test_multiplayer.py \
	tests/client/test_client.py tests/web/test_sockets.py tests/web/auth/test_sign_in.py
# Where templates are; scripts and styles are in the first, as deno.json says too.
PAGES := src/croupier/web src/croupier/features
PINNED := $(wildcard requirements/*.in bench/requirements.in)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play serve demo test test-slow test-lowest screenshots browser nginx kernels evidence wheel docs
.PHONY: outside coverage mutants conditions faults worlds dieharder
.PHONY: check style format bench pins audit clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: .venv/runtime ## open a table in the terminal
	@$(BIN)/croupier play star-blackjack

serve: .venv/runtime ## open the floor in a browser, at 127.0.0.1:8000
	@$(BIN)/croupier serve $(ARGS)

demo: .venv/runtime ## open a floor where software plays, at 127.0.0.1:8000
	@$(BIN)/croupier serve --demo $(ARGS)

test: evidence kernels browser ## run the tests, but for those that take long
	@$(BIN)/python -m pytest -n auto --dist worksteal $(QUICK) $(ARGS)

test-slow: .venv/cluster browser nginx ## run those that take long, a Ray cluster's among them
	@$(BIN)/python -m pytest -n auto --dist worksteal -m slow --hypothesis-profile=wander $(ARGS)

outside: evidence browser ## run the tests that know only the installed wheel
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" tests/outside $(ARGS)

test-lowest: .venv-lowest/installed ## run the tests that need a dependency with the lowest versions allowed
	@.venv-lowest/bin/python -m pytest -m "not slow" $(LOWEST) $(ARGS)

evidence: .venv/installed ## find out which clauses the tests show to be kept, unless that is known
	@$(BIN)/python -m tests.evidence $(if $(filter evidence,$(MAKECMDGOALS)),$(ARGS))

wheel: evidence ## build the wheel, with the evidence in it
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

docs: .venv-docs/installed ## make a site of the documents and docstrings, in build/site
	@NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --quiet --strict $(ARGS)
	@echo "build/site/index.html"

screenshots: .venv/installed browser ## take the pictures of the pages for README and guides
	@$(BIN)/python -m tests.browser.pictures

kernels: .venv/installed
	@$(BIN)/python -m tests.kernels

nginx:
	@scripts/need-nginx

browser:
	@scripts/need-browser

coverage: .venv/installed ## run the tests and hold the engine's branches to 95 % in every package
	@$(BIN)/python -m tests.branches $(ARGS)

mutants: .venv/installed ## put faults into code and law, and list those that no test notices
	@$(BIN)/python -m tests.mutants $(ARGS)

conditions: .venv/installed ## list the parts of conditions that no test needs
	@$(BIN)/python -m tests.mutants.conditions $(ARGS)

faults: .venv/installed ## kill 10,000 processes that keep a record and 1,000 servers, let power and disks fail
	@$(BIN)/python -m tests.faults $(ARGS)

worlds: .venv/installed ## 50,000 seeded worlds over the record (ARGS="--seed 7" tells one)
	@$(BIN)/python -m tests.world $(ARGS)

dieharder: .venv/installed ## put the bytes behind the shuffles through dieharder, a Debian package
	@$(BIN)/python -m tests.dieharder $(ARGS)

check: style test ## run what CI runs: style, then the tests

style: .venv/installed ## check format, lint and types, of pages too, and imports between layers
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/djlint --check --lint $(PAGES)
	@$(BIN)/deno fmt --check
	@$(BIN)/deno lint --quiet
	@$(BIN)/deno check --quiet $(firstword $(PAGES))
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: .venv/installed ## rewrite the code in the house format
	@$(BIN)/ruff check --select I --fix
	@$(BIN)/ruff format
	@$(BIN)/djlint --reformat --quiet --warn $(PAGES)
	@$(BIN)/deno fmt --quiet

bench: .venv-bench/installed ## run the benchmarks
	@.venv-bench/bin/python -m bench $(ARGS)

pins: .venv-pins/installed ## renew the pinned requirements (ARGS=--upgrade for the newest)
	@for source in $(filter-out %/dev.in,$(PINNED)) $(filter %/dev.in,$(PINNED)); do \
		case $$source in */lowest.in) which=lowest-direct;; *) which=highest;; esac; \
		echo "$$source"; \
		.venv-pins/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
			--resolution $$which --generate-hashes --custom-compile-command "make pins" $(ARGS) \
			--output-file "$${source%.in}.txt" "$$source" || exit 1; \
	done

audit: .venv/installed ## ask PyPI whether pinned components have known flaws or are out of date
	@$(BIN)/python -m tests.components

clean: ## remove everything that was built
	rm -rf .venv .venv-bench .venv-docs .venv-lowest .venv-pins build dist
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# What running needs and no more. Changed requirements rebuild the environment; a changed
# pyproject.toml only reinstalls croupier. Nothing is compiled ahead: Python does that with what it
# imports, which is a small part.
.venv/packages: requirements/build.txt requirements/runtime.txt
	@scripts/make-venv .venv
	@$(PACKAGES) "what croupier needs" 400 requirements/runtime.txt
	@touch $@

.venv/runtime: .venv/packages pyproject.toml
	@echo "Installing croupier itself; its first start takes a few seconds"
	@$(BIN)/python $(INSTALL_CROUPIER)
	@touch $@

.venv/installed: .venv/runtime requirements/dev.txt
	@if [ -e $@ ] && [ requirements/dev.txt -nt $@ ]; then \
		rm $@ .venv/packages && $(MAKE) --no-print-directory .venv/runtime; fi
	@$(PACKAGES) "what the tests need besides" 1000 requirements/dev.txt
	@touch $@

.venv/cluster: .venv/installed requirements/cluster.txt
	@$(BIN)/python $(INSTALL) --require-hashes -r requirements/cluster.txt
	@touch $@

.venv-bench/installed: requirements/build.txt bench/requirements.txt pyproject.toml
	@echo "Building .venv-bench"
	@scripts/make-venv .venv-bench
	@.venv-bench/bin/python $(INSTALL) --require-hashes -r bench/requirements.txt
	@.venv-bench/bin/python $(INSTALL_CROUPIER)
	@touch $@

.venv-docs/installed: requirements/docs.txt
	@echo "Building .venv-docs"
	@scripts/make-venv .venv-docs
	@.venv-docs/bin/python $(INSTALL) --require-hashes -r requirements/docs.txt
	@touch $@

.venv-lowest/installed: requirements/lowest.txt pyproject.toml
	@echo "Building .venv-lowest"
	@scripts/make-venv .venv-lowest
	@.venv-lowest/bin/python $(INSTALL) --require-hashes -r requirements/lowest.txt
	@.venv-lowest/bin/python $(INSTALL_CROUPIER)
	@touch $@

.venv-pins/installed: requirements/pins.txt
	@echo "Building .venv-pins"
	@scripts/make-venv .venv-pins
	@.venv-pins/bin/python $(INSTALL) --require-hashes -r requirements/pins.txt
	@touch $@
