/* The series, its table and its file: the keys of a saved race's first line for
 * what all races share, and an array of races, each with its track and, as far
 * as it has come, its file and its places. A race is over when it has places.
 * In a cup, whose races may be of several games, each race has those keys again.
 * The bytes read may be anything; what does not hang together is refused with
 * the number of the race.
 */
#include "session/records.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/text.h"
#include "drivers/driving.h"
#include "rules/game.h"
#include "rules/last.h"
#include "session/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_FORMAT = 1, CUP_FORMAT = 2, SERIES_FILE_LIMIT = 64 * 1024 * 1024 };

struct series_race {
    struct setup setup; /* without `last`; its course is retained */
    char *file;         /* NULL: not begun */
    bool over;
    struct placing placing; /* zeroed until it is over */
};

struct series {
    struct setup setup; /* of all races; in a cup of the first; without a course and `last` */
    bool cup;
    struct player players[PLAYER_LIMIT];
    struct allow allow;
    struct series_race races[SERIES_RACE_LIMIT];
    int count;
};

static const int points_of_places[] = {10, 8, 6, 5, 4, 3, 2, 1};

struct series *series_begin_cup(const struct setup *races, const struct player *players,
                                struct allow allow, int count, struct error *error)
{
    if (count < 1 || count > SERIES_RACE_LIMIT) {
        error_set(error, "a series has 1 to %d races, not %d", SERIES_RACE_LIMIT, count);
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        struct error inner = {0};
        const char *name = course_name(races[i].course);
        if (!setup_check(&races[i], &inner)) {
            error_set(error, "%s: %s", name[0] ? name : "A course", inner.text);
            return NULL;
        }
    }
    struct series *series = memory_allocate(1, sizeof *series);
    series->setup = *races;
    series->setup.course = (struct course){0};
    series->setup.last_count = 0;
    series->setup.seed = 0;
    series->cup = true;
    series->allow = allow;
    memcpy(series->players, players, (size_t)races->players * sizeof *players);
    series->count = count;
    for (int i = 0; i < count; i++) {
        struct setup *setup = &series->races[i].setup;
        *setup = races[i];
        setup->course = course_retain(races[i].course);
        setup->last_count = 0;
        setup->seed = 0;
    }
    return series;
}

struct series *series_begin(const struct setup *setup, const struct player *players,
                            struct allow allow, const struct course *courses, int count,
                            struct error *error)
{
    struct setup races[SERIES_RACE_LIMIT];
    for (int i = 0; i < count && i < SERIES_RACE_LIMIT; i++) {
        races[i] = *setup;
        races[i].course = courses[i];
    }
    struct series *series = series_begin_cup(races, players, allow, count, error);
    if (series)
        series->cup = false;
    return series;
}

void series_free(struct series *series)
{
    if (series == NULL)
        return;
    for (int i = 0; i < series->count; i++) {
        course_release(series->races[i].setup.course);
        free(series->races[i].file);
    }
    free(series);
}

int series_players(const struct series *series)
{
    return series->setup.players;
}

const struct player *series_player(const struct series *series, int player)
{
    assert(player >= 1 && player <= series->setup.players);
    return &series->players[player - 1];
}

struct allow series_allow(const struct series *series)
{
    return series->allow;
}

bool series_is_cup(const struct series *series)
{
    return series->cup;
}

int series_race_count(const struct series *series)
{
    return series->count;
}

static const struct series_race *race_at(const struct series *series, int race)
{
    assert(race >= 0 && race < series->count);
    return &series->races[race];
}

struct course series_course(const struct series *series, int race)
{
    return race_at(series, race)->setup.course;
}

struct setup series_race_setup(const struct series *series, int race)
{
    return race_at(series, race)->setup;
}

const char *series_race_file(const struct series *series, int race)
{
    return race_at(series, race)->file;
}

bool series_is_over(const struct series *series, int race)
{
    return race_at(series, race)->over;
}

int series_latest(const struct series *series)
{
    int race = series->count - 1;
    while (race >= 0 && series->races[race].file == NULL)
        race--;
    return race;
}

int series_due(const struct series *series)
{
    int latest = series_latest(series);
    return latest >= 0 && !series->races[latest].over ? latest : latest + 1;
}

