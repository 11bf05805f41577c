# make play   sets everything up in .venv, then opens the page in the browser
# make test   sets everything up in .venv, then runs the tests
#
# The virtual environment is rebuilt when the sources of the package change.
.DEFAULT_GOAL := help
.PHONY: help play test test-core test-rest test-pages test-programs test-web test-slow bench format lint clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src frontend build_backend CMakeLists.txt pyproject.toml -type f -not -name '*.pyc' -not -name '*.so' \
                   -not -path '*/node_modules/*' -not -path '*/bundle/*')

help:
	@echo "make play       set up and play, in the browser"
	@echo "make test       set up and run the tests (under 10 minutes)"
	@echo "make test-slow  the long suites: 100,000 random trees, soak, sanitizers"
	@echo "make bench      speed side by side with other packages"
	@echo "make format     rewrite the sources in the house style"
	@echo "make lint       ruff, mypy and clang-format, without changing anything"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet .
	@touch $@

$(VENV)/tested: $(VENV)/installed
	$(BIN)/python -m pip install --quiet 'zermelo[test,jit]'  # the one just installed, with its extras
	@touch $@

play: $(VENV)/installed
	@$(BIN)/zermelo serve --open

# In parts, two at a time.
test: $(VENV)/tested
	@$(MAKE) --no-print-directory -j2 -Otarget test-core test-pages test-programs test-rest test-web lint

PROGRAMS := tests/players tests/hostile tests/grade tests/match
CORE := tests/conformance tests/core tests/games
OTHERS := tests/browser tests/web $(PROGRAMS) $(CORE)
test-core:
	$(BIN)/python -m pytest $(CORE)
test-rest:
	$(BIN)/python -m pytest $(OTHERS:%=--ignore=%)
test-pages:
	$(BIN)/python -m pytest tests/browser
test-programs:
	$(BIN)/python -m pytest $(PROGRAMS)
test-web:
	$(BIN)/python -m pytest tests/web

test-slow: $(VENV)/tested
	$(BIN)/python -m pytest -m slow
	tests/sanitize.sh

bench: $(VENV)/installed
	$(BIN)/python bench/run.py

lint: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(shell find src -name '*.?pp')

format: $(VENV)/tested
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(shell find src -name '*.?pp')

clean:
	rm -rf $(VENV) build dist
