/* Newton's method on the logarithm of the likelihood, which has one maximum; the
 * uncertainty is what the information matrix says there. */
#include "commands/command.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "session/session.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double matrix[RATING_LIMIT][RATING_LIMIT];

static const double elo_per_unit = 400.0 / 2.302585092994046; /* the unit: odds of e to 1 */
static const double normal_95 = 1.959963984540054;
static const double longest_step = 1.0;
static const double shortest_step = 1e-10;
enum { STEPS_MOST = 1000 };

void games_add_race(struct games *tally, const int *places)
{
    for (int i = 0; i < tally->count; i++)
        for (int j = 0; j < tally->count; j++)
            if (i != j)
                tally->points[i][j] +=
                    places[i] < places[j] ? 1.0 : (places[i] == places[j] ? 0.5 : 0.0);
}

/* Has everybody taken something from everybody, perhaps by way of others? Only then the likelihood
 * has its maximum at finite figures. */
static bool is_settled(const struct games *tally)
{
    bool reaches[RATING_LIMIT][RATING_LIMIT];
    int count = tally->count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            reaches[i][j] = i == j || tally->points[i][j] > 0;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++)
                reaches[i][j] = reaches[i][j] || (reaches[i][k] && reaches[k][j]);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (!reaches[i][j])
                return false;
    return true;
}

/* The information of strengths about each other, and how the likelihood rises with each. */
static void look_round(const struct games *tally, const double *strengths, matrix information,
                       double *slope)
{
    memset(information, 0, sizeof(matrix));
    for (int i = 0; i < tally->count; i++) {
        slope[i] = 0;
        for (int j = 0; j < tally->count; j++) {
            if (i == j)
                continue;
            double played = tally->points[i][j] + tally->points[j][i];
            double share = 1.0 / (1.0 + exp(strengths[j] - strengths[i]));
            slope[i] += tally->points[i][j] - played * share;
            information[i][j] -= played * share * (1.0 - share);
            information[i][i] += played * share * (1.0 - share);
        }
    }
}

static void swap_rows(matrix a, int one, int other)
{
    double row[RATING_LIMIT];
    memcpy(row, a[one], sizeof row);
    memcpy(a[one], a[other], sizeof row);
    memcpy(a[other], row, sizeof row);
}

/* Strengths have no zero of their own: on average they are 0, which makes the matrix one that can
 * be inverted. */
static void find_covariance(matrix information, int count, matrix covariance)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            information[i][j] += 1.0 / count;
    /* Of a positive definite matrix, by Gauss and Jordan. */
    memset(covariance, 0, sizeof(matrix));
    for (int i = 0; i < count; i++)
        covariance[i][i] = 1;
    for (int column = 0; column < count; column++) {
        int pivot = column;
        for (int i = column + 1; i < count; i++)
            if (fabs(information[i][column]) > fabs(information[pivot][column]))
                pivot = i;
        swap_rows(information, column, pivot);
        swap_rows(covariance, column, pivot);
        double scale = 1.0 / information[column][column];
        for (int j = 0; j < count; j++) {
            information[column][j] *= scale;
            covariance[column][j] *= scale;
        }
        for (int i = 0; i < count; i++) {
            double times = information[i][column];
            for (int j = 0; j < count && i != column; j++) {
                information[i][j] -= times * information[column][j];
                covariance[i][j] -= times * covariance[column][j];
            }
        }
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            covariance[i][j] -= 1.0 / count;
}

/* One step uphill; returns how far it went. */
static double climb_step(const struct games *tally, double *strengths)
{
    double slope[RATING_LIMIT];
    double step[RATING_LIMIT] = {0};
    double longest = 0;
    matrix information, covariance;
    look_round(tally, strengths, information, slope);
    find_covariance(information, tally->count, covariance);
    for (int i = 0; i < tally->count; i++) {
        for (int j = 0; j < tally->count; j++)
            step[i] += covariance[i][j] * slope[j];
        longest = fmax(longest, fabs(step[i]));
    }
    double scale = longest > longest_step ? longest_step / longest : 1.0;
    for (int i = 0; i < tally->count; i++)
        strengths[i] += step[i] * scale;
    return longest;
}

bool rating_fit(const struct games *raced, struct rating *ratings)
{
    struct games played = *raced;
    double strengths[RATING_LIMIT] = {0};
    double slope[RATING_LIMIT];
    matrix information, covariance;
    bool settled = is_settled(&played);
    if (!settled) {
        for (int i = 0; i < played.count; i++)
            for (int j = 0; j < played.count; j++)
                if (i != j)
                    played.points[i][j] += 0.5;
    }
    for (int i = 0; i < STEPS_MOST && climb_step(&played, strengths) > shortest_step;)
        i++;
    look_round(&played, strengths, information, slope);
    find_covariance(information, played.count, covariance);
    double games_of_race = played.count / 2.0; /* pairs of a race for each independent one */
    for (int i = 0; i < played.count; i++)
        ratings[i] = (struct rating){.elo = RATING_AVERAGE + elo_per_unit * strengths[i],
                                     .error = normal_95 * elo_per_unit *
                                              sqrt(covariance[i][i] * games_of_race)};
    return !settled;
}

