/* The book of circuits: the page about drawing them, how the drawing of a lesson is painted, and
 * the table of all that is told.
 */

#include "screens/help/book.h"
#include "paper/circuit/ink.h"
#include "paper/paper.h"
#include "screens/circuit/editor/editor.h"
#include "screens/help/tutorial.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const struct help_row parts[] = {
    {"Course", "a loop drawn with the pen, the way of the race: the middle of the strip"},
    {"Rows, lanes", "20 to 400 rows, all equally long along the course, of two or three lanes"},
    {"Lane 1", "is on the right-hand side; the race begins with row 0"},
    {"Corners", "rows with a limit for each lane, in steps of 20 mph; none in the starting grid"},
    {"Racing line", "one lane a row of a corner; it may change by one from row to row"},
};

static const struct help_row keys[] = {
    {"Ctrl+Z, Ctrl+Y", "undo, and do again: whatever was changed"},
    {"Arrows", "the cursor: along rows and across lanes, with the pen by squares"},
    {"Space, Enter", "press there, and let go"},
    {"1, 2, 3", "with the tool for lines: the lane of the line in that row"},
    {"Delete", "the chosen corner goes, or its line"},
    {"Esc", "drops what was begun, then what is chosen, then leaves"},
    {"Ctrl+S, Ctrl+P", "save, print"},
    {"Ctrl+N", "a new circuit"},
    {"Wheel, + and -, F", "zoom, the whole sheet"},
};

static void circuit_help_build_drawing(struct layout *column, const struct help_telling *telling)
{
    struct help_row tools[CIRCUIT_TOOL_COUNT];
    (void)telling;
    for (int i = 0; i < CIRCUIT_TOOL_COUNT; i++)
        tools[i] =
            (struct help_row){ui_words("%s  %s", circuit_tools[i].letter, circuit_tools[i].name),
                              circuit_tools[i].help};
    help_build_rows(column, "What a circuit is made of", parts, sizeof parts / sizeof *parts);
    help_build_rows(column, "Tools", tools, CIRCUIT_TOOL_COUNT);
    help_build_rows(column, "Keys", keys, sizeof keys / sizeof *keys);
}

/* drawing.c: the page about the editor. */
static void circuit_help_tell_drawing(const struct help_telling *telling, struct text *status)
{
    (void)telling;
    text_append(status, " What a circuit is made of. Tools. Keys.");
}

/* === diagrams ================================================================================= */

/* A drawing is a straight piece of two lanes, driven to the right, of five rows (0 to 4; lane 1 is
 * the lower one), which may have a corner and the chequered line in it. The marks are those of the
 * race's ink.
 */

enum { CIRCUIT_DIAGRAM_ROWS = 5, CIRCUIT_DIAGRAM_MARKS = 9 };

enum circuit_diagram_kind {
    CIRCUIT_DIAGRAM_END, /* of the list */
    CIRCUIT_DIAGRAM_CAR, /* `number`: the speed beside it, NOT_POSTED: none */
    CIRCUIT_DIAGRAM_SPUN,
    CIRCUIT_DIAGRAM_WAY, /* from the row and lane; `text`: the lanes of the rows ahead */
    CIRCUIT_DIAGRAM_TEXT /* above the row (lane 3), in a lane, or below (lane 0) */
};

struct circuit_diagram_mark {
    enum circuit_diagram_kind kind;
    int pen, row, lane, number;
    const char *text;
};

struct circuit_diagram {
    int line; /* the row before which the chequers are; below 0: they are not in the picture */
    struct {
        int from, to, limits[2]; /* rows; limit 0: there is no corner */
        const char *line;        /* the lanes of its rows; NULL: it has none */
    } corner;
    struct circuit_diagram_mark marks[CIRCUIT_DIAGRAM_MARKS];
};

/* Painting a diagram: a circuit of its own, of which only a straight piece is seen, by the ink of
 * the race. What is wrong with the data of a diagram is the programmer's fault. */

