/* Dialogs: what lies under one is shaded and drops out of the list of targets. */
#include "base/hash.h"
#include "ui/inside.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* All of the window but the box, or all of it. */
static void shade(struct canvas *canvas, const struct box *seen)
{
    struct paper_color color = canvas_theme(canvas)->shade;
    struct box rest = canvas_box(canvas);
    if (seen) {
        struct box above = box_cut_top(&rest, seen->y - rest.y);
        canvas_fill(canvas, above, color);
        canvas_fill(canvas, box_cut_bottom(&rest, rest.y + rest.h - seen->y - seen->h), color);
        canvas_fill(canvas, box_cut_left(&rest, seen->x - rest.x), color);
        box_cut_left(&rest, seen->w);
    }
    canvas_fill(canvas, rest, color);
}

/* In the middle of the room, or in the place nearest to it that covers least of the box. */
static struct box place_card(struct box room, int width, int height, const struct box *seen)
{
    static const int places[][2] = {{1, 1}, {1, 0}, {1, 2}, {0, 1}, {2, 1},
                                    {0, 0}, {2, 0}, {0, 2}, {2, 2}};
    struct box best = box_centre(room, width, height);
    int64_t least = -1;
    for (size_t i = 0; seen && i < sizeof places / sizeof places[0]; i++) {
        struct box card = best;
        card.x = room.x + (room.w - card.w) * places[i][0] / 2;
        card.y = room.y + (room.h - card.h) * places[i][1] / 2;
        struct box covered = box_intersect(card, *seen);
        int64_t size = (int64_t)covered.w * covered.h;
        if (least < 0 || size < least)
            best = card;
        least = least < 0 || size < least ? size : least;
    }
    return best;
}

static struct box open_dialog(struct ui *ui, int width, int height, const char *cancel_id,
                              const struct box *seen)
{
    struct canvas *canvas = ui->canvas;
    assert(ui->open_area < 0);
    ui->count = 0;
    ui->area_count = 0;
    ui->dialog = true;
    ui->default_id[0] = 0;
    ui_keep_id(ui->cancel, cancel_id);
    shade(canvas, seen);
    int margin = canvas_units(canvas, 10);
    struct box card_box =
        place_card(box_inset(canvas_box(canvas), margin, margin), canvas_units(canvas, width),
                   canvas_units(canvas, height), seen);
    struct card card = card_plain(canvas);
    card.radius = 12;
    card.shadow = true;
    canvas_card(canvas, card_box, &card);
    int inset = canvas_units(canvas, 28);
    return box_inset(card_box, inset, inset - canvas_units(canvas, 4));
}

struct box ui_dialog(struct ui *ui, int width, int height, const char *cancel_id)
{
    return open_dialog(ui, width, height, cancel_id, NULL);
}

enum { QUESTION_WIDTH = 500 };

/* All of it, scrolled where there is not enough room; clear of the bar. Half a line is forgiven. */
static void build_text(struct ui *ui, const char *text, int height, struct box box)
{
    struct canvas *canvas = ui->canvas;
    bool on_top = ui->asking == ui->asked;
    struct ui_scroll *scroll = on_top ? &ui->question : &ui->under;
    int side = canvas_units(canvas, 14);
    int y = ui_scroll_begin(ui, "question", box_inset(box, -side, 0), scroll);
    canvas_paragraph(canvas, STYLE_BODY, canvas_theme(canvas)->ink, text,
                     box_make(box.x, y, box.w, height), ALIGN_LEFT);
    ui_scroll_end(ui, y + height);
    int hidden = y + height - box.y - box.h;
    ui->read = ui->read || (on_top && hidden <= canvas_line_height(canvas, STYLE_BODY) / 2);
}

static enum ui_answer ask(struct ui *ui, const char *title, const char *text, const char *yes,
                          const char *no, bool dangerous, const struct box *seen)
{
    struct canvas *canvas = ui->canvas;
    int room = canvas_units(canvas, QUESTION_WIDTH - 56);
    int most = canvas_box(canvas).w - canvas_units(canvas, 76);
    room = room < most ? room : most;
    int lines = canvas_paragraph_height(canvas, STYLE_BODY, text, room);
    int height = (int)ceil(lines / canvas_scale(canvas)) + 48 + 50 + 64;
    struct box inside =
        open_dialog(ui, QUESTION_WIDTH, height, no ? "button no" : "button yes", seen);
    ui->asking = hash_bytes(HASH_START, text, strlen(text));
    struct box row = box_cut_bottom(&inside, ui_button_height(ui));
    box_cut_bottom(&inside, canvas_units(canvas, 14));
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, title,
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    box_cut_top(&inside, canvas_units(canvas, 8));
    build_text(ui, text, lines, inside);
    ui_status(ui, text);
    /* What was clicked belongs to the topmost question, whose buttons are called the same. */
    const struct deed deed = ui->deed;
    const bool on_top = ui->asking == ui->asked;
    if (!on_top)
        ui->deed.type = DEED_NONE;
    enum ui_answer answer = ANSWER_NONE;
    struct box right = box_cut_right(&row, ui_button_width(ui, yes));
    box_cut_right(&row, canvas_units(canvas, 12));
    if (no && ui_button(ui, "button no", no, box_cut_right(&row, ui_button_width(ui, no)),
                        dangerous ? LOOK_PRIMARY : LOOK_PLAIN))
        answer = ANSWER_NO;
    if (dangerous && !ui->read)
        ui_button_disabled(ui, yes, right);
    else if (ui_button(ui, "button yes", yes, right, dangerous ? LOOK_PLAIN : LOOK_PRIMARY))
        answer = ANSWER_YES;
    if (!on_top)
        ui->deed = deed;
    ui_default(ui, dangerous ? "button no" : "button yes");
    return answer;
}

enum ui_answer ui_question(struct ui *ui, const char *title, const char *text, const char *yes,
                           const char *no)
{
    return ask(ui, title, text, yes, no, false, NULL);
}

enum ui_answer ui_question_beside(struct ui *ui, const char *title, const char *text,
                                  const char *yes, const char *no, const struct box *seen)
{
    return ask(ui, title, text, yes, no, false, seen);
}

enum ui_answer ui_consent(struct ui *ui, const char *title, const char *text, const char *yes,
                          const char *no)
{
    return ask(ui, title, text, yes, no, true, NULL);
}
