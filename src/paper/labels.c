/* Finding room for labels, and drawing them. Out of memory is the only failure. */
#include "paper/labels.h"

#include "base/memory.h"
#include "base/text.h"
#include "paper/ink.h"
#include "paper/paper.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 24, RINGS = 4, MORE_RINGS = 40 };
static const double DISTANCE_COST = 6; /* for each interface pixel further from the anchor */
static const double TURN_COST = 14;    /* interface pixels further: for lying quite elsewhere */
static const double PLATE_SIDE = 0.5, PLATE_HEAD = 0.3, PLATE_STEP = 1.3; /* of the type's size */
static const double WING = 0.5; /* radians, as brush_arrow draws a head */
static const double RIMMED_HEIGHT = 1.3, NUMBER_HEIGHT = 1, RIM = 0.1;

struct labels labels_begin(struct label_box seen, double unit)
{
    return (struct labels){.seen = seen, .unit = unit};
}

void labels_end(struct labels *labels)
{
    for (int i = 0; i < labels->count; i++)
        free(labels->items[i].text);
    free(labels->items);
    free(labels->obstacles);
    if (labels->measure)
        cairo_destroy(labels->measure);
    *labels = (struct labels){0};
}

void labels_return(struct labels *labels, int count, int obstacle_count)
{
    while (labels->count > count)
        free(labels->items[--labels->count].text);
    if (labels->obstacle_count > obstacle_count)
        labels->obstacle_count = obstacle_count;
}

bool labels_can_see(const struct labels *labels, struct pixel at)
{
    const struct label_box *seen = &labels->seen;
    return at.x >= seen->x && at.x <= seen->x + seen->w && at.y >= seen->y &&
           at.y <= seen->y + seen->h;
}

/* --- what is in the way ----------------------------------------------------------------------- */

static void add_obstacle(struct labels *labels, struct label_obstacle obstacle)
{
    array_add(labels->obstacles, labels->obstacle_count, labels->obstacle_capacity, obstacle);
}

static struct label_box disc_box(double x, double y, double radius)
{
    return (struct label_box){x - radius, y - radius, 2 * radius, 2 * radius};
}

void labels_keep_off(struct labels *labels, struct label_box box)
{
    add_obstacle(labels, (struct label_obstacle){.box = box, .never = true});
}

void labels_keep_off_disc(struct labels *labels, double x, double y, double radius)
{
    labels_keep_off(labels, disc_box(x, y, radius));
}

void labels_avoid(struct labels *labels, struct label_box box, double weight)
{
    add_obstacle(labels, (struct label_obstacle){.box = box, .weight = weight});
}

void labels_avoid_disc(struct labels *labels, double x, double y, double radius, double weight)
{
    labels_avoid(labels, disc_box(x, y, radius), weight);
}

void labels_avoid_line(struct labels *labels, double x1, double y1, double x2, double y2,
                       double weight)
{
    double half = 4 * labels->unit;
    int pieces = (int)brush_clamp(hypot(x2 - x1, y2 - y1) / (2 * half), 1, 24);
    for (int i = 0; i <= pieces; i++)
        labels_avoid_disc(labels, x1 + (x2 - x1) * i / pieces, y1 + (y2 - y1) * i / pieces, half,
                          weight);
}

void labels_avoid_arrow(struct labels *labels, struct pixel from, struct pixel to, double weight,
                        double head)
{
    double angle = atan2(to.y - from.y, to.x - from.x), box[4];
    double length = fmin(head, hypot(to.x - from.x, to.y - from.y) / 2);
    struct extent extent = EXTENT_NOTHING;
    if (length <= 0)
        return;
    labels_avoid_line(labels, from.x, from.y, to.x, to.y, weight);
    extent_add(&extent, to, 0);
    for (double side = -WING; side <= WING; side += 2 * WING)
        extent_add(
            &extent,
            (struct pixel){to.x - length * cos(angle + side), to.y - length * sin(angle + side)},
            0);
    extent_box(&extent, box);
    labels_keep_off(labels, (struct label_box){box[0], box[1], box[2], box[3]});
}

/* --- places ----------------------------------------------------------------------------------- */

static double overlap(struct label_box a, struct label_box b)
{
    if (a.x >= b.x + b.w || b.x >= a.x + a.w || a.y >= b.y + b.h || b.y >= a.y + a.h)
        return 0; /* nearly always */
    double w = fmin(a.x + a.w, b.x + b.w) - fmax(a.x, b.x);
    double h = fmin(a.y + a.h, b.y + b.h) - fmax(a.y, b.y);
    return w * h;
}

