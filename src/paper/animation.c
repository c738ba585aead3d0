/* Colours are counted in cells of 6 bits a channel; what a cell holds is taken for its mean, which
 * is all but the exact colour wherever one colour is much more frequent than its neighbours.
 */
#include "paper/print.h"

#include "base/memory.h"
#include "paper/labels.h"

#include <gif_lib.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNEL_BITS = 6, CELLS = 1 << (3 * CHANNEL_BITS) };

struct animation_cell {
    uint64_t count, red, green, blue; /* sums */
};

struct palette {
    struct animation_cell *cells; /* until colours are chosen */
    uint32_t colors[PALETTE_COLORS];
    int count;
    uint8_t *found; /* index + 1 for each cell; 0: not looked for yet */
};

struct palette *palette_create(void)
{
    struct palette *palette = memory_allocate(1, sizeof *palette);
    palette->cells = memory_allocate(CELLS, sizeof *palette->cells);
    palette->found = memory_allocate(CELLS, sizeof *palette->found);
    return palette;
}

void palette_free(struct palette *palette)
{
    free(palette->cells);
    free(palette->found);
    free(palette);
}

static uint32_t channel(uint32_t pixel, int shift)
{
    return pixel >> shift & 0xff;
}

static uint32_t cell_of(uint32_t pixel)
{
    int drop = 8 - CHANNEL_BITS;
    return (channel(pixel, 16) >> drop) << (2 * CHANNEL_BITS) |
           (channel(pixel, 8) >> drop) << CHANNEL_BITS | channel(pixel, 0) >> drop;
}

void palette_see(struct palette *palette, const uint32_t *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct animation_cell *cell = &palette->cells[cell_of(pixels[i])];
        cell->count++;
        cell->red += channel(pixels[i], 16);
        cell->green += channel(pixels[i], 8);
        cell->blue += channel(pixels[i], 0);
    }
}

static uint64_t distance(uint32_t one, uint32_t other)
{
    uint64_t sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int64_t apart = (int64_t)channel(one, shift) - channel(other, shift);
        sum += (uint64_t)(apart * apart);
    }
    return sum;
}

struct seen {
    uint32_t color;
    uint64_t count, apart; /* from the nearest that is chosen */
};

static int collect_colors(const struct animation_cell *cells, struct seen *seen)
{
    int count = 0;
    for (int i = 0; i < CELLS; i++) {
        const struct animation_cell *cell = &cells[i];
        if (cell->count == 0)
            continue;
        uint64_t half = cell->count / 2;
        uint64_t red = (cell->red + half) / cell->count, green = (cell->green + half) / cell->count,
                 blue = (cell->blue + half) / cell->count;
        seen[count++] = (struct seen){(uint32_t)(red << 16 | green << 8 | blue), cell->count,
                                      distance(0, 0xffffff)};
    }
    return count;
}

void palette_choose(struct palette *palette)
{
    struct seen *seen = memory_allocate(CELLS, sizeof *seen);
    int count = collect_colors(palette->cells, seen);
    while (palette->count < PALETTE_COLORS) {
        const struct seen *best = NULL;
        for (int i = 0; i < count; i++)
            if (seen[i].apart > 0 &&
                (!best || seen[i].count * seen[i].apart > best->count * best->apart))
                best = &seen[i];
        if (!best)
            break;
        uint32_t color = best->color;
        palette->colors[palette->count++] = color;
        for (int i = 0; i < count; i++) {
            uint64_t apart = distance(seen[i].color, color);
            if (apart < seen[i].apart)
                seen[i].apart = apart;
        }
    }
    free(seen);
    free(palette->cells);
    palette->cells = NULL;
}

int palette_count(const struct palette *palette)
{
    return palette->count;
}

uint32_t palette_color(const struct palette *palette, int index)
{
    return palette->colors[index];
}

int palette_find(struct palette *palette, uint32_t pixel)
{
    uint8_t *found = &palette->found[cell_of(pixel)];
    if (*found)
        return *found - 1;
    int best = 0;
    for (int i = 1; i < palette->count; i++)
        if (distance(pixel, palette->colors[i]) < distance(pixel, palette->colors[best]))
            best = i;
    *found = (uint8_t)(best + 1);
    return best;
}

/* === animation ================================================================================ */

/* Each picture is painted whole and held against the one before: the file has the box of what
 * differs, in which all that stays is clear. The colours are chosen once, from the sheet at five
 * moments of the race. Ink that looks for good as it looks now is settled on a sheet that only
 * grows, so a picture costs a copy and the few strokes that will still fade, however long the race
 * is.
 */

