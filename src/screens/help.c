/* How to play, on one page: a lesson a card, the keys, and in a race the rules that are in force.
 */
#include "screens/screen.h"
#include "screens/sketches.h"

#include "rules/graph_paper/graph_paper.h"

#include <ctype.h>
#include <stdio.h>

struct lesson {
    const char *key;
    const char *title;
    const char *text;
    canvas_painter *paint;
};

static const struct lesson lessons[] = {
    {"sketch points", "Nine points",
     "The ringed point is where your car rolls on to by itself. Choose it, or one of the eight "
     "points round it: that is all the steering there is.",
     sketch_points},
    {"sketch speed", "Speed",
     "A car keeps its move from turn to turn; each turn it grows or shrinks by at most one square "
     "either way. What is fast takes long to stop, so brake early.",
     sketch_speed},
    {"sketch wall", "Walls",
     "The whole line of a move has to stay on the track. Touching a wall is fine. A point with a "
     "cross leaves the track, and the car stops there or is out.",
     sketch_wall},
    {"sketch nitro", "Nitros",
     "Hold Shift to see points beyond the nine. Each square beyond costs a nitro, for more speed "
     "or for harder braking. A small square at the end of the line marks each.",
     sketch_nitro},
    {"sketch slick", "Slicks",
     "End a move on a slick, and the car spins: it stands still and misses turns. Driving across "
     "without stopping there is harmless.",
     sketch_slick},
    {"sketch collision", "Other cars",
     "A burst marks a point that is taken. Move there, and both cars stand still and miss turns, "
     "the one that drove the most.",
     sketch_collision},
    {"sketch finish", "The finish",
     "Cross the chequered line in the direction of the arrow to begin a lap, and again to end it. "
     "Standing on the line is not yet across. The first one across wins.",
     sketch_finish},
};
enum { LESSON_COUNT = sizeof lessons / sizeof lessons[0] };

static const struct {
    const char *keys;
    const char *what;
} shortcuts[] = {
    {"7 8 9   4 5 6   1 2 3", "the nine points"},
    {"Arrows, Enter", "walk to a point, take it"},
    {"Shift", "points that cost nitros"},
    {"Ctrl+Z", "undo"},
    {"V", "velocity and acceleration as arrows"},
    {"Wheel, + and -", "zoom"},
    {"Right drag", "move the sheet"},
    {"F", "the whole sheet"},
    {"F9, F11", "hide the panels, full screen"},
    {"Ctrl+S, F12", "save a copy, save a picture"},
    {"Esc", "menu"},
};
enum { SHORTCUT_COUNT = sizeof shortcuts / sizeof shortcuts[0] };

/* Fields whose choice a player has to know; numbers are listed by themselves. */
static const int told_fields[] = {FIELD_OFF_TRACK, FIELD_COLLISION, FIELD_SLICKS, FIELD_START,
                                  FIELD_CHOOSE,    FIELD_ORDER,     FIELD_FINISH};

static const int HEADING = 34;

static int sketch_width(const struct canvas *canvas)
{
    return canvas_units(canvas, 156);
}

static int lesson_height(struct canvas *canvas, const struct lesson *lesson, int width)
{
    int text = width - sketch_width(canvas) - canvas_units(canvas, 12 + 16 + 14);
    bool beside = text >= canvas_units(canvas, 180);
    if (!beside)
        text = width - canvas_units(canvas, 28);
    int lines = canvas_units(canvas, HEADING + 26) +
                canvas_paragraph_height(canvas, STYLE_SMALL, lesson->text, text);
    int sketch = sketch_width(canvas) * 3 / 4;
    int tall = sketch + canvas_units(canvas, 24);
    return beside ? (lines > tall ? lines : tall) : lines + sketch + canvas_units(canvas, 8);
}

static void draw_panel(struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct card card = {.fill = theme->panel, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1;
    canvas_card(canvas, box, &card);
}

static void draw_lesson(struct canvas *canvas, const struct lesson *lesson, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    draw_panel(canvas, box);
    int pad = canvas_units(canvas, 12), width = sketch_width(canvas);
    struct box inside = box_inset(box, pad, pad);
    bool beside = box.w - width - canvas_units(canvas, 42) >= canvas_units(canvas, 180);
    struct box sketch = beside ? box_cut_left(&inside, width) : box_cut_top(&inside, width * 3 / 4);
    sketch.h = width * 3 / 4;
    sketch.w = width < sketch.w ? width : sketch.w;
    canvas_shape(canvas, lesson->key, sketch, lesson->paint, theme);
    if (beside)
        box_cut_left(&inside, canvas_units(canvas, 16));
    else
        box_cut_top(&inside, canvas_units(canvas, 6));
    canvas_text(canvas, STYLE_HEADING, theme->ink, lesson->title,
                box_cut_top(&inside, canvas_units(canvas, HEADING)), ALIGN_LEFT);
    inside.h += pad;
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink, lesson->text, inside, ALIGN_LEFT);
}

static int shortcut_line(const struct canvas *canvas)
{
    return canvas_line_height(canvas, STYLE_SMALL) + canvas_units(canvas, 3);
}

