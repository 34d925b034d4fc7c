# What people do with huarong. `make help` lists it.

CARGO ?= cargo
BINARY := target/release/huarong

.PHONY: help run test bench report verify lint build fuzz kills
.DEFAULT_GOAL := help

help: ## List these commands
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: build ## Build all tables of the 4x5 family, write the reports, compare with what is published
	$(BINARY) build
	@$(MAKE) --no-print-directory report
	$(BINARY) verify --published

test: lint browser ## Check formatting, lints and documentation, then run all tests
	$(CARGO) test --quiet

bench: build ## Measure whole commands and kernels
	scripts/bench

report: build ## Write the reports into reports/
	$(BINARY) report --out reports
	$(BINARY) report openings --out reports
	$(BINARY) solve heng-dao-li-ma --animate reports/heng-dao-li-ma.svg >/dev/null

verify: build ## Prove every entry of every table
	$(BINARY) verify

fuzz: ## Fuzz the readers of tables and texts, a minute each
	scripts/fuzz

kills: ## Kill 300 builds at random moments
	scripts/kills

lint: setup npm ## Check formatting, lints and documentation
	$(CARGO) fmt --check
	$(CARGO) clippy --quiet --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --quiet --no-deps
	@scripts/types

build: setup
	$(CARGO) build --release --quiet

.PHONY: setup npm browser
setup:
	@scripts/setup

npm:
	@scripts/npm

browser: npm
	@scripts/browser
