# alea: a game server for old board games, and its clients.
#
# To play and host:
#   make demo            a real server, two bots and one whole game on this terminal
#   make run             host on port 2532 with a house bot, until Ctrl-C; PORT=4000
#                        TITLE="..."; TLS=1 adds TLS on port 2533; OPERATOR=yes or no;
#                        RATED=yes: the house's levels have ratings; FRONTS=2: two
#                        processes share the sockets, a third one has the games
#   make cluster         three nodes on a PostgreSQL of their own, to try
#   make all             build build/release/alead and build/release/alea
#   make install         install programs, manual pages and systemd unit below
#                        $(DESTDIR)$(PREFIX) (default /usr/local; also BINDIR MANDIR UNITDIR)
#   make uninstall       remove what install put there
#   make deb             Debian packages in build/release/deb: alea, alea-server
#   make dist            the source in build/alea-VERSION.tar.gz, which builds without network
#   make clean           remove build/
#
# To change the source:
#   make check           build with the sanitizers and run every test
#   make lint            layers, formatting, clang-tidy, cppcheck, gcc -fanalyzer, shellcheck
#   make format          format the sources
#   make train GAME=stelpur  continue training a game's network, for TRAIN_SECONDS=60 (Ctrl-C
#                        stops it); then build again
#   make docs            regenerate docs/rules.md, and the limits in docs/operating.md
#
# Longer checks:
#   make check-clang     clang reads every source file; warnings are errors
#   make check-valgrind  a game, a restart, an account: no bad memory, no leak
#   make check-tsan      tests that use threads, with the thread sanitizer
#   make check-web       play on the page in Chromium: whole games, reloads, a killed server;
#                        PICTURES=1 keeps more pictures in build/screenshots
#   make check-tty       alea play in a terminal (tmux): sizes, keys, the mouse, a lost server,
#                        Ctrl-Z, other languages; screens compared with kept ones
#   make check-deb       install the packages in a copy of this system, play, upgrade, remove
#                        them; lintian (as root)
#   make check-kill      kill the server 200 times while 50 rooms play, and a hub with its
#                        fronts; cut lines 500 times
#   make check-cluster   the same with fronts, and with nodes on a PostgreSQL that is replaced:
#                        kills, pauses, stalled trunks, two at once (40 minutes; SHORT=1)
#   make check-upgrade   fronts and hub of the version OLD=COMMIT become those of this one
#   make check-faults    let each system call and allocation fail once, in server and client
#                        (hours; SAMPLE=20 tries that many of each kind)
#   make check-guide     add a game, a command and a limit as docs/contributing.md says, in a
#                        copy of the tree, and play
#   make sim             simulate SEEDS=1000 evenings of a whole server in virtual time, with
#                        faults, from seed FIRST=1 on, JOBS=n at once; FRONTS=2: a hub with
#                        two fronts; HUBS=3: three, one of which has the lease
#   make sim-same        check that ten seeds run the same in release, debug and asan builds
#   make fuzz            run every fuzz target for FUZZ_SECONDS=30, JOBS=1 at once (clang)
#   make fuzz-afl        the same with AFL++ (afl-clang-fast)
#   make fuzz-merge      keep the best of what make fuzz has found in tests/fuzz/corpus
#   make check-all       make check, lint, all the check-*, sim and fuzz (hours)
#
# Measurements:
#   make cov             how much of the program the tests run: build/cov/index.html
#   make fuzz-cov        what the fuzz corpora reach: build/fuzzcov/html
#   make bench           speed next to a bare relay, costs of connections, speed of the rules
#                        (4 minutes; BENCH_SECONDS=3 BENCH_ROUNDS=3)
#   make bench-cluster   what fronts and nodes cost, and how soon another node serves
#   make bench-attack    what attacks cost other players (15 minutes)
#   make bench-slow-disk how soon the server answers questions while each sync takes 500 ms
#
# Every target first installs missing packages (apt; NO_DEPS=1 skips that).
# Variables: BUILD=release|debug|asan|tsan|cov   CC=gcc|clang   CFLAGS= LDFLAGS= (come last)
#            V=1 shows the commands     WERROR=1 makes warnings errors
#            WASM=no leaves the engine out of the page, which then needs no clang

