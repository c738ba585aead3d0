/* What the signs of a grid stand for: guessed, told, and said by people. */
#include "studio/graph_paper/cells/cells.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { UNKNOWN = -1, FEW_COLOURS = 16, SMALL = 256, LEAST_SIDE = 4 };

static const char *const role_names[CELL_ROLES] = {"off", "road", "start", "finish", "1", "2", "3",
                                                   "4",   "5",    "6",     "7",      "8", "9"};

const char *cell_role_name(int role)
{
    return role_names[role];
}

void cells_free(struct cells *cells)
{
    free(cells->signs);
    free(cells->lines);
    *cells = (struct cells){0};
}

const char *cells_place(const struct cells *cells, int column, int row,
                        char into[CELLS_PLACE_BYTES])
{
    if (cells->lines)
        snprintf(into, CELLS_PLACE_BYTES, "line %d, column %d", cells->lines[row],
                 cells->first_column + column * cells->step);
    else
        snprintf(into, CELLS_PLACE_BYTES, "pixel %d, %d", column * cells->block + cells->block / 2,
                 row * cells->block + cells->block / 2);
    return into;
}

/* --- pictures ----------------------------------------------------------------------------------
 */

/* Where a column or a row is another one than that before it, the edge of a cell is: all edges are
 * so many pixels apart. */
static int find_block(const uint32_t *pixels, int width, int height)
{
    size_t across = (size_t)width;
    uint64_t block = number_common_divisor(width, height);
    bool *edges = memory_allocate(across, sizeof *edges);
    for (int y = 0; y < height; y++) {
        const uint32_t *row = pixels + (size_t)y * across;
        for (int x = 1; x < width; x++)
            edges[x] = edges[x] || row[x] != row[x - 1];
        if (y > 0 && memcmp(row, row - across, across * sizeof *row) != 0)
            block = number_common_divisor((int64_t)block, y);
    }
    for (int x = 1; x < width; x++)
        if (edges[x])
            block = number_common_divisor((int64_t)block, x);
    free(edges);
    return (int)block;
}

static int compare_counts(const void *first, const void *second)
{
    return ((const struct cell_sign *)second)->count - ((const struct cell_sign *)first)->count;
}

static int find_colour(struct cells *cells, uint32_t colour)
{
    int i = 0;
    while (i < cells->sign_count && cells->list[i].code != colour)
        i++;
    if (i < cells->sign_count || i == CELLS_SIGNS_MOST)
        return i < cells->sign_count ? i : -1;
    struct cell_sign *sign = &cells->list[cells->sign_count++];
    *sign = (struct cell_sign){.code = colour};
    if (colour == 0)
        snprintf(sign->name, sizeof sign->name, "clear");
    else
        snprintf(sign->name, sizeof sign->name, "#%06x", colour & 0xffffff);
    return i;
}

static bool take_cells(struct cells *cells, const uint32_t *pixels, int width, struct error *error)
{
    uint8_t *into = cells->signs;
    for (int row = 0; row < cells->rows; row++)
        for (int column = 0; column < cells->columns; column++) {
            size_t at = (size_t)row * (size_t)cells->block * (size_t)width +
                        (size_t)column * (size_t)cells->block;
            int sign = find_colour(cells, pixels[at]);
            if (sign < 0)
                return error_set(error,
                                 "the picture has more than %d colours, so it is no grid of "
                                 "squares: \"graphprix trace\" follows the lines of photos and "
                                 "drawings",
                                 CELLS_SIGNS_MOST);
            *into++ = (uint8_t)sign;
            cells->list[sign].count++;
        }
    return true;
}

/* The most frequent colour first. */
static void sort_colours(struct cells *cells)
{
    struct cell_sign before[CELLS_SIGNS_MOST];
    uint8_t now[CELLS_SIGNS_MOST] = {0};
    memcpy(before, cells->list, sizeof before);
    qsort(cells->list, (size_t)cells->sign_count, sizeof *cells->list, compare_counts);
    for (int i = 0; i < cells->sign_count; i++)
        for (int k = 0; k < cells->sign_count; k++)
            if (before[i].code == cells->list[k].code)
                now[i] = (uint8_t)k;
    size_t count = (size_t)cells->rows * (size_t)cells->columns;
    for (size_t i = 0; i < count; i++)
        cells->signs[i] = now[cells->signs[i]];
}