/* === races ==================================================================================== */

/* The races of a tournament: who sits where, one race from its begin to its end, and the threads
 * that take one race after the other. A signal that ends programs ends the races that are going on
 * instead, and with them the programs that drive in them; a second one ends all. */

/* --- one race -------------------------------------------------------------------------------- */

static const struct contested_track *tournament_track(const struct tournament *tournament, int race)
{
    return &tournament->tracks[race % tournament->track_count];
}

/* Round the table, seat by seat; when all have sat everywhere the table is turned over. */
int tournament_seat(const struct tournament *tournament, int race, int seat)
{
    int count = tournament->driver_count;
    int on_this_track = race / tournament->track_count;
    int shift = on_this_track % count;
    bool turned = on_this_track / count % 2 == 1;
    return turned ? (shift + count - seat) % count : (shift + seat) % count;
}

uint64_t tournament_seed(const struct tournament *tournament, int race)
{
    struct random random = random_seeded(tournament->setup.seed);
    random.state = random_next(&random) + (uint64_t)race;
    return random_next(&random);
}

/* The first fault of each program in the races of one thread. */
struct remarks {
    struct {
        int race;
        char text[REMARK_BYTES]; /* or "" */
    } of[PLAYER_LIMIT];
};

struct running_race {
    const struct tournament *tournament;
    int number;
    struct setup setup;
    struct race *race;
    struct drivers *drivers;
    const char *names[PLAYER_LIMIT]; /* by seat */
    const atomic_bool *interrupted;
    struct remarks *remarks; /* of the thread that it is raced by */
    bool tallies;            /* the game has columns with an average: all events are kept */
    struct event_list events;
    int *rounds; /* an event */
    int round_room;
};

static int driver_of_car(const struct running_race *running, int car)
{
    int player = running->setup.game->player_of(running->race, car);
    return tournament_seat(running->tournament, running->number, player - 1);
}

static void begin_race(struct running_race *running)
{
    const struct tournament *tournament = running->tournament;
    const struct contested_track *track = tournament_track(tournament, running->number);
    static const char *const names[PLAYER_LIMIT] = {"Driver 1", "Driver 2", "Driver 3", "Driver 4",
                                                    "Driver 5", "Driver 6", "Driver 7", "Driver 8"};
    const char *drivers[PLAYER_LIMIT];
    running->setup = tournament->setup;
    running->setup.course = track->course;
    running->setup.seed = tournament_seed(tournament, running->number);
    for (int seat = 0; seat < tournament->driver_count; seat++) {
        int driver = tournament_seat(tournament, running->number, seat);
        drivers[seat] = tournament->drivers[driver];
        running->names[seat] = names[driver];
    }
    running->race = running->setup.game->begin(&running->setup);
    const struct standing_column *columns = running->setup.game->columns;
    for (int i = 0; columns[i].id; i++)
        running->tallies |= columns[i].parts > 0;
    running->drivers =
        drivers_create(&running->setup, drivers,
                       (struct drivers_options){tournament->bot_milliseconds, running->interrupted,
                                                track->prepared});
}

/* Where several act at once, one action may bring many cars home. */
static void note_finishers(const struct running_race *running, int round,
                           struct outcome_of_driver *drivers)
{
    const struct game *game = running->setup.game;
    for (int car = 1; car <= game->car_count(running->race); car++) {
        struct standing standing;
        struct outcome_of_driver *driver = &drivers[driver_of_car(running, car)];
        game->standing(running->race, car, &standing);
        if (standing.finished && driver->rounds == 0)
            driver->rounds = round;
    }
}

/* Of the events that were added behind so many. */
static void note_events(struct running_race *running, int before, int round)
{
    if (!running->tallies) {
        event_list_clear(&running->events);
        return;
    }
    if (running->events.count > running->round_room) {
        running->round_room = 2 * running->events.count;
        running->rounds =
            memory_resize(running->rounds, (size_t)running->round_room, sizeof *running->rounds);
    }
    for (int i = before; i < running->events.count; i++)
        running->rounds[i] = round;
}

static void keep_remark(const struct running_race *running, int driver, const char *remark)
{
    struct remarks *kept = running->remarks;
    if (remark[0] == '\0' || (kept->of[driver].text[0] && kept->of[driver].race <= running->number))
        return;
    kept->of[driver].race = running->number;
    snprintf(kept->of[driver].text, REMARK_BYTES, "%s", remark);
}

