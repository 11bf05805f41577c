# make play   sets everything up in .venv, then opens the page in the browser
# make test   sets everything up in .venv, then runs the tests
#
# The virtual environment is rebuilt when the sources of the package change.
.DEFAULT_GOAL := help
.PHONY: docs help play test pytest test-slow bench format format-pages stubs lint lint-pages page-tools clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CPP = $(shell find src tests/native -name '*.?pp')
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
PAGE_TOOLS := frontend/node_modules/.package-lock.json
HAS_PAGE_TOOLS := command -v npm >/dev/null && [ -e $(PAGE_TOOLS) ]
SOURCES := $(shell find src frontend build_backend CMakeLists.txt pyproject.toml -type f -not -name '*.pyc' -not -name '*.so' \
                   -not -path '*/node_modules/*' -not -path '*/bundle/*')

help:
	@echo "make play       set up and play, in the browser"
	@echo "make test       set up and run the tests (13 minutes on two cores)"
	@echo "make test-slow  the long suites: 100,000 random trees, soak, sanitizers"
	@echo "make docs       the documentation site, in build/docs/html"
	@echo "make bench      speed side by side with other packages"
	@echo "make format     rewrite the sources in the house style"
	@echo "make stubs      write the type stubs of the core anew, after a change of its options"
	@echo "make lint       ruff, mypy, clang-format and Biome, without changing anything"

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

# Developers see the compiler's warnings as errors; whoever only installs does not.
test lint: export ZERMELO_WERROR := ON

# The next free worker takes the next file of tests. There are two workers more than processors, because many tests wait.
test: $(VENV)/tested page-tools
	@$(MAKE) --no-print-directory -j2 -Otarget pytest lint

pytest: export PYTHONDONTWRITEBYTECODE :=  # the workers share what pytest makes of the tests' sources
pytest:
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder

test-slow: $(VENV)/tested
	$(BIN)/python -m pytest -m slow --timeout 7200
	tests/sanitize.sh

docs: $(VENV)/installed
	$(BIN)/python -m pip install --quiet 'zermelo[docs]'
	$(BIN)/python docs/site/build.py build/docs
	@echo "build/docs/html/index.html"

bench: $(VENV)/installed
	$(BIN)/python bench/run.py

lint: $(VENV)/tested lint-pages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP)

stubs: $(VENV)/tested
	$(BIN)/python build_backend/stubs.py src/zermelo/_core.pyi

format: $(VENV)/tested format-pages
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

# The pages have tools of their own, which need Node. Whoever has none can do everything else.
lint-pages: page-tools
	@if $(HAS_PAGE_TOOLS); then cd frontend && npm run --silent lint; fi

format-pages: page-tools
	@if $(HAS_PAGE_TOOLS); then cd frontend && npm run --silent format; fi

page-tools:
	@if ! command -v npm >/dev/null; then echo "frontend/ is not checked: npm is not installed (docs/building.md)"; \
	elif [ ! $(PAGE_TOOLS) -nt frontend/package-lock.json ]; then (cd frontend && \
	  npm ci --silent --ignore-scripts --no-audit --no-fund) && touch $(PAGE_TOOLS) || \
	  echo "frontend/ is not checked: npm could not fetch its packages"; fi

clean:
	rm -rf $(VENV) build dist
