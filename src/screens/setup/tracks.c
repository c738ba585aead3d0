/* The tracks of the set-up: one for a race, several in order for a series, or five that are drawn
 * for a cup.
 *
 * Shown are those that the game can be played on, which the family says (setup_check with the
 * game's first preset); what cannot be read is shown, too, and says why. Of many, those are listed
 * that the search finds. Below: the picker's cards, and the lines above and below them.
 */
#include "screens/setup/inside.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/text.h"
#include "rules/game.h"
#include "rules/last.h"
#include "screens/course_tools.h"
#include "screens/tracks/tracks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long the first picture waits for the files to be read: the tracks that are not known by then
 * turn up while it is on the screen. */
enum { READING_PATIENCE = 60 };
enum { SEARCH_FROM = 12 }; /* so many tracks are found without a search */

/* --- which there are ------------------------------------------------------------------------- */

/* The first preset of the game that is chosen, on a track. */
static struct setup probe(const struct setup_state *state, struct course course)
{
    const struct game *game = state->setup.game;
    int contest = fields_contest(game->table, state->setup.values);
    struct setup setup = setup_from_preset(game, 0);
    for (int i = game->table->preset_count - 1; i >= 0; i--) {
        struct setup other = setup_from_preset(game, i);
        if (fields_contest(game->table, other.values) == contest)
            setup = other;
    }
    setup.players = 2;
    setup.course = course;
    return setup;
}

static bool is_track_for(const struct setup_state *state, struct course course)
{
    struct error error;
    struct setup setup = probe(state, course);
    return course.game == setup.game && setup_check(&setup, &error);
}

static bool is_shown(const struct setup_state *state, int index)
{
    for (int i = 0; i < state->shown_count; i++)
        if (state->shown[i] == index)
            return true;
    return false;
}

static void add_shown(struct setup_state *state, int index)
{
    const struct gallery_entry *entry = gallery_at(state->picker.gallery, index);
    /* What was agreed may be without meaning: that is said, and the track stays. */
    struct course plain = course_tools_agreed(entry->course, entry->path, true);
    struct course course = plain.body ? plain : entry->course;
    if (course.body && !is_track_for(state, course))
        return;
    struct setup played = probe(state, course);
    state->needs_lap[index] = course.body && par_is_counted(&played);
    state->shown[state->shown_count++] = index;
}

struct offered {
    const struct gallery_entry *entry;
    int index;
};

static int64_t sheet_size(const struct gallery_entry *entry)
{
    struct point size = entry->course.body ? course_size(entry->course) : (struct point){0, 0};
    return entry->course.body ? (int64_t)size.x * size.y : INT64_MAX;
}

/* Sheets without lines first: they are good for nothing else. Then what was opened, the shipped
 * tracks, the player's own; of each the small ones first, which are the short races, and what
 * cannot be read comes last. */
static int compare_shown(const void *a, const void *b)
{
    const struct gallery_entry *one = ((const struct offered *)a)->entry;
    const struct gallery_entry *other = ((const struct offered *)b)->entry;
    bool lined = !one->course.body || !course_has_mark(one->course, MARK_ARENA);
    bool other_lined = !other->course.body || !course_has_mark(other->course, MARK_ARENA);
    int64_t size = sheet_size(one), other_size = sheet_size(other);
    if (lined != other_lined)
        return lined ? 1 : -1;
    if (one->place != other->place)
        return one->place < other->place ? -1 : 1;
    if (size != other_size)
        return size < other_size ? -1 : 1;
    int order = fold_compare(one->folded, other->folded);
    return order != 0 ? order : strcmp(one->path, other->path);
}

static bool has_search(const struct setup_state *state)
{
    return !state->cup && state->shown_count > SEARCH_FROM;
}

/* Looks for those that the search finds. */
static void list_found(struct setup_state *state)
{
    if (!has_search(state))
        tracks_wish_for_all(&state->picker.wish);
    picker_list(&state->picker, state->shown, state->shown_count);
}

