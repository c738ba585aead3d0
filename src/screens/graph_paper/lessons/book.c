/* The book of graph paper: pages that look things up (making tracks, in class), how the drawing of
 * a lesson is painted, and the table of all that is told.
 */

#include "base/text.h"
#include "paper/graph_paper/ink.h"
#include "paper/paper.h"
#include "screens/graph_paper/classroom/inside.h"
#include "screens/graph_paper/editor/editor.h"
#include "screens/graph_paper/lessons/lessons.h"
#include "screens/graph_paper/photo/photo.h"
#include "screens/help/tutorial.h"
#include "studio/graph_paper/generate/generate.h"
#include "track/draft.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORD_BYTES = 60 };

static const struct help_row keys[] = {
    {"Arrows", "a cursor instead of the mouse; with Shift by quarters of a square"},
    {"Space, or Enter", "press at the cursor, and let go"},
    {"Wheel, + and -", "zoom"},
    {"Right or middle drag", "move the sheet; so does the left button with Space held down"},
    {"F", "the whole sheet"},
    {"Alt", "no snapping to grid points"},
    {"X", "turn the line's arrow round; the second wall to the other side"},
    {"G", "show or hide the lap that the game has found"},
    {"Ctrl+Z, Ctrl+Y", "undo, and do again"},
    {"Ctrl+A, Ctrl+D, Delete", "select all, double it, delete it"},
    {"Ctrl+S, Ctrl+Shift+S", "save, save as a new file"},
    {"Ctrl+N, Ctrl+P", "a new sheet, print this one"},
    {"F9, F11", "fold the panel away, full screen"},
    {"Esc", "give up what was begun, then leave"},
};
static const struct help_row photo[] = {
    {"A good photo", "from straight above, in even light without shadows, the whole sheet in it"},
    {"Good lines", "drawn with a dark pen, closed, on squares that are paler than they are"},
    {"The picture", "drop it on the window: its lines become walls that you take or leave"},
    {"Corners", "drag them to those of the sheet if they were not found"},
    {"Squares across", "how many squares your sheet is wide, so that the road fits the grid"},
    {"Start line", "draw it in the editor, where the photo lies on the sheet"},
};
static const struct help_row drawings[] = {
    {"An SVG file", "drop it on the window: its closed shapes become walls that you take or leave"},
    {"How large is a square?", "asked of a drawing that does not say so, in millimetres or in its "
                               "own units; you see at once what sheet comes of it"},
    {"Change", "beside the sheet's size: makes it larger or smaller, and what is drawn with it"},
    {"Save", "what a track cannot hold, such as texts and colours, is named before it is left out"},
};
static const struct help_row printing[] = {
    {"Ctrl+P, or Print", "the track on paper, true to size, on one sheet or several to be glued"},
    {"Empty squares", "graph paper to draw on; take a photo of it when the track is done"},
};

/* --- the tools -------------------------------------------------------------------------------- */

static const double SIGN = 26, SIGN_GAP = 10, NAME = 112, LETTER = 34, HEADING = 30;

static int tool_in_hand(const struct help_telling *telling)
{
    return telling->from == &screen_editor ? editor_tool_in_hand() : -1;
}

static void build_tools(struct layout *column, void *data)
{
    const struct help_telling *telling = data;
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, SIGN);
    canvas_text(canvas, STYLE_HEADING, theme->ink, "Tools", layout_take(column, AT_TOP, HEADING),
                ALIGN_LEFT);
    for (int i = 0; i < TOOL_COUNT; i++) {
        const struct editor_frame_tool words = editor_tools[i];
        bool in_hand = i == tool_in_hand(telling);
        struct layout head = {column->ui, {0}, 0};
        head.rest = help_build_row(column, SIGN + SIGN_GAP + NAME + LETTER, words.help);
        layout_skip(column, AT_TOP, 6);
        canvas_icon(canvas, words.icon, box_centre(layout_cut(&head, AT_LEFT, side), side, side),
                    in_hand ? theme->action : theme->ink);
        layout_skip(&head, AT_LEFT, SIGN_GAP);
        canvas_text(canvas, in_hand ? STYLE_STRONG : STYLE_BODY,
                    in_hand ? theme->action : theme->ink, words.name,
                    layout_take(&head, AT_LEFT, NAME), ALIGN_LEFT);
        canvas_text(canvas, STYLE_BODY, theme->action, words.letter, head.rest, ALIGN_LEFT);
    }
}

/* --- the other cards -------------------------------------------------------------------------- */

/* The names of the styles with a capital, and what a difficulty promises on the usual sheet. */
static void build_generating(struct layout *column)
{
    struct help_row rows[GENERATOR_STYLE_COUNT + 2];
    char names[GENERATOR_STYLE_COUNT][WORD_BYTES], promise[8 * WORD_BYTES];
    struct generator_wish wish = generator_usual_wish;
    int easiest, easy, hard, hardest;
    for (int i = 0; i < GENERATOR_STYLE_COUNT; i++) {
        snprintf(names[i], sizeof names[i], "%s", generator_style_names[i]);
        names[i][0] = (char)(names[i][0] - 'a' + 'A');
        rows[i] = (struct help_row){names[i], generator_style_sentences[i]};
    }
    wish.difficulty = GENERATOR_DIFFICULTY_LEAST;
    generator_promise(&wish, &easiest, &easy);
    wish.difficulty = GENERATOR_DIFFICULTY_MOST;
    generator_promise(&wish, &hard, &hardest);
    snprintf(promise, sizeof promise,
             "Promises how long a lap is: on %d × %d squares, %s, %d to %d moves at %d and %d to "
             "%d at %d. In an arena, how many pillars there are. From 2 on there are slicks, at 3 "
             "and 5 checkpoints, at 4 and 5 a turbo area.",
             wish.width, wish.height, generator_style_names[wish.style], easiest, easy,
             GENERATOR_DIFFICULTY_LEAST, hard, hardest, GENERATOR_DIFFICULTY_MOST);
    rows[GENERATOR_STYLE_COUNT] = (struct help_row){"Difficulty", promise};
    rows[GENERATOR_STYLE_COUNT + 1] = (struct help_row){
        "Seed", "The same seed and wishes make the same track again, on every computer."};
    help_build_rows(column, "Generating", rows, GENERATOR_STYLE_COUNT + 2);
}

/* --- the page --------------------------------------------------------------------------------- */

/* In order; of a table without rows the rows are made up. Photos are first for who asks at one. */
static const struct book_section {
    const char *heading;
    const struct help_row *rows;
    int count;
} sections[] = {{"Keys", keys, sizeof keys / sizeof *keys},
                {"From a photo", photo, sizeof photo / sizeof *photo},
                {"From a drawing", drawings, sizeof drawings / sizeof *drawings},
                {"Generating", NULL, 0},
                {"Printing", printing, sizeof printing / sizeof *printing}};
enum { SECTION_COUNT = sizeof sections / sizeof *sections, PHOTO = 1 };

static void help_build_drawing(struct layout *column, const struct help_telling *telling)
{
    struct help_telling told = *telling;
    bool photo_first = telling->from == &screen_photo;
    column->gap = help_gap;
    if (photo_first)
        help_build_rows(column, sections[PHOTO].heading, photo, sections[PHOTO].count);
    told.room = 0; /* as tall as they need to be */
    help_build_lessons(column, &told, lesson_page_called(told.book, "drawing"));
    help_build_card(column, 0, build_tools, &told);
    for (int i = 0; i < SECTION_COUNT; i++)
        if (!sections[i].rows)
            build_generating(column);
        else if (i != PHOTO || !photo_first)
            help_build_rows(column, sections[i].heading, sections[i].rows, sections[i].count);
}