/* False if it was interrupted. */
static bool act_for_next(struct running_race *running, struct outcome_of_driver *drivers)
{
    const struct game *game = running->setup.game;
    int car = race_next_car(running->race);
    int driver = driver_of_car(running, car);
    int round = game->round(running->race);
    struct text action = {0};
    struct text remark = {0};
    struct error error = {0};
    int told = running->events.count;
    bool chosen =
        !atomic_load(running->interrupted) &&
        drivers_choose(running->drivers, running->race, car, running->names, &action, &remark);
    bool done =
        chosen && game->apply(running->race, car, text_string(&action), &running->events, &error);
    assert(done || !chosen);
    note_events(running, told, round);
    if (game->round(running->race) != round || game->over(running->race))
        note_finishers(running, round, drivers);
    keep_remark(running, driver, text_string(&remark));
    text_free(&remark);
    text_free(&action);
    return done;
}

static void note_columns(const struct running_race *running, struct outcome_of_driver *drivers)
{
    const struct game *game = running->setup.game;
    const struct event_list *events = &running->events;
    struct standing standings[CAR_LIMIT] = {0};
    struct told_event *told = memory_allocate((size_t)events->count + 1, sizeof *told);
    for (int i = 0; i < events->count; i++)
        told[i] = (struct told_event){&events->items[i], running->rounds[i]};
    game->tally(running->race, told, events->count, standings);
    for (int car = 1; car <= game->car_count(running->race); car++)
        for (int i = 0; game->columns[i].id; i++)
            drivers[driver_of_car(running, car)].columns[i] += standings[car - 1].values[i].number;
    free(told);
}

static void note_result(const struct running_race *running, struct outcome_of_driver *drivers)
{
    const struct game *game = running->setup.game;
    for (int car = 1; car <= game->car_count(running->race); car++) {
        bool taken_over;
        struct standing standing;
        struct outcome_of_driver *driver = &drivers[driver_of_car(running, car)];
        game->standing(running->race, car, &standing);
        driver->place = standing.place;
        driver->faults += drivers_faults(running->drivers, car, &taken_over);
        if (standing.by_points)
            driver->score = standing.points;
    }
}

static struct race_result drive_race(struct running_race *running)
{
    struct race_result result = {0};
    begin_race(running);
    bool goes_on = true;
    while (goes_on && !running->setup.game->over(running->race))
        goes_on = act_for_next(running, result.drivers);
    if (goes_on)
        note_result(running, result.drivers);
    if (goes_on && running->tallies)
        note_columns(running, result.drivers);
    result.raced = goes_on;
    drivers_free(running->drivers, running->race);
    running->setup.game->free(running->race);
    event_list_free(&running->events);
    free(running->rounds);
    return result;
}

/* --- many races ------------------------------------------------------------------------------ */

struct tournament_field {
    struct tournament *tournament;
    int from;
    const atomic_bool *interrupted;
    struct remarks *remarks; /* a thread */
    atomic_int done;
};

static void race_one(void *data, int item, int worker)
{
    struct tournament_field *field = data;
    int number = field->from + item;
    struct tournament *tournament = field->tournament;
    if (atomic_load(field->interrupted))
        return;
    struct running_race running = {.tournament = tournament,
                                   .number = number,
                                   .interrupted = field->interrupted,
                                   .remarks = &field->remarks[worker]};
    tournament->results[number] = drive_race(&running);
    terminal_tell("%d of %d races", atomic_fetch_add(&field->done, 1) + 1, tournament->races);
}

/* The earliest race's remark counts, whichever thread came first. */
static void take_remarks(struct tournament *tournament, const struct remarks *remarks, int threads)
{
    for (int driver = 0; driver < tournament->driver_count; driver++) {
        if (tournament->remarks[driver][0])
            continue; /* of a race before these */
        const struct remarks *first = &remarks[0];
        for (int i = 1; i < threads; i++)
            if (remarks[i].of[driver].text[0] &&
                (!first->of[driver].text[0] || remarks[i].of[driver].race < first->of[driver].race))
                first = &remarks[i];
        memcpy(tournament->remarks[driver], first->of[driver].text, REMARK_BYTES);
    }
}

/* Drivers may know the end of a race with others alone: then it is counted for itself. */
static void find_best(const struct setup *setup, const atomic_bool *interrupted,
                      struct contested_track *track)
{
    const struct driving *driving = driving_of(setup->game);
    struct setup alone = *setup;
    struct budget budget = {.cancelled = interrupted};
    alone.players = 1;
    track->best = prepared_rounds(track->prepared);
    track->best_of = driving->par_of ? driving->par_of(&alone)
                                     : "a car that nobody meets, with all extras, on the track";
    if (track->best == 0 && driving->par_of)
        track->best = driving->find_par(&alone, false, &budget, NULL, &(struct error){0});
    track->best = track->best > 0 ? track->best : 0;
}