bool cells_read_picture(const uint32_t *pixels, int width, int height, struct cells *cells,
                        struct error *error)
{
    *cells = (struct cells){.block = find_block(pixels, width, height)};
    cells->columns = width / cells->block;
    cells->rows = height / cells->block;
    if (cells->columns > SHEET_MAX || cells->rows > SHEET_MAX)
        return error_set(error,
                         "the picture has %d × %d squares; a sheet has at most %d each way: make "
                         "it smaller, or follow its lines by \"graphprix trace\"",
                         cells->columns, cells->rows, SHEET_MAX);
    cells->signs = memory_allocate((size_t)cells->rows, (size_t)cells->columns);
    bool read = take_cells(cells, pixels, width, error);
    if (read && cells->sign_count < 2)
        read = error_set(error, "the picture has one colour alone, so there is no road in it");
    if (!read) {
        cells_free(cells);
        return false;
    }
    sort_colours(cells);
    cells_guess(cells);
    return true;
}

bool cells_look_meant(const struct cells *cells)
{
    int longer = number_larger(cells->columns, cells->rows);
    return cells->sign_count <= FEW_COLOURS && (cells->block > 1 || longer <= SMALL) &&
           number_smaller(cells->columns, cells->rows) >= LEAST_SIDE;
}

/* --- guessing: what both have in common --------------------------------------------------------
 */

struct guess {
    struct cells *cells;
    int border[CELLS_SIGNS_MOST]; /* cells at the edge of the grid */
    int inner[CELLS_SIGNS_MOST];  /* those with four neighbours of their own kind */
};

static int sign_at(const struct cells *cells, int column, int row)
{
    return cells->signs[(size_t)row * (size_t)cells->columns + (size_t)column];
}

static void count_cells(struct guess *guess)
{
    const struct cells *cells = guess->cells;
    for (int row = 0; row < cells->rows; row++)
        for (int column = 0; column < cells->columns; column++) {
            int sign = sign_at(cells, column, row);
            if (row == 0 || column == 0 || row == cells->rows - 1 || column == cells->columns - 1)
                guess->border[sign]++;
            else if (sign == sign_at(cells, column - 1, row) &&
                     sign == sign_at(cells, column + 1, row) &&
                     sign == sign_at(cells, column, row - 1) &&
                     sign == sign_at(cells, column, row + 1))
                guess->inner[sign]++;
        }
}

/* What rows of a text are too short for says nothing of its signs. */
static bool has_role(const struct cells *cells, int role)
{
    for (int i = 0; i < cells->sign_count; i++)
        if (cells->list[i].role == role && (!cells->lines || cells->list[i].code != 0))
            return true;
    return false;
}

/* The unknown sign with the most of something; -1: all are known. */
static int most_unknown(const struct cells *cells, const int *counts)
{
    int best = -1;
    for (int i = 0; i < cells->sign_count; i++) {
        int count = counts ? counts[i] : cells->list[i].count;
        int most = best < 0 ? -1 : counts ? counts[best] : cells->list[best].count;
        if (cells->list[i].role == UNKNOWN && count > most)
            best = i;
    }
    return best;
}

static void set_role(struct cells *cells, int sign, int role)
{
    if (sign >= 0)
        cells->list[sign].role = role;
}

/* Off is what lies at the edge, and what is drawn as thin lines on it; road is what is most. */
static void guess_ground(struct guess *guess)
{
    struct cells *cells = guess->cells;
    if (!has_role(cells, CELL_OFF))
        set_role(cells, most_unknown(cells, guess->border), CELL_OFF);
    if (!has_role(cells, CELL_ROAD))
        set_role(cells, most_unknown(cells, NULL), CELL_ROAD);
}

/* --- guessing: texts ---------------------------------------------------------------------------
 */

/* What always stands for the same, in this order of roles. */
static const struct {
    int role;
    uint32_t codes[12];
} known[] = {
    {CELL_OFF, {'#', 'X', 'x', 'W', 'w', '%', '|', 0x2588, 0x2593, 0x25A0, 0x2B1B}},
    {CELL_ROAD, {'.', 'O', 'o', '_', '0', ':', 0xB7, 0x2591, 0x25A1, 0x2B1C}},
    {CELL_START, {'S', 's', 0x1F7E9}},
    {CELL_FINISH, {'F', 'f', 0x1F7E5}},
};

static int known_role(uint32_t code)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (const uint32_t *other = known[i].codes; *other != 0; other++)
            if (code == *other)
                return known[i].role;
    if (code >= '1' && code <= '9')
        return CELL_CHECKPOINT + (int)code - '1';
    return code == 0 ? CELL_OFF : UNKNOWN;
}