static void help_tell_drawing(const struct help_telling *telling, struct text *status);

void help_tell_tool(bool photo_first, int tool, struct text *status)
{
    text_append(status, photo_first ? ": From a photo, " : ": ");
    const struct lesson *lesson = graph_paper_book.lessons;
    while (!lesson->page || lesson->page->tell != help_tell_drawing)
        lesson++;
    for (lesson++; !lesson->page; lesson++)
        text_append_format(status, "%s, ", lesson->heading);
    text_append(status, "Tools");
    for (int i = 0; i < SECTION_COUNT; i++)
        if (i != PHOTO || !photo_first)
            text_append_format(status, ", %s", sections[i].heading);
    if (tool >= 0) {
        const struct editor_frame_tool words = editor_tools[tool];
        text_append_format(status, ". In hand: %s (%s): %s", words.name, words.letter, words.help);
    }
}

static void help_tell_drawing(const struct help_telling *telling, struct text *status)
{
    help_tell_tool(telling->from == &screen_photo, tool_in_hand(telling), status);
}

/* === diagrams ================================================================================= */

/* Painting a diagram: its ground as a track, its marks on top. What is wrong with the data of a
 * diagram is the programmer's fault. */

/* The sheet goes on beyond the picture, so that walls and lines can. */
enum { BEYOND = 4, SHEET_WIDE = DIAGRAM_WIDE + 2 * BEYOND, SHEET_HIGH = DIAGRAM_HIGH + 2 * BEYOND };

struct chalk {
    cairo_t *cairo;
    const struct paper_theme *theme;
    double square; /* pixels */
    double scale;
};

struct track *diagram_ground(const struct diagram *diagram, struct error *error)
{
    static const char open_paper[] = "<path class=\"wall\" d=\"M -4 -4 H 12 V 9 H -4 Z\"/>";
    struct text svg = {0};
    text_append_format(&svg,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">"
                       "<g transform=\"translate(%d %d)\">%s</g></svg>",
                       SHEET_WIDE, SHEET_HIGH, BEYOND, BEYOND,
                       diagram->ground ? diagram->ground : open_paper);
    struct track *track = svg_read_track(text_string(&svg), svg.length, error);
    text_free(&svg);
    return track;
}

static void use_pen(const struct chalk *p, int pen)
{
    brush_color(p->cairo, brush_pen(p->theme, pen));
}

/* --- marks, in squares ------------------------------------------------------------------------ */

static void draw_move(const struct chalk *p, const struct diagram_mark *m)
{
    double length = hypot(m->to_x - m->x, m->to_y - m->y);
    double dx = (m->to_x - m->x) / length * 0.2, dy = (m->to_y - m->y) / length * 0.2;
    use_pen(p, m->pen);
    brush_add_line(p->cairo, (struct pixel){m->x, m->y}, (struct pixel){m->to_x, m->to_y});
    brush_add_line(p->cairo, (struct pixel){m->to_x - dy, m->to_y + dx},
                   (struct pixel){m->to_x + dy, m->to_y - dx});
    brush_stroke(p->cairo, 0.1, 0, 0);
}

static void draw_plan(const struct chalk *p, const struct diagram_mark *m)
{
    use_pen(p, m->pen);
    brush_add_line(p->cairo, (struct pixel){m->x, m->y}, (struct pixel){m->to_x, m->to_y});
    brush_stroke(p->cairo, 0.08, 0.22, 0.22);
}

static void draw_circle(const struct chalk *p, const struct diagram_mark *m, double radius)
{
    use_pen(p, m->pen);
    brush_circle(p->cairo, m->x, m->y, radius, 0.09);
}

static void draw_car(const struct chalk *p, const struct diagram_mark *m)
{
    bool ghost = m->kind == DIAGRAM_GHOST;
    if (ghost)
        cairo_push_group(p->cairo);
    brush_color(p->cairo, p->theme->paper);
    brush_add_disc(p->cairo, m->x, m->y, 0.42);
    cairo_fill(p->cairo);
    draw_circle(p, m, 0.42);
    paper_draw_mark(p->cairo, m->pen, m->x, m->y, 0.5, p->theme);
    if (!ghost)
        return;
    cairo_pop_group_to_source(p->cairo);
    cairo_paint_with_alpha(p->cairo, 0.35);
}

/* The burst of a wall that was hit is that of a collision, in ink. */
static void draw_outcome(const struct chalk *p, const struct diagram_mark *m)
{
    static const struct {
        enum outcome what;
        double radius;
    } looks[] = {
        [DIAGRAM_POINT] = {OUTCOME_CLEAR, 0.14},    [DIAGRAM_START] = {OUTCOME_CLEAR, 0.14},
        [DIAGRAM_OFF] = {OUTCOME_OFF_TRACK, 0.32},  [DIAGRAM_BURST] = {OUTCOME_COLLISION, 0.32},
        [DIAGRAM_WAVE] = {OUTCOME_SLICK, 0.32},     [DIAGRAM_FLAG] = {OUTCOME_FINISH, 0.32},
        [DIAGRAM_CRASH] = {OUTCOME_COLLISION, 0.42}};
    paper_draw_outcome(p->cairo, looks[m->kind].what, m->pen, m->x, m->y, looks[m->kind].radius, 1,
                       p->theme);
}

static void draw_points(const struct chalk *p, const struct diagram_mark *m)
{
    bool extra = m->kind == DIAGRAM_EXTRA;
    int reach = extra || m->kind == DIAGRAM_MANY ? 2 : 1;
    for (int row = -reach; row <= reach; row++)
        for (int column = -reach; column <= reach; column++) {
            int steps = abs(row) + abs(column);
            bool faint = m->kind == DIAGRAM_FAINT || (extra && (abs(row) == 2 || abs(column) == 2));
            if (m->kind == DIAGRAM_FIVE && steps > 1)
                continue;
            paper_draw_outcome(p->cairo, OUTCOME_CLEAR, m->pen, m->x + column, m->y + row, 0.14,
                               faint ? 0.45 : 1, p->theme);
        }
}

static void draw_ring(const struct chalk *p, const struct diagram_mark *m)
{
    use_pen(p, m->pen);
    cairo_arc(p->cairo, m->x, m->y, 0.38, 0, 2 * M_PI);
    brush_stroke(p->cairo, 0.08, 0.14, 0.14);
}

static void draw_nitro(const struct chalk *p, const struct diagram_mark *m)
{
    use_pen(p, m->pen);
    brush_square(p->cairo, m->x, m->y, 1.1, 0.08);
}

static void draw_arrow(const struct chalk *p, const struct diagram_mark *m)
{
    brush_color(p->cairo, p->theme->arrow);
    brush_arrow(p->cairo, m->x, m->y, m->to_x, m->to_y, 0.1, 0.45);
}

/* In pixels: type is shaped for the size that it is read in. */
static void draw_text(const struct chalk *p, const struct diagram_mark *m)
{
    double size = fmax(p->square * 0.62, 14 * p->scale), x = m->x, y = m->y;
    cairo_user_to_device(p->cairo, &x, &y);
    cairo_save(p->cairo);
    cairo_identity_matrix(p->cairo);
    double width = lettering_width(p->cairo, m->text, size, false);
    lettering_draw_rimmed(p->cairo, m->text, x - width / 2, y, size, p->theme->ink, p->theme);
    cairo_restore(p->cairo);
}

