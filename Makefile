GO       ?= go
PREFIX   ?= /usr/local
FUZZTIME ?= 10s
# Only a test that hangs reaches it, on a slow and busy machine too.
PATIENCE := 60m

# Without urfave_cli_no_docs, what writes manual pages would be linked.
TAGS     := urfave_cli_no_docs
VCS      := $(shell git rev-parse --git-dir >/dev/null 2>&1 && echo auto || echo false)
# All that is built is built alike, so that each library is compiled once, and without
# what only debuggers read. Other tags of a command come before $(TAGS).
export CGO_ENABLED := 0
export GOFLAGS     := $(strip $(shell $(GO) env GOFLAGS) -trimpath -tags=$(TAGS) -gcflags=all=-dwarf=false)
# Functions begin at 8 bytes, not at 32: that is 290 kB less, and as fast.
GOBUILD  := $(GO) build -buildvcs=$(VCS) -ldflags "-s -w -funcalign=8"
# make lint vets the tests too, with all checks.
GOTEST   := $(GO) test -vet=off

MAX_BINARY  := 20000000
MAX_MODULES := 40

.DEFAULT_GOAL := help
.PHONY: help attack notice build test golden fuzz corpus tokens bench scale demo e2e e2e-agents e2e-local e2e-browser pictures prices check \
	install man dist clean oracle oracle-npm sizes tidy-check lint systems size

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/convo
	$(GOBUILD) -o bin/convo .

# The packages that start goroutines run with the race detector. Those of SHORT leave
# cases out, and run once more without it. TestRaceDetectorRunsWhereGoroutinesStart and
# TestNothingIsLeftOut keep the lists.
ONCE  := ./commands/internal/agents ./commands/internal/chat ./commands/internal/disk ./commands/internal/frame ./conv/sse ./providers/internal/cassette ./scripts/agents ./scripts/bench
SHORT := ./commands ./commands/internal/pipe ./commands/internal/screen ./conv/rawjson ./providers ./providers/internal/wire

# The run without the detector makes much that is thrown away: it collects it later.
test: ## run every test, those of goroutines with the race detector
	CGO_ENABLED=1 $(GOTEST) -timeout $(PATIENCE) -race -short -parallel 8 $(ONCE) $(SHORT)
	GOGC=400 $(GOTEST) -timeout $(PATIENCE) -parallel 8 $$($(GO) list ./... | grep -vxF $(ONCE:./%=-e convo/%))

golden: ## rewrite expected files and the documents' examples and tables; read the diff
	$(GO) test $$(grep -rl --include='*_test.go' 'flag.Bool("update"' *_test.go providers commands | xargs -n1 dirname | sort -u | sed 's|^|./|') -update

fuzz: ## run each fuzz target for FUZZTIME (10s)
	@scripts/fuzz $(FUZZTIME)

corpus: ## check the laws over the recorded bodies in the directory CONVO_CORPUS
	CONVO_CORPUS="$(CONVO_CORPUS)" $(GOTEST) -tags corpus,$(TAGS) -count=1 -run '^TestRecordedBodies$$' ./providers

# The packages with files that only the build tag tokens compiles.
TOKENS = $(shell grep -rl --include='*.go' --exclude-dir=bin --exclude-dir=node_modules '^//go:build tokens' . | xargs dirname | sort -u)

tokens: ## check token counts and estimates with the build tag tokens
	$(GOTEST) -tags tokens,$(TAGS) -count=1 -run 'Tokeni|Count|Estimate' $(TOKENS)

bench: build ## compare speed, memory and size with other programs; print ratios
	$(GO) build -o bin/bench ./scripts/bench
	$(GO) build -o bin/bench-gen ./scripts/bench/gen
	-$(GO) build -C scripts/bench/peers -o $(CURDIR)/bin/peers/ tool
	bin/bench -convo bin/convo -gen bin/bench-gen $(BENCHFLAGS)

scale: build ## run the recipes of docs/scale.md with what is here (Linux, root)
	$(GO) build -o bin/bench-gen ./scripts/bench/gen
	scripts/scale bin/convo bin/bench-gen $(MB)

demo: build ## show what convo does, with recorded answers: no network, no key
	@scripts/demo bin/convo testdata/demo

e2e: scripts/e2e/node_modules ## call a mock server that others wrote, in every protocol (needs node and npm)
	CONVO_AIMOCK=$(CURDIR)/scripts/e2e/node_modules/@copilotkit/aimock/dist/cli.js $(GOTEST) -tags e2e,$(TAGS) -count=1 -run '^TestEndToEnd$$' ./commands

e2e-agents: build bin/agents-npm/node_modules ## let each agent go on with sessions of each other, print the matrix (Linux; npm, 1.5 GB)
	$(GO) build -o bin/agents ./scripts/agents
	bin/agents -convo bin/convo -agents bin/agents-npm $(AGENTSFLAGS)

bin/agents-npm/node_modules: scripts/agents/package.json
	mkdir -p bin/agents-npm
	cp scripts/agents/package.json bin/agents-npm/
	cd bin/agents-npm && npm install --no-audit --no-fund --no-package-lock --loglevel error
	@touch $@

prices: bin/genai-prices/package/dist/index.js bin/pi-ai/package/package.json ## compare costs and abilities with the sources of our prices (needs node and npm)
	CONVO_GENAI_PRICES=$(CURDIR)/$< CONVO_PI_MODELS=$(CURDIR)/bin/pi-ai/package/dist/providers/data \
		$(GOTEST) -tags prices,$(TAGS) -count=1 -v -run '^Test(GenaiPrices|Abilities)Agree' ./providers

bin/genai-prices/package/dist/index.js: scripts/prices/package.mjs
	node -e 'import("./scripts/prices/package.mjs").then(p => p.fetch(p.genai, "bin"))'
	@touch $@