/* INFINITY if the place is not free. */
static double cost_of(const struct labels *labels, struct label_box box)
{
    const struct label_box *seen = &labels->seen;
    double cost = 0;
    if (box.x < seen->x || box.y < seen->y || box.x + box.w > seen->x + seen->w ||
        box.y + box.h > seen->y + seen->h)
        return INFINITY;
    for (int i = 0; i < labels->obstacle_count; i++) {
        double covered = overlap(box, labels->obstacles[i].box);
        if (covered > 0 && labels->obstacles[i].never)
            return INFINITY;
        cost += covered * labels->obstacles[i].weight;
    }
    return cost;
}

bool labels_put(struct labels *labels, struct label_box box)
{
    if (cost_of(labels, box) == INFINITY)
        return false;
    add_obstacle(labels, (struct label_obstacle){.box = box, .never = true, .written = true});
    return true;
}

/* The best place so far. */
struct labels_found {
    struct label_box box;
    double cost;
};

static void try_place(const struct labels *labels, struct label_box box, double extra,
                      struct labels_found *best)
{
    if (extra >= best->cost)
        return;
    double cost = cost_of(labels, box) + extra;
    if (cost < best->cost)
        *best = (struct labels_found){box, cost};
}

bool labels_place(struct labels *labels, double w, double h, const struct label_wish *wish,
                  struct label_box *placed)
{
    struct labels_found best = {{0}, INFINITY};
    for (int ring = 0; ring < MORE_RINGS && (ring < RINGS || best.cost == INFINITY); ring++) {
        double distance = wish->away + ring * (h + 4 * labels->unit) * 0.75;
        double prefer = hypot(wish->prefer_x, wish->prefer_y);
        for (int i = 0; i < DIRECTIONS; i++) {
            double dx = cos(i * 6.2831853 / DIRECTIONS), dy = sin(i * 6.2831853 / DIRECTIONS);
            /* The nearest side or corner of the label lies at the distance. */
            double x = wish->x + dx * distance + brush_clamp(dx * 2, -1, 1) * w / 2;
            double y = wish->y + dy * distance + brush_clamp(dy * 2, -1, 1) * h / 2;
            double turned =
                prefer > 0 ? 1 - (dx * wish->prefer_x + dy * wish->prefer_y) / prefer : 0;
            try_place(labels, (struct label_box){round(x - w / 2), round(y - h / 2), w, h},
                      (distance + turned * TURN_COST * labels->unit) * DISTANCE_COST * labels->unit,
                      &best);
        }
    }
    if (best.cost == INFINITY) {
        /* When all is full: any place, the nearest first. */
        const struct label_box *seen = &labels->seen;
        double step = fmax(h / 3, 2);
        for (double y = seen->y; y + h <= seen->y + seen->h; y += step)
            for (double x = seen->x; x + w <= seen->x + seen->w; x += step) {
                double distance = hypot(x + w / 2 - wish->x, y + h / 2 - wish->y);
                try_place(labels, (struct label_box){x, y, w, h},
                          distance * DISTANCE_COST * labels->unit, &best);
            }
    }
    if (best.cost == INFINITY)
        return false;
    *placed = best.box;
    add_obstacle(labels, (struct label_obstacle){.box = best.box, .never = true, .written = true});
    return true;
}

/* --- texts ------------------------------------------------------------------------------------ */

double labels_text_width(struct labels *labels, enum label_look look, const char *text, double size)
{
    if (!labels->measure) {
        cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
        labels->measure = cairo_create(surface);
        cairo_surface_destroy(surface);
    }
    return lettering_width(labels->measure, text, size, look == LABEL_PLATE);
}

/* Breaks between words; returns the width of the widest line. */
static double break_lines(struct labels *labels, const struct label *label, const char *text,
                          double widest, struct text *into)
{
    double width = 0;
    size_t line = 0; /* where the last one begins */
    while (*text) {
        size_t length = text_word(text);
        size_t before = into->length;
        if (before > line)
            text_append(into, " ");
        text_append_bytes(into, text, length);
        double now = labels_text_width(labels, label->look, text_string(into) + line, label->size);
        if (widest > 0 && now > widest && before > line) {
            into->data[before] = '\n';
            line = before + 1;
            now = labels_text_width(labels, label->look, text_string(into) + line, label->size);
        }
        width = fmax(width, now);
        text += length;
        text += strspn(text, " ");
    }
    return width;
}

