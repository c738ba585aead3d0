/* What is possible on the chosen track under the rules as they are set now, and the record that
 * somebody has, in a line below them. Par is found by a thread, which is begun anew whenever track
 * or rules are others; the records are read once a visit.
 */
#include "screens/setup/inside.h"

/* Without a meaning there is no race, and a series has many. */
static bool has_line(const struct setup_state *state)
{
    return !state->series && !state->problem.text[0];
}

void setup_par_enter(struct setup_state *state, struct app *app)
{
    struct text told = {0};
    state->records = records_load(app->records_path, &told);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
}

void setup_par_follow(struct setup_state *state)
{
    struct setup setup = state->setup;
    setup.course = setup_course(state);
    bool same = state->par_asked && par_is_same(&setup, &state->par_of);
    if (!has_line(state) || same)
        return;
    par_free(state->par);
    state->par = par_search_rules(&setup, false);
    records_find(state->records, &setup, &state->record);
    state->par_of = setup;
    state->par_asked = true;
}

void setup_par_leave(struct setup_state *state)
{
    par_free(state->par);
    records_free(state->records);
    state->par = NULL;
    state->records = NULL;
    state->par_asked = false;
}

static void tell_par(const struct par_answer *par, struct text *into)
{
    if (par->state == PAR_SEARCHING)
        text_append(into, "par …");
    else if (par->state == PAR_NO_LAP)
        text_append(into, "no lap is possible without leaving the track");
    else if (par->rounds > 0)
        text_append_format(into, "par %d", par->rounds);
    else if (par->with_extras > 0)
        text_append_format(into, "no lap without extras, %d rounds with them", par->with_extras);
    else
        text_append(into, "par is too much to count");
}

bool setup_par_tell(const struct setup_state *state, struct text *into)
{
    if (!state->par || !has_line(state))
        return false;
    struct par_answer par = par_answer(state->par, 0);
    text_append_format(
        into, "%s under these rules: ", gallery_at(state->picker.gallery, state->chosen)->name);
    tell_par(&par, into);
    if (state->record.count > 0)
        text_append_format(into, ", record %d by %s", state->record.items[0].rounds,
                           state->record.items[0].name);
    return par.state == PAR_NO_LAP;
}

void setup_par_draw(struct layout *column, const struct setup_state *state)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    struct text told = {0};
    bool warns = setup_par_tell(state, &told);
    layout_skip(column, AT_TOP, 8);
    layout_paragraph(column, STYLE_BODY, warns ? theme->warning : theme->ink, text_string(&told));
    text_free(&told);
}