bool tournament_prepare(struct tournament *tournament, const atomic_bool *interrupted)
{
    for (int i = 0; i < tournament->track_count; i++) {
        struct contested_track *track = &tournament->tracks[i];
        struct setup setup = tournament->setup;
        struct budget budget = {.cancelled = interrupted};
        setup.course = track->course;
        struct standing standing;
        struct race *begun = setup.game->begin(&setup);
        setup.game->standing(begun, 1, &standing);
        setup.game->free(begun);
        tournament->by_points = standing.by_points;
        track->prepared = prepared_make(&setup, &budget);
        if (!track->prepared)
            return false;
        find_best(&setup, interrupted, track);
    }
    return true;
}

void tournament_race_some(struct tournament *tournament, int from, int count,
                          const atomic_bool *interrupted)
{
    struct team *team = team_create(tournament->jobs < count ? tournament->jobs : count);
    int threads = team_size(team);
    struct tournament_field field = {
        .tournament = tournament, .from = from, .interrupted = interrupted};
    field.remarks = memory_allocate((size_t)threads, sizeof *field.remarks);
    team_run(team, race_one, &field, count);
    take_remarks(tournament, field.remarks, threads);
    free(field.remarks);
    team_free(team);
}

void tournament_release(struct tournament *tournament)
{
    for (int i = 0; i < tournament->track_count; i++) {
        prepared_release(tournament->tracks[i].prepared);
        course_release(tournament->tracks[i].course);
    }
    free(tournament->results);
    free(tournament);
}

bool tournament_race(struct tournament *tournament)
{
    struct error error = {0};
    bool raced = true;
    tournament->results = memory_allocate((size_t)tournament->races, sizeof *tournament->results);
    const atomic_bool *interrupted = terminal_catch_interrupts();
    if (!tournament_prepare(tournament, interrupted))
        raced = false;
    else if (tournament->broker)
        raced = tournament_spread(tournament, interrupted, &error);
    else
        tournament_race_some(tournament, 0, tournament->races, interrupted);
    terminal_clear();
    terminal_leave_interrupts();
    if (error.text[0])
        command_fail(STATUS_FAILED, "%s", error.text);
    return raced && !atomic_load(interrupted);
}

/* === report =================================================================================== */

/* What a tournament has come to: the results added up in the order of the races, as a table for
 * people and as an object for programs. */

/* Of one driver. */
struct driver_sums {
    int driver;
    int places, finished, scores, faults; /* added up */
    double wins;                          /* a shared one in equal parts */
    int rounds;                           /* of the races that it finished */
    int compared;                         /* of these, those whose best is known */
    int above;                            /* rounds above the best in those, added up */
    double percent_above;
    long columns[STANDING_COLUMNS]; /* of the game's own, added up */
    struct rating rating;
};

struct report {
    const struct tournament *tournament;
    int raced;
    bool drawn; /* games were added for the ratings */
    struct driver_sums sums[PLAYER_LIMIT];
};

static void add_outcome(struct driver_sums *sum, const struct outcome_of_driver *outcome, int best)
{
    sum->places += outcome->place;
    sum->scores += outcome->score;
    sum->faults += outcome->faults;
    sum->finished += outcome->rounds > 0;
    sum->rounds += outcome->rounds;
    for (int i = 0; i < STANDING_COLUMNS; i++)
        sum->columns[i] += outcome->columns[i];
    if (outcome->rounds == 0 || best == 0)
        return;
    sum->compared++;
    sum->above += outcome->rounds - best;
    sum->percent_above += 100.0 * (outcome->rounds - best) / best;
}

static void add_race(struct report *report, int race, struct games *raced)
{
    const struct race_result *result = &report->tournament->results[race];
    int best = tournament_track(report->tournament, race)->best;
    int places[PLAYER_LIMIT];
    int winners = 0;
    for (int i = 0; i < raced->count; i++) {
        places[i] = result->drivers[i].place;
        winners += places[i] == 1;
        add_outcome(&report->sums[i], &result->drivers[i], best);
    }
    for (int i = 0; i < raced->count; i++)
        if (places[i] == 1)
            report->sums[i].wins += 1.0 / winners;
    games_add_race(raced, places);
    report->raced++;
}