/* The whole circuit goes on to the right of the picture and comes back far below it, 105 squares
 * round. A square has five user units of 1024 parts each. */
enum { ROWS = 70, LANES = 2, HIGH = DIAGRAM_HIGH, PARTS = 5 * 1024 };
static const double ROW = 1.5, LANE = 1, BEGIN = 0.45;

struct book_pencil {
    cairo_t *cairo;
    struct paper_view view;
    struct circuit_layout *layout;
    const struct paper_theme *theme;
    int line;
};

/* Of a row of the picture. */
static struct space space_of(const struct book_pencil *p, int row, int lane)
{
    return (struct space){(row - p->line + ROWS) % ROWS, lane};
}

static struct pixel place(const struct book_pencil *p, double row, double lane)
{
    struct circuit_spot spot = circuit_spot(p->layout, row - p->line, lane - 0.5);
    return brush_place(&p->view, HIGH, spot.x, spot.y);
}

static void draw_car(const struct book_pencil *p, const struct circuit_diagram_mark *mark)
{
    struct space space = space_of(p, mark->row, mark->lane);
    struct circuit_look look = {.car = mark->pen,
                                .pen = mark->pen,
                                .along = space.row + 0.5,
                                .across = space.lane - 0.5,
                                .speed = mark->number,
                                .size = 1,
                                .turned = mark->kind == CIRCUIT_DIAGRAM_SPUN};
    circuit_draw_look(p->cairo, &p->view, p->layout, &look, p->theme);
}

static void draw_way(const struct book_pencil *p, const struct circuit_diagram_mark *mark)
{
    struct space path[CIRCUIT_DIAGRAM_ROWS];
    int count = 0;
    for (const char *lane = mark->text; *lane; lane++, count++) {
        assert(count < CIRCUIT_DIAGRAM_ROWS);
        path[count] = space_of(p, mark->row + count + 1, *lane - '0');
    }
    brush_color(p->cairo, brush_pen(p->theme, mark->pen));
    circuit_draw_way(p->cairo, &p->view, p->layout, mark->pen, space_of(p, mark->row, mark->lane),
                     path, count, count);
}

/* In the middle of the row, and never beyond the picture's sides: in its lane, or along the upper
 * or lower side, beyond signs and speeds. */
static void write(const struct book_pencil *p, const struct circuit_diagram_mark *mark)
{
    double size = fmax(p->view.square * 0.4, 14 * p->view.scale);
    double margin = 4 * p->view.scale;
    double width = lettering_width(p->cairo, mark->text, size, false);
    struct pixel at = place(p, mark->row + 0.5, mark->lane);
    if (mark->lane < 1)
        at.y = p->view.square * HIGH - size * 0.5;
    else if (mark->lane > LANES)
        at.y = size * 0.5;
    double x =
        brush_clamp(at.x - width / 2, margin, p->view.square * DIAGRAM_WIDE - width - margin);
    lettering_draw_rimmed(p->cairo, mark->text, x, at.y, size, p->theme->ink, p->theme);
}

static void draw_mark(const struct book_pencil *p, const struct circuit_diagram_mark *mark)
{
    switch (mark->kind) {
    case CIRCUIT_DIAGRAM_CAR:
    case CIRCUIT_DIAGRAM_SPUN:
        draw_car(p, mark);
        break;
    case CIRCUIT_DIAGRAM_WAY:
        draw_way(p, mark);
        break;
    case CIRCUIT_DIAGRAM_TEXT:
        write(p, mark);
        break;
    case CIRCUIT_DIAGRAM_END:
        break;
    }
}