struct setup series_setup(const struct series *series)
{
    int due = series_due(series);
    struct setup setup = race_at(series, due)->setup;
    struct error error;
    if (due > 0)
        placing_hand_on(&series->races[due - 1].placing, &setup);
    if (due > 0 && !setup_check(&setup, &error)) { /* a cup's race before had other cars */
        const struct placing *placing = &series->races[due - 1].placing;
        setup.last_count = 0;
        for (int place = 1; place <= CAR_LIMIT + 1; place++) /* the last round: who has none */
            for (int i = 0; i < setup.players; i++)
                if (placing->places[i] == place % (CAR_LIMIT + 1))
                    setup.last[setup.last_count++] = i + 1;
    }
    if (!setup_check(&setup, &error))
        setup.last_count = 0;
    return setup;
}

void series_race_begun(struct series *series, const char *file)
{
    int due = series_due(series);
    assert(due < series->count);
    free(series->races[due].file);
    series->races[due].file = memory_copy_string(file);
}

bool series_note(struct series *series, const struct session *session)
{
    int latest = series_latest(series);
    assert(latest >= 0);
    struct series_race *race = &series->races[latest];
    struct placing placing;
    bool over = placing_of(session, &placing);
    if (!over)
        placing = (struct placing){0};
    bool news = over != race->over || memcmp(&placing, &race->placing, sizeof placing) != 0;
    race->over = over;
    race->placing = placing;
    return news;
}

int series_points(int place)
{
    const int paid = sizeof points_of_places / sizeof *points_of_places;
    return place >= 1 && place <= paid ? points_of_places[place - 1] : 0;
}

int series_place(const struct series *series, int race, int player)
{
    assert(player >= 1 && player <= series->setup.players);
    return race_at(series, race)->over ? series->races[race].placing.places[player - 1] : 0;
}

/* What the table is sorted by; `latest_first` holds the places from the last race back, none as
 * behind all. */
struct series_row {
    struct series_standing standing;
    int latest_first[SERIES_RACE_LIMIT];
};

static struct series_row row_of(const struct series *series, int races, int player)
{
    struct series_row row = {.standing = {.player = player}};
    for (int race = 0; race < races; race++) {
        int place = series_place(series, race, player);
        row.standing.points += series_points(place);
        row.standing.wins += place == 1;
        row.latest_first[races - 1 - race] = place > 0 ? place : PLAYER_LIMIT + 1;
    }
    return row;
}

static int compare_rows(const struct series_row *one, const struct series_row *other)
{
    if (one->standing.points != other->standing.points)
        return other->standing.points - one->standing.points;
    if (one->standing.wins != other->standing.wins)
        return other->standing.wins - one->standing.wins;
    for (int i = 0; i < SERIES_RACE_LIMIT; i++)
        if (one->latest_first[i] != other->latest_first[i])
            return one->latest_first[i] - other->latest_first[i];
    return 0;
}

/* Equal ones by their number, so that the table is the same on every machine. */
static int by_rank(const void *a, const void *b)
{
    const struct series_row *one = a;
    const struct series_row *other = b;
    int order = compare_rows(one, other);
    return order != 0 ? order : one->standing.player - other->standing.player;
}

int series_standings_after(const struct series *series, int races,
                           struct series_standing standings[PLAYER_LIMIT])
{
    struct series_row rows[PLAYER_LIMIT] = {0};
    int count = series->setup.players;
    for (int i = 0; i < count; i++)
        rows[i] = row_of(series, races, i + 1);
    qsort(rows, (size_t)count, sizeof *rows, by_rank);
    for (int i = 0; i < count; i++) {
        bool shared = i > 0 && compare_rows(&rows[i - 1], &rows[i]) == 0;
        standings[i] = rows[i].standing;
        standings[i].place = shared ? standings[i - 1].place : i + 1;
    }
    return count;
}

int series_standings(const struct series *series, struct series_standing standings[PLAYER_LIMIT])
{
    return series_standings_after(series, series->count, standings);
}

/* --- the file ------------------------------------------------------------------------------- */