/* --- a cup: its courses are drawn ------------------------------------------------------------- */

static struct contest cup_contest(const struct setup_state *state, int race)
{
    struct contest contest = contest_of(&state->setup);
    int count = 0;
    while (state->cup_all && contest_at(count, &contest))
        count++;
    if (count > 0)
        contest_at(race % count, &contest);
    return contest;
}

struct setup setup_race_at(const struct setup_state *state, int race)
{
    int index = state->series ? state->series_tracks[race] : state->chosen;
    struct setup setup = state->setup;
    struct contest contest = state->cup ? cup_contest(state, race) : contest_of(&setup);
    if (contest.game != setup.game ||
        contest.which != fields_contest(setup.game->table, setup.values))
        setup = setup_from_preset(contest.game, contest.preset);
    setup.players = state->setup.players;
    setup.course = gallery_at(state->picker.gallery, index)->course;
    if (state->cup && race > 0)
        last_ask_for_order(&setup);
    return setup;
}

/* Shipped courses that are none too large, and for a contest beside the game's first its own. */
static bool suits_cup(struct setup_state *state, int race, int index)
{
    struct error error;
    const struct gallery_entry *entry = gallery_at(state->picker.gallery, index);
    struct contest contest = cup_contest(state, race);
    if (entry->place != GALLERY_SHIPPED || entry->course.game != contest.game ||
        sheet_size(entry) > SQUARES_MEDIUM ||
        course_has_mark(entry->course, MARK_ARENA) != (contest.which > 0))
        return false;
    state->series_tracks[race] = index;
    struct setup setup = setup_race_at(state, race);
    return setup_check(&setup, &error);
}

static bool is_drawn(const struct setup_state *state, int index)
{
    for (int i = 0; i < state->series_count; i++)
        if (state->series_tracks[i] == index)
            return true;
    return false;
}

/* By the day and how often another was asked for; none twice while there are others. */
static void draw_cup(struct setup_state *state)
{
    state->series_count = 0;
    for (int race = 0; race < CUP_RACES && gallery_is_complete(state->picker.gallery); race++) {
        int found[GALLERY_LIMIT], count = 0, fresh = 0;
        for (int i = 0; i < gallery_count(state->picker.gallery) && i < GALLERY_LIMIT; i++)
            if (suits_cup(state, race, i)) {
                found[count++] = i;
                if (is_drawn(state, i))
                    continue;
                found[count - 1] = found[fresh];
                found[fresh++] = i;
            }
        count = fresh > 0 ? fresh : count;
        if (count == 0)
            return;
        unsigned turn = state->cup_draws[race] + (unsigned)(clock_today() + 3 * race);
        state->series_tracks[race] = found[turn % (unsigned)count];
        state->series_count++;
    }
}

static void drop_hidden_from_series(struct setup_state *state)
{
    int kept = 0;
    if (state->cup) {
        draw_cup(state);
        memcpy(state->picker.listed, state->series_tracks, sizeof state->series_tracks);
        state->picker.listed_count = state->series_count;
        return;
    }
    for (int i = 0; i < state->series_count; i++)
        if (is_shown(state, state->series_tracks[i]))
            state->series_tracks[kept++] = state->series_tracks[i];
    state->series_count = kept;
}

/* A track that nobody has picked gives way to the game's own, and while they are being read to one
 * that stands before it. */
static void choose_shown(struct setup_state *state, bool same_game)
{
    bool stays = state->picked || (same_game && !state->provisional);
    if (state->chosen >= 0 && stays && is_shown(state, state->chosen))
        return;
    state->chosen = -1;
    state->provisional = !gallery_is_complete(state->picker.gallery);
    for (int i = state->shown_count - 1; i >= 0; i--)
        if (gallery_at(state->picker.gallery, state->shown[i])->course.body)
            state->chosen = state->shown[i];
}

