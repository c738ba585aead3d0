/* What the tests of the rules share: small tracks, set-ups in a line, and expectations as the text
 * that the referee would print, with ' for ".
 *
 * RING, 20 x 14 squares, corridors on all four sides of a block:
 *     outer wall (0,0) (20,14), inner wall (6,5) (14,9); the line lies at y = 7 from the block's
 *     right side (14,7) to the outer wall (20,7) and is crossed upward; a slick covers the square
 *     (16,10) (18,12).
 */
#ifndef GRAPHPRIX_TESTS_RULES_FIXTURE_H
#define GRAPHPRIX_TESTS_RULES_FIXTURE_H

#include "base/formats.h"
#include "base/memory.h"
#include "rules/graph_paper/race.h"
#include "track/draft.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#define SHEET(width, height, body)                                                                 \
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " #width " " #height "'>" body "</svg>"

#define RING                                                                                       \
    SHEET(20, 14,                                                                                  \
          "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"                                   \
          "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"                                     \
          "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"                             \
          "<polygon class='slick' points='16,2 18,2 18,4 16,4'/>")

struct table {
    struct track *track;
    struct setup setup;
    struct race *race;
    struct event_list events;
};

static inline struct track *read_track(const char *svg)
{
    struct error error = {0};
    struct track *track = svg_read_track(svg, strlen(svg), &error);
    if (track == NULL) {
        fail_msg("line %d: %s", error.line, error.text);
    }
    return track;
}

/* `pairs` are like "laps=2 order=listed". */
static inline void set_pairs(struct setup *setup, const char *pairs)
{
    char *copy = strdup(pairs);
    for (char *pair = strtok(copy, " "); pair != NULL; pair = strtok(NULL, " ")) {
        struct error error = {0};
        if (!setup_set_pair(setup, pair, &error)) {
            fail_msg("%s", error.text);
        }
    }
    free(copy);
}

static inline void open_table(struct table *table, const char *svg, const char *preset, int players,
                              const char *pairs)
{
    struct error error = {0};
    *table = (struct table){.track = read_track(svg)};
    table->setup =
        setup_from_preset(&graph_paper_game, fields_find_preset(&graph_paper_table, preset));
    table->setup.course = graph_paper_course(table->track);
    table->setup.players = players;
    set_pairs(&table->setup, pairs);
    if (!setup_check(&table->setup, &error)) {
        fail_msg("%s", error.text);
    }
    table->race = graph_paper_game.begin(&table->setup);
}

static inline void close_table(struct table *table)
{
    graph_paper_game.free(table->race);
    event_list_free(&table->events);
    track_release(table->track);
}

/* Puts a car on the track as if it had driven there. */
static inline struct car *put_car(struct table *table, int number, struct point at,
                                  struct point velocity)
{
    struct car *car = &paper_race_to_change(table->race)->cars[number - 1];
    car->status = CAR_RACING;
    car->at = at;
    car->velocity = velocity;
    return car;
}

/* Compares what was written, with ' in place of ", and empties it. */
static inline void expect_json(struct text *json, const char *expected)
{
    for (size_t i = 0; i < json->length; i++) {
        json->data[i] = json->data[i] == '"' ? '\'' : json->data[i];
    }
    assert_string_equal(text_string(json), expected);
    text_free(json);
}

static inline void expect_state(const struct table *table, const char *expected)
{
    struct text json = {0};
    race_append_state(table->race, &json);
    expect_json(&json, expected);
}

static inline void expect_order(const struct table *table, const char *expected)
{
    struct text json = {0};
    json_text_open(&json, '{');
    graph_paper_game.append_head(table->race, &json);
    text_cut(&json, (size_t)(strchr(json.data, ']') + 1 - json.data));
    char *order = memory_copy_string(strchr(json.data, '['));
    text_clear(&json);
    text_append(&json, order);
    free(order);
    expect_json(&json, expected);
}

