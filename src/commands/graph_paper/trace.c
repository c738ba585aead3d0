/* `graphprix trace`: from a photo of a drawn track to a track. What people confirm in the window is
 * said by options here; the file is written only if nothing on the sheet is wrong, for nobody looks
 * at it before it is used. Where the walls may be others than were drawn, the status says so, too,
 * unless that is accepted.
 */
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "studio/graph_paper/photo/photo.h"
#include "svg/svg.h"
#include "track/draft.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char trace_help[] =
    "PHOTO is a picture (JPEG or PNG) of a track that was drawn by hand, on squared or blank\n"
    "paper, or on a board in chalk. The closed lines found in it become walls, a red line across\n"
    "the road the start line. Without one and without --line the sheet has no start line: the\n"
    "editor, or a second run, adds it. Nothing is printed about what went well; what\n"
    "was left out or does not close is told on the standard error with its place in the photo.\n"
    "  -o FILE            the track (.svg), \"-\" is the standard output; written whole or not at\n"
    "                     all, and not if walls cross or the line does not reach across\n"
    "  --across N         squares of the sheet's width, 8 to 200; else as the printed grid says, "
    "or\n"
    "                     40, which is a guess and said to be one\n"
    "  --down N           squares of its height; else as it looks\n"
    "  --corners X,Y,...  the sheet's corners in the photo, in pixels from its upper left corner:\n"
    "                     upper left, upper right, lower right, lower left\n"
    "  --loops N,N,...    the lines to take, by their numbers in --json; an open one is closed by\n"
    "                     a straight line from end to end\n"
    "  --line X,Y,X,Y     the start line, from grid point to grid point of the sheet, y upwards;\n"
    "                     cars cross it from its right side to its left; \"none\": a red line is\n"
    "                     none\n"
    "  --ground KIND      paper: dark lines on light; board: light lines on dark; else as it "
    "looks\n"
    "  --name NAME        of the track; else the file's\n"
    "  --keep-gaps        does not close small gaps\n"
    "  --accept-doubts    status 0 also where such a place makes the walls doubtful\n"
    "  --json             one JSON object: photo and sheet (sizes), board (light lines on dark),\n"
    "                     red_line (it is the start line), paper and grid (were they found?), "
    "guess (of the number of squares), corners, loops (number,\n"
    "                     squares, taken, open: it was left out, gap: where one was closed),\n"
    "                     remarks (text, at), file; -o may be left out\n"
    "The status is 1 if there is no track, and if there is one but its walls may not be those\n"
    "that were drawn: then the file is there to be looked at.\n";

enum { ACROSS_LEAST = 8, ACROSS_MOST = 200 };

struct trace_request {
    const char *photo;
    const char *file;  /* NULL: none */
    const char *loops; /* "1,3"; NULL: as proposed */
    const char *name;  /* NULL: the file's */
    struct photo_wish wish;
    bool has_line, ignores_red, json, accept_doubts;
    struct point line[2];
};

/* --- options ---------------------------------------------------------------------------------- */

static bool read_loops(void *loops, const char *value, struct error *error)
{
    *(const char **)loops = value;
    return (value[0] != '\0' && value[strspn(value, "0123456789,")] == '\0') ||
           error_set(error, "--loops takes numbers of closed lines, N,N,..., not \"%s\"", value);
}

static bool read_corners(void *wish, const char *value, struct error *error)
{
    struct photo_wish *wished = wish;
    double numbers[8];
    if (!scan_numbers(value, numbers, 8, error))
        return error_set(error, "--corners takes eight numbers, x and y of each corner, not \"%s\"",
                         value);
    for (int i = 0; i < 4; i++)
        wished->corners[i] = (struct spot){numbers[2 * i], numbers[2 * i + 1]};
    wished->has_corners = true;
    return true;
}

static bool read_list_number(const char **cursor, int most, int *number)
{
    int64_t read;
    if (!number_read_integer(cursor, 0, most, &read) || (**cursor != ',' && **cursor != '\0'))
        return false;
    *cursor += **cursor == ',';
    *number = (int)read;
    return true;
}

