/* What pages are told, as JSON. What everybody knows is put together once for all pages; only the
 * moves are a seat's own. */
#include "together/inside.h"

#include "base/number.h"
#include "session/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct game *game_of(const struct race_table *table)
{
    return session_setup(table->session)->game;
}

/* --- the table -------------------------------------------------------------------------------- */

static void tell_cars(const struct race_table *table, int seat, struct text *into)
{
    const struct race *race = session_race(table->session);
    json_text_key(into, "cars");
    json_text_open(into, '[');
    for (int car = 1; car <= game_of(table)->car_count(race); car++)
        if (game_of(table)->player_of(race, car) == seat)
            json_text_integer(into, car);
    json_text_close(into, ']');
}

static void tell_seat(const struct race_table *table, int seat, struct text *into)
{
    const struct player *player = session_player(table->session, seat);
    const struct seat *at = seat_at(table, seat);
    json_text_open(into, '{');
    json_text_key_integer(into, "seat", seat);
    json_text_key_string(into, "name", at->taken ? at->name : player->name);
    json_text_key_integer(into, "pen", player->pen);
    /* A program's command line is nobody's business. */
    json_text_key_string(into, "driver", driver_command(player->driver) ? "bot" : player->driver);
    json_text_key(into, "free");
    json_text_boolean(into, table_is_free(table, seat));
    json_text_key(into, "here");
    json_text_boolean(into, at->page != NULL || (table->shown && !at->taken));
    tell_cars(table, seat, into);
    json_text_close(into, '}');
}

static void tell_pupil(const struct race_table *table, int seat, struct text *into)
{
    const struct seat *at = seat_at(table, seat);
    json_text_open(into, '{');
    json_text_key_integer(into, "seat", seat);
    json_text_key_string(into, "name", at->name);
    json_text_key_boolean(into, "here", at->page != NULL);
    json_text_close(into, '}');
}

/* As session_rules_to_json; thousands come at once from a host that has died. */
static void tell_rules(const struct setup *setup, struct text *into)
{
    const struct rule_table *table = setup->game->table;
    char number[12];
    json_text_key(into, "rules");
    json_text_open(into, '{');
    for (int i = 0; i < table->field_count; i++) {
        const struct rule_field *field = &table->fields[i];
        if (field->choices)
            json_text_key_string(into, field->name, fields_print(field, setup->values[i], number));
        else
            json_text_key_integer(into, field->name, setup->values[i]);
    }
    json_text_close(into, '}');
}

/* Without the seed: whoever knew it could tell what is still to be drawn. */
static void tell_race(const struct race_table *table, struct text *into)
{
    const struct setup *setup = session_setup(table->session);
    json_text_key(into, "race");
    json_text_open(into, '{');
    json_text_key_string(into, "game", setup->game->name);
    json_text_key_string(into, "preset", setup->game->table->presets[setup->preset].name);
    tell_rules(setup, into);
    setup->game->append_head(session_race(table->session), into);
    json_text_close(into, '}');
}

void tell_table(const struct race_table *table, struct text *into)
{
    const struct setup *setup = session_setup(table->session);
    json_text_key(into, "table");
    json_text_open(into, '{');
    json_text_key_string(into, "code", table_code(table));
    json_text_key_string(into, "course", course_title(setup->course));
    tell_race(table, into);
    json_text_key(into, "seats");
    json_text_open(into, '[');
    for (int seat = 1; seat <= setup->players; seat++)
        tell_seat(table, seat, into);
    for (int seat = PLAYER_LIMIT + 1; seat <= seat_limit(table); seat++)
        if (seat_at(table, seat)->taken)
            tell_pupil(table, seat, into);
    json_text_close(into, ']');
    json_text_key_integer(into, "clock", table->clock * INT64_C(1000));
    json_text_key(into, "undo");
    json_text_boolean(into, session_allow(table->session).undo);
    json_text_close(into, '}');
}

void tell_coming(struct race_table *table)
{
    struct text told = {0};
    if (table->pages == NULL)
        return;
    json_text_open(&told, '{');
    tell_table(table, &told);
    json_text_close(&told, '}');
    for (const struct guest *page = table->pages; page; page = page->next)
        page_send(table->hall, page, &told);
    text_free(&told);
}

/* --- the view --------------------------------------------------------------------------------- */

/* What everybody knows: its hash is that of what is told, which gives nothing away. */
static void tell_state(const struct race_table *table, int64_t now, struct text *into)
{
    const struct race *race = session_race(table->session);
    int cars[CAR_LIMIT], n = session_line_count(table->session);
    bool secret = false;
    int owing = game_of(table)->owes(race, cars, &secret);
    int64_t left = table_left(table, now);
    char hash[20];
    json_text_key_integer(into, "n", n);
    json_text_key(into, "turn");
    json_text_open(into, '[');
    for (int i = 0; i < owing; i++)
        json_text_integer(into, cars[i]);
    json_text_close(into, ']');
    json_text_key(into, "secret");
    json_text_boolean(into, secret);
    if (left >= 0)
        json_text_key_integer(into, "clock", left);
    json_text_key(into, "state");
    size_t start = into->length;
    race_append_state(race, into);
    uint64_t told =
        hash_bytes(hash_number(HASH_START, n), into->data + start, into->length - start);
    snprintf(hash, sizeof hash, "%016" PRIx64, told);
    json_text_key_string(into, "hash", hash);
}