static int keys_height(const struct canvas *canvas)
{
    return canvas_units(canvas, HEADING + 26) + SHORTCUT_COUNT * shortcut_line(canvas);
}

static void draw_keys(struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    draw_panel(canvas, box);
    struct box inside = box_inset(box, canvas_units(canvas, 16), canvas_units(canvas, 12));
    canvas_text(canvas, STYLE_HEADING, theme->ink, "Keys",
                box_cut_top(&inside, canvas_units(canvas, HEADING)), ALIGN_LEFT);
    for (int i = 0; i < SHORTCUT_COUNT; i++) {
        struct box row = box_cut_top(&inside, shortcut_line(canvas));
        struct box keys = box_cut_left(&row, canvas_units(canvas, 164));
        canvas_text(canvas, STYLE_SMALL, theme->action, shortcuts[i].keys, keys, ALIGN_LEFT);
        canvas_text(canvas, STYLE_SMALL, theme->ink, shortcuts[i].what, row, ALIGN_LEFT);
    }
}

/* The rules of the running race in the words of the table of rules. */
static void describe_rules(const struct setup *setup, struct text *into)
{
    const struct rule_table *table = setup->rules->table;
    text_append_format(into, "%s. Laps: %d. Nitros: %d.", table->presets[setup->preset].title,
                       setup->values[FIELD_LAPS], setup->values[FIELD_NITROS]);
    for (size_t i = 0; i < sizeof told_fields / sizeof told_fields[0]; i++) {
        const struct rule_field *field = &table->fields[told_fields[i]];
        const char *sentence = field->choices[setup->values[told_fields[i]]].sentence;
        text_append_format(into, "\n%s: %c%s", field->title, tolower((unsigned char)sentence[0]),
                           sentence + 1);
    }
    if (setup->values[FIELD_COLLISION] == COLLISION_CRASH)
        text_append_format(into, "\nRunning into a car costs %d turns, being run into %d.",
                           setup->values[FIELD_MOVER_MISSED_TURNS],
                           setup->values[FIELD_STRUCK_MISSED_TURNS]);
    if (setup->values[FIELD_SLICKS] == SLICKS_SPIN)
        text_append_format(into, " A slick costs %d turns.",
                           setup->values[FIELD_SLICK_MISSED_TURNS]);
}

static int build_rules(struct app *app, struct canvas *canvas, struct box column)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text rules = {0};
    describe_rules(session_setup(app->session), &rules);
    int pad = canvas_units(canvas, 16);
    int height =
        canvas_paragraph_height(canvas, STYLE_SMALL, text_string(&rules), column.w - 2 * pad);
    struct box box = box_cut_top(&column, height + canvas_units(canvas, HEADING + 26));
    draw_panel(canvas, box);
    struct box inside = box_inset(box, pad, canvas_units(canvas, 12));
    canvas_text(canvas, STYLE_HEADING, theme->ink, "In this race",
                box_cut_top(&inside, canvas_units(canvas, HEADING)), ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink, text_string(&rules), inside, ALIGN_LEFT);
    text_free(&rules);
    return box.y + box.h + canvas_units(canvas, 12);
}

/* Cards go to the column that is shorter so far. Returns where the longest ends. */
static int build_cards(struct canvas *canvas, struct box area)
{
    int gap = canvas_units(canvas, 12);
    int columns = area.w >= canvas_units(canvas, 760) ? 2 : 1;
    int bottoms[2] = {area.y, area.y};
    for (int i = 0; i <= LESSON_COUNT; i++) {
        int column = columns == 2 && bottoms[1] < bottoms[0];
        struct box box = box_column(area, column, columns, gap);
        box.y = bottoms[column];
        box.h = i < LESSON_COUNT ? lesson_height(canvas, &lessons[i], box.w) : keys_height(canvas);
        if (i < LESSON_COUNT)
            draw_lesson(canvas, &lessons[i], box);
        else
            draw_keys(canvas, box);
        bottoms[column] = box.y + box.h + gap;
    }
    return bottoms[0] > bottoms[1] ? bottoms[0] : bottoms[1];
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int content = (int)(scroll.content / canvas_scale(canvas));
    struct box inside = ui_dialog(ui, 1160, content + 48 + 46 + 12, "button close");
    struct box header = box_cut_top(&inside, canvas_units(canvas, 46));
    box_cut_top(&inside, canvas_units(canvas, 10));
    struct box close = box_cut_right(&header, ui_button_width(ui, "Close"));
    if (ui_button(ui, "button close", "Close", box_centre(close, close.w, canvas_units(canvas, 40)),
                  LOOK_PLAIN))
        app_close_over(app);
    canvas_text(canvas, STYLE_TITLE, theme->ink, "How to play", header, ALIGN_LEFT);
    int side = canvas_units(canvas, 14);
    int y = ui_scroll_begin(ui, "help", box_inset(inside, -side, 0), &scroll);
    struct box column = {inside.x, y, inside.w, 100000};
    if (app->session && app->screen == &screen_race)
        column.y = build_rules(app, canvas, column);
    ui_scroll_end(ui, build_cards(canvas, column) - canvas_units(canvas, 12));
    ui_default(ui, "button close");
    ui_status(ui, "How to play");
}

const struct screen screen_help = {.name = "help", .build = build};