enum { NEVER = INT_MAX };
enum { DEPTH = 7, CLEAR = PALETTE_COLORS, SAMPLES = 5 };
/* Hundredths of a second. The whole takes about SHOWN, unless a step then had less or more. */
enum { SHOWN = 2400, STEP_LEAST = 8, STEP_MOST = 40, FIRST = 80, LAST = 300 };

struct animation_film {
    const struct session *session;
    int steps;
    struct paper_keyframes_look look;
    const struct poster *poster; /* in place of the race; or NULL */
    int *fades_after;       /* for each step: how many steps there are when its ink fades; NEVER */
    cairo_surface_t *sheet; /* with the ink of the first `settled` steps */
    int settled;
    cairo_surface_t *surface;
    cairo_t *cairo;
    struct palette *palette;
    GifFileType *gif;
    uint8_t *before, *now; /* an index of the palette for each pixel */
};

/* --- one picture ------------------------------------------------------------------------------ */

static void draw_step(const struct animation_film *film, cairo_t *cairo, int step, int steps)
{
    paper_draw_step(cairo, &film->look.view, film->session, step, 1,
                    film->fades_after[step] <= steps, film->look.theme);
}

/* From moment to moment `steps` may only rise. */
static const uint32_t *paint(struct animation_film *film, int steps)
{
    const struct session *session = film->session;
    cairo_t *cairo = cairo_create(film->sheet);
    for (; film->settled < steps; film->settled++) {
        int fades_after = film->fades_after[film->settled];
        if (fades_after > steps && fades_after != NEVER)
            break;
        draw_step(film, cairo, film->settled, steps);
    }
    cairo_destroy(cairo);
    cairo_set_source_surface(film->cairo, film->sheet, 0, 0);
    cairo_paint(film->cairo);
    for (int step = film->settled; step < steps; step++)
        draw_step(film, film->cairo, step, steps);
    paper_draw_cars(film->cairo, &film->look.view, session, session_race_after(session, steps),
                    film->look.theme);
    cairo_surface_flush(film->surface);
    return (const uint32_t *)(const void *)cairo_image_surface_get_data(film->surface);
}

static size_t pixel_count(const struct animation_film *film)
{
    return (size_t)film->look.width * (size_t)film->look.height;
}

static void lay_bare_sheet(struct animation_film *film)
{
    cairo_t *cairo = cairo_create(film->sheet);
    paper_draw_sheet(cairo, &film->look.view, session_setup(film->session)->course,
                     film->look.theme);
    cairo_destroy(cairo);
    film->settled = 0;
}

static void find_colors(struct animation_film *film, const uint32_t *pixels)
{
    for (size_t i = 0; i < pixel_count(film); i++) {
        bool same = i > 0 && pixels[i] == pixels[i - 1];
        film->now[i] = same ? film->now[i - 1] : (uint8_t)palette_find(film->palette, pixels[i]);
    }
}

/* --- what of it goes into the file ------------------------------------------------------------ */

struct animation_part {
    int left, top, right, bottom; /* the latter two are the first that do not belong to it */
};

/* Where now and before differ; false: nowhere. */
static bool find_part(const struct animation_film *film, struct animation_part *part)
{
    int width = film->look.width;
    *part = (struct animation_part){width, film->look.height, 0, 0};
    for (int y = 0; y < film->look.height; y++) {
        const uint8_t *before = film->before + (size_t)y * (size_t)width;
        const uint8_t *now = film->now + (size_t)y * (size_t)width;
        if (memcmp(before, now, (size_t)width) == 0)
            continue;
        part->top = y < part->top ? y : part->top;
        part->bottom = y + 1;
        int left = 0, right = width;
        while (before[left] == now[left])
            left++;
        while (before[right - 1] == now[right - 1])
            right--;
        part->left = left < part->left ? left : part->left;
        part->right = right > part->right ? right : part->right;
    }
    return part->bottom > 0;
}

