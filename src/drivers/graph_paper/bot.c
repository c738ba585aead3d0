/* What programs that drive on graph paper are told, from the sheet to the moves of a turn, and what
 * they may answer. Blanks between words do not matter, anything else does.
 */
#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/track.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { COORDINATE_LIMIT = 1000000 };

static const char blanks[] = " \t\r";

static bool in_turbo_area(const struct track *track, struct point grid)
{
    for (int i = 0; i < track->turbo_count; i++)
        if (area_place_grid(track->turbo_areas[i].area, grid) != PLACE_OUTSIDE)
            return true;
    return false;
}

static char letter_of(const struct track *track, struct point grid, bool on_track)
{
    if (!on_track)
        return '#';
    if (track_on_slick(track, grid))
        return 's';
    return in_turbo_area(track, grid) ? 't' : '.';
}

static void append_rows(const struct setup *setup, struct text *into)
{
    const struct track *track = graph_paper_track(setup);
    struct ground ground = {track, setup->values[FIELD_WALLS] == WALLS_OUT};
    size_t across = (size_t)track->width + 1;
    char row[SHEET_MAX + 1];
    bool *holds = memory_allocate(across * ((size_t)track->height + 1), sizeof *holds);
    ground_hold_rows(&ground, 0, track->height + 1, holds);
    for (int y = track->height; y >= 0; y--) {
        for (int x = 0; x <= track->width; x++)
            row[x] = letter_of(track, (struct point){x, y}, holds[(size_t)y * across + (size_t)x]);
        for (int i = 0; i < track->checkpoint_count; i++)
            for (int k = 0; k < track->checkpoints[i].point_count; k++) {
                struct point at = track->checkpoints[i].points[k];
                if (at.y == y && row[at.x] == '.')
                    row[at.x] = 'c';
            }
        text_append_format(into, "row %d ", y);
        text_append_bytes(into, row, across);
        text_append(into, "\n");
    }
    free(holds);
}

static void append_line(const char *name, const struct track_line *line, struct text *into)
{
    text_append_format(into, "line %s %d %d %d %d\n", name, line->from.x, line->from.y, line->to.x,
                       line->to.y);
}

/* Lines and checkpoints are left out where they have no meaning: in a derby (RULES 9), and
 * checkpoints where they are off. */
void graph_paper_greet(const struct setup *setup, struct text *into)
{
    const struct track *track = graph_paper_track(setup);
    bool races = setup->values[FIELD_CONTEST] == CONTEST_RACE;
    text_append_format(into, "sheet %d %d\n", track->width, track->height);
    append_rows(setup, into);
    if (races && track->has_line) {
        append_line("start", &track->start, into);
        append_line("finish", &track->finish, into);
    }
    if (races && setup->values[FIELD_CHECKPOINTS] == SWITCH_ON) {
        for (int i = 0; i < track->checkpoint_count; i++)
            for (int k = 0; k < track->checkpoints[i].point_count; k++)
                text_append_format(into, "checkpoint %d %d %d\n", track->checkpoints[i].number,
                                   track->checkpoints[i].points[k].x,
                                   track->checkpoints[i].points[k].y);
    }
}

static void append_car(const struct race *race, int number, struct text *into)
{
    const struct car *car = graph_paper_car(race, number);
    text_append_format(into, "car %d %s ", number, graph_paper_status_name(car->status));
    if (car->status == CAR_WAITING)
        text_append(into, "- - 0 0");
    else
        text_append_format(into, "%d %d %d %d", car->at.x, car->at.y, car->velocity.x,
                           car->velocity.y);
    text_append_format(into, " %d %d\n", car->missed_turns, graph_paper_lap(race, number));
}

/* Of more than this only some are told, evenly spread: no program reads millions of lines in its
 * time, and it may start where it was not told, too. */
enum { STARTS_TOLD = 250000 };

