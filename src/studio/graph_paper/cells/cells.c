/* What the signs of a grid stand for: guessed, told, and said by people. */
#include "studio/graph_paper/cells/cells.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { UNKNOWN = -1, FEW_COLOURS = 16, SMALL = 256, LEAST_SIDE = 4 };
enum { LINE_MOST = 2, CELL_LEAST = 3 }; /* pixels of a line between cells, and of a cell */

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

/* --- pictures --------------------------------------------------------------------------------- */

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

/* Lines of one colour may part the cells. Along one side of the picture: of what colour each column
 * (or row) is as a whole, if it is of one, and whether it is another one than that before it. */
struct cells_side {
    int length;
    bool *edge, *whole;
    uint32_t *colour;
};

static struct cells_side look_along(const uint32_t *pixels, int width, int height, bool rows)
{
    size_t length = (size_t)(rows ? height : width), before = rows ? (size_t)width : 1;
    struct cells_side side = {.length = (int)length};
    side.edge = memory_allocate(length, sizeof *side.edge);
    side.whole = memory_allocate(length, sizeof *side.whole);
    side.colour = memory_allocate(length, sizeof *side.colour);
    for (size_t i = 0; i < length; i++) {
        side.whole[i] = true;
        side.colour[i] = pixels[i * before];
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++, pixels++) {
            int i = rows ? y : x;
            side.whole[i] = side.whole[i] && *pixels == side.colour[i];
            side.edge[i] = side.edge[i] || (i > 0 && *pixels != *(pixels - before));
        }
    return side;
}

static void free_side(struct cells_side *side)
{
    free(side->edge);
    free(side->whole);
    free(side->colour);
}

/* Cells begin every `pitch` pixels from `first` on, with a line so wide between them. How many
 * cells there are; 0: it is not so. */
static int count_between(const struct cells_side *side, int pitch, int line, int first,
                         uint32_t *colour)
{
    bool any = false;
    for (int i = 0; i < side->length; i++) {
        int within = (i + pitch - first) % pitch; /* of the cell, then of the line behind it */
        bool on_line = within >= pitch - line;
        if (side->edge[i] && within != 0 && within != pitch - line)
            return 0;
        if (on_line && (!side->whole[i] || (any && side->colour[i] != *colour)))
            return 0;
        *colour = on_line ? side->colour[i] : *colour;
        any = any || on_line;
    }
    int cells = (side->length - first + line) / pitch;
    return side->length - first - cells * pitch <= 0 ? cells : 0;
}

/* The same on both sides, each from an edge of the picture or from a line on it. */
static bool fit_lines(const struct cells_side sides[2], int pitch, int line, int counts[2])
{
    uint32_t colours[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        counts[i] = 0;
        for (int first = 0; first <= line && counts[i] == 0; first++)
            counts[i] = count_between(&sides[i], pitch, line, first, &colours[i]);
        if (counts[i] < LEAST_SIDE)
            return false;
    }
    return colours[0] == colours[1];
}

