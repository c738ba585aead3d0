/* Pieces cut off a box, flows, grids and shares: sums over boxes, and the widgets that know their
 * own size.
 */
#include "ui/layout.h"

#include "ui/inside.h"

#include <math.h>

static const double CHIP_HEIGHT = 32, CHIP_SIDE = 11, BUTTON_HEIGHT = 44, LINK_HEIGHT = 32,
                    FLOW_HEIGHT = 40;

/* --- pieces ---------------------------------------------------------------------------------- */

struct layout layout_column(struct ui *ui, int x, int y, int width, double gap)
{
    return (struct layout){ui, box_make(x, y, width, LAYOUT_ENDLESS), gap};
}

static struct box cut(struct box *rest, enum layout_end end, int pixels)
{
    switch (end) {
    case AT_TOP:
        return box_cut_top(rest, pixels);
    case AT_BOTTOM:
        return box_cut_bottom(rest, pixels);
    case AT_LEFT:
        return box_cut_left(rest, pixels);
    default:
        return box_cut_right(rest, pixels);
    }
}

struct box layout_cut(struct layout *layout, enum layout_end end, int pixels)
{
    struct box piece = cut(&layout->rest, end, pixels);
    layout_skip(layout, end, layout->gap);
    return piece;
}

struct box layout_take(struct layout *layout, enum layout_end end, double units)
{
    return layout_cut(layout, end, canvas_units(layout->ui->canvas, units));
}

void layout_skip(struct layout *layout, enum layout_end end, double units)
{
    cut(&layout->rest, end, canvas_units(layout->ui->canvas, units));
}

struct layout layout_row(struct layout *layout, double height, double gap)
{
    return (struct layout){layout->ui, layout_take(layout, AT_TOP, height), gap};
}

struct layout layout_inside(struct ui *ui, struct box box, double side, double top, double gap)
{
    struct canvas *canvas = ui->canvas;
    return (struct layout){
        ui, box_inset(box, canvas_units(canvas, side), canvas_units(canvas, top)), gap};
}

struct layout layout_strip(struct ui *ui, struct box box, double gap)
{
    static const double SIDE = 14, TOP = 8;
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, box.w, canvas_units(canvas, 1)), theme->panel_edge);
    return layout_inside(ui, box, SIDE, TOP, gap);
}

/* --- pieces that know their size ------------------------------------------------------------- */

void layout_text(struct layout *layout, enum layout_end end, enum canvas_style style,
                 struct paper_color color, const char *text)
{
    struct canvas *canvas = layout->ui->canvas;
    bool across = end == AT_LEFT || end == AT_RIGHT;
    int size = across ? canvas_text_width(canvas, style, text) + 1
                      : canvas_line_height(canvas, style) + canvas_units(canvas, 4);
    canvas_text(canvas, style, color, text, layout_cut(layout, end, size),
                end == AT_RIGHT ? ALIGN_RIGHT : ALIGN_LEFT);
}

struct layout layout_foot(struct ui *ui, struct box box, double side)
{
    const struct paper_theme *theme = canvas_theme(ui->canvas);
    canvas_fill(ui->canvas, box, theme->card);
    canvas_fill(ui->canvas, box_make(box.x, box.y, box.w, canvas_units(ui->canvas, 1)),
                theme->panel_edge);
    return layout_inside(ui, box, side, 0, 0);
}

void layout_say(struct layout *foot, const char *said, const char *keys)
{
    struct canvas *canvas = foot->ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    int width = canvas_text_width(canvas, STYLE_SMALL, keys);
    int needed = canvas_text_width(canvas, STYLE_BODY, said) + canvas_units(canvas, 20);
    if (width + needed <= foot->rest.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, keys, layout_cut(foot, AT_RIGHT, width),
                    ALIGN_RIGHT);
    canvas_text(canvas, needed <= foot->rest.w ? STYLE_BODY : STYLE_SMALL, theme->ink, said,
                foot->rest, ALIGN_LEFT);
}

void layout_paragraph(struct layout *layout, enum canvas_style style, struct paper_color color,
                      const char *text)
{
    struct canvas *canvas = layout->ui->canvas;
    int height = canvas_paragraph_height(canvas, style, text, layout->rest.w);
    if (height > 0)
        canvas_paragraph(canvas, style, color, text, layout_cut(layout, AT_TOP, height),
                         ALIGN_LEFT);
}

