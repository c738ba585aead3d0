/* See tutorial.h. Sentences and lessons are the games' own. */
#include "screens/help/tutorial.h"

#include "screens/help/book.h"
#include "screens/help/coach.h"
#include "ui/layout.h"
#include "ui/window.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PADDING = 14, NARROW_PADDING = 6; /* interface pixels */
static const double SIDE = 20;
static const double TITLE = 28;
static const double BUTTONS = 150, NARROW_BUTTON = 104, NARROW_ROW = 36;
static const double GAP = 10;
static const double NARROW = 640; /* below it the buttons stand beside the title, in small type */

static bool is_narrow(const struct canvas *canvas, int width)
{
    return width < canvas_units(canvas, NARROW);
}

static enum canvas_style text_style(const struct canvas *canvas, int width)
{
    return is_narrow(canvas, width) ? STYLE_SMALL : STYLE_BODY;
}

static int text_width(const struct canvas *canvas, int width)
{
    int inside = width - 2 * canvas_units(canvas, SIDE);
    return is_narrow(canvas, width) ? inside : inside - canvas_units(canvas, BUTTONS + SIDE);
}

/* Measuring words takes time, so it is done once for a width and a tutorial. */
static int text_height(struct canvas *canvas, int width, const void *whose,
                       tutorial_measure *measure)
{
    static struct {
        const void *whose;
        int width, height;
        double scale;
    } known;
    int inside = text_width(canvas, width);
    if (known.whose == whose && known.width == width && known.scale == canvas_scale(canvas))
        return known.height;
    known.whose = whose;
    known.width = width;
    known.scale = canvas_scale(canvas);
    known.height = measure(canvas, inside, text_style(canvas, width));
    return known.height;
}

int tutorial_card_height(struct ui *ui, int width, const void *whose, tutorial_measure *measure)
{
    struct canvas *canvas = ui_canvas(ui);
    int text = text_height(canvas, width, whose, measure);
    int padding = canvas_units(canvas, PADDING), gap = canvas_units(canvas, GAP);
    int buttons = ui_button_height(ui);
    int tall = canvas_units(canvas, TITLE) + text;
    if (is_narrow(canvas, width))
        return canvas_units(canvas, 2 * NARROW_PADDING + NARROW_ROW) + text;
    return 2 * padding + (tall > 2 * buttons + gap ? tall : 2 * buttons + gap);
}

static void draw_title(struct canvas *canvas, const struct tutorial_card *card, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char count[40];
    int width = canvas_text_width(canvas, STYLE_HEADING, card->title) + canvas_units(canvas, 14);
    snprintf(count, sizeof count, "Lesson %d of %d", card->lesson + 1, card->count);
    canvas_text(canvas, STYLE_HEADING, theme->action, card->title, box_cut_left(&row, width),
                ALIGN_LEFT);
    if (canvas_text_width(canvas, STYLE_SMALL, count) <= row.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, count, row, ALIGN_LEFT);
}

static const struct {
    const char *id, *label;
    enum ui_look look;
} offers[] = {[TUTORIAL_SHOW_ME] = {"button show-me", "Show me", LOOK_PLAIN},
              [TUTORIAL_TRY_AGAIN] = {"button try-again", "Try again", LOOK_PRIMARY},
              [TUTORIAL_NEXT] = {"button next", "Next", LOOK_PRIMARY},
              [TUTORIAL_MENU] = {"button lessons", "Lessons", LOOK_PLAIN},
              [TUTORIAL_NEW_RACE] = {"button new-race", "New race", LOOK_PRIMARY},
              [TUTORIAL_HOME] = {"button home", "Home", LOOK_PLAIN}};

static enum tutorial_answer build_offers(struct ui *ui, const struct tutorial_card *card,
                                         struct box box, bool in_row)
{
    int gap = canvas_units(ui_canvas(ui), GAP), height = ui_button_height(ui);
    enum tutorial_answer answer = TUTORIAL_NOTHING;
    struct box below = {box.x, box.y, box.w, height};
    for (int i = 0; i < 2; i++) {
        enum tutorial_answer offer = card->offers[i];
        if (offer == TUTORIAL_NOTHING)
            continue;
        if (ui_button(ui, offers[offer].id, offers[offer].label,
                      in_row ? box_column(box, i, 2, gap) : below, offers[offer].look))
            answer = offer;
        below.y += height + gap;
    }
    if (card->offers[0] && offers[card->offers[0]].look == LOOK_PRIMARY)
        ui_default(ui, offers[card->offers[0]].id);
    return answer;
}

enum tutorial_answer tutorial_card_build(struct ui *ui, struct box box,
                                         const struct tutorial_card *card)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool narrow = is_narrow(canvas, box.w);
    canvas_fill(canvas, box, theme->card);
    struct box edge = box;
    canvas_fill(canvas, box_cut_bottom(&edge, canvas_units(canvas, 2)), theme->panel_edge);
    struct box inside = box_inset(box, canvas_units(canvas, SIDE),
                                  canvas_units(canvas, narrow ? NARROW_PADDING : PADDING));
    struct box title, buttons;
    if (narrow) {
        title = box_cut_top(&inside, canvas_units(canvas, NARROW_ROW));
        buttons = box_cut_right(&title, canvas_units(canvas, 2 * NARROW_BUTTON + GAP));
        buttons.h -= canvas_units(canvas, 4);
    } else {
        buttons = box_cut_right(&inside, canvas_units(canvas, BUTTONS));
        inside.w = text_width(canvas, box.w);
        title = box_cut_top(&inside, canvas_units(canvas, TITLE));
    }
    draw_title(canvas, card, title);
    canvas_paragraph(canvas, text_style(canvas, box.w), theme->ink, card->text, inside, ALIGN_LEFT);
    return build_offers(ui, card, buttons, narrow);
}

