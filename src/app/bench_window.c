/* Measures frames of the window in a large race: eight cars on the long road, sixty rounds.
 *
 * The race is driven here by a simple driver that looks a few turns ahead, so that the sheet holds
 * as much ink as people would leave. Then events are handed to the window as if they came from the
 * pointer, and each is timed from the event to the presented picture. On a busy machine the
 * processor time is the figure to look at.
 */
#include "app/bench_window.h"

#include "base/clock.h"
#include "base/random.h"
#include "commands/command.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 8, ROUNDS = 60, WIDTH = 1920, HEIGHT = 1080, SAMPLES = 60, LOOK_AHEAD = 4 };

/* For how many turns, at most `turns`, can a car go on from here without a crash? */
static int turns_ahead(const struct race *race, int car, struct point at, struct point velocity,
                       int turns)
{
    struct move_list moves = {0};
    int best = 0;
    graph_paper_preview(race, car, at, velocity, &moves);
    for (int i = 0; i < moves.count && best < turns; i++) {
        const struct move *move = &moves.items[i];
        if (move->outcome != OUTCOME_CLEAR)
            continue;
        int far = turns > 1
                      ? turns_ahead(race, car, move->to, point_subtract(move->to, at), turns - 1)
                      : 0;
        best = far + 1 > best ? far + 1 : best;
    }
    graph_paper_free_moves(&moves);
    return best;
}

static int64_t dot(struct point a, struct point b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* Safe first, then fast, then straight on. */
static int64_t rate_move(const struct race *race, int car, const struct move *move,
                         struct point heading, struct random *random)
{
    struct point velocity = point_subtract(move->to, move->from);
    int64_t speed = dot(velocity, velocity);
    int64_t rating = random_below(random, 12);
    if (move->outcome != OUTCOME_CLEAR)
        rating -= 1000;
    rating += 100 * turns_ahead(race, car, move->to, velocity, LOOK_AHEAD);
    rating += speed < 25 ? speed : 25 - speed;
    return rating + dot(velocity, heading) - 20 * move->nitros;
}

static struct point across(const struct track_line *line)
{
    struct point along = point_subtract(line->to, line->from);
    return (struct point){along.y > 0 ? -1 : along.y<0, along.x> 0 ? 1 : -(along.x < 0)};
}

static bool drive(struct session *session, struct random *random, struct error *error)
{
    const struct race *race = session_race(session);
    int number = graph_paper_rules.to_move(race);
    const struct car *car = graph_paper_car(race, number);
    struct graph_paper_action action = {.has_start = car->status == CAR_WAITING};
    struct point heading = car->velocity;
    struct point_list starts = {0};
    struct move_list moves = {0};
    if (action.has_start) {
        graph_paper_starts(race, &starts);
        action.start = starts.items[random_below(random, (uint32_t)starts.count)];
        heading = across(&session_setup(session)->track->start);
    }
    graph_paper_moves(race, action.has_start ? &action.start : NULL, &moves);
    int64_t best = INT64_MIN;
    for (int i = 0; i < moves.count; i++) {
        int64_t rating = rate_move(race, number, &moves.items[i], heading, random);
        if (rating > best) {
            best = rating;
            action.to = moves.items[i].to;
        }
    }
    struct text line = {0};
    graph_paper_print_action(&action, &line);
    bool done = session_do(session, line.data, error);
    text_free(&line);
    free(starts.items);
    graph_paper_free_moves(&moves);
    return done;
}

static struct session *make_race(struct error *error)
{
    const char *folder = command_asset_folder("tracks");
    if (!folder) {
        error_set(error, "the shipped tracks are not there");
        return NULL;
    }
    char path[1024];
    snprintf(path, sizeof path, "%s/long-road.svg", folder);
    struct track *track = svg_load_track(path, error);
    if (!track)
        return NULL;
    struct setup setup = setup_from_preset(&graph_paper_rules, PRESET_RACING_CAR);
    struct player players[CARS];
    memset(players, 0, sizeof players);
    for (int i = 0; i < CARS; i++) {
        snprintf(players[i].name, sizeof players[i].name, "Driver %d", i + 1);
        snprintf(players[i].driver, sizeof players[i].driver, "human");
        players[i].pen = i + 1;
    }
    setup.track = track;
    setup.players = CARS;
    setup.values[FIELD_LAPS] = 9;
    struct session *session = session_begin(&setup, players, (struct allow){true, true}, error);
    struct random random = random_seeded(1);
    while (session && graph_paper_rules.round(session_race(session)) <= ROUNDS)
        if (!drive(session, &random, error)) {
            session_free(session);
            session = NULL;
        }
    track_release(track);
    return session;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef SDL_Event sample_event(struct window *window, int index);

static SDL_Event motion_to(int x, int y)
{
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION, .x = x, .y = y}};
    return event;
}