static struct box in_middle(const struct layout *row, struct box box, double height)
{
    return box_centre(box, box.w, canvas_units(row->ui->canvas, height));
}

static int button_width(struct ui *ui, const char *label, enum ui_look look)
{
    return look == LOOK_LINK
               ? canvas_text_width(ui->canvas, STYLE_BODY, label) + canvas_units(ui->canvas, 8)
               : ui_button_width(ui, label);
}

bool layout_button(struct layout *row, enum layout_end end, const char *id, const char *label,
                   enum ui_look look)
{
    struct box box = layout_cut(row, end, button_width(row->ui, label, look));
    return ui_button(row->ui, id, label,
                     in_middle(row, box, look == LOOK_LINK ? LINK_HEIGHT : BUTTON_HEIGHT), look);
}

static int chip_width(struct ui *ui, const char *label)
{
    return canvas_text_width(ui->canvas, STYLE_BODY, label) +
           2 * canvas_units(ui->canvas, CHIP_SIDE);
}

struct ui_state layout_chip(struct layout *row, const char *id, const char *label,
                            const char *words, bool chosen)
{
    struct box box = layout_cut(row, AT_LEFT, chip_width(row->ui, label));
    return ui_chip(row->ui, id, label, words, in_middle(row, box, CHIP_HEIGHT), chosen);
}

/* --- flows ----------------------------------------------------------------------------------- */

static const double MOST_BELOW = 8; /* lines are no further apart, however wide the gap is */

struct flow flow_begin(const struct layout *layout, double gap)
{
    const struct canvas *canvas = layout->ui->canvas;
    const struct box *area = &layout->rest;
    int below = canvas_units(canvas, gap < MOST_BELOW ? gap : MOST_BELOW);
    return (struct flow){layout->ui, *area, canvas_units(canvas, gap), below, area->x, area->y, 0};
}

struct box flow_next(struct flow *flow, int width, int height)
{
    if (flow->x > flow->area.x && flow->x + width > flow->area.x + flow->area.w) {
        flow->x = flow->area.x;
        flow->y += flow->line + flow->below;
        flow->line = 0;
    }
    struct box box = {flow->x, flow->y, width < flow->area.w ? width : flow->area.w, height};
    flow->x += width + flow->gap;
    flow->line = height > flow->line ? height : flow->line;
    return box;
}

struct ui_state flow_chip(struct flow *flow, const char *id, const char *label, const char *words,
                          bool chosen)
{
    int height = canvas_units(flow->ui->canvas, CHIP_HEIGHT);
    struct box box = flow_next(flow, chip_width(flow->ui, label), height);
    return ui_chip(flow->ui, id, label, words, box, chosen);
}

bool flow_button(struct flow *flow, const char *id, const char *label, enum ui_look look)
{
    struct canvas *canvas = flow->ui->canvas;
    bool link = look == LOOK_LINK;
    int width = canvas_text_width(canvas, STYLE_BODY, label) + canvas_units(canvas, link ? 8 : 28);
    int height = canvas_units(canvas, link ? LINK_HEIGHT : FLOW_HEIGHT);
    return ui_button(flow->ui, id, label, flow_next(flow, width, height), look);
}

void flow_end(const struct flow *flow, struct layout *layout)
{
    if (flow->line > 0)
        layout_cut(layout, AT_TOP, flow->y + flow->line - layout->rest.y);
}

/* --- grids and shares ------------------------------------------------------------------------ */

struct grid grid_in(const struct layout *layout, double least, double gap, int most)
{
    const struct canvas *canvas = layout->ui->canvas;
    struct grid grid = {.area = layout->rest, .gap = canvas_units(canvas, gap)};
    int columns = (grid.area.w + grid.gap) / (canvas_units(canvas, least) + grid.gap);
    grid.columns = columns < 1 ? 1 : columns > most ? most : columns;
    return grid;
}

int grid_width(const struct grid *grid)
{
    return (grid->area.w - (grid->columns - 1) * grid->gap) / grid->columns;
}

struct box grid_cell(const struct grid *grid, int index)
{
    int y = grid->area.y + index / grid->columns * (grid->height + grid->gap);
    struct box row = {grid->area.x, y, grid->area.w, grid->height};
    return box_column(row, index % grid->columns, grid->columns, grid->gap);
}

