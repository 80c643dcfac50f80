# What the build server runs, and what a change needs. `make PYTHON=.venv/bin/python check`, say.
PYTHON ?= $(if $(wildcard .venv/bin/python),.venv/bin/python,python3)

.PHONY: help check thorough quick lint test fmt golden pages bench

help:
	@echo "make check    everything the build server runs: layout, lint, types, layers, tests"
	@echo "make thorough the same, with all repetitions: before a release"
	@echo "make quick    what breaks most often, in less than a minute"
	@echo "make lint     layout, lint and types only"
	@echo "make test     the tests without those three"
	@echo "make fmt      lay out the code, its imports and the rules"
	@echo "make golden   run the golden tests and accept what they find (review the diff)"
	@echo "make pages    make pages for a browser of all documents and of the library, in build/pages"
	@echo "make bench    measure speed beside the yardstick"

check:
	$(PYTHON) -m pytest -n 2

thorough:
	$(PYTHON) -m pytest -n 2 --thorough

quick:
	$(PYTHON) -m pytest -q -n 2 $$(grep -v '^#' tests/quick.txt)

lint:
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy

test:
	$(PYTHON) -m pytest -n 2 --ignore=tests/packaging/test_static.py

fmt:
	$(PYTHON) -m ruff check --fix --select I .
	$(PYTHON) -m ruff format .
	$(PYTHON) -m rulewright_cli fmt rules examples

golden:
	$(PYTHON) -m pytest -n 2 tests --update-golden

pages:
	$(PYTHON) -m sphinx -W --keep-going -c docs . build/pages

bench:
	$(PYTHON) tests/bench/bench.py
	$(PYTHON) tests/bench/passes.py
