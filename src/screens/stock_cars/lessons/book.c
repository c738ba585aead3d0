/* The book of stock cars: how the drawing of a lesson is painted, tiles and marks by the ink of the
 * race, and the table of all that is told. What is wrong with the data of a drawing is the
 * programmer's fault. */

#include "base/number.h"
#include "paper/paper.h"
#include "paper/stock_cars/ink.h"
#include "screens/help/tutorial.h"
#include "screens/stock_cars/lessons/lessons.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Tiles beyond the picture, so that its edges are none of the map. */
enum { BEYOND = 3, WIDE = DIAGRAM_WIDE + 2 * BEYOND, HIGH = DIAGRAM_HIGH + 2 * BEYOND };
enum { MOVES = 16 };

struct lessons_book_pencil {
    cairo_t *cairo;
    struct paper_view view;
    const struct paper_theme *theme;
};

static char tile_of_rows(const struct stock_tiles *tiles, struct point at)
{
    const struct stock_diagram *diagram = tiles->of;
    int x = number_larger(0, number_smaller(at.x - BEYOND, DIAGRAM_WIDE - 1));
    int y = number_larger(0, number_smaller(at.y - BEYOND, DIAGRAM_HIGH - 1));
    const char *row = diagram->rows[DIAGRAM_HIGH - 1 - y];
    assert(strlen(row) == DIAGRAM_WIDE);
    return row[x];
}

static struct point place_of(const struct stock_diagram_mark *mark)
{
    return (struct point){(int)floor(mark->x) + BEYOND, (int)floor(mark->y) + BEYOND};
}

static int follow(const struct stock_diagram_mark *mark, struct stock_entered path[MOVES])
{
    int count = 0;
    enum heading heading = mark->heading;
    struct point at = place_of(mark);
    for (const char *move = mark->text; *move; move++) {
        if (*move == 'L' || *move == 'l')
            heading = heading_turned(heading, TURN_LEFT);
        if (*move == 'R' || *move == 'r')
            heading = heading_turned(heading, TURN_RIGHT);
        if (*move == 'l' || *move == 'r')
            continue;
        assert(count < MOVES);
        at = point_add(at, heading_steps[heading]);
        path[count++] = (struct stock_entered){at, heading};
    }
    return count;
}

static void write(const struct lessons_book_pencil *p, const char *text, double x, double y)
{
    double size = fmax(p->view.square * 0.42, 14 * p->view.scale);
    struct pixel at = brush_place(&p->view, HIGH, x + BEYOND, y + BEYOND);
    double width = lettering_width(p->cairo, text, size, false);
    lettering_draw_rimmed(p->cairo, text, at.x - width / 2, at.y, size, p->theme->ink, p->theme);
}

static void draw_way(const struct lessons_book_pencil *p, const struct stock_diagram_mark *mark)
{
    struct stock_entered path[MOVES];
    int count = follow(mark, path), at = 0;
    brush_color(p->cairo, brush_pen(p->theme, mark->pen));
    stock_draw_way(p->cairo, &p->view, HIGH, mark->pen, place_of(mark), path, count, count);
    for (const char *move = mark->text; *move && mark->kind == STOCK_DIAGRAM_LETTERS; move++)
        if (*move != 'l' && *move != 'r') {
            const char letter[2] = {*move, 0};
            write(p, letter, path[at].at.x - BEYOND + 0.5, path[at].at.y - BEYOND + 0.92);
            at++;
        }
}

static void draw_car(const struct lessons_book_pencil *p, const struct stock_diagram_mark *mark)
{
    struct stock_look look = {.car = mark->pen,
                              .pen = mark->pen,
                              .x = mark->x + BEYOND + 0.5,
                              .y = mark->y + BEYOND + 0.5,
                              .size = 1,
                              .heading = mark->heading};
    bool ghost = mark->kind == STOCK_DIAGRAM_GHOST;
    if (ghost)
        cairo_push_group(p->cairo);
    stock_draw_look(p->cairo, &p->view, HIGH, &look, p->theme);
    if (!ghost)
        return;
    cairo_pop_group_to_source(p->cairo);
    cairo_paint_with_alpha(p->cairo, 0.35);
}