void graph_paper_ask(const struct race *race, int car, struct text *into)
{
    int count = race->game->car_count(race);
    text_append_format(into, "turn %d\n", race->game->round(race));
    for (int number = 1; number <= count; number++)
        append_car(race, number, into);
    if (graph_paper_car(race, car)->status == CAR_WAITING) {
        struct start_runs starts = {0};
        graph_paper_start_runs(race, &starts);
        int step = (starts.points - 1) / STARTS_TOLD + 1;
        for (int i = 0; i < starts.points; i += step) {
            struct point at = graph_paper_start(&starts, i);
            text_append_format(into, "start %d %d\n", at.x, at.y);
        }
        graph_paper_free_runs(&starts);
    } else {
        struct move_list moves = {0};
        graph_paper_moves(race, NULL, &moves);
        for (int i = 0; i < moves.count; i++) {
            const struct move *move = &moves.items[i];
            text_append_format(into, "move %d %d %s %d\n", move->to.x, move->to.y,
                               graph_paper_outcome_name(move->outcome), move->nitros);
        }
        graph_paper_free_moves(&moves);
    }
}

/* --- what is answered ------------------------------------------------------------------------- */

/* Moves behind the blanks, the word, and the blanks behind it. */
static bool skip_word(const char **at, const char *word)
{
    size_t length = strlen(word);
    const char *from = *at + strspn(*at, blanks);
    if (strncmp(from, word, length) != 0 || (from[length] && !strchr(blanks, from[length])))
        return false;
    *at = from + length + strspn(from + length, blanks);
    return true;
}

static bool read_coordinate(const char **at, int32_t *value)
{
    int64_t number;
    if (!number_read_integer(at, -COORDINATE_LIMIT, COORDINATE_LIMIT, &number) ||
        (**at && !strchr(blanks, **at)))
        return false;
    *at += strspn(*at, blanks);
    *value = (int32_t)number;
    return true;
}

/* "move 12 9" */
static bool read_point(const char **at, const char *word, struct point *point)
{
    return skip_word(at, word) && read_coordinate(at, &point->x) && read_coordinate(at, &point->y);
}

static bool is_at_end(const struct text *line, const char *at)
{
    return at == text_string(line) + line->length;
}

enum bot_hearing graph_paper_hear(const struct race *race, int car, const struct text *line,
                                  struct text *into, struct error *error)
{
    const struct setup *setup = graph_paper_setup(race);
    bool waits = graph_paper_car(race, car)->status == CAR_WAITING;
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE;
    struct graph_paper_action choice = {.has_start = waits && !reverse};
    const char *wanted = choice.has_start ? "start X Y move X Y" : waits ? "start X Y" : "move X Y";
    const char *at = text_string(line);
    bool understood = !waits             ? read_point(&at, "move", &choice.to)
                      : choice.has_start ? read_point(&at, "start", &choice.start) &&
                                               read_point(&at, "move", &choice.to)
                                         : read_point(&at, "start", &choice.to);
    if (!understood || !is_at_end(line, at))
        return bot_refuse(line, wanted, error);
    graph_paper_print_action(&choice, into);
    return BOT_ACTS;
}

/* --- without an answer ------------------------------------------------------------------------ */

/* The higher, the better: coasting before others, but only where nothing happens to the car. */
static int worth_of(const struct move *move)
{
    bool coasts = move->acceleration.x == 0 && move->acceleration.y == 0;
    bool well = move->outcome == OUTCOME_CLEAR || move->outcome == OUTCOME_FINISH;
    return 2 * well + coasts;
}

static struct point coast(const struct race *race, const struct point *start)
{
    struct move_list moves = {0};
    graph_paper_moves(race, start, &moves);
    assert(moves.count > 0);
    const struct move *best = &moves.items[0];
    for (int i = 0; i < moves.count; i++) {
        const struct move *move = &moves.items[i];
        if (start && point_equal(move->to, *start)) {
            best = move;
            break;
        }
        if (worth_of(move) > worth_of(best))
            best = move;
    }
    struct point to = best->to;
    graph_paper_free_moves(&moves);
    return to;
}

const char *graph_paper_stand_in(const struct race *race, int car, struct text *action)
{
    struct graph_paper_action choice = {0};
    struct start_runs starts = {0};
    const struct setup *setup = graph_paper_setup(race);
    bool waits = graph_paper_car(race, car)->status == CAR_WAITING;
    if (waits)
        graph_paper_start_runs(race, &starts);
    choice.has_start = waits && setup->values[FIELD_CHOOSE] != CHOOSE_REVERSE;
    if (waits)
        choice.start = choice.to = graph_paper_start(&starts, 0);
    if (!waits || choice.has_start)
        choice.to = coast(race, waits ? &choice.start : NULL);
    graph_paper_free_runs(&starts);
    graph_paper_print_action(&choice, action);
    return waits ? "The car takes the first start point" : "The car coasts";
}
