/* Whose screen it is while several enter unseen by each other: between people it is handed over,
 * under a cover that shows nothing of the race. When a round of entries has been shown everybody
 * looks again, so the next one begins with a cover, too. What its owner had half chosen when the
 * race was left for another screen is kept here, and is shown to nobody else.
 */
#include "screens/race/inside.h"

#include "ui/layout.h"

#include <string.h>

static int player_to_act(const struct race_screen *race)
{
    return race->family->game->player_of(session_race(race->session), race->car);
}

/* Whoever drives on when the race is over has nobody left to hide from. */
static bool drives_on(const struct session *session)
{
    for (int i = session_step_count(session) - 1; i >= 0; i--)
        if (strcmp(session_step(session, i).action, ACTION_DRIVE_ON) == 0)
            return true;
    return false;
}

void race_follow_seat(struct race_screen *race)
{
    const struct race *state = session_race(race->session);
    int cars[CAR_LIMIT];
    bool secret = false;
    int owing = race->family->game->owes(state, cars, &secret);
    if (!secret || owing >= race->owing)
        race->holder = 0;
    race->owing = secret ? owing : 0;
    race->covered = secret && race->car > 0 && race->seat == 0 &&
                    race_is_persons(race, race->car) && race->holder != player_to_act(race) &&
                    race_count_persons(race) > 1 && !drives_on(race->session);
}

/* Half chosen when the race was left, and where it was that; empty: nothing. */
static struct {
    struct text choice;
    const struct session *session;
    uint64_t state;
    int car;
} kept;

static uint64_t state_of(const struct race_screen *race)
{
    return race->family->game->hash(session_race(race->session));
}

void race_keep_choice(const struct app *app, const struct race_screen *race)
{
    const struct rules_view *family = race->family;
    struct text choice = {0};
    if (race->session == app->session && family->half_choice)
        family->half_choice(race->view, &choice);
    if (choice.length == 0) {
        text_free(&choice);
        return;
    }
    text_free(&kept.choice);
    kept.choice = choice;
    kept.session = race->session;
    kept.state = state_of(race);
    kept.car = race->car;
}

void race_refresh_view(struct race_screen *race)
{
    bool chooses = !race->watching && !race->covered;
    race->family->refresh(race->view, chooses);
    if (kept.choice.length == 0 || !chooses || race->session != kept.session ||
        race->car != kept.car || state_of(race) != kept.state)
        return;
    race->family->choose_half(race->view, text_string(&kept.choice));
    text_free(&kept.choice);
}

void race_take_seat(struct app *app, struct race_screen *race)
{
    race->holder = player_to_act(race);
    race->covered = false;
    race_choose_again(app, race);
}

/* Whole: smaller before it is broken into lines. */
static void build_name(struct layout *column, const char *name)
{
    static const enum canvas_style styles[] = {STYLE_TITLE, STYLE_HEADING, STYLE_BODY};
    struct canvas *canvas = ui_canvas(column->ui);
    enum canvas_style style = STYLE_SMALL;
    for (int i = 2; i >= 0; i--)
        if (canvas_text_width(canvas, styles[i], name) <= column->rest.w)
            style = styles[i];
    int height = canvas_paragraph_height(canvas, style, name, column->rest.w);
    struct box box = layout_cut(column, AT_TOP, height);
    canvas_paragraph(canvas, style, canvas_theme(canvas)->ink, name, box, ALIGN_CENTRE);
    ui_tell_label(column->ui, name, box);
}

void race_build_cover(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    static const double WIDTH = 560, HEIGHT = 280, MARK = 44;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = race_name_of_car(race, race->car);
    int width = canvas_units(canvas, WIDTH), height = canvas_units(canvas, HEIGHT);
    canvas_fill(canvas, box, theme->panel);
    struct layout column = layout_inside(
        ui, box_centre(box, width < box.w ? width : box.w, height < box.h ? height : box.h), 16, 0,
        14);
    struct box mark = layout_take(&column, AT_TOP, MARK);
    canvas_mark(canvas, paper_pen_of(race->session, race->car), mark.x + mark.w / 2.0,
                mark.y + mark.h / 2.0, canvas_units(canvas, MARK));
    build_name(&column, name);
    static const char words[] =
        "It is your turn, and what you enter stays hidden until it is shown to all. Everybody else "
        "looks away.";
    int used =
        canvas_paragraph(canvas, STYLE_BODY, theme->ink_soft, words, column.rest, ALIGN_CENTRE);
    layout_cut(&column, AT_TOP, used);
    struct box row = layout_cut(&column, AT_TOP, ui_button_height(ui));
    if (ui_button(ui, "button ready", "Ready", box_centre(row, canvas_units(canvas, 180), row.h),
                  LOOK_PRIMARY))
        race_take_seat(app, race);
    ui_default(ui, "button ready");
    if (session_can_undo(race->session)) {
        row = layout_cut(&column, AT_TOP, ui_button_height(ui));
        if (ui_button(ui, "button undo", "Take back the last entry",
                      box_centre(row, ui_button_width(ui, "Take back the last entry"), row.h),
                      LOOK_LINK))
            race_undo(app, race);
    }
    struct text status = {0};
    text_append_format(&status, "Hand the screen to %s.", name);
    ui_status(ui, text_string(&status));
    text_free(&status);
}