.DEFAULT_GOAL := all
SHELL   := /bin/bash
BUILD   ?= release
O       := build/$(BUILD)
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
MANDIR  ?= $(PREFIX)/share/man
UNITDIR ?= $(PREFIX)/lib/systemd/system
# The last tag; a tarball of make dist has it in a file.
VERSION := $(patsubst v%,%,$(or $(shell cat .version 2>/dev/null || \
             git describe --tags --match 'v[0-9]*' --abbrev=0 2>/dev/null),v0.1.0))
Q       := $(if $(V),,@)
comma   := ,

# --- dependencies -------------------------------------------------------------------
# pkg-config decides what is missing; .ci/deps installs it.  deps.ok remembers success.
PKGS := libuv jansson libsodium sqlite3 openssl libedit cmocka
LIBS_wslay := -lwslay # Debian has no .pc file for it
-include build/deps.ok
build/deps.ok: .ci/deps
	@mkdir -p build
	@$(if $(NO_DEPS),:,.ci/deps $(PKGS) wslay $(firstword $(CC)) $(if $(filter no,$(WASM)),,clang ld.lld wasi-libc) \
	  python3 telnet nc ip)
	@for p in $(PKGS); do n=$$(echo $$p | tr -c 'a-z0-9\n' _); \
	  echo "CFLAGS_$$n := $$(pkg-config --cflags $$p)"; \
	  echo "LIBS_$$n := $$(pkg-config --libs $$p)"; done > $@.tmp && mv $@.tmp $@

# --- flags --------------------------------------------------------------------------
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
        -Wmissing-prototypes -Wvla -Wold-style-definition -Wwrite-strings -Wcast-qual \
        -Wpointer-arith -Wundef -Wformat=2 -Wswitch-enum -Wnull-dereference \
        -Wimplicit-fallthrough $(if $(WERROR),-Werror)
MODE_debug   := -O0 -g3
MODE_release := -O2 -g -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
MODE_asan    := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all \
                -fno-omit-frame-pointer
MODE_tsan    := -O1 -g1 -fsanitize=thread -fno-omit-frame-pointer
MODE_cov     := -O0 -g --coverage
MODE_fuzz    := $(MODE_asan) -fsanitize=fuzzer-no-link
MODE_afl     := $(MODE_asan)
MODE_fuzzcov := -O1 -g -fprofile-instr-generate -fcoverage-mapping
LINK_release := -pie -Wl,-z,relro,-z,now -Wl,--build-id
# Tests are hundreds of programs; lld links one in a third of the time.
FAST_LINK    := $(if $(shell command -v ld.lld),-fuse-ld=lld)
LINK_debug   := $(FAST_LINK)
LINK_asan    := $(FAST_LINK) -fsanitize=address,undefined
LINK_tsan    := $(FAST_LINK) -fsanitize=thread
LINK_cov     := $(FAST_LINK) --coverage
# gold would warn about each hidden symbol of the sanitizer.
LINK_fuzz     = -fsanitize=fuzzer,address,undefined \
                $(if $(shell command -v ld.bfd),-fuse-ld=bfd)
LINK_afl     := -fsanitize=fuzzer,address,undefined
LINK_fuzzcov := -fprofile-instr-generate
ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -DALEA_VERSION='"$(VERSION)"' \
             -Icommon -I. $(WARN) $(MODE_$(BUILD)) $(CFLAGS_libuv) $(CFLAGS_jansson) \
             $(CFLAGS_libsodium) $(CFLAGS_sqlite3) $(CFLAGS_openssl) \
             $(CFLAGS_libedit) $(CFLAGS_cmocka) $(CFLAGS)
ALL_LDFLAGS = $(LINK_$(BUILD)) $(LDFLAGS)