static bool read_line(void *options, const char *value, struct error *error)
{
    struct trace_request *request = options;
    const char *cursor = value;
    int numbers[4];
    bool good = true;
    request->ignores_red = true;
    if (strcmp(value, "none") == 0)
        return true;
    for (int i = 0; i < 4; i++)
        good = good && read_list_number(&cursor, SHEET_MAX, &numbers[i]);
    if (!good || *cursor != '\0' || cursor[-1] == ',')
        return error_set(error, "--line takes two grid points, X,Y,X,Y, not \"%s\"", value);
    request->line[0] = (struct point){numbers[0], numbers[1]};
    request->line[1] = (struct point){numbers[2], numbers[3]};
    request->has_line = true;
    return !point_equal(request->line[0], request->line[1]) ||
           error_set(error, "--line %s has both ends at one point", value);
}

static bool read_ground(void *wish, const char *value, struct error *error)
{
    static const char *const names[] = {[PHOTO_PAPER] = "paper", [PHOTO_BOARD] = "board"};
    for (int i = PHOTO_PAPER; i <= PHOTO_BOARD; i++)
        if (strcmp(value, names[i]) == 0) {
            ((struct photo_wish *)wish)->ground = (enum photo_ground)i;
            return true;
        }
    return error_set(error, "--ground is paper or board, not \"%s\"", value);
}

static bool read_request(struct trace_request *request, int count, char **arguments,
                         struct error *error)
{
    static const struct option table[] = {
        {"photo", OPTION_PLACE, offsetof(struct trace_request, photo), option_read_input, 0, 0},
        {"-o", OPTION_ONCE, offsetof(struct trace_request, file), option_read_output, 0, 0},
        {"--across", OPTION_ONCE, offsetof(struct trace_request, wish.across), NULL, ACROSS_LEAST,
         ACROSS_MOST},
        {"--down", OPTION_ONCE, offsetof(struct trace_request, wish.down), NULL, ACROSS_LEAST,
         ACROSS_MOST},
        {"--corners", OPTION_ONCE, offsetof(struct trace_request, wish), read_corners, 0, 0},
        {"--loops", OPTION_ONCE, offsetof(struct trace_request, loops), read_loops, 0, 0},
        {"--line", OPTION_ONCE, 0, read_line, 0, 0},
        {"--ground", OPTION_ONCE, offsetof(struct trace_request, wish), read_ground, 0, 0},
        {"--name", OPTION_ONCE, offsetof(struct trace_request, name), option_read_title, 0, 0},
        {"--keep-gaps", OPTION_SWITCH, offsetof(struct trace_request, wish.keep_gaps),
         option_read_true, 0, 0},
        {"--accept-doubts", OPTION_SWITCH, offsetof(struct trace_request, accept_doubts),
         option_read_true, 0, 0},
        {"--json", OPTION_SWITCH, offsetof(struct trace_request, json), option_read_true, 0, 0},
        {0},
    };
    *request = (struct trace_request){0};
    if (!options_read("trace", table, request, count, arguments, error))
        return false;
    return request->file || request->json ||
           error_set(error, "trace needs -o FILE; try \"graphprix help trace\"");
}

/* --- what was found --------------------------------------------------------------------------- */

static json_t *place_to_json(bool known, struct spot at)
{
    if (!known)
        return json_null();
    return json_pack("[f,f]", round(at.x * 10) / 10, round(at.y * 10) / 10);
}

static json_t *loops_to_json(const struct photo_tracing *tracing)
{
    json_t *loops = json_array();
    for (int i = 0; i < tracing->loop_count; i++) {
        const struct photo_loop *loop = &tracing->loops[i];
        json_array_append_new(loops,
                              json_pack("{s:i, s:f, s:b, s:b, s:i, s:o}", "number", i + 1,
                                        "squares", round(loop->squares * 100) / 100, "taken",
                                        loop->taken, "open", loop->is_open, "vertices", loop->count,
                                        "gap", place_to_json(loop->gap_closed, loop->gap)));
    }
    return loops;
}