/* From one line to the next; 0: there are none. */
static int find_pitch(const uint32_t *pixels, int width, int height, int counts[2])
{
    struct cells_side sides[2] = {look_along(pixels, width, height, false),
                                  look_along(pixels, width, height, true)};
    int found = 0, most = number_smaller(width, height) / LEAST_SIDE + LINE_MOST;
    for (int pitch = most; pitch > 0 && found == 0; pitch--)
        for (int line = 1; line <= LINE_MOST && pitch - line >= CELL_LEAST && found == 0; line++)
            found = fit_lines(sides, pitch, line, counts) ? pitch : 0;
    free_side(&sides[0]);
    free_side(&sides[1]);
    return found;
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
            int middle = cells->block / 2; /* as cells_place tells it */
            int x = column * cells->block + middle, y = row * cells->block + middle;
            int sign = find_colour(cells, pixels[(size_t)y * (size_t)width + (size_t)x]);
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

static void cells_guess(struct cells *cells);

bool cells_read_picture(const uint32_t *pixels, int width, int height, struct cells *cells,
                        struct error *error)
{
    int counts[2], pitch = find_pitch(pixels, width, height, counts);
    *cells = (struct cells){.block = pitch > 0 ? pitch : find_block(pixels, width, height)};
    cells->columns = pitch > 0 ? counts[0] : width / cells->block;
    cells->rows = pitch > 0 ? counts[1] : height / cells->block;
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
    /* The most frequent colour first. */
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
    cells_guess(cells);
    return true;
}

bool cells_look_meant(const struct cells *cells)
{
    int longer = number_larger(cells->columns, cells->rows);
    return cells->sign_count <= FEW_COLOURS && (cells->block > 1 || longer <= SMALL) &&
           number_smaller(cells->columns, cells->rows) >= LEAST_SIDE;
}

/* --- guessing: what both have in common ------------------------------------------------------- */

struct cells_guess {
    struct cells *cells;
    int border[CELLS_SIGNS_MOST]; /* cells at the edge of the grid */
    int inner[CELLS_SIGNS_MOST];  /* those with four neighbours of their own kind */
};

static int sign_at(const struct cells *cells, int column, int row)
{
    return cells->signs[(size_t)row * (size_t)cells->columns + (size_t)column];
}

static void count_cells(struct cells_guess *guess)
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
static void guess_ground(struct cells_guess *guess)
{
    struct cells *cells = guess->cells;
    if (!has_role(cells, CELL_OFF))
        set_role(cells, most_unknown(cells, guess->border), CELL_OFF);
    if (!has_role(cells, CELL_ROAD))
        set_role(cells, most_unknown(cells, NULL), CELL_ROAD);
}

/* --- guessing: texts -------------------------------------------------------------------------- */

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
static void guess_numbers(struct cells_guess *guess)
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

/* "+", "-" and "|" are a frame, the first two without the third start and finish. */
static void guess_signs(struct cells_guess *guess)
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

static void guess_text(struct cells_guess *guess)
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
    /* Karopapier has a letter for each kind of ground that is not road; elsewhere it depends. */
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

/* --- guessing: pictures ----------------------------------------------------------------------- */

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

static int light_of(uint32_t colour)
{
    return (int)(3 * (colour >> 16 & 255) + 6 * (colour >> 8 & 255) + (colour & 255));
}

static void assign_picture(struct cells_guess *guess, int off, int road, bool walls)
{
    struct cells *cells = guess->cells;
    for (int i = 0; i < cells->sign_count; i++)
        cells->list[i].role = UNKNOWN;
    cells->list[off].role = CELL_OFF;
    cells->list[road].role = CELL_ROAD;
    int order[] = {CELL_START, CELL_FINISH};
    for (int i = 0; i < cells->sign_count; i++) {
        int role = hue_role(cells->list[i].code);
        if (cells->list[i].role == UNKNOWN && role != UNKNOWN && !has_role(cells, role))
            cells->list[i].role = role;
    }
    for (int i = 0; i < 2; i++)
        if (!has_role(cells, order[i]) && (i == 0 || has_role(cells, CELL_START)))
            set_role(cells, most_unknown(cells, NULL), order[i]);
    for (int i = 0; i < cells->sign_count; i++)
        if (cells->list[i].role == UNKNOWN)
            cells->list[i].role = guess->border[i] > 0 && !walls ? CELL_OFF : CELL_ROAD;
}

/* What looks like it, or the other way round, if a better track comes of that. */
static void guess_picture(struct cells_guess *guess)
{
    struct cells *cells = guess->cells;
    for (int i = 0; i < cells->sign_count; i++)
        cells->list[i].role = UNKNOWN;
    int edge = most_unknown(cells, guess->border);
    cells->list[edge].role = CELL_OFF;
    int other = most_unknown(cells, NULL);
    /* Of the ground at the edge and the sign that is most besides: does this look like lines that
     * are drawn beside a road, dark on light? */
    const struct cell_sign *list = guess->cells->list;
    bool walls = guess->inner[other] * 20 < list[other].count &&
                 light_of(list[other].code) < light_of(list[edge].code);
    int grades[2];
    for (int i = 0; i < 2; i++, walls = !walls) {
        assign_picture(guess, walls ? other : edge, walls ? edge : other, walls);
        /* 2: a track comes of it, 1: one whose lines do not fit their cells, 0: none. */
        struct draft draft;
        struct cells_remarks remarks;
        struct error ignored;
        bool made = cells_make_draft(cells, &draft, &remarks, &ignored);
        draft_free(&draft);
        grades[i] = made + (made && !remarks.is_odd);
        if (grades[i] == 2)
            return;
    }
    if (grades[0] >= grades[1])
        assign_picture(guess, walls ? other : edge, walls ? edge : other, walls);
}

/* Anew, from the signs alone. */
static void cells_guess(struct cells *cells)
{
    struct cells_guess guess = {.cells = cells};
    count_cells(&guess);
    if (cells->lines)
        guess_text(&guess);
    else
        guess_picture(&guess);
}

/* --- saying ----------------------------------------------------------------------------------- */

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

/* === text ===================================================================================== */

/* A grid out of a text: its lines among prose and fences, what stands between its signs, its size.
 */

enum { TAB = 8, PROSE_LETTERS = 5, PROSE_MANY = 9, LEAST = 2, FEW_SIGNS = 24, FEW_NUMBERS = 5 };
enum { MARK = 0xFEFF, NO_BREAK = 0xA0, WIDE_BLANK = 0x3000 };

/* A line of the file; its letters are the text's. */
struct cells_row {
    uint32_t *letters;
    int count, line;
    int column;    /* of its first letter, from 1 */
    bool is_fence; /* of code */
};

struct rows {
    struct cells_row *items;
    int count, capacity;
};

static bool is_blank(uint32_t letter)
{
    return letter == ' ' || letter == '\t';
}

static bool is_between(uint32_t letter)
{
    return is_blank(letter) || letter == ',' || letter == ';';
}

static bool is_digit(uint32_t letter)
{
    return letter >= '0' && letter <= '9';
}

/* --- lines ------------------------------------------------------------------------------------ */

static bool begins(const struct cells_row *row, const char *word)
{
    int i = 0;
    for (; i < row->count && word[i] != '\0'; i++)
        if ((row->letters[i] | 0x20) != (uint32_t)(word[i] | 0x20))
            return false;
    return word[i] == '\0';
}

static void cut_front(struct cells_row *row, int count)
{
    row->letters += count;
    row->count -= count;
    row->column += count;
}

static bool is_fence(struct cells_row row)
{
    static const char *const words[] = {"```", "~~~", "[code", "[/code", "<pre", "</pre"};
    while (row.count > 0 && is_blank(row.letters[0]))
        cut_front(&row, 1);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins(&row, words[i]))
            return true;
    return false;
}