static void draw_mark(const struct lessons_book_pencil *p, const struct stock_diagram_mark *mark)
{
    switch (mark->kind) {
    case STOCK_DIAGRAM_WAY:
    case STOCK_DIAGRAM_LETTERS:
        draw_way(p, mark);
        break;
    case STOCK_DIAGRAM_CAR:
    case STOCK_DIAGRAM_GHOST:
        draw_car(p, mark);
        break;
    case STOCK_DIAGRAM_LEFT:
        brush_color(p->cairo, brush_pen(p->theme, mark->pen));
        stock_draw_left(p->cairo, &p->view, HIGH, mark->pen, place_of(mark), mark->heading);
        break;
    case STOCK_DIAGRAM_BURST:
        brush_color(p->cairo, p->theme->warning);
        stock_draw_burst(p->cairo, &p->view, HIGH, mark->x + BEYOND + 0.5, mark->y + BEYOND + 0.5);
        break;
    case STOCK_DIAGRAM_TEXT:
        write(p, mark->text, mark->x, mark->y);
        break;
    case STOCK_DIAGRAM_END:
        break;
    }
}

static void diagram_paint(cairo_t *cairo, int width, int height, const void *data)
{
    const struct diagram_look *look = data;
    const struct stock_diagram *diagram = look->diagram;
    double square = fmax((double)width / DIAGRAM_WIDE, (double)height / DIAGRAM_HIGH);
    struct lessons_book_pencil pencil = {
        cairo, {-BEYOND * square, -BEYOND * square, square, look->scale}, look->theme};
    struct stock_tiles tiles = {WIDE, HIGH, HEADING_E, diagram->turn, tile_of_rows,
                                NULL, NULL, diagram,   NULL,          false};
    brush_add_card(cairo, 0, 0, width, height, 5 * look->scale);
    cairo_clip(cairo);
    stock_draw_tiles(cairo, &pencil.view, &tiles, true, look->theme);
    for (int i = 0; i < STOCK_DIAGRAM_MARKS && diagram->marks[i].kind != STOCK_DIAGRAM_END; i++)
        draw_mark(&pencil, &diagram->marks[i]);
}

/* === rules ==================================================================================== */

/* The lessons about the rules of stock cars, page by page.
 */

#define RULE(field) STOCK_##field
/* LESSON(WHEN(needs), ground, heading, words, {marks}). */
#define LESSON(needs, ground, heading, words, ...)                                                 \
    BRACED(NULL, needs, heading, words,                                                            \
           &(const struct stock_diagram)BRACED(ground, TURN_RIGHT, __VA_ARGS__))
#define LESSON_LEFT(needs, ground, heading, words, ...)                                            \
    BRACED(NULL, needs, heading, words,                                                            \
           &(const struct stock_diagram)BRACED(ground, TURN_LEFT, __VA_ARGS__))
#define OWN(need) BRACED(NEEDS_OWN, 0, STOCK_NEED_##need)