static struct report report_make(const struct tournament *tournament)
{
    struct report report = {.tournament = tournament};
    struct games raced = {.count = tournament->driver_count};
    struct rating ratings[RATING_LIMIT];
    for (int race = 0; race < tournament->races; race++)
        if (tournament->results[race].raced)
            add_race(&report, race, &raced);
    report.drawn = rating_fit(&raced, ratings);
    for (int i = 0; i < raced.count; i++) {
        report.sums[i].driver = i;
        report.sums[i].rating = ratings[i];
    }
    return report;
}

static double share_of(double sum, int count)
{
    return count > 0 ? sum / count : 0;
}

/* Of a column of the game's own, a race. */
static double column_average(const struct report *report, const struct driver_sums *sum, int column)
{
    int parts = report->tournament->setup.game->columns[column].parts;
    return share_of((double)sum->columns[column] / parts, report->raced);
}

/* --- for programs ---------------------------------------------------------------------------- */

static json_t *figure_or_null(bool known, double value)
{
    /* Four digits behind the point are more than any of these figures is worth. */
    return known ? json_real(round(value * 1e4) / 1e4) : json_null();
}

static json_t *sums_to_json(const struct report *report, const struct driver_sums *sum)
{
    const struct tournament *tournament = report->tournament;
    const struct rating *rating = &sum->rating;
    const char *remark = tournament->remarks[sum->driver];
    int raced = report->raced;
    bool derby = tournament->by_points;
    json_t *told = json_pack(
        "{s:o, s:i, s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:o}", "driver",
        command_text_to_json(tournament->drivers[sum->driver]), "races", raced, "place",
        figure_or_null(raced > 0, share_of(sum->places, raced)), "wins",
        round(sum->wins * 1e4) / 1e4, "finished", derby ? json_null() : json_integer(sum->finished),
        "finishing_share", figure_or_null(raced > 0 && !derby, share_of(sum->finished, raced)),
        "rounds", figure_or_null(sum->finished > 0, share_of(sum->rounds, sum->finished)),
        "rounds_above", figure_or_null(sum->compared > 0, share_of(sum->above, sum->compared)),
        "percent_above",
        figure_or_null(sum->compared > 0, share_of(sum->percent_above, sum->compared)), "score",
        figure_or_null(raced > 0 && derby, share_of(sum->scores, raced)), "faults", sum->faults,
        "first_fault", remark[0] ? command_text_to_json(remark) : json_null(), "elo",
        figure_or_null(raced > 0, rating->elo), "elo_low",
        figure_or_null(raced > 0, rating->elo - rating->error), "elo_high",
        figure_or_null(raced > 0, rating->elo + rating->error));
    const struct standing_column *columns = tournament->setup.game->columns;
    for (int i = 0; columns[i].id; i++)
        if (columns[i].parts > 0)
            json_object_set_new(told, columns[i].id,
                                figure_or_null(raced > 0, column_average(report, sum, i)));
    return told;
}

static json_t *tracks_to_json(const struct tournament *tournament)
{
    json_t *tracks = json_array();
    for (int i = 0; i < tournament->track_count; i++) {
        const struct contested_track *track = &tournament->tracks[i];
        bool known = track->best > 0;
        json_array_append_new(
            tracks, json_pack("{s:o, s:s, s:o, s:o}", "track", command_text_to_json(track->given),
                              "name", course_name(track->course), "best",
                              known ? json_integer(track->best) : json_null(), "of",
                              known ? json_string(track->best_of) : json_null()));
    }
    return tracks;
}

json_t *tournament_to_json(const struct tournament *tournament)
{
    const struct setup *setup = &tournament->setup;
    struct report report = report_make(tournament);
    json_t *drivers = json_array();
    for (int i = 0; i < tournament->driver_count; i++)
        json_array_append_new(drivers, sums_to_json(&report, &report.sums[i]));
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:i, s:i, s:b, s:o}", "game", setup->game->name,
                     "preset", setup->game->table->presets[setup->preset].name, "rules",
                     session_rules_to_json(setup, false), "seed",
                     json_sprintf("%" PRIu64, setup->seed), "tracks", tracks_to_json(tournament),
                     "races", report.raced, "races_wanted", tournament->races, "draws_added",
                     report.drawn, "drivers", drivers);
}

/* --- for people ------------------------------------------------------------------------------ */

enum { NAME_LETTERS = 30 };

/* What a driver is called in the table: long commands are cut, namesakes get a number. */
static void append_name(const struct tournament *tournament, int driver, struct text *into)
{
    struct text shown = {0};
    int letters = 0;
    int namesakes = 0;
    size_t length = 0;
    text_append_visible(&shown, tournament->drivers[driver]);
    for (; shown.data[length]; length++) {
        letters += ((unsigned char)shown.data[length] & 0xC0) != 0x80;
        if (letters > NAME_LETTERS)
            break;
    }
    for (int i = 0; i < driver; i++)
        namesakes += strcmp(tournament->drivers[i], tournament->drivers[driver]) == 0;
    text_append_bytes(into, shown.data, length);
    if (shown.data[length])
        text_append(into, "...");
    text_free(&shown);
    if (namesakes > 0)
        text_append_format(into, " (%d)", namesakes + 1);
}