static void rules_to_json(const struct setup *setup, json_t *into)
{
    json_t *rules = json_pack("{s:s, s:s, s:o}", "game", setup->game->name, "preset",
                              setup->game->table->presets[setup->preset].name, "rules",
                              session_rules_to_json(setup, true));
    json_object_update(into, rules);
    json_decref(rules);
}

static json_t *race_to_json(const struct series *series, const struct series_race *race)
{
    json_t *object = json_pack("{s:o}", "track", save_course_to_json(race->setup.course));
    if (series->cup)
        rules_to_json(&race->setup, object);
    if (race->file != NULL)
        json_object_set_new(object, "file", json_string(race->file));
    if (race->over) {
        const struct placing *placing = &race->placing;
        json_object_set_new(object, "places", json_numbers(placing->places, series->setup.players));
        json_object_set_new(object, "cars", json_numbers(placing->cars, placing->car_count));
    }
    return object;
}

void series_write(const struct series *series, struct text *into)
{
    json_t *races = json_array();
    for (int i = 0; i < series->count; i++)
        json_array_append_new(races, race_to_json(series, &series->races[i]));
    json_t *root = json_pack("{s:i}", "graphprix_series", series->cup ? CUP_FORMAT : SERIES_FORMAT);
    rules_to_json(&series->setup, root);
    json_object_set_new(root, "players",
                        save_players_to_json(series->players, series->setup.players));
    json_object_set_new(root, "allow", save_allow_to_json(series->allow));
    json_object_set_new(root, "races", races);
    json_file_print(root, 1, into);
    text_append(into, "\n");
}

bool series_save(const struct series *series, const char *path, struct error *error)
{
    struct text text = {0};
    series_write(series, &text);
    bool saved = file_write_atomically(path, text.data, text.length, error);
    text_free(&text);
    return saved;
}

/* Whole numbers from 0 to CAR_LIMIT. */
static bool read_numbers(const json_t *object, const char *key, int into[], int most, int *count,
                         struct error *error)
{
    const json_t *array = json_object_get(object, key);
    size_t length = json_array_size(array);
    bool sound = json_is_array(array) && length <= (size_t)most;
    for (size_t i = 0; sound && i < length; i++) {
        const json_t *json = json_array_get(array, i);
        json_int_t number = json_integer_value(json);
        sound = json_is_integer(json) && number >= 0 && number <= CAR_LIMIT;
        into[i] = sound ? (int)number : 0;
    }
    *count = (int)length;
    return sound ||
           error_set(error, "\"%s\" must be an array of at most %d whole numbers", key, most);
}

/* Each car once. */
static bool check_cars(const struct placing *placing, struct error *error)
{
    bool seen[CAR_LIMIT + 1] = {true};
    for (int i = 0; i < placing->car_count; i++) {
        int car = placing->cars[i];
        if (car > placing->car_count || seen[car])
            return error_set(error, "\"cars\" must hold each car's number once");
        seen[car] = true;
    }
    return true;
}

static bool read_placing(const json_t *object, int players, struct placing *placing,
                         struct error *error)
{
    int count;
    if (!read_numbers(object, "places", placing->places, PLAYER_LIMIT, &count, error))
        return false;
    if (count != players)
        return error_set(error, "there are %d places for %d players", count, players);
    return read_numbers(object, "cars", placing->cars, CAR_LIMIT, &placing->car_count, error) &&
           check_cars(placing, error);
}

/* A name in the races folder and nothing that leads out of it. */
static bool read_file_name(const json_t *object, char **file, struct error *error)
{
    const char *name = save_read_string(object, "file", error);
    if (name == NULL)
        return false;
    if (name[0] == '\0' || name[0] == '.' || strchr(name, '/') != NULL)
        return error_set(error, "\"file\" must be the name of a file, without a folder");
    *file = memory_copy_string(name);
    return true;
}

static bool read_race(const json_t *object, const struct series *series, struct series_race *race,
                      struct error *error)
{
    struct save_head head = {.setup = series->setup};
    if (!json_is_object(object))
        return error_set(error, "it must be an object");
    bool sound = (!series->cup || (save_read_game(object, &head, error) &&
                                   save_read_rules(object, &head, error))) &&
                 save_read_course(object, &head, error);
    race->setup = head.setup;
    race->setup.players = series->setup.players;
    race->setup.seed = 0;
    if (sound && json_object_get(object, "file") != NULL)
        sound = read_file_name(object, &race->file, error);
    race->over = json_object_get(object, "places") != NULL;
    if (sound && race->over)
        sound = read_placing(object, series->setup.players, &race->placing, error);
    return sound;
}