static void draw_all(struct book_pencil *p, const struct circuit_diagram *diagram)
{
    int left = (int)((diagram->line * ROW + BEGIN) * PARTS), low = HIGH * PARTS / 2;
    int right = left + 24 * PARTS, back = left - 12 * PARTS, far = low + 33 * PARTS / 2;
    struct point course[5] = {{left, low}, {right, low}, {right, far}, {back, far}, {back, low}};
    int corner_at[ROWS], lines[ROWS] = {0};
    struct corner corner = {diagram->corner.from - diagram->line,
                            diagram->corner.to - diagram->line,
                            {diagram->corner.limits[0], diagram->corner.limits[1]},
                            diagram->corner.line != NULL};
    bool has_corner = corner.limits[0] > 0;
    for (int row = 0; row < ROWS; row++)
        corner_at[row] = has_corner && row >= corner.from && row <= corner.to ? 0 : -1;
    for (int row = corner.from; corner.has_line && row <= corner.to; row++)
        lines[row] = diagram->corner.line[row - corner.from] - '0';
    const struct circuit circuit = {.rows = ROWS,
                                    .lanes = LANES,
                                    .corners = &corner,
                                    .corner_count = has_corner,
                                    .corner_at = corner_at,
                                    .line = lines,
                                    .course = course,
                                    .course_count = 5,
                                    .lane_width = (int)(LANE * PARTS),
                                    .view = {0, 0, DIAGRAM_WIDE * PARTS, HIGH * PARTS}};
    p->line = diagram->line;
    p->layout = circuit_layout_create(&circuit);
    circuit_draw_strip(p->cairo, &p->view, &circuit, p->layout, true, p->theme);
    for (int i = 0; i < CIRCUIT_DIAGRAM_MARKS; i++)
        draw_mark(p, &diagram->marks[i]);
    circuit_layout_free(p->layout);
}

static void diagram_paint(cairo_t *cairo, int width, int height, const void *data)
{
    const struct diagram_look *look = data;
    double square = fmax((double)width / DIAGRAM_WIDE, (double)height / DIAGRAM_HIGH);
    struct book_pencil pencil = {cairo, {0, 0, square, look->scale}, NULL, look->theme, 0};
    brush_add_card(cairo, 0, 0, width, height, 5 * look->scale);
    cairo_clip(cairo);
    draw_all(&pencil, look->diagram);
}

/* === rules ==================================================================================== */

/* The lessons about the rules of circuit, page by page.
 */

#define RULE(field) CIRCUIT_##field
/* LESSON(WHEN(needs), ground, heading, words, {marks}). */
#define LESSON(needs, ground, heading, words, ...)                                                 \
    BRACED(NULL, needs, heading, words, &(const struct circuit_diagram)BRACED(ground, __VA_ARGS__))

#define CAR(pen, row, lane, speed) BRACED(CIRCUIT_DIAGRAM_CAR, pen, row, lane, speed, NULL)
#define SPUN(pen, row, lane) BRACED(CIRCUIT_DIAGRAM_SPUN, pen, row, lane, NOT_POSTED, NULL)
#define WAY(pen, row, lane, lanes) BRACED(CIRCUIT_DIAGRAM_WAY, pen, row, lane, 0, lanes)
#define TEXT(words, row, lane) BRACED(CIRCUIT_DIAGRAM_TEXT, 0, row, lane, 0, words)

/* Grounds: the row before which the chequers are, and the corner. */
#define NO_LINE -8
#define ROAD NO_LINE, BRACED(0)
#define FINISH 3, BRACED(0)
#define BEND NO_LINE, BRACED(2, 4, {80, 100}, NULL)
#define DOTTED NO_LINE, BRACED(2, 4, {80, 100}, "212")