static json_t *remarks_to_json(const struct photo_tracing *tracing)
{
    json_t *remarks = json_array();
    for (int i = 0; i < tracing->remark_count; i++) {
        const struct photo_remark *remark = &tracing->remarks[i];
        json_array_append_new(remarks, json_pack("{s:s, s:o}", "text", remark->text, "at",
                                                 place_to_json(remark->has_place, remark->at)));
    }
    return remarks;
}

static void print_json(const struct trace_request *request, const struct photo *photo,
                       const struct photo_tracing *tracing, bool written)
{
    int width, height;
    photo_size(photo, &width, &height);
    json_t *corners = json_array();
    for (int i = 0; i < 4; i++)
        json_array_append_new(corners, place_to_json(true, tracing->corners[i]));
    json_t *file = written && request->file ? command_text_to_json(request->file) : json_null();
    json_t *object = json_pack(
        "{s:[i,i], s:[i,i], s:b, s:b, s:b, s:b, s:b, s:o, s:o, s:o, s:o}", "photo", width, height,
        "sheet", tracing->width, tracing->height, "board", tracing->is_board, "red_line",
        tracing->red.taken, "paper", tracing->paper_found, "grid", tracing->grid_found, "guess",
        tracing->squares_guessed, "corners", corners, "loops", loops_to_json(tracing), "remarks",
        remarks_to_json(tracing), "file", file);
    command_print_json(object, 7);
}

/* The remark that says most: the first one with a place, else the first that says why; NULL if
 * there is none. */
static const struct photo_remark *telling_remark(const struct photo_tracing *tracing)
{
    const struct photo_remark *told = NULL;
    for (int i = tracing->remark_count; i-- > 0;) {
        const struct photo_remark *remark = &tracing->remarks[i];
        if (remark->has_place || (!remark->sums_up && (told == NULL || !told->has_place)))
            told = remark;
    }
    return told;
}

/* "no closed line was found. This line is not closed: ... here (pixel 1203, 455)". */
static void fail_with_remark(const struct photo_tracing *tracing, const char *why,
                             struct error *error)
{
    const struct photo_remark *remark = telling_remark(tracing);
    char place[80] = "", told[sizeof remark->text + 2] = "";
    if (remark != NULL)
        snprintf(told, sizeof told, ". %s", remark->text);
    if (remark != NULL && remark->has_place)
        snprintf(place, sizeof place, " (pixel %.0f, %.0f)", remark->at.x, remark->at.y);
    size_t length = strlen(told);
    if (length > 0 && told[length - 1] == '.')
        told[length - 1] = '\0';
    error_set(error, "%s%s%s", why, told, place);
}

/* What the tracing has to say, a line each. True if a place was not understood, so that the walls
 * may not be those that were drawn. */
static bool tell_remarks(const struct trace_request *request, const struct photo_tracing *tracing)
{
    bool doubtful = false;
    for (int i = 0; i < tracing->remark_count; i++) {
        const struct photo_remark *remark = &tracing->remarks[i];
        char place[80] = "";
        if (remark->has_place)
            snprintf(place, sizeof place, " (pixel %.0f, %.0f)", remark->at.x, remark->at.y);
        command_fail(STATUS_FAILED, "%s: %s%s", request->photo, remark->text, place);
        doubtful = doubtful || remark->has_place;
    }
    return doubtful;
}

/* --- what is taken ---------------------------------------------------------------------------- */