/* The next line of a plate and, in sizes of its type, its height; NULL: there is none. */
static const char *plate_line(const char *rest, struct text *line, double *step)
{
    size_t length = strcspn(rest, "\n");
    if (!*rest)
        return NULL;
    text_clear(line);
    text_append_bytes(line, rest, length);
    *step = PLATE_STEP - 1 + lettering_height(text_string(line));
    return rest + length + (rest[length] == '\n');
}

static double plate_height(const char *text)
{
    struct text line = {0};
    double step, height = 1 - PLATE_STEP + 2 * PLATE_HEAD;
    while ((text = plate_line(text, &line, &step)))
        height += step;
    text_free(&line);
    return height;
}

static double line_height(enum label_look look, const char *text, double size)
{
    return size * lettering_height(text) * (look == LABEL_NUMBER ? NUMBER_HEIGHT : RIMMED_HEIGHT);
}

void labels_add(struct labels *labels, enum label_look look, const char *text, double size,
                struct paper_color color, double widest, const struct label_wish *wish)
{
    struct label label = {.look = look, .color = color, .size = size, .wish = *wish};
    struct text lines = {0};
    bool plate = look == LABEL_PLATE;
    double side = plate ? 2 * PLATE_SIDE * size : 2 * RIM * size;
    double room = labels->seen.w - side;
    double width =
        break_lines(labels, &label, text, widest > 0 && widest < room ? widest : room, &lines);
    double height =
        plate ? plate_height(text_string(&lines)) * size : line_height(look, text, size);
    if (labels_place(labels, ceil(width + side), ceil(height), wish, &label.box)) {
        label.text = memory_copy_string(text_string(&lines));
        list_add(labels, label);
    }
    text_free(&lines);
}

void labels_add_number(struct labels *labels, const char *text, double size,
                       struct paper_color color, double x, double y)
{
    double height = line_height(LABEL_NUMBER, text, size);
    struct label label = {
        .look = LABEL_NUMBER, .color = color, .size = size, .wish = {.x = x, .y = y}};
    label.box = (struct label_box){
        x - RIM * size, y - height / 2,
        labels_text_width(labels, LABEL_NUMBER, text, size) + 2 * RIM * size, height};
    if (!labels_put(labels, label.box))
        return;
    label.text = memory_copy_string(text);
    list_add(labels, label);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* From a plate that found no room near what it names, as x1, y1, x2, y2. False: it is near. */
static bool find_leader(const struct labels *labels, const struct label *label, double ends[4])
{
    const struct label_box *box = &label->box;
    const struct label_wish *wish = &label->wish;
    double x = brush_clamp(wish->x, box->x, box->x + box->w);
    double y = brush_clamp(wish->y, box->y, box->y + box->h);
    double dx = wish->x - x, dy = wish->y - y, length = hypot(dx, dy);
    if (label->look != LABEL_PLATE || length < wish->away + label->size * 0.5)
        return false;
    double stop = 1 - 3 * labels->unit / length;
    ends[0] = x;
    ends[1] = y;
    ends[2] = x + dx * stop;
    ends[3] = y + dy * stop;
    return true;
}

static void draw_leader(cairo_t *cairo, const struct labels *labels, const struct label *label)
{
    double ends[4];
    if (!find_leader(labels, label, ends))
        return;
    brush_color(cairo, label->color);
    brush_add_line(cairo, (struct pixel){ends[0], ends[1]}, (struct pixel){ends[2], ends[3]});
    brush_stroke(cairo, fmax(labels->unit, 1), 0, 0);
}

static void draw_card(cairo_t *cairo, const struct labels *labels, const struct label *label,
                      const struct paper_theme *theme)
{
    struct label_box box = label->box;
    double line = fmax(round(1.5 * labels->unit), 1), radius = label->size * 0.28;
    double x = box.x + line / 2, y = box.y + line / 2;
    double right = box.x + box.w - line / 2, bottom = box.y + box.h - line / 2;
    cairo_new_path(cairo);
    cairo_arc(cairo, x + radius, y + radius, radius, 3.1415927, 4.7123890);
    cairo_arc(cairo, right - radius, y + radius, radius, 4.7123890, 6.2831853);
    cairo_arc(cairo, right - radius, bottom - radius, radius, 0, 1.5707963);
    cairo_arc(cairo, x + radius, bottom - radius, radius, 1.5707963, 3.1415927);
    cairo_close_path(cairo);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, label->color);
    cairo_set_line_width(cairo, line);
    cairo_stroke(cairo);
}

