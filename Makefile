# Graph Prix. `make run` plays, `make test` tests; both install what is missing first.
#
#   make            build/graphprix, installs nothing
#   make run        install what is missing, build, play           (ARGS=FILE opens a track or a race)
#   make test       install what is missing, build, run all tests but the long ones
#                   (ONLY=unit/rules or ONLY=window/race: those whose names begin so, and what they need)
#   make test-long  what takes too long for that: hundreds of races of aces, ten thousand generated tracks,
#                   twenty minutes of random clicks
#   make lint       floors, symbols, floating point, sizes, warnings of gcc and clang, cppcheck, format
#   make bench      the figures, without a window and with one; AGAINST=DIR: beside those of the build in that folder,
#                   measured in turn (ONLY="WORDS": rows whose names hold them; "window", "window race" ...: those of the window)
#   make bench-long the figures that take minutes and gigabytes
#   make fuzz       each fuzz target for FUZZ_SECONDS (600)
#   make pictures   docs/pictures, from the real window
#   make install    to PREFIX (/usr/local) under DESTDIR; make uninstall takes it away again
#   make dist       build/graphprix-VERSION.tar.gz, the source
#   make deb        build/deb/*.deb, for Debian and Ubuntu: graphprix and graphprix-data
#   make web        build/web/page, a folder for any web server: the game in a page
#   make windows    build/windows/graphprix-VERSION-windows.zip, which runs where it is unpacked, and an installer
#   make test-packages  builds them twice, installs, upgrades and purges the first in a Debian of their own (as root),
#                   plays the page in Chromium and the program for Windows by Wine: within an hour
#   make packages   install what build, tests and lint need
#   make format     clang-format over every file; make clean
#
# Nothing is asked of compiler or pkg-config while this file is read, so that `make run` works
# before there are any. A configuration is the same rules with another BUILD, CC and MODE_FLAGS.

VERSION := $(shell cat VERSION)
BUILD ?= build
PREFIX ?= /usr/local
# Beside each other below PREFIX: the program looks for its parts in ../lib and ../share.
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share/graphprix
FUZZ_SECONDS ?= 600
ifeq ($(origin CC),default)
CC = gcc
endif
MODE_FLAGS ?= -O2 -g
export BUILD