/* The moves of the seat's first car that owes an action, as it may know the race. The seed of what
 * is hidden is no secret: nothing of the copy but its moves is told. */
static void tell_moves(const struct race_table *table, int seat, struct text *into)
{
    int cars[CAR_LIMIT];
    struct error ignored = {0};
    int player = class_acts_for(table, seat);
    if (player == 0 || table_owing(table, player, cars) == 0)
        return;
    json_text_key_integer(into, "car", cars[0]);
    if (player != seat)
        json_text_key_boolean(into, "vote", true);
    struct race *copy = race_copy_for(session_race(table->session), cars[0], 1);
    size_t before = into->length;
    if (!game_of(table)->append_moves(copy, cars[0], "", into, &ignored))
        text_cut(into, before);
    game_of(table)->free(copy);
}

static void tell_view_with(const struct race_table *table, const struct text *state, int seat,
                           struct text *into)
{
    json_text_open(into, '{');
    json_text_key(into, "view");
    json_text_open(into, '{');
    text_append_bytes(into, state->data, state->length);
    tell_moves(table, seat, into);
    json_text_close(into, '}');
    json_text_close(into, '}');
}

void tell_view(const struct race_table *table, int seat, int64_t now, struct text *into)
{
    struct text state = {0};
    tell_state(table, now, &state);
    tell_view_with(table, &state, seat, into);
    text_free(&state);
}

/* --- what happened ---------------------------------------------------------------------------- */

static void tell_log(const struct race_table *table, int from, int to, struct text *into)
{
    int round;
    json_text_key(into, "log");
    json_text_open(into, '[');
    for (int i = from; i < to; i++)
        json_text_string(into, session_log_line(table->session, i, &round));
}

void tell_newcomer(const struct guest *page, int64_t now, struct text *into)
{
    enum { SENTENCES = 200 };
    const struct race_table *table = page->table;
    int to = table->told_log;
    json_text_open(into, '{');
    tell_log(table, to > SENTENCES ? to - SENTENCES : 0, to, into);
    json_text_close(into, ']');
    json_text_close(into, '}');
    page_send(table->hall, page, into);
    text_clear(into);
    tell_view(table, page->seat, now, into);
    page_send(table->hall, page, into);
}

static void tell_events(const struct race_table *table, struct text *into)
{
    json_text_open(into, '{');
    json_text_key(into, "events");
    json_text_open(into, '[');
    for (int i = table->told_steps; i < session_step_count(table->session); i++) {
        struct step step = session_step(table->session, i);
        for (int j = 0; j < step.event_count; j++)
            event_append(&step.events[j], into);
    }
    json_text_close(into, ']');
    tell_log(table, table->told_log, session_log_count(table->session), into);
    if (table->said.length > 0)
        json_text_value(into, table->said.data);
    json_text_close(into, ']');
    json_text_close(into, '}');
}

static void tell_result(const struct race_table *table, struct text *into)
{
    const struct race *race = session_race(table->session);
    json_text_open(into, '{');
    json_text_key(into, "result");
    json_text_open(into, '[');
    for (int car = 1; car <= game_of(table)->car_count(race); car++) {
        struct standing standing = {0};
        int player = game_of(table)->player_of(race, car);
        race_tell_standing(race, car, &standing);
        json_text_open(into, '{');
        json_text_key_integer(into, "car", car);
        json_text_key_string(into, "name", session_player(table->session, player)->name);
        json_text_key_integer_or_null(into, "place", standing.place > 0, standing.place);
        json_text_key_string(into, "words", standing.words);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
    json_text_close(into, '}');
}

void tell_line(struct race_table *table, int64_t now)
{
    struct text events = {0}, state = {0}, result = {0}, view = {0};
    bool happened = table->told_steps < session_step_count(table->session) ||
                    table->told_log < session_log_count(table->session) || table->said.length > 0;
    if (happened && table->pages)
        tell_events(table, &events);
    text_clear(&table->said);
    table->untold = false;
    table->told_steps = session_step_count(table->session);
    table->told_log = session_log_count(table->session);
    if (table->pages == NULL)
        return;
    tell_state(table, now, &state);
    if (race_next_car(session_race(table->session)) == 0)
        tell_result(table, &result);
    for (const struct guest *page = table->pages; page; page = page->next) {
        if (events.length > 0)
            page_send(table->hall, page, &events);
        text_clear(&view);
        tell_view_with(table, &state, page->seat, &view);
        page_send(table->hall, page, &view);
        if (result.length > 0)
            page_send(table->hall, page, &result);
    }
    text_free(&view);
    text_free(&result);
    text_free(&state);
    text_free(&events);
}
