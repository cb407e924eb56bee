# Everything a person or a build server runs. Needs GNU make, Python 3.11 or newer with pip, and nothing else.
#
#   make demo      install, fetch the embedding model, read the sample folder, ask five questions
#   make test      every check a change must pass

ifeq ($(OS),Windows_NT)
PYTHON ?= python
BIN := .venv/Scripts
else
PYTHON ?= python3
BIN := .venv/bin
endif

PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
LOCKED := --require-hashes
TESTERS ?= 2
RUNTIME := .venv/.installed-runtime
DEV := .venv/.installed-dev
MODEL := .venv/.installed-model

.DEFAULT_GOAL := help
.PHONY: help demo test coverage test-crash test-slow fuzz lint format bench samples licences vulnerabilities lock build clean

help:  ## this list
	@$(PYTHON) -c "import re; [print(f'make {n:<16}{t}') for n, t in re.findall(r'^([a-z-]+):.*?## (.*)', open('Makefile', encoding='utf-8').read(), re.M)]"

# ---- installation -----------------------------------------------------------------------------------------------

.venv/pyvenv.cfg:
	@$(PYTHON) -c "import sys; v = sys.version_info; v >= (3, 11) or sys.exit('KTS needs Python 3.11 or newer; $(PYTHON) is %d.%d. Try: make $(MAKECMDGOALS) PYTHON=python3.12' % v[:2])"
	@echo "creating .venv"
	@$(PYTHON) -m venv .venv

# The stamps are younger than what they were made from, so a second run installs nothing.
$(RUNTIME): .venv/pyvenv.cfg pyproject.toml requirements/runtime.lock
	@echo "installing KTS into .venv (once, about half a minute)"
	@$(PIP) install $(LOCKED) -r requirements/runtime.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@$(BIN)/python -c "open('$@', 'w').close()"

$(DEV): .venv/pyvenv.cfg pyproject.toml requirements/dev.lock
	@echo "installing KTS and the development tools into .venv (once, about a minute)"
	@$(PIP) install $(LOCKED) -r requirements/dev.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@$(BIN)/python -c "open('$@', 'w').close()"

# The default embedding model and the shipped models, into the user's own model folder. Without the first everything is
# found by words, without the others questions are embedded as documents, answers chosen and claims weighed without reading.
SHIPPED := models/query_encoder models/reader models/selector models/entailment
$(MODEL): .venv/pyvenv.cfg $(SHIPPED:%=%/model_manifest.json)
	@all=yes; \
	for model in $(SHIPPED); do $(BIN)/python -m kts models add $$model || \
	  { all=; echo "$$model could not be taken: KTS works without it until it is"; }; done; \
	$(BIN)/python -m kts models add minilm_onnx || { all=; \
	  echo "the embedding model could not be had: KTS searches by words alone until 'kts models add minilm_onnx'"; }; \
	[ -z "$$all" ] || $(BIN)/python -c "open('$@', 'w').close()"

# ---- use --------------------------------------------------------------------------------------------------------

demo: $(RUNTIME) $(MODEL)  ## install, fetch the embedding model, read the sample folder, ask five questions
	@$(BIN)/python tools/demo.py

# ---- checks -----------------------------------------------------------------------------------------------------

test: lint $(MODEL)  ## every check a change must pass; TESTERS=4 runs four test files at a time
	$(BIN)/python -m pytest --numprocesses=$(TESTERS) --dist=loadfile --no-loadscope-reorder

coverage: $(DEV)  ## the tests, with the branches that they miss
	$(BIN)/python -m pytest --cov --cov-report=term-missing:skip-covered

lint: $(DEV)  ## style, types, layers, shape
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/check_shape.py

format: $(DEV)  ## rewrite the code in the house format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

test-crash: $(DEV)  ## kills, full disks, two writers
	$(BIN)/python tools/run_tier.py crash

test-slow: $(DEV)  ## the long tests
	$(BIN)/python tools/run_tier.py slow

fuzz: $(DEV)  ## ten thousand damaged files through the converters; some minutes
	$(BIN)/python tools/fuzz.py

bench: $(DEV)  ## ratios against bare references on this machine
	$(BIN)/python benchmarks/run.py

licences: $(DEV)  ## every runtime dependency has a permissive licence
	$(BIN)/python tools/check_licences.py

vulnerabilities: $(DEV)  ## known holes in the locked dependencies; needs the network
	$(BIN)/python tools/check_vulnerabilities.py

# ---- what is generated --------------------------------------------------------------------------------------------

samples: $(DEV)  ## rebuild the office files of samples/ from their scripts, check the exams against them
	$(BIN)/python tools/build_samples.py
	$(BIN)/python tools/check_samples.py

lock: $(DEV)  ## rewrite requirements/*.lock for the bounds of pyproject.toml; needs the network
	$(BIN)/python tools/lock.py

build: $(DEV)  ## wheel and source distribution in dist/
	$(BIN)/python -m build --no-isolation

clean:  ## remove what these targets made; your own .kts folders elsewhere stay
	@$(PYTHON) tools/clean.py
