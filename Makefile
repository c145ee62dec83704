# Partita's front door: `make help` says what there is.

BUILD    ?= build
DESTDIR  ?=
JOBS     ?= $(shell nproc 2>/dev/null || echo 2)
export UPCC   ?= $(abspath $(BUILD))/bin/upcc
export UPCRUN ?= $(abspath $(BUILD))/bin/upcrun

# Asked for when first used: `make deps` may have to install it before.
CARGO_FOUND  = $(shell packaging/cargo.sh)
# No folder of the machine that builds is in the tools. RUSTFLAGS, where set, has precedence.
REMAP        = --config "build.rustflags=['--remap-path-prefix=$(CURDIR)=partita', \
    '--remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=cargo']"
CARGO_BUILD  = $(if $(findstring cargo-1.,$(CARGO_FOUND)),\
    RUSTC=$(subst cargo-,rustc-,$(CARGO_FOUND))) $(CARGO_FOUND)

# Where `make install` puts what; relative ones are below PREFIX. The tools find the rest from where
# they lie.
PREFIX       ?= $(or $(prefix),/usr/local)
BINDIR       ?= $(or $(bindir),bin)
LIBDIR       ?= $(or $(libdir),lib)
INCLUDEDIR   ?= $(or $(includedir),include)
DATADIR      ?= $(or $(datadir),$(datarootdir),share)
MANDIR       ?= $(or $(mandir),$(DATADIR)/man)
DOCDIR       ?= $(or $(docdir),$(DATADIR)/doc/partita)
STRIP        ?= strip
PLACES        = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' BINDIR='$(BINDIR)' LIBDIR='$(LIBDIR)' \
    INCLUDEDIR='$(INCLUDEDIR)' DATADIR='$(DATADIR)' MANDIR='$(MANDIR)' DOCDIR='$(DOCDIR)' \
    STRIP='$(STRIP)'

# make bench
BENCH       ?=
QUICK       ?=
PUBLISH     ?=
BENCH_VENV   = $(BUILD)/bench-venv

C_FILES      = $(shell find runtime bench -name '*.[ch]' -not -path 'runtime/include/upcr/abi.h')
CMAKE_FLAGS ?=

VENDOR ?=

.PHONY: all help deps tools runtime runtime-of-processes tools-of-demo install installcheck \
    uninstall dist deb clean demo bench book check test test-full test-collectives test-models \
    test-litmus test-hosts test-sanitizers test-soak test-world test-csmith test-editors fuzz \
    conformance check-format format lint abi select reference

all: tools runtime
	@packaging/share.sh $(BUILD)
	@echo "Built in $(BUILD)/: try $(BUILD)/bin/upcc --help, or make demo"

define HELP
Build and install:
  make                          build the compiler, the runtime and the launcher in $(BUILD)/
  make deps                     install missing programs (Debian, Ubuntu), or list them
  make demo                     find the edges in a photograph with 1, 2 and 4 threads
  make install PREFIX=DIR       copy the built tree to DIR (default $(PREFIX)), below DESTDIR=
                                BINDIR, LIBDIR, INCLUDEDIR, DATADIR, MANDIR, DOCDIR move its parts
                                (relative: below PREFIX); STRIP=: keeps symbols
  make installcheck PREFIX=DIR  test a sample with the installed tree (TESTS=all: all programs)
  make uninstall PREFIX=DIR     remove the installed files
  make deb                      make a Debian package in $(BUILD)/deb/
  make dist                     make $(BUILD)/partita-VERSION.tar.gz (VENDOR=1: with the crates)
  make book                     make a site of the documents in $(BUILD)/book, with mkdocs
  make clean                    remove $(BUILD)/ and target/
Test:
  make test                     build and run every test, UPC programs in a sample of their modes
  make test-full                the same with every program in every mode and thread count
  make test-collectives         every algorithm with all roots, sizes and modes on 1 to 64 threads
  make test-models              check the models of concurrent parts (runtime/models) with spin
  make test-litmus              the litmus tests of the memory model (LITMUS_BATCHES=4000)
  make test-hosts               jobs on hosts made of namespaces (HOSTS_TESTS=deaths)
  make test-world               build zlib, Lua and SQLite with upcc and run their own tests
  make test-csmith              C programs of csmith (CSMITH_PROGRAMS=5000 CSMITH_FIRST=1000)
  make test-editors             the tree-sitter grammar and the extension for VS Code
  make test-soak                random operations in every mode (UPC_SOAK_SECONDS=600)
  make test-sanitizers          address, undefined and thread sanitizers (SANITIZERS=thread)
  make fuzz                     libFuzzer on the compiler (FUZZ_SECONDS=600)
  make conformance              test each requirement of UPC 1.3 (ROWS=LANG-6.6)