/* As on the sheet: it has to be seen on the chequered line. */
static void draw_start(const struct chalk *p, const struct diagram_mark *m)
{
    brush_color(p->cairo, p->theme->paper);
    cairo_arc(p->cairo, m->x, m->y, 0.3, 0, 2 * M_PI);
    cairo_fill(p->cairo);
    draw_circle(p, m, 0.3);
    draw_outcome(p, m);
}

/* In pixels, as text. */
static void draw_hint(const struct chalk *p, const struct diagram_mark *m)
{
    double x = m->x, y = m->y;
    enum { BEST = 1 }; /* rounds; the number says how many more it is */
    struct hint hint = {.rounds = m->text ? BEST + atoi(m->text) : HINT_NO_ROUNDS,
                        .doomed = m->kind == DIAGRAM_DOOMED};
    struct hints hints = {&hint, 1, BEST, {0}};
    struct paper_view view = {.square = p->square, .scale = p->scale};
    struct paper_numbers numbers = paper_numbers_of(&view, &hints, m->pen);
    cairo_user_to_device(p->cairo, &x, &y);
    cairo_save(p->cairo);
    cairo_identity_matrix(p->cairo);
    paper_draw_hint(p->cairo, &numbers, &hint, &(struct paper_hint_look){x, y, false, false, 1},
                    p->theme);
    cairo_restore(p->cairo);
}

static void draw_stay(const struct chalk *p, const struct diagram_mark *m)
{
    draw_circle(p, m, 0.62);
}

static void draw_tally(const struct chalk *p, const struct diagram_mark *m)
{
    paper_draw_tally(p->cairo, m->pen, m->x, m->y, 0.7, p->theme);
}

typedef void drawer(const struct chalk *p, const struct diagram_mark *m);
static drawer *const drawers[] = {
    [DIAGRAM_MOVE] = draw_move,    [DIAGRAM_PLAN] = draw_plan,    [DIAGRAM_STAY] = draw_stay,
    [DIAGRAM_CAR] = draw_car,      [DIAGRAM_GHOST] = draw_car,    [DIAGRAM_NINE] = draw_points,
    [DIAGRAM_FIVE] = draw_points,  [DIAGRAM_MANY] = draw_points,  [DIAGRAM_FAINT] = draw_points,
    [DIAGRAM_EXTRA] = draw_points, [DIAGRAM_RING] = draw_ring,    [DIAGRAM_POINT] = draw_outcome,
    [DIAGRAM_START] = draw_start,  [DIAGRAM_OFF] = draw_outcome,  [DIAGRAM_BURST] = draw_outcome,
    [DIAGRAM_WAVE] = draw_outcome, [DIAGRAM_FLAG] = draw_outcome, [DIAGRAM_BEAD] = draw_hint,
    [DIAGRAM_BEST] = draw_hint,    [DIAGRAM_DOOMED] = draw_hint,  [DIAGRAM_CRASH] = draw_outcome,
    [DIAGRAM_NITRO] = draw_nitro,  [DIAGRAM_TALLY] = draw_tally,  [DIAGRAM_ARROW] = draw_arrow,
    [DIAGRAM_TEXT] = draw_text,
};

static void diagram_paint(cairo_t *cairo, int width, int height, const void *data)
{
    const struct diagram_look *look = data;
    const struct diagram *diagram = look->diagram;
    double square = fmax((double)width / DIAGRAM_WIDE, (double)height / DIAGRAM_HIGH);
    struct chalk pencil = {cairo, look->theme, square, look->scale};
    brush_add_card(cairo, 0, 0, width, height, 5 * look->scale);
    cairo_clip(cairo);
    const struct chalk *p = &pencil;
    struct error error;
    struct track *track = diagram_ground(diagram, &error);
    assert(track);
    double edge = round((0.5 - BEYOND) * p->square);
    struct paper_view view = {edge, edge, p->square, p->scale};
    paper_draw_sheet(p->cairo, &view, graph_paper_course(track), p->theme);
    track_release(track);
    cairo_translate(cairo, square / 2, square / 2);
    cairo_scale(cairo, square, square);
    for (int i = 0; i < DIAGRAM_MARKS && diagram->marks[i].kind != DIAGRAM_END; i++)
        drawers[diagram->marks[i].kind](&pencil, &diagram->marks[i]);
}

/* === teaching ================================================================================= */

/* The help page about the classroom: what there is for a class, how answers are given, and how
 * lessons are written.
 */

static const struct help_row ways[] = {
    {"Lessons",
     "a sentence, a sheet and a question a step; Page down and Page up, or a presenter's "
     "remote, go from one to the next"},
    {"Free demonstration", "bodies that you set and drive by velocity and acceleration alone, with "
                           "wind, a flag and what-ifs in pencil"},
    {"Exercises", "of sixteen kinds, alone, or two to eight teams in turn: a point at the first "
                  "try, half of one after a hint or a miss, none once the turn has passed"},
    {"Worksheets", "exercises, a lesson or a race on paper, in versions, with solutions: Ctrl+P"},
    {"Show in class", "in the menu of any paper race, at its results and in the replay: its table, "
                      "graphs and arrows"},
    {"Vectors beside a race", "K shows the table; in its \"Choose...\" the vectors of the newest "
                              "move can be left to be written, and W goes to them"},
};
static const struct help_row answers[] = {
    {"3.5   3,5   7/2", "the same number; an exact one always counts"},
    {"√13   3.61   3,61", "a root as it is (or \"sqrt 13\"), or rounded to two places"},
    {"3 moves", "the unit may stand behind a number: squares, squares/move, m/s"},
    {"On the sheet", "click the point, or where the car goes"},
    {"A wrong answer", "is told what kind of error it is, never what is right; after three of them "
                       "there is an explanation"},
};
static const struct help_row teaching_keys[] = {
    {"T", "in a lesson: the half page for the teacher, which can be printed, too"},
    {"F2, F3, F4", "the hint; the explanation or the answer; in an exercise the next one or team"},
    {"Page up, Page down", "in an exercise: the hint and then the answer; the next one"},
    {"F5", "the projector's picture: large type, strong contrast, nothing that a class needs not"},
    {"F6, F7", "a pen to draw over everything, a ring round the pointer"},
    {"B, or a full stop", "the screen goes dark, and comes back, while the projector is on"},
};
static const struct help_row writing[] = {
    {"A text file", "whose name ends with .lesson; \"Write your own\" in the classroom puts an "
                    "example there that you can change in any text editor"},
    {"title: Inertia", "lines of a key and what it says; [teacher] begins the notes, [step] a step "
                       "with say, sheet, car, ask, point and more"},
    {"Open it",
     "drop it on the window, or give its name when you start the program; what is wrong is "
     "told with its line"},
    {"All the keys", "docs/writing-lessons.md tells them; \"graphprix lesson check FILE\" looks it "
                     "over"},
};

/* screens/graph_paper/lessons/book.c: the page about lessons, exercises and worksheets. */
static void help_build_classroom(struct layout *column, const struct help_telling *telling)
{
    (void)telling;
    column->gap = help_gap;
    help_build_rows(column, "For a class", ways, sizeof ways / sizeof *ways);
    help_build_rows(column, "Answers", answers, sizeof answers / sizeof *answers);
    help_build_rows(column, "Keys", teaching_keys, sizeof teaching_keys / sizeof *teaching_keys);
    help_build_rows(column, "Lessons of your own", writing, sizeof writing / sizeof *writing);
}

/* === rules ==================================================================================== */

/* The lessons about the rules: the game, moving, extra pushes and the wall; other cars, areas, the
 * finish, the start and programs.
 */