static bool read_races(const json_t *root, struct series *series, struct error *error)
{
    const json_t *races = json_object_get(root, "races");
    size_t count = json_array_size(races);
    if (!json_is_array(races) || count < 1 || count > SERIES_RACE_LIMIT)
        return error_set(error, "\"races\" must be an array of 1 to %d races", SERIES_RACE_LIMIT);
    for (size_t i = 0; i < count; i++) {
        struct error inner = {0};
        series->count++;
        if (!read_race(json_array_get(races, i), series, &series->races[i], &inner))
            return error_set(error, "race %d: %s", (int)i + 1, inner.text);
    }
    /* Races are driven one after the other: begun and over ones come first, at most one is running.
     */
    for (int i = 0; i < series->count; i++) {
        const struct series_race *race = &series->races[i];
        bool follows = i == 0 || series->races[i - 1].over;
        if ((race->over && race->file == NULL) || (race->file != NULL && !follows))
            return error_set(error, "race %d has begun before its turn", i + 1);
    }
    return true;
}

static bool read_series(const json_t *root, struct series *series, struct error *error)
{
    struct save_head head = {0};
    const json_t *format = json_object_get(root, "graphprix_series");
    if (!json_is_integer(format))
        return error_set(error, "this is not a series: it has no \"graphprix_series\"");
    series->cup = json_integer_value(format) == CUP_FORMAT;
    if (!series->cup && json_integer_value(format) != SERIES_FORMAT)
        return error_set(error,
                         "the series is saved in another format than %d and %d, which this program "
                         "knows: get a newer Graph Prix",
                         SERIES_FORMAT, CUP_FORMAT);
    if (!save_read_game(root, &head, error) || !save_read_rules(root, &head, error) ||
        !save_read_players(root, &head, error) || !save_read_allow(root, &head, error))
        return false;
    series->setup = head.setup;
    series->setup.seed = 0;
    series->allow = head.allow;
    memcpy(series->players, head.players, sizeof series->players);
    return read_races(root, series, error);
}

struct series *series_read(const char *bytes, size_t length, struct error *error)
{
    json_t *root = json_file_parse(bytes, length, error);
    if (root == NULL) {
        error_set_at(error, error->line, error->column, "the series is damaged: %s", error->text);
        return NULL;
    }
    *error = (struct error){0};
    struct series *series = memory_allocate(1, sizeof *series);
    bool sound = read_series(root, series, error);
    json_decref(root);
    if (!sound) {
        series_free(series);
        return NULL;
    }
    return series;
}

struct series *series_load(const char *path, struct error *error)
{
    struct text content = {0};
    struct series *series = NULL;
    if (file_read(path, SERIES_FILE_LIMIT, &content, error))
        series = series_read(text_string(&content), content.length, error);
    text_free(&content);
    return series;
}

/* === tally ==================================================================================== */

/* Counting a session's events; nothing is kept. */

static int by_place(const void *a, const void *b)
{
    const struct tally *left = a, *right = b;
    int left_place = left->standing.place ? left->standing.place : CAR_LIMIT + 1;
    int right_place = right->standing.place ? right->standing.place : CAR_LIMIT + 1;
    return left_place != right_place ? left_place - right_place : left->car - right->car;
}

static int cars_before(const struct game *game, const struct race *race, int car)
{
    int count = 0;
    for (int other = 1; other < car; other++)
        count += game->player_of(race, other) == game->player_of(race, car);
    return count;
}

