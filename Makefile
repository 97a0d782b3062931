# make run [CAPTURE=FILE]     build what is built quickest, and read a capture
# make test                   all plain tests, and comparisons with other programs
# make build                  only build, not optimised: .build/debug/bleinspect
# make release                build the fast program, which needs no Swift: .build/release/bleinspect
# make install [PREFIX=DIR]   the fast program, its manual page and completions, below /usr/local
# make dist [CHECK=yes]       a Debian package and an archive in .build/dist; CHECK tries them in a bare Debian
# make wheel [CHECK=yes]      the Python package with the program in it, in .build/dist (docs/python.md)
# make lint, make format      the style of the Swift sources
# make bench                  speed, against a C program that writes the same lines (docs/performance.md)
# make test-deep [PART=NAME]  everything at full depth, hours; `scripts/gate --deep --list` shows the parts
# make test-address           parsers, session and live tests under the address sanitizer
# make test-thread            threads, locks and recorders, under the thread sanitizer
# make test-processes         the program itself on damaged captures
# make fuzz [SECONDS=N]       each libFuzzer harness for N seconds; see docs/fuzzing.md
# make test-live              BlueZ and virtual controllers in a virtual machine
# make test-memory            hostile captures: peak memory and time of the fast program
# make fleet-demo             Captures/ as tables, and three questions (Fleet/)
#
# `run`, `test` and `release` install missing Debian packages.

CAPTURE ?= Captures/polar-h7.btsnoop
PREFIX ?= /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)/bin/bleinspect
SHARE = $(DESTDIR)$(PREFIX)/share

SECONDS ?= 60

SOURCES := Sources Tests Fuzzing Package.swift
# What `swift build` and `swift test` build, too.
PROGRAM := .build/debug/bleinspect
RELEASE := .build/release/bleinspect
# How many octets of captures a build that is not optimised reads in five seconds.
SLOW := 2000000
# Needs no Swift at run time. Functions of the same code, such as copies of generic ones, are kept once.
BUILD = swift build -c release --static-swift-stdlib $(LTO) -Xswiftc -use-ld=lld \
	-Xlinker --icf=all --disable-local-rpath $(STATIC_CXX)
# Optimised once more as a whole, which only the toolchain's own linker can do: a seventh of all instructions, for 11 GB
# of memory. Where less is free, it is left out: `LTO=` does that, too.
LTO_MEMORY := 12000000
LTO := $(if $(shell awk '/^MemAvailable/ && $$2 < $(LTO_MEMORY)' /proc/meminfo),,--experimental-lto-mode=full \
	-Xlinker --lto-O3)
# The C++ library, of which the program needs little, is linked statically: to start was mostly to load it. Not every
# system has it for static linking.
CXX_LIBRARY = $(wildcard $(shell $$(command -v clang || echo cc) -print-file-name=libstdc++.a))
STATIC_CXX = -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	$(if $(CXX_LIBRARY),-Xlinker "--remap-inputs=*/libstdc++.so=$(CXX_LIBRARY)")

SANITIZER_OPTIONS := ASAN_OPTIONS=detect_leaks=0:malloc_context_size=0 TSAN_OPTIONS=halt_on_error=0
# Each sanitizer has its own build, of the tests that it is for. Tests that repeat one thing with
# random numbers repeat it less often there.
SANITIZED := BLEINSPECT_MODEL_HISTORIES=50 BLEINSPECT_MUTATIONS=4 BLEINSPECT_CUTS=2 $(SANITIZER_OPTIONS)
ADDRESS_TESTS := BytesTests,BTSnoopTests,ATTDissectorTests,CryptographyTests,GATTValuesTests,GATTSessionTests,ModelTests,LiveCaptureTests,FuzzingTests
ADDRESS := BLEINSPECT_SANITIZER=address $(SANITIZED) BLEINSPECT_TESTS=$(ADDRESS_TESTS)
# Exclusive access is checked there, too, also where the release build trusts it.
CHECKED := -Xswiftc -enforce-exclusivity=checked
SANITIZER_FLAGS := -c release $(CHECKED) -Xswiftc -enable-testing -Xswiftc -use-ld=lld
# What libFuzzer is told of the code that runs. That of comparisons (trace-cmp) and indirect calls helps it in hours,
# and takes the compiler as long as all the rest: the gate, which fuzzes for seconds, does without.
COVERAGE := edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
ADDRESS_FLAGS := $(SANITIZER_FLAGS) --sanitize=address --scratch-path .build/address \
	-Xswiftc -sanitize-coverage=$(COVERAGE)
# Where threads and what they share are made: everything else is a value, or the compiler keeps it on one thread.
THREAD := BLEINSPECT_SANITIZER=thread $(SANITIZED) BLEINSPECT_TESTS=SystemTests,LiveCaptureTests
# Not optimised: that takes longer than it saves these tests, and every access is seen.
THREAD_FLAGS := $(SANITIZER_FLAGS) -Xswiftc -Onone --sanitize=thread --scratch-path .build/thread

MAKEFLAGS += --no-print-directory
.PHONY: run build release test test-deep test-memory conformance check-generated lint format install dist wheel clean \
	build-address test-address build-thread test-thread test-processes test-live fuzz bench fleet-demo \
	deep-address deep-thread deep-damage deep-model deep-clocks deep-live run-address run-thread