static void paint_halo(cairo_t *cairo, int width, int height, const void *data)
{
    const struct paper_theme *theme = data;
    struct paper_color color = theme->focus;
    double x = width / 2.0, y = height / 2.0, radius = fmin(x, y);
    cairo_pattern_t *glow = cairo_pattern_create_radial(x, y, radius * 0.3, x, y, radius);
    cairo_pattern_add_color_stop_rgba(glow, 0, color.red, color.green, color.blue, 0);
    cairo_pattern_add_color_stop_rgba(glow, 0.5, color.red, color.green, color.blue, 0.75);
    cairo_pattern_add_color_stop_rgba(glow, 1, color.red, color.green, color.blue, 0);
    cairo_set_source(cairo, glow);
    cairo_paint(cairo);
    cairo_pattern_destroy(glow);
}

static struct box find_target(const struct ui *ui, const char *id)
{
    for (int i = 0; i < ui_target_count(ui); i++)
        if (strcmp(ui_target_at(ui, i)->id, id) == 0)
            return ui_target_at(ui, i)->box;
    return (struct box){0, 0, 0, 0};
}

/* It has an edge of its own, unlike what can be chosen on the sheet. */
static bool is_button(const char *id)
{
    static const char *const beginnings[] = {"button ", "speed ", "end ", "force ", "chip", "keep"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(id, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

bool tutorial_draw_halo(struct ui *ui, const char *id)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box target = find_target(ui, id);
    if (target.w == 0 || target.h == 0)
        return false;
    int margin = canvas_units(canvas, 4);
    if (is_button(id)) {
        struct card ring = {.edge = theme->focus, .radius = 9, .edge_width = 3};
        canvas_card(canvas, box_inset(target, -margin, -margin), &ring);
        return true;
    }
    int size = canvas_units(canvas, 46);
    struct box box = {target.x + target.w / 2 - size / 2, target.y + target.h / 2 - size / 2, size,
                      size};
    canvas_shape(canvas, "halo", box, paint_halo, theme);
    return true;
}

/* --- the menu --------------------------------------------------------------------------------- */

static const double ROW = 44, ROW_GAP = 8; /* interface pixels */

static void build_lesson(struct app *app, struct ui *ui, const struct tutorial_menu *menu,
                         int lesson, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[40], label[80];
    const struct tutorial_entry *entry = &menu->entries[lesson];
    snprintf(id, sizeof id, "lesson %s", entry->name);
    snprintf(label, sizeof label, "%d. %s", lesson + 1, entry->title);
    bool clicked = ui_card(ui, id, entry->done ? "done" : "", box, lesson == menu->now);
    struct box inside = box_inset(box, canvas_units(canvas, 16), 0);
    const struct paper_theme *theme = canvas_theme(canvas);
    if (entry->done)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, "done",
                    box_cut_right(&inside, canvas_units(canvas, 44)), ALIGN_RIGHT);
    canvas_text(canvas, STYLE_BODY, theme->ink, label, inside, ALIGN_LEFT);
    if (clicked) {
        menu->begin(app, lesson);
        app_close_over(app);
    }
}

static bool is_another(const struct contest *contest, const struct coach_table *own)
{
    const struct coach_table *table = lesson_book_of(contest->game)->tutorial;
    return contest->which == 0 && table && table != own;
}

/* Those of the other games, side by side. */
static void build_others(struct app *app, struct layout *column, const struct coach_table *own)
{
    int count = 0, index = 0, gap = canvas_units(ui_canvas(column->ui), ROW_GAP);
    struct contest contest;
    for (int i = 0; contest_at(i, &contest); i++)
        count += is_another(&contest, own);
    struct box row = layout_take(column, AT_TOP, ROW);
    for (int i = 0; contest_at(i, &contest); i++)
        if (is_another(&contest, own) &&
            ui_button(column->ui, coach_button(&contest), contest.title,
                      box_column(row, index++, count, gap), LOOK_PLAIN))
            coach_open(app, &contest);
}

void tutorial_menu_build(struct app *app, struct ui *ui, const struct tutorial_menu *menu)
{
    static struct ui_scroll scroll;
    struct dialog dialog = {"lessons", "Tutorial", "button resume", 460, true, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    int gap = canvas_units(ui_canvas(ui), ROW_GAP);
    column.gap = ROW_GAP;
    if (ui_button(ui, "button resume", "Go on", layout_take(&column, AT_TOP, ROW), LOOK_PRIMARY))
        app_close_over(app);
    build_others(app, &column, menu->own);
    for (int i = 0; i < menu->count; i++)
        build_lesson(app, ui, menu, i, layout_take(&column, AT_TOP, ROW));
    struct box row = layout_take(&column, AT_TOP, ROW);
    if (ui_button(ui, "button help", "How to play", box_column(row, 0, 2, gap), LOOK_PLAIN))
        app_open_over(app, &screen_help);
    if (ui_button(ui, "button leave", "Leave", box_column(row, 1, 2, gap), LOOK_PLAIN))
        app_go_back(app);
    dialog_end(&column);
    ui_default(ui, "button resume");
    ui_status(ui, "The lessons of the tutorial");
}
