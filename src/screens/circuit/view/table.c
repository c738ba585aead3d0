/* See table.h. */
#include "screens/circuit/view/table.h"

#include "screens/circuit/view/film.h"
#include "screens/circuit/view/odds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FOOT_LETTERS = 76 }; /* that a line of the foot holds */

/* A step of which so many events have been shown. */
struct telling {
    const char *const *names;
    struct step step;
    const struct race *before, *after;
    bool spent; /* a chip, in this step */
};

/* --- sums ------------------------------------------------------------------------------------- */

static void add_term(char *line, int number, const char *what)
{
    size_t used = strlen(line);
    if (number != 0)
        snprintf(line + used, TABLE_LINE_BYTES - used, " %s %d %s", number < 0 ? "−" : "+",
                 number < 0 ? -number : number, what);
}

static void end_sum(char *line, int total)
{
    size_t used = strlen(line);
    snprintf(line + used, TABLE_LINE_BYTES - used, " = %d", total);
}

static char *new_line(struct table_row *row)
{
    return row->lines[row->line_count < TABLE_LINES ? row->line_count++ : TABLE_LINES - 1];
}

static const char *name_speed(int passer, int blocker)
{
    return passer == blocker                   ? "same speed"
           : passer < blocker                  ? "slower"
           : passer - blocker <= CIRCUIT_SPEED ? "faster by 20"
                                               : "faster by 40";
}

/* "6 − 2 chip + 2 two blocks + 1 same speed = 7" against each who rolls; against both, if that is
 * the same. */
static void write_passer(const struct telling *telling, const struct table *table,
                         struct table_row *row, const struct circuit_event *body)
{
    int sum = body->dice[0] + body->dice[1], index = 0;
    int speed = circuit_car(telling->before, row->car)->posted, told = -1;
    for (int i = 0; i < table->count && index < body->modified_count; i++) {
        if (!table->rows[i].laid)
            continue;
        int other = circuit_car(telling->before, table->rows[i].car)->posted;
        if (other == told) {
            char *against = row->lines[row->line_count - 1];
            size_t used = strlen(against);
            snprintf(against + used, TABLE_LINE_BYTES - used, " and %s",
                     telling->names[table->rows[i].car - 1]);
            continue;
        }
        told = other;
        char *line = new_line(row);
        int by_speed = pass_by_speed(speed, other), by_blocks = pass_by_blocks(table->blocks);
        snprintf(line, TABLE_LINE_BYTES, "%d", sum);
        add_term(line, body->modified[index] - sum - by_speed - by_blocks, "chip");
        add_term(line, by_blocks, "two blocks");
        add_term(line, by_speed, name_speed(speed, other));
        end_sum(line, body->modified[index++]);
        snprintf(new_line(row), TABLE_LINE_BYTES, "against %.60s",
                 telling->names[table->rows[i].car - 1]);
    }
}

/* Whom the passer did not get by, as the step tells it. */
static uint64_t held_by(const struct telling *telling)
{
    for (int i = 0; i < telling->step.event_count; i++)
        if (circuit_event(&telling->step.events[i])->type == CIRCUIT_EVENT_HELD)
            return circuit_event(&telling->step.events[i])->by;
    return 0;
}

static void write_blocker(const struct telling *telling, struct table_row *row, int against,
                          const struct circuit_event *body)
{
    int sum = body->dice[0] + body->dice[1], own = body->modified[0];
    bool holds = held_by(telling) >> row->car & 1;
    char *line = new_line(row), *verdict = new_line(row);
    snprintf(line, TABLE_LINE_BYTES, "%d", sum);
    add_term(line, own - sum, "chip");
    if (own != sum)
        end_sum(line, own);
    if (holds && against < own)
        snprintf(verdict, TABLE_LINE_BYTES, "holds: %d is 10 or more", against);
    else if (holds)
        snprintf(verdict, TABLE_LINE_BYTES, "holds: %d is not below %d", against, own);
    else if (against < own)
        snprintf(verdict, TABLE_LINE_BYTES, "is passed: %d is below %d", against, own);
    else
        snprintf(verdict, TABLE_LINE_BYTES, "is passed: %d is 2 or less", against);
}

static void write_spin(struct table_row *row, const struct circuit_event *body)
{
    static const char *const results[] = {"spins", "spins and loses 2 wear",
                                          "spins, loses 3 wear and misses a turn",
                                          "is out of the race"};
    char *line = new_line(row);
    int sum = body->dice[0] + body->dice[1], added = body->number - sum;
    bool chip = row->chip;
    snprintf(line, TABLE_LINE_BYTES, "%d", sum);
    add_term(line, chip ? -2 : 0, "chip");
    add_term(line, added + (chip ? 2 : 0), "too fast");
    if (added != 0)
        end_sum(line, body->number);
    snprintf(new_line(row), TABLE_LINE_BYTES, "%s", results[body->result]);
}

/* --- rows ------------------------------------------------------------------------------------- */

static struct table_row *add_row(struct table *table, int car)
{
    struct table_row *row =
        &table->rows[table->count < TABLE_ROWS ? table->count++ : TABLE_ROWS - 1];
    *row = (struct table_row){.car = car, .card = TABLE_NO_CARD};
    return row;
}

static struct table_row *row_of(struct table *table, int car)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].car == car && !table->rows[i].rolls)
            return &table->rows[i];
    return add_row(table, car);
}

struct table table_of_pass(const struct race *race)
{
    struct table table = {0};
    const struct circuit_force *force = circuit_force(race);
    if (!force)
        return table;
    add_row(&table, circuit_mover(race));
    for (int i = 0; i < force->resist_count; i++) {
        struct table_row *row = add_row(&table, force->resist[i]);
        row->lays = true;
        row->laid = circuit_car(race, force->resist[i])->entry >= 0;
    }
    for (int i = 0; i < table.count; i++)
        table.rows[i].chip = force->chips >> table.rows[i].car & 1;
    return table;
}