static bool has_programs(const struct tournament *tournament)
{
    for (int i = 0; i < tournament->driver_count; i++)
        if (driver_command(tournament->drivers[i]))
            return true;
    return false;
}

static void append_track(const struct contested_track *track, struct text *into)
{
    const char *name = course_name(track->course);
    text_append_visible(into, name[0] ? name : track->given);
}

/* For which car the best is counted: in a line for all tracks, if it is the same on all. */
static void append_best_of(const struct tournament *tournament, struct text *into)
{
    const char *first = NULL;
    bool same = true;
    for (int i = 0; i < tournament->track_count; i++) {
        const struct contested_track *track = &tournament->tracks[i];
        first = first || track->best == 0 ? first : track->best_of;
        same &= track->best == 0 || strcmp(first, track->best_of) == 0;
    }
    if (first && same)
        text_append_format(into, "The best is for %s.\n", first);
    for (int i = 0; i < tournament->track_count && !same; i++) {
        const struct contested_track *track = &tournament->tracks[i];
        if (track->best == 0)
            continue;
        text_append(into, "The best on ");
        append_track(track, into);
        text_append_format(into, " is for %s.\n", track->best_of);
    }
    text_append(into, "\n");
}

static void append_title(const struct report *report, struct text *into)
{
    const struct tournament *tournament = report->tournament;
    const struct setup *setup = &tournament->setup;
    text_append_format(into, "%d race%s, %s, seed %" PRIu64 ", on ", report->raced,
                       report->raced == 1 ? "" : "s",
                       setup->game->table->presets[setup->preset].name, setup->seed);
    for (int i = 0; i < tournament->track_count; i++) {
        const struct contested_track *track = &tournament->tracks[i];
        text_append(into, i == 0 ? "" : ", ");
        append_track(track, into);
        if (track->best > 0)
            text_append_format(into, " (best: %d %ss)", track->best, setup->game->round_noun);
    }
    text_append(into, "\n");
    append_best_of(tournament, into);
}

/* The game's own, from left to right. */
static int list_columns(const struct report *report, int listed[STANDING_COLUMNS])
{
    const struct standing_column *columns = report->tournament->setup.game->columns;
    int count = 0;
    for (int i = 0; columns[i].id; i++) {
        int place = count;
        if (columns[i].parts == 0)
            continue;
        for (; place > 0 && columns[listed[place - 1]].rank > columns[i].rank; place--)
            listed[place] = listed[place - 1];
        listed[place] = i;
        count++;
    }
    return count;
}

static void append_heads(const struct report *report, int width, struct text *into)
{
    text_append_format(into, "%-*s   place    wins", width, "driver");
    text_append(into, report->tournament->by_points ? "   score" : "  finished  above the best");
    int listed[STANDING_COLUMNS], count = list_columns(report, listed);
    for (int i = 0; i < count; i++)
        text_append_format(into, "  %s", report->tournament->setup.game->columns[listed[i]].title);
    text_append(into, has_programs(report->tournament) ? "  faults" : "");
    text_append(into, "    Elo\n");
}

static void append_row(const struct report *report, const struct driver_sums *sum, int width,
                       struct text *into)
{
    const struct tournament *tournament = report->tournament;
    struct text name = {0};
    append_name(tournament, sum->driver, &name);
    text_append_format(into, "%s%*s  %6.2f  %6.1f", name.data, width - text_letters(name.data), "",
                       share_of(sum->places, report->raced), sum->wins);
    text_free(&name);
    if (tournament->by_points) {
        text_append_format(into, "  %6.2f", share_of(sum->scores, report->raced));
    } else {
        text_append_format(into, "  %6.1f %%", 100 * share_of(sum->finished, report->raced));
        if (sum->compared == 0)
            text_append_format(into, "%16s", "-");
        else
            text_append_format(into, "%7.1f %6.1f %%", share_of(sum->above, sum->compared),
                               share_of(sum->percent_above, sum->compared));
    }
    int listed[STANDING_COLUMNS], count = list_columns(report, listed);
    for (int i = 0; i < count; i++)
        text_append_format(into, "  %*.2f",
                           text_letters(tournament->setup.game->columns[listed[i]].title),
                           column_average(report, sum, listed[i]));
    if (has_programs(tournament))
        text_append_format(into, "  %6d", sum->faults);
    text_append_format(into, "   %4.0f ± %.0f\n", sum->rating.elo, sum->rating.error);
}