void labels_drawn_box(const struct labels *labels, const struct label *label, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double ends[4], margin = 2 * labels->unit + 1;
    const struct label_box *own = &label->box;
    extent_add(&extent, (struct pixel){own->x, own->y}, margin);
    extent_add(&extent, (struct pixel){own->x + own->w, own->y + own->h}, margin);
    if (find_leader(labels, label, ends))
        extent_add(&extent, (struct pixel){ends[2], ends[3]}, margin);
    extent_box(&extent, box);
}

void labels_draw(cairo_t *cairo, const struct labels *labels, const struct paper_theme *theme)
{
    for (int i = 0; i < labels->count; i++)
        draw_leader(cairo, labels, &labels->items[i]);
    for (int i = 0; i < labels->count; i++) {
        const struct label *label = &labels->items[i];
        double box[4];
        labels_drawn_box(labels, label, box);
        if (!brush_box_is_seen(cairo, box))
            continue;
        if (label->look == LABEL_PLATE) {
            draw_card(cairo, labels, label, theme);
            double step, size = label->size, x = label->box.x + size * PLATE_SIDE;
            double y = label->box.y + (PLATE_HEAD - (PLATE_STEP - 1) / 2) * size;
            struct text line = {0};
            for (const char *rest = label->text; (rest = plate_line(rest, &line, &step));
                 y += step * size)
                lettering_draw(cairo, text_string(&line), x, y + step * size / 2, size, true,
                               theme->ink);
            text_free(&line);
        } else
            lettering_draw_rimmed(cairo, label->text, label->box.x + RIM * label->size,
                                  label->box.y + label->box.h / 2, label->size, label->color,
                                  theme);
    }
}

/* === caption ================================================================================== */

/* What stands round a sheet in true size. Owns nothing, cannot fail: what has no room is cut. */

static const double TICK = 1.2, LONG_TICK = 2.2, RULER_LETTERS = 3.2;

static bool is_blank(char c)
{
    return c > 0 && c <= ' ';
}

/* On one line; what does not fit into the bytes is cut between letters. */
static void copy_line(const char *text, char into[CAPTION_BYTES])
{
    size_t length = 0;
    while (is_blank(*text))
        text++;
    for (; *text && length < CAPTION_BYTES - 8; text++) {
        bool blank = is_blank(*text);
        if (blank && (is_blank(text[1]) || text[1] == '\0'))
            continue;
        into[length++] = blank ? ' ' : *text;
    }
    while (*text && length > 0 && ((unsigned char)*text & 0xc0) == 0x80) {
        length--; /* of a letter that is not there in full */
        if (((unsigned char)into[length] & 0xc0) == 0xc0)
            break;
    }
    into[length] = '\0';
}

double caption_fit(cairo_t *cairo, const char *text, double size, bool bold, double width,
                   char into[CAPTION_BYTES])
{
    copy_line(text, into);
    size_t length = strlen(into);
    double wide;
    while ((wide = lettering_width(cairo, into, size, bold)) > width && length > 0) {
        do
            length--;
        while (length > 0 && ((unsigned char)into[length] & 0xc0) == 0x80);
        while (length > 0 && into[length - 1] == ' ')
            length--;
        strcpy(into + length, "…");
    }
    return wide;
}

void caption_put(struct caption *caption, int pen, const char *text, double size, bool bold,
                 double most)
{
    char shown[CAPTION_BYTES];
    double mark = pen ? size * 1.5 : 0, room = caption->right - caption->left;
    double width = mark + caption_fit(caption->cairo, text, size, bold,
                                      (most < room ? most : room) - mark, shown);
    if (caption->x > caption->left && caption->x + width > caption->right) {
        caption->x = caption->left;
        caption->y += caption->line_height;
    }
    if (caption->drawn) {
        if (pen)
            paper_draw_mark(caption->cairo, pen, caption->x + size * 0.5, caption->y, size * 0.95,
                            caption->theme);
        lettering_draw(caption->cairo, shown, caption->x + mark, caption->y, size, bold,
                       caption->theme->ink);
    }
    caption->x += width + size * caption->gap;
}

