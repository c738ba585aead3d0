# Graph Prix. `make run` plays, `make test` tests; both install what is missing first.
#
#   make            build/graphprix
#   make lint       floors, warnings of gcc and clang, cppcheck, format, size figures
#   make bench      measures; bench-long, fuzz, pictures: see README.md
BUILD ?= build
CC ?= gcc
HEADLESS_FLOORS = base geometry track rules studio session paper commands
WINDOW_FLOORS = draw screens app

HEADLESS_PACKAGES = cairo fontconfig expat jansson
WINDOW_PACKAGES = sdl2 SDL2_ttf SDL2_image

sources = $(sort $(foreach floor,$(1),$(shell find src/$(floor) -name '*.c')))
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
MODE_FLAGS ?= -O2 -g
ALL_CFLAGS = -std=c11 $(WARNINGS) -ffp-contract=off -D_XOPEN_SOURCE=700 -Isrc -pthread $(MODE_FLAGS) \
  $(shell pkg-config --cflags $(HEADLESS_PACKAGES) $(WINDOW_PACKAGES)) $(CFLAGS)
HEADLESS_LIBS = $(shell pkg-config --libs $(HEADLESS_PACKAGES)) -lm -pthread
WINDOW_LIBS = $(shell pkg-config --libs $(WINDOW_PACKAGES))

LIBRARY = $(BUILD)/libgraphprix.a
PROGRAM = $(BUILD)/graphprix
headless_objects = $(patsubst src/%.c,$(BUILD)/objects/%.o,$(call sources,$(HEADLESS_FLOORS)))
window_objects = $(patsubst src/%.c,$(BUILD)/objects/%.o,$(call sources,$(WINDOW_FLOORS)))

all: $(PROGRAM)

$(BUILD)/objects/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

$(LIBRARY): $(headless_objects)
	@rm -f $@
	ar rcs $@ $^

$(PROGRAM): $(window_objects) $(LIBRARY)
	$(CC) $(MODE_FLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HEADLESS_LIBS) $(WINDOW_LIBS)

# Unit and model tests: every tests/unit/**/*.c and tests/model/*.c is a cmocka program.
test_sources = $(shell find tests/unit tests/model -name '*_test.c')
test_programs = $(patsubst tests/%.c,$(BUILD)/tests/%,$(test_sources))
$(BUILD)/tests/%: tests/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -Itests $< -o $@ $(LIBRARY) $(HEADLESS_LIBS) -lcmocka
unit: $(test_programs)
	@for program in $(test_programs); do $$program || exit 1; done

-include $(headless_objects:.o=.d) $(window_objects:.o=.d) $(test_programs:=.d)
.PHONY: all unit