/* For par of those that are shown, the chosen one first. */
static void search_par(struct setup_state *state)
{
    int *order = memory_allocate((size_t)state->shown_count + 1, sizeof *order);
    order[0] = state->chosen;
    int count = state->chosen >= 0;
    for (int i = 0; i < state->shown_count; i++)
        if (state->shown[i] != state->chosen)
            order[count++] = state->shown[i];
    gallery_search(state->picker.gallery, order, count);
    free(order);
    state->par_searched = true;
}

void setup_tracks_sort_out(struct setup_state *state)
{
    int contest = fields_contest(state->setup.game->table, state->setup.values);
    bool same_game = contest == state->chosen_for;
    bool same_tracks = same_game && state->setup.game == state->shown_for;
    state->shown_count = 0;
    for (int i = 0; i < gallery_count(state->picker.gallery) && i < GALLERY_LIMIT; i++)
        add_shown(state, i);
    struct offered *offered = memory_allocate((size_t)state->shown_count + 1, sizeof *offered);
    for (int i = 0; i < state->shown_count; i++)
        offered[i] =
            (struct offered){gallery_at(state->picker.gallery, state->shown[i]), state->shown[i]};
    qsort(offered, (size_t)state->shown_count, sizeof *offered, compare_shown);
    for (int i = 0; i < state->shown_count; i++)
        state->shown[i] = offered[i].index;
    free(offered);
    list_found(state);
    drop_hidden_from_series(state);
    choose_shown(state, same_game);
    state->chosen_for = contest;
    state->shown_for = state->setup.game;
    if (state->par_searched && !same_tracks)
        search_par(state);
}