/* Pixels that stay are clear, but in the first picture. */
static bool write_part(struct animation_film *film, const struct animation_part *part, bool first,
                       int hundredths)
{
    int wide = part->right - part->left;
    GifPixelType *line = memory_allocate((size_t)wide, sizeof *line);
    GifFileType *gif = film->gif;
    GraphicsControlBlock control = {
        .DisposalMode = DISPOSE_DO_NOT, .DelayTime = hundredths, .TransparentColor = CLEAR};
    GifByteType bytes[4];
    EGifGCBToExtension(&control, bytes);
    bool good = EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK &&
                EGifPutImageDesc(film->gif, part->left, part->top, wide, part->bottom - part->top,
                                 false, NULL) == GIF_OK;
    for (int y = part->top; good && y < part->bottom; y++) {
        size_t at = (size_t)y * (size_t)film->look.width + (size_t)part->left;
        for (int x = 0; x < wide; x++, at++)
            line[x] = first || film->now[at] != film->before[at] ? film->now[at] : CLEAR;
        good = EGifPutLine(film->gif, line, wide) == GIF_OK;
    }
    free(line);
    memcpy(film->before, film->now, pixel_count(film));
    return good;
}

static bool write_race(struct animation_film *film, animation_progress *progress, void *data)
{
    struct animation_part part = {0, 0, film->look.width, film->look.height};
    /* Of how many steps something stays on the sheet. */
    int count = 0;
    for (int i = 0; i < film->steps; i++) {
        double box[4];
        count += paper_step_box(&film->look.view, film->session, i, box);
    }
    int inked = count, pace = inked > 0 ? SHOWN / inked : STEP_MOST;
    pace = pace < STEP_LEAST ? STEP_LEAST : pace > STEP_MOST ? STEP_MOST : pace;
    lay_bare_sheet(film);
    find_colors(film, paint(film, 0));
    bool good = write_part(film, &part, true, film->steps > 0 ? FIRST : LAST);
    for (int steps = 1; good && steps <= film->steps; steps++) {
        bool last = steps == film->steps;
        find_colors(film, paint(film, steps));
        bool changed = find_part(film, &part);
        if (!changed)
            part = (struct animation_part){0, 0, 1, 1};
        if (changed || last)
            good = write_part(film, &part, false, last ? LAST : pace);
        if (progress && !progress(data, steps, film->steps))
            good = false;
    }
    return good;
}

/* --- the file --------------------------------------------------------------------------------- */

static int write_bytes(GifFileType *gif, const GifByteType *bytes, int count)
{
    text_append_bytes(gif->UserData, (const char *)bytes, (size_t)count);
    return count;
}

/* Size, colours, and that it is shown over and over again. */
static bool write_head(const struct animation_film *film)
{
    static const char again[] = "NETSCAPE2.0";
    static const GifByteType forever[] = {1, 0, 0};
    GifFileType *gif = film->gif;
    const struct palette *palette = film->palette;
    ColorMapObject *colors = GifMakeMapObject(1 << DEPTH, NULL);
    for (int i = 0; colors && i < palette_count(palette); i++) {
        uint32_t color = palette_color(palette, i);
        colors->Colors[i] =
            (GifColorType){color >> 16 & 0xff, color >> 8 & 0xff, (GifByteType)(color & 0xff)};
    }
    EGifSetGifVersion(gif, true);
    bool good =
        colors &&
        EGifPutScreenDesc(gif, film->look.width, film->look.height, DEPTH, 0, colors) == GIF_OK &&
        EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
        EGifPutExtensionBlock(gif, sizeof again - 1, again) == GIF_OK &&
        EGifPutExtensionBlock(gif, sizeof forever, forever) == GIF_OK &&
        EGifPutExtensionTrailer(gif) == GIF_OK;
    GifFreeMapObject(colors);
    return good;
}

/* A square of paper round the sheet. */
static struct paper_keyframes_look choose_look(const struct session *session, int square)
{
    struct point sheet = course_size(session_setup(session)->course);
    int longer = (sheet.x > sheet.y ? sheet.x : sheet.y) + 2;
    int most = square > 0 ? ANIMATION_SIDE_MOST : ANIMATION_SIDE;
    double side = fmin(square > 0 ? square : ANIMATION_SQUARE, (double)most / longer);
    double margin = floor(side);
    return (struct paper_keyframes_look){
        .view = {margin, margin, side, brush_clamp(side / 20, 0.5, 3)},
        .width = (int)ceil(sheet.x * side + 2 * margin),
        .height = (int)ceil(sheet.y * side + 2 * margin),
        .theme = &paper_theme_paper,
    };
}

static void open_film(struct animation_film *film)
{
    film->fades_after = memory_allocate((size_t)film->steps + 1, sizeof *film->fades_after);
    for (int step = 0; step < film->steps; step++) {
        int fading = paper_fading_step(film->session, step);
        film->fades_after[step] = NEVER;
        if (fading >= 0)
            film->fades_after[fading] = step + 1;
    }
    film->sheet =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, film->look.width, film->look.height);
    film->surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, film->look.width, film->look.height);
    film->cairo = cairo_create(film->surface);
    film->palette = palette_create();
    film->before = memory_allocate(pixel_count(film), 1);
    film->now = memory_allocate(pixel_count(film), 1);
}