/* The strongest first; equals as they were named. */
static int compare_standings(const void *a, const void *b)
{
    const struct driver_sums *one = a;
    const struct driver_sums *other = b;
    if (one->rating.elo != other->rating.elo)
        return one->rating.elo > other->rating.elo ? -1 : 1;
    return one->driver - other->driver;
}

void tournament_append_table(const struct tournament *tournament, struct text *into)
{
    struct report report = report_make(tournament);
    int count = tournament->driver_count;
    int width = text_letters("driver");
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        append_name(tournament, i, &name);
        int letters = text_letters(name.data);
        width = letters > width ? letters : width;
        text_free(&name);
    }
    qsort(report.sums, (size_t)count, sizeof *report.sums, compare_standings);
    append_title(&report, into);
    append_heads(&report, width, into);
    for (int i = 0; i < count; i++)
        append_row(&report, &report.sums[i], width, into);
    if (report.drawn)
        text_append(into, "\nFor the Elo figures a draw between each two was added: somebody was "
                          "always ahead, or behind.\n");
    for (int i = 0; i < tournament->driver_count; i++) {
        if (!tournament->remarks[i][0])
            continue;
        text_append(into, "\nThe first fault of ");
        append_name(tournament, i, into);
        text_append(into, ": ");
        text_append_visible(into, tournament->remarks[i]);
        text_append(into, "\n");
    }
}

/* === tournament =============================================================================== */

/* The arguments, and what is printed. */

const char tournament_help[] =
    "  --track FILE      a track, or the name of a shipped one; of several, races take turns\n"
    "  --driver NAME     rookie, club, pro, ace, or bot:COMMAND, a program; 2 to 8 of them, also\n"
    "                    the same one again\n"
    "  --races N         100 if not given\n"
    "  --rules PRESET, --set field=value, --game NAME   see \"graphprix help referee\"\n"
    "  --seed N          for everything random; 1 if not given\n"
    "  --broker URL          by NATS JetStream: whoever runs `graphprix worker` there races them\n"
    "  --jobs N          how many races go on at once; as many as there are processors\n"
    "  --bot-ms N        how many milliseconds a program has for an answer; 1000\n"
    "  --json            one JSON object instead of the table\n"
    "\n"
    "Every driver is in every race, at each seat as often as the others. Each race has a seed\n"
    "of its own, so the same arguments give the same table, whatever --jobs says; programs may\n"
    "answer differently. Ctrl+C ends the races and tells what has been raced; the status is 1.\n"
    "\n"
    "The table, and in brackets the members of the objects in \"drivers\", in the order given:\n"
    "  driver            as it was given (driver), and the races driven to their end (races)\n"
    "  place             on average (place)\n"
    "  wins              first places; a shared one counts in equal parts (wins)\n"
    "  finished          of the races (finished; finishing_share: 0 to 1), and rounds until then\n"
    "                    on average (rounds)\n"
    "  above the best    rounds more than the fewest in which a car that nobody meets can do it\n"
    "                    under these rules; above the table stands for which car they are\n"
    "                    counted; also in percent: on average, of the races that it finished\n"
    "                    (rounds_above, percent_above)\n"
    "  passes forced, passes tried, spins, wear left\n"
    "                    on a circuit: of a race on average, the wear in points (passes,\n"
    "                    passes_tried, spins, wear_left)\n"
    "  score             in a derby: points on average (score)\n"
    "  faults            of a program: late, wrong or missing answers (faults, first_fault)\n"
    "  Elo               strength, 1500 on average: 191 more mean being ahead three times as\n"
    "                    often as behind, 400 ten times. It is the likeliest strength by who was\n"
    "                    placed before whom, a shared place counting as half. With 95 % of\n"
    "                    certainty it lies within the limits that are told with it (elo,\n"
    "                    elo_low, elo_high)\n"
    "What does not apply is null. Beside \"drivers\" the object has game, preset, rules, seed,\n"
    "tracks (track, name, best, of: for which car), races, races_wanted, and draws_added: true\n"
    "if somebody was always ahead, or behind. No finite strength would do then, so a draw\n"
    "between each two was added.\n";

/* --- arguments ------------------------------------------------------------------------------- */

static bool add_track(void *into, const char *value, struct error *error)
{
    struct tournament *tournament = into;
    if (tournament->track_count == TRACKS_MOST)
        return error_set(error, "a tournament has at most %d tracks", TRACKS_MOST);
    if (tournament->track_count == 0)
        command_begin_setup(&tournament->setup, value);
    return option_read_track(&tournament->tracks[tournament->track_count++].given, value, error);
}