run: build
	@[ "$$(stat -Lc %s -- $(CAPTURE) 2>/dev/null | awk '{sum += $$1} END {print sum + 0}')" -lt $(SLOW) ] \
		|| echo "Not optimised, so slow with long captures: make release, then sudo make install" >&2
	@$(PROGRAM) $(CAPTURE)

# The compiler's progress goes to standard error: standard output is the program's.
build:
	@scripts/install-packages build
	@[ -x $(PROGRAM) ] || echo "Building .build/debug/bleinspect: about two minutes on two cores" >&2
	@swift build --product bleinspect >&2

release:
	@scripts/install-packages build
	@[ -x $(RELEASE) ] || echo "Building .build/release/bleinspect: about nine minutes on two cores" >&2
	@[ -n "$(LTO)" ] || echo "Without link-time optimisation, which needs 12 GB of free memory: a little slower" >&2
	@$(BUILD) --product bleinspect >&2

test:
	@scripts/install-packages test
	@scripts/gate --test

test-deep:
	@scripts/install-packages test
	@scripts/gate --deep $(if $(PART),"$(PART)")

conformance: build
	@scripts/check-conformance

# The address sanitizer's build is optimised and instrumented for coverage, because libFuzzer's
# harnesses are linked from it, too; the tests themselves are not optimised (see Package.swift).
# (gold does not link everything that a sanitizer adds.) The leak detector misreads pointers in
# which Swift's enums store their case, so it is off; recording where blocks were allocated finds
# nothing, so that is off, too.
build-address:
	@scripts/install-packages build
	@$(ADDRESS) swift build --build-tests $(ADDRESS_FLAGS)
	@Fuzzing/run --link

test-address: build-address run-address
run-address:
	@$(ADDRESS) swift test --skip-build --parallel $(ADDRESS_FLAGS)

build-thread:
	@scripts/install-packages build
	@$(THREAD) swift build --build-tests $(THREAD_FLAGS)

test-thread: build-thread run-thread
run-thread:
	@$(THREAD) swift test --skip-build --parallel $(THREAD_FLAGS)

deep-address deep-thread: deep-%:
	@BLEINSPECT_SANITIZER=$* $(SANITIZER_OPTIONS) swift test --parallel --sanitize=$* \
		--scratch-path .build/deep-$* $(SANITIZER_FLAGS)

deep-damage:
	@BLEINSPECT_TESTS=FuzzingTests BLEINSPECT_MUTATIONS=2000 BLEINSPECT_CUTS=200 \
		swift test --parallel -c release $(CHECKED) --scratch-path .build/deep-damage
	@Fuzzing/processes $(RELEASE)

deep-model:
	@BLEINSPECT_MODEL_HISTORIES=10000 swift test --filter ModelTests

# Recorders of one session, and of two: what is claimed of their clocks, by the truth.
deep-clocks:
	@BLEINSPECT_PAIRS=250 swift test --filter AlignmentStatisticsTests

test-processes: release
	@Fuzzing/processes --runs 300 $(RELEASE)

fuzz:
	@Fuzzing/run --seconds $(SECONDS)

test-memory: release
	@Tests/Hostile/check

# The monitor of a real kernel and real BlueZ, in a virtual machine that needs no privileges.
test-live: release
	@scripts/install-packages live
	@cd Tests/VM && python3 -B -m unittest discover --buffer -t . -s tests
	@Tests/VM/check

bench: release
	@Benchmarks/bench

fleet-demo: release
	@scripts/check-fleet --install
	@Fleet/demo

# Real BlueZ does not do the same twice: no two recordings of a scene may differ for `diff`.
deep-live: release
	@Tests/VM/check --times 5 gatt-server central

# The files that scripts generate must be up to date.
check-generated:
	@scripts/assigned-numbers --check
	@scripts/check-captures
	@scripts/check-recipes
	@scripts/page-files --check

lint:
	@swift format lint --strict --parallel -r $(SOURCES)

format:
	@swift format --in-place --parallel -r $(SOURCES)

# Builds nothing: under sudo, the toolchain is often not on the path. Without names of functions, which are two thirds
# of the file. Granting the right to listen is the user's decision; see docs/live.md.
install:
	@[ -x $(RELEASE) ] || { echo "make install: no $(RELEASE): make release first, without sudo" >&2; exit 1; }
	@install -D -s -m 755 $(RELEASE) $(INSTALLED)
	@$(RELEASE) complete man | install -D -m 644 /dev/stdin $(SHARE)/man/man1/bleinspect.1
	@$(RELEASE) complete bash | install -D -m 644 /dev/stdin $(SHARE)/bash-completion/completions/bleinspect
	@$(RELEASE) complete zsh | install -D -m 644 /dev/stdin $(SHARE)/zsh/site-functions/_bleinspect
	@$(RELEASE) complete fish | install -D -m 644 /dev/stdin $(SHARE)/fish/vendor_completions.d/bleinspect.fish
	@echo "Installed $(INSTALLED). For \`bleinspect live\` without sudo, give it the right to listen:"
	@echo "    sudo setcap cap_net_raw+ep $(INSTALLED)"

dist: release
	@scripts/dist $(if $(CHECK),--check)

wheel: dist
	@scripts/wheel $(if $(CHECK),--check)

clean:
	@rm -rf .build