/* Of the passer against the car in that row. */
static int passers_roll(const struct table *table, const struct table_row *row)
{
    int index = 0;
    for (const struct table_row *before = &table->rows[1]; before < row; before++)
        index += before->laid;
    return table->rows[0].modified[index < 2 ? index : 1];
}

static void lay_roll(const struct telling *telling, struct table *table, struct table_row *row,
                     const struct circuit_event *body, double within)
{
    row->rolls = true;
    row->spins = body->type == CIRCUIT_EVENT_SPIN;
    memcpy(row->dice, body->dice, sizeof row->dice);
    memcpy(row->modified, body->modified, sizeof row->modified);
    row->rolling = fmin(1, within / 0.4);
    if (row->spins)
        row->chip =
            body->why == WHY_CORNER ? telling->spent : body->number < body->dice[0] + body->dice[1];
    if (row->rolling < 1)
        return;
    if (row->spins)
        write_spin(row, body);
    else if (row->laid)
        write_blocker(telling, row, passers_roll(table, row), body);
    else
        write_passer(telling, table, row, body);
}

static void lay_event(struct telling *telling, struct table *table, const struct event *event,
                      double within)
{
    const struct circuit_event *body = circuit_event(event);
    struct table_row *row;
    telling->spent |= body->spent;
    if (body->type == CIRCUIT_EVENT_TURNED || body->type == CIRCUIT_EVENT_LAID) {
        row = row_of(table, event->car);
        row->laid = true;
        if (body->type == CIRCUIT_EVENT_LAID)
            return;
        row->card = body->number;
        row->turning = fmin(1, within / 0.5);
        table->blocks += body->number == CARD_BLOCK;
    } else if (body->type == CIRCUIT_EVENT_CHIP && table->count > 0) {
        row_of(table, event->car)->chip |= body->spent;
    } else if (body->rolled) {
        lay_roll(telling, table, row_of(table, event->car), body, within);
    }
}

/* --- what came of it -------------------------------------------------------------------------- */

static bool is_effect(const struct circuit_event *body)
{
    return body->type == CIRCUIT_EVENT_PASSED || body->type == CIRCUIT_EVENT_HELD ||
           body->type == CIRCUIT_EVENT_BRAKED || body->type == CIRCUIT_EVENT_LOST_LINE ||
           body->type == CIRCUIT_EVENT_SET_ASIDE ||
           (body->type == CIRCUIT_EVENT_WEAR && body->why == WHY_FORCE);
}

static int letters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Word by word, as many to a line as it holds. */
static void add_to_foot(struct table *table, const char *sentence)
{
    while (*sentence) {
        int length = (int)strcspn(sentence, " ");
        char word[TABLE_LINE_BYTES];
        snprintf(word, sizeof word, "%.*s", length, sentence);
        char *last = table->foot_count > 0 ? table->foot[table->foot_count - 1] : NULL;
        size_t used = last ? strlen(last) : 0;
        if (last && letters(last) + 1 + letters(word) <= FOOT_LETTERS)
            snprintf(last + used, TABLE_LINE_BYTES - used, " %s", word);
        else if (table->foot_count < TABLE_FOOT_LINES)
            snprintf(table->foot[table->foot_count++], TABLE_LINE_BYTES, "%s", word);
        sentence += length;
        sentence += strspn(sentence, " ");
    }
}

static void tell_effect(const struct telling *telling, struct table *table,
                        const struct event *event)
{
    struct text words = {0};
    if (table->count == 0 || !is_effect(circuit_event(event)))
        return;
    circuit_game.describe(telling->after, event, telling->names, &words);
    if (words.length > 0)
        add_to_foot(table, text_string(&words));
    text_free(&words);
}

/* --- a step ----------------------------------------------------------------------------------- */

struct table table_of_step(const struct session *session, const char *const *names, int index,
                           double share)
{
    struct telling telling = {.names = names,
                              .step = session_step(session, index),
                              .before = session_race_after(session, index),
                              .after = session_race_after(session, index + 1)};
    struct table table = table_of_pass(telling.before);
    struct circuit_film film = {0};
    double within = 1;
    int first = telling.step.event_count, end = first;
    circuit_film_find(&film, session, index);
    int at = share < 1 ? circuit_film_piece(&film, share, &within) : -1;
    if (at >= 0) {
        first = film.pieces[at].event;
        end = first + film.pieces[at].count;
    }
    for (int i = 0; i < end; i++) {
        lay_event(&telling, &table, &telling.step.events[i], i < first ? 1 : within);
        tell_effect(&telling, &table, &telling.step.events[i]);
    }
    circuit_film_free(&film);
    return table;
}

bool table_tells(const struct session *session, int step, int event)
{
    const struct circuit_event *body = circuit_event(&session_step(session, step).events[event]);
    bool lies = body->type == CIRCUIT_EVENT_CHIP || body->type == CIRCUIT_EVENT_TURNED ||
                body->type == CIRCUIT_EVENT_ROLLED;
    return circuit_force(session_race_after(session, step)) && (lies || is_effect(body));
}

bool table_is_filled_by(const struct session *session, int index)
{
    struct step step = session_step(session, index);
    for (int i = 0; i < step.event_count; i++) {
        const struct circuit_event *body = circuit_event(&step.events[i]);
        if (body->rolled || body->type == CIRCUIT_EVENT_TURNED)
            return true;
    }
    return false;
}