/* What the palette is to stand for was seen. */
static bool make_gif(struct animation_film *film,
                     bool (*write)(struct animation_film *, animation_progress *, void *),
                     animation_progress *progress, void *data, struct text *into,
                     struct error *error)
{
    int code = 0, ended = 0;
    palette_choose(film->palette);
    film->gif = EGifOpen(into, write_bytes, &code);
    bool good = film->gif && write_head(film) && write(film, progress, data);
    if (film->gif && !good)
        code = film->gif->Error;
    if (film->gif)
        good = EGifCloseFile(film->gif, &ended) == GIF_OK && good;
    free(film->fades_after);
    cairo_surface_destroy(film->sheet);
    cairo_destroy(film->cairo);
    cairo_surface_destroy(film->surface);
    palette_free(film->palette);
    free(film->before);
    free(film->now);
    const char *why = GifErrorString(code ? code : ended);
    return good || error_set(error, "the animated picture could not be made: %s",
                             why ? why : "nobody waits for it any more");
}

bool animation_append_gif(const struct session *session, int steps, int square,
                          animation_progress *progress, void *data, struct text *into,
                          struct error *error)
{
    struct animation_film film = {session, steps, choose_look(session, square), .gif = NULL};
    open_film(&film);
    lay_bare_sheet(&film);
    for (int i = 0; i < SAMPLES; i++)
        palette_see(film.palette, paint(&film, film.steps * i / (SAMPLES - 1)), pixel_count(&film));
    return make_gif(&film, write_race, progress, data, into, error);
}

/* === poster =================================================================================== */

/* Where cars stand is asked in a view of so few pixels a square that nothing is written beside
 * them.
 */
static const struct paper_view clip_view = {0, 0, 8, 1};
static const double CLIP_SQUARES = 15; /* across a picture */

static bool find_car(const struct session *session, int steps, int car, struct pixel *at)
{
    double box[4];
    if (!paper_car_box(&clip_view, session, session_race_after(session, steps), car, box))
        return false;
    *at = (struct pixel){box[0] + box[2] / 2, box[1] + box[3] / 2};
    return true;
}

/* After a step; what has left the sheet by then went as far on as the step's ink, if there is any.
 */
static bool find_after(const struct session *session, int step, int car, struct pixel *at)
{
    struct pixel from;
    double box[4];
    if (find_car(session, step + 1, car, at))
        return true;
    if (!find_car(session, step, car, &from))
        return false;
    *at = from;
    if (paper_step_box(&clip_view, session, step, box))
        *at = (struct pixel){2 * box[0] + box[2] - from.x, 2 * box[1] + box[3] - from.y};
    return true;
}

/* Of secret actions the last one moves all cars. */
static bool is_move(const struct session *session, int step)
{
    int cars = session_setup(session)->game->car_count(session_race(session));
    for (int car = 1; car <= cars; car++) {
        struct pixel from, to;
        if (find_car(session, step, car, &from) && find_after(session, step, car, &to) &&
            (from.x != to.x || from.y != to.y))
            return true;
    }
    return false;
}

/* The last ones up to the moment, in order; returns how many. */
static int find_moves(const struct clip *clip, int moves[CLIP_MOVES])
{
    int found[CLIP_MOVES], count = 0;
    for (int step = clip->step; step >= 0 && count < CLIP_MOVES; step--)
        if (is_move(clip->session, step))
            found[count++] = step;
    for (int i = 0; i < count; i++)
        moves[i] = found[count - 1 - i];
    return count;
}

int clip_last(const struct clip *clip)
{
    int moves[CLIP_MOVES];
    return find_moves(clip, moves) * CLIP_SHARES;
}