/* The rows that are listed, without the brackets around them. */
static inline void list_moves(const struct table *table, const struct point *from,
                              struct text *rows)
{
    struct error error = {0};
    struct text answer = {0};
    char rest[40] = "";
    if (from != NULL)
        snprintf(rest, sizeof rest, "FROM %d,%d", from->x, from->y);
    json_text_open(&answer, '{');
    if (!graph_paper_game.append_moves(table->race, race_next_car(table->race), rest, &answer,
                                       &error)) {
        fail_msg("%s", error.text);
    }
    assert_memory_equal(answer.data, "{\"moves\":", strlen("{\"moves\":"));
    text_append(rows, strchr(answer.data, '['));
    text_free(&answer);
}

static inline void expect_moves(const struct table *table, const char *expected)
{
    struct text json = {0};
    list_moves(table, NULL, &json);
    expect_json(&json, expected);
}

/* How many rows there are, and the one of this number. */
static inline void expect_row(const struct table *table, const struct point *from, size_t count,
                              size_t row, const char *expected)
{
    struct text json = {0};
    list_moves(table, from, &json);
    json_t *rows = json_loads(json.data, 0, NULL);
    text_clear(&json);
    assert_int_equal(json_array_size(rows), count);
    char *printed = json_dumps(json_array_get(rows, row), JSON_COMPACT);
    text_append(&json, printed);
    free(printed);
    json_decref(rows);
    expect_json(&json, expected);
}

/* Nothing is listed, and nothing written. */
static inline void expect_no_moves(const struct table *table, struct point from, const char *words)
{
    struct text json = {0};
    struct error error = {0};
    char rest[40];
    snprintf(rest, sizeof rest, "FROM %d,%d", from.x, from.y);
    assert_false(graph_paper_game.append_moves(table->race, race_next_car(table->race), rest, &json,
                                               &error));
    assert_int_equal(json.length, 0);
    assert_non_null(strstr(error.text, words));
    text_free(&json);
}

static inline void act(struct table *table, const char *action)
{
    struct error error = {0};
    event_list_clear(&table->events);
    if (!graph_paper_game.apply(table->race, race_next_car(table->race), action, &table->events,
                                &error)) {
        fail_msg("%s: %s", action, error.text);
    }
}

/* Does the action and compares the events, one JSON object behind the other. */
static inline void expect_events(struct table *table, const char *action, const char *expected)
{
    act(table, action);
    struct text all = {0};
    for (int i = 0; i < table->events.count; i++) {
        struct text json = {0};
        event_append(&table->events.items[i], &json);
        text_append(&all, json.data);
        text_free(&json);
    }
    expect_json(&all, expected);
}

static const char *const names[] = {"Blue", "Red", "Ada", "Zoë"};

/* All sentences of an action, one a line. */
static inline void expect_words(struct table *table, const char *action, const char *expected)
{
    struct text words = {0};
    act(table, action);
    for (int i = 0; i < table->events.count; i++) {
        size_t before = words.length;
        graph_paper_game.describe(table->race, &table->events.items[i], names, &words);
        text_append(&words, words.length > before ? "\n" : "");
    }
    assert_string_equal(text_string(&words), expected);
    text_free(&words);
}

/* The action is refused, the error contains `words`, and nothing has changed. */
static inline void expect_refused(struct table *table, const char *action, const char *words)
{
    struct error error = {0};
    uint64_t before = graph_paper_game.hash(table->race);
    event_list_clear(&table->events);
    assert_false(graph_paper_game.apply(table->race, race_next_car(table->race), action,
                                        &table->events, &error));
    if (strstr(error.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
    }
    assert_int_equal(table->events.count, 0);
    assert_true(graph_paper_game.hash(table->race) == before);
}

static inline void expect_at(const struct table *table, int number, struct point at,
                             struct point velocity)
{
    const struct car *car = graph_paper_car(table->race, number);
    assert_int_equal(car->at.x, at.x);
    assert_int_equal(car->at.y, at.y);
    assert_int_equal(car->velocity.x, velocity.x);
    assert_int_equal(car->velocity.y, velocity.y);
}

#define POINT(px, py) ((struct point){(px), (py)})

#endif