void caption_print_car(const struct session *session, const struct tally *tally, char *into,
                       size_t size)
{
    const char *name = session_player(session, tally->player)->name;
    char place[16];
    standing_print_place(tally->standing.place, session_setup(session)->players, place,
                         sizeof place);
    if (tally->standing.out)
        snprintf(into, size, "%s, out", name);
    else
        snprintf(into, size, "%s%s%s", place, place[0] ? " " : "", name);
}

char *caption_shown(const char *text)
{
    struct text shown = {0};
    text_append_visible(&shown, text);
    return shown.data;
}

void caption_put_players(struct caption *caption, const struct session *session, int steps,
                         double size, double most)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race_after(session, steps, tallies);
    for (int i = 0; i < count; i++) {
        char text[CAPTION_BYTES];
        caption_print_car(session, &tallies[i], text, sizeof text);
        caption_put(caption, session_player(session, tallies[i].player)->pen, text, size, false,
                    most);
    }
}

void caption_draw_race(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                       int steps, const struct paper_theme *theme)
{
    double box[4];
    paper_draw_sheet(cairo, view, session_setup(session)->course, theme);
    for (int step = 0; step < steps; step++)
        if (paper_step_box(view, session, step, box) && brush_box_is_seen(cairo, box))
            paper_draw_step(cairo, view, session, step, 1, false, theme);
    paper_draw_cars(cairo, view, session, session_race_after(session, steps), theme);
}

void caption_draw_numbers(cairo_t *cairo, const struct caption_numbers *numbers,
                          struct paper_color color)
{
    enum { NUMBERED = 5 };
    const double *seen = numbers->seen, slack = 1e-6;
    const double half = numbers->tiles ? numbers->square / 2 : 0;
    for (int x = 0; x <= numbers->sheet.x - numbers->tiles; x += NUMBERED) {
        double at = numbers->left + x * numbers->square + half;
        if (at >= seen[0] - slack && at <= seen[0] + seen[2] + slack)
            lettering_draw_number(cairo, x, at, numbers->row, 0.5, numbers->size, false, color);
    }
    for (int y = 0; y <= numbers->sheet.y - numbers->tiles; y += NUMBERED) {
        double at = numbers->top + (numbers->sheet.y - y) * numbers->square - half;
        if (at >= seen[1] - slack && at <= seen[1] + seen[3] + slack)
            lettering_draw_number(cairo, y, numbers->column, at, 1, numbers->size, false, color);
    }
}

void caption_draw_ruler(cairo_t *cairo, double x, double y, int length, struct paper_color color)
{
    brush_color(cairo, color);
    cairo_new_path(cairo);
    brush_add_line(cairo, (struct pixel){x, y}, (struct pixel){x + length, y});
    for (int at = 0; at <= length; at += 10)
        brush_add_line(cairo, (struct pixel){x + at, y},
                       (struct pixel){x + at, y - (at % 50 == 0 ? LONG_TICK : TICK)});
    brush_stroke_blunt(cairo, 0.25, 0, 0);
    char text[32];
    snprintf(text, sizeof text, "%d mm", length);
    lettering_draw(cairo, text, x + length + 2, y - 1, RULER_LETTERS, false, color);
}

cairo_status_t caption_append_bytes(void *text, const unsigned char *bytes, unsigned int length)
{
    text_append_bytes(text, (const char *)bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

/* Where a word stands last; the length of the file if it does not. */
static size_t find_last(const struct text *pdf, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = pdf->length; at >= length; at--)
        if (memcmp(pdf->data + at - length, word, length) == 0)
            return at - length;
    return pdf->length;
}

/* Printers' programs shrink pages to what they take for margins, unless the file forbids it, which
 * cairo has no word for. Its catalog is the last object, so a line more in it moves nothing but the
 * table of objects behind it. Where that is not so the file stays as it is. */
static void forbid_scaling(void *into)
{
    static const char catalog[] = "/Type /Catalog\n", start[] = "startxref\n";
    static const char wish[] = "   /ViewerPreferences << /PrintScaling /None >>\n";
    struct text *pdf = into, rest = {0};
    size_t at = find_last(pdf, catalog) + strlen(catalog), last = find_last(pdf, start);
    if (at > last || last >= pdf->length || strstr(pdf->data + at, " obj\n"))
        return;
    last += strlen(start);
    unsigned long long objects = strtoull(pdf->data + last, NULL, 10) + strlen(wish);
    text_append_bytes(&rest, pdf->data + at, last - at);
    text_append_format(&rest, "%llu\n%%%%EOF\n", objects);
    text_cut(pdf, at);
    text_append(pdf, wish);
    text_append_bytes(pdf, rest.data, rest.length);
    text_free(&rest);
}

cairo_surface_t *caption_begin_pdf(struct text *into, double width, double height,
                                   const char *title, const char *subject)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        caption_append_bytes, into, width * CAPTION_POINTS, height * CAPTION_POINTS);
    static const cairo_user_data_key_t finished; /* with the surface the file is whole */
    cairo_surface_set_user_data(surface, &finished, into, forbid_scaling);
    char *shown = caption_shown(title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, shown);
    if (subject)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, subject);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Graph Prix");
    free(shown);
    return surface;
}

