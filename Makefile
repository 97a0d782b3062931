# make run [CAPTURE=FILE]     build, and read a capture
# make test                   everything that is tested
# make lint, make format      the style of the Swift sources
# make install [PREFIX=DIR]   the program, below /usr/local
#
# Both `run` and `test` install the Debian packages that are missing.

CAPTURE ?= Captures/polar-h7.btsnoop
PREFIX ?= /usr/local

SOURCES := Sources Tests Package.swift
# A program that needs no Swift at run time.
BUILD := swift build --quiet -c release --static-swift-stdlib
PROGRAM := .build/release/bleinspect

MAKEFLAGS += --no-print-directory
.PHONY: run build test unit-tests conformance check-generated lint format install clean

run: build
	@$(PROGRAM) $(CAPTURE)

build:
	@scripts/install-packages build
	@$(BUILD) --product bleinspect

test:
	@scripts/install-packages test
	@$(MAKE) unit-tests
	@$(MAKE) conformance
	@$(MAKE) check-generated
	@scripts/check-schemas

unit-tests:
	@swift test --parallel

conformance: build
	@cd Conformance && python3 -B -m unittest discover --buffer -t . -s tests
	@Conformance/compare

# What scripts have written must be what they write.
check-generated:
	@scripts/assigned-numbers --check
	@scripts/check-captures

lint:
	@swift format lint --strict --parallel -r $(SOURCES)

format:
	@swift format --in-place --parallel -r $(SOURCES)

install: build
	@install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/bleinspect

clean:
	@rm -rf .build