#define RULE(field) FIELD_##field
#define RING                                                                                       \
    "<path class='wall' d='M 0.2 0.1 C 2 -0.2, 5.2 -0.2, 6.8 0.1 C 7.3 1, 7.3 3, 6.8 3.9 "         \
    "C 5 4.3, 2 4.3, 0.2 4 C -0.3 3, -0.3 1, 0.2 0.1 Z'/>"                                         \
    "<path class='wall' d='M 2.3 1.7 C 3.4 1.3, 4.4 1.9, 5 1.6 C 5.5 1.9, 5.4 2.4, 5 2.6 C 4 "     \
    "2.3, 3 2.9, 2.3 2.5 C 2 2.2, 2 1.9, 2.3 1.7 Z'/>"
#define LINE_BELOW "<line class='start finish' x1='4' y1='2' x2='4' y2='5'/>"
#define WALL_RIGHT "<path class='wall' d='M -3 -3 H 5.4 C 5.9 1.5, 5.2 2.4, 6.4 8 H -3 Z'/>"
#define WALL_AT(x) "<path class='wall' d='M -3 -3 H " x " V 8 H -3 Z'/>"
#define WALL_BELOW "<path class='wall' d='M -3 -3 H 11 V 2.5 H -3 Z'/>"
#define BLOCK "<path class='wall' d='M 2.6 1.4 H 4.4 V 8 H 2.6 Z'/>"

/* A move from (1, 3) that was meant to go to (7, 1) and met the wall half a square before (6, 1).
 */
#define THROUGH_THE_WALL PLAN(1, 1, 3, 7, 1), MOVE(1, 1, 3, 5.5, 1.5), AT(CRASH, 1, 5.5, 1.5)
/* The same from (3, 3): the longer side has 4 squares. */
#define FOUR_THROUGH_THE_WALL PLAN(1, 3, 3, 7, 1), MOVE(1, 3, 3, 5.5, 1.75), AT(CRASH, 1, 5.5, 1.75)

#define SLICK                                                                                      \
    ALL_TRACK "<path class='slick' d='M 3.6 1.6 C 4.2 0.4, 6.4 0.5, 6.5 1.8 C 6.6 3, 5.4 3.6, "    \
              "4.5 3.2 C 3.8 2.9, 3.4 2.4, 3.6 1.6 Z'/>"
#define TURBO ALL_TRACK "<path class='turbo' d='M 2.5 -2 H 4.2 V 7 H 2.5 Z' data-arrow='0 2'/>"
#define GATE ROAD "<polyline class='checkpoint' data-number='1' points='4,1 4,2 4,3'/>"
#define TWO_LINES                                                                                  \
    ROAD "<line class='start' x1='1' y1='-2' x2='1' y2='7'/>"                                      \
         "<line class='finish' x1='6' y1='-2' x2='6' y2='7'/>"

#define COMING MOVE(1, 0, 4, 2, 3), AT(CAR, 1, 2, 3)
#define STRUCK MOVE(1, 2, 3, 5, 2), AT(GHOST, 1, 2, 3), AT(CAR, 2, 5, 2), AT(BURST, 1, 6, 1.2)
#define STRUCK_ON_THE_WAY                                                                          \
    PLAN(1, 4, 2, 7, 1), MOVE(1, 1, 3, 4, 2), AT(GHOST, 1, 1, 3), AT(CAR, 2, 4, 2),                \
        AT(BURST, 1, 4.8, 2.9)
#define IN_A_ROW                                                                                   \
    AT(CAR, 1, 1, 2), ARROW(1.8, 2, 2.8, 2), AT(CAR, 2, 3.5, 2), ARROW(4.3, 2, 5.3, 2),            \
        AT(CAR, 3, 6, 2)