void clip_draw(cairo_t *cairo, const struct clip *clip, int picture, int width, int height,
               double scale, const struct paper_theme *theme)
{
    const struct session *session = clip->session;
    int moves[CLIP_MOVES], count = find_moves(clip, moves), at = picture / CLIP_SHARES;
    struct pixel middle = {0, 0};
    /* Who leaves the sheet with the moment is seen at its end all the same. */
    bool gone = !find_car(session, clip->step + 1, clip->car, &middle) &&
                find_after(session, clip->step, clip->car, &middle);
    int step = at < count ? moves[at] : clip->step + !gone;
    double share = at < count ? picture % CLIP_SHARES / (double)CLIP_SHARES : gone;
    struct point sheet = course_size(session_setup(session)->course);
    double square = width / CLIP_SQUARES, more = square / clip_view.square;
    /* What lies beyond the sheet is seen only where it is smaller than the picture. */
    double right = width - square * sheet.x, bottom = height - square * sheet.y;
    struct paper_view view = {
        floor(brush_clamp(width / 2.0 - middle.x * more, fmin(right, 0), fmax(right, 0))),
        floor(brush_clamp(height / 2.0 - middle.y * more, fmin(bottom, 0), fmax(bottom, 0))),
        square, scale};
    cairo_save(cairo);
    cairo_rectangle(cairo, 0, 0, width, height);
    cairo_clip(cairo);
    paper_draw_sheet(cairo, &view, session_setup(session)->course, theme);
    paper_draw_ink(cairo, &view, session, step, theme);
    if (share > 0)
        paper_draw_step(cairo, &view, session, step, share, false, theme);
    const struct race *race = session_race_after(session, step);
    for (int car = 1; car <= race->game->car_count(race); car++) {
        struct pixel from, to;
        cairo_save(cairo);
        if (share > 0 && find_car(session, step, car, &from) && find_after(session, step, car, &to))
            cairo_translate(cairo, share * more * (to.x - from.x), share * more * (to.y - from.y));
        paper_draw_cars_but(cairo, &view, session, race, ~(UINT64_C(1) << car), theme);
        cairo_restore(cairo);
    }
    cairo_restore(cairo);
}

void poster_draw_cup(cairo_t *cairo, double side, struct paper_color color)
{
    cairo_save(cairo);
    cairo_scale(cairo, side, side);
    brush_color(cairo, color);
    cairo_set_line_width(cairo, 0.06);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    for (int hand = -1; hand <= 1; hand += 2) { /* a handle on each side */
        cairo_move_to(cairo, 0.5 + hand * 0.26, 0.16);
        cairo_curve_to(cairo, 0.5 + hand * 0.52, 0.14, 0.5 + hand * 0.46, 0.44, 0.5 + hand * 0.17,
                       0.47);
    }
    cairo_stroke(cairo);
    cairo_move_to(cairo, 0.22, 0.08);
    cairo_line_to(cairo, 0.78, 0.08);
    cairo_curve_to(cairo, 0.78, 0.42, 0.68, 0.58, 0.54, 0.62);
    cairo_line_to(cairo, 0.56, 0.76);
    cairo_line_to(cairo, 0.72, 0.84);
    cairo_line_to(cairo, 0.72, 0.92);
    cairo_line_to(cairo, 0.28, 0.92);
    cairo_line_to(cairo, 0.28, 0.84);
    cairo_line_to(cairo, 0.44, 0.76);
    cairo_line_to(cairo, 0.46, 0.62);
    cairo_curve_to(cairo, 0.32, 0.58, 0.22, 0.42, 0.22, 0.08);
    cairo_fill(cairo);
    cairo_restore(cairo);
}

/* Pixels. */
enum {
    POSTER_WIDTH = 960,
    POSTER_SIDE = 32,
    POSTER_CLIP = 284,
    POSTER_HIGH = 200,
    POSTER_ROW = 30
};

static int poster_height(const struct poster *poster)
{
    return 150 + poster->row_count * POSTER_ROW + (poster->clip_count ? POSTER_HIGH + 106 : 0);
}

static void draw_poster_row(cairo_t *cairo, const struct poster *poster, int index, double y,
                            const struct paper_theme *theme)
{
    const struct poster_row *row = &poster->rows[index];
    const double left = POSTER_SIDE + 340, most = POSTER_WIDTH - left - 3 * POSTER_SIDE;
    char name[CAPTION_BYTES], points[16];
    int best = poster->rows[0].points;
    caption_fit(cairo, row->name, 17, true, left - POSTER_SIDE - 50, name);
    snprintf(points, sizeof points, "%d", row->points);
    paper_draw_mark(cairo, row->pen, POSTER_SIDE + 14, y, 18, theme);
    lettering_draw(cairo, name, POSTER_SIDE + 40, y, 17, true, theme->ink);
    double width = best > 0 ? most * row->points / best : 0;
    brush_color(cairo, theme->pens[row->pen - 1]);
    cairo_rectangle(cairo, left, y - 9, width, 18);
    cairo_fill(cairo);
    lettering_draw(cairo, points, left + width + 10, y, 17, true, theme->ink);
}