# As many jobs as processors, unless the caller said how many; a make within takes from the outer one.
ifeq ($(MAKELEVEL)$(filter -j% --jobs%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
endif
Q = $(if $(V),,@)
AGAIN = +$(Q)$(MAKE) --no-print-directory

HEADLESS_FLOORS = base geometry svg track rules drivers studio session paper together commands
WINDOW_FLOORS = draw ui screens app
HEADLESS_PACKAGES = expat jansson zlib
PICTURE_PACKAGES = cairo fontconfig lept
WINDOW_PACKAGES = sdl2 SDL2_ttf
TOGETHER_PACKAGES = libwebsockets libqrencode
BROKER_PACKAGES = libnats
TEST_LIBS = -lcmocka

# $(call ask,NAME,OPTIONS): what pkg-config says, asked when first needed and kept in NAME.
ask = $(eval $(1) := $$(shell pkg-config $(2) 2>/dev/null || echo missing))$(call found,$($(1)))
found = $(if $(filter missing,$(1)),$(error A library is missing: \
`make packages` installs what the build needs, packaging/packages.txt lists it),$(1))
PACKAGE_FLAGS = $(call ask,PACKAGE_FLAGS,--cflags $(HEADLESS_PACKAGES) $(PICTURE_PACKAGES) $(WINDOW_PACKAGES))
BROKER_LIBS = $(call ask,BROKER_LIBS,--libs $(BROKER_PACKAGES))
TOGETHER_FLAGS = $(call ask,TOGETHER_FLAGS,--cflags $(TOGETHER_PACKAGES))
HEADLESS_LIBS = $(call ask,HEADLESS_LIBS,--libs $(HEADLESS_PACKAGES))
PICTURE_LIBS = $(call ask,PICTURE_LIBS,--libs $(PICTURE_PACKAGES))
WINDOW_LIBS = $(call ask,WINDOW_LIBS,--libs $(WINDOW_PACKAGES))
TOGETHER_LIBS = $(call ask,TOGETHER_LIBS,--libs $(TOGETHER_PACKAGES))

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# What the next standard forbids anyhow: a call without a declaration, a pointer of another kind.
WARNINGS += -Werror=implicit-function-declaration -Werror=incompatible-pointer-types \
            -Werror=int-conversion
LANGUAGE = -std=c11 $(WARNINGS) -ffp-contract=off -D_XOPEN_SOURCE=700 -Isrc $(THREADS)
THREADS = -pthread
# Of one file only, lest all be compiled again for it.
VERSION_FLAG = -DGRAPHPRIX_VERSION='"$(VERSION)"'
ALL_CFLAGS = $(LANGUAGE) $(MODE_FLAGS) $(PACKAGE_FLAGS) $(CPPFLAGS) $(CFLAGS)
COMPILE = $(CC) $(ALL_CFLAGS) -MMD -MP
LINK = $(CC) $(MODE_FLAGS) $(CFLAGS) $(LDFLAGS) -o $@
BASE_LIBS = $(HEADLESS_LIBS) -lm -pthread -ldl
# Not every system's pkg-config knows giflib.
LIBS = $(BASE_LIBS) $(PICTURE_LIBS) -lgif

LIBRARY = $(BUILD)/libgraphprix.a
WINDOW_LIBRARY = $(BUILD)/libgraphprix-window.a
PROGRAM = $(BUILD)/graphprix
# What the program loads when it is asked for pictures or a window (src/base/system/file.h), so that other
# commands load neither cairo nor leptonica nor SDL nor what those need: forty libraries.
PICTURE_MODULE = $(BUILD)/libgraphprix-pictures.so
WINDOW_MODULE = $(BUILD)/libgraphprix-window.so
TOGETHER_MODULE = $(BUILD)/libgraphprix-together.so
BROKER_MODULE = $(BUILD)/libgraphprix-broker.so
SHARED_LIBRARY = $(BUILD)/libgraphprix.so
ifdef SHARED
shared = $(SHARED_LIBRARY)
LINK += -Wl,-rpath,'$$ORIGIN'
endif

# What knows the system is in a folder of its name; one that is POSIX but for a few things has files for those alone.
SYSTEM = posix
systems = src/base/system
other_systems = $(filter-out $(addprefix $(systems)/,posix/% $(SYSTEM)/% $(if $(filter-out posix,$(SYSTEM)),whole/%)),$(wildcard $(systems)/*/*.c)) \
  $(if $(filter-out posix,$(SYSTEM)),$(addprefix $(systems)/posix/,$(notdir $(wildcard $(systems)/$(SYSTEM)/*.c))))
find_sources = $(filter-out $(other_systems),$(sort $(shell find $(1) -name '*.c' 2>/dev/null)))
objects_of = $(patsubst %.c,$(BUILD)/objects/%.o,$(call find_sources,$(1)))
together_objects := $(addprefix $(BUILD)/objects/src/,together/host.o commands/host.o)
broker_objects := $(BUILD)/objects/src/session/broker.o
headless_objects := $(filter-out $(together_objects) $(broker_objects),$(call objects_of,$(addprefix src/,$(HEADLESS_FLOORS))))
picture_objects := $(filter $(addprefix $(BUILD)/objects/src/,paper/% studio/graph_paper/photo/% \
  studio/graph_paper/cells/load.o \
  $(addprefix commands/,print.o replay.o graph_paper/import.o graph_paper/trace.o graph_paper/worksheet.o)),$(headless_objects))
main_object := $(BUILD)/objects/src/app/main.o
window_objects := $(filter-out $(main_object),$(call objects_of,$(addprefix src/,$(WINDOW_FLOORS))))

# Every tests/**/*_test.c is a cmocka program; what tests share is in tests/support.
test_sources := $(shell find tests/unit tests/model tests/replays tests/solver -name '*_test.c' 2>/dev/null)
test_programs := $(patsubst %.c,$(BUILD)/%,$(test_sources))
test_objects := $(patsubst %.c,$(BUILD)/objects/%.o,$(test_sources))
support_objects := $(call objects_of,tests/support)
fuzz_sources := $(wildcard tests/fuzz/*_fuzz.c)
fuzz_programs := $(patsubst %.c,$(BUILD)/%,$(fuzz_sources))

.PHONY: all run test test-long packages FORCE
all: $(PROGRAM)

run:
	@packaging/packages.sh build play
	$(AGAIN) $(PROGRAM)
	@$(PROGRAM) $(ARGS)

test:
	@packaging/packages.sh build play test
	$(AGAIN) test-programs
	@python3 tests/run.py $(ONLY)

test-long:
	@packaging/packages.sh build play test
	$(AGAIN) $(LONG_TESTS) $(DROP) all-digests
	$(AGAIN) $(ASAN) build/asan/graphprix $(LONG_MODEL:build/%=build/asan/%)
	@python3 tests/run.py long

packages:
	@packaging/packages.sh build play test lint

# --- compiling ---------------------------------------------------------------------------------

PIC = -fPIC
# They change when compiler or flags do, and then everything is compiled again.
$(BUILD)/flags $(BUILD)/module-flags: FORCE
	@mkdir -p $(@D)
	@echo '$(COMPILE)' | cmp -s - $@ || echo '$(COMPILE)' > $@
$(BUILD)/module-flags: COMPILE += $(PIC)

# Private, lest $(BUILD)/flags be written with it.
$(BUILD)/objects/tests/%.o: private COMPILE += -Itests
module_objects := $(picture_objects) $(window_objects) $(together_objects) $(broker_objects)
$(module_objects): private COMPILE += $(PIC)
$(module_objects): $(BUILD)/module-flags
$(together_objects): private COMPILE += $(TOGETHER_FLAGS)
$(BUILD)/objects/src/commands/command.o: private COMPILE += $(VERSION_FLAG)
$(BUILD)/objects/src/commands/command.o: VERSION
ifdef SHARED
# Of all that windows do under test, counting turns took most: this is 0.6 of it, and compiles in the same time.
$(BUILD)/objects/src/drivers/stock_cars/solver/%.o: private COMPILE += -O2
endif
$(BUILD)/objects/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(COMPILE) -c $< -o $@

# A file that was taken away must leave the library, too: the list of objects is a prerequisite.
$(BUILD)/objects.txt: FORCE
	@mkdir -p $(@D)
	@echo '$(headless_objects) $(window_objects)' | cmp -s - $@ || \
	  echo '$(headless_objects) $(window_objects)' > $@

$(LIBRARY): $(headless_objects) $(BUILD)/objects.txt
$(WINDOW_LIBRARY): $(window_objects) $(BUILD)/objects.txt
$(LIBRARY) $(WINDOW_LIBRARY):
	@rm -f $@
	$(Q)ar rcs $@ $(filter %.o,$^)

plain_objects := $(filter-out $(picture_objects),$(headless_objects))
PROGRAM_LINK = $(LINK) -rdynamic -Wl,--as-needed
program_needs = $(main_object) $(or $(shared),$(plain_objects))
$(PROGRAM): $(program_needs) $(BUILD)/objects.txt | $(WINDOW_MODULE) $(TOGETHER_MODULE) $(BROKER_MODULE)
	@echo "  link    $@"
	$(Q)$(PROGRAM_LINK) $(program_needs) $(BASE_LIBS)

# What is its own a module finds without looking it up; the toy's lists take the place of a shared library's.
MODULE_LINK = $(LINK) -shared -Wl,-soname,$(@F) $(if $(SHARED),,-Wl,-Bsymbolic) $(filter %.o,$^)
$(PICTURE_MODULE): $(picture_objects) $(BUILD)/objects.txt | $(shared)
	@echo "  link    $@"
	$(Q)$(MODULE_LINK) $(shared) $(LIBS)

$(WINDOW_MODULE): $(window_objects) $(BUILD)/objects.txt | $(PICTURE_MODULE)
	@echo "  link    $@"
	$(Q)$(MODULE_LINK) -Wl,-rpath,'$$ORIGIN' $(PICTURE_MODULE) $(shared) $(LIBS) $(WINDOW_LIBS)

$(TOGETHER_MODULE): $(together_objects) $(BUILD)/objects.txt | $(PICTURE_MODULE)
	@echo "  link    $@"
	$(Q)$(MODULE_LINK) -Wl,-rpath,'$$ORIGIN' $(PICTURE_MODULE) $(shared) $(LIBS) $(TOGETHER_LIBS)

$(BROKER_MODULE): $(broker_objects) $(BUILD)/objects.txt | $(shared)
	@echo "  link    $@"
	$(Q)$(MODULE_LINK) $(shared) $(BROKER_LIBS)

# --- tests -------------------------------------------------------------------------------------

# With SHARED=yes the tests' programs share the libraries, so that a change of a file in src links those
# once and no program again. Tests of the floors below the window are linked without it.
SUPPORT = $(BUILD)/tests/support.a
$(SUPPORT): $(support_objects)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(SHARED_LIBRARY): $(plain_objects) $(BUILD)/objects.txt
	@echo "  link    $@"
	$(Q)$(MODULE_LINK) $(BASE_LIBS)

ifdef SHARED
tests_need = $(PICTURE_MODULE) $(SHARED_LIBRARY)
window_tests_need = $(WINDOW_MODULE) $(tests_need)
TEST_LINK = $(LINK) -Wl,-rpath,$(abspath $(BUILD))
else
window_tests_need = $(WINDOW_LIBRARY) $(LIBRARY)
tests_need = $(LIBRARY)
TEST_LINK = $(LINK)
endif
window_test_programs := $(filter $(addprefix $(BUILD)/tests/unit/,$(addsuffix /%,$(WINDOW_FLOORS))),\
  $(test_programs))

$(window_test_programs): $(BUILD)/tests/%: $(BUILD)/objects/tests/%.o $(SUPPORT) | $(window_tests_need)
	@mkdir -p $(@D)
	$(Q)$(TEST_LINK) $^ $(window_tests_need) $(LIBS) $(WINDOW_LIBS) $(TEST_LIBS)
$(filter-out $(window_test_programs),$(test_programs)): \
  $(BUILD)/tests/%: $(BUILD)/objects/tests/%.o $(SUPPORT) | $(tests_need)
	@mkdir -p $(@D)
	$(Q)$(TEST_LINK) $(filter %.o,$^) $(SUPPORT) $(tests_need) $(LIBS) $(TEST_LIBS)
ifndef SHARED
$(window_test_programs): $(window_tests_need)
$(filter-out $(window_test_programs),$(test_programs)): $(tests_need)
endif

$(BUILD)/tests/fuzz/%: tests/fuzz/%.c $(BUILD)/flags $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(COMPILE) $(FUZZER) $< -o $@ $(filter %.o,$^) $(LIBRARY) $(LIBS)
# Settings and pars are read beside the window, but without it.
$(BUILD)/tests/fuzz/settings_fuzz: $(addprefix $(BUILD)/objects/src/,app/settings.o ui/edit.o)
$(BUILD)/tests/fuzz/par_fuzz: $(BUILD)/objects/src/screens/tracks/par.o

# The same seed and actions must give the same hash with every compiler: only what decides.
DIGESTS = race_digest stock_digest
$(addprefix $(BUILD)/,$(DIGESTS)): $(BUILD)/%: tests/model/%.c $(BUILD)/flags $(LIBRARY)
	@echo "  compile $< ($(BUILD))"
	$(Q)$(COMPILE) $< -o $@ $(LIBRARY) $(LIBS)

BENCH = $(BUILD)/bench
bench_objects := $(call objects_of,tests/bench)
$(BENCH): $(bench_objects) $(SUPPORT) $(LIBRARY)
	@echo "  link    $@"
	$(Q)$(LINK) $^ $(LIBS) $(TEST_LIBS)

# The program with one more game, tests/toy, whose lists take the place of the floors' own. It holds the window
# itself; its tests are linked in the same way, without it.
TOY = $(BUILD)/toy
toy_objects := $(call objects_of,tests/toy)
toy_view := $(BUILD)/objects/tests/toy/view.o
toy_tests := $(filter $(BUILD)/tests/unit/toy/%,$(test_programs))
$(toy_tests): $(filter-out $(toy_view),$(toy_objects))
lists := $(patsubst %,$(BUILD)/objects/src/%/list.o,rules drivers paper screens)
toy_needs = $(main_object) $(toy_objects) $(filter-out $(lists),$(window_objects)) \
  $(if $(SHARED),$(PICTURE_MODULE) $(SHARED_LIBRARY),$(filter-out $(lists),$(headless_objects)))
$(TOY): $(toy_needs)
	@echo "  link    $@"
	$(Q)$(PROGRAM_LINK) $(toy_needs) $(LIBS) $(WINDOW_LIBS)

# Photos of drawn tracks as files, for the tests that open some and to look at.
RENDER = build/tests/photo/render
$(RENDER): tests/photo/render.c $(BUILD)/flags $(SUPPORT) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(COMPILE) -Itests $< -o $@ $(filter %.a,$^) $(LIBS) $(TEST_LIBS)

# Drops files on the window, which xdotool cannot.
DROP = build/tests/window/drop
$(DROP): tests/window/drop.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(COMPILE) $< -o $@ -lX11

# What the language forbids ends the program where it stands, and the address sanitizer tells where that is:
# a seventh of the processor time that words about it cost, for compiling and for running, and half of the
# programs' size. CFLAGS=-fno-sanitize-undefined-trap-on-error brings the words back. -g1: the lines alone.
SANITIZE = -fsanitize=address,undefined -fsanitize-undefined-trap-on-error -fno-omit-frame-pointer
# By clang, whose checks of addresses cost the solvers half of gcc's, and with the counters of the fuzz targets,
# which cost next to nothing: one set of objects for both. A null pointer that is followed and what lies outside of
# an object the address sanitizer finds anyhow; clang takes NULL + 0 for a fault. lld links in a third of ld's time.
ASAN = BUILD=build/asan CC=clang SHARED=yes MODE_FLAGS='-O1 -g1 -fPIC $(SANITIZE) \
  -fno-sanitize=null,object-size,pointer-overflow -fsanitize-coverage=inline-8bit-counters,pc-table' \
  FUZZER=-fsanitize=fuzzer LDFLAGS='-fuse-ld=lld'
# What a target compares guides it, too: twice the time a run, for those that run for long.
FUZZ = BUILD=build/fuzz CC=clang MODE_FLAGS='-O1 -g1 $(SANITIZE) -fsanitize=fuzzer-no-link' \
  FUZZER=-fsanitize=fuzzer
DIGEST = HEADLESS_FLOORS='base geometry svg track rules drivers studio'

.PHONY: unit unit-programs fuzz-programs test-programs asan sanitized digests all-digests
# Kept for the next time, though only the programs are asked for.
.SECONDARY: $(support_objects) $(test_objects)

# $(call only,PROGRAMS): those of the tests whose names begin as ONLY says; all without one.
only = $(if $(ONLY),$(filter $(ONLY:%=$(BUILD)/tests/%%),$(1)),$(1))
# They take long with the sanitizers (tests/run.py: CALM), and are built with them for the long tests alone.
CALM = $(patsubst %,$(BUILD)/tests/%_test,solver/shipped unit/screens/layout \
  unit/studio/graph_paper/photo/photo unit/studio/graph_paper/photo/photo_set \
  unit/drivers/cancel unit/session/graph_paper/exercise unit/drivers/stock_cars/solver/turns unit/drivers/stock_cars/levels \
  unit/drivers/stock_cars/hints)
LONG_MODEL = $(BUILD)/tests/model/solver_model_test $(CALM)
unit-programs: $(call only,$(filter-out $(CALM),$(test_programs)))
	@:
fuzz-programs: $(call only,$(fuzz_programs))
	@:
LONG_TESTS = $(patsubst %,$(BUILD)/tests/%_test,model/drivers_races model/all_drivers unit/drivers/stock_cars/hints \
  model/solver_model model/stock_races model/circuit_races unit/studio/graph_paper/generate/generate \
  unit/studio/graph_paper/generate/generate_shapes \
  unit/studio/graph_paper/photo/photo_set)
# What is one cmocka program or fuzz target a suite needs nothing but that.
alone = unit% replays% solver% fuzz%
ifeq ($(ONLY),)
test-programs: $(PROGRAM) $(DROP) $(RENDER) $(LONG_MODEL) sanitized digests
else
test-programs: $(if $(filter fuzz% digest%,$(ONLY)),sanitized,asan) $(if $(filter digest%,$(ONLY)),digests) \
  $(if $(filter-out $(alone),$(ONLY)),$(PROGRAM) $(DROP) $(RENDER)) \
  $(if $(filter model% solver% unit%,$(ONLY)),$(LONG_MODEL))
endif

asan:
	$(AGAIN) $(ASAN) $(if $(filter-out $(alone),$(or $(ONLY),all)),build/asan/graphprix build/asan/toy) unit-programs
# Digests of another compiler's objects, compared with this one's; the long tests compare four.
sanitized: asan
	$(AGAIN) $(ASAN) fuzz-programs digests
digests: $(addprefix $(BUILD)/,$(DIGESTS))
all-digests: digest-gcc-O0 digest-gcc-O3 digest-clang-O0 digest-clang-O2
digest-%:
	$(AGAIN) BUILD=build/$@ CC=$(word 1,$(subst -, ,$*)) \
	  MODE_FLAGS=-$(word 2,$(subst -, ,$*)) $(DIGEST) $(addprefix build/$@/,$(DIGESTS))

# The programs of the tests alone, with the sanitizers: the quick check while writing.
unit: asan $(PROGRAM) $(LONG_MODEL)
	@python3 tests/run.py unit model

# --- checks ------------------------------------------------------------------------------------

all_sources = $(shell git ls-files --cached --others --exclude-standard '*.c')
all_files = $(shell git ls-files --cached --others --exclude-standard '*.c' '*.h')
# Those of Windows want its headers, which the compiler for it alone has.
each_source = printf '%s\n' $(filter-out $(systems)/windows/% packaging/windows/%,$(all_sources)) | xargs -P$$(getconf _NPROCESSORS_ONLN) -n1

.PHONY: lint lint-floors lint-gcc lint-clang lint-cppcheck lint-format format
lint: lint-floors lint-gcc lint-clang lint-cppcheck lint-format
	@echo "lint: nothing found"
lint-floors: $(LIBRARY) $(PROGRAM)
	@python3 tests/lint/lint.py $(BUILD)
lint-gcc:
	@$(each_source) gcc $(LANGUAGE) $(VERSION_FLAG) -Itests $(PACKAGE_FLAGS) -Werror -O2 -o /dev/null -S
lint-clang:
	@$(each_source) clang $(LANGUAGE) $(VERSION_FLAG) -Itests $(PACKAGE_FLAGS) -Werror -fsyntax-only
lint-cppcheck:
	@cppcheck --quiet --error-exitcode=1 --std=c11 --language=c --inline-suppr -Isrc \
	  --enable=warning,style,performance,portability -j$$(getconf _NPROCESSORS_ONLN) \
	  --suppressions-list=tests/lint/cppcheck.txt $(filter src/%,$(all_sources))
lint-format:
	@clang-format --dry-run -Werror $(all_files)
format:
	clang-format -i $(all_files)

.PHONY: bench bench-long fuzz pictures
bench: $(PROGRAM) $(BENCH)
ifdef AGAINST
	@python3 tests/bench/pairs.py $(BUILD) $(AGAINST)/build $(if $(ONLY),"$(ONLY)")
else
	@missed=0; $(BENCH) || missed=1; python3 tests/bench/commands.py $(PROGRAM) || missed=1; \
	  python3 tests/window/bench.py $(PROGRAM) || missed=1; \
	  python3 tests/window/feel_bench.py $(PROGRAM) || missed=1; exit $$missed
endif
bench-long: $(BENCH)
	@$(BENCH) --long
fuzz:
	$(AGAIN) $(FUZZ) fuzz-programs
	@python3 tests/fuzz/run.py --seconds $(FUZZ_SECONDS)
pictures: $(PROGRAM) $(RENDER)
	@python3 docs/pictures.py $(PROGRAM)

# --- installing --------------------------------------------------------------------------------

SHARE = $(DESTDIR)$(PREFIX)/share
DOCUMENTS = $(SHARE)/doc/graphprix
# The date of this version, and a file of packaging/ with what it leaves open, into a folder of SHARE.
RELEASED = $(or $(shell sed -n 's/^## \[$(VERSION)\] - //p' CHANGELOG.md),\
  $(error CHANGELOG.md does not say when $(VERSION) came out))
fill = sed 's|@VERSION@|$(VERSION)|; s|@DATE@|$(RELEASED)|; s|@BINDIR@|$(BINDIR)|' packaging/$(1) | \
  install -D -m 644 /dev/stdin $(SHARE)/$(2)/$(1)

.PHONY: install uninstall dist deb web windows test-packages clean
$(BUILD)/graphprix.6: packaging/manual.sh VERSION CHANGELOG.md $(PROGRAM) $(PICTURE_MODULE)
	$(Q)packaging/manual.sh $(PROGRAM) $(VERSION) $(RELEASED) > $@ || { rm -f $@; exit 1; }
install: $(PROGRAM) $(BUILD)/graphprix.6
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/graphprix
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/lib/graphprix $(PICTURE_MODULE) $(WINDOW_MODULE) $(TOGETHER_MODULE) $(BROKER_MODULE)
	install -d $(DESTDIR)$(DATADIR)
	cp -R tracks assets $(DESTDIR)$(DATADIR)/
	install -D -m 644 -t $(DOCUMENTS) CHANGELOG.md docs/write-your-own-driver.md docs/writing-lessons.md
	$(Q)for game in $(notdir $(patsubst %/RULES.md,%,$(wildcard src/rules/*/RULES.md))); do \
	  install -m 644 src/rules/$$game/RULES.md $(DOCUMENTS)/rules-$$game.md || exit 1; done
	install -D -m 644 -t $(SHARE)/man/man6 $(BUILD)/graphprix.6
	install -D -m 644 assets/icon.svg $(SHARE)/icons/hicolor/scalable/apps/graphprix.svg
	$(call fill,graphprix.desktop,applications)
	$(call fill,graphprix.metainfo.xml,metainfo)
	$(call fill,graphprix.xml,mime/packages)
	$(call fill,graphprix.thumbnailer,thumbnailers)
	$(call fill,graphprix-lesson.thumbnailer,thumbnailers)
uninstall:
	rm -f $(DESTDIR)$(BINDIR)/graphprix $(addprefix $(SHARE)/,applications/graphprix.desktop \
	  icons/hicolor/scalable/apps/graphprix.svg man/man6/graphprix.6 metainfo/graphprix.metainfo.xml \
	  mime/packages/graphprix.xml thumbnailers/graphprix.thumbnailer thumbnailers/graphprix-lesson.thumbnailer)
	rm -rf $(DESTDIR)$(DATADIR) $(DOCUMENTS) $(DESTDIR)$(PREFIX)/lib/graphprix

# What is committed, as it lies here, with the same bytes wherever and whenever it is packed; also from the
# unpacked tarball.
SOURCE = graphprix-$(VERSION)
list_source = $(if $(wildcard .git),git ls-files -z,find . -path ./build -prune -o -name __pycache__ -prune -o -type f -printf '%P\0')
dist:
	@mkdir -p $(BUILD)
	@$(list_source) | LC_ALL=C sort -z | tar -c -f $(BUILD)/$(SOURCE).tar --null -T - --format ustar \
	  --transform 's|^|$(SOURCE)/|' --mtime '$(RELEASED) 00:00Z' --owner 0 --group 0 --numeric-owner --mode u=rwX,go=rX
	@gzip -9nf $(BUILD)/$(SOURCE).tar
	@echo $(BUILD)/$(SOURCE).tar.gz
deb: dist
	@packaging/packages.sh build deb
	@packaging/deb.sh $(BUILD)/$(SOURCE).tar.gz $(BUILD)/deb $(VERSION) $(RELEASED)
# The libraries are built from Debian's sources once for each of the two, page and zip when anything of them has changed.
of_system = BUILD=build/$(1) SYSTEM=$(1) THREADS= PIC= MODE_FLAGS=-O2 PACKAGE_FLAGS='-Ibuild/$(1)/libraries/include \
  $(addprefix -Ibuild/$(1)/libraries/include/,SDL2 cairo)$(if $(2), $(2))'
LIBRARY_NAMES = $(shell sed -n 's/^\([^\# ]*\) .*/\1/p' packaging/libraries/table.txt)
web:
	@packaging/packages.sh play web
	@packaging/libraries/fetch.sh build/libraries/sources $(LIBRARY_NAMES)
	+@compiler=$$(packaging/web/compiler.sh) && \
	  CC="$$compiler" AR="llvm-ar-$${compiler#clang-}" && AR=$${AR%% *} && export CC AR && \
	  packaging/libraries/build.sh web build/libraries/sources build/web/libraries && \
	  $(MAKE) --no-print-directory $(call of_system,web) CC="$$compiler" build/web/page/index.html
# What mingw has of POSIX, and the C library's own formats, when it is asked for them.
MINGW = x86_64-w64-mingw32-gcc
MINGW_FLAGS = -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 \
  -DXML_STATIC -DSDL_MAIN_HANDLED -Wno-format
windows:
	@packaging/packages.sh play windows
	@packaging/libraries/fetch.sh build/libraries/sources $(LIBRARY_NAMES)
	+@CC=$(MINGW)-posix AR=$(MINGW)-ar-posix && export CC AR && \
	  packaging/libraries/build.sh windows build/libraries/sources build/windows/libraries && \
	  $(MAKE) --no-print-directory $(call of_system,windows,$(MINGW_FLAGS)) CC="$$CC" \
	  build/windows/graphprix-$(VERSION)-windows.zip
whole_program := $(main_object) $(headless_objects) $(window_objects)
shipped := $(BUILD)/objects.txt packaging/shipped.sh packaging/libraries/table.txt $(shell find tracks assets -type f)
$(BUILD)/graphprix-$(VERSION)-windows.zip: $(whole_program) $(shipped) $(wildcard packaging/windows/*)
	@echo "  folder  $@"
	$(Q)CC='$(CC)' packaging/windows/folder.sh $(BUILD) $(VERSION) $(RELEASED) $(filter %.o,$^)
$(BUILD)/page/index.html: $(whole_program) $(shipped) $(wildcard packaging/web/*)
	@echo "  page    $(@D)"
	$(Q)packaging/web/page.sh $(BUILD) $(@D) $(VERSION) $(filter %.o,$^)
# From nothing, on two processors; where the libraries are built already it takes a third.
MOST_SECONDS = 3600
test-packages:
	@[ "$$(id -u)" = 0 ] || { echo 'A Debian of its own wants root: sudo make test-packages' >&2; exit 1; }
	@packaging/packages.sh build play test deb try-deb web try-web windows try-windows
	+@began=$$(date +%s); status=0; $(MAKE) --no-print-directory $(PROGRAM) web windows || status=1; \
	  unshare -m python3 tests/packages/deb.py $(VERSION) || status=1; \
	  for tried in web page_suites windows; do python3 tests/packages/$$tried.py || status=1; done; \
	  took=$$(($$(date +%s) - began)); echo "test-packages: $$took seconds of $(MOST_SECONDS)"; \
	  [ $$took -le $(MOST_SECONDS) ] && exit $$status
clean:
	rm -rf build

-include $(headless_objects:.o=.d) $(together_objects:.o=.d) $(broker_objects:.o=.d) $(window_objects:.o=.d) $(main_object:.o=.d) \
  $(support_objects:.o=.d) $(toy_objects:.o=.d) $(bench_objects:.o=.d) $(test_objects:.o=.d) $(fuzz_programs:=.d) $(patsubst %,$(BUILD)/%.d,$(DIGESTS))
