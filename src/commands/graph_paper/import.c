/* `graphprix import`: from a grid, as a text or as a picture, to a track. What is guessed is told;
 * what is no track is told with its place in the file, and nothing is written then.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "drivers/graph_paper/driving.h"
#include "studio/graph_paper/cells/cells.h"
#include "track/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char import_help[] =
    "FILE is a text with a sign for each square (\"#.SF\" grids, with or without a line of their\n"
    "size, Karopapier's codes, .track files; code fences and prose round it do not matter), or a\n"
    "PNG with a pixel, or a block of pixels, for each. Walls run round the squares that are road;\n"
    "the start line is laid before the start squares, the finish line before those of the finish\n"
    "(one line for both where they lie beside each other on a ring), a gate across the road where\n"
    "a checkpoint's number stands. What stands for what is guessed and told. A photo or a drawing\n"
    "is no grid: that is for \"graphprix trace\".\n"
    "  -o FILE      the track (.svg), \"-\" is the standard output; written whole or not at all\n"
    "  --cells 'SIGN=WHAT ...'\n"
    "               what signs or colours stand for, where the guess is wrong: off, road, start,\n"
    "               finish, or 1 to 9 for a checkpoint: 'X=off O=road', '#00ff00=start'; "
    "\"blank\"\n"
    "               is the blank, \"clear\" what is transparent, \"missing\" what a row is too "
    "short\n"
    "               for\n"
    "  --turn       lines are crossed the other way than is guessed\n"
    "  --name NAME  of the track; else the file's\n"
    "  --json       one JSON object: sheet (squares), cells (sign, count, stands_for), pixels (of "
    "a\n"
    "               square's side; null: it was a text), remarks, par (rounds of the fastest lap;\n"
    "               null: an arena), file; -o may be left out\n";

struct import_request {
    const char *grid, *file, *cells, *name; /* NULL: none */
    bool turn, json;
};

static bool read_words(void *words, const char *value, struct error *error)
{
    (void)error;
    *(const char **)words = value;
    return true;
}

static bool read_request(struct import_request *request, int count, char **arguments,
                         struct error *error)
{
    static const struct option table[] = {
        {"file", OPTION_PLACE, offsetof(struct import_request, grid), option_read_input, 0, 0},
        {"-o", OPTION_ONCE, offsetof(struct import_request, file), option_read_output, 0, 0},
        {"--cells", OPTION_ONCE, offsetof(struct import_request, cells), read_words, 0, 0},
        {"--turn", OPTION_SWITCH, offsetof(struct import_request, turn), option_read_true, 0, 0},
        {"--name", OPTION_ONCE, offsetof(struct import_request, name), option_read_title, 0, 0},
        {"--json", OPTION_SWITCH, offsetof(struct import_request, json), option_read_true, 0, 0},
        {0},
    };
    *request = (struct import_request){0};
    if (!options_read("import", table, request, count, arguments, error))
        return false;
    return request->file || request->json ||
           error_set(error, "import needs -o FILE; try \"graphprix help import\"");
}

/* --- is it a track? --------------------------------------------------------------------------- */

/* "...: no lap possible ... (line 7, column 12)". */
static bool tell_place(const struct cells *cells, struct point fine, struct error *error)
{
    char place[CELLS_PLACE_BYTES], said[sizeof error->text];
    int column = fine.x / FINE, row = cells->rows - 1 - fine.y / FINE;
    column = column < cells->columns ? column : cells->columns - 1;
    memcpy(said, error->text, sizeof said);
    return error_set(error, "%s (%s)", said, cells_place(cells, column, row < 0 ? 0 : row, place));
}