int tally_race_after(const struct session *session, int steps, struct tally tallies[CAR_LIMIT])
{
    const struct race *race = session_race_after(session, steps);
    const struct game *game = session_setup(session)->game;
    struct standing standings[CAR_LIMIT];
    int event_count, car_count = game->car_count(race);
    /* All events of the first steps, in one row; the caller frees it. */
    int *count = &event_count;
    int total = 0;
    for (int i = 0; i < steps; i++)
        total += session_step(session, i).event_count;
    struct told_event *events = memory_allocate((size_t)total + 1, sizeof *events);
    *count = 0;
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++)
            events[(*count)++] = (struct told_event){&step.events[j], step.round};
    }
    game->tally(race, events, event_count, standings);
    free(events);
    for (int i = 0; i < car_count; i++)
        tallies[i] = (struct tally){.car = i + 1,
                                    .player = game->player_of(race, i + 1),
                                    .car_of_player = 1 + cars_before(game, race, i + 1),
                                    .standing = standings[i]};
    qsort(tallies, (size_t)car_count, sizeof *tallies, by_place);
    return car_count;
}

int tally_race(const struct session *session, struct tally tallies[CAR_LIMIT])
{
    return tally_race_after(session, session_step_count(session), tallies);
}

bool tally_is_in_one_go(const struct session *session, const struct tally *tally)
{
    const struct player *player = session_player(session, tally->player);
    const struct standing *standing = &tally->standing;
    return standing->finished && standing->rounds > 0 && !standing->by_points &&
           driver_is_human(player->driver) && !session_took_back(session, tally->car);
}

bool placing_of(const struct session *session, struct placing *placing)
{
    struct tally tallies[CAR_LIMIT] = {0};
    *placing = (struct placing){.car_count = tally_race(session, tallies)};
    for (int i = 0; i < placing->car_count; i++) {
        int *best = &placing->places[tallies[i].player - 1];
        int place = tallies[i].standing.place;
        placing->cars[i] = tallies[i].car;
        if (place > 0 && (*best == 0 || place < *best))
            *best = place;
    }
    return session_setup(session)->game->over(session_race(session));
}

void placing_hand_on(const struct placing *placing, struct setup *setup)
{
    setup->last_count = last_is_asked_for(setup) ? placing->car_count : 0;
    memcpy(setup->last, placing->cars, (size_t)setup->last_count * sizeof *setup->last);
}

/* === house ==================================================================================== */

/* House rules as JSON: a list of objects, each read for itself, so that one that is wrong does not
 * cost the others. */

enum { HOUSE_FILE_LIMIT = 256 * 1024 };

static bool is_blank(char letter)
{
    return (unsigned char)letter <= ' ' || letter == 127;
}