static int find_letter(const struct cells *cells, uint32_t code)
{
    int i = 0;
    while (i < cells->sign_count && cells->list[i].code != code)
        i++;
    return i < cells->sign_count && cells->list[i].role == UNKNOWN ? i : -1;
}

/* Signs that stand for a role where no other sign does, and are no ground: most of the grid is. */
static void guess_spare(struct cells *cells, int role, const char *codes)
{
    for (; *codes != '\0' && !has_role(cells, role); codes++) {
        int sign = find_letter(cells, (uint32_t)*codes);
        if (sign >= 0 && cells->list[sign].count < cells->rows * cells->columns / 4)
            cells->list[sign].role = role;
    }
}

static bool are_all_digits(const struct cells *cells)
{
    for (int i = 0; i < cells->sign_count; i++)
        if (cells->list[i].code != 0 && (cells->list[i].code < '0' || cells->list[i].code > '9'))
            return false;
    return true;
}

/* A table of numbers: what is left beside off and road are start and finish, the smaller first. */
static void guess_numbers(struct guess *guess)
{
    struct cells *cells = guess->cells;
    guess_ground(guess);
    for (int role = CELL_START; role <= CELL_FINISH; role++) {
        int least = -1;
        for (int i = 0; i < cells->sign_count; i++)
            if (cells->list[i].role == UNKNOWN &&
                (least < 0 || cells->list[i].code < cells->list[least].code))
                least = i;
        set_role(cells, least, role);
    }
}

/* Karopapier has a letter for each kind of ground that is not road; elsewhere it depends. */
static void guess_rest(struct guess *guess)
{
    struct cells *cells = guess->cells;
    bool codes = false, road = false;
    for (int i = 0; i < cells->sign_count; i++) {
        codes = codes || cells->list[i].code == 'X';
        road = road || cells->list[i].code == 'O';
    }
    for (int i = 0; i < cells->sign_count; i++) {
        struct cell_sign *sign = &cells->list[i];
        bool off = codes && road ? sign->code != 'P' : guess->border[i] > 0;
        if (sign->role == UNKNOWN)
            sign->role = off ? CELL_OFF : CELL_ROAD;
    }
}

/* "+", "-" and "|" are a frame, the first two without the third start and finish. */
static void guess_signs(struct guess *guess)
{
    struct cells *cells = guess->cells;
    bool framed = false;
    for (int i = 0; i < cells->sign_count; i++)
        framed = framed || cells->list[i].code == '|';
    guess_spare(cells, CELL_START, framed ? "@" : "@-");
    guess_spare(cells, CELL_FINISH, framed ? "GgEe*" : "GgEe*+");
    if (has_role(cells, CELL_ROAD))
        set_role(cells, find_letter(cells, ' '), CELL_OFF);
    else if (has_role(cells, CELL_OFF))
        set_role(cells, find_letter(cells, ' '), CELL_ROAD);
    guess_ground(guess);
}

static void guess_text(struct guess *guess)
{
    struct cells *cells = guess->cells;
    bool numbers = are_all_digits(cells);
    for (int i = 0; i < cells->sign_count; i++) {
        uint32_t code = cells->list[i].code;
        cells->list[i].role = numbers && code != 0 ? UNKNOWN : known_role(code);
    }
    if (numbers)
        guess_numbers(guess);
    else
        guess_signs(guess);
    guess_rest(guess);
}

/* --- guessing: pictures ------------------------------------------------------------------------
 */

/* Green is where one may go and red where one stops, if it is more than a shade of grey. */
static int hue_role(uint32_t colour)
{
    int red = colour >> 16 & 255, green = colour >> 8 & 255, blue = colour & 255;
    if (colour != 0 && green > red + 50 && green > blue + 50)
        return CELL_START;
    if (colour != 0 && red > green + 50 && red > blue + 50)
        return CELL_FINISH;
    return UNKNOWN;
}

static void guess_lines_of_picture(struct cells *cells)
{
    int order[] = {CELL_START, CELL_FINISH};
    for (int i = 0; i < cells->sign_count; i++) {
        int role = hue_role(cells->list[i].code);
        if (cells->list[i].role == UNKNOWN && role != UNKNOWN && !has_role(cells, role))
            cells->list[i].role = role;
    }
    for (int i = 0; i < 2; i++)
        if (!has_role(cells, order[i]) && (i == 0 || has_role(cells, CELL_START)))
            set_role(cells, most_unknown(cells, NULL), order[i]);
}

