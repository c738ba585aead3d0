/* The views of the games, and what the frame does where a view leaves it to the rules. */
#include "screens/rules_view.h"

#include "paper/paper.h"

#include <assert.h>
#include <stdio.h>

const struct rules_view *rules_view_find(const struct game *game)
{
    const struct rules_view *const *view = rules_views;
    while (*view && (*view)->game != game)
        view++;
    assert(*view);
    return *view;
}

static struct standing standing_of(struct shown_race shown, int car)
{
    struct standing standing;
    race_tell_standing(shown.state, car, &standing);
    return standing;
}

void shown_order(struct shown_race shown, int cars[CAR_LIMIT])
{
    int count = shown.family->game->car_count(shown.state);
    for (int i = 0; i < count; i++)
        cars[i] = shown.family->order ? shown.family->order(shown.view)[i] : i + 1;
}

void shown_team(struct shown_race shown, int car, struct view_team *team)
{
    const struct game *game = shown.family->game;
    if (shown.family->team) {
        shown.family->team(shown.view, shown.state, car, team);
        return;
    }
    struct standing standing = standing_of(shown, car);
    *team = (struct view_team){.count = 1, .which = 1};
    for (int other = game->car_count(shown.state); other > 0; other--) {
        bool same = game->player_of(shown.state, other) == game->player_of(shown.state, car);
        team->count += same && other != car;
        team->which += same && other < car;
    }
    if (standing.by_points)
        snprintf(team->score, sizeof team->score, "%d", standing.points);
}

bool shown_car_place(struct shown_race shown, int car, struct point *at)
{
    bool now = shown.state == session_race(shown.session);
    if (shown.family->car_place && now)
        return shown.family->car_place(shown.view, car, at);
    struct standing standing = standing_of(shown, car);
    *at = standing.at;
    return standing.on_course;
}

void shown_tell(struct shown_race shown, bool watching, struct view_words *words)
{
    const struct game *game = shown.family->game;
    if (shown.family->tell) {
        shown.family->tell(shown.view, words);
        return;
    }
    int car = race_next_car(shown.state);
    *words = (struct view_words){.keys = "wheel zoom · F fit", .brief_keys = "F fit"};
    snprintf(words->progress, sizeof words->progress, "Round %d", game->round(shown.state));
    if (car == 0)
        snprintf(words->status, sizeof words->status, "The race is over.");
    else
        snprintf(words->status, sizeof words->status,
                 watching ? "%s is thinking" : "%s, your move.",
                 session_player(shown.session, game->player_of(shown.state, car))->name);
}

bool shown_panel(struct shown_race shown, struct canvas *canvas, int car, struct box *first,
                 struct box *second)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char brief[STANDING_BRIEF_BYTES];
    if (shown.family->panel)
        return shown.family->panel(shown.view, shown.state, canvas, car, first, second);
    struct standing standing = standing_of(shown, car);
    standing_print_brief(&standing, session_setup(shown.session)->players, brief);
    int width = canvas_text_width(canvas, STYLE_SMALL, brief);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, brief, box_cut_right(first, width),
                ALIGN_RIGHT);
    if (second)
        canvas_text(canvas, STYLE_BODY, theme->ink, standing.words, *second, ALIGN_LEFT);
    return !standing.out;
}

void shown_say(struct shown_race shown, int car, struct text *into)
{
    if (shown.family->say) {
        shown.family->say(shown.view, shown.state, car, into);
        return;
    }
    const struct game *game = shown.family->game;
    struct standing standing = standing_of(shown, car);
    char brief[STANDING_BRIEF_BYTES];
    standing_print_brief(&standing, session_setup(shown.session)->players, brief);
    text_append(into, session_player(shown.session, game->player_of(shown.state, car))->name);
    text_append_format(into, "%s%s, %s", brief[0] ? ", " : "", brief, standing.words);
}

int shown_switches(struct shown_race shown, struct view_switch into[VIEW_SWITCHES])
{
    return shown.family->switches ? shown.family->switches(shown.view, into) : 0;
}

void shown_give_back(struct shown_race shown, struct view_deed *deed)
{
    if (shown.family->give_back)
        shown.family->give_back(shown.view, deed);
}
