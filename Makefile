# Common tasks. `make help` lists them.

CARGO ?= cargo
# Cargo knows the path of the program, which CARGO_TARGET_DIR can change.
HUARONG := $(CARGO) run --release --quiet --

.PHONY: help run test test-long bench scoreboard report census rush data sequences verify lint build package python site wheel dist fuzz kills man docs paper
.DEFAULT_GOAL := help

help: ## List these commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

run: build ## Build all tables of the 4x5 family, write the reports, compare with the published checksums
	$(HUARONG) build
	@$(MAKE) --no-print-directory report
	$(HUARONG) verify --published

test: lint browser pip ## Check formatting, lints and documentation, then run all tests
	@scripts/test

test-long: test package fuzz dist ## Run all tests, then the longer checks before a release: long tests, package, fuzzing, installation, book, audit
	scripts/python training
	HUARONG_KILLS=300 scripts/test --ignored
	PROPTEST_CASES=1000 scripts/test random witness
	scripts/dist-check
	scripts/minimum
	scripts/features
	scripts/targets program
	scripts/book
	scripts/api
	scripts/audit

bench: build ## Measure whole commands and kernels
	scripts/bench

scoreboard: build ## Let public programs solve one suite of problems, check their answers, and write reports/scoreboard.md
	scripts/scoreboard

report: build ## Write the reports into reports/
	$(HUARONG) report --out reports
	$(HUARONG) report openings --out reports
	$(HUARONG) report plots --out reports
	$(HUARONG) solve heng-dao-li-ma --animate reports/heng-dao-li-ma.svg >/dev/null

CENSUS := 3x3 3x4 4x4 4x5
census: build ## Run the census of four boards (an hour), write its report, and rebuild the library with it
	mkdir -p target/census
	for board in $(CENSUS); do $(HUARONG) census $$board --out target/census/$$board >/dev/null || exit; done
	$(HUARONG) report census --out reports $(CENSUS:%=--census target/census/%)
	@$(MAKE) --no-print-directory build

rush: build ## Search the Rush Hour universes of the report (hours), write it, and rebuild the library with it
	scripts/rush
	@$(MAKE) --no-print-directory build

data: build pip ## Write the dataset with data cards and checksums into target/data, or into DATA=DIR
	@HUARONG="$(HUARONG)" scripts/data $(or $(DATA),target/data)

sequences: build ## Write b-files and drafts of integer sequences into docs/sequences
	@HUARONG="$(HUARONG)" scripts/sequences

verify: build ## Prove every entry of every table
	$(HUARONG) verify

package: setup npm pip ## Run the tests of the packed crate, as a registry distributes it
	scripts/package

python: setup pip ## Build the Python package and run its tests
	$(CARGO) tests --quiet --test python

site: setup ## Write the pages as files for any web host into target/site
	scripts/wasm
	scripts/wasm design
	rm -rf target/site
	$(HUARONG) site --module target/huarong.wasm --design-module target/huarong-design.wasm --out target/site

wheel: setup pip ## Build the wheel and the source distribution of the Python package into target/wheels
	scripts/wheel

dist: setup pip ## Make the files of a release in target/dist: program, Debian package, packages of Python and npm, site, checksums
	scripts/dist

fuzz: ## Fuzz the readers of tables and texts, a minute each
	scripts/fuzz

kills: ## Kill 300 builds at random moments
	scripts/kills

man: setup ## Write the manual pages into target/man, or into MAN=DIR
	$(CARGO) run --release --quiet -- man $(or $(MAN),target/man)

docs: setup npm ## Write the reference of commands, build the book into target/book, and check its links
	$(CARGO) run --release --quiet --features cluster -- man docs/reference --format markdown
	@scripts/book

paper: ## Typeset the paper from the reports into docs/paper/paper.pdf
	@scripts/paper

lint: setup npm ## Check formatting, lints, documentation, spelling, sentences, and numbers of paper, dataset and sequences
	$(CARGO) fmt --all --check
	$(CARGO) lints --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) docs --quiet
	@scripts/targets core
	@scripts/types
	@scripts/spelling
	@scripts/prose
	@scripts/workflows
	@scripts/paper --check
	@scripts/data --check
	@scripts/sequences --check
	@scripts/open-puzzles --check

build: setup
	$(CARGO) build --release --quiet

.PHONY: setup npm browser pip
setup:
	@scripts/setup

npm:
	@scripts/npm

browser: npm
	@scripts/browser

pip:
	@scripts/python
