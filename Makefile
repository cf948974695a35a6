# make run    the Space on http://127.0.0.1:7860 with the embedded local hub (PORT and NNAI_HOME override)
# make test   every test        make check  format, lint, types, tests        make bench  benchmarks, as ratios
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
# Compiling all of what is installed costs more than compiling what is used.
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check
ROOMS := records submissions_schema evaluator leaderboard governance hub isolation space generators solvers baselines benchmarks app.py review.py bench.py
# Where an image forbids compiled files, every process of the tests would compile the rooms and the tests again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run setup test check format bench clean
run: $(VENV)/.run
	@exec $(BIN)/python app.py

setup: $(VENV)/.run

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; set PYTHON=…")'
	@echo "Creating $(VENV)"; $(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(BIN)/python
	@echo "Installing requirements.txt (about a minute, once)"; $(PIP) -r requirements.txt && touch $@

$(VENV)/.dev: requirements-dev.txt requirements.txt | $(BIN)/python
	@echo "Installing requirements-dev.txt (a minute or two, once)"; $(PIP) -r requirements-dev.txt && touch $@ $(VENV)/.run

test: $(VENV)/.dev
	@.ci/debian-packages
	$(BIN)/python -m pytest -n 2

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(ROOMS)
	$(MAKE) test

format: $(VENV)/.dev
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
