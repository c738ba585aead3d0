/* Signs as path data, in a square of side 100 with y down. A letter and its numbers:
 *
 * M x y, L x y, C x y x y x y, Z   as in SVG, absolute
 * O x y radius, R x y w h          a circle, a rectangle
 * d on off                         dashes from here on; 0 off: none
 * s width, S width                 strokes the path; and keeps it
 * f, b width                       fills the path; fills and strokes it
 * k                                keeps what follows within the path
 * m                                the other way round, left and right
 */
#include "draw/icons.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOB "M16 54 C12 26 42 18 58 26 C86 26 94 56 76 68 C62 84 20 86 16 54 Z"
#define BACK "M24 40 L60 40 C90 42 88 78 60 76 L40 76 M20 40 L38.8 28.5 M20 40 L38.8 51.5 s7.5"
#define STEP "R33 32 7 36 M45 33 L71 50 L45 67 Z b3"
#define JUMP "M30 31 L60 50 L30 69 Z R63 31 7 38 b3"

static const char *const icons[ICON_COUNT] = {
    [ICON_SELECT] = "M32 18 L32 72 L45 60 L54 82 L64 77 L55 57 L72 56 Z s6",
    [ICON_PEN] = "M20 80 L26 60 L66 18 L81 33 L40 74 Z s6 M57 28 L71 42 s4.5 O21.5 78.5 4.5 f",
    [ICON_POLYGON] =
        "M24 72 L18 36 L52 18 L82 44 L68 80 Z s5.5 O24 72 7 O18 36 7 O52 18 7 O82 44 7 "
        "O68 80 7 f",
    [ICON_ERASER] = "M18 62 L54 22 L80 44 L46 82 L33 82 Z s6 M33 46 L60 67 M56 83 L84 83 s4.5",
    [ICON_REDRAW] = "M14 66 C30 66 30 66 36 62 M68 62 C74 66 74 66 88 66 M36 62 C40 22 64 22 68 62 "
                    "s7.5 d7 9 M36 68 C46 84 58 84 68 68 s4.5",
    [ICON_PARALLEL] = "M16 78 C14 30 34 16 84 18 s7.5 d8 9 M46 82 C44 56 54 46 84 48 s7.5",
    [ICON_LINE] = "R26 18 11 16 R37 34 11 16 R26 50 11 16 R37 66 11 16 f R26 18 22 64 s3 "
                  "M58 50 L86 50 M86 50 L73.2 57.8 M86 50 L73.2 42.2 s6",
    [ICON_SLICK] =
        BLOB "S6 k M10 90 L30 10 M25 90 L45 10 M40 90 L60 10 M55 90 L75 10 M70 90 L90 10 "
             "M85 90 L105 10 M100 90 L120 10 s4.5",
    [ICON_TURBO] = "d10 8" BLOB "s5 d0 0 M34 62 L66 40 M66 40 L59.1 55.5 M66 40 L49 40.9 s7.5",
    [ICON_CHECKPOINT] = "M22 82 L46 58 M66 38 L84 20 s7.5 O56 48 20 s5 M51 42 L57 37 L57 59 s5",
    [ICON_INSPECT] = "O43 43 25 s6 M61 61 L84 84 s10 O43 43 7 f",
    [ICON_UNDO] = BACK,
    [ICON_REDO] = "m" BACK,
    [ICON_TO_START] = "m" JUMP,
    [ICON_BACK] = "m" STEP,
    [ICON_PLAY] = "M34 27 L74 50 L34 73 Z b3",
    [ICON_PAUSE] = "R33 29 11 42 R56 29 11 42 b3",
    [ICON_FORWARD] = STEP,
    [ICON_TO_END] = JUMP,
    [ICON_HAS_SLICKS] =
        "M93.3 50 C93.3 66.6 73.9 80 50 80 C26.1 80 6.7 66.6 6.7 50 C6.7 33.4 26.1 20 "
        "50 20 C73.9 20 93.3 33.4 93.3 50 Z S8.7 k M-13.3 93.3 L33.3 6.7 M13.3 93.3 "
        "L60 6.7 M40 93.3 L86.7 6.7 M66.7 93.3 L113.3 6.7 M93.3 93.3 L140 6.7 s8.7",
    [ICON_HAS_TURBOS] = "R10 10 80 80 M26.7 50 L70 50 M50 30 L70 50 L50 70 s8.7",
    [ICON_HAS_CHECKPOINTS] = "O50 33.3 25.3 s8.7 R10.7 76.7 12 14.7 R30.7 76.7 12 14.7 "
                             "R50.7 76.7 12 14.7 R70.7 76.7 12 14.7 f",
    [ICON_IS_OPEN] = "M13.3 13.3 L13.3 86.7 M86.7 13.3 L86.7 86.7 M30 50 L70 50 "
                     "M53.3 33.3 L70 50 L53.3 66.7 s8.7",
    [ICON_IS_ARENA] = "O50 50 40 M55.5 53.8 L68.7 62.8 M46.2 55.5 L37.2 68.7 M44.5 46.2 L31.3 37.2 "
                      "M53.8 44.5 L62.8 31.3 s8.7",
    [ICON_HAS_OIL] =
        "M50 8 C68 36 80 48 80 64 C80 80 67 91 50 91 C33 91 20 80 20 64 C20 48 32 36 50 8 Z "
        "f",
    [ICON_HAS_SAND] = "O20 76 8 O50 76 8 O80 76 8 O35 50 8 O65 50 8 O50 24 8 f",
    [ICON_HAS_PITS] = "M10 18 L90 18 M10 82 L90 82 M26 50 L74 50 s8.7",
    [ICON_TICK] = "M22 52 L43 73 L80 26 s13",
    [ICON_CROSS] = "M32 32 L68 68 M68 32 L32 68 s6.5",
    [ICON_LESS] = "M28 50 L72 50 s7.5",
    [ICON_MORE] = "M28 50 L72 50 M50 28 L50 72 s7.5",
    [ICON_ROBOT] =
        "M10 46 C10 36.1 18.1 28 28 28 L72 28 C81.9 28 90 36.1 90 46 L90 72 C90 81.9 81.9 "
        "90 72 90 L28 90 C18.1 90 10 81.9 10 72 Z M50 28 L50 10 s10 O34 59 8 O66 59 8 f",
    [ICON_GATE] = "O50 50 42 M29 52.1 L44.8 66.8 L71 34.3 s11",
    [ICON_GAP] = "M20 50 L35 50 M65 50 L80 50 s13",
    [ICON_REMARK] = "M50 23 L50 56 M50 77 L50 77 s13",
    [ICON_STRAIGHT] = "M16 34 L84 34 M16 68 L84 68 s7.5 M20 51 L80 51 d9 9 s4.5",
    [ICON_BEND] = "M30 86 L30 56 L56 30 L86 30 s7.5 M58 86 L58 68 L68 58 L86 58 s7.5",
    [ICON_FILL] = "M20 48 L50 18 L78 46 L48 76 Z s6 M24 50 L74 50 L48 74 Z f "
                  "M84 62 C92 74 90 84 84 84 C78 84 76 74 84 62 Z f",
    [ICON_BANK] = "M16 80 C18 40 40 18 84 16 s7.5 M46 82 C46 60 60 46 84 46 s4.5 "
                  "M22 56 L48 66 M40 30 L58 54 M62 20 L70 48 s4.5",
    [ICON_PITS] =
        "M16 22 L84 22 M16 78 L84 78 s6 M30 50 L70 50 s6 d0 0 R18 42 14 16 R68 42 14 16 f",
    [ICON_GRID] = "R20 18 24 24 R56 30 24 24 R20 50 24 24 R56 62 24 24 s6",
    [ICON_DOTS] = "M12 72 C14 36 36 14 72 12 M46 90 C48 64 64 48 90 46 s4.5 d0.1 15 M29 84 C31 52 "
                  "52 31 84 29 s9",
    [ICON_MENU] = "M20 30 L80 30 M20 50 L80 50 M20 70 L80 70 s8",
    [ICON_LAMP] = "M40 66 C40 56 27 52 27 37 C27 23 38 14 50 14 C62 14 73 23 73 37 C73 52 60 56 60 "
                  "66 Z s7 M41 77 L59 77 M45 87 L55 87 s7",
    [ICON_FLAME] =
        "M52 10 C58 28 80 40 80 62 C80 80 66 90 50 90 C34 90 20 80 20 62 C20 50 28 42 32 "
        "32 C36 42 40 44 44 44 C48 34 46 22 52 10 Z s7 M50 88 C40 82 40 70 50 60 C60 70 "
        "60 82 50 88 Z s5",
    [ICON_REACH] = "O20 50 9 f M38 42 L78 20 M40 50 L86 50 M38 58 L78 80 s7.5",
    [ICON_VECTORS] = "M18 82 L78 22 M78 22 L72 44 M78 22 L56 28 s8 M18 82 L80 82 L80 50 d9 10 s5",
};