/* === chart ==================================================================================== */

/* The chart of speed over moves. See labels.h for who owns what; drawing cannot fail. */

/* Interface pixels. */
static const double NUMBER_SIZE = 14, NUMBER_ROOM = 30, FOOT = 24, HEAD = 12, RIGHT = 14;
static const double SPEED_LEAST = 24, MOVE_LEAST = 46; /* between two numbers */
static const double LINE_WIDTH = 2, MARK_SIZE = 9, MARK_LEAST = 15;
static const double PALE = 0.28;

static struct chart_line *line_of(struct chart *chart, int car)
{
    return &chart->lines[car - 1];
}

void chart_fill(struct chart *chart, const struct session *session)
{
    const struct game *game = session_setup(session)->game;
    const struct ink *ink = ink_of(game);
    const struct race *race = session_race(session);
    *chart = (struct chart){.line_count = ink->fill_chart ? game->car_count(race) : 0};
    if (chart->line_count == 0)
        return;
    for (int car = 1; car <= chart->line_count; car++) {
        line_of(chart, car)->car = car;
        line_of(chart, car)->car_of_player = 1;
        for (int other = 1; other < car; other++)
            line_of(chart, car)->car_of_player +=
                game->player_of(race, other) == game->player_of(race, car);
        line_of(chart, car)->pen = session_player(session, game->player_of(race, car))->pen;
    }
    ink->fill_chart(chart, session);
}

void chart_add(struct chart *chart, int car, int square)
{
    struct chart_line *line = line_of(chart, car);
    array_add(line->squares, line->count, line->capacity, square);
    chart->most_moves = line->count > chart->most_moves ? line->count : chart->most_moves;
    chart->most_square = square > chart->most_square ? square : chart->most_square;
}

void chart_free(struct chart *chart)
{
    for (int i = 0; i < chart->line_count; i++)
        free(chart->lines[i].squares);
    *chart = (struct chart){0};
}

/* 1, 2, 5, 10, 20 ... so that `range` of them in `length` pixels are at least `least` apart. */
static int choose_step(int range, double length, double least)
{
    static const int ones[] = {1, 2, 5};
    double allowed = fmax(length / least, 1);
    for (int ten = 1; ten < 1000000000; ten *= 10)
        for (int i = 0; i < 3; i++)
            if (range / (double)(ones[i] * ten) <= allowed)
                return ones[i] * ten;
    return range;
}

struct chart_frame chart_frame_in(const struct chart *chart, double width, double height,
                                  double scale)
{
    struct chart_frame frame = {
        .left = round(NUMBER_ROOM * scale), .top = round(HEAD * scale), .scale = scale};
    frame.width = fmax(width - frame.left - RIGHT * scale, 1);
    frame.height = fmax(height - frame.top - FOOT * scale, 1);
    int fastest = (int)ceil(sqrt(chart->most_square));
    frame.moves = chart->most_moves > 4 ? chart->most_moves : 4;
    frame.speed = fastest > 2 ? fastest : 2;
    frame.move_step = choose_step(frame.moves, frame.width, MOVE_LEAST * scale);
    frame.speed_step = choose_step(frame.speed, frame.height, SPEED_LEAST * scale);
    int value = frame.speed;
    int step = frame.speed_step;
    frame.speed = (value + step - 1) / step * step;
    return frame;
}

static double place_x(const struct chart_frame *frame, double move)
{
    return frame->left + frame->width * move / frame->moves;
}

static double place_y(const struct chart_frame *frame, double speed)
{
    return frame->top + frame->height * (1 - speed / frame->speed);
}

void chart_place(const struct chart *chart, const struct chart_frame *frame, int line, int move,
                 double *x, double *y)
{
    *x = place_x(frame, move);
    *y = place_y(frame, move > 0 ? sqrt(chart->lines[line].squares[move - 1]) : 0);
}