# --- libraries, one per layer -------------------------------------------------------
obj = $(patsubst %.c,$(O)/%.o,$(filter-out %/main.c,$(wildcard $(1:%=%/*.c))))
LAYERS := mem rules engine fair tls proto room view server client
# With BUILD=cov a program that ends abruptly first writes its counters.
$(O)/libmem.a:    $(call obj,common/mem) $(if $(filter cov,$(BUILD)),$(call obj,tests/cov))
$(O)/librules.a:  $(call obj,common/rules common/rules/*)
$(O)/libengine.a: $(call obj,common/engine common/engine/*)
$(O)/libfair.a:   $(call obj,common/fair)
$(O)/libtls.a:    $(call obj,common/tls)
$(O)/libproto.a:  $(call obj,common/proto common/proto/*)
$(O)/libroom.a:   $(call obj,common/room)
$(O)/libview.a:   $(call obj,common/view common/lang) $(patsubst %.po,$(O)/%.o,$(wildcard common/lang/*.po))
$(O)/libserver.a: $(call obj,server server/* server/*/*) $(O)/client-web/pages.o
$(O)/libclient.a: $(call obj,client-cli client-cli/*) $(O)/client-cli/learn/courses.o

# What a program of each layer links: the layer and those below it.
lib = $(patsubst %,$(O)/lib%.a,$(1))
DEPS_mem    := $(call lib,mem)
DEPS_rules  := $(call lib,rules)
DEPS_engine := $(call lib,engine rules mem)
DEPS_fair   := $(call lib,fair rules)
DEPS_tls    := $(call lib,tls mem)
DEPS_proto  := $(call lib,proto rules mem)
DEPS_room   := $(call lib,room proto fair rules mem)
DEPS_view   := $(call lib,view proto rules mem)
DEPS_server := $(call lib,server room view proto fair rules tls mem)
DEPS_client := $(call lib,client room engine view proto fair rules tls mem)
LIBS_engine := -lm
LIBS_fair    = $(LIBS_libsodium) $(LIBS_openssl)
LIBS_tls     = $(LIBS_openssl)
LIBS_proto   = $(LIBS_jansson) -lm
LIBS_room    = $(LIBS_jansson) $(LIBS_fair) -lm
LIBS_view    = $(LIBS_jansson) -lm
LIBS_server  = $(LIBS_libuv) $(LIBS_jansson) $(LIBS_libsodium) $(LIBS_sqlite3) \
               $(LIBS_openssl) $(LIBS_wslay) -lm
LIBS_client  = $(LIBS_jansson) $(LIBS_libsodium) $(LIBS_libedit) $(LIBS_openssl) -lm -pthread

ALL_LIBS := $(call lib,client engine server room view proto fair rules tls mem)

# The manual pages say what --help says, in each language.
MANUALS := $(patsubst docs/man/%,$(O)/man/%,$(wildcard docs/man/*.[18] docs/man/*/*.[18]))
all: $(O)/alead $(O)/alea $(MANUALS)
$(O)/man/%: docs/man/% docs/man/make $(O)/alea $(O)/alead
	@mkdir -p $(@D)
	$(Q)docs/man/make $< $(O) $(VERSION) > $@.tmp && mv $@.tmp $@

$(O)/alead: $(O)/server/main.o $(DEPS_server)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS_server)
# check-db restores rooms with the code of the server, and reads its store: libserver.a.
$(O)/alea: $(O)/client-cli/main.o $(ALL_LIBS)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS_client) $(LIBS_sqlite3)

# -O3 makes these long loops over arrays a third faster.  private: $(O)/flags, on which they
# depend, keeps its usual flags.
$(O)/common/engine/race_solver.o $(O)/common/engine/network/network.o \
$(O)/common/engine/tafl/tafl_network.o: \
  private MODE_release += -O3

