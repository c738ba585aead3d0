/* Circuits on printed pages: the rules in force in short, and the picture of a line through a
 * corner. What a driver writes on is in order_sheet.c.
 */
#include "paper/circuit/pages.h"

#include "paper/lettering.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_on(const struct setup *setup, enum circuit_field field)
{
    return setup->values[field] == CIRCUIT_ON;
}

__attribute__((format(printf, 3, 4))) static void say(struct print_words *words, const char *lead,
                                                      const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_words_say(words, lead, text);
}

static void explain_cars(struct print_words *words, const struct setup *setup)
{
    static const struct build ordinary = {{1, 1, 1, 1, 1}};
    int value[ATTRIBUTE_COUNT];
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        value[i] = build_value(setup, &ordinary, (enum attribute)i);
    print_words_head(words, "Cars");
    if (setup->values[CIRCUIT_BUILD] == BUILD_PLAYERS)
        say(words, "Building.",
            "Every driver spends exactly %d points in secret, 0 to 2 on each of START, ACC, DEC, "
            "TOP and WEAR. The table on your sheet says what they give.",
            setup->values[CIRCUIT_POINTS]);
    else
        say(words, "",
            "All cars are alike: START %d, ACC %d, DEC %d, TOP %d and %d points of tire wear for "
            "the race.",
            value[ATTRIBUTE_START], value[ATTRIBUTE_ACC], value[ATTRIBUTE_DEC],
            value[ATTRIBUTE_TOP], value[ATTRIBUTE_WEAR] / 2);
}

static void explain_turn(struct print_words *words, const struct setup *setup, bool table)
{
    print_words_head(words, "A turn");
    say(words, "Posting.",
        "All write a speed in secret, a multiple of 20: at most DEC below and ACC above the last "
        "one, never above TOP. A standing car posts 20 to START. All are shown together.");
    if (is_on(setup, CIRCUIT_SLIPSTREAM))
        say(words, "Slipstream.",
            "A car right behind another in its lane has one space more if both posted 100 or more. "
            "It need not use it.");
    say(words, "Moving.",
        "The car furthest ahead moves first, in one row the faster, then the lower lane. 20 mph "
        "are one space. Each goes to the next row, to the same lane or one beside it, and only "
        "where no car stands.");
    say(words, "Corners.",
        "On a space with a limit, each 20 mph above it costs 1 wear. A corner is paid once a move, "
        "at its worst space. 60 too fast, or more wear than is left: the car spins there.");
    if (is_on(setup, CIRCUIT_LINES))
        say(words, "The line.",
            "A car that is on the dots in a corner's first row may go 20 faster there, as long as "
            "it stays on the dots. Half a point of wear takes the line later on.");
    print_words_show_figure(words);
    say(words, "Braking.",
        "If all lanes ahead are full%s, the car stops where it is; its speed falls by 20 for each "
        "space left. If that is more than DEC below the last speed, it spins.",
        is_on(setup, CIRCUIT_FORCE_PASS) ? " and you do not force your way" : "");
    say(words, "A spin.",
        setup->values[CIRCUIT_SPINS] == SPINS_STOP
            ? "The car stands where it spun, with speed 0."
            : "The car stands where it spun, with speed 0. Two dice say what else: see the table "
              "on your sheet. A blue chip takes 2 off.");
    if (table)
        say(words, "Writing.",
            "Write speed, space and wear of each turn on your sheet, and strike out what tires and "
            "chips have cost.");
}

static void explain_force(struct print_words *words)
{
    print_words_head(words, "Forcing a pass");
    say(words, "When.",
        "All lanes that you could enter are taken. Name two of them side by side, first the one "
        "you drive into. Their cars are the blockers.");
    say(words, "Who resists.",
        "A blocker that moves and whose speed differs from yours by 40 at most, from turn 3 on. If "
        "none does, you are through.");
    say(words, "Cards and chips.",
        "Those blockers lay PASS or BLOCK, face down. Then you and they, in turn and openly, spend "
        "a chip or not. All PASS: you are through. Else you and they roll two dice each.");
    say(words, "The dice.",
        "A chip: −2. For you, against each: two BLOCKs +2; same speed or it is faster +1, you are "
        "20 faster −1, 40 faster −3. You beat it with 2 or less, or with less than it has and "
        "below 10. You must beat all.");
    say(words, "What it costs.",
        "Result 7: 1 wear, 8: 2, 9: 3; from 10 on a roll on the spin table. Your result is the "
        "highest. "
        "A blocker that you beat never spins: it pays 3.");
    say(words, "Through:",
        "drive beside the blocker and on, if you can. A car left beside you at the end of your "
        "move "
        "falls back. Not through: you brake where you are.");
}