/* One letter of UTF-8; a byte that is none stands for itself, as in older files. */
static uint32_t take_letter(const char **at)
{
    uint32_t code;
    size_t length = text_decode(*at, &code);
    if (length == 0)
        code = (unsigned char)**at;
    *at += length > 0 ? length : 1;
    return code == NO_BREAK || code == WIDE_BLANK || (code >= 0x2000 && code <= 0x200A) ? ' '
                                                                                        : code;
}

/* Marks that nobody sees: byte order, joiners, the choice between a letter and its picture. */
static bool is_unseen(uint32_t letter)
{
    return letter == MARK || (letter >= 0x200B && letter <= 0x200F) || letter == 0xFE0E ||
           letter == 0xFE0F;
}

/* The text ends with a zero byte and holds no other. */
static uint32_t *split(const char *bytes, size_t length, struct rows *rows)
{
    uint32_t *letters = memory_allocate(length + 1, sizeof *letters), *into = letters;
    const char *at = bytes, *end = bytes + length;
    for (int line = 1; at < end; line++) {
        struct cells_row row = {.letters = into, .line = line, .column = 1};
        while (at < end && *at != '\n' && *at != '\r') {
            uint32_t letter = take_letter(&at);
            if (!is_unseen(letter))
                into[row.count++] = letter;
        }
        into += row.count;
        while (at < end && *at == '\r')
            at++;
        at += at < end && *at == '\n';
        while (row.count > 0 && is_blank(row.letters[row.count - 1]))
            row.count--;
        row.is_fence = is_fence(row);
        list_add(rows, row);
    }
    return letters;
}

/* --- which lines are the grid ----------------------------------------------------------------- */

/* Words have many letters that stand once; signs come again and again. */
static bool is_prose(const struct cells_row *row)
{
    int letters = 0, kinds = 0;
    bool seen[26] = {false};
    for (int i = 0; i < row->count; i++) {
        uint32_t letter = row->letters[i] | 0x20;
        if (letter < 'a' || letter > 'z')
            continue;
        letters++;
        kinds += !seen[letter - 'a'];
        seen[letter - 'a'] = true;
    }
    return kinds >= PROSE_MANY || (kinds >= PROSE_LETTERS && kinds * 2 > letters);
}