bin/pi-ai/package/package.json: scripts/prices/package.mjs
	node -e 'import("./scripts/prices/package.mjs").then(p => p.fetch(p.pi, "bin"))'
	@touch $@

e2e-local: build ## call a model server on this machine, if one runs
	@scripts/e2e/local bin/convo

e2e-browser: build ## open pages in Chromium, if it is here (BROWSERFLAGS='-full /tmp')
	$(GO) run ./scripts/browser -convo bin/convo $(BROWSERFLAGS)

pictures: build ## draw the pictures of the documents anew (Linux, with Chromium)
	$(GO) run ./scripts/pictures -convo bin/convo docs/pictures

scripts/e2e/node_modules: scripts/e2e/package.json
	cd scripts/e2e && npm install --no-audit --no-fund --no-package-lock --loglevel error
	@touch $@

attack: build ## kill convo, and give it hostile servers and documents (ATTACKFLAGS='-duration 1h')
	$(GO) build -o bin/attack ./scripts/attack
	bin/attack -convo bin/convo $(ATTACKFLAGS)
	$(GOTEST) -count=1 ./commands -run '^TestBatchesSurviveKills$$' -any-time -moments 300

sizes: ## print how many lines of code the rooms have, and what is kept beside the model
	@$(GO) run ./scripts/sizes

notice: ## write NOTICE, the licenses of all that is linked
	$(GO) run ./scripts/notice >NOTICE.new
	mv NOTICE.new NOTICE

check: lint tidy-check systems size ## check format, vet, linters, module files, other systems and size
	@echo check: ok

# The date of the last commit, so that the same sources make the same pages.
DATE := $(shell git log -1 --format=%cs 2>/dev/null)

man: ## write the pages of the manual to bin/man
	rm -rf bin/man
	$(GO) run ./scripts/man -date "$(DATE)" bin/man

SHARE := $(DESTDIR)$(PREFIX)/share

install: build man ## copy convo, its manual and its completions below PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/man/man7" "$(SHARE)/bash-completion/completions" \
		"$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	install -m 0755 bin/convo "$(DESTDIR)$(PREFIX)/bin/convo"
	install -m 0644 bin/man/man1/* "$(SHARE)/man/man1/"
	install -m 0644 bin/man/man7/* "$(SHARE)/man/man7/"
	bin/convo completion bash >"$(SHARE)/bash-completion/completions/convo"
	bin/convo completion zsh >"$(SHARE)/zsh/site-functions/_convo"
	bin/convo completion fish >"$(SHARE)/fish/vendor_completions.d/convo.fish"

dist: ## write archives, Debian packages and checksums of each system to dist
	$(GO) run ./scripts/dist dist

clean: ## remove bin and dist
	rm -rf bin dist

# What only the oracle uses is large and judges little: it is compiled fast, not to be fast.
# The standard library is that of all other programs.
FAST := -gcflags='all=-l -dwarf=false' -gcflags=std=-dwarf=false -ldflags=-w

oracle: build ## check convo's output with the vendors' own Go types
	$(GO) build -C scripts/oracle $(FAST) -o $(CURDIR)/bin/oracle .
	$(GO) test -C scripts/oracle $(FAST) ./...
	$(GOTEST) ./providers -run '^TestBrokenHistories$$' -histories $(CURDIR)/bin/histories
	scripts/judge bin/convo bin/oracle

LINTERS := bin/lint/staticcheck bin/lint/gofumpt bin/lint/systems

$(LINTERS): scripts/lint/go.mod scripts/lint/go.sum $(wildcard scripts/lint/*/*.go)
	$(GO) build -C scripts/lint -o $(CURDIR)/bin/lint/ tool ./...
	@touch $(LINTERS)

lint: $(LINTERS)
	@files=$$(gofmt -s -l .); if [ -n "$$files" ]; then echo "not gofmt -s:"; echo "$$files"; exit 1; fi
	@files=$$(bin/lint/gofumpt -l .); if [ -n "$$files" ]; then echo "not gofumpt:"; echo "$$files"; exit 1; fi
	$(GO) vet -tags e2e,corpus,prices,$(TAGS) ./...
	$(GO) vet -tags tokens,$(TAGS) $(TOKENS)
	GOGC=800 bin/lint/staticcheck ./...

oracle-npm: build scripts/npm/node_modules ## load convo's output with the packages of frameworks (needs node and npm)
	node scripts/npm/judge.mjs bin/convo testdata/conversations testdata/formats
	@[ -z "$(CONVO_CORPUS)" ] || node scripts/npm/judge.mjs bin/convo "$(CONVO_CORPUS)"

scripts/npm/node_modules: scripts/npm/package.json
	cd scripts/npm && npm install --no-audit --no-fund --no-package-lock --loglevel error
	@touch $@

tidy-check:
	$(GO) mod tidy -diff
	cd scripts/lint && $(GO) mod tidy -diff
	cd scripts/oracle && $(GO) mod tidy -diff
	cd scripts/bench/peers && $(GO) mod tidy -diff

# The systems that the tests do not run on; size builds for this one.
SYSTEMS := windows/amd64 windows/arm64 darwin/arm64 freebsd/amd64

systems: bin/lint/systems
	@bin/lint/systems $(SYSTEMS)

size: build
	@bytes=$$(wc -c < bin/convo); echo "binary: $$bytes bytes of at most $(MAX_BINARY)"; [ "$$bytes" -le $(MAX_BINARY) ]
	@modules=$$($(GO) list -m all | wc -l); echo "modules: $$modules of at most $(MAX_MODULES)"; [ "$$modules" -le $(MAX_MODULES) ]
