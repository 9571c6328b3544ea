# Everything here works on a fresh machine with Python 3.11 or newer; make play needs nothing else.

PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
ARGS ?=

.PHONY: help play test synapse lint types imports check wheel clean

help:
	@echo "make play      play in this terminal            (ARGS='--players 4 --level hard')"
	@echo "make test      run all tests                    (ARGS='tests/game -k reshuffle')"
	@echo "make synapse   install the Matrix server of the tests, which are skipped without it"
	@echo "make lint      style and format                 make types    mypy --strict"
	@echo "make imports   who may know whom                make check    all of these"
	@echo "make wheel     build dist/                      make clean    remove what make made"

play: .venv/play.stamp
	@$(BIN)/uno-chat play $(ARGS)

test: .venv/dev.stamp
	$(BIN)/python -m pytest -n auto $(ARGS)

# Into the user's cache folder: it has many dependencies of its own, and outlives make clean.
synapse: .venv/dev.stamp
	@echo "Installing Synapse for the tests, unless it is there ..."
	@$(BIN)/python -m uno_chat.testing.matrix

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev.stamp
	$(BIN)/mypy

imports: .venv/dev.stamp
	$(BIN)/lint-imports

check: test lint types imports

wheel: .venv/dev.stamp
	$(BIN)/python -m build

clean:
	rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

# The stamps say when what is installed was last brought up to date. An old pip cannot do harm
# here: nothing is needed of it but an editable install.
.venv/play.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing what Uno Chat needs into .venv ..."
	@$(INSTALL) -e .
	@touch $@

.venv/dev.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing what Uno Chat and its tests need into .venv ..."
	@$(INSTALL) -e '.[dev]'
	@touch $@ .venv/play.stamp

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "No $(PYTHON) here. Install Python 3.11 or newer, or name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Uno Chat needs Python 3.11 or newer. Name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make a virtual environment. On Debian or Ubuntu: sudo apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv .venv