/* The rows from `from` on that stand below each other with so many empty lines between them. */
static struct rows block_from(const struct rows *all, int from, int gap, int *next)
{
    struct rows block = {0};
    int i = from;
    while (i < all->count) {
        const struct cells_row *row = &all->items[i];
        if (row->count == 0 || row->is_fence || is_prose(row))
            break;
        list_add(&block, *row);
        int empty = 0;
        while (++i < all->count && all->items[i].count == 0)
            empty++;
        if (empty != gap)
            break;
    }
    *next = i > from ? i : from + 1;
    return block;
}

static int64_t size_of(const struct rows *block)
{
    int64_t size = 0;
    for (int i = 0; i < block->count; i++)
        size += block->items[i].count;
    return block->count < LEAST ? 0 : size;
}

/* The largest block, of those between fences where there are any. */
static struct rows text_find_block(const struct rows *all)
{
    struct rows best = {0};
    bool has_fence = false;
    for (int i = 0; i < all->count; i++)
        has_fence = has_fence || all->items[i].is_fence;
    for (int gap = 0; gap < 2; gap++) {
        bool inside = !has_fence;
        for (int i = 0, next; i < all->count; i = next) {
            next = i + 1;
            if (all->items[i].is_fence)
                inside = !inside;
            if (!inside || all->items[i].count == 0)
                continue;
            struct rows block = block_from(all, i, gap, &next);
            bool larger = size_of(&block) > size_of(&best);
            free(larger ? best.items : block.items);
            best = larger ? block : best;
        }
    }
    return best;
}

/* --- what is not the grid --------------------------------------------------------------------- */

static bool all_begin(const struct rows *rows, uint32_t letter)
{
    for (int i = 0; i < rows->count; i++)
        if (rows->items[i].count == 0 || rows->items[i].letters[0] != letter)
            return false;
    return rows->count > 0;
}

static void drop_empty(struct rows *rows)
{
    int kept = 0;
    for (int i = 0; i < rows->count; i++)
        if (rows->items[i].count > 0)
            rows->items[kept++] = rows->items[i];
    rows->count = kept;
}

/* Up to two numbers, perhaps behind a word: how many, or 0 if the row is none of sizes. */
static int read_sizes(const struct cells_row *row, int sizes[2])
{
    int count = 0, i = 0;
    while (i < row->count && !is_digit(row->letters[i]) && row->letters[i] < 0x80 &&
           row->letters[i] != '#')
        i++;
    while (i < row->count) {
        int64_t number = 0;
        if (!is_digit(row->letters[i]) || count == 2)
            return 0;
        for (; i < row->count && is_digit(row->letters[i]); i++)
            number = number < 1000000 ? number * 10 + (int)row->letters[i] - '0' : number;
        sizes[count++] = (int)number;
        while (i < row->count && (is_between(row->letters[i]) || (row->letters[i] | 0x20) == 'x' ||
                                  row->letters[i] == ':' || row->letters[i] == 0xD7))
            i++;
    }
    return count;
}

/* Two numbers are a size where a third would be a row; one alone is no row that is as long as the
 * others, of digits. */
static bool is_size(const struct rows *rows, int at, int count)
{
    int next[2];
    if (count == 2)
        return read_sizes(&rows->items[at + 1], next) != 2;
    return count == 1 && rows->items[at].count != rows->items[rows->count - 1].count;
}

/* The one or two lines of the size before the grid, which go: how many numbers they hold. */
static int take_sizes(struct rows *rows, int sizes[2])
{
    int numbers = 0, lines = 0, found[2];
    while (lines < rows->count - LEAST && numbers < 2) {
        int count = read_sizes(&rows->items[lines], found);
        if (numbers + count > 2 || !is_size(rows, lines, count))
            break;
        memcpy(sizes + numbers, found, (size_t)count * sizeof *sizes);
        numbers += count;
        lines++;
    }
    if (numbers < 2)
        return 0;
    memmove(rows->items, rows->items + lines, (size_t)(rows->count - lines) * sizeof *rows->items);
    rows->count -= lines;
    return numbers;
}

static bool is_wrapping(uint32_t letter)
{
    return letter < 0x80 && letter != 0 && strchr("\"'[]{}()", (int)letter) != NULL;
}

/* Rows of a program's list, "##..##", or [0, 1, 1]: what stands round the signs becomes blanks. */
static void unwrap(struct rows *rows)
{
    int wrapped = 0;
    for (int i = 0; i < rows->count; i++)
        for (int k = 0; k < rows->items[i].count; k++)
            if (is_wrapping(rows->items[i].letters[k])) {
                wrapped++;
                break;
            }
    if (wrapped < rows->count - 1)
        return;
    for (int i = 0; i < rows->count; i++) {
        struct cells_row *row = &rows->items[i];
        for (int k = 0; k < row->count; k++)
            if (is_wrapping(row->letters[k]))
                row->letters[k] = ',';
        while (row->count > 0 && is_between(row->letters[row->count - 1]))
            row->count--;
        while (row->count > 0 && is_between(row->letters[0]))
            cut_front(row, 1);
    }
    drop_empty(rows);
}