static int light_of(uint32_t colour)
{
    return (int)(3 * (colour >> 16 & 255) + 6 * (colour >> 8 & 255) + (colour & 255));
}

/* Of the ground at the edge and the sign that is most besides: does this look like lines that are
 * drawn beside a road, dark on light? */
static bool look_like_walls(const struct guess *guess, int edge, int other)
{
    const struct cell_sign *list = guess->cells->list;
    return guess->inner[other] * 20 < list[other].count &&
           light_of(list[other].code) < light_of(list[edge].code);
}

/* 2: a track comes of it, 1: one whose lines do not fit their cells, 0: none. */
static int judge(const struct cells *cells)
{
    struct draft draft;
    struct cells_remarks remarks;
    struct error ignored;
    bool made = cells_make_draft(cells, &draft, &remarks, &ignored);
    draft_free(&draft);
    return made + (made && !remarks.is_odd);
}

static void assign_picture(struct guess *guess, int off, int road, bool walls)
{
    struct cells *cells = guess->cells;
    for (int i = 0; i < cells->sign_count; i++)
        cells->list[i].role = UNKNOWN;
    cells->list[off].role = CELL_OFF;
    cells->list[road].role = CELL_ROAD;
    guess_lines_of_picture(cells);
    for (int i = 0; i < cells->sign_count; i++)
        if (cells->list[i].role == UNKNOWN)
            cells->list[i].role = guess->border[i] > 0 && !walls ? CELL_OFF : CELL_ROAD;
}

/* What looks like it, or the other way round, if a better track comes of that. */
static void guess_picture(struct guess *guess)
{
    struct cells *cells = guess->cells;
    for (int i = 0; i < cells->sign_count; i++)
        cells->list[i].role = UNKNOWN;
    int edge = most_unknown(cells, guess->border);
    cells->list[edge].role = CELL_OFF;
    int other = most_unknown(cells, NULL);
    bool walls = look_like_walls(guess, edge, other);
    int grades[2];
    for (int i = 0; i < 2; i++, walls = !walls) {
        assign_picture(guess, walls ? other : edge, walls ? edge : other, walls);
        grades[i] = judge(cells);
        if (grades[i] == 2)
            return;
    }
    if (grades[0] >= grades[1])
        assign_picture(guess, walls ? other : edge, walls ? edge : other, walls);
}

void cells_guess(struct cells *cells)
{
    struct guess guess = {.cells = cells};
    count_cells(&guess);
    if (cells->lines)
        guess_text(&guess);
    else
        guess_picture(&guess);
}

/* --- saying ------------------------------------------------------------------------------------
 */

static int find_name(const struct cells *cells, const char *name)
{
    for (int i = 0; i < cells->sign_count; i++)
        if (strcmp(cells->list[i].name, name) == 0 ||
            (!cells->lines && strcasecmp(cells->list[i].name, name) == 0))
            return i;
    return -1;
}

static bool assign(struct cells *cells, char *word, struct error *error)
{
    char *equals = strrchr(word, '=');
    if (!equals || equals == word)
        return error_set(error, "a sign is said to stand for something by SIGN=WHAT, not \"%s\"",
                         word);
    *equals = '\0';
    int sign = find_name(cells, word), role = 0;
    if (strcmp(equals + 1, "wall") != 0)
        while (role < CELL_ROLES && strcmp(role_names[role], equals + 1) != 0)
            role++;
    if (role == CELL_ROLES)
        return error_set(error, "%s can be off, road, start, finish or 1 to 9, not \"%s\"", word,
                         equals + 1);
    if (sign < 0) {
        struct error list = {0};
        for (int i = 0, at = 0; i < cells->sign_count && at < 200; i++)
            at +=
                snprintf(list.text + at, sizeof list.text - (size_t)at, " %s", cells->list[i].name);
        return error_set(error, "there is no %s in this grid; it has%s", word, list.text);
    }
    cells->list[sign].role = role;
    return true;
}

bool cells_assign(struct cells *cells, const char *words, struct error *error)
{
    char *copy = memory_copy_string(words), *rest = copy;
    bool done = true;
    for (char *word; done && (word = strtok_r(rest, " \t\n", &rest)) != NULL;)
        done = assign(cells, word, error);
    free(copy);
    return done;
}