bool chart_nearest(const struct chart *chart, const struct chart_frame *frame, double x, double y,
                   double reach, int *line, int *move)
{
    double least = reach;
    bool found = false;
    for (int i = 0; i < chart->line_count; i++)
        for (int k = 1; k <= chart->lines[i].count; k++) {
            double at_x, at_y;
            chart_place(chart, frame, i, k, &at_x, &at_y);
            double away = hypot(at_x - x, at_y - y);
            if (away > least)
                continue;
            least = away;
            *line = i;
            *move = k;
            found = true;
        }
    return found;
}

/* Crisp: on whole pixels, one wide. */
static void draw_rule(cairo_t *cairo, double x1, double y1, double x2, double y2, double scale)
{
    double width = fmax(floor(scale), 1);
    if (x1 == x2)
        cairo_rectangle(cairo, round(x1), y1, width, y2 - y1);
    else
        cairo_rectangle(cairo, x1, round(y1), x2 - x1, width);
    cairo_fill(cairo);
}

static void draw_line(cairo_t *cairo, const struct chart *chart, const struct chart_frame *frame,
                      int index, double alpha, const struct paper_theme *theme)
{
    const struct chart_line *line = &chart->lines[index];
    struct paper_color color = brush_pen(theme, line->pen);
    /* From one mark of a line to the next, in moves: they must not run together. */
    double apart = frame->width / frame->moves;
    int step = (int)fmax(ceil(MARK_LEAST * frame->scale / apart), 1);
    double x, y;
    if (line->count == 0)
        return;
    color.alpha = alpha;
    cairo_new_path(cairo);
    for (int move = 0; move <= line->count; move++) {
        chart_place(chart, frame, index, move, &x, &y);
        cairo_line_to(cairo, x, y);
    }
    brush_color(cairo, color);
    brush_stroke(cairo, LINE_WIDTH * frame->scale, 6 * frame->scale,
                 line->car_of_player > 1 ? 5 * frame->scale : 0);
    cairo_push_group(cairo);
    /* Not all lines have theirs at the same moves, so that they do not hide each other. */
    for (int move = 1 + index % step; move <= line->count; move += step) {
        chart_place(chart, frame, index, move, &x, &y);
        brush_color(cairo, theme->card);
        cairo_new_path(cairo);
        brush_add_disc(cairo, x, y, MARK_SIZE * 0.62 * frame->scale);
        cairo_fill(cairo);
        paper_draw_mark(cairo, line->pen, x, y, MARK_SIZE * frame->scale, theme);
    }
    cairo_pop_group_to_source(cairo);
    cairo_paint_with_alpha(cairo, alpha);
}

void chart_draw(cairo_t *cairo, const struct chart *chart, const struct chart_frame *frame,
                int chosen, const struct paper_theme *theme)
{
    double size = NUMBER_SIZE * frame->scale;
    double foot = frame->top + frame->height, right = frame->left + frame->width;
    for (int speed = 0; speed <= frame->speed; speed += frame->speed_step) {
        double y = place_y(frame, speed);
        brush_color(cairo, speed ? theme->grid : theme->grid_strong);
        draw_rule(cairo, frame->left, y, right, y, frame->scale);
        lettering_draw_number(cairo, speed, frame->left - 7 * frame->scale, y, 1, size, false,
                              theme->ink_soft);
    }
    for (int move = 0; move <= frame->moves; move += frame->move_step) {
        double x = place_x(frame, move);
        brush_color(cairo, move ? theme->grid : theme->grid_strong);
        draw_rule(cairo, x, frame->top, x, foot, frame->scale);
        lettering_draw_number(cairo, move, x, foot + 14 * frame->scale, 0.5, size, false,
                              theme->ink_soft);
    }
    for (int i = 0; i < chart->line_count; i++)
        if (i != chosen)
            draw_line(cairo, chart, frame, i, chosen >= 0 ? PALE : 1, theme);
    if (chosen >= 0)
        draw_line(cairo, chart, frame, chosen, 1, theme);
}

/* === ghost ==================================================================================== */

/* See labels.h. Whatever colours a game's ink has: of the ghost's only its shape is taken, so that
 * it is told from every pen. */

static const double STRENGTH = 0.42;

int paper_rounds_driven(const struct race *race)
{
    int round = race->game->round(race);
    return race->game->over(race) || round == 0 ? round : round - 1;
}

