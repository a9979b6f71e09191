# All targets work from a fresh clone: they make .venv and install into it what they need.
SHELL := /bin/bash
PYTHON ?= $(shell command -v python3.11 >/dev/null 2>&1 && python3.11 -c '' 2>/dev/null && echo python3.11 || echo python3)
TORCH ?=
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help setup constraints lint format test demo bench

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/.installed: pyproject.toml constraints.txt
	@echo "Installing into $(VENV) (a few minutes the first time)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/uv pip install --python $(BIN)/python -c constraints.txt $(if $(TORCH),--torch-backend=$(TORCH)) -e '.[dev]'
	@touch $@

setup: $(VENV)/.installed ## Install into .venv; TORCH=cpu skips the CUDA build of torch

constraints: ## Renew the exact versions in constraints.txt
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --upgrade --no-annotate --no-header --no-emit-index-url pyproject.toml -o constraints.txt

lint: setup ## ruff, mypy --strict and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## Let ruff format and fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

test: setup ## All tests, on a real Neo4j (NEO4J_TEST_URI, else Docker, else one from its jars)
	$(BIN)/pytest

demo: setup ## Ingest Big Buck Bunny and ask it six questions
	@LONGTAKE_HOME=$(CURDIR)/.longtake/demo $(BIN)/longtake demo

bench: setup ## Print the figures of the documentation, beside their floors
	$(BIN)/longtake bench
