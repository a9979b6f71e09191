# All targets work from a fresh clone: they make .venv and install into it what they need.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
VENV := .venv
BIN := $(VENV)/bin
# The first of these that runs and is 3.11 or 3.12 (a pyenv shim may exist and not run).
PYTHON ?= $(shell for name in python3.11 python3.12 python3 python; do \
	$$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 12))' 2>/dev/null \
	&& echo $$name && break; done)
TORCH ?=
INSTALL = $(BIN)/uv pip install --python $(BIN)/python -c constraints.txt \
	$(if $(TORCH),--torch-backend=$(TORCH))

.DEFAULT_GOAL := help
.PHONY: help setup constraints lint format test docs demo bench clean

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/.installed: pyproject.toml constraints.txt
	@test -x $(BIN)/python || test -n "$(PYTHON)" || { \
		echo "Longtake needs Python 3.11 or 3.12, and none was found: make PYTHON=/path/to/python"; exit 1; }
	@echo "Installing into $(VENV): a minute or two the first time, nothing after"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(INSTALL) -e '.[dev]'
	@touch $@

$(VENV)/.bench: $(VENV)/.installed
	@$(INSTALL) --quiet -e '.[dev,bench]'
	@touch $@

setup: $(VENV)/.installed ## Install into .venv; TORCH=cpu skips the CUDA build of torch

constraints: setup ## Renew the exact versions in constraints.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --upgrade \
		--no-annotate --no-header --no-emit-index-url pyproject.toml -o constraints.txt

lint: setup ## ruff, mypy --strict and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## Let ruff format and fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

test: setup ## All tests, on a real Neo4j: NEO4J_TEST_URI, else Docker, else one from its jars
	$(BIN)/pytest

docs: setup ## Write the generated pages of docs/reference again
	$(BIN)/python -m api.reference docs/reference

demo: setup ## Ingest Big Buck Bunny and ask it six questions
	@LONGTAKE_HOME="$${LONGTAKE_HOME:-$(CURDIR)/.longtake/demo}" $(BIN)/python -m api.demo

bench: setup $(VENV)/.bench ## Print the figures of the documentation, beside floors and peers
	$(BIN)/longtake bench

clean: ## Remove .venv and caches (what was ingested stays in .longtake)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build *.egg-info
