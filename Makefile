# make run [CAPTURE=FILE]     build, and read a capture
# make test                   all plain tests, and comparisons with other programs
# make test-deep [PART=NAME]  everything at full depth, hours; `scripts/gate --deep --list` shows the parts
# make test-address           parsers, session and live tests under the address sanitizer
# make test-thread            code with threads or shared state, under the thread sanitizer
# make test-processes         the program itself on damaged captures
# make fuzz [SECONDS=N]       each libFuzzer harness for N seconds; see docs/fuzzing.md
# make test-live              BlueZ and virtual controllers in a virtual machine
# make test-memory            hostile captures: peak memory and time of the release
# make bench                  speed, against a C program that writes the same lines (docs/performance.md)
# make order                  what a short run needs, for the linker (docs/performance.md)
# make fleet-demo             Captures/ as tables, and three questions (Fleet/)
# make lint, make format      the style of the Swift sources
# make build                  only build
# make install [PREFIX=DIR]   the program, its manual page and completions, below /usr/local
# make dist [CHECK=yes]       a Debian package and an archive in .build/dist; CHECK tries them in a bare Debian
#
# `run` and `test` install missing Debian packages.

CAPTURE ?= Captures/polar-h7.btsnoop
PREFIX ?= /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)/bin/bleinspect
SHARE = $(DESTDIR)$(PREFIX)/share

SECONDS ?= 60

SOURCES := Sources Tests Fuzzing Package.swift
# Needs no Swift at run time. Optimised once more as a whole, which only the toolchain's own linker can
# do: a seventh of all instructions, for a minute of the build.
# What is the same code twice, such as the copies of generic functions, is kept once: a twentieth of the program.
BUILD = swift build -c release --static-swift-stdlib --experimental-lto-mode=full -Xswiftc -use-ld=lld \
	-Xlinker --lto-O3 -Xlinker --icf=all $(START) $(RELOCATIONS) $(ORDER)
# A short run was mostly the dynamic linker's: tables of the C++ library, of which the program needs little, and
# libraries that it looked for next to the program. Not every system has that library for static linking.
CXX_LIBRARY = $(wildcard $(shell $$(command -v clang || echo cc) -print-file-name=libstdc++.a))
START = --disable-local-rpath -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	$(if $(CXX_LIBRARY),-Xlinker "--remap-inputs=*/libstdc++.so=$(CXX_LIBRARY)")
# 29,000 addresses in 5 KB in place of 690 KB: a twentieth of a short run. Only glibc 2.36 and later read them, so
# `make dist RELOCATIONS=` makes a program for older systems.
RELOCATIONS = $(if $(shell getconf GNU_LIBC_VERSION | awk '$$2 >= 2.36'), \
	-Xlinker -z -Xlinker pack-relative-relocs)
# Puts what a short run needs side by side: otherwise it is spread over the program, which the kernel maps page by page.
# The linker ignores names that no longer exist, so an outdated list only costs speed.
ORDER = -Xlinker --symbol-ordering-file=$(CURDIR)/scripts/order.txt -Xlinker --no-warn-symbol-ordering
PROGRAM := .build/release/bleinspect

SANITIZER_OPTIONS := ASAN_OPTIONS=detect_leaks=0:malloc_context_size=0 TSAN_OPTIONS=halt_on_error=0
# Each sanitizer has its own build, of the tests that it is for. Tests that repeat one thing with
# random numbers repeat it less often there.
SANITIZED := BLEINSPECT_MODEL_HISTORIES=50 BLEINSPECT_MUTATIONS=4 BLEINSPECT_CUTS=2 $(SANITIZER_OPTIONS)
ADDRESS_TESTS := BytesTests,BTSnoopTests,ATTDissectorTests,CryptographyTests,GATTValuesTests,GATTSessionTests,ModelTests,LiveCaptureTests,FuzzingTests
ADDRESS := BLEINSPECT_SANITIZER=address $(SANITIZED) BLEINSPECT_TESTS=$(ADDRESS_TESTS)
SANITIZER_FLAGS := -c release -Xswiftc -enable-testing -Xswiftc -use-ld=lld
ADDRESS_FLAGS := $(SANITIZER_FLAGS) --sanitize=address --scratch-path .build/address \
	-Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