static const struct lesson lessons[] = {
    PAGE("game", "The game", NULL),
    LESSON(WHEN(ALWAYS), ROAD, "A race",
           "Cars drive round a circuit of spaces in lanes. Each turn all post a speed; then one "
           "after another they drive it, a space for each 20 mph. Fast costs tires in corners, and "
           "where the road is full somebody has to give way.",
           {WAY(1, 0, 2, "2211"), CAR(1, 0, 2, 80), CAR(2, 2, 1, 60)}),
    LESSON(WHEN(ALWAYS), ROAD, "Posting",
           "Choose a speed: below the last one by at most your brakes, above it by at most your "
           "acceleration, never above your top speed. With each stands what the corners ahead will "
           "cost at best. Nobody sees it until all are in; then all are shown together.",
           {CAR(1, 1, 1, 100), CAR(2, 1, 2, 120), TEXT("posted 100 and 120", 2, 3)}),
    LESSON(WHEN(ALWAYS), ROAD, "A standing car",
           "At the start, and after a spin, a car posts 20 up to its start speed.",
           {CAR(1, 0, 1, 0), WAY(1, 0, 1, "111"), TEXT("start 60: three spaces", 2, 3)}),
#define ON_THE_GRID                                                                                \
    {                                                                                              \
        CAR(1, 2, 1, NOT_POSTED), CAR(2, 2, 2, NOT_POSTED), CAR(3, 1, 1, NOT_POSTED),              \
            TEXT("1, then 2", 2, 3)                                                                \
    }
    LESSON(WHEN(IS(GRID, GRID_START_SPEED)), FINISH, "The grid",
           "Cars with the highest start speed stand in front, in the row before the line from lane "
           "1 on; between equal ones it is drawn.",
           ON_THE_GRID),
    LESSON(
        WHEN(IS(GRID, GRID_RANDOM)), FINISH, "The grid",
        "Who stands where is drawn: in the row before the line from lane 1 on, then in the next.",
        ON_THE_GRID),
    LESSON(
        WHEN(IS(GRID, GRID_LISTED)), FINISH, "The grid",
        "As the players are listed: in the row before the line from lane 1 on, then in the next.",
        ON_THE_GRID),
    LESSON(WHEN(IS(GRID, GRID_LOSER_FIRST)), FINISH, "The grid",
           "Whoever was last in the race before stands in front, the winner at the end. In a first "
           "race they stand as they are listed.",
           ON_THE_GRID),
    LESSON(WHEN(MORE(HANDICAP, 0)), FINISH, "Handicap",
           "For each place behind the winner of the race before a driver has {handicap chip} more.",
           ON_THE_GRID),
    PAGE("car", "The car", NULL),
    LESSON(
        WHEN(IS(BUILD, BUILD_PLAYERS)), ROAD, "Building a car",
        "Spend {points point} on your car, 0 to 2 on each of Start, Acceleration, Brakes, Top "
        "speed and Wear; its card shows S A B T W with a dot for each. A point gives 20 mph, or a "
        "point of tire wear a lap on top of {wear}. All builds are shown when all are done.",
        {CAR(1, 1, 2, NOT_POSTED), CAR(2, 1, 1, NOT_POSTED), TEXT("2 1 1 0 1", 3, 2),
         TEXT("0 1 1 2 1", 3, 1)}),
    LESSON(WHEN(IS(BUILD, BUILD_STANDARD)), ROAD, "The cars",
           "All cars are alike: start 60, acceleration 40, brakes 40, top speed 160, and tires for "
           "{wear point} of wear a lap and one more.",
           {CAR(1, 1, 2, NOT_POSTED), CAR(2, 1, 1, NOT_POSTED)}),
    LESSON(WHEN(MORE(BLUE_CHIPS, 0)), ROAD, "Blue chips",
           "Each driver has {blue_chips chip} for the race. One takes 2 off a roll of your own, "
           "and low is good: less to pay, and better odds.",
           {CAR(1, 2, 1, NOT_POSTED), TEXT("9 − 2 = 7", 2, 3)}),
    PAGE("move", "Moving", NULL),
    LESSON(WHEN(ALWAYS), ROAD, "Who goes first",
           "The car furthest ahead; in one row the one that posted more, then the lower lane. The "
           "order is fixed when the speeds are shown.",
           {CAR(1, 3, 2, 60), CAR(2, 1, 1, 100), CAR(3, 1, 2, 80), TEXT("first", 3, 3),
            TEXT("second", 1, 0)}),
    LESSON(WHEN(ALWAYS), ROAD, "Spaces",
           "Each 20 mph takes the car to the next row: the same lane or one beside it, wherever no "
           "car stands. Click the spaces one by one, or the far end: then it goes the cheapest "
           "way.",
           {WAY(1, 0, 1, "1222"), CAR(1, 0, 1, 80), CAR(2, 2, 1, 60)}),
    LESSON(WHEN(IS(SLIPSTREAM, CIRCUIT_ON)), ROAD, "Slipstream",
           "A car right behind another in its lane, both having posted 100 or more, may drive one "
           "space more. It is no speed: corners and the next turn go by what was posted. It need "
           "not be used.",
           {CAR(1, 0, 1, 100), CAR(2, 1, 1, 100), TEXT("5 spaces + 1", 2, 3)}),
    LESSON(WHEN(ALWAYS), ROAD, "When the road is full",
           "If all lanes ahead are taken, the car brakes: it stays, and its speed falls by 20 for "
           "each space left. If its brakes are not enough for that, it spins.",
           {WAY(1, 0, 1, "1"), CAR(1, 1, 1, 60), CAR(2, 2, 1, 40), CAR(3, 2, 2, 40),
            TEXT("100 − 2 × 20 = 60", 2, 3)}),
    PAGE("corner", "Corners", NULL),
    LESSON(WHEN(ALWAYS), BEND, "Limits",
           "The signs say how fast each lane of a corner can be driven. Each 20 mph above it costs "
           "1 point of wear.",
           {WAY(1, 0, 1, "1111"), CAR(1, 0, 1, 100), TEXT("20 above 80: 1 wear", 3, 3)}),
    LESSON(WHEN(ALWAYS), BEND, "The worst space",
           "A corner is paid once in a move, at the space where you are furthest above the limit. "
           "If you stand in it at the end of the turn, the next turn pays again.",
           {WAY(1, 0, 1, "1122"), CAR(1, 0, 1, 120), TEXT("40 above 80: 2 wear in all", 2, 3)}),
    LESSON(WHEN(ALWAYS), BEND, "Too fast",
           "60 above the limit, or more to pay than the tires have left, and the car spins in that "
           "space.",
           {WAY(1, 0, 1, "111"), SPUN(1, 3, 1), TEXT("140 where 80 is the limit", 2, 3)}),
    PAGE("line", "The line", NULL),
    LESSON(WHEN(IS(LINES, CIRCUIT_ON)), DOTTED, "On the dots",
           "A car that enters a corner on its dotted line has the line: 20 mph more are free, as "
           "long as it stays on the dots. It keeps it from turn to turn.",
           {WAY(1, 0, 2, "2212"), CAR(1, 0, 2, 100), TEXT("80 + 20: nothing to pay", 2, 3)}),
    LESSON(WHEN(IS(LINES, CIRCUIT_ON)), DOTTED, "Taking the line",
           "Whoever comes onto the dots later may take the line for half a point of wear, and has "
           "it from that space on.",
           {WAY(1, 0, 1, "1112"), CAR(1, 0, 1, 100), TEXT("1 wear, then ½ for the line", 2, 3)}),
    PAGE("spin", "Spins", NULL),
    LESSON(WHEN(IS(SPINS, SPINS_TABLE)), BEND, "The spin table",
           "Two dice: up to 6 the car only stands. 7 to 9 cost 2 wear as well; 10 and 11 cost 3 "
           "and a turn; with 12 the race is over for it. Each 20 mph above 60 too fast adds 1, a "
           "chip takes 2 off.",
           {WAY(1, 0, 1, "111"), SPUN(1, 3, 1), TEXT("4 + 4 = 8: spin, 2 wear", 2, 3)}),
    LESSON(WHEN(IS(SPINS, SPINS_STOP)), BEND, "A spin",
           "The car stands where it spun, and its speed is 0. Nothing is rolled.",
           {WAY(1, 0, 1, "111"), SPUN(1, 3, 1), TEXT("speed 0", 2, 3)}),
    LESSON(WHEN(ALWAYS), ROAD, "Afterwards",
           "A spun car points back, has lost the line, and starts from 0 in the next turn. Others "
           "drive round it.",
           {SPUN(1, 2, 1), WAY(2, 0, 1, "122"), CAR(2, 0, 1, 60)}),
    PAGE("pass", "Forcing a pass", NULL),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Between two cars",
           "Where all lanes ahead are taken you may force your way instead of braking: between two "
           "cars side by side. Choose first the lane that you drive into.",
           {CAR(1, 1, 1, 100), CAR(2, 2, 1, 80), CAR(3, 2, 2, 80), TEXT("force 1 2", 2, 3)}),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Who may resist",
           "A blocker that moves and whose speed differs from yours by 40 at most. In the first "
           "two turns nobody. If nobody may, you are through without dice.",
           {CAR(1, 1, 1, 160), CAR(2, 2, 1, 140), CAR(3, 2, 2, 80),
            TEXT("140 may, 80 may not", 2, 3)}),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Cards",
           "Who may resist lays PASS or BLOCK, face down. Then chips are spent or not, openly, the "
           "passer first. If all have laid PASS, you are through, and nobody rolls.",
           {CAR(1, 1, 1, 100), CAR(2, 2, 1, 100), CAR(3, 2, 2, 80), TEXT("BLOCK", 4, 1),
            TEXT("PASS", 4, 2)}),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Through",
           "You drive beside the blocker and go on with what is left. If your move ends beside it, "
           "it falls back to where you came from.",
           {CAR(1, 2, 1, 100), WAY(1, 1, 1, "1"), CAR(2, 1, 1, 80), CAR(3, 2, 2, 80),
            TEXT("the blocker falls back", 2, 3)}),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Not through",
           "You brake where you are; if that is too hard for your car, it spins.",
           {CAR(1, 1, 1, 80), CAR(2, 2, 1, 80), CAR(3, 2, 2, 80), TEXT("100 − 20", 1, 0)}),
    PAGE("dice", "The dice", NULL),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Rolling",
           "With a BLOCK on the table you and each that may resist roll two dice; low is good. A "
           "chip takes 2 off. Against each blocker you add 2 for two BLOCKs, 1 if it is as fast or "
           "faster; 20 faster take 1 off, 40 faster 3.",
           {CAR(1, 1, 1, 140), CAR(2, 2, 1, 140), TEXT("6 − 2 + 2 + 1 = 7", 2, 3)}),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Beating",
           "You beat a blocker with 2 or less, or with less than it has and below 10. You must "
           "beat all that rolled.",
           {CAR(1, 1, 1, 140), CAR(2, 2, 1, 140), CAR(3, 2, 2, 100), TEXT("7 : 7 held", 4, 1),
            TEXT("3 : 5 beaten", 4, 2)}),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "What it costs",
           "Everybody pays for the own result, you for your highest: 7 costs 1 wear, 8 costs 2, 9 "
           "costs 3. From 10 on it is the spin table, but a blocker that was passed pays 3 wear.",
           {CAR(1, 1, 1, 140), CAR(2, 2, 1, 140), TEXT("7: 1 wear each", 2, 3)}),
    LESSON(WHEN(IS(FORCE_PASS, CIRCUIT_ON), IS(LINES, CIRCUIT_ON)), DOTTED, "The line is lost",
           "When dice are rolled, both blockers lose the line. Half a point takes it again.",
           {CAR(1, 2, 1, 100), CAR(2, 3, 1, 100), CAR(3, 3, 2, 100)}),
    PAGE("finish", "The finish", NULL),
    LESSON(WHEN(ALWAYS), FINISH, "Laps",
           "The race has {laps lap}. In the last row before the finish a car with a space left has "
           "finished at once and leaves the track.",
           {WAY(1, 0, 1, "11"), CAR(1, 0, 1, 80)}),
    LESSON(WHEN(ALWAYS), FINISH, "Who is first",
           "Who finishes in an earlier turn is ahead. In one turn it is the car that would come "
           "furthest beyond the line; equal ones share the place.",
           {WAY(1, 0, 1, "11"), CAR(1, 0, 1, 120), WAY(2, 1, 2, "2"), CAR(2, 1, 2, 80),
            TEXT("3 beyond", 4, 1), TEXT("2 beyond", 4, 2)}),
    LESSON(WHEN(ALWAYS), FINISH, "The end",
           "The race is over when at most one still drives, and after {round_limit turn} in any "
           "case: those who still drive share the next place, and who is out comes last.",
           {CAR(2, 1, 2, 80), TEXT("the last one", 1, 0)}),
    PAGE("programs", "Programs", NULL),
    LESSON(WHEN(ALWAYS), ROAD, "Write your own driver",
           "Any program that reads lines and prints lines can drive. It is told the circuit and "
           "each turn the cars, and answers with a speed, the lanes of its way, a card. "
           "write-your-own-driver.md, among the documents, explains it step by step.",
           {WAY(1, 0, 2, "221"), CAR(1, 0, 2, 60), TEXT("do go 2 2 1", 2, 3)}),
    LESSON(WHEN(ALWAYS), ROAD, "When it does not answer",
           "For a program that answers late or wrongly the computer does something simple, and the "
           "log says why. After three times in a row a driver of the computer takes over.",
           {CAR(1, 1, 1, 60), TEXT("...", 1, 3)}),
    PAGE("drawing", "Drawing a circuit", circuit_help_build_drawing,
         .tell = circuit_help_tell_drawing),
    PAGE("keys", "Keys", help_build_keys),
};