/* The first step behind so many rounds. */
static int steps_after(const struct session *session, int rounds)
{
    int count = session_step_count(session), steps = 0;
    while (steps < count && session_step(session, steps).round <= rounds)
        steps++;
    return steps;
}

static const struct ink *ink_of_ghost(const struct paper_ghost *ghost)
{
    return ink_of(session_setup(ghost->session)->game);
}

static void draw_own(cairo_t *cairo, const struct paper_view *view, const struct paper_ghost *ghost,
                     int step, double progress, const struct paper_theme *theme)
{
    const struct ink *ink = ink_of_ghost(ghost);
    double box[4];
    if (!paper_step_box(view, ghost->session, step, box) || !brush_box_is_seen(cairo, box))
        return;
    if (ink->draw_own)
        ink->draw_own(cairo, view, ghost->session, step, ghost->car, progress, theme);
    else if (session_step(ghost->session, step).car == ghost->car)
        paper_draw_step(cairo, view, ghost->session, step, progress, false, theme);
}

/* Where a game's ink of earlier rounds goes, the ghost's does. */
static int first_round(const struct paper_ghost *ghost)
{
    int fresh = ink_of_ghost(ghost)->fresh_moves;
    return fresh > 0 && ghost->rounds > fresh ? ghost->rounds - fresh : 0;
}

static bool find_car(const struct paper_view *view, const struct paper_ghost *ghost, int rounds,
                     double box[4])
{
    int steps = steps_after(ghost->session, rounds);
    return paper_car_box(view, ghost->session, session_race_after(ghost->session, steps),
                         ghost->car, box);
}

/* A dashed ring, where the car is by now. */
static void draw_car(cairo_t *cairo, const struct paper_view *view, const struct paper_ghost *ghost)
{
    struct brush_sizes sizes = brush_sizes(view);
    double box[4], next[4], part = brush_clamp(ghost->progress / PAPER_LINE_SHARE, 0, 1);
    if (!find_car(view, ghost, ghost->rounds, box))
        return;
    struct pixel at = {box[0] + box[2] / 2, box[1] + box[3] / 2};
    if (part > 0 && find_car(view, ghost, ghost->rounds + 1, next))
        at = brush_between(at, (struct pixel){next[0] + next[2] / 2, next[1] + next[3] / 2}, part);
    cairo_new_path(cairo);
    cairo_arc(cairo, at.x, at.y, sizes.car * 0.52, 0, 6.2831853);
    brush_stroke(cairo, sizes.thin * 1.3, sizes.car * 0.16, sizes.car * 0.2);
}

void paper_draw_ghost(cairo_t *cairo, const struct paper_view *view,
                      const struct paper_ghost *ghost, const struct paper_theme *theme)
{
    if (!ghost->session)
        return;
    int first = steps_after(ghost->session, first_round(ghost));
    int whole = steps_after(ghost->session, ghost->rounds);
    int last = ghost->progress > 0 ? steps_after(ghost->session, ghost->rounds + 1) : whole;
    cairo_push_group_with_content(cairo, CAIRO_CONTENT_ALPHA);
    for (int step = first; step < last; step++)
        draw_own(cairo, view, ghost, step, step < whole ? 1 : ghost->progress, theme);
    draw_car(cairo, view, ghost);
    cairo_pattern_t *shape = cairo_pop_group(cairo);
    struct paper_color pencil = theme->ink_soft;
    pencil.alpha *= STRENGTH;
    brush_color(cairo, pencil);
    cairo_mask(cairo, shape);
    cairo_pattern_destroy(shape);
}

static void add_box(struct extent *extent, const double box[4])
{
    extent_add(extent, (struct pixel){box[0], box[1]}, 2);
    extent_add(extent, (struct pixel){box[0] + box[2], box[1] + box[3]}, 2);
}

bool paper_ghost_box(const struct paper_view *view, const struct paper_ghost *ghost, int from,
                     double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double own[4];
    int to = ghost->rounds + 1, fresh = ink_of_ghost(ghost)->fresh_moves;
    int first = steps_after(ghost->session, from - (fresh > 0 ? fresh + 1 : 0));
    int last = steps_after(ghost->session, to);
    for (int step = first; step < last; step++)
        if (paper_step_box(view, ghost->session, step, own))
            add_box(&extent, own);
    for (int rounds = from; rounds <= to; rounds++)
        if (find_car(view, ghost, rounds, own))
            add_box(&extent, own);
    return extent_box(&extent, box);
}