THREAD := BLEINSPECT_SANITIZER=thread $(SANITIZED) BLEINSPECT_TESTS=LiveCaptureTests,CommandTests
# Not optimised: that takes longer than it saves these tests, and every access is seen.
THREAD_FLAGS := $(SANITIZER_FLAGS) -Xswiftc -Onone --sanitize=thread --scratch-path .build/thread
# Suites of CommandTests for files, archives and formats have no threads.
THREAD_TESTS := LiveCaptureTests|Live|Replay|Play|Output|Follow|Repetition|Jobs

MAKEFLAGS += --no-print-directory
.PHONY: run build test test-deep test-memory conformance check-generated lint format install dist clean \
	build-address test-address build-thread test-thread test-processes test-live fuzz bench order fleet-demo \
	deep-address deep-thread deep-damage deep-model deep-live run-address run-thread

run: build
	@$(PROGRAM) $(CAPTURE)

# The compiler's progress goes to standard error: standard output is the program's.
build:
	@scripts/install-packages build
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
	@$(THREAD) swift test --skip-build --parallel $(THREAD_FLAGS) --filter '$(THREAD_TESTS)'

deep-address deep-thread: deep-%:
	@BLEINSPECT_SANITIZER=$* $(SANITIZER_OPTIONS) swift test --parallel --sanitize=$* \
		--scratch-path .build/deep-$* $(SANITIZER_FLAGS)

deep-damage:
	@BLEINSPECT_TESTS=FuzzingTests BLEINSPECT_MUTATIONS=2000 BLEINSPECT_CUTS=200 \
		swift test --parallel -c release --scratch-path .build/deep-damage
	@Fuzzing/processes $(PROGRAM)

deep-model:
	@BLEINSPECT_MODEL_HISTORIES=10000 swift test --filter ModelTests

test-processes: build
	@Fuzzing/processes --runs 300 $(PROGRAM)

fuzz:
	@Fuzzing/run --seconds $(SECONDS)

test-memory: build
	@Tests/Hostile/check

# The monitor of a real kernel and real BlueZ, in a virtual machine that needs no privileges.
test-live: build
	@scripts/install-packages live
	@cd Tests/VM && python3 -B -m unittest discover --buffer -t . -s tests
	@Tests/VM/check

bench: build
	@Benchmarks/bench

order: build
	@scripts/order $(PROGRAM)
	@rm -f $(PROGRAM)  # or the next build would not link it again

fleet-demo: build
	@scripts/check-fleet --install
	@Fleet/demo

# Real BlueZ does not do the same twice: no two recordings of a scene may differ for `diff`.
deep-live: build
	@Tests/VM/check --times 5 gatt-server central

# The files that scripts generate must be up to date.
check-generated:
	@scripts/assigned-numbers --check
	@scripts/check-captures
	@scripts/check-recipes

lint:
	@swift format lint --strict --parallel -r $(SOURCES)

format:
	@swift format --in-place --parallel -r $(SOURCES)

# Granting the right to listen is the user's decision; see docs/live.md. Without names of functions, which two thirds
# of the file are and nothing reads. Under sudo, the toolchain is often not on the path: what `make build` has built
# is installed then.
BUILT = $(if $(shell command -v swift),,$(wildcard $(PROGRAM)))
install: $(if $(BUILT),,build)
	@install -D -s -m 755 $(PROGRAM) $(INSTALLED)
	@$(PROGRAM) complete man | install -D -m 644 /dev/stdin $(SHARE)/man/man1/bleinspect.1
	@$(PROGRAM) complete bash | install -D -m 644 /dev/stdin $(SHARE)/bash-completion/completions/bleinspect
	@$(PROGRAM) complete zsh | install -D -m 644 /dev/stdin $(SHARE)/zsh/site-functions/_bleinspect
	@$(PROGRAM) complete fish | install -D -m 644 /dev/stdin $(SHARE)/fish/vendor_completions.d/bleinspect.fish
	@echo "Installed $(INSTALLED). For \`bleinspect live\` without sudo, give it the right to listen:"
	@echo "    sudo setcap cap_net_raw+ep $(INSTALLED)"

dist: build
	@scripts/dist $(if $(CHECK),--check)

clean:
	@rm -rf .build