/* Signs that stand alone, with something between them: their number; 0 if it is another row. */
static int count_apart(const struct cells_row *row)
{
    int signs = 0;
    for (int i = 0; i < row->count; i++) {
        bool sign = !is_between(row->letters[i]);
        if (sign && i > 0 && !is_between(row->letters[i - 1]))
            return 0;
        signs += sign;
    }
    return signs;
}

/* The same of all rows: then only the signs stay. The step from one to the next; 1: they are not
 * apart. */
static int close_up(struct rows *rows)
{
    int signs = rows->count > 0 ? count_apart(&rows->items[0]) : 0;
    for (int i = 1; i < rows->count && signs > 0; i++)
        signs = count_apart(&rows->items[i]) == signs ? signs : 0;
    if (signs < LEAST)
        return 1;
    int step = (rows->items[0].count - 1) / (signs - 1);
    for (int i = 0; i < rows->count; i++) {
        struct cells_row *row = &rows->items[i];
        int count = 0;
        while (row->count > 0 && is_between(row->letters[0]))
            cut_front(row, 1);
        for (int k = 0; k < row->count; k++)
            if (!is_between(row->letters[k]))
                row->letters[count++] = row->letters[k];
        row->count = count;
    }
    return step;
}

/* --- the grid --------------------------------------------------------------------------------- */

static void name_sign(struct cell_sign *sign)
{
    uint32_t c = sign->code;
    char *into = sign->name;
    if (c == ' ' || c == 0) {
        snprintf(sign->name, sizeof sign->name, "%s", c ? "blank" : "missing");
        return;
    }
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned leads[] = {0, 0xC0, 0xE0, 0xF0};
    *into++ = (char)(leads[more] | c >> 6 * more);
    while (more-- > 0)
        *into++ = (char)(0x80 | (c >> 6 * more & 0x3F));
    *into = '\0';
}

/* -1: there are too many. */
static int find_sign(struct cells *cells, uint32_t code)
{
    int i = 0;
    while (i < cells->sign_count && cells->list[i].code != code)
        i++;
    if (i == CELLS_SIGNS_MOST)
        return -1;
    if (i == cells->sign_count) {
        cells->list[cells->sign_count++] = (struct cell_sign){.code = code};
        name_sign(&cells->list[i]);
    }
    return i;
}

static int width_of(const struct cells_row *row)
{
    int width = 0;
    for (int i = 0; i < row->count; i++)
        width += row->letters[i] == '\t' ? TAB - width % TAB : 1;
    return width;
}

static bool put_sign(struct cells *cells, int row, int column, uint32_t code)
{
    int sign = find_sign(cells, code);
    if (sign < 0)
        return false;
    cells->signs[(size_t)row * (size_t)cells->columns + (size_t)column] = (uint8_t)sign;
    cells->list[sign].count++;
    return true;
}

/* A tab reaches to the next column of eight, as it looks. */
static bool fill_row(struct cells *cells, int at, const struct cells_row *row)
{
    int column = 0;
    bool filled = true;
    for (int i = 0; i < row->count && filled; i++) {
        bool tab = row->letters[i] == '\t';
        int until = column + (tab ? TAB - column % TAB : 1);
        while (column < until && filled)
            filled = put_sign(cells, at, column++, tab ? ' ' : row->letters[i]);
    }
    while (column < cells->columns && filled)
        filled = put_sign(cells, at, column++, 0);
    return filled;
}

static void remark_ragged(struct cells *cells, const struct rows *rows)
{
    for (int i = 0; i < cells->rows; i++) {
        int width = width_of(&rows->items[i]);
        if (width == cells->columns)
            continue;
        snprintf(cells->remark, sizeof cells->remark,
                 "Line %d has %d squares, the longest %d: what is missing is off the road.",
                 rows->items[i].line, width, cells->columns);
        return;
    }
}

