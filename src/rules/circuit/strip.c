/* What a circuit is and how it is asked, and the table of its kind (rules/course.h). */
#include "base/hash.h"
#include "base/svg_title.h"
#include "rules/circuit/strip_file.h"

#include <stdlib.h>
#include <string.h>

const struct corner *circuit_corner(const struct circuit *circuit, int row)
{
    int index = circuit->corner_at[row];
    return index < 0 ? NULL : &circuit->corners[index];
}

int circuit_limit(const struct circuit *circuit, int row, int lane)
{
    const struct corner *corner = circuit_corner(circuit, row);
    return corner ? corner->limits[lane - 1] : 0;
}

int circuit_grid_rows(int lanes)
{
    return (CIRCUIT_GRID_CARS + lanes - 1) / lanes;
}

/* --- the kind --------------------------------------------------------------------------------- */

static const void *retain(const void *body)
{
    atomic_fetch_add(&((struct circuit *)body)->holders, 1);
    return body;
}

static void release(const void *body)
{
    struct circuit *circuit = (struct circuit *)body;
    if (!circuit || atomic_fetch_sub(&circuit->holders, 1) != 1)
        return;
    free(circuit->name);
    free(circuit->note);
    free(circuit->corners);
    free(circuit->corner_at);
    free(circuit->line);
    free(circuit->path);
    free(circuit->course);
    free(circuit);
}

static const char *name(const void *body)
{
    return ((const struct circuit *)body)->name;
}

static const char *note(const void *body)
{
    return ((const struct circuit *)body)->note;
}

/* One may be raced, but it is seldom meant. */
static const char *remark(const void *body)
{
    return ((const struct circuit *)body)->corner_count > 0
               ? NULL
               : "there is no corner: where a drawing was tidied up by a program, that may have "
                 "taken them away";
}

/* A square of the sheet is five user units. */
static struct point size(const void *body)
{
    const int *view = ((const struct circuit *)body)->view;
    int across = (view[2] + 5 * FINE - 1) / (5 * FINE), up = (view[3] + 5 * FINE - 1) / (5 * FINE);
    return (struct point){across, up};
}

static void say_size(const void *body, struct text *into)
{
    const struct circuit *circuit = body;
    text_append_format(into, "%d rows, %d lanes", circuit->rows, circuit->lanes);
}

static uint64_t fingerprint(const void *body)
{
    const struct circuit *circuit = body;
    uint64_t sum = hash_number(hash_number(HASH_START, circuit->rows), circuit->lanes);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        sum = hash_number(hash_number(sum, corner->from), corner->to);
        for (int lane = 0; lane < circuit->lanes; lane++)
            sum = hash_number(sum, corner->limits[lane]);
        for (int row = corner->from; row <= corner->to; row++)
            sum = hash_number(sum, circuit->line[row]);
    }
    return sum;
}

const struct course_kind circuit_strips = {
    .noun = "circuit",
    .unnamed = "A circuit",
    .key = "circuit",
    .extension = ".svg",
    .recognise = circuit_recognise,
    .read = circuit_read,
    .write = circuit_write,
    .retitle = svg_write_title,
    .retain = retain,
    .release = release,
    .name = name,
    .note = note,
    .remark = remark,
    .size = size,
    .say_size = say_size,
    .fingerprint = fingerprint,
};