static const struct lesson_key book_keys[] = {
    {{0}, {"1, 2, 3", "a space ahead, in that lane"}, NULL},
    {{NEEDS_VALUE, CIRCUIT_LINES, CIRCUIT_ON},
     {"Shift with them", "taking the line there, for half a wear"},
     NULL},
    {{0}, {"0", "brake, or stay: where it can be"}, NULL},
    {{0}, {"H", "hints"}, "hints: this race was set up without them"},
    {{0}, {"Ctrl+P", "print the race, with rules, sheets and cards"}, NULL},
};

static const struct lesson_start starts[] = {
    {&screen_circuit_editor, "drawing", "How to draw and to play"}, {0}};

static const struct lesson_guide guides[] = {
    {"choice car ", "Build",
     "Take a car that is ready: Even is good for a first race. Or spend the points yourself. Its "
     "card tells them: S start, A acceleration, B brakes, T top speed, W wear.",
     "car"},
    {"speed ", "Posted speed",
     "So fast you go in this turn: a space for each 20. Nobody sees it until all have posted.",
     "game"},
    {"space ", "Corner",
     "Red roads are corners, signs their limits: each 20 above costs a ring of your tires.",
     "corner"},
    {"space ", "Line", "Enter a corner on its dots and stay on them: the blue sign holds, 20 more.",
     "line"},
    {"card ", "Forced pass",
     "Somebody comes between two cars: let it through, or block. Then dice decide.", "pass"},
};

static const struct canvas_word words[] = {
    {"slipstream", "move"},     {"posted", "game"},        {"post a speed", "game"},
    {"has the line", "line"},   {"take the line", "line"}, {"takes the line", "line"},
    {"loses the line", "line"}, {"on the line", "line"},   {"for the line", "line"},
    {"wear", "corner"},         {"blue chip", "car"},      {"chip", "car"},
    {"force a pass", "pass"},   {"forced pass", "pass"},   {NULL, NULL}};

const struct lesson_book circuit_book = {
    .game = &circuit_game,
    .lessons = lessons,
    .count = sizeof lessons / sizeof *lessons,
    .paint = diagram_paint,
    .diagram_least = 162,
    .keys = book_keys,
    .key_count = sizeof book_keys / sizeof *book_keys,
    .making_page = "drawing",
    .guides = guides,
    .guide_count = sizeof guides / sizeof *guides,
    .words = words,
    .starts = starts,
    .tutorial = &circuit_tutorial,
};