# The games and the engine for the page, as WebAssembly.  All builds share it.
core_wasm := build/page/client-web/js/game/core.wasm
core_src  := $(wildcard client-web/core/*.c common/rules/*.c common/rules/*/*.c common/engine/network/*.c \
                        common/engine/tafl/*.c common/engine/mill/*.c) common/mem/mem.c client-cli/engine/chances.c \
             $(patsubst %,common/engine/%.c,engine dice_search levels) \
             $(patsubst %,client-cli/analyse/%.c,analysis judge)
core_cc   := clang --target=wasm32-wasi -mbulk-memory -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Icommon -I. \
             $(filter-out -Wnull-dereference,$(WARN))
build/page/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(if $(V),,@echo "  CC $< (page)")
	$(Q)$(core_cc) -MD -MP -c -o $@ $<
$(core_wasm): $(core_src:%.c=build/page/%.o)
	@mkdir -p $(@D)
	$(Q)clang --target=wasm32-wasi -mexec-model=reactor -nodefaultlibs -o $@.tmp $^ -lc-printscan-no-floating-point -lc -lm \
	  -Wl,--strip-all,-z,stack-size=4194304 && mv $@.tmp $@

# The files of the page become part of the program.
page := $(filter-out %/pack %.md,$(wildcard client-web/* client-web/*/*.* client-web/*/*/*.*)) \
        $(if $(filter no,$(WASM)),,$(core_wasm))
$(O)/client-web/pages.c: client-web/pack $(page)
	$(Q)client-web/pack $@ $(filter %.html %.js %.css %.svg %.png %.webmanifest %.wasm,$^)
$(O)/client-web/pages.o: $(O)/client-web/pages.c $(O)/flags
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The translations become tables.
$(O)/common/lang/%.c: common/lang/%.po common/lang/po
	@mkdir -p $(@D)
	$(Q)common/lang/po compile $< $@