int grid_height(const struct grid *grid, int count)
{
    int rows = (count + grid->columns - 1) / grid->columns;
    return rows > 0 ? rows * (grid->height + grid->gap) - grid->gap : 0;
}

/* What is left over by weight; what a share may not have goes to the others. */
static int hand_out(int left, const struct share *shares, int count, int *lengths)
{
    double weights = 0;
    int given = 0;
    for (int i = 0; i < count; i++)
        if (shares[i].most == 0 || lengths[i] < shares[i].most)
            weights += shares[i].weight;
    for (int i = 0; i < count && weights > 0; i++) {
        if (shares[i].most > 0 && lengths[i] >= shares[i].most)
            continue;
        int part = (int)floor(left * shares[i].weight / weights);
        int room = shares[i].most > 0 ? shares[i].most - lengths[i] : part;
        part = part < room ? part : room;
        lengths[i] += part;
        given += part;
    }
    return given;
}

void layout_share(int length, int gap, const struct share *shares, int count, int *lengths)
{
    int left = length - (count - 1) * gap;
    for (int i = 0; i < count; i++) {
        lengths[i] = shares[i].least;
        left -= shares[i].least;
    }
    for (int given = 1; left > 0 && given > 0; left -= given)
        given = hand_out(left, shares, count, lengths);
}

bool layout_nothing(struct layout *column, const char *title, const char *words, const char *id,
                    const char *label)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = layout_take(column, AT_TOP, words[0] ? 210 : 150), row = {0};
    box = box_centre(box, canvas_units(canvas, 460), box.h);
    struct card card = card_plain(canvas);
    card.dashed = true;
    canvas_card(canvas, box, &card);
    struct layout inside = layout_inside(ui, box, 22, 22, 0);
    canvas_text(canvas, STYLE_HEADING, theme->ink, title, layout_take(&inside, AT_TOP, 40),
                ALIGN_CENTRE);
    if (label)
        row = layout_take(&inside, AT_BOTTOM, BUTTON_HEIGHT);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink_soft, words, inside.rest, ALIGN_CENTRE);
    return label &&
           ui_button(ui, id, label, box_centre(row, ui_button_width(ui, label), row.h), LOOK_PLAIN);
}

/* --- measuring ------------------------------------------------------------------------------- */

int layout_measure(struct ui *ui, int width, layout_builder *build, void *data)
{
    bool was_muted = canvas_is_muted(ui->canvas), was_measuring = ui->measuring;
    struct layout column = layout_column(ui, 0, 0, width, 0);
    canvas_mute(ui->canvas, ui->measuring = true);
    build(&column, data);
    canvas_mute(ui->canvas, was_muted);
    ui->measuring = was_measuring;
    return column.rest.y;
}

/* --- dialogs --------------------------------------------------------------------------------- */

static const double TITLE = 46, TITLE_GAP = 8, FOOT_GAP = 12, RING = 6, BAR = 14, EDGES = 48;

struct layout dialog_begin(struct ui *ui, struct dialog *dialog)
{
    struct canvas *canvas = ui->canvas;
    double foot = dialog->footless ? 0 : BUTTON_HEIGHT + FOOT_GAP;
    double content = ceil(dialog->scroll->content / canvas_scale(canvas));
    struct layout inside = {ui, {0}, 0};
    inside.rest =
        ui_dialog(ui, dialog->width, (int)(content + EDGES + TITLE + TITLE_GAP + foot) + 2,
                  dialog->cancel_id);
    struct box title = layout_take(&inside, AT_TOP, TITLE);
    canvas_title(ui->canvas, title, dialog->title, ALIGN_LEFT);
    layout_skip(&inside, AT_TOP, TITLE_GAP);
    dialog->foot = (struct layout){ui, {0}, 12};
    if (!dialog->footless) {
        dialog->foot.rest = layout_take(&inside, AT_BOTTOM, BUTTON_HEIGHT);
        layout_skip(&inside, AT_BOTTOM, FOOT_GAP);
    }
    struct box area = box_inset(inside.rest, -canvas_units(canvas, BAR), 0);
    int y = ui_scroll_begin(ui, dialog->id, area, dialog->scroll) + canvas_units(canvas, RING);
    return layout_column(ui, inside.rest.x, y, inside.rest.w, 0);
}

void dialog_end(const struct layout *content)
{
    struct ui *ui = content->ui;
    ui_scroll_end(ui, content->rest.y + canvas_units(ui->canvas, RING));
}