Measure:
  make bench                    compare with MPI, OpenMP and plain C; BENCH=barrier,locks: a part,
                                QUICK=1: briefly, BENCH=apps CLASS=A: whole programs
  make bench-compiler           speed of the compiler; C becomes the same machine code as with cc
Change:
  make format                   format the sources; make check-format only checks them
  make lint                     run the linters
  make abi                      renew the header and the table made from abi/upcr.toml
  make select                   renew the rules that choose algorithms of collectives
  make reference                renew the pages of options, variables and the library in docs/
endef
export HELP

help:
	@echo "$$HELP"

deps:
	@packaging/deps.sh build

# Executables are replaced, not overwritten: a test may be running the old one.
TOOLS = upcc upc-lsp upcrun upctune
PROFILE = release
tools: deps
	$(CARGO_BUILD) build --profile $(PROFILE) --locked $(REMAP) $(addprefix --package ,$(TOOLS))
	@mkdir -p $(BUILD)/bin
	@for tool in $(TOOLS); do \
	    install -m 755 $${CARGO_TARGET_DIR:-target}/$(PROFILE:dev=debug)/$$tool \
	        $(BUILD)/bin/.$$tool.new && \
	    mv -f $(BUILD)/bin/.$$tool.new $(BUILD)/bin/$$tool || exit 1; \
	done

CONFIGURE = cmake -S runtime -B $(BUILD)/cmake -DCMAKE_BUILD_TYPE=RelWithDebInfo $(CMAKE_FLAGS)
runtime: deps
	@mkdir -p $(BUILD)
	@$(CONFIGURE) >$(BUILD)/cmake.log 2>&1 || { cat $(BUILD)/cmake.log; exit 1; }
	@env -u MAKEFLAGS -u MAKELEVEL cmake --build $(BUILD)/cmake --parallel $(JOBS)
	@cmake --install $(BUILD)/cmake --prefix $(abspath $(BUILD)) >/dev/null

# The tree finds itself from where it lies. An executable runs without it.
install:
	@test -x $(BUILD)/bin/upcc || { echo 'nothing is built yet: run make first'; exit 1; }
	@test -d $(BUILD)/share/man || { echo 'make demo builds a part only: run make first'; exit 1; }
	@$(PLACES) packaging/install.sh install '$(BUILD)'

uninstall:
	@$(PLACES) packaging/install.sh uninstall '$(BUILD)'

