/* The desk on the screen: tools, sheet, panel and line beside each other, and the question what
 * becomes of a sheet that is not saved.
 */
#include "screens/desk/desk_inside.h"

#include <stdio.h>
#include <string.h>

static const double PANEL_WIDTH = 298, LINE_HEIGHT = 44; /* interface pixels */

void desk_tell(struct app *app, struct desk *desk)
{
    if (desk->said[0])
        app_notice(app, "%s", desk->said);
    desk->said[0] = 0;
}

static void build_invitation(struct canvas *canvas, const struct desk *desk)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *const *lines = desk->kind->invitation;
    int height = canvas_units(canvas, 44);
    struct box box = box_centre(desk->sheet_box, desk->sheet_box.w, 4 * height);
    if (!desk->kind->is_empty(desk->sheet) || desk->asks != DESK_ASKS_NOTHING || desk->drawing ||
        box.w < canvas_units(canvas, 360))
        return;
    for (int i = 0; i < 3; i++)
        canvas_text(canvas, STYLE_TITLE, theme->ink_soft, lines[i], box_cut_top(&box, height),
                    ALIGN_CENTRE);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, lines[3], box, ALIGN_CENTRE);
}

static void build_sheet(struct ui *ui, struct desk *desk)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_view *view = &desk->camera.view;
    struct box box = desk->sheet_box;
    char where[80];
    snprintf(where, sizeof where, "%.2f %.2f %.4f", box.x + view->left,
             box.y + view->top + desk->camera.rows * view->square, view->square);
    struct ui_state state = ui_surface(ui, "sheet", box, where);
    if (!canvas_is_muted(canvas) && box.w > 0 && box.h > 0)
        desk->kind->draw_sheet(desk, canvas);
    build_invitation(canvas, desk);
    int in = canvas_units(canvas, 5);
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, in, in), 2);
}

static void learn(struct ui *ui, struct desk *desk)
{
    struct point size = desk->kind->size(desk->sheet);
    if (desk->camera.columns != size.x || desk->camera.rows != size.y)
        camera_set_sheet(&desk->camera, size);
    desk->kind->refresh(desk);
    if (desk->focus_sheet)
        ui_set_focus(ui, "sheet", false);
    desk->focus_sheet = false;
    const char *ring = ui_ring(ui);
    desk->ring_elsewhere = ring[0] && strcmp(ring, "sheet") != 0;
}

/* --- the question ----------------------------------------------------------------------------- */

enum answer { SAVE, KEEP, DISCARD, STAY };

static void obey(struct app *app, struct desk *desk, enum answer answer)
{
    bool leaves = desk->asks == DESK_ASKS_LEAVING;
    desk->asks = DESK_ASKS_NOTHING;
    if (answer == STAY || (answer == SAVE && !desk_save(app, desk))) {
        desk_free_wish(&desk->wish);
        return;
    }
    if (answer == DISCARD) {
        keeper_trash(app, desk->keeper);
        desk->saved_version = steps_version(desk->sheet);
    }
    if (leaves && answer == DISCARD) {
        steps_free(desk->sheet);
        desk->sheet = NULL;
    }
    if (leaves)
        desk_go_away(app, desk);
    else
        desk_take_wish(desk);
}

/* The dialog that asks what becomes of a sheet, if there is something to be asked. */
static void desk_build_question(struct app *app, struct ui *ui, struct desk *desk)
{
    static const struct desk_choice leaving[] = {{"button save-first", "Save", SAVE},
                                                 {"button later", "Keep for later", KEEP},
                                                 {"button discard", "Throw away", DISCARD},
                                                 {"button stay", "Go on drawing", STAY}};
    static const struct desk_choice other[] = {{"button save-first", "Save it first", SAVE},
                                               {"button discard", "Throw it away", DISCARD},
                                               {"button stay", "Go on drawing it", STAY}};
    bool leaves = desk->asks == DESK_ASKS_LEAVING;
    if (desk->asks == DESK_ASKS_NOTHING)
        return;
    struct dialog dialog = {.id = "question",
                            .title = "Not saved yet",
                            .cancel_id = "button stay",
                            .width = 520,
                            .footless = true,
                            .scroll = &desk->question_scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 8;
    layout_paragraph(
        &column, STYLE_BODY, canvas_theme(ui_canvas(ui))->ink,
        ui_words("The %s \"%.200s\" has changes that are not saved. %s", desk_noun(desk),
                 desk_name(desk),
                 leaves ? "Kept for later it is offered again on the first screen; thrown away it "
                          "lies in the trash."
                        : "What is to become of it before another one comes up?"));
    layout_skip(&column, AT_TOP, 8);
    int answer = leaves ? desk_build_buttons(&column, leaving, 4, 2, SAVE)
                        : desk_build_buttons(&column, other, 3, 2, SAVE);
    ui_default(ui, "button save-first");
    dialog_end(&column);
    if (answer >= 0)
        obey(app, desk, (enum answer)answer);
}

/* --- the whole ----------------------------------------------------------------------------------
 */

void desk_build(struct app *app, struct ui *ui, struct desk *desk)
{
    struct desk_tools tools = {desk->kind->tools, desk->kind->tool_count, desk->tool, -1};
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    learn(ui, desk);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box bar = box_cut_left(&rest, desk_toolbar_width(canvas, &tools, rest.h));
    int panel = canvas_units(canvas, PANEL_WIDTH), most = rest.w * 6 / 10;
    struct box side = box_cut_right(&rest, panel < most ? panel : most);
    desk->sheet_box = rest;
    camera_resize(&desk->camera, rest.w, rest.h, canvas_scale(canvas));
    int clicked = desk_build_toolbar(ui, &tools, bar);
    if (clicked >= 0)
        desk->kind->choose_tool(desk, clicked);
    build_sheet(ui, desk);
    desk->kind->build_panel(app, ui, desk, side);
    desk_build_line(ui, desk, &tools, line);
    bool free = !app->message[0] && !app->over;
    desk->has_dialog = free && desk->kind->build_dialog && desk->kind->build_dialog(app, ui, desk);
    if (free && !desk->has_dialog)
        desk_build_question(app, ui, desk);
    desk_tell(app, desk);
}

int desk_animate(struct app *app, struct desk *desk, Uint32 now)
{
    int wait = keeper_keep(desk->keeper, now);
    bool tells = desk->said[0] != 0;
    wait = camera_hand_animate(&desk->hand, &desk->camera, now, wait);
    desk_tell(app, desk);
    return tells ? 0 : wait;
}