/* One line without blanks round it, cut between characters; control characters are blanks. */
static void clean_name(const char *name, char into[HOUSE_RULES_NAME_BYTES])
{
    while (*name && is_blank(*name))
        name++;
    size_t length = fold_cut(name, HOUSE_RULES_NAME_BYTES - 1);
    while (length > 0 && is_blank(name[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++)
        into[i] = is_blank(name[i]) ? ' ' : name[i];
    into[length] = 0;
}

int house_rules_find(const struct house_rules *house, const char *name)
{
    char clean[HOUSE_RULES_NAME_BYTES];
    clean_name(name, clean);
    for (int i = 0; i < house->count; i++)
        if (strcmp(house->items[i].name, clean) == 0)
            return i;
    return -1;
}

int house_rules_put(struct house_rules *house, const char *name, const struct setup *setup,
                    struct error *error)
{
    struct house_rule rule = {.game = setup->game, .preset = setup->preset};
    clean_name(name, rule.name);
    memcpy(rule.values, setup->values, sizeof rule.values);
    int index = house_rules_find(house, rule.name);
    if (rule.name[0] == 0)
        error_set(error, "house rules need a name");
    else if (index < 0 && house->count == HOUSE_RULES_LIMIT)
        error_set(error, "there are %d house rules already: delete some first", HOUSE_RULES_LIMIT);
    else
        index = index < 0 ? house->count++ : index;
    if (index >= 0)
        house->items[index] = rule;
    return index;
}

void house_rules_remove(struct house_rules *house, int index)
{
    house->count--;
    memmove(&house->items[index], &house->items[index + 1],
            (size_t)(house->count - index) * sizeof house->items[0]);
}

struct setup house_rules_setup(const struct house_rule *rule)
{
    struct setup setup = setup_from_preset(rule->game, rule->preset);
    memcpy(setup.values, rule->values, sizeof rule->values);
    return setup;
}

/* --- reading -------------------------------------------------------------------------------- */

static bool read_base(const json_t *entry, struct setup *setup, struct error *error)
{
    const struct game *game = game_find(json_file_string(entry, "game"));
    if (!game)
        return error_set(error, "there is no game \"%.40s\"", json_file_string(entry, "game"));
    int preset = fields_find_preset(game->table, json_file_string(entry, "preset"));
    if (preset < 0)
        return error_set(error, "there is no preset \"%.40s\"", json_file_string(entry, "preset"));
    *setup = setup_from_preset(game, preset);
    return true;
}

/* What a rule cannot be is told, and the preset's value stands. */
static void read_rules(json_t *rules, const char *name, struct setup *setup, struct text *told)
{
    const char *field;
    json_t *value;
    json_object_foreach(rules, field, value)
    {
        struct error error;
        if (!session_rule_from_json(setup, field, value, &error))
            text_append_format(told, "House rules \"%s\": %s; the rest of them is kept. ", name,
                               error.text);
    }
}

static void take_rules(void *data, const json_t *list, struct text *told)
{
    struct house_rules *house = data;
    house->count = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        char name[HOUSE_RULES_NAME_BYTES];
        struct error error = {0};
        struct setup setup;
        clean_name(json_file_string(entry, "name"), name);
        bool good = read_base(entry, &setup, &error);
        if (good && house_rules_find(house, name) >= 0)
            good = error_set(&error, "they are there twice");
        if (good) {
            read_rules(json_object_get(entry, "rules"), name, &setup, told);
            good = house_rules_put(house, name, &setup, &error) >= 0;
        }
        if (!good)
            text_append_format(told, "House rules \"%s\" are left out: %s. ", name, error.text);
    }
}

static json_t *list_of(const void *data)
{
    const struct house_rules *house = data;
    json_t *list = json_array();
    for (int i = 0; i < house->count; i++) {
        const struct house_rule *rule = &house->items[i];
        struct setup setup = house_rules_setup(rule);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:o}", "name", rule->name, "game",
                                              rule->game->name, "preset",
                                              rule->game->table->presets[rule->preset].name,
                                              "rules", session_rules_to_json(&setup, true)));
    }
    return list;
}

const struct json_list house_rules_list = {"house rules", "house_rules", HOUSE_FILE_LIMIT, 2,
                                           take_rules,    list_of};

void house_rules_load(const char *path, struct house_rules *house, struct text *told)
{
    json_list_load(&house_rules_list, path, house, told);
}

static void tell_unsaved(const char *path, struct text *told, const struct error *error)
{
    text_append_format(told, "The house rules cannot be saved to %s: %s. ", path, error->text);
}

/* The lock, with the house as the file holds it; NULL if it cannot be changed,
 * which is told. */
static struct file_lock *begin_change(const char *path, struct house_rules *house,
                                      struct text *told)
{
    struct house_rules fresh;
    struct error error;
    struct file_lock *lock =
        path ? json_list_lock(&house_rules_list, path, &fresh, told, &error) : NULL;
    if (lock)
        *house = fresh;
    else if (path)
        tell_unsaved(path, told, &error);
    return lock;
}

static void end_change(struct file_lock *lock, const char *path, const struct house_rules *house,
                       struct text *told)
{
    struct error error;
    if (lock && !json_list_save(&house_rules_list, path, house, &error))
        tell_unsaved(path, told, &error);
    file_lock_release(lock);
}

int house_rules_keep(const char *path, struct house_rules *house, const char *name,
                     const struct setup *setup, struct text *told, struct error *error)
{
    struct file_lock *lock = begin_change(path, house, told);
    int index = house_rules_put(house, name, setup, error);
    if (index >= 0)
        end_change(lock, path, house, told);
    else
        file_lock_release(lock);
    return index;
}

void house_rules_forget(const char *path, struct house_rules *house, const char *name,
                        struct text *told)
{
    struct file_lock *lock = begin_change(path, house, told);
    int index = house_rules_find(house, name);
    if (index >= 0)
        house_rules_remove(house, index);
    end_change(lock, path, house, told);
}
