/* The panel of the selection: what it is, exact steps, and what it may become. */
#include "screens/graph_paper/editor/inside.h"

#include <stdio.h>

static void sentence(const struct editor *editor, char *into, int size)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    const struct editor_selection *selection = &editor->selection;
    if (selection->count == 0) {
        snprintf(into, (size_t)size, "Nothing is selected.");
        return;
    }
    if (selection->count > 1) {
        snprintf(into, (size_t)size, "%d things are selected.", selection->count);
        return;
    }
    const struct draft_item *item = &draft->items[selection->items[0]];
    const char *name = editor_role_name(item->role);
    bool outline = item->role == DRAFT_WALL || item->role == DRAFT_SLICK ||
                   item->role == DRAFT_TURBO || item->role == DRAFT_DECORATION;
    if (item->role == DRAFT_CHECKPOINT)
        snprintf(into, (size_t)size, "Selected: checkpoint %d.", item->number);
    else if (outline && item->loop_count > 0)
        snprintf(into, (size_t)size, "Selected: %s, %s.", name,
                 item->loops[0].closed ? "closed" : "open");
    else
        snprintf(into, (size_t)size, "Selected: %s.", name);
}

static void build_steps(struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 6);
    struct box upper = box_cut_top(rest, canvas_units(canvas, 38));
    box_cut_top(rest, gap);
    struct box middle = box_cut_top(rest, canvas_units(canvas, 38));
    box_cut_top(rest, gap);
    struct box lower = box_cut_top(rest, canvas_units(canvas, 38));
    box_cut_top(rest, gap);
    if (ui_button(ui, "button turn-left", "Turn left", box_column(upper, 0, 2, gap), LOOK_PLAIN))
        editor_turn_selection(editor, 90);
    if (ui_button(ui, "button turn-right", "Turn right", box_column(upper, 1, 2, gap), LOOK_PLAIN))
        editor_turn_selection(editor, -90);
    if (ui_button(ui, "button mirror", "Mirror", box_column(middle, 0, 2, gap), LOOK_PLAIN))
        editor_mirror_selection(editor, false);
    if (ui_button(ui, "button upside-down", "Upside down", box_column(middle, 1, 2, gap),
                  LOOK_PLAIN))
        editor_mirror_selection(editor, true);
    if (ui_button(ui, "button duplicate", "Duplicate", box_column(lower, 0, 2, gap), LOOK_PLAIN))
        editor_duplicate_selection(editor);
    if (ui_button(ui, "button delete", "Delete", box_column(lower, 1, 2, gap), LOOK_PLAIN))
        editor_delete_selection(editor);
}

static void build_arrow(struct ui *ui, struct editor *editor, int item, struct box *rest)
{
    static const struct ui_range range = {-40, 40, 1, "", NULL};
    struct canvas *canvas = ui_canvas(ui);
    struct point arrow = sketch_draft(editor->sketch)->items[item].arrow;
    int x = arrow.x, y = arrow.y;
    struct error error = {0};
    bool changed = ui_stepper(ui, "stepper arrow-x", "Push to the right",
                              box_cut_top(rest, canvas_units(canvas, 40)), &x, &range);
    changed = ui_stepper(ui, "stepper arrow-y", "Push upwards",
                         box_cut_top(rest, canvas_units(canvas, 40)), &y, &range) ||
              changed;
    if (changed)
        editor_did(editor, sketch_set_arrow(editor->sketch, item, (struct point){x, y}, &error),
                   &error);
}

static int count_checkpoints(const struct draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->count; i++)
        count += draft->items[i].role == DRAFT_CHECKPOINT;
    return count;
}

static void build_number(struct ui *ui, struct editor *editor, int item, struct box *rest)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    int number = draft->items[item].number, most = count_checkpoints(draft);
    struct ui_range range = {1, number > most ? number : most, 1, "", NULL};
    struct box row = box_cut_top(rest, canvas_units(ui_canvas(ui), 40));
    if (ui_stepper(ui, "stepper number", "Number", row, &number, &range))
        sketch_set_number(editor->sketch, item, number);
}

/* All that are selected become that. */
static void set_role(struct editor *editor, enum draft_role role)
{
    struct error error = {0};
    const struct editor_selection *selection = &editor->selection;
    sketch_begin_step(editor->sketch);
    for (int i = 0; i < selection->count; i++)
        editor_did(editor, sketch_set_role(editor->sketch, selection->items[i], role, &error),
                   &error);
    sketch_end_step(editor->sketch);
}

static bool is_shape(enum draft_role role)
{
    return role == DRAFT_DECORATION || role == DRAFT_WALL || role == DRAFT_SLICK ||
           role == DRAFT_TURBO;
}

static bool are_shapes(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    for (int i = 0; i < editor->selection.count; i++)
        if (!is_shape(draft->items[editor->selection.items[i]].role))
            return false;
    return true;
}

/* The role that all have, or -1. */
static int shared_role(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    enum draft_role role = draft->items[editor->selection.items[0]].role;
    for (int i = 1; i < editor->selection.count; i++)
        if (draft->items[editor->selection.items[i]].role != role)
            return -1;
    return (int)role;
}

static void build_roles(struct ui *ui, struct editor *editor, struct box *rest)
{
    static const struct {
        const char *id, *label;
        enum draft_role role;
    } all[] = {{"button make-wall", "Wall", DRAFT_WALL},
               {"button make-slick", "Slick", DRAFT_SLICK},
               {"button make-turbo", "Turbo", DRAFT_TURBO}};
    struct canvas *canvas = ui_canvas(ui);
    int now = shared_role(editor);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, "Make it a",
                box_cut_top(rest, canvas_units(canvas, 24)), ALIGN_LEFT);
    struct box row = box_cut_top(rest, canvas_units(canvas, 36));
    for (int i = 0; i < 3; i++) {
        struct box box = box_column(row, i, 3, canvas_units(canvas, 6));
        bool chosen = now == (int)all[i].role;
        if (editor_chip(ui, all[i].id, all[i].label, box, chosen) && !chosen)
            set_role(editor, all[i].role);
    }
    box_cut_top(rest, canvas_units(canvas, 6));
}

static void build_single(struct ui *ui, struct editor *editor, struct box *rest)
{
    int item = editor->selection.items[0];
    enum draft_role role = sketch_draft(editor->sketch)->items[item].role;
    struct canvas *canvas = ui_canvas(ui);
    if (role == DRAFT_TURBO)
        build_arrow(ui, editor, item, rest);
    if (role == DRAFT_CHECKPOINT)
        build_number(ui, editor, item, rest);
    bool line = role == DRAFT_START_FINISH || role == DRAFT_START || role == DRAFT_FINISH;
    if (line && ui_button(ui, "button flip", "Turn the arrow round",
                          box_cut_top(rest, canvas_units(canvas, 38)), LOOK_PLAIN))
        sketch_flip_line(editor->sketch, item);
}

void editor_selection_panel(struct app *app, struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct editor_selection *selection = &editor->selection;
    char text[120];
    (void)app;
    sentence(editor, text, sizeof text);
    canvas_text(canvas, STYLE_SMALL, theme->ink, text, box_cut_top(rest, canvas_units(canvas, 26)),
                ALIGN_LEFT);
    if (selection->count == 0)
        return;
    if (are_shapes(editor))
        build_roles(ui, editor, rest);
    if (selection->count == 1)
        build_single(ui, editor, rest);
    if (editor->selection.count > 0)
        build_steps(ui, editor, rest);
}
