/* Dialogs: what lies under one is shaded and drops out of the list of targets. */
#include "ui/inside.h"

#include <assert.h>

struct box ui_dialog(struct ui *ui, int width, int height, const char *cancel_id)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    assert(ui->open_area < 0);
    ui->count = 0;
    ui->area_count = 0;
    ui->dialog = true;
    ui->default_id[0] = 0;
    ui_keep_id(ui->cancel, cancel_id);
    struct box window = canvas_box(canvas);
    canvas_fill(canvas, window, theme->shade);
    int margin = canvas_units(canvas, 10);
    struct box card_box = box_centre(box_inset(window, margin, margin), canvas_units(canvas, width),
                                     canvas_units(canvas, height));
    struct card card = {.fill = theme->card,
                        .edge = theme->panel_edge,
                        .radius = 12,
                        .edge_width = 1.5,
                        .shadow = true};
    canvas_card(canvas, card_box, &card);
    int inset = canvas_units(canvas, 28);
    return box_inset(card_box, inset, inset - canvas_units(canvas, 4));
}

enum ui_answer ui_question(struct ui *ui, const char *title, const char *text, const char *yes,
                           const char *no)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    const int width = 500;
    int room = canvas_units(canvas, width - 56);
    struct box window = canvas_box(canvas);
    int most = window.w - canvas_units(canvas, 76);
    room = room < most ? room : most;
    int lines = canvas_paragraph_height(canvas, STYLE_BODY, text, room);
    int height = (int)(lines / canvas_scale(canvas)) + 48 + 50 + 64;
    struct box inside = ui_dialog(ui, width, height, no ? "button no" : "button yes");
    struct box row = box_cut_bottom(&inside, ui_button_height(ui));
    box_cut_bottom(&inside, canvas_units(canvas, 14));
    canvas_text(canvas, STYLE_TITLE, theme->ink, title,
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    box_cut_top(&inside, canvas_units(canvas, 8));
    canvas_paragraph(canvas, STYLE_BODY, theme->ink, text, inside, ALIGN_LEFT);
    ui_status(ui, text);
    enum ui_answer answer = ANSWER_NONE;
    struct box right = box_cut_right(&row, ui_button_width(ui, yes));
    box_cut_right(&row, canvas_units(canvas, 12));
    if (no &&
        ui_button(ui, "button no", no, box_cut_right(&row, ui_button_width(ui, no)), LOOK_PLAIN))
        answer = ANSWER_NO;
    if (ui_button(ui, "button yes", yes, right, LOOK_PRIMARY))
        answer = ANSWER_YES;
    ui_default(ui, "button yes");
    return answer;
}