static const struct lesson lessons[] = {
    PAGE("game", "The game", NULL),
    LESSON(WHEN(IS(CONTEST, CONTEST_RACE)), ROAD_WITH_LINE, "A race",
           "Everybody has a car and moves it once a turn, always in the same order. Whoever is "
           "first across the finish line wins.",
           {MOVE(2, 0, 3, 3, 3), AT(CAR, 2, 3, 3), MOVE(1, 2, 1, 6, 1), AT(CAR, 1, 6, 1),
            ARROW(2.7, 4, 5.3, 4)}),
    LESSON(
        WHEN(IS(CONTEST, CONTEST_DERBY)), NULL, "A demolition derby",
        "No line and no laps: points are won by running into the others. The derby lasts {rounds "
        "round}; then the player with the most points wins, and equal points share the place.",
        {MOVE(1, 1, 4, 4, 2), AT(GHOST, 1, 1, 4), AT(CAR, 2, 4, 2), AT(BURST, 1, 5, 1.1),
         MOVE(3, 7, 0, 6, 3), AT(CAR, 3, 6, 3)}),
    LESSON(WHEN(ALWAYS), NULL, "Your turn",
           "The points that your car can reach are shown. Point at one to see where it leads, and, "
           "fainter, where the turn after could take you; click to go there. Drivers cannot pass.",
           {MOVE(1, -1, 4, 1, 3), PLAN(1, 1, 3, 4, 2), AT(NINE, 1, 3, 2), AT(FAINT, 1, 7, 1),
            AT(CAR, 1, 1, 3)}),
    LESSON(WHEN(IS(CONTEST, CONTEST_RACE)), WALL_AT("6.4"), "Looking ahead",
           "Where hints are allowed, H shows how many rounds more than at best each point costs; "
           "thick rings are the best. From a triangle every way leads into the wall. Dots are a "
           "best line, dashes show where full braking stops.",
           {MOVE(1, -1, 4, 1, 3), AT(CAR, 1, 1, 3), HINT(BEST, 1, "0", 3, 1),
            HINT(BEAD, 1, "1", 4, 1), HINT(BEAD, 1, "1", 3, 2), HINT(BEAD, 1, "1", 4, 2),
            HINT(BEAD, 1, "1", 3, 3), HINT(BEAD, 1, "1", 4, 3), AT(DOOMED, 1, 5, 1),
            AT(DOOMED, 1, 5, 2), AT(DOOMED, 1, 5, 3)}),
    LESSON(WHEN(IS(CONTEST, CONTEST_DERBY)), WALL_AT("6.4"), "Looking ahead",
           "Where hints are allowed, H marks the points from which every way leads into the wall "
           "with a triangle, and dashes show where full braking stops.",
           {MOVE(1, -1, 4, 1, 3), AT(CAR, 1, 1, 3), AT(POINT, 1, 3, 1), AT(POINT, 1, 4, 1),
            AT(POINT, 1, 3, 2), AT(POINT, 1, 4, 2), AT(POINT, 1, 3, 3), AT(POINT, 1, 4, 3),
            AT(DOOMED, 1, 5, 1), AT(DOOMED, 1, 5, 2), AT(DOOMED, 1, 5, 3)}),
    PAGE("moving", "Moving", NULL),
    LESSON(WHEN(IS(ACCELERATION, ACCELERATION_EIGHT)), NULL, "Nine points",
           "The ringed point, the principal point, is where your car rolls on to by itself. Take "
           "it, or one of the eight points round it: that is all the steering there is.",
           {MOVE(1, 0, 4, 2, 3), PLAN(1, 2, 3, 4, 2), AT(NINE, 1, 4, 2), AT(RING, 1, 4, 2),
            AT(CAR, 1, 2, 3)}),
    LESSON(
        WHEN(IS(ACCELERATION, ACCELERATION_FOUR)), NULL, "Five points",
        "The ringed point, the principal point, is where your car rolls on to by itself. Take it, "
        "or the next one above, below, left or right of it: that is all the steering there is.",
        {MOVE(1, 0, 4, 2, 3), PLAN(1, 2, 3, 4, 2), AT(FIVE, 1, 4, 2), AT(RING, 1, 4, 2),
         AT(CAR, 1, 2, 3)}),
    LESSON(WHEN(IS(ACCELERATION, ACCELERATION_TWO)), NULL, "25 points",
           "The ringed point, the principal point, is where your car rolls on to by itself. Take "
           "it, or any other point up to two squares from it to the side and up or down: that is "
           "all the steering there is.",
           {MOVE(1, 0, 4, 2, 3), PLAN(1, 2, 3, 4, 2), AT(MANY, 1, 4, 2), AT(RING, 1, 4, 2),
            AT(CAR, 1, 2, 3)}),
    LESSON(WHEN(MORE(TOP_SPEED, 0)), NULL, "Top speed",
           "No move is longer than {top_speed square} to the side, nor up or down, whatever it "
           "would cost. The picture shows a top speed of 2.",
           {MOVE(1, 1, 2, 3, 2), PLAN(1, 3, 2, 5, 2), AT(POINT, 1, 4, 1), AT(POINT, 1, 5, 1),
            AT(POINT, 1, 4, 2), AT(POINT, 1, 5, 2), AT(POINT, 1, 4, 3), AT(POINT, 1, 5, 3),
            AT(RING, 1, 5, 2), AT(CAR, 1, 3, 2), TEXT("2", 2, 2.8)}),
    LESSON(WHEN(ALWAYS), NULL, "Velocity",
           "A car repeats its last move: that is its velocity. What a turn can add or take away, "
           "the acceleration, is little. So what is fast is slow to turn and slow to stop.",
           {MOVE(1, 0, 2, 1, 2), MOVE(1, 1, 2, 3, 2), MOVE(1, 3, 2, 6, 2), AT(CAR, 1, 6, 2),
            TEXT("1", 0.5, 2.8), TEXT("2", 2, 2.8), TEXT("3", 4.5, 2.8)}),
    LESSON(WHEN(IS(ACCELERATION, ACCELERATION_TWO)), WALL_AT("6.5"), "Braking",
           "From 4 squares a move it takes 2 squares to stop, from 6 squares 4 + 2, from 10 "
           "already 20. Begin to brake long before the bend.",
           {MOVE(1, 0, 2, 4, 2), MOVE(1, 4, 2, 6, 2), AT(CAR, 1, 6, 2), TEXT("4", 2, 2.8),
            TEXT("2", 5, 2.8)}),
    LESSON(WHEN(OWN(STEP)), WALL_AT("6.5"), "Braking",
           "From 3 squares a move it takes 2 + 1 squares to stop, from 4 squares 3 + 2 + 1, from 6 "
           "already 15. Begin to brake long before the bend.",
           {MOVE(1, 0, 2, 3, 2), MOVE(1, 3, 2, 5, 2), MOVE(1, 5, 2, 6, 2), AT(CAR, 1, 6, 2),
            TEXT("3", 1.5, 2.8), TEXT("2", 4, 2.8), TEXT("1", 5.5, 2.8)}),
    PAGE("extras", "Extra pushes", NULL),
    LESSON(WHEN(MORE(NITROS, 0)), NULL, "Nitros",
           "A nitro buys one square of acceleration beyond the usual, to speed up or to brake. "
           "Hold Shift to see where it can take you. Each car has {nitros nitro} for the whole "
           "race; a small square marks each one used.",
           {AT(EXTRA, 1, 4, 2), AT(RING, 1, 4, 2), MOVE(1, 1, 2, 6, 1), AT(NITRO, 1, 6, 1),
            AT(CAR, 1, 1, 2)}),
    LESSON(WHEN(MORE(GOOD_BRAKES, 0)), NULL, "Good brakes",
           "Each car can brake hard {good_brakes time}: a velocity then shrinks by two squares in "
           "one turn, across and up or down alike. From 1 it may even turn to 1 the other way.",
           {MOVE(1, 0, 2, 3, 2), AT(RING, 1, 6, 2), MOVE(1, 3, 2, 4, 2), AT(GHOST, 1, 3, 2),
            AT(CAR, 1, 4, 2), TEXT("3", 1.5, 2.9), TEXT("1", 3.5, 2.9)}),
    LESSON(WHEN(MORE(TURBO_BOOSTS, 0)), NULL, "Turbo boosts",
           "Each car can push hard {turbo_boosts time}: a velocity then grows by two squares in "
           "one turn. A car that stands can leave with 2 squares at once.",
           {MOVE(1, 0, 2, 1, 2), AT(RING, 1, 2, 2), MOVE(1, 1, 2, 4, 2), AT(GHOST, 1, 1, 2),
            AT(CAR, 1, 4, 2), TEXT("1", 0.5, 2.9), TEXT("3", 2.8, 2.9)}),
    PAGE("wall", "The wall", NULL),
    LESSON(WHEN(IS(PATH, PATH_WHOLE)), WALL_RIGHT, "On the track",
           "The whole line of a move has to stay on the track, not just its end. A cross marks a "
           "point to which no clean move leads.",
           {MOVE(1, 0, 4, 2, 3), PLAN(1, 2, 3, 5, 1), PLAN(1, 2, 3, 6, 2), AT(POINT, 1, 5, 1),
            AT(OFF, 1, 6, 2), AT(CAR, 1, 2, 3)}),
    LESSON(WHEN(IS(PATH, PATH_END)), ALL_TRACK BLOCK, "On the track",
           "Only the point where a move ends has to be on the track. What lies between, the line "
           "of the move may cross.",
           {PLAN(1, 1, 3, 6, 2), AT(POINT, 1, 6, 2), AT(CAR, 1, 1, 3)}),
    LESSON(WHEN(IS(WALLS, WALLS_IN)), WALL_AT("5"), "Touching a wall",
           "A wall belongs to the track: a car may touch it, and even drive along it.",
           {MOVE(1, 2, 3, 5, 2), MOVE(1, 5, 2, 5, 0), AT(GHOST, 1, 2, 3), AT(CAR, 1, 5, 0)}),
    LESSON(WHEN(IS(WALLS, WALLS_OUT)), WALL_AT("5"), "Touching a wall",
           "A wall does not belong to the track: a move that only touches it has left the track.",
           {PLAN(1, 2, 3, 5, 2), AT(OFF, 1, 5, 2), AT(CAR, 1, 2, 3)}),
    LESSON(WHEN(IS(OFF_TRACK, OFF_TRACK_RESUME), IS(WALL_MISSED_TURNS, 0)), WALL_AT("5.5"),
           "Leaving the track",
           "The car stops where it met the wall and starts again from the nearest free grid point. "
           "All its speed is gone, but no turn is missed.",
           {THROUGH_THE_WALL, AT(GHOST, 1, 1, 3), AT(CAR, 1, 5, 2)}),
    LESSON(WHEN(IS(OFF_TRACK, OFF_TRACK_RESUME), MORE(WALL_MISSED_TURNS, 0)), WALL_AT("5.5"),
           "Leaving the track",
           "The car stops where it met the wall, misses {wall_missed_turns turn} and starts again "
           "from the nearest free grid point. All its speed is gone.",
           {THROUGH_THE_WALL, AT(CAR, 1, 5, 2), TALLY(2, 4.1, 3.1)}),
    LESSON(WHEN(IS(OFF_TRACK, OFF_TRACK_RETIRE)), WALL_AT("5.5"), "Leaving the track",
           "One move off the track, and the race is over for that car. It is in nobody's way any "
           "more.",
           {THROUGH_THE_WALL, AT(GHOST, 1, 1, 3), TEXT("out", 4.4, 3.2)}),
    LESSON(WHEN(IS(OFF_TRACK, OFF_TRACK_DAMAGE), IS(WALL_MISSED_TURNS, 0)), WALL_AT("5.5"),
           "Leaving the track",
           "The car stops at the wall and takes damage: as many points as the longer side of the "
           "move has squares. With {damage_limit point} it is out; else it starts again from the "
           "nearest grid point.",
           {FOUR_THROUGH_THE_WALL, AT(GHOST, 1, 3, 3), AT(CAR, 1, 5, 2), TEXT("4 damage", 2.4, 4)}),
    LESSON(
        WHEN(IS(OFF_TRACK, OFF_TRACK_DAMAGE), MORE(WALL_MISSED_TURNS, 0)), WALL_AT("5.5"),
        "Leaving the track",
        "The car stops at the wall, misses {wall_missed_turns turn} and takes damage: as many "
        "points as the longer side of the move has squares. With {damage_limit point} it is out.",
        {FOUR_THROUGH_THE_WALL, AT(CAR, 1, 5, 2), TALLY(2, 5.9, 3), TEXT("4 damage", 2.4, 4)}),
    LESSON(WHEN(IS(OFF_TRACK, OFF_TRACK_RUN_WIDE)), WALL_BELOW, "Running wide",
           "Off the track a car drives on with its speed, in nobody's way. It has to come back "
           "behind the place where it left; the sheet shows that place. Nobody leaves the sheet: a "
           "car with no point left is out.",
           {PLAN(8, 4, -1, 4, 2.5), MOVE(1, 1, 1, 3, 2), MOVE(1, 3, 2, 5, 3), MOVE(1, 5, 3, 6, 4),
            AT(STAY, 1, 6, 4), MOVE(1, 6, 4, 5, 4), MOVE(1, 5, 4, 3, 3), MOVE(1, 3, 3, 1, 2),
            AT(CAR, 1, 1, 2)}),
    LESSON(WHEN(OWN(POINTS)),
           WALL_AT("5.2") "<circle class='inside' cx='5' cy='1' r='.25'/><circle class='outside' "
                          "cx='5' cy='3' r='.25'/>",
           "Doubtful points",
           "Where a wall runs close by a point, it was agreed before the race which side the point "
           "is on. The sheet shows what counts as inside and what as outside.",
           {TEXT("inside", 3.1, 1), TEXT("outside", 2.9, 3)}),
    PAGE("cars", "Other cars", NULL),
    LESSON(WHEN(IS(COLLISION, COLLISION_NONE)), NULL, "Sharing a point",
           "Cars are not in each other's way: they may drive through one another and stand on the "
           "same point.",
           {MOVE(1, 1, 4, 5, 2), MOVE(2, 2, 1, 5, 2), AT(CAR, 2, 4.8, 1.9), AT(CAR, 1, 5.3, 2.2)}),
    LESSON(WHEN(IS(COLLISION, COLLISION_FORBID), IS(REACH, REACH_END)), NULL,
           "A point that is taken",
           "A point with another car on it cannot be chosen; driving across it can. Whoever has no "
           "point left has crashed where the car stands.",
           {COMING, AT(POINT, 1, 3, 1), AT(POINT, 1, 4, 1), AT(POINT, 1, 5, 1), AT(POINT, 1, 3, 2),
            AT(POINT, 1, 4, 2), AT(POINT, 1, 3, 3), AT(POINT, 1, 4, 3), AT(POINT, 1, 5, 3),
            AT(CAR, 2, 5, 2)}),
    LESSON(WHEN(IS(COLLISION, COLLISION_FORBID), IS(REACH, REACH_WHOLE)), NULL,
           "A way that is blocked",
           "A move whose line runs over another car cannot be chosen, wherever it ends. Whoever "
           "has no point left has crashed where the car stands.",
           {MOVE(1, -2, 5, 2, 3), AT(CAR, 1, 2, 3), PLAN(1, 2, 3, 6, 1), AT(CAR, 2, 4, 2),
            TEXT("no", 6.4, 1)}),
    LESSON(WHEN(IS(COLLISION, COLLISION_CRASH), IS(REACH, REACH_END)), NULL, "Collisions",
           "Whoever moves onto another car misses {mover_missed_turns turn}, the struck car "
           "{struck_missed_turns}. Both stand still. Driving across a car without stopping there "
           "is harmless.",
           {STRUCK, TALLY(3, 2.7, 3.7), TALLY(2, 5.6, 3)}),
    LESSON(
        WHEN(IS(COLLISION, COLLISION_CRASH), IS(REACH, REACH_WHOLE)), NULL, "Collisions",
        "Another car anywhere on the line of a move is hit, and the move ends there. Whoever moved "
        "misses {mover_missed_turns turn}, the struck car {struck_missed_turns}. Both stand still.",
        {STRUCK_ON_THE_WAY, TALLY(3, 1.7, 3.7), TALLY(2, 3.6, 0.9)}),
    LESSON(WHEN(IS(COLLISION, COLLISION_DAMAGE), IS(REACH, REACH_END)), NULL, "Collisions",
           "Whoever moves onto another car takes damage: as many points as the longer side of the "
           "move has squares. With {damage_limit point} a car is out. The struck car only stops.",
           {STRUCK, TEXT("3 damage", 2.6, 3.9)}),
    LESSON(WHEN(IS(COLLISION, COLLISION_DAMAGE), IS(REACH, REACH_WHOLE)), NULL, "Collisions",
           "Another car anywhere on the line of a move is hit, and the move ends there. Whoever "
           "moved takes a point of damage for each square of its longer side, and is out with "
           "{damage_limit point}. The struck car only stops.",
           {STRUCK_ON_THE_WAY, TEXT("6 damage", 2, 4)}),
    LESSON(WHEN(IS(COLLISION, COLLISION_CRASH), MORE(MOVER_MISSED_TURNS, 0)), NULL, "Missed turns",
           "Tally marks beside a car count the turns that it still misses. Each time its turn "
           "would come, one mark is struck off instead; several penalties add up.",
           {AT(CAR, 1, 1, 2), TALLY(3, 1.8, 2), ARROW(3.4, 2, 4.6, 2), AT(CAR, 1, 5.5, 2),
            TALLY(2, 6.3, 2)}),
    LESSON(
        WHEN(IS(CONTEST, CONTEST_DERBY), IS(REACH, REACH_END)), NULL, "Points",
        "Move onto a rival's car: 2 points for you, and one less for each player who was struck. "
        "All of them stand still, and nobody misses a turn. Driving across a car is harmless.",
        {STRUCK, TEXT("+2", 3, 3.8), TEXT("−1", 5, 3.3)}),
    LESSON(WHEN(IS(CONTEST, CONTEST_DERBY), IS(REACH, REACH_WHOLE)), NULL, "Points",
           "Hit a rival's car anywhere on your way: 2 points for you, and one less for each player "
           "who was struck. The move ends there, all stand still, and nobody misses a turn.",
           {STRUCK_ON_THE_WAY, TEXT("+2", 2, 4), TEXT("−1", 3.3, 0.9)}),
    LESSON(WHEN(IS(CONTEST, CONTEST_DERBY)), NULL, "No rematch",
           "After a crash those two players leave each other alone until both have had a turn. "
           "Points that would break this cannot be chosen, and say why.",
           {AT(CAR, 1, 2, 2), PLAN(1, 2, 2, 5, 2), AT(CAR, 2, 5, 2), TEXT("not yet", 3.6, 3.3)}),
    LESSON(WHEN(IS(CONTEST, CONTEST_DERBY), IS(CARS_PER_PLAYER, 0)), NULL, "Your cars",
           "Two players have two cars each; when more play, each has one. You cannot run into a "
           "car of your own.",
           {AT(CAR, 1, 2, 1), AT(CAR, 1, 2, 3), AT(CAR, 2, 5, 1), AT(CAR, 2, 5, 3)}),
    LESSON(WHEN(IS(CONTEST, CONTEST_DERBY), MORE(CARS_PER_PLAYER, 0)), NULL, "Your cars",
           "Each player has {cars_per_player car}: first everybody moves the first one, then the "
           "next. You cannot run into a car of your own.",
           {AT(CAR, 1, 2, 1), AT(CAR, 1, 2, 3), AT(CAR, 2, 5, 1), AT(CAR, 2, 5, 3)}),
    PAGE("areas", "Areas", NULL),
    LESSON(WHEN(IS(SLICKS, SLICKS_SPIN)), SLICK, "Slicks",
           "End a move on a shaded patch, and the car spins: it stands still and misses "
           "{slick_missed_turns turn}. Driving across without stopping there is harmless.",
           {MOVE(1, 0, 4, 2, 3), MOVE(1, 2, 3, 5, 2), AT(CAR, 1, 5, 2), TALLY(2, 5.8, 2.9)}),
    LESSON(WHEN(IS(SLICKS, SLICKS_COAST)), SLICK, "Slicks",
           "With your principal point on a shaded patch you slide: it is the only point that you "
           "can take. A car that stands drives off as usual.",
           {COMING, PLAN(1, 2, 3, 5, 2), AT(POINT, 1, 5, 2), AT(RING, 1, 5, 2)}),
    LESSON(WHEN(IS(SLICKS, SLICKS_FOUR)), SLICK, "Slicks",
           "With your principal point on a shaded patch you can hardly steer: only that point and "
           "its four nearest can be taken, and nothing extra can be used.",
           {COMING, AT(FIVE, 1, 5, 2), AT(RING, 1, 5, 2)}),
    LESSON(WHEN(IS(TURBO_AREAS, SWITCH_ON)), TURBO, "Turbo areas",
           "Touch one on your way, and its arrow moves your next principal point, once. A crash "
           "before that loses the push.",
           {MOVE(1, 0, 4, 3, 3), AT(CAR, 1, 3, 3), ARROW(6, 3, 6, 1.6), AT(NINE, 1, 6, 0),
            AT(RING, 1, 6, 0)}),
    LESSON(WHEN(IS(CHECKPOINTS, SWITCH_ON)), GATE, "Checkpoints",
           "The numbered gates have to be passed in their order. A lap, and the finish, only count "
           "when none of them is missing.",
           {MOVE(1, 0, 3, 2, 3), MOVE(1, 2, 3, 6, 2), AT(CAR, 1, 6, 2)}),
    PAGE("finish", "The finish", NULL),
    LESSON(WHEN(IS(LAPS, 1)), ROAD_WITH_LINE, "One lap",
           "Cross the chequered line the way its arrow points to begin the lap, and once more to "
           "end it. Crossing it backwards takes a crossing away.",
           {MOVE(1, 0, 3, 2, 3), MOVE(1, 2, 3, 6, 2), AT(CAR, 1, 6, 2), ARROW(2.7, 4, 5.3, 4)}),
    LESSON(
        WHEN(MORE(LAPS, 1)), ROAD_WITH_LINE, "{laps lap}",
        "Cross the chequered line the way its arrow points to begin the first lap; each time round "
        "begins the next, until {laps lap} are done. Crossing it backwards takes a crossing away.",
        {MOVE(1, 0, 3, 2, 3), MOVE(1, 2, 3, 6, 2), AT(CAR, 1, 6, 2), ARROW(2.7, 4, 5.3, 4)}),
    LESSON(WHEN(IS(CONTEST, CONTEST_RACE), OWN(OPEN)), TWO_LINES, "From line to line",
           "This track has no laps: it leads from one line to another. Whoever crosses the finish "
           "line has finished.",
           {MOVE(1, 1, 3, 3, 3), MOVE(1, 3, 3, 7, 2), AT(CAR, 1, 7, 2)}),
    LESSON(WHEN(IS(LINE, LINE_BEYOND)), ROAD_WITH_LINE, "On the line",
           "Only what lies beyond the line is across it. A car that stops exactly on the line has "
           "not crossed it yet.",
           {MOVE(1, 1, 2, 4, 2), AT(CAR, 1, 4, 2), TEXT("not yet", 5.9, 3.2)}),
    LESSON(WHEN(IS(LINE, LINE_TOUCH)), ROAD_WITH_LINE, "On the line",
           "Reaching the line is crossing it. A car that stops exactly on the line is across.",
           {MOVE(1, 1, 2, 4, 2), AT(CAR, 1, 4, 2), AT(FLAG, 1, 5.2, 1.1)}),
    LESSON(WHEN(IS(FINISH, FINISH_CROSSING)), ROAD_WITH_LINE, "Places",
           "The places go in the order in which the cars cross the line. Crossing it and then "
           "hitting the wall behind it is finishing, too.",
           {MOVE(1, 1, 1, 5, 1), AT(CAR, 1, 5, 1), MOVE(2, 2, 3, 6, 3), AT(CAR, 2, 6, 3),
            TEXT("1st", 6.4, 1), TEXT("2nd", 6, 4.1)}),
    LESSON(
        WHEN(IS(FINISH, FINISH_ROUND)), ROAD_WITH_LINE, "Places",
        "When a car has finished, the round is played to its end. Of the cars that finish in the "
        "same round, the one farthest beyond the line is placed first; equals share the place.",
        {MOVE(1, 1, 1, 5, 1), AT(CAR, 1, 5, 1), MOVE(2, 2, 3, 6, 3), AT(CAR, 2, 6, 3),
         TEXT("2nd", 6.5, 1), TEXT("1st", 6, 4.1)}),
    LESSON(WHEN(MORE(ROUND_LIMIT, 0)), NULL, "No end in sight",
           "After {round_limit round} it is over in any case, and all who still drive share the "
           "next place.",
           {AT(CAR, 1, 2, 2), AT(CAR, 2, 5, 2), TEXT("2nd", 2, 3.2), TEXT("2nd", 5, 3.2)}),
    PAGE("start", "The start", NULL),
    LESSON(WHEN(IS(START, START_LINE)), ROAD_WITH_LINE, "Where",
           "Each car starts on a grid point of the start line. One that is taken can only be "
           "chosen when no other is free.",
           {AT(START, 1, 4, 0), AT(START, 1, 4, 1), AT(CAR, 1, 4, 2), AT(START, 1, 4, 3),
            AT(START, 1, 4, 4)}),
    LESSON(WHEN(IS(START, START_BEHIND)), ROAD_WITH_LINE, "Where",
           "Each car starts on the line or up to {grid_depth square} behind it. A point that is "
           "taken can only be chosen when no other is free.",
           {AT(START, 1, 2, 1), AT(START, 1, 2, 2), AT(START, 1, 2, 3), AT(START, 1, 3, 1),
            AT(CAR, 1, 3, 2), AT(START, 1, 3, 3), AT(START, 1, 4, 1), AT(START, 1, 4, 2),
            AT(START, 1, 4, 3)}),
    LESSON(WHEN(IS(START, START_ANYWHERE)), NULL, "Where",
           "Each car starts on any grid point of the track that is free.",
           {AT(START, 1, 1, 0), AT(START, 1, 3, 1), AT(START, 1, 6, 0), AT(CAR, 1, 5, 2),
            AT(START, 1, 1, 3), AT(START, 1, 3, 3), AT(START, 1, 6, 4)}),
    LESSON(WHEN(IS(CHOOSE, CHOOSE_WITH_FIRST_MOVE)), ROAD_WITH_LINE, "When",
           "The start point is chosen in the first turn, together with the first move. Right click "
           "gives it back until then.",
           {AT(NINE, 1, 4, 2), MOVE(1, 4, 2, 5, 2), AT(CAR, 1, 4, 2), AT(RING, 1, 4, 2)}),
    LESSON(WHEN(IS(CHOOSE, CHOOSE_REVERSE)), ROAD_WITH_LINE, "When",
           "All choose their start points before the race. Whoever moves last chooses first.",
           {AT(CAR, 1, 4, 0), AT(CAR, 2, 4, 2), AT(CAR, 3, 4, 4), TEXT("3rd", 2.4, 0),
            TEXT("2nd", 2.4, 2), TEXT("1st", 2.4, 4)}),
    LESSON(WHEN(IS(ORDER, ORDER_RANDOM)), NULL, "Who begins",
           "The order of play is drawn once and then stays for the whole race.",
           {IN_A_ROW, TEXT("?", 1, 0.8), TEXT("?", 3.5, 0.8), TEXT("?", 6, 0.8)}),
    LESSON(WHEN(IS(ORDER, ORDER_LISTED)), NULL, "Who begins",
           "The players move in the order in which they were listed.",
           {IN_A_ROW, TEXT("1", 1, 3.2), TEXT("2", 3.5, 3.2), TEXT("3", 6, 3.2)}),
    LESSON(WHEN(IS(ORDER, ORDER_LOSER_FIRST)), NULL, "Who begins",
           "In a rematch, whoever was last in the race before moves first.",
           {IN_A_ROW, TEXT("last", 1, 3.3), TEXT("2nd", 3.5, 3.3), TEXT("1st", 6, 3.3)}),
    PAGE("drawing", "Drawing a track", help_build_drawing, .tell = help_tell_drawing),
    LESSON(WHEN(ALWAYS), RING, "Two walls",
           "The outer wall goes all around the track, the inner one is what you drive round; there "
           "may be more of those. Walls must close and may not cross. A ground without a line is "
           "an arena, for derbies.",
           {TEXT("outer", 1.4, 0.8), TEXT("inner", 3.6, 3.3)}),
    LESSON(WHEN(ALWAYS), RING LINE_BELOW, "The line",
           "The start and finish line lies across the road, from wall to wall; its arrow is the "
           "way of the race. An open track has two lines, a start and a finish, no laps, and needs "
           "no inner wall.",
           {ARROW(3.2, 3.4, 1.9, 3.4)}),
    LESSON(
        WHEN(ALWAYS),
        ALL_TRACK
        "<path class='slick' d='M -0.2 1.6 C 0.3 0.4, 1.6 0.6, 1.8 1.8 C 1.9 3, 1 3.6, 0.4 3.2 C "
        "-0.2 2.9, -0.4 2.4, -0.2 1.6 Z'/><path class='turbo' d='M 2.6 0.6 H 4.4 V 3.4 H 2.6 Z' "
        "data-arrow='0 2'/><polyline class='checkpoint' data-number='1' points='6,1 6,2 6,3'/>",
        "Slicks, turbo areas, checkpoints",
        "On a slick a car can hardly steer. A turbo area pushes it the way of its arrow. "
        "Checkpoints are gates to be passed in order. Rules without them leave them out.",
        {TEXT("slick", 0.8, 4), TEXT("turbo", 3.5, 4), TEXT("gate", 6, 4)}),
    LESSON(WHEN(ALWAYS),
           "<path class='wall' d='M -3 -3 H 5.2 V 8 H -3 Z'/><circle class='inside' cx='5' cy='1' "
           "r='.25'/><circle class='outside' cx='5' cy='3' r='.25'/>",
           "Points in doubt",
           "Where a wall runs close by a grid point, you can say whether a car may stand there: "
           "inside the track, outside, or as it is drawn.",
           {TEXT("inside", 3.1, 1), TEXT("outside", 2.9, 3)}),
    PAGE("classroom", "In class", help_build_classroom),
    PAGE("programs", "Programs", NULL),
    LESSON(WHEN(ALWAYS), NULL, "Write your own driver",
           "Any program that reads lines and prints lines can drive. Choose Program for a player "
           "and type what starts it, like python3 my.py. It is told the sheet, and each turn the "
           "cars and the moves there are; it answers with one of them. write-your-own-driver.md, "
           "among the documents, explains all of it step by step, and the folder bots has drivers "
           "to start from.",
           {AT(NINE, 1, 4, 3), TEXT("go", 1, 1), TEXT("move", 3.2, 1), AT(CAR, 1, 2, 3),
            MOVE(1, 2, 3, 5, 2)}),
    LESSON(WHEN(ALWAYS), NULL, "When it does not answer",
           "An answer that is late or wrong costs a program its turn and nothing else: the car "
           "coasts, and the log says why. After three times in a row a driver of the computer "
           "takes over.",
           {AT(CAR, 1, 3, 2), MOVE(1, 1, 2, 3, 2), PLAN(1, 3, 2, 5, 2), TEXT("...", 3, 3.4)}),
    PAGE("keys", "Keys", help_build_keys),
};

