/* See sharing.h. */
#include "screens/after/sharing.h"

static struct {
    struct daily daily; /* no rounds: the race was none, or nobody has finished it */
    int streak;
} shown;

static void copy(struct app *app, const char *line)
{
    if (SDL_SetClipboardText(line) == 0)
        app_notice(app, "The line is on the clipboard.");
    else
        app_tell(app, "The clipboard cannot be written: %s", SDL_GetError());
}

static const double GAP = 10, INSET = 10; /* interface pixels */

struct line {
    const char *words;
    bool copied;
};

static void build_words(struct layout *column, void *data)
{
    const struct line *line = data;
    layout_paragraph(column, STYLE_BODY, canvas_theme(ui_canvas(column->ui))->ink, line->words);
}

static void build_line(struct layout *row, void *data)
{
    struct line *line = data;
    struct ui *ui = row->ui;
    struct box button = layout_cut(row, AT_RIGHT, ui_button_width(ui, "Copy"));
    button.h = ui_button_height(ui);
    int height = layout_measure(ui, row->rest.w, build_words, line);
    int spare = (button.h - height) / 2;
    if (spare > 0)
        layout_cut(row, AT_TOP, spare);
    build_words(row, line);
    if (spare > 0)
        layout_cut(row, AT_TOP, spare);
    line->copied = ui_button(ui, "button copy-daily", "Copy", button, LOOK_PLAIN);
}

void sharing_build(struct app *app, struct layout *column, const struct daily *daily, int streak)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct text words = {0};
    daily_share(daily, streak, &words);
    struct line line = {text_string(&words), false};
    int inset = canvas_units(canvas, INSET), inner = column->rest.w - 2 * inset;
    int height = layout_measure(ui, inner, build_line, &line);
    struct box box = layout_cut(column, AT_TOP, height + 2 * inset);
    struct card card = card_plain(canvas);
    canvas_card(canvas, box, &card);
    struct layout inside = {ui, box_inset(box, inset, inset), GAP};
    build_line(&inside, &line);
    ui_tell_label(ui, line.words, box);
    if (line.copied)
        copy(app, line.words);
    text_free(&words);
}

void sharing_open_results(struct app *app)
{
    struct text told = {0};
    struct dailies *dailies = dailies_load(app->daily_path, &told);
    const struct daily *daily = dailies_find_race(dailies, session_setup(app->session));
    shown.daily = daily ? *daily : (struct daily){0};
    shown.streak = daily ? dailies_streak(dailies, daily->day) : 0;
    dailies_free(dailies);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
}

void sharing_build_results(struct app *app, struct layout *column)
{
    if (shown.daily.rounds > 0)
        sharing_build(app, column, &shown.daily, shown.streak);
}