# The lessons of the page are those of alea learn.
$(O)/client-cli/learn/courses.c: client-cli/learn/from_page common/lang/lang.h $(wildcard client-web/js/learn/*.js)
	@mkdir -p $(@D)
	$(Q)client-cli/learn/from_page client-web/js/learn $@
$(O)/common/lang/%.o: $(O)/common/lang/%.c $(O)/flags
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<
$(O)/client-cli/learn/courses.o: $(O)/client-cli/learn/courses.c $(O)/flags
	$(Q)$(CC) $(ALL_CFLAGS) -MD -MP -c -o $@ $<

$(O)/%.a:
	$(Q)rm -f $@ && $(AR) rcsP $@ $^

$(O)/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	$(if $(V),,@echo "  CC $<")
	$(Q)$(CC) $(ALL_CFLAGS) $(if $(filter tests/%,$<),-Wno-unused-parameter) -MD -MP -c -o $@ $<

# Rewritten when the compiler or the flags change, so that everything is rebuilt.
$(O)/flags: build/deps.ok FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' | cmp -s - $@ || \
	  echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' > $@
FORCE:
-include $(shell find $(O) build/page -name '*.d' 2>/dev/null)

# --- tests: each links its layer, and what it needs of libtests.a -------------------
unit_src := $(wildcard tests/unit/*/test_*.c tests/unit/*/*/test_*.c)
unit_bin := $(unit_src:%.c=$(O)/%)
intg_src := $(wildcard tests/integration/test_*.c tests/integration/*/test_*.c)
intg_bin := $(intg_src:%.c=$(O)/%)
fuzz_src := $(wildcard tests/fuzz/targets/fuzz_*.c)
fuzz_bin := $(fuzz_src:%.c=$(O)/%)
# Every other file of these folders is a module that tests share.
test_obj := $(patsubst %,$(O)/%.o,$(basename $(unit_src) $(intg_src) $(fuzz_src) tests/fuzz/replay))
$(O)/libtests.a: $(filter-out $(test_obj),$(call obj,tests/support tests/fuzz tests/fuzz/hub $(wildcard tests/unit tests/unit/* tests/unit/*/*)))
corpora  := $(patsubst tests/fuzz/corpus/%.txt,build/corpus/%.unpacked,$(wildcard tests/fuzz/corpus/*.txt))
.SECONDARY: $(test_obj) $(patsubst %.po,$(O)/%.c,$(wildcard common/lang/*.po))

define unit_rule
$(O)/tests/unit/$(1)/%: $(O)/tests/unit/$(1)/%.o $(O)/libtests.a $$(DEPS_$(1))
	$$(Q)$$(CC) $$(ALL_LDFLAGS) -o $$@ $$^ $$(LIBS_$(1)) $$(LIBS_cmocka)
endef
$(foreach l,$(LAYERS),$(eval $(call unit_rule,$(l))))
$(O)/tests/integration/%: $(O)/tests/integration/%.o $(O)/libtests.a $(ALL_LIBS)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS_server) $(LIBS_client) $(LIBS_cmocka) -lutil
# The inputs of a fuzz target are one file, and what other tests have; they are unpacked into
# build/corpus/TARGET.
build/corpus/%.unpacked: tests/fuzz/corpus/%.txt $(wildcard tests/fuzz/*.py tests/rules/*/*.txt tests/transcripts/*.txt tests/view/*.txt tests/samples/*.txt)
	$(Q)tests/fuzz/corpus.py unpack $< build/corpus/$* && touch $@
# The main function of a fuzz target comes from libFuzzer or AFL++, or from replay.c.
FUZZ_MAIN := $(if $(filter fuzz afl,$(BUILD)),,$(O)/tests/fuzz/replay.o)
$(fuzz_bin): %: %.o $(FUZZ_MAIN) $(O)/libtests.a $(ALL_LIBS)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS_server) $(LIBS_client) $(LIBS_cmocka)

# The simulation replaces libuv and some functions of the server: the clock, the log, the
# listening sockets.
SIM := $(O)/tests/sim/alea-sim
SIM_WRAPPED := clock_gettime disk_measure log_line socket_listen socket_address socket_accept socket_connect \
  socket_drop gethostname getpid
$(SIM): $(patsubst %.c,$(O)/%.o,$(wildcard tests/sim/*.c tests/sim/one/*.c tests/sim/world/*.c)) $(O)/libtests.a $(ALL_LIBS)
	$(Q)$(CC) $(ALL_LDFLAGS) $(SIM_WRAPPED:%=-Wl$(comma)--wrap=%) -o $@ $^ \
	  $(filter-out $(LIBS_libuv),$(LIBS_server)) $(LIBS_client) $(LIBS_cmocka)

.PHONY: all demo run deb dist check-deb sim sim-same check check-build check-run check-web check-tty check-clang check-valgrind \
  check-tsan check-tsan-run check-all cov check-guide check-kill check-cluster check-upgrade check-faults fault-programs bench \
  bench-attack bench-cluster cluster bench-slow-disk fuzz fuzz-run fuzz-merge fuzz-afl \
  fuzz-afl-run fuzz-cov fuzz-cov-run docs train lint format install uninstall clean help FORCE
check:
	$(Q)$(MAKE) --no-print-directory BUILD=asan check-run
BENCH_PROGRAMS := $(O)/tests/bench/relay
check-build: all $(SIM) $(corpora) $(BENCH_PROGRAMS) $(unit_bin) $(intg_bin) $(fuzz_bin)
# Checks the types of the page and tests it in Chromium, and a game in Firefox; npm installs what
# tests/web/package-lock.json names.
# Three test files run at once, since one of them often waits; with four, two cores need as long.
check-web:
	$(Q)$(MAKE) --no-print-directory BUILD=release all
	$(Q)$(if $(NO_DEPS),:,.ci/deps node npm chromium-headless-shell openssl-command)
	$(Q)$(if $(NO_DEPS),:,.ci/deps firefox-esr) || true # its test says so if there is none
	$(Q)cd tests/web && npm ci --silent --no-audit --no-fund
	$(Q)tests/web/node_modules/.bin/tsc -p client-web
	$(Q)ALEA_BUILD=build/release node tests/web/run.mjs

# Keeps new screens with ALEA_GOLDEN=1.
check-tty:
	$(Q)$(MAKE) --no-print-directory BUILD=release all
	$(Q)$(if $(NO_DEPS),:,.ci/deps python3 tmux) || true # it says so if there is none
	$(Q)tests/tty/check.py build/release

# These tests run a second time with their stores in PostgreSQL.  Tests named *_postgres run only
# there.  The longest tests come first.
STORE_TESTS := test_store test_store_games test_store_rating test_keep test_lease
check-run: check-build $(O)/tests/fault/libfaults.so
	$(Q)$(MAKE) --no-print-directory BUILD=release O=build/release fault-programs \
	  build/release/tests/sim/alea-sim
	$(Q)tests/with_postgres tests/run $(O) $(intg_bin) $(fuzz_bin) $(filter-out %_postgres,$(unit_bin)) \
	  -- $(STORE_TESTS:%=$(O)/tests/unit/server/store/%) $(filter %_postgres,$(unit_bin))

# These find what make check cannot: warnings of another compiler, uninitialized memory,
# races.  .ci/run runs them all.
TSAN_TESTS := integration/client/test_play integration/test_accounts integration/test_alead \
              integration/test_game integration/test_local integration/test_operator \
              integration/test_tls unit/client/engine/test_hint unit/mem/test_lossy
check-clang:
	$(Q)$(if $(NO_DEPS),:,.ci/deps clang)
	$(Q)$(MAKE) --no-print-directory CC=clang BUILD=clang WERROR=1 check-syntax
# Warnings come from the front end of the compiler, and make check links everything: this
# generates no code.
c_files = $(shell find $(1) -name '*.c' -not -path 'tests/guide/*' \
            -not -path '*/node_modules/*')
syntax   = printf '%s\n' $(call c_files,$(1)) | xargs -P $(JOBS) -n 20 $(CC) $(ALL_CFLAGS) -fsyntax-only
check-syntax:
	$(Q)$(call syntax,common server client-cli)
	$(Q)$(call syntax,tests) -Wno-unused-parameter
check-valgrind:
	$(Q)$(if $(NO_DEPS),:,.ci/deps valgrind openssl-command)
	$(Q)$(MAKE) --no-print-directory BUILD=release all
	$(Q)tests/valgrind/session.sh build/release
check-tsan:
	$(Q)$(MAKE) --no-print-directory BUILD=tsan check-tsan-run
check-tsan-run: all $(TSAN_TESTS:%=$(O)/tests/%)
	$(Q)tests/run $(O) $(TSAN_TESTS:%=$(O)/tests/%)
# How much of each file and layer the tests run; build/cov/index.html has every line.
# test_faults uses its own programs, so one fault of each kind is run with these.
cov:
	$(Q)$(if $(NO_DEPS),:,.ci/deps gcovr)
	$(Q)find build/cov -name '*.gcda' -delete 2>/dev/null || true
	$(Q)$(MAKE) --no-print-directory BUILD=cov check-build fault-programs
	$(Q)status=0; export ALEA_SEED=$${ALEA_SEED:-1}; \
	  $(MAKE) --no-print-directory BUILD=cov check-run || status=1; \
	  python3 tests/fault/faults.py --build build/cov --sample 1 --seed $$ALEA_SEED || status=1; \
	  tests/cov/report build/cov && exit $$status
check-all: check check-clang check-valgrind check-tsan lint check-web check-tty check-deb check-guide check-kill check-cluster check-upgrade check-faults sim fuzz

# make check runs tests/guide/try --check, which builds nothing.
check-guide:
	$(Q)tests/guide/try

# Builds release programs, so that the sanitizers do not slow the storm down.
STORM := python3 tests/fault/storm.py --alead build/release/alead --alea build/release/alea
KILLS ?= 200
check-kill:
	$(Q)$(MAKE) --no-print-directory BUILD=release all
	$(STORM) --rooms 50 --kills $(KILLS)
	$(STORM) --rooms 50 --kills 20 --durability full
	$(STORM) --rooms 50 --cuts 500 --cut-bytes 20000
	$(STORM) --rooms 50 --cuts 500 --kills 50
	$(STORM) --rooms 50 --cuts 100 --kills 100 --pause 1 --fronts 3

NODES := --nodes 3 --postgres --standby --durability full
check-cluster:
	$(Q)$(MAKE) --no-print-directory BUILD=release all
ifdef SHORT
	$(STORM) --fronts 2 --rooms 4 --kills 4 --pairs 1 --pace 0.03 --seed 1
	$(STORM) $(NODES) --rooms 3 --kills 2 --db-kills 1 --pace 0.03 --seed 1
else
	$(STORM) --fronts 3 --rooms 50 --kills 250 --pauses 20 --stalls 20 --pairs 25 --cuts 100 --pace 0.5
	$(STORM) $(NODES) --rooms 20 --kills 250 --pauses 20 --pairs 25 --db-kills 50 --pace 0.5
endif
# The last version is that of the last commit with another version of the trunk.
OLD ?= $(shell git log -1 --skip=1 -G'define TRUNK_VERSION' --format=%h -- server/trunk/cipher.h)
check-upgrade:
	$(Q)$(MAKE) --no-print-directory BUILD=release all
	$(Q)rm -rf build/old && mkdir -p build/old && git archive $(OLD) | tar -x -C build/old
	$(Q)$(MAKE) --no-print-directory -C build/old BUILD=release NO_DEPS=1 build/release/alead
	$(STORM) --fronts 3 --rooms 20 --kills 30 --pairs 5 --pace 0.3 --old-alead build/old/build/release/alead

# A library that makes calls fail (tests/fault/faults.h).  Sanitizers replace the allocator,
# so allocations fail in programs of the release build.
$(O)/tests/fault/libfaults.so: tests/fault/faults.c tests/fault/faults.h $(O)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(filter-out -Wpedantic,$(WARN)) -O1 -g -fPIC -shared -I. -o $@ $< -ldl
fault-programs: all $(O)/tests/fault/libfaults.so
check-faults:
	$(Q)$(MAKE) --no-print-directory BUILD=release O=build/release fault-programs
	$(Q)$(MAKE) --no-print-directory BUILD=asan O=build/asan fault-programs
	$(Q)python3 tests/fault/faults.py --build build/asan $(if $(SAMPLE),--sample $(SAMPLE))
	$(Q)python3 tests/fault/faults.py --build build/release --kind malloc \
	  $(if $(SAMPLE),--sample $(SAMPLE))

TRAIN_SECONDS ?= 60
train: $(if $(GAME),all)
	$(if $(GAME),,$(error which game? For example: make train GAME=stelpur))
	$(Q)$(O)/alea train --seconds $(TRAIN_SECONDS) --out common/engine/weights/$(GAME).txt $(GAME)

# The database is under build/, which should be on a real disk.  Use a quiet machine with two
# cores or more.  BENCH_INTO=tests/bench/RESULTS.md writes the figures there.
BENCH_SECONDS ?= 3
BENCH_ROUNDS  ?= 3
bench:
	$(Q)$(MAKE) --no-print-directory BUILD=release all build/release/tests/bench/relay
	$(Q)python3 tests/bench/bench.py build/release --seconds $(BENCH_SECONDS) \
	  --rounds $(BENCH_ROUNDS) $(if $(BENCH_INTO),--into $(BENCH_INTO))

# A baseline for alead: the upper limit.
$(O)/tests/bench/relay: %: %.o
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS_libuv)

# How soon alead answers while each sync takes 500 ms.
bench-slow-disk:
	$(Q)$(MAKE) --no-print-directory BUILD=release all build/release/tests/bench/libslow.so
	$(Q)python3 tests/bench/slow_disk.py build/release
$(O)/tests/bench/libslow.so: tests/bench/slow_sync.c $(O)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(WARN) -O1 -g -fPIC -shared -o $@ $<
bench-cluster:
	$(Q)$(MAKE) --no-print-directory BUILD=release all
	$(Q)python3 tests/bench/cluster.py build/release
cluster: all
	$(Q)tests/with_postgres tests/cluster $(O)
bench-attack:
	$(Q)$(MAKE) --no-print-directory BUILD=release all
	$(Q)python3 tests/bench/attack.py build/release

# A thousand seeds take some minutes.  sim-same: each seed gives the same run in three builds.
SEEDS ?= 1000
FIRST ?= 1
JOBS  ?= $(shell nproc)
STEPS ?= 1200
FRONTS ?= 0
HUBS ?= 1
sim:
	$(Q)$(MAKE) --no-print-directory BUILD=release build/release/tests/sim/alea-sim
	$(Q)build/release/tests/sim/alea-sim --seeds $(SEEDS) --first $(FIRST) --jobs $(JOBS) \
	  --steps $(STEPS) --hubs $(HUBS) --fronts $(FRONTS)
sim-same:
	$(Q)for b in release debug asan; do \
	  $(MAKE) --no-print-directory BUILD=$$b build/$$b/tests/sim/alea-sim || exit; done
	$(Q)tests/sim/same.sh 10 build/{release,debug,asan}/tests/sim/alea-sim

FUZZ_SECONDS ?= 30
fuzz:
	$(Q)$(if $(NO_DEPS),:,.ci/deps clang && .ci/deps libfuzzer)
	$(Q)$(MAKE) --no-print-directory BUILD=fuzz CC=clang fuzz-run
fuzz-run: $(corpora) $(fuzz_bin)
	$(Q)tests/fuzz/run $(O) $(FUZZ_SECONDS) $(fuzz_bin)
# Takes the best of what make fuzz has found into the corpora.
fuzz-merge: $(corpora) $(fuzz_bin)
	$(Q)tests/fuzz/merge.py $(O) $(fuzz_bin)
fuzz-afl:
	$(Q)$(if $(NO_DEPS),:,.ci/deps afl-clang-fast)
	$(Q)$(MAKE) --no-print-directory BUILD=afl CC=afl-clang-fast fuzz-afl-run
fuzz-afl-run: $(corpora) $(fuzz_bin)
	$(Q)tests/fuzz/run-afl $(O) $(FUZZ_SECONDS) $(fuzz_bin)
fuzz-cov:
	$(Q)$(if $(NO_DEPS),:,.ci/deps clang llvm-cov && .ci/deps libfuzzer)
	$(Q)$(MAKE) --no-print-directory BUILD=fuzzcov CC=clang fuzz-cov-run
fuzz-cov-run: $(corpora) $(fuzz_bin)
	$(Q)tests/fuzz/coverage $(O) $(fuzz_bin)

demo: all
	$(Q)client-cli/demo.sh $(O)
run: all
	$(Q)$(if $(TLS),$(if $(NO_DEPS),:,.ci/deps openssl-command),:)
	$(Q)$(if $(NO_DEPS),:,.ci/deps qrencode) || :  # it runs without QR codes, too
	$(Q)server/run.sh $(O)

# alea writes the book of rules.
docs: all $(O)/tests/unit/server/config/test_documents
	$(O)/alea rules --book > docs/rules.md
	ALEA_GOLDEN=write $(O)/tests/unit/server/config/test_documents >/dev/null

lint:
	$(Q).ci/lint
format:
	clang-format -i $$(git ls-files '*.[ch]')

INSTALLED_MANUALS := man1/alea.1 man8/alead.8 fr/man1/alea.1 fr/man8/alead.8
# The installed unit has the final path of alead, without DESTDIR.
install: all
	install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(UNITDIR)'
	install -m 755 $(O)/alead $(O)/alea '$(DESTDIR)$(BINDIR)'
	for page in $(INSTALLED_MANUALS); do \
	  install -D -m 644 "$(O)/man/$${page/man[18]\//}" '$(DESTDIR)$(MANDIR)'/"$$page" || exit; \
	done
	sed 's,^ExecStart=/usr/local/bin/,ExecStart=$(BINDIR)/,' docs/alead.service \
	  > '$(DESTDIR)$(UNITDIR)/alead.service'
	chmod 644 '$(DESTDIR)$(UNITDIR)/alead.service'
uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/alead' '$(DESTDIR)$(BINDIR)/alea' \
	  $(INSTALLED_MANUALS:%='$(DESTDIR)$(MANDIR)/%') \
	  '$(DESTDIR)$(UNITDIR)/alead.service'
deb:
	$(Q)$(if $(NO_DEPS),:,.ci/deps dh)
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) all
	$(Q).ci/debian/build $(O) $(VERSION)
check-deb:
	$(Q)$(if $(NO_DEPS),:,.ci/deps dh lintian)
	$(Q)$(MAKE) --no-print-directory BUILD=release deb
	$(Q).ci/debian/check build/release
# A commit's files, and the version, which git would tell.
dist:
	@mkdir -p build
	$(Q)git archive --prefix=alea-$(VERSION)/ --add-virtual-file=alea-$(VERSION)/.version:v$(VERSION) \
	  -o build/alea-$(VERSION).tar.gz HEAD && echo build/alea-$(VERSION).tar.gz
clean:
	rm -rf build
help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile
