# Everything here needs Go only, but for setup, which needs npm too.

SHELL := bash

# The product and its tests use no C. Only the race detector does (see race).
export CGO_ENABLED := 0

TOOL      := go tool -modfile=tools/go.mod
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

TESTFLAGS  ?=
RACE       ?= ./isolate/... ./runtime/... ./harness/...
BENCH      ?= ./...
BENCHFLAGS ?=
FUZZ       ?= ./...
FUZZTIME   ?= 60s
TIER       ?= core
ARGS       ?=
AA         ?= 200
SENSITIVITY ?= 40

# npm writes this file last, so it tells a whole installation from a broken one.
PACKAGES    := fixtures/npm/node_modules/.package-lock.json
NPM_WASM    := fixtures/npm/node_modules/quickjs-wasi/quickjs.wasm
PEERS       := bench/peers/node_modules/.package-lock.json
AXE         := tools/look/node_modules/.package-lock.json
LOOK        := dist/look
WASM        := isolate/quickjs/wasm/quickjs.wasm
WASM_SHA256 := c0bd8f296e18cf074969f6401b9ecb72609a1323818ec2b9bf7a8f8d740d1363
NPM         := $(shell command -v npm 2>/dev/null)

# What the Web APIs cost a boot, and the size and time of each of their files.
WEBCOST     := go test -run '^$$' -bench '^BenchmarkBoot$$' -benchtime 500x ./runtime/web && \
	go test -run '^$$' -bench '^BenchmarkFiles$$' -benchtime 5x ./runtime/web

# At most 300 KB an instance and 2,000 restores a second of CPU must hold, with no growth.
DENSITY     := go test -run '^$$' -bench '^BenchmarkDensity$$' -benchtime 1x ./runtime/worker && \
	go test -run '^$$' -bench '^BenchmarkRestores$$' -benchtime 30s ./runtime/worker

.NOTPARALLEL:
.PHONY: help setup no-npm build demo test wpt race check format vet tidy cross vuln aa sensitivity look bench bench-peers benchmarks fuzz clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(if $(NPM),$(WASM),no-npm) ## install the npm packages of the fixtures and the quickjs engine
	@true

no-npm:
	@echo "setup: npm is missing, so there will be no quickjs engine and no fixtures hono and effect; install Node.js and run this again"

$(PACKAGES): fixtures/npm/package.json fixtures/npm/package-lock.json
	cd fixtures/npm && npm ci --ignore-scripts
	@touch $@

$(PEERS): bench/peers/package.json bench/peers/package-lock.json
	cd bench/peers && npm ci
	@touch $@

$(AXE): tools/look/package.json tools/look/package-lock.json
	cd tools/look && npm ci --ignore-scripts
	@touch $@

$(WASM): $(PACKAGES)
	@sum=$$({ sha256sum $(NPM_WASM) 2>/dev/null || shasum -a 256 $(NPM_WASM); } | cut -d ' ' -f 1); \
	if [ "$$sum" != $(WASM_SHA256) ]; then echo "setup: $(NPM_WASM) has sha256 $$sum, want $(WASM_SHA256)" >&2; exit 1; fi
	@mkdir -p $(@D)
	cp $(NPM_WASM) $@
	@touch $@

build: ## bin/thaw
	go build -trimpath -o bin/thaw ./cmd/thaw

demo: setup build ## where the cold start of an Effect server goes, on two engines
	@if [ -f $(WASM) ]; then \
		bin/thaw bench fixture:effect@1,10,50 --runtime goja,quickjs --minify off,on -n 10 --warmup 1; \
	else \
		bin/thaw bench fixture:router --runtime goja -n 10 --warmup 1; \
		echo; echo "demo: without npm there is only goja and the fixtures hello and router; with it, this shows an Effect server on goja and quickjs"; \
	fi

test: setup ## all tests
	go test $(TESTFLAGS) ./...

wpt: setup ## tier TIER=core of web-platform-tests in the checkout WPT=DIR; ARGS=-update writes what is found
	@if [ -z "$(WPT)" ]; then echo "wpt: WPT=DIR must name a checkout of web-platform-tests" >&2; exit 1; fi
	go test ./runtime/web -run '^TestWPT$$' -timeout 2h -parallel 4 -args -wpt "$(abspath $(WPT))" -wpt.tier $(TIER) $(ARGS)

race: setup ## the tests of what runs in parallel, under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race -timeout 20m $(TESTFLAGS) $(RACE)

check: format vet tidy cross ## formatting, linters, go.mod, imports, all platforms
	go test $(TESTFLAGS) .

format:
	@files=$$($(TOOL) gofumpt -l .); \
	if [ -n "$$files" ]; then echo "check: gofumpt would change:" >&2; echo "$$files" >&2; exit 1; fi

vet:
	go vet ./...
	$(TOOL) staticcheck ./...
	cd tools && go vet ./... && go tool staticcheck ./...

tidy:
	go mod tidy -diff
	cd tools && go mod tidy -diff

cross: ## build for every platform
	@for platform in $(PLATFORMS); do \
		echo "build $$platform"; \
		GOOS=$${platform%/*} GOARCH=$${platform#*/} go build ./... || exit 1; \
	done

vuln: ## known vulnerabilities (asks the Go vulnerability database, so it is not part of check)
	$(TOOL) govulncheck ./...

aa: setup ## AA=200 experiments of identical arms on each engine: how many get a verdict all the same
	go test ./harness -run '^TestIdenticalArms$$' -v -timeout 1h -args -aa $(AA)

sensitivity: setup ## SENSITIVITY=40 experiments beside a busy process: how many find a difference of 2 %, and call one of 0.2 % a tie
	go test ./harness -run '^TestSensitivity$$' -v -timeout 1h -args -sensitivity $(SENSITIVITY)

look: setup build $(AXE) ## pages of real results in headless Chromium: errors, requests, accessibility, and pictures in dist/look
	@mkdir -p $(LOOK)
	bin/thaw bench fixture:effect@50 --runtime goja,quickjs --cache none,disk -n 24 --trace-globals --counts --json $(LOOK)/bench.json
	bin/thaw levers fixture:effect@10 --runtime goja,quickjs --try minify,cache,snapshot -n 14 --json $(LOOK)/levers.json
	bin/thaw scale fixture:router --sizes 1,10,50,100 -n 10 --json $(LOOK)/scale.json
	for name in bench levers scale; do bin/thaw report $(LOOK)/$$name.json -o $(LOOK)/$$name.html || exit 1; done
	cd tools && go run ./look -axe look/node_modules/axe-core/axe.min.js -out ../$(LOOK) ../$(LOOK)/{bench,levers,scale}.html

bench: setup build ## what must hold of starting fast, as ratios within one run, and of many isolates at once
	go run ./bench $(BENCHFLAGS)
	$(WEBCOST)
	$(DENSITY)

bench-peers: setup build $(PEERS) ## the same against workerd, bun, node and deno; the report is kept in bench
	go run ./bench -peers -out bench $(BENCHFLAGS)
	{ $(DENSITY); } | tee bench/DENSITY.txt; exit $${PIPESTATUS[0]}

benchmarks: ## Go benchmarks of BENCH=./...
	go test -run '^$$' -bench . -benchmem $(BENCH)

fuzz: ## every fuzz target of FUZZ=./... for FUZZTIME=60s
	@for package in $$(go list $(FUZZ)); do \
		for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			echo "fuzz $$package $$target"; \
			go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$package || exit 1; \
		done; \
	done

clean: ## remove what the other targets made
	rm -rf bin fixtures/npm/node_modules bench/peers/node_modules tools/look/node_modules dist $(WASM)