/* All moments as they end, but for one. */
static void draw_poster(cairo_t *cairo, const struct poster *poster, int playing, int picture,
                        const struct paper_theme *theme)
{
    double y = 150;
    char line[CAPTION_BYTES];
    brush_color(cairo, theme->card);
    cairo_paint(cairo);
    cairo_save(cairo);
    cairo_translate(cairo, POSTER_SIDE, 24);
    poster_draw_cup(cairo, 84, poster->pen ? theme->pens[poster->pen - 1] : theme->ink_soft);
    cairo_restore(cairo);
    caption_fit(cairo, poster->title, 36, true, POSTER_WIDTH - 130 - POSTER_SIDE, line);
    lettering_draw_title(cairo, line, 130, 52, 36, theme->ink);
    caption_fit(cairo, poster->words, 16, false, POSTER_WIDTH - 130 - POSTER_SIDE, line);
    lettering_draw(cairo, line, 130, 92, 16, false, theme->ink_soft);
    for (int i = 0; i < poster->row_count; i++, y += POSTER_ROW)
        draw_poster_row(cairo, poster, i, y, theme);
    const struct clip *plays = playing < 0 ? NULL : &poster->clips[playing];
    for (int i = 0; i < poster->clip_count; i++) {
        const struct clip *clip = &poster->clips[i];
        cairo_save(cairo);
        cairo_translate(cairo, POSTER_SIDE + i * (POSTER_CLIP + 22), y);
        clip_draw(cairo, clip, clip == plays ? picture : clip_last(clip), POSTER_CLIP, POSTER_HIGH,
                  1, theme);
        caption_fit(cairo, clip->title, 16, true, POSTER_CLIP, line);
        lettering_draw(cairo, line, 0, POSTER_HIGH + 18, 16, true, theme->ink);
        /* What happened, and below it where. */
        const char *where = strstr(clip->words, " · ");
        struct text what = {0};
        text_append_bytes(&what, clip->words,
                          where ? (size_t)(where - clip->words) : strlen(clip->words));
        caption_fit(cairo, text_string(&what), 14, false, POSTER_CLIP, line);
        text_free(&what);
        lettering_draw(cairo, line, 0, POSTER_HIGH + 42, 14, false, theme->ink_soft);
        caption_fit(cairo, where ? where + strlen(" · ") : "", 14, false, POSTER_CLIP, line);
        lettering_draw(cairo, line, 0, POSTER_HIGH + 62, 14, false, theme->ink_soft);
        cairo_restore(cairo);
    }
}

bool poster_append_png(const struct poster *poster, struct text *into, struct error *error)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, POSTER_WIDTH, poster_height(poster));
    cairo_t *cairo = cairo_create(surface);
    draw_poster(cairo, poster, -1, 0, &paper_theme_paper);
    cairo_destroy(cairo);
    return export_surface(surface, into, error);
}

static const uint32_t *paint_poster(struct animation_film *film, int playing, int picture)
{
    draw_poster(film->cairo, film->poster, playing, picture, film->look.theme);
    cairo_surface_flush(film->surface);
    return (const uint32_t *)(const void *)cairo_image_surface_get_data(film->surface);
}

static bool write_poster(struct animation_film *film, animation_progress *progress, void *data)
{
    const struct poster *poster = film->poster;
    struct animation_part part = {0, 0, film->look.width, film->look.height};
    find_colors(film, paint_poster(film, -1, 0));
    bool good = write_part(film, &part, true, LAST);
    for (int i = 0; i < poster->clip_count; i++)
        for (int at = 0, last = clip_last(&poster->clips[i]); good && at <= last; at++) {
            find_colors(film, paint_poster(film, i, at));
            if (find_part(film, &part))
                good = write_part(film, &part, false, at < last ? CLIP_MILLISECONDS / 10 : LAST);
            if (progress && !progress(data, at, last))
                good = false;
        }
    return good;
}

bool poster_append_gif(const struct poster *poster, animation_progress *progress, void *data,
                       struct text *into, struct error *error)
{
    struct animation_film film = {.poster = poster,
                                  .look = {.width = POSTER_WIDTH,
                                           .height = poster_height(poster),
                                           .theme = &paper_theme_paper}};
    open_film(&film);
    for (int i = -1; i < poster->clip_count; i++)
        palette_see(film.palette, paint_poster(&film, i, 0), pixel_count(&film));
    return make_gif(&film, write_poster, progress, data, into, error);
}
