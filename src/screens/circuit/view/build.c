/* Building a car before the start: what each point of each attribute gives, side by side, and cars
 * that are ready.
 */
#include "screens/circuit/view/inside.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double TOP = 8, GAP = 6, HEAD = 20, CELL_GAP = 4, CAR_WIDTH = 96;

/* How all of it stands in widths up to `most`, interface pixels; `columns` of cars and the button,
 * 0: all in one row. */
static const struct form {
    double most, lead, choice, row, button;
    const char *title;
    bool brief;
    int columns, rows;
} forms[] = {
    {400, 10, 26, 30, 0, "Build", true, 3, 2},
    {480, 46, 34, 40, 70, "Build", true, 0, 1},
    {INFINITY, 64, 34, 40, 150, "Build this car", false, 0, 1},
};

static const struct {
    const char *id, *title, *brief, *unit, *what;
} attributes[ATTRIBUTE_COUNT] = {
    {"start", "Start", "Start", "", "fastest speed from a standstill"},
    {"acc", "Acceleration", "Accel.", "+", "how much faster from turn to turn"},
    {"dec", "Brakes", "Brakes", "−", "how much slower from turn to turn"},
    {"top", "Top speed", "Top", "", "never faster than this"},
    {"wear", "Tires", "Tires", "", "points of wear for the whole race"},
};

/* Points go to attributes in this order, as many as each can take. */
static const struct {
    const char *id, *title;
    enum attribute order[ATTRIBUTE_COUNT];
    bool evenly;
} ready[] = {
    {"even",
     "Even",
     {ATTRIBUTE_DEC, ATTRIBUTE_ACC, ATTRIBUTE_WEAR, ATTRIBUTE_TOP, ATTRIBUTE_START},
     true},
    {"nimble",
     "Nimble",
     {ATTRIBUTE_DEC, ATTRIBUTE_ACC, ATTRIBUTE_WEAR, ATTRIBUTE_START, ATTRIBUTE_TOP},
     false},
    {"fast",
     "Fast",
     {ATTRIBUTE_TOP, ATTRIBUTE_ACC, ATTRIBUTE_DEC, ATTRIBUTE_WEAR, ATTRIBUTE_START},
     false},
    {"lasting",
     "Lasting",
     {ATTRIBUTE_WEAR, ATTRIBUTE_DEC, ATTRIBUTE_ACC, ATTRIBUTE_TOP, ATTRIBUTE_START},
     false},
    {"sprinter",
     "Sprinter",
     {ATTRIBUTE_START, ATTRIBUTE_ACC, ATTRIBUTE_TOP, ATTRIBUTE_DEC, ATTRIBUTE_WEAR},
     false},
};

/* `width`: device pixels within the strip. */
static const struct form *form_in(struct ui *ui, int width)
{
    const struct form *form = forms;
    while (width >= form->most * canvas_scale(ui_canvas(ui)))
        form++;
    return form;
}

static int points_of(const struct view *view)
{
    return session_setup(view->session)->values[CIRCUIT_POINTS];
}

static int left_of(const struct view *view)
{
    int left = points_of(view);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        left -= view->draft.points[i];
    return left;
}

static void take_ready(struct view *view, int which)
{
    int left = points_of(view);
    view->draft = (struct build){{0}};
    for (int most = ready[which].evenly ? 1 : CIRCUIT_BUILD_MOST; most <= CIRCUIT_BUILD_MOST;
         most++)
        for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
            int *points = &view->draft.points[ready[which].order[i]];
            for (; left > 0 && *points < most; left--)
                ++*points;
        }
}

static void print_value(const struct view *view, enum attribute attribute, int points, char *into,
                        size_t size)
{
    struct build build = {{0}};
    char halves[HALVES_BYTES];
    build.points[attribute] = points;
    int value = build_value(session_setup(view->session), &build, attribute);
    if (attribute == ATTRIBUTE_WEAR)
        snprintf(into, size, "%s", circuit_halves(value, halves));
    else
        snprintf(into, size, "%s%d", attributes[attribute].unit, value);
}