# BINDIR of PREFIX; TESTS: filters of the harness, or all.
installcheck:
	@case '$(BINDIR)' in /*) bin='$(BINDIR)';; *) bin='$(PREFIX)/$(BINDIR)';; esac; \
	    tests/installcheck.sh "$$bin" $(TESTS)

deb:
	@packaging/deb.sh '$(BUILD)'

# The sources as one file; VENDOR=1: with the crates, for a build without a network.
dist:
	@CARGO='$(CARGO_FOUND)' VENDOR='$(VENDOR)' packaging/dist.sh '$(BUILD)'

clean:
	rm -rf $(BUILD) $${CARGO_TARGET_DIR:-target}

demo:
	@packaging/deps.sh demo
	@$(MAKE) --no-print-directory -j2 tools-of-demo runtime-of-processes
	@examples/sobel/demo.sh

# The compiler and the launcher, unoptimised unless the others are built too.
tools-of-demo: deps
	@[ -x $(BUILD)/bin/upctune ] || $(MAKE) --no-print-directory tools TOOLS='upcc upcrun' PROFILE=demo

# The library of a program of processes, without those for -pthreads.
runtime-of-processes: deps
	@mkdir -p $(BUILD)/lib
	@$(CONFIGURE) >$(BUILD)/cmake.log 2>&1 || { cat $(BUILD)/cmake.log; exit 1; }
	@env -u MAKEFLAGS -u MAKELEVEL cmake --build $(BUILD)/cmake --parallel $(JOBS) \
	    --target upcr upcr-tool
	@install -m 644 $(BUILD)/cmake/libupcr.a $(BUILD)/cmake/libupcr-tool.a $(BUILD)/lib
	@mkdir -p $(BUILD)/include && cp -R runtime/include/. $(BUILD)/include

# Pictures need matplotlib, which lives in a virtual environment of its own.
$(BENCH_VENV)/made: bench/requirements.txt
	@packaging/deps.sh driver
	@mkdir -p $(BUILD)
	@python3 -m venv $(BENCH_VENV)
	@$(BENCH_VENV)/bin/pip install --quiet --disable-pip-version-check --only-binary :all: \
	    --requirement bench/requirements.txt
	@touch $@

bench: all $(BENCH_VENV)/made
ifeq ($(BENCH),papers)
	@mkdir -p bench/results
	@$(BENCH_VENV)/bin/python bench/papers/papers.py '$(BUILD)/bin/upcc' '$(BUILD)/bin/upcrun' \
	    bench/results $(if $(QUICK),--quick) $(if $(PUBLISH),--publish) $(PAPERS)
	@python3 bench/papers/disturbances.py '$(BUILD)/bin/upcc' '$(BUILD)/bin/upcrun' | \
	    tee bench/results/disturbances.md
else
	@PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1 BENCH_FOLDER='$(abspath $(BUILD))/bench' \
	    $(BENCH_VENV)/bin/python -m driver \
	    $(if $(BENCH),--only $(BENCH)) $(if $(QUICK),--quick) $(if $(PUBLISH),--publish) \
	    $(if $(RESTART),--restart) $(if $(CLASS),--class $(CLASS)) $(if $(BLAS),--blas $(BLAS)) \
	    $(if $(FFT),--fft $(FFT))
endif

# The documents as a site with navigation, in $(BUILD)/book; what it says about missing pages is an
# error.
book:
	@packaging/deps.sh book
	@mkdocs build --quiet --strict --site-dir '$(abspath $(BUILD))/book'
	@echo "The book: $(BUILD)/book/tutorial.html"

check: test

test: all
	@CARGO='$(CARGO_FOUND)' BUILD='$(BUILD)' JOBS='$(JOBS)' tests/all.sh

test-full: all
	@CARGO='$(CARGO_FOUND)' BUILD='$(BUILD)' JOBS='$(JOBS)' UPC_TEST_FULL=1 tests/all.sh

test-collectives: all
	@runtime/test/coll/all.sh $(BUILD)/cmake/test

test-models:
	@packaging/deps.sh models
	@runtime/models/run.sh

test-litmus: all
	@tests/litmus.sh

test-soak: all
	@tests/soak.sh

test-hosts: all
	@tests/hosts/jobs.sh $(HOSTS_TESTS)

test-sanitizers: all
	@CARGO='$(CARGO_FOUND)' BUILD='$(BUILD)' JOBS='$(JOBS)' tests/sanitizers.sh $(SANITIZERS)

# Many programs of csmith: make test-csmith CSMITH_PROGRAMS=5000 CSMITH_FIRST=100000, for a night
CSMITH_PROGRAMS ?= 500
CSMITH_FIRST    ?= 1000
test-csmith: all
	@packaging/deps.sh csmith
	@UPC_CSMITH_PROGRAMS=$(CSMITH_PROGRAMS) UPC_CSMITH_FIRST=$(CSMITH_FIRST) $(CARGO_BUILD) test \
	    --quiet --release --locked \
	    $(REMAP) --package generate --test csmith

# The tree-sitter grammar, and the extension for VS Code; needs npm's registry.
test-editors: all
	@editors/vscode/test.sh '$(BUILD)'
	@editors/tree-sitter-upc/test.sh '$(BUILD)'

fuzz:
	@packaging/deps.sh fuzz
	@CARGO='$(CARGO_FOUND)' FUZZ='$(abspath $(BUILD))/fuzz' fuzz/run.sh

test-world: all
	@packaging/deps.sh world
	@WORLD='$(abspath $(BUILD))/world' JOBS='$(JOBS)' tests/world/run.sh $(PROGRAMS)

.PHONY: bench-compiler
bench-compiler: all
	@packaging/deps.sh bench
	@WORLD='$(abspath $(BUILD))/world' bench/compiler/run.sh $(PARTS)

conformance: all
	@$(CARGO_BUILD) run --quiet --locked --package harness --bin conformance -- $(ROWS)

check-format:
	$(CARGO_BUILD) fmt --all --check
	@clang-format --dry-run -Werror $(C_FILES)

format:
	$(CARGO_BUILD) fmt --all
	@clang-format -i $(C_FILES)

# Older clippys (Debian 12's) count format_collect among what costs speed; in tests the shorter text
# is worth more.
lint:
	$(CARGO_BUILD) clippy --locked --workspace --all-targets -- -D warnings -A clippy::format_collect
	@packaging/lint.sh

select: all
	@python3 tune/rules.py '$(shell find $(BUILD) -name coll_predict -type f 2>/dev/null | head -1)'

reference: all
	@python3 packaging/reference.py $(BUILD)/bin docs

abi:
	$(CARGO_BUILD) run --quiet --locked --package upc-ir --example abi