void circuit_explain(struct print_words *words, const struct setup *setup, bool table)
{
    int laps = setup->values[CIRCUIT_LAPS];
    print_words_head(words, "The race");
    say(words, "",
        "%d %s. The cars stand in the boxes before the chequered line. Who finishes in an earlier "
        "turn is ahead; in one turn, who has more spaces left beyond the line.",
        laps, laps == 1 ? "lap" : "laps");
    explain_cars(words, setup);
    explain_turn(words, setup, table);
    if (is_on(setup, CIRCUIT_FORCE_PASS))
        explain_force(words);
}

/* --- the picture of a line -------------------------------------------------------------------- */

/* Only what comes before the bend back is seen. */
static const char figure_file[] =
    "<svg viewBox=\"0 0 120 120\" data-graphprix-circuit=\"1\" data-rows=\"28\" data-lanes=\"2\">"
    "<path class=\"course\" d=\"M 8 18 L 44 18 C 66 18 72 26 72 60 C 72 104 64 110 40 110 L 8 110 "
    "C -40 110 -40 18 8 18 Z\" data-lane-width=\"8\"/>"
    "<g class=\"corner\" data-from=\"4\" data-to=\"7\" data-limits=\"80 100\" "
    "data-line=\"2 1 1 2\"/></svg>";

/* A car that posted 100 takes five spaces. The unit is a sixth of a millimetre. */
void circuit_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                         const struct paper_theme *theme)
{
    static const struct space way[] = {{3, 2}, {4, 2}, {5, 1}, {6, 1}, {7, 2}};
    static const char *const words[] = {"posted 100:", "five spaces", "on the line", "80 + 20",
                                        "costs nothing"};
    enum { SQUARE = 22, WIDE = 17, WORDS = 150, LINE = 26 };
    const struct paper_view view = {0, 0, SQUARE, 1.2};
    struct circuit_look look = {1, 1, 2.5, 1.5, NOT_POSTED, 1, false, SIGN_NONE, false};
    struct error error = {0};
    const struct circuit *circuit =
        circuit_strips.read(figure_file, sizeof figure_file - 1, &error);
    if (!circuit)
        return;
    (void)setup;
    struct circuit_layout *layout = circuit_layout_create(circuit);
    cairo_scale(cairo, 1 / 6.0, 1 / 6.0);
    cairo_translate(cairo, fmax(width * 6 - WIDE * SQUARE - WORDS, 0) / 2, 0);
    cairo_save(cairo);
    cairo_rectangle(cairo, 0, 0, WIDE * SQUARE, PRINT_FIGURE_HEIGHT * 6);
    cairo_clip(cairo);
    circuit_draw_strip(cairo, &view, circuit, layout, true, theme);
    brush_color(cairo, brush_pen(theme, 1));
    circuit_draw_way(cairo, &view, layout, 1, (struct space){2, 2}, way, 5, 5);
    circuit_draw_look(cairo, &view, layout, &look, theme);
    cairo_restore(cairo);
    for (int i = 0; i < 5; i++)
        lettering_draw(cairo, words[i], WIDE * SQUARE + 14, (i + 1.2) * LINE, 19, i == 4,
                       i == 4 ? theme->ink : theme->ink_soft);
    circuit_layout_free(layout);
    circuit_strips.release(circuit);
}

/* The line with the chequers. */
int circuit_spare(struct course course, double boxes[2][4])
{
    const struct circuit *circuit = circuit_of_course(course);
    struct circuit_layout *layout = circuit_layout_create(circuit);
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < 4; i++) {
        struct circuit_spot spot = circuit_spot(layout, i / 2 * -0.4, i % 2 * circuit->lanes);
        extent_add(&extent, (struct pixel){spot.x, circuit_layout_height(layout) - spot.y}, 0);
    }
    circuit_layout_free(layout);
    memcpy(boxes[0], (const double[4]){extent.left, extent.top, extent.right, extent.bottom},
           sizeof boxes[0]);
    return 1;
}