static bool is_under(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Whoever asks for an arena asks for a derby: the first rules under which the track is one. */
static void take_fitting_rules(struct setup_state *state, struct course course)
{
    struct error error;
    if (!state->asked_for || !course.body || is_track_for(state, course))
        return;
    const struct game *game = course.game;
    for (int preset = 0; preset < game->table->preset_count; preset++) {
        struct setup setup = setup_from_preset(game, preset);
        setup.players = 2;
        setup.course = course;
        if (!setup_check(&setup, &error))
            continue;
        setup_choose_preset(state, game, preset);
        return;
    }
}

/* The track of this path is to be chosen, once it was read; NULL: none. */
static void want(struct setup_state *state, const char *path)
{
    char *copy = path ? memory_copy_string(path) : NULL;
    free(state->wanted);
    state->wanted = copy;
}

static void choose_wanted(struct setup_state *state)
{
    int index = state->wanted ? gallery_find(state->picker.gallery, state->wanted) : -1;
    if (index < 0)
        return;
    take_fitting_rules(state, gallery_at(state->picker.gallery, index)->course);
    state->chosen = index;
    state->provisional = false;
    state->fresh = true;
    want(state, NULL);
}

void setup_tracks_follow(struct setup_state *state)
{
    gallery_begin_pass(state->picker.gallery);
    gallery_collect(state->picker.gallery);
    bool more = state->taken_up < gallery_count(state->picker.gallery);
    for (; state->taken_up < gallery_count(state->picker.gallery); state->taken_up++) {
        /* A track that was inspected is the track as agreed from now on. */
        int index = state->taken_up;
        const struct gallery_entry *entry = gallery_at(state->picker.gallery, index);
        struct course agreed = course_tools_agreed(entry->course, entry->path, false);
        if (agreed.body)
            gallery_replace(state->picker.gallery, index, agreed);
    }
    if (more) {
        choose_wanted(state);
        setup_tracks_sort_out(state);
    }
    if (!state->par_searched && gallery_is_complete(state->picker.gallery)) {
        /* Once all are read. */
        for (int i = 0; i < state->series_path_count; i++) {
            int index = gallery_find(state->picker.gallery, state->series_paths[i]);
            if (index >= 0 && state->series_count < SERIES_LIMIT)
                state->series_tracks[state->series_count++] = index;
            free(state->series_paths[i]);
        }
        state->series_path_count = 0;
        drop_hidden_from_series(state);
        want(state, NULL);
        search_par(state);
    }
}

/* From nothing known to what is read soon. */
static void begin(struct setup_state *state)
{
    state->chosen = -1;
    state->chosen_for = fields_contest(state->setup.game->table, state->setup.values);
    state->taken_up = state->series_count = state->shown_count = state->picker.listed_count = 0;
    state->par_searched = false;
    gallery_wait(state->picker.gallery, READING_PATIENCE);
    setup_tracks_follow(state);
}

/* Indices become paths. */
static void keep_places(struct setup_state *state)
{
    if (state->chosen >= 0 && !state->wanted)
        want(state, gallery_at(state->picker.gallery, state->chosen)->path);
    for (int i = 0;
         !state->cup && i < state->series_count && state->series_path_count < SERIES_LIMIT; i++)
        state->series_paths[state->series_path_count++] =
            memory_copy_string(gallery_at(state->picker.gallery, state->series_tracks[i])->path);
    state->series_count = 0;
}

void setup_tracks_enter(struct setup_state *state, struct app *app)
{
    const char *last = state->anew ? "" : app->settings.last_track;
    const char *wanted = app->chosen_track ? app->chosen_track : last[0] ? last : NULL;
    bool ours = wanted && ((app->shipped_tracks && is_under(wanted, app->shipped_tracks)) ||
                           is_under(wanted, app->tracks_folder));
    /* One from elsewhere is listed because it was opened, not because it was driven once. */
    bool listed = ours || !app->chosen_track;
    state->picker.gallery =
        gallery_open(app->shipped_tracks, app->tracks_folder, listed ? NULL : wanted);
    state->picked = app->chosen_track && !ours;
    state->asked_for = app->chosen_track != NULL;
    state->anew = false;
    tracks_wish_for_all(&state->picker.wish);
    want(state, wanted);
    begin(state);
}

void setup_tracks_leave(struct setup_state *state, struct app *app)
{
    keep_places(state);
    free(app->chosen_track);
    app->chosen_track = state->wanted;
    state->wanted = NULL;
    gallery_free(state->picker.gallery);
    state->picker.gallery = NULL;
}

void setup_tracks_take(struct setup_state *state, const char *path)
{
    keep_places(state);
    want(state, path);
    gallery_refresh(state->picker.gallery);
    tracks_wish_for_all(&state->picker.wish);
    state->picked = state->asked_for = true;
    begin(state);
}

struct course setup_course(const struct setup_state *state)
{
    if (state->chosen < 0)
        return (struct course){0};
    return gallery_at(state->picker.gallery, state->chosen)->course;
}

/* --- what is wrong with them ----------------------------------------------------------------- */

static bool find_track_problem(const struct setup_state *state, int index,
                               struct setup_problem *problem)
{
    const struct gallery_entry *entry = gallery_at(state->picker.gallery, index);
    const char *why = entry->problem;
    struct par_answer par = gallery_par(state->picker.gallery, index);
    bool lapless = entry->course.body && par.state == PAR_NO_LAP && state->needs_lap[index];
    bool bad = !entry->course.body || lapless;
    if (lapless)
        why = par.why;
    if (bad)
        snprintf(problem->text, sizeof problem->text, "%s cannot be used: %s",
                 file_own_name(entry->path), why);
    return bad;
}

bool setup_tracks_problem(const struct setup_state *state, struct setup_problem *problem)
{
    if (state->chosen < 0) {
        bool reading = !gallery_is_complete(state->picker.gallery);
        snprintf(problem->text, sizeof problem->text,
                 reading ? "The tracks are being read." : "There is no track for this game.");
        return true;
    }
    if (!state->series)
        return find_track_problem(state, state->chosen, problem);
    for (int i = 0; i < state->series_count; i++)
        if (find_track_problem(state, state->series_tracks[i], problem))
            return true;
    bool few = state->series_count < (state->cup ? CUP_RACES : 2);
    if (few && state->cup)
        snprintf(problem->text, sizeof problem->text,
                 gallery_is_complete(state->picker.gallery) ? "There are no courses for this cup."
                                                            : "The courses are being read.");
    else if (few)
        snprintf(problem->text, sizeof problem->text,
                 "A series needs two tracks or more: choose them in the order of the races.");
    return few;
}

/* --- cards ----------------------------------------------------------------------------------- */

/* Whole names where there is room for them. */
static const double CARD_LEAST = 150, CARD_NARROW = 128, COLUMN = 480; /* interface pixels */

/* The second line of a card; true if it is a warning. */
static bool describe_par(const struct setup_state *state, int index, char *into, int size)
{
    struct course course = gallery_at(state->picker.gallery, index)->course;
    struct par_answer par = gallery_par(state->picker.gallery, index);
    into[0] = '\0';
    bool laps = course.body && state->needs_lap[index], lapless = laps && par.state == PAR_NO_LAP;
    if (!course.body)
        snprintf(into, (size_t)size, "unreadable");
    else if (lapless)
        snprintf(into, (size_t)size, "no lap possible");
    else if (laps && par.state == PAR_SEARCHING)
        snprintf(into, (size_t)size, "par …");
    else if (laps && par.rounds > 0)
        snprintf(into, (size_t)size, "par %d%s", par.rounds, par_star(course.game));
    return !course.body || lapless;
}

/* Its number in the series from 1, 0 if it is not in it. */
static int place_in_series(const struct setup_state *state, int index)
{
    for (int i = 0; state->series && i < state->series_count; i++)
        if (state->series_tracks[i] == index)
            return i + 1;
    return 0;
}

static void take_or_drop(struct setup_state *state, int index)
{
    int place = place_in_series(state, index);
    if (place == 0 && state->series_count < SERIES_LIMIT) {
        state->series_tracks[state->series_count++] = index;
    } else if (place > 0) {
        int behind = --state->series_count - (place - 1);
        memmove(&state->series_tracks[place - 1], &state->series_tracks[place],
                (size_t)behind * sizeof state->series_tracks[0]);
    }
}

static void look(void *context, int index, struct picker_card *card)
{
    const struct setup_state *state = context;
    char par[60];
    struct text size = {0};
    card->bad = describe_par(state, index, par, sizeof par);
    card->number = place_in_series(state, index);
    card->chosen = state->cup ? false : state->series ? card->number > 0 : index == state->chosen;
    if (state->cup)
        snprintf(par, sizeof par, "%s", cup_contest(state, card->number - 1).title);
    snprintf(card->line, sizeof card->line, "%s", par);
    struct course course = gallery_at(state->picker.gallery, index)->course;
    if (course.body && !par[0])
        course_say_size(course, "", &size);
    snprintf(card->words, sizeof card->words, card->number ? "%s%s, race %d" : "%s%s", par,
             text_string(&size), card->number);
    text_free(&size);
}

static void search(struct setup_state *state)
{
    list_found(state);
    state->picker.scroll.offset = 0;
    state->fresh = true;
}

void setup_tracks_build(struct layout *column, struct setup_state *state, struct box seen)
{
    if (state->picker.listed_count == 0 && state->shown_count > 0 && !state->cup) {
        if (layout_nothing(column, "Nothing found", "", "button clear-search",
                           "Clear search and filters")) {
            tracks_wish_for_all(&state->picker.wish);
            search(state);
        }
        return;
    }
    bool wide = column->rest.w >= canvas_units(ui_canvas(column->ui), COLUMN);
    int clicked = picker_build_cards(column, &state->picker, wide ? CARD_LEAST : CARD_NARROW, seen,
                                     look, state);
    if (clicked < 0)
        return;
    state->chosen = clicked;
    state->picked = true;
    want(state, NULL);
    if (state->cup) {
        state->cup_draws[place_in_series(state, clicked) - 1]++;
        drop_hidden_from_series(state);
    } else if (state->series)
        take_or_drop(state, clicked);
}

/* --- the lines above and below --------------------------------------------------------------- */

static void set_series(struct setup_state *state, bool series, bool cup)
{
    if (state->cup && !cup)
        state->series_count = 0; /* nobody has chosen these */
    state->series = series;
    state->cup = cup;
    if (series && state->series_count == 0 && setup_course(state).body)
        state->series_tracks[state->series_count++] = state->chosen;
    list_found(state);
    drop_hidden_from_series(state);
}

static void write_words(const struct setup_state *state, struct text *into)
{
    struct course course = setup_course(state);
    if (!state->series) {
        text_append(into, course.body ? course_note(course) : "");
        return;
    }
    if (state->cup) {
        text_append(into,
                    "Click a course to draw another one in its place. The rules beside it are "
                    "those of the game chosen above; other games have their usual ones. From the "
                    "second race on the last of the race before starts first.");
        return;
    }
    if (state->series_count == 0)
        text_append(into, "Choose the tracks in the order of the races.");
    for (int i = 0; i < state->series_count; i++) {
        const char *name = gallery_at(state->picker.gallery, state->series_tracks[i])->name;
        text_append_format(into, "%s%d %s", i > 0 ? ",  " : "", i + 1, name);
    }
}

const char *setup_par_condition(const struct setup_state *state)
{
    struct setup setup = state->setup;
    setup.course = setup_course(state);
    return setup.course.body && par_is_counted(&setup) ? par_condition(&setup) : "";
}

static void edit_new(struct app *app)
{
    course_tools_of(setup_shown()->game)->edit_new(app, 0, 0);
}

static void generate(struct app *app)
{
    course_tools_of(setup_shown()->game)->generate(app, setup_take_track);
}

static void show_all(struct app *app)
{
    app_go(app, &screen_tracks);
}

static const struct {
    const char *id, *label;
    void (*act)(struct app *app);
    bool makes; /* where the game has course tools */
} ways[] = {
    {"button new-track", "New track…", edit_new, true},
    {"button generate", "Generate…", generate, true},
    {"button all-tracks", "All tracks", show_all, false},
};
enum { WAY_COUNT = sizeof ways / sizeof ways[0] };

static void inspect(struct app *app, const struct setup_state *state)
{
    const struct gallery_entry *entry = gallery_at(state->picker.gallery, state->chosen);
    course_tools_agree(app, entry->course, entry->path);
}

struct tracks_ways {
    struct app *app;
    struct setup_state *state;
    const char *inspect; /* the words of the link, "" where it stands elsewhere */
    int width;           /* of the last line */
};

static void build_ways(struct layout *column, void *data)
{
    struct tracks_ways *told = data;
    struct flow flow = flow_begin(column, 14);
    const struct course_tools *tools = course_tools_of(setup_shown()->game);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if ((!ways[i].makes || (tools && (ways[i].act != generate || tools->generate))) &&
            flow_button(&flow, ways[i].id, ways[i].label, LOOK_LINK))
            ways[i].act(told->app);
    if (told->inspect[0] && flow_button(&flow, "button inspect", told->inspect, LOOK_LINK))
        inspect(told->app, told->state);
    told->width = flow.x - flow.gap - flow.area.x;
    flow_end(&flow, column);
}

static void build_search(struct ui *ui, struct setup_state *state, struct box box)
{
    box = box_centre(box, box.w, canvas_units(ui_canvas(ui), 34));
    if (picker_build_search(ui, &state->picker, SETUP_SEARCH, "Search", box))
        search(state);
    bool asked = ui_focus(ui) && strcmp(ui_focus(ui), SETUP_SEARCH) == 0;
    if (asked && state->picker.listed_count > 0)
        ui_default(ui, gallery_at(state->picker.gallery, state->picker.listed[0])->id);
}

/* The search with the ways to other tracks beside it, if that leaves enough to type in. */
static void build_tools(struct app *app, struct layout *column, struct setup_state *state,
                        const char *inspect_words)
{
    struct ui *ui = column->ui;
    struct tracks_ways told = {app, state, inspect_words, 0};
    bool searched = has_search(state);
    layout_measure(ui, LAYOUT_ENDLESS, build_ways, &told);
    if (searched) {
        struct layout row = layout_row(column, 40, 12);
        bool beside = row.rest.w - told.width >= canvas_units(ui_canvas(ui), 170);
        struct layout right = {ui, {0}, 0};
        if (beside)
            right.rest = layout_cut(&row, AT_RIGHT, told.width);
        build_search(ui, state, row.rest);
        layout_skip(&right, AT_TOP, 4);
        build_ways(beside ? &right : column, &told);
    } else {
        build_ways(column, &told);
    }
    if (searched && picker_build_marks(column, &state->picker, state->shown, state->shown_count))
        search(state);
}

/* Over which games the cup goes, and the draw. */
static void build_cup_tools(struct layout *column, struct setup_state *state)
{
    struct contest contest = contest_of(&state->setup);
    bool all = state->cup_all, drawn = false;
    struct flow flow = flow_begin(column, 8);
    if (flow_chip(&flow, "choice cup all", "All games", "a cup over all games", all).clicked)
        state->cup_all = true;
    if (flow_chip(&flow, "choice cup one", contest.title, "a cup in this game alone", !all).clicked)
        state->cup_all = false;
    if ((drawn = flow_button(&flow, "button draw-cup", "Draw others", LOOK_LINK)) != false)
        for (int i = 0; i < CUP_RACES; i++)
            state->cup_draws[i]++;
    flow_end(&flow, column);
    if (drawn || all != state->cup_all)
        drop_hidden_from_series(state);
}

void setup_tracks_head(struct app *app, struct layout *column, struct setup_state *state)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const char *title = state->cup ? "Races" : state->series ? "Tracks" : "Track";
    int wide = canvas_text_width(canvas, STYLE_HEADING, title) + canvas_units(canvas, 8);
    layout_skip(column, AT_TOP, 4);
    struct flow flow = flow_begin(column, 6);
    canvas_text(canvas, STYLE_HEADING, canvas_theme(canvas)->ink, title,
                flow_next(&flow, wide, canvas_units(canvas, 32)), ALIGN_LEFT);
    if (flow_chip(&flow, "button one-race", "One race", "a single race", !state->series).clicked)
        set_series(state, false, false);
    if (flow_chip(&flow, "button series", "A series", "several races, with points for the places",
                  state->series && !state->cup)
            .clicked)
        set_series(state, true, false);
    if (flow_chip(&flow, "button cup", "A cup",
                  "five races of an evening, with a garage between them", state->cup)
            .clicked)
        set_series(state, true, true);
    char words[60];
    course_tools_say_agreement(setup_course(state), words, sizeof words);
    bool fits = flow.x + canvas_text_width(canvas, STYLE_BODY, words) + canvas_units(canvas, 8) <=
                flow.area.x + flow.area.w;
    if (fits && words[0] && !state->cup && flow_button(&flow, "button inspect", words, LOOK_LINK))
        inspect(app, state);
    flow_end(&flow, column);
    layout_skip(column, AT_TOP, 4);
    if (state->cup)
        build_cup_tools(column, state);
    else
        build_tools(app, column, state, fits ? "" : words);
}

void setup_tracks_words(struct layout *column, void *data)
{
    const struct setup_state *state = data;
    struct text words = {0};
    write_words(state, &words);
    const char *condition = setup_par_condition(state);
    text_append_format(&words, "%s%s", words.length > 0 && condition[0] ? "\n" : "", condition);
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                     text_string(&words));
    text_free(&words);
}