enum { NUMBERS_MOST = 6 };

static void mirror(cairo_t *cairo)
{
    cairo_translate(cairo, 100, 0);
    cairo_scale(cairo, -1, 1);
}

static void finish(cairo_t *cairo, char letter, double width)
{
    cairo_set_line_width(cairo, width);
    if (letter == 'f' || letter == 'b')
        cairo_fill_preserve(cairo);
    if (letter != 'f')
        cairo_stroke_preserve(cairo);
    if (letter != 'S')
        cairo_new_path(cairo);
}

static void add_circle(cairo_t *cairo, const double *n)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, n[0], n[1], n[2], 0, 2 * M_PI);
    cairo_close_path(cairo);
}

static void do_letter(cairo_t *cairo, char letter, const double *n)
{
    switch (letter) {
    case 'M':
        cairo_move_to(cairo, n[0], n[1]);
        break;
    case 'L':
        cairo_line_to(cairo, n[0], n[1]);
        break;
    case 'C':
        cairo_curve_to(cairo, n[0], n[1], n[2], n[3], n[4], n[5]);
        break;
    case 'Z':
        cairo_close_path(cairo);
        break;
    case 'O':
        add_circle(cairo, n);
        break;
    case 'R':
        cairo_rectangle(cairo, n[0], n[1], n[2], n[3]);
        break;
    case 'd':
        cairo_set_dash(cairo, n, n[0] > 0 ? 2 : 0, 0);
        break;
    case 'k':
        cairo_clip(cairo);
        break;
    case 'm':
        mirror(cairo);
        break;
    default:
        assert(strchr("sSfb", letter));
        finish(cairo, letter, n[0]);
    }
}

struct look {
    const char *path;
    struct paper_color color;
};

static void paint_icon(cairo_t *cairo, int width, int height, const void *data)
{
    const struct look *look = data;
    const char *at = look->path;
    cairo_scale(cairo, width / 100.0, height / 100.0);
    cairo_set_source_rgba(cairo, look->color.red, look->color.green, look->color.blue,
                          look->color.alpha);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    while (*at) {
        double numbers[NUMBERS_MOST] = {0};
        char letter = *at++, *end;
        for (int i = 0; i < NUMBERS_MOST; i++, at = end) {
            numbers[i] = strtod(at, &end);
            if (end == at)
                break;
        }
        do_letter(cairo, letter, numbers);
        at += strspn(at, " ");
    }
}

void canvas_icon(struct canvas *canvas, enum icon icon, struct box box, struct paper_color color)
{
    struct look look = {icons[icon], color};
    char key[64];
    snprintf(key, sizeof key, "icon %d %.3f %.3f %.3f %.3f", (int)icon, color.red, color.green,
             color.blue, color.alpha);
    canvas_shape(canvas, key, box, paint_icon, &look);
}