static bool prove(const struct cells *cells, const struct draft *draft, int *par,
                  struct error *error)
{
    struct draft_problem problem;
    struct lap_finding finding = {0};
    if (draft_list_problems(draft, &problem, 1) > 0) {
        *error = problem.error;
        return problem.has_place && tell_place(cells, problem.at, error);
    }
    struct track *track = track_from_draft(draft, error);
    bool proved = track && lap_find(track, NULL, &finding, error);
    if (track && !proved && finding.has_place)
        tell_place(cells, point_to_fine(finding.at), error);
    *par = finding.lap.rounds;
    free(finding.line);
    track_release(track);
    return proved;
}

/* --- what is told ----------------------------------------------------------------------------- */

static void print_json(const struct import_request *request, const struct cells *cells,
                       const struct cells_remarks *remarks, int par)
{
    json_t *signs = json_array(), *said = json_array();
    for (int i = 0; i < cells->sign_count; i++)
        json_array_append_new(signs, json_pack("{s:o, s:i, s:s}", "sign",
                                               command_text_to_json(cells->list[i].name), "count",
                                               cells->list[i].count, "stands_for",
                                               cell_role_name(cells->list[i].role)));
    for (int i = 0; i < remarks->count; i++)
        json_array_append_new(said, json_string(remarks->text[i]));
    json_t *file = request->file ? command_text_to_json(request->file) : json_null();
    command_print_json(
        json_pack("{s:[i,i], s:o, s:o, s:o, s:o, s:o}", "sheet", cells->columns, cells->rows,
                  "cells", signs, "pixels", cells->lines ? json_null() : json_integer(cells->block),
                  "remarks", said, "par", par > 0 ? json_integer(par) : json_null(), "file", file),
        7);
}

static void print_words(const struct cells *cells, const struct cells_remarks *remarks)
{
    printf("%d × %d squares", cells->columns, cells->rows);
    if (!cells->lines)
        printf(" of %d × %d pixels", cells->block, cells->block);
    printf("\n");
    for (int i = 0; i < cells->sign_count; i++) {
        const struct cell_sign *sign = &cells->list[i];
        bool number = sign->role >= CELL_CHECKPOINT;
        printf("  %-8s %s%s, %d\n", sign->name, number ? "checkpoint " : "",
               cell_role_name(sign->role), sign->count);
    }
    for (int i = 0; i < remarks->count; i++)
        printf("%s\n", remarks->text[i]);
}

static int fail_with(const struct import_request *request, const struct error *error)
{
    char where[sizeof error->text + 100];
    error_describe(error, request->grid, where, sizeof where);
    return command_fail(STATUS_FAILED, "%s", where);
}

static int write_track(const struct import_request *request, const struct draft *draft)
{
    struct text content = {0};
    struct error error = {0};
    svg_write_draft(draft, &content);
    bool put = command_put(request->file, &content, &error);
    text_free(&content);
    return put ? STATUS_DONE : command_fail(STATUS_FAILED, "%s: %s", request->file, error.text);
}

static int import(const struct import_request *request, struct cells *cells)
{
    struct draft draft;
    struct cells_remarks remarks;
    struct error error = {0};
    int par = 0, status = STATUS_DONE;
    cells->turned = request->turn;
    if (request->cells && !cells_assign(cells, request->cells, &error))
        return command_fail(STATUS_USAGE, "%s: %s", request->grid, error.text);
    bool made = cells_make_draft(cells, &draft, &remarks, &error);
    free(draft.name);
    draft.name = command_course_name(request->name, request->grid);
    if (!made || !prove(cells, &draft, &par, &error))
        status = fail_with(request, &error);
    else if (request->file)
        status = write_track(request, &draft);
    if (status == STATUS_DONE && request->json)
        print_json(request, cells, &remarks, par);
    else if (!request->file || strcmp(request->file, "-") != 0)
        print_words(cells, &remarks);
    draft_free(&draft);
    return status;
}

int import_run(int argument_count, char **arguments)
{
    struct import_request request;
    struct error error = {0};
    struct cells cells = {0};
    if (!read_request(&request, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    int status = cells_load(request.grid, &cells, &error) ? import(&request, &cells)
                                                          : fail_with(&request, &error);
    cells_free(&cells);
    return status;
}