#define WAY(pen, x, y, heading, moves)                                                             \
    BRACED(STOCK_DIAGRAM_WAY, pen, x, y, HEADING_##heading, moves)
#define LETTERS(pen, x, y, heading, moves)                                                         \
    BRACED(STOCK_DIAGRAM_LETTERS, pen, x, y, HEADING_##heading, moves)
#define CAR(pen, x, y, heading) BRACED(STOCK_DIAGRAM_CAR, pen, x, y, HEADING_##heading, NULL)
#define GHOST(pen, x, y, heading) BRACED(STOCK_DIAGRAM_GHOST, pen, x, y, HEADING_##heading, NULL)
#define LEFT(pen, x, y, heading) BRACED(STOCK_DIAGRAM_LEFT, pen, x, y, HEADING_##heading, NULL)
#define BURST(x, y) BRACED(STOCK_DIAGRAM_BURST, 0, x, y, HEADING_N, NULL)
#define TEXT(words, x, y) BRACED(STOCK_DIAGRAM_TEXT, 0, x, y, HEADING_N, words)

#define ROAD BRACED("        ", "********", "********", "********", "        ")
#define LINE BRACED("        ", "*****F**", "*****F**", "*****F**", "        ")
#define OPEN BRACED("********", "********", "********", "********", "********")
#define BEND BRACED("******  ", "******  ", "******  ", "******  ", "******  ")
#define SLICK BRACED("********", "********", "***o****", "********", "********")
#define ALLEY BRACED("********", "********", "**..S.**", "**.s..**", "        ")
#define BANK BRACED("  bbbb  ", "*bbbbbb ", "*bbbbbb ", "*bbbbbbb", "    bbbb")
#define BANK_LEFT BRACED("    bbbb", "*bbbbbbb", "*bbbbbb ", "*bbbbbb ", "  bbbb  ")
#define PITS BRACED("        ", "*#ppPp#*", "**    **", "********", "********")

static const struct lesson lessons[] = {
    PAGE("game", "The game", NULL),
    LESSON(WHEN(ALWAYS), LINE, "A race",
           "A car stands on a tile and heads in one of eight directions. Each turn it drives as "
           "many tiles as its speed, as its driver has ordered beforehand, letter by letter. "
           "Whoever is round first wins.",
           {WAY(2, 0, 1, E, "MMM"), CAR(2, 3, 1, E), WAY(1, 2, 3, E, "MMMM"), CAR(1, 6, 3, E)}),
    LESSON(WHEN(ALWAYS), ROAD, "Writing an order",
           "Choose a speed below the map, then click the tiles one after another: straight on, "
           "left or right. The order is written as it grows, and what you type is drawn. It tells "
           "what it will cost and what the tiles on the way will do.",
           {LETTERS(1, 1, 2, E, "MML"), CAR(1, 1, 2, E), TEXT("A(2M)L", 5.8, 1.5)}),
    LESSON(WHEN(IS(ORDERS, STOCK_SECRET)), ROAD, "All at once",
           "Nobody sees what the others order. With the last order in, all are driven, car 1 "
           "first. On the way cars are in nobody's way: only where they end counts.",
           {WAY(1, 0, 3, E, "MMRM"), CAR(1, 4, 1, SE), WAY(2, 0, 1, E, "MMMMM"), CAR(2, 5, 1, E)}),
    LESSON(WHEN(IS(ORDERS, STOCK_OPEN)), ROAD, "One after another",
           "Each order is driven as soon as it is given, car 1 first. On the way cars are in "
           "nobody's way: only where they stand at the end of the turn counts.",
           {WAY(1, 0, 3, E, "MMRM"), CAR(1, 4, 1, SE), CAR(2, 1, 1, E)}),
#define ON_THE_GRID                                                                                \
    {                                                                                              \
        CAR(1, 4, 3, E), CAR(2, 4, 1, E), CAR(3, 2, 3, E)                                          \
    }
    LESSON(WHEN(IS(GRID, STOCK_GRID_LISTED)), LINE, "The grid",
           "Car 1 stands on starting place 1, car 2 on 2, and so on.", ON_THE_GRID),
    LESSON(WHEN(IS(GRID, STOCK_GRID_RANDOM)), LINE, "The grid",
           "Who stands on which starting place is drawn.", ON_THE_GRID),
    LESSON(WHEN(IS(GRID, STOCK_GRID_LOSER_FIRST)), LINE, "The grid",
           "Whoever was last in the race before stands on starting place 1, the winner on the "
           "last one. In a first race they stand as they are listed.",
           ON_THE_GRID),
    LESSON(WHEN(MORE(HANDICAP, 0)), ROAD, "Handicap",
           "For each place behind the winner of the race before a car has {handicap wild card} "
           "more.",
           {CAR(1, 5, 2, E), CAR(2, 2, 2, E)}),
    PAGE("order", "Orders", NULL),
    LESSON(WHEN(ALWAYS), ROAD, "M: straight on",
           "M drives one tile ahead. There are exactly as many moves in an order as the speed. "
           "(4M) is short for MMMM.",
           {LETTERS(1, 1, 2, E, "MMMM"), CAR(1, 1, 2, E), TEXT("speed 4", 3.5, 1.4)}),
    LESSON(WHEN(ALWAYS), OPEN, "L and R: steering",
           "L turns the car by 45° to the left and drives one tile ahead, R to the right. At most "
           "two L and two R fit into a turn: what is fast is slow to turn.",
           {LETTERS(1, 1, 1, E, "MLMRM"), CAR(1, 1, 1, E)}),
    LESSON(WHEN(ALWAYS), ROAD, "A and B: the speed",
           "A before the moves makes the speed 1 more for this turn already, B 1 less. It never "
           "falls below 0 nor passes the car's maximum, at first {max_speed}.",
           {LETTERS(1, 1, 2, E, "MMM"), CAR(1, 1, 2, E), TEXT("speed 2, A: 3 moves", 4, 1.4)}),
    LESSON(WHEN(ALWAYS), ROAD, "A and B at the end",
           "Behind the moves they count from the next turn on. They are never refused there: each "
           "goes as far as 0 and the maximum allow.",
           {LETTERS(1, 1, 2, E, "MMM"), GHOST(1, 1, 2, E), CAR(1, 4, 2, E),
            TEXT("then B: next turn 2", 4, 1.4)}),
    LESSON(WHEN(ALWAYS), ROAD, "A car that stands",
           "Its order is - or begins with A. To give up, write retire: the car stays where it is, "
           "in nobody's way.",
           {CAR(1, 3, 2, E), TEXT("–", 3.5, 3.5)}),
    PAGE("cards", "Wild cards", NULL),
    LESSON(WHEN(ALWAYS), ROAD, "A second A or B",
           "The second A of a turn costs a wild card, and so does the second B, wherever in the "
           "order they stand. Mark it: A(A+1). Each car has {wild_cards wild card} at the start; "
           "where words have no room, ◊ stands for one.",
           {LETTERS(1, 1, 2, E, "MMMM"), CAR(1, 1, 2, E), TEXT("speed 2: A(A+1)(4M)", 4, 1.4)}),
    LESSON(WHEN(ALWAYS), BEND, "A second steer",
           "Two L, or two R, or two of both cost one wild card together. Mark one of the seconds: "
           "RM(R+1). So a right angle costs a wild card, if it is to be driven in one turn.",
           {LETTERS(1, 1, 3, E, "MMRR"), CAR(1, 1, 3, E), TEXT("(2M)R(R+1)", 2.6, 1.4)}),
    PAGE("edge", "Off the track", NULL),
    LESSON(WHEN(IS(OFF_TRACK, STOCK_SEVERE)), BEND, "Leaving the track",
           "The car stays on its last tile of the track, and the rest of the order is lost. One "
           "tile outside costs 3 of the speed and 2 of the maximum; if two moves would have been "
           "outside, 6 and 4; three or more, 9 and 8.",
           {WAY(1, 1, 2, E, "MMMM"), GHOST(1, 1, 2, E), CAR(1, 5, 2, E), LEFT(1, 5, 2, E)}),
    LESSON(WHEN(IS(OFF_TRACK, STOCK_MILD)), BEND, "Leaving the track",
           "The car stays on its last tile of the track, and the rest of the order is lost. Each "
           "move that would have been outside, up to three, costs 1 of the speed and 1 of the "
           "maximum.",
           {WAY(1, 1, 2, E, "MMMM"), GHOST(1, 1, 2, E), CAR(1, 5, 2, E), LEFT(1, 5, 2, E)}),
    LESSON(WHEN(ALWAYS), BEND, "The maximum",
           "Damage lowers the maximum, though never below 6, and a speed above it falls with it. "
           "Whoever has much of it left is fast later on.",
           {CAR(1, 3, 2, E), TEXT("4 of 12", 3.5, 1.5)}),
    LESSON(WHEN(IS(OFF_TRACK, STOCK_SEVERE), IS(OIL, STOCK_ON)), SLICK, "When it was the oil",
           "A car that oil turned in this turn loses at most 4 of the speed and 3 of the maximum, "
           "however far it would have gone.",
           {WAY(1, 0, 2, E, "MMMlM"), CAR(1, 4, 3, NE)}),
    PAGE("road", "The road", NULL),
    LESSON(WHEN(IS(OIL, STOCK_ON)), SLICK, "Oil",
           "A slick turns the car to the left, to the right or not at all, each as likely, and the "
           "order goes on from the new heading. It is no steer and costs nothing.",
           {WAY(1, 0, 2, E, "MMMM"), WAY(1, 3, 2, NE, "M"), WAY(1, 3, 2, SE, "M"), CAR(1, 0, 2, E),
            TEXT("?", 5.5, 3.5), TEXT("?", 5.5, 2.5), TEXT("?", 5.5, 1.5)}),
    LESSON(WHEN(IS(SANDBAGS, STOCK_ON)), ALLEY, "Sand",
           "The alley hides bags. Each one that is driven onto takes 1 of the speed; the moves of "
           "this turn stay. A bag lies flat after the first car and is gone after the second. Each "
           "new lap of the leader hides them all again.",
           {WAY(1, 0, 2, E, "MMMM"), CAR(1, 0, 2, E)}),
    LESSON(WHEN(OWN(BANKS_RIGHT)), BANK, "Banked curves",
           "After a move from bank to bank the curve turns the car by 45° the way its arrows go, "
           "here to the right. That is no steer and costs nothing, but it happens once a turn "
           "only.",
           {WAY(1, 0, 3, E, "MMrMR"), CAR(1, 0, 3, E)}),
    LESSON_LEFT(WHEN(OWN(BANKS_LEFT)), BANK_LEFT, "Banked curves",
                "After a move from bank to bank the curve turns the car by 45° the way its arrows "
                "go, here to the left. That is no steer and costs nothing, but it happens once a "
                "turn only.",
                {WAY(1, 0, 1, E, "MMlML"), CAR(1, 0, 1, E)}),
    PAGE("pits", "The pits", NULL),
    LESSON(WHEN(OWN(PITS)), PITS, "At most 6",
           "The lane between the bars, bars included, is driven at speed 6 or less. Whoever is "
           "faster on one move there breaks the limit and gets nothing for this visit.",
           {WAY(1, 0, 3, E, "MMM"), CAR(1, 3, 3, E)}),
    LESSON(WHEN(OWN(PITS)), PITS, "The repair",
           "Driving on from P is the repair, once a visit. At speed 4 it gives 10 − 4 = 6 of "
           "maximum and a wild card for each whole 3 of that: the slower, the better.",
           {WAY(1, 1, 3, E, "MMMM"), CAR(1, 5, 3, E), TEXT("+6, 2 cards", 4.5, 4.5)}),
    LESSON(WHEN(OWN(PITS)), PITS, "The way out",
           "Breaking the limit before the end of the lane takes the repair back. A change at the "
           "end counts as well while the car is still on the bars.",
           {WAY(1, 4, 3, E, "MMM"), CAR(1, 7, 3, E)}),
    PAGE("cars", "Other cars", NULL),
    LESSON(WHEN(IS(SLIPSTREAM, STOCK_ON)), ROAD, "S: slipstream",
           "A car right behind another with the same heading, both at speed 1 or more when it "
           "orders, may begin with S: an A that costs nothing and does not count as one.",
           {CAR(1, 2, 2, E), CAR(2, 3, 2, E), TEXT("speed 3: S(4M)", 3.4, 1.4)}),
    LESSON(WHEN(IS(CRASH, STOCK_ON), IS(OIL, STOCK_ON)), ROAD, "A crash",
           "Cars on one tile at the end of a turn crash: each loses 1 of speed and 1 of maximum. "
           "The tile is oil for the rest of the race, unless it is in the pits.",
           {WAY(1, 0, 3, E, "MMRL"), WAY(2, 0, 1, E, "MMLR"), BURST(4, 2), CAR(1, 0, 3, E),
            CAR(2, 0, 1, E)}),
    LESSON(WHEN(IS(CRASH, STOCK_ON), IS(OIL, STOCK_OFF)), ROAD, "A crash",
           "Cars on one tile at the end of a turn crash: each loses 1 of speed and 1 of maximum.",
           {WAY(1, 0, 3, E, "MMRL"), WAY(2, 0, 1, E, "MMLR"), BURST(4, 2), CAR(1, 0, 3, E),
            CAR(2, 0, 1, E)}),
    LESSON(WHEN(IS(CRASH, STOCK_OFF)), ROAD, "Sharing a tile",
           "Cars may stand on one tile, and nothing happens to them.",
           {WAY(1, 0, 3, E, "MMRL"), WAY(2, 0, 1, E, "MMLR"), CAR(1, 0, 3, E), CAR(2, 0, 1, E)}),
    PAGE("specials", "Specials", NULL),
    LESSON(WHEN(IS(SPECIALS, STOCK_ON)), ROAD, "Turbo",
           "Before the race each driver chooses one special in secret. With the turbo one second A "
           "or second B a turn costs no wild card, and has no mark: AA.",
           {LETTERS(1, 1, 2, E, "MMMM"), CAR(1, 1, 2, E), TEXT("speed 2: AA(4M)", 4, 1.4)}),
    LESSON(WHEN(IS(SPECIALS, STOCK_ON)), BEND, "Sway bars",
           "A second steer to the same side costs no wild card, and has no mark: a right "
           "angle in a turn for nothing.",
           {LETTERS(1, 1, 3, E, "MMRR"), CAR(1, 1, 3, E), TEXT("(2M)RR", 2.6, 1.4)}),
    LESSON(WHEN(IS(SPECIALS, STOCK_ON)), PITS, "Performance",
           "Twice the wild cards at the start, and twice those of each repair.",
           {WAY(1, 1, 3, E, "MMMM"), CAR(1, 5, 3, E), TEXT("+6, 4 cards", 4.5, 4.5)}),
    PAGE("finish", "The finish", NULL),
    LESSON(WHEN(MORE(LAPS, 0)), LINE, "Laps",
           "The race has {laps lap}. Crossing the line the first time opens lap 1, crossing it "
           "after the last lap is the finish. Driving back over it takes a crossing away.",
           {WAY(1, 2, 2, E, "MMMM"), CAR(1, 6, 2, E)}),
    LESSON(WHEN(IS(LAPS, 0)), LINE, "Laps",
           "The map says how many laps there are. Crossing the line the first time opens lap 1, "
           "crossing it after the last lap is the finish. Driving back over it takes a crossing "
           "away.",
           {WAY(1, 2, 2, E, "MMMM"), CAR(1, 6, 2, E)}),
    LESSON(WHEN(ALWAYS), LINE, "Who is first",
           "Of two that finish in the same turn the one comes first that needed the smaller share "
           "of its moves: the third of 6 is before the second of 3. Equal shares share the place.",
           {WAY(1, 2, 3, E, "MMM"), WAY(2, 3, 1, E, "MM"), TEXT("3 of 6", 1.2, 3.5),
            TEXT("2 of 3", 1.9, 1.5)}),
    LESSON(WHEN(ALWAYS), LINE, "The end",
           "The race goes on for the other places while more than one car is on its way; one alone "
           "drives to the finish. After {round_limit turn} it is over in any case: those on their "
           "way share a place, and whoever gave up comes last.",
           {WAY(1, 2, 3, E, "MMMM"), CAR(1, 6, 3, E), CAR(2, 2, 1, E)}),
    PAGE("programs", "Programs", NULL),
    LESSON(WHEN(ALWAYS), ROAD, "Write your own driver",
           "Any program that reads lines and prints lines can drive. It is told the map and, each "
           "turn, the cars and the speeds that they can reach; it may try orders and answers with "
           "one. write-your-own-driver.md, among the documents, explains it step by step.",
           {LETTERS(1, 1, 2, E, "MMM"), CAR(1, 1, 2, E), TEXT("do A(3M)", 3, 1.4)}),
    LESSON(WHEN(ALWAYS), ROAD, "When it does not answer",
           "The car of a program that answers late or wrongly drives straight on at its speed, and "
           "the log says why. After three times in a row a driver of the computer takes over.",
           {WAY(1, 1, 2, E, "MMM"), GHOST(1, 1, 2, E), CAR(1, 4, 2, E), TEXT("...", 4.5, 3.5)}),
    PAGE("keys", "Keys", help_build_keys),
};

static const struct lesson_key keys[] = {
    {{0}, {"Up, or 8", "a move ahead (number pad: all digits)"}, NULL},
    {{0}, {"Left, or 4, 7", "a step to the left and ahead"}, NULL},
    {{0}, {"Right, or 6, 9", "a step to the right and ahead"}, NULL},
    {{0}, {"Page up, Page down", "another speed"}, NULL},
    {{0}, {"Backspace, Down", "take the last part back; a right click does, too"}, NULL},
    {{0}, {"Enter", "give the order"}, NULL},
    {{0}, {"A B M L R S ( ) + 1", "the order itself, while its field has the focus"}, NULL},
    {{0}, {"H", "hints"}, "hints: this race was set up without them"},
    {{0}, {"R", "where other cars may come to"}, NULL},
    {{0}, {"Space, arrows", "while a turn is driven: stop it, step, faster or slower"}, NULL},
    {{0}, {"Home, End", "to its beginning, to its end"}, NULL},
    {{0}, {"Ctrl+P", "print the race, with rules and order sheets"}, NULL},
};

static bool has_tile(const struct stock_map *map, char tile)
{
    return memchr(map->tiles, tile, (size_t)(map->width * map->height)) != NULL;
}

static bool meets(const struct setup *setup, int need)
{
    const struct stock_map *map = stock_map_of(setup);
    if (need == STOCK_NEED_PITS)
        return !map || has_tile(map, TILE_PIT_MARK);
    if (!map) /* one of the two is enough to tell what banks are */
        return need == STOCK_NEED_BANKS_LEFT;
    return has_tile(map, TILE_BANK) &&
           map->turn == (need == STOCK_NEED_BANKS_LEFT ? TURN_LEFT : TURN_RIGHT);
}

static const struct lesson_start starts[] = {{0}};

static const struct lesson_guide guides[] = {
    {"special ", "Special",
     "A help for the whole race. Wild cards pay for doing a thing twice in a turn: Performance has "
     "most of them.",
     "specials"},
    {"tile ", "Order",
     "Click where the car is to end, or L and R to steer on the way. The order is written for you.",
     "order"},
    {"speed ", "Speed",
     "So many tiles you drive in this turn. One faster or slower is free, two cost a wild card.",
     "cards"},
    {"button give", "In secret",
     "All cars drive at once when everybody has given an order. Two on one tile crash.", "game"},
};

static const struct canvas_word words[] = {{"wild card", "cards"},  {"slipstream", "cars"},
                                           {"special", "specials"}, {"sway bar", "specials"},
                                           {"turbo", "specials"},   {"repaired", "pits"},
                                           {"repair", "pits"},      {NULL, NULL}};

const struct lesson_book stock_cars_book = {
    .game = &stock_cars_game,
    .lessons = lessons,
    .count = sizeof lessons / sizeof *lessons,
    .meets = meets,
    .paint = diagram_paint,
    .diagram_least = 84,
    .keys = keys,
    .key_count = sizeof keys / sizeof *keys,
    .guides = guides,
    .guide_count = sizeof guides / sizeof *guides,
    .words = words,
    .starts = starts,
    .tutorial = &stock_cars_tutorial,
};