static bool add_driver(void *into, const char *value, struct error *error)
{
    struct tournament *tournament = into;
    if (tournament->driver_count == PLAYER_LIMIT)
        return error_set(error, "a tournament has at most %d drivers", PLAYER_LIMIT);
    if (driver_is_human(value))
        return error_set(error, "--driver human: persons have no place in a tournament");
    if (strlen(value) >= PLAYER_DRIVER_BYTES || !text_is_one_line(value))
        return error_set(error, "--driver must be one line of at most %d bytes",
                         PLAYER_DRIVER_BYTES - 1);
    tournament->drivers[tournament->driver_count++] = value;
    return true;
}

bool tournament_read(struct tournament *tournament, int argument_count, char **arguments,
                     struct error *error)
{
    enum {
        SETUP = offsetof(struct tournament, setup),
        SEED = offsetof(struct tournament, setup.seed),
        RACES = offsetof(struct tournament, races),
        JOBS = offsetof(struct tournament, jobs),
        LIMIT = offsetof(struct tournament, bot_milliseconds),
        BROKER = offsetof(struct tournament, broker),
        AS_JSON = offsetof(struct tournament, as_json),
    };
    static const struct option table[] = {
        {"--track", OPTION_MANY, 0, add_track, 0, 0},
        {"--game", OPTION_ONCE, SETUP, option_read_game, 0, 0},
        {"--rules", OPTION_ONCE, SETUP, option_read_preset, 0, 0},
        {"--seed", OPTION_ONCE, SEED, option_read_seed, 0, 0},
        {"--set", OPTION_MANY, SETUP, option_read_field, 0, 0},
        {"--driver", OPTION_MANY, 0, add_driver, 0, 0},
        {"--races", OPTION_ONCE, RACES, NULL, 1, RACES_MOST},
        {"--jobs", OPTION_ONCE, JOBS, NULL, 1, JOBS_MOST},
        {"--bot-ms", OPTION_ONCE, LIMIT, NULL, 1, BOT_MILLISECONDS_MOST},
        {"--broker", OPTION_ONCE, BROKER, option_read_input, 0, 0},
        {"--json", OPTION_SWITCH, AS_JSON, option_read_true, 0, 0},
        {0},
    };
    *tournament =
        (struct tournament){.setup = setup_from_preset(game_usual, 0), .races = RACES_USUAL};
    if (!options_read("tournament", table, tournament, argument_count, arguments, error))
        return false;
    if (tournament->track_count == 0)
        return error_set(error, "tournament needs --track; try \"graphprix help tournament\"");
    tournament->setup.players = tournament->driver_count;
    if (tournament->driver_count < DRIVERS_LEAST)
        return error_set(error, "tournament needs --driver for %d to %d drivers, not %d",
                         DRIVERS_LEAST, PLAYER_LIMIT, tournament->driver_count);
    /* When it is known which game it is. */
    for (int i = 0; i < tournament->driver_count; i++)
        if (!driver_check_computer(tournament->setup.game, tournament->drivers[i], error))
            return false;
    return true;
}

/* --- tracks and results ---------------------------------------------------------------------- */

static int load_tracks(struct tournament *tournament)
{
    for (int i = 0; i < tournament->track_count; i++) {
        struct contested_track *track = &tournament->tracks[i];
        struct setup setup = tournament->setup;
        struct error error = {0};
        setup.course = track->course = command_load_course(setup.game, track->given);
        if (!track->course.body)
            return STATUS_FAILED;
        if (!setup_check(&setup, &error))
            return command_fail(STATUS_USAGE, "%s: %s", track->given, error.text);
    }
    return STATUS_DONE;
}

static void print_results(const struct tournament *tournament)
{
    if (tournament->as_json) {
        command_print_json(tournament_to_json(tournament), 12);
        return;
    }
    struct text table = {0};
    tournament_append_table(tournament, &table);
    fputs(table.data, stdout);
    text_free(&table);
}

static int hold_tournament(struct tournament *tournament)
{
    bool whole = tournament_race(tournament);
    int raced = 0;
    for (int i = 0; i < tournament->races; i++)
        raced += tournament->results[i].raced;
    if (raced > 0)
        print_results(tournament);
    if (whole)
        return STATUS_DONE;
    return command_fail(STATUS_FAILED, "interrupted after %d of %d races", raced,
                        tournament->races);
}

int tournament_run(int argument_count, char **arguments)
{
    struct tournament *tournament = memory_allocate(1, sizeof *tournament);
    struct error error = {0};
    int status = STATUS_DONE;
    if (tournament_read(tournament, argument_count, arguments, &error)) {
        tournament->argument_count = argument_count;
        tournament->arguments = arguments;
        status = load_tracks(tournament);
    } else
        status = command_fail(STATUS_USAGE, "%s", error.text);
    if (status == STATUS_DONE)
        status = hold_tournament(tournament);
    tournament_release(tournament);
    return status;
}