/* Status of what --loops says about this photo. */
static int choose_loops(const struct trace_request *request, struct photo_tracing *tracing,
                        struct error *error)
{
    const char *cursor = request->loops;
    int number, taken = 0;
    for (int i = 0; cursor && i < tracing->loop_count; i++)
        tracing->loops[i].taken = false;
    while (cursor && *cursor) {
        if (!read_list_number(&cursor, tracing->loop_count, &number) || number == 0) {
            error_set(error, "--loops %s: the closed lines are numbered 1 to %d here",
                      request->loops, tracing->loop_count);
            return STATUS_USAGE;
        }
        tracing->loops[number - 1].taken = true;
    }
    for (int i = 0; i < tracing->loop_count; i++)
        taken += tracing->loops[i].taken;
    if (taken > 0)
        return STATUS_DONE;
    fail_with_remark(tracing, "no closed line is large enough for a track", error);
    return STATUS_FAILED;
}

static bool add_line(const struct trace_request *request, struct draft *draft, struct error *error)
{
    draft_add_item(draft, DRAFT_START_FINISH, 0);
    draft_begin_loop(draft);
    for (int i = 0; i < 2; i++)
        if (!draft_add_vertex(draft, point_to_fine(request->line[i]), error))
            return false;
    return true;
}

/* What is wrong, and where it is on the photo; what is only missing, the editor can add. */
static bool is_sound(const struct draft *draft, const struct photo_tracing *tracing,
                     struct error *error)
{
    struct draft_problem problem;
    if (draft_list_problems(draft, &problem, 1) == 0 || problem.missing)
        return true;
    if (!problem.has_place)
        return error_set(error, "%s", problem.error.text);
    struct spot at =
        photo_from_sheet(tracing, problem.at.x / (double)FINE, problem.at.y / (double)FINE);
    return error_set(error, "%s (pixel %.0f, %.0f)", problem.error.text, at.x, at.y);
}

static int write_track(const struct trace_request *request, const struct photo_tracing *tracing,
                       struct error *error)
{
    struct draft draft;
    struct text content = {0};
    photo_make_draft(tracing, &draft);
    free(draft.name);
    draft.name = command_course_name(request->name, request->photo);
    int status = STATUS_DONE;
    if (request->has_line && !add_line(request, &draft, error))
        status = STATUS_USAGE;
    else if (!is_sound(&draft, tracing, error))
        status = STATUS_FAILED;
    else if (request->file)
        svg_write_draft(&draft, &content);
    if (status == STATUS_DONE && request->file && !command_put(request->file, &content, error)) {
        status = STATUS_FAILED;
        command_fail(status, "%s: %s", request->file, error->text);
    } else if (status != STATUS_DONE) {
        command_fail(status, "%s: %s", request->photo, error->text);
    }
    text_free(&content);
    draft_free(&draft);
    return status;
}

static int trace(const struct trace_request *request, const struct photo *photo)
{
    struct photo_tracing tracing;
    struct error error = {0};
    int status = STATUS_FAILED;
    char why[sizeof error.text];
    bool found = photo_trace(photo, &request->wish, NULL, &tracing, &error);
    memcpy(why, error.text, sizeof why);
    if (found)
        status = choose_loops(request, &tracing, &error);
    else
        fail_with_remark(&tracing, why, &error);
    tracing.red.taken = tracing.red.taken && !request->ignores_red;
    if (status == STATUS_DONE)
        status = write_track(request, &tracing, &error);
    else
        command_fail(status, "%s: %s", request->photo, error.text);
    if (request->json && status != STATUS_USAGE)
        print_json(request, photo, &tracing, status == STATUS_DONE);
    if (status == STATUS_DONE && tell_remarks(request, &tracing) && !request->accept_doubts)
        status = command_fail(STATUS_FAILED,
                              "%s: the walls may not be those that were drawn: look at the track, "
                              "or take it as it is with --accept-doubts",
                              request->photo);
    photo_tracing_free(&tracing);
    return status;
}

int trace_run(int argument_count, char **arguments)
{
    struct trace_request request;
    struct error error = {0};
    if (!read_request(&request, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    struct photo *photo = photo_load(request.photo, &error);
    if (!photo)
        return command_fail(STATUS_FAILED, "%s: %s", request.photo, error.text);
    int status = trace(&request, photo);
    photo_free(photo);
    return status;
}