/* From point to point of the move: each shows another preview. */
static SDL_Event hover_event(struct window *window, int index)
{
    struct ui_target target = {0};
    for (int i = 0, seen = 0; i < ui_target_count(window->ui); i++) {
        const struct ui_target *at = ui_target_at(window->ui, i);
        if (strncmp(at->id, "move ", 5) != 0 || at->box.w == 0)
            continue;
        if (seen++ <= index % 9)
            target = *at;
    }
    return motion_to(target.box.x + target.box.w / 2, target.box.y + target.box.h / 2);
}

static SDL_Event pan_event(struct window *window, int index)
{
    (void)window;
    return motion_to(700 + index % 30 * 9, 500 + index % 30 * 6);
}

static SDL_Event zoom_event(struct window *window, int index)
{
    (void)window;
    SDL_Event event = {.wheel = {.type = SDL_MOUSEWHEEL, .mouseX = 800, .mouseY = 500}};
    event.wheel.y = index % 12 < 6 ? -1 : 1;
    event.wheel.preciseY = (float)event.wheel.y;
    return event;
}

static void button(struct window *window, Uint32 type)
{
    SDL_Event event = {.button = {.type = type, .button = SDL_BUTTON_RIGHT, .x = 700, .y = 500}};
    window_handle_event(window, &event);
}

static void measure(struct window *window, const char *what, sample_event *next)
{
    double times[SAMPLES], processor[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        SDL_Event event = next(window, i);
        int64_t begun = clock_nanoseconds(), worked = clock_processor_nanoseconds();
        window_handle_event(window, &event);
        window_present(window);
        processor[i] = (double)(clock_processor_nanoseconds() - worked) / 1e6;
        times[i] = (double)(clock_nanoseconds() - begun) / 1e6;
    }
    qsort(times, SAMPLES, sizeof times[0], compare);
    qsort(processor, SAMPLES, sizeof processor[0], compare);
    printf("{\"bench\":\"%s\",\"track\":\"Long road\",\"cars\":%d,\"rounds\":%d,\"window\":[%d,%d],"
           "\"median_ms\":%.2f,\"worst_ms\":%.2f,\"processor_ms\":%.2f}\n",
           what, CARS, ROUNDS, WIDTH, HEIGHT, times[SAMPLES / 2], times[SAMPLES - 1],
           processor[SAMPLES / 2]);
}

/* The resize comes back as events of their own. */
static void settle(struct window *window)
{
    SDL_Event event;
    for (int i = 0; i < 40; i++) {
        while (SDL_PollEvent(&event))
            window_handle_event(window, &event);
        window_present(window);
        SDL_Delay(10);
    }
}

int bench_window_run(struct window *window)
{
    struct error error;
    struct session *session = make_race(&error);
    if (!session)
        return command_fail(STATUS_FAILED, "%s", error.text);
    session_free(window->app.session);
    window->app.session = session;
    SDL_SetWindowSize(window->window, WIDTH, HEIGHT);
    app_go(&window->app, &screen_race);
    passes_answer(window);
    settle(window);
    measure(window, "hover frame", hover_event);
    SDL_Event fit = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_f}}};
    button(window, SDL_MOUSEBUTTONDOWN);
    measure(window, "pan frame", pan_event);
    button(window, SDL_MOUSEBUTTONUP);
    measure(window, "zoom frame", zoom_event);
    window_handle_event(window, &fit);
    settle(window);
    measure(window, "zoom frame, whole sheet", zoom_event);
    return STATUS_DONE;
}