static const struct lesson_key book_keys[] = {
    {{0}, {"7 8 9   4 5 6   1 2 3", "the principal point and the eight next to it"}, NULL},
    {{0}, {"Arrows, then Enter", "walk from point to point, and take one"}, NULL},
    {{NEEDS_MORE, FIELD_NITROS, 0}, {"Shift, or N", "show the points that cost nitros"}, NULL},
    {{0}, {"Right click, Backspace", "choose another start point"}, NULL},
    {{0},
     {"H", "hints: rounds lost, doomed points, a best line"},
     "hints: this race was set up without them"},
    {{0}, {"V", "velocity and acceleration as arrows"}, NULL},
    {{0}, {"Ctrl+P", "print the race, with rules and a table for moves"}, NULL},
};

static bool meets(const struct setup *setup, int need)
{
    const struct track *track = graph_paper_track(setup);
    if (need == NEED_STEP)
        return graph_paper_step(setup) == 1;
    return track && (need == NEED_OPEN ? track->open : track->inspected_count > 0);
}

static const struct lesson_start starts[] = {
    {&screen_editor, "drawing", "How to draw and to play"},
    {&screen_photo, "drawing", "How to draw and to play"},
    {&screen_classroom, "classroom", "How to teach and to play"},
    {&screen_lesson, "classroom", "How to teach and to play"},
    {&screen_exercises, "classroom", "How to teach and to play"},
    {&screen_demonstration, "classroom", "How to teach and to play"},
    {0}};

static const struct lesson_guide guides[] = {
    {"start ", "Start point", "Choose where the car begins, and then its first move.", "start"},
    {"move ", "Velocity",
     "The car goes as far again as it went, one square more or less each way. At first it stands.",
     "moving"},
};

const struct lesson_book graph_paper_book = {
    .game = &graph_paper_game,
    .lessons = lessons,
    .count = sizeof lessons / sizeof *lessons,
    .meets = meets,
    .paint = diagram_paint,
    .diagram_least = 84,
    .keys = book_keys,
    .key_count = sizeof book_keys / sizeof *book_keys,
    .making_page = "drawing",
    .guides = guides,
    .guide_count = sizeof guides / sizeof *guides,
    .starts = starts,
    .tutorial = &graph_paper_tutorial,
};