static void build_attribute(struct view *view, struct ui *ui, enum attribute attribute,
                            const struct form *form, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout column = layout_inside(ui, box, 0, 0, CELL_GAP);
    int *points = &view->draft.points[attribute], left = left_of(view);
    struct box head = layout_take(&column, AT_TOP, HEAD);
    canvas_text(canvas, STYLE_SMALL, theme->ink,
                form->brief ? attributes[attribute].brief : attributes[attribute].title,
                box_inset(head, -canvas_units(canvas, GAP / 2), 0), ALIGN_CENTRE);
    for (int i = 0; i <= CIRCUIT_BUILD_MOST; i++) {
        char value[24], words[80], id[24];
        struct box cell = layout_take(&column, AT_TOP, form->choice);
        print_value(view, attribute, i, value, sizeof value);
        snprintf(words, sizeof words, "%s %s: %s", attributes[attribute].title, value,
                 attributes[attribute].what);
        snprintf(id, sizeof id, "choice %s %d", attributes[attribute].id, i);
        if (i > *points + left)
            ui_button_disabled(ui, value, cell);
        else if (ui_chip(ui, id, value, words, cell, i == *points).clicked)
            *points = i;
    }
}

static void give(const struct view *view, struct view_deed *deed)
{
    const int *points = view->draft.points;
    text_append_format(&deed->action, "build %d %d %d %d %d", points[0], points[1], points[2],
                       points[3], points[4]);
}

static void build_button(struct view *view, struct ui *ui, const struct form *form, struct box box,
                         struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(ui);
    int left = left_of(view);
    if (left == 0) {
        if (ui_button(ui, "button build", form->title, box, LOOK_PRIMARY))
            give(view, deed);
        ui_default(ui, "button build");
    } else if (form->columns) /* there is no room for it elsewhere */
        canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, ui_words("%d left", left), box,
                    ALIGN_CENTRE);
    else
        ui_button_disabled(ui, form->title, box);
}

/* Cars that are ready and the button, in cells of several rows or side by side. */
static void build_foot(struct view *view, struct layout *row, const struct form *form,
                       struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(row->ui);
    const int count = sizeof ready / sizeof *ready;
    int gap = canvas_units(canvas, GAP);
    int most = count * (canvas_units(canvas, CAR_WIDTH) + gap);
    struct box button = {0}, cars = row->rest;
    struct grid grid = {cars, form->columns, gap, canvas_units(canvas, form->row)};
    if (!form->columns) {
        button = layout_take(row, AT_RIGHT, form->button);
        cars = layout_cut(row, AT_LEFT, most < row->rest.w ? most : row->rest.w);
        grid = (struct grid){cars, count, gap, cars.h};
    }
    for (int i = 0; i < count; i++)
        if (ui_chip(row->ui, ui_words("choice car %s", ready[i].id), ready[i].title, "",
                    grid_cell(&grid, i), false)
                .clicked)
            take_ready(view, i);
    build_button(view, row->ui, form, form->columns ? grid_cell(&grid, count) : button, deed);
}

static double foot_height(const struct form *form)
{
    return form->rows * (form->row + GAP) - GAP;
}

int circuit_design_height(struct ui *ui, int width)
{
    const struct form *form = form_in(ui, width);
    return canvas_units(ui_canvas(ui),
                        2 * TOP + HEAD + 3 * (form->choice + CELL_GAP) + GAP + foot_height(form));
}

/* Points that are left, above what each row of the table costs. */
static void build_leads(const struct view *view, struct ui *ui, const struct form *form,
                        struct box box)
{
    static const char *const leads[] = {"0 points", "1 point", "2 points"};
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout column = layout_inside(ui, box, 0, 0, CELL_GAP);
    struct box head = layout_take(&column, AT_TOP, HEAD);
    if (!form->columns) /* else it stands where the button will */
        canvas_text(canvas, STYLE_STRONG, theme->ink, ui_words("%d left", left_of(view)), head,
                    ALIGN_LEFT);
    for (int i = 0; i <= CIRCUIT_BUILD_MOST; i++)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft,
                    form->brief ? ui_words("%d", i) : leads[i],
                    layout_take(&column, AT_TOP, form->choice), ALIGN_LEFT);
}

void circuit_build_design(struct view *view, struct ui *ui, struct box box, struct view_deed *deed)
{
    const struct form *form = form_in(ui, box.w);
    int gap = canvas_units(ui_canvas(ui), GAP);
    struct layout column = layout_inside(ui, box, 0, 0, GAP);
    struct layout row = column;
    row.rest = box_cut_bottom(&column.rest, canvas_units(ui_canvas(ui), foot_height(form)));
    build_leads(view, ui, form, layout_take(&column, AT_LEFT, form->lead));
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        build_attribute(view, ui, (enum attribute)i, form,
                        box_column(column.rest, i, ATTRIBUTE_COUNT, gap));
    build_foot(view, &row, form, deed);
}
