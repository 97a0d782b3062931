# make run [CAPTURE=FILE]     build, and read a capture
# make test                   everything that is tested
# make test-address          the tests under the address sanitizer, test-thread under the thread's
# make test-hostile          damaged captures in great number, with an optimised build
# make fuzz [SECONDS=N]      each harness of libFuzzer for so long; see docs/fuzzing.md
# make test-live             BlueZ and virtual controllers in a virtual machine
# make test-memory            hostile captures: peak memory and time of the release
#                             (Tests/Hostile/check --all: with every output, half an hour)
# make lint, make format      the style of the Swift sources
# make install [PREFIX=DIR]   the program, below /usr/local
#
# Both `run` and `test` install the Debian packages that are missing.

CAPTURE ?= Captures/polar-h7.btsnoop
PREFIX ?= /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)/bin/bleinspect

SECONDS ?= 60

SOURCES := Sources Tests Fuzzing Package.swift
# A program that needs no Swift at run time.
BUILD := swift build --quiet -c release --static-swift-stdlib
PROGRAM := .build/release/bleinspect
# Tests of damaged captures, in an optimised build of their own.
HOSTILE := -c release --scratch-path .build/hostile

MAKEFLAGS += --no-print-directory
.PHONY: run build test test-memory unit-tests conformance check-generated check-schemas check-examples \
	lint format install clean test-address test-thread test-hostile test-live fuzz optimised \
	build-hostile build-fuzz

run: build
	@$(PROGRAM) $(CAPTURE)

build:
	@scripts/install-packages build
	@$(BUILD) --product bleinspect

test:
	@scripts/install-packages test
	@$(MAKE) unit-tests
	@$(MAKE) -j 2 --output-sync conformance check-generated check-schemas check-examples

unit-tests:
	@swift test --parallel

conformance: build
	@cd Conformance && python3 -B -m unittest discover --buffer -t . -s tests
	@Conformance/compare

# Each sanitizer has a build of its own. (gold does not link all that they add.) The detector of
# leaks does not know pointers in which Swift's enums keep their case. Where a block was allocated is not
# noted down, which takes a third of the time and finds nothing. For the thread sanitizer the sources are
# optimised (see Package.swift). All tests are run; those that repeat one thing with other random numbers
# repeat it less often than without: it takes ten times as long, and the harnesses of libFuzzer are
# sanitized, too.
test-address test-thread: test-%:
	@BLEINSPECT_SANITIZER=$* BLEINSPECT_MODEL_HISTORIES=50 BLEINSPECT_MUTATIONS=4 BLEINSPECT_CUTS=2 \
		ASAN_OPTIONS=detect_leaks=0:malloc_context_size=0 \
		TSAN_OPTIONS=halt_on_error=0 \
		swift test --parallel --sanitize=$* --scratch-path .build/$* -Xswiftc -use-ld=lld

check-schemas check-examples: build
	@scripts/$@

test-hostile: build
	@BLEINSPECT_TESTS=FuzzingTests BLEINSPECT_MUTATIONS=2000 BLEINSPECT_CUTS=200 \
		swift test --parallel $(HOSTILE)
	@Fuzzing/processes $(PROGRAM)

# What an optimised build compiles is whole modules, one after the other: `make -j 3 optimised` makes
# all three in little more than the time of the longest.
optimised: build build-hostile build-fuzz

build-hostile:
	@scripts/install-packages build
	@BLEINSPECT_TESTS=FuzzingTests swift test list $(HOSTILE) >/dev/null

build-fuzz:
	@scripts/install-packages build
	@Fuzzing/run --build

fuzz:
	@scripts/install-packages build
	@Fuzzing/run --seconds $(SECONDS)

test-memory: build
	@Tests/Hostile/check

# The monitor of a real kernel and real BlueZ, in a virtual machine that needs no rights.
test-live: build
	@scripts/install-packages live
	@cd Tests/VM && python3 -B -m unittest discover --buffer -t . -s tests
	@Tests/VM/check

# What scripts have written must be what they write.
check-generated:
	@scripts/assigned-numbers --check
	@scripts/check-captures

lint:
	@swift format lint --strict --parallel -r $(SOURCES)

format:
	@swift format --in-place --parallel -r $(SOURCES)

# The right to listen is the user's to give; see docs/live.md.
install: build
	@install -D -m 755 $(PROGRAM) $(INSTALLED)
	@echo "Installed $(INSTALLED). For \`bleinspect live\` without sudo, give it the right to listen:"
	@echo "    sudo setcap cap_net_raw+ep $(INSTALLED)"

clean:
	@rm -rf .build