static bool build(struct cells *cells, struct rows *rows, struct error *error)
{
    int sizes[2] = {0, 0};
    /* The marks of a quoted mail, "> ". */
    while (all_begin(rows, '>')) {
        for (int i = 0; i < rows->count; i++) {
            struct cells_row *row = &rows->items[i];
            cut_front(row, 1 + (row->count > 1 && row->letters[1] == ' '));
        }
        drop_empty(rows);
    }
    int size_count = take_sizes(rows, sizes);
    unwrap(rows);
    cells->step = close_up(rows);
    /* What all rows are indented by, as far as it is the same. */
    while (all_begin(rows, ' ') || all_begin(rows, '\t'))
        for (int i = 0; i < rows->count; i++)
            cut_front(&rows->items[i], 1);
    for (int i = 0; i < rows->count; i++)
        cells->columns = number_larger(cells->columns, width_of(&rows->items[i]));
    cells->rows = rows->count;
    if (cells->rows < LEAST || cells->columns < LEAST)
        return error_set(error, "there is no grid of squares in this text");
    if (cells->rows > SHEET_MAX || cells->columns > SHEET_MAX)
        return error_set_at(error, rows->items[0].line, 0,
                            "the grid has %d × %d squares; a sheet has at most %d each way",
                            cells->columns, cells->rows, SHEET_MAX);
    cells->first_column = rows->items[0].column;
    cells->signs = memory_allocate((size_t)cells->rows, (size_t)cells->columns);
    cells->lines = memory_allocate((size_t)cells->rows, sizeof *cells->lines);
    for (int i = 0; i < cells->rows; i++) {
        cells->lines[i] = rows->items[i].line;
        if (!fill_row(cells, i, &rows->items[i]))
            return error_set_at(error, rows->items[i].line, 0,
                                "this is no grid: it has more than %d signs", CELLS_SIGNS_MOST);
    }
    remark_ragged(cells, rows);
    if (size_count > 0) {
        bool same = (sizes[0] == cells->rows && sizes[1] == cells->columns) ||
                    (sizes[1] == cells->rows && sizes[0] == cells->columns);
        if (!same)
            snprintf(cells->remark, sizeof cells->remark,
                     "The file says %d × %d squares, but has %d rows and %d columns.", sizes[0],
                     sizes[1], cells->rows, cells->columns);
    }
    return true;
}

/* A map of stock cars says in which heading the line is crossed. */
static bool is_map(const char *bytes, size_t length)
{
    struct rows all = {0};
    uint32_t *letters = split(bytes, length, &all);
    bool found = false;
    for (int i = 0; i < all.count; i++)
        found = found || begins(&all.items[i], "race:");
    free(all.items);
    free(letters);
    return found;
}

/* Many stars are such a map, too. */
static bool looks_like_grid(const struct cells *cells)
{
    bool has_off = false, has_road = false, numbers = true, stars = false;
    for (int i = 0; i < cells->sign_count; i++) {
        const struct cell_sign *sign = &cells->list[i];
        has_off = has_off || (sign->role == CELL_OFF && sign->code != 0);
        has_road = has_road || sign->role == CELL_ROAD;
        stars = stars || (sign->code == '*' && sign->count > cells->rows * cells->columns / 4);
        numbers = numbers && (is_digit(sign->code) || sign->code == 0);
    }
    return has_off && has_road && !stars &&
           cells->sign_count <= (numbers ? FEW_NUMBERS : FEW_SIGNS) && cells->rows > LEAST &&
           cells->columns > LEAST;
}

bool cells_recognise(const char *bytes, size_t length)
{
    struct cells cells;
    struct error ignored;
    if (length == 0 || bytes[0] == '<' || bytes[0] == '{' ||
        !cells_read_text(bytes, length, &cells, &ignored))
        return false;
    bool is_grid = looks_like_grid(&cells) && !is_map(bytes, length);
    cells_free(&cells);
    return is_grid;
}

bool cells_read_text(const char *bytes, size_t length, struct cells *cells, struct error *error)
{
    struct rows all = {0};
    *cells = (struct cells){0};
    if (length > CELLS_FILE_LIMIT)
        return error_set(error, "the file is larger than %d MiB", CELLS_FILE_LIMIT >> 20);
    if (memchr(bytes, '\0', length) != NULL)
        return error_set(error, "there is no grid of squares in this file: it is no text");
    uint32_t *letters = split(bytes, length, &all);
    struct rows block = text_find_block(&all);
    bool built = build(cells, &block, error);
    if (built)
        cells_guess(cells);
    else
        cells_free(cells);
    free(block.items);
    free(all.items);
    free(letters);
    return built;
}
