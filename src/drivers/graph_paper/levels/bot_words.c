/* What is said to programs: plain lines, from the sheet to the moves of a turn. */
#include "drivers/bot_inside.h"

#include "base/memory.h"
#include "track/ground.h"

#include <stdlib.h>

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

static void mark_checkpoints(const struct track *track, int y, char *row)
{
    for (int i = 0; i < track->checkpoint_count; i++)
        for (int k = 0; k < track->checkpoints[i].point_count; k++) {
            struct point at = track->checkpoints[i].points[k];
            if (at.y == y && row[at.x] == '.')
                row[at.x] = 'c';
        }
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
        mark_checkpoints(track, y, row);
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

static void append_checkpoints(const struct track *track, struct text *into)
{
    for (int i = 0; i < track->checkpoint_count; i++)
        for (int k = 0; k < track->checkpoints[i].point_count; k++)
            text_append_format(into, "checkpoint %d %d %d\n", track->checkpoints[i].number,
                               track->checkpoints[i].points[k].x,
                               track->checkpoints[i].points[k].y);
}

static void append_rules(const struct setup *setup, struct text *into)
{
    const struct rule_table *table = setup->game->table;
    for (int i = 0; i < table->field_count; i++) {
        char buffer[12];
        text_append_format(into, "rule %s %s\n", table->fields[i].name,
                           fields_print(&table->fields[i], setup->values[i], buffer));
    }
}

/* Lines and checkpoints are left out where they have no meaning: in a derby (RULES 9), and
 * checkpoints where they are off. */
void bot_words_greet(const struct setup *setup, int car, struct text *into)
{
    const struct track *track = graph_paper_track(setup);
    bool races = setup->values[FIELD_CONTEST] == CONTEST_RACE;
    text_append_format(into, "graphprix 1\nsheet %d %d\n", track->width, track->height);
    append_rows(setup, into);
    if (races && track->has_line) {
        append_line("start", &track->start, into);
        append_line("finish", &track->finish, into);
    }
    if (races && setup->values[FIELD_CHECKPOINTS] == SWITCH_ON)
        append_checkpoints(track, into);
    append_rules(setup, into);
    text_append_format(into, "you %d\nready\n", car);
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

static void append_starts(const struct race *race, struct text *into)
{
    struct start_runs starts = {0};
    graph_paper_start_runs(race, &starts);
    int step = (starts.points - 1) / STARTS_TOLD + 1;
    for (int i = 0; i < starts.points; i += step) {
        struct point at = graph_paper_start(&starts, i);
        text_append_format(into, "start %d %d\n", at.x, at.y);
    }
    graph_paper_free_runs(&starts);
}

static void append_moves(const struct race *race, struct text *into)
{
    struct move_list moves = {0};
    graph_paper_moves(race, NULL, &moves);
    for (int i = 0; i < moves.count; i++) {
        const struct move *move = &moves.items[i];
        text_append_format(into, "move %d %d %s %d\n", move->to.x, move->to.y,
                           graph_paper_outcome_name(move->outcome), move->nitros);
    }
    graph_paper_free_moves(&moves);
}

void bot_words_turn(const struct race *race, struct text *into)
{
    const struct game *game = graph_paper_setup(race)->game;
    int count = game->car_count(race);
    text_append_format(into, "turn %d\n", game->round(race));
    for (int number = 1; number <= count; number++)
        append_car(race, number, into);
    if (graph_paper_car(race, race_next_car(race))->status == CAR_WAITING)
        append_starts(race, into);
    else
        append_moves(race, into);
}
