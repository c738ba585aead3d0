/* The lines of a lesson about a sheet and what moves on it, read and written. */
#include "session/graph_paper/lesson/lesson.h"

#include "base/number.h"
#include "rules/setup.h"

#include <stdio.h>
#include <string.h>

enum { SHEET_LEAST = 2, LESSON_SHEET_MOST = 400, COORDINATE = 10000 };

/* --- words ------------------------------------------------------------------------------------ */

static void skip_blanks(const char **cursor)
{
    while (**cursor == ' ')
        ++*cursor;
}

bool plan_take_word(const char **cursor, const char *word)
{
    size_t length = strlen(word);
    char behind = strncmp(*cursor, word, length) == 0 ? (*cursor)[length] : 'x';
    if (behind != ' ' && behind != '\0')
        return false;
    *cursor += length;
    skip_blanks(cursor);
    return true;
}

static bool ends_word(char c)
{
    return c == ' ' || c == '\0';
}

bool plan_take_number(const char **cursor, int least, int most, int *number)
{
    const char *at = *cursor;
    int64_t read;
    if (!number_read_integer(&at, least, most, &read) || !ends_word(*at))
        return false;
    *number = (int)read;
    skip_blanks(&at);
    *cursor = at;
    return true;
}

bool plan_take_point(const char **cursor, int least, int most, struct point *point)
{
    const char *at = *cursor;
    int64_t x, y;
    if (!number_read_integer(&at, least, most, &x) || *at != ',')
        return false;
    at++;
    if (!number_read_integer(&at, least, most, &y) || !ends_word(*at))
        return false;
    *point = (struct point){(int32_t)x, (int32_t)y};
    skip_blanks(&at);
    *cursor = at;
    return true;
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef bool line_reader(struct sheet_draft *draft, const char *value, struct error *error);

/* "16 x 10", also with the sign of multiplication. */
static bool read_size(struct sheet_draft *draft, const char *value, struct error *error)
{
    const char *cursor = value;
    int width, height;
    bool sound = plan_take_number(&cursor, SHEET_LEAST, LESSON_SHEET_MOST, &width) &&
                 (plan_take_word(&cursor, "x") || plan_take_word(&cursor, "×")) &&
                 plan_take_number(&cursor, SHEET_LEAST, LESSON_SHEET_MOST, &height) && !*cursor;
    if (!sound)
        return error_set(error,
                         "\"sheet\" takes a width and a height in squares from %d to %d, like "
                         "\"sheet: 16 x 10\"",
                         SHEET_LEAST, LESSON_SHEET_MOST);
    draft->width = width;
    draft->height = height;
    return true;
}

static bool read_track(struct sheet_draft *draft, const char *value, lesson_track_finder *find,
                       struct error *error)
{
    size_t length = strlen(value);
    if (length == 0 || length >= sizeof draft->track ||
        strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-") != length)
        return error_set(error, "\"track\" takes the name of a track that comes with the game, "
                                "small letters and hyphens, like \"track: hairpin\"; a lesson "
                                "names no files");
    draft->course = find ? find(value) : (struct course){0};
    if (find && !draft->course.body)
        return error_set(error,
                         "no track \"%s\" comes with the game: take a name of the folder "
                         "tracks/graph-paper without its ending",
                         value);
    struct point size = draft->course.body ? course_size(draft->course)
                                           : (struct point){LESSON_SHEET_MOST, LESSON_SHEET_MOST};
    draft->width = size.x;
    draft->height = size.y;
    snprintf(draft->track, sizeof draft->track, "%s", value);
    return true;
}

/* "Ada at 2,3 velocity 1,0"; name and velocity may be missing. */
static bool read_car(struct sheet_draft *draft, const char *value, struct error *error)
{
    struct drafted_car car = {.velocity = {0, 0}};
    const char *cursor = value, *at = strstr(value, " at ");
    if (draft->car_count == SCENE_BODIES)
        return error_set(error, "a sheet has at most %d cars", SCENE_BODIES);
    if (at) {
        size_t length = (size_t)(at - value);
        if (length >= sizeof car.name)
            return error_set(error, "the name of a car is too long: at most %d letters",
                             PLAYER_NAME_BYTES - 1);
        memcpy(car.name, value, length);
        cursor = at + strlen(" at ");
    }
    bool sound = plan_take_point(&cursor, 0, COORDINATE, &car.at);
    if (sound && plan_take_word(&cursor, "velocity"))
        sound = plan_take_point(&cursor, -SCENE_SPEED, SCENE_SPEED, &car.velocity);
    if (!sound || *cursor)
        return error_set(error, "\"car\" takes a point and, if it moves, a velocity, like "
                                "\"car: Ada at 2,3 velocity 1,0\"");
    if (car.at.x > draft->width || car.at.y > draft->height)
        return error_set(error, "%s is off the sheet, which is %d x %d squares",
                         pair_of(car.at.x, car.at.y).text, draft->width, draft->height);
    draft->cars[draft->car_count++] = car;
    return true;
}

static bool read_moves(struct sheet_draft *draft, const char *value, struct error *error)
{
    if (draft->car_count == 0)
        return error_set(error, "\"moves\" needs a line \"car\" above it, whose moves they are");
    struct drafted_car *car = &draft->cars[draft->car_count - 1];
    if (car->move_count > 0)
        return error_set(error, "this car has a line \"moves\" already: write them all in one");
    const char *cursor = value;
    while (*cursor && car->move_count < PLAN_MOVES)
        if (!plan_take_point(&cursor, -SCENE_ACCELERATION, SCENE_ACCELERATION,
                             &car->moves[car->move_count++]))
            return error_set(error, "\"moves\" takes accelerations with blanks between them, like "
                                    "\"moves: 1,0 1,0 0,-1\"");
    if (*cursor)
        return error_set(error, "a car takes at most %d moves", PLAN_MOVES);
    return car->move_count > 0 ||
           error_set(error, "\"moves\" is empty: write accelerations, or leave the line out");
}

static bool read_wind(struct sheet_draft *draft, const char *value, struct error *error)
{
    const char *cursor = value;
    return (plan_take_point(&cursor, -SCENE_ACCELERATION, SCENE_ACCELERATION, &draft->wind) &&
            !*cursor) ||
           error_set(error,
                     "\"wind\" takes what is added to the velocity in each move, from -%d "
                     "to %d, like \"wind: 0,-1\"",
                     SCENE_ACCELERATION, SCENE_ACCELERATION);
}

static bool read_reach(struct sheet_draft *draft, const char *value, struct error *error)
{
    const char *cursor = value;
    return (plan_take_number(&cursor, 0, SCENE_ACCELERATION, &draft->reach) && !*cursor) ||
           error_set(error,
                     "\"reach\" takes how many squares a choice may add on each axis, 1 to "
                     "%d, or 0 for any number",
                     SCENE_ACCELERATION);
}

static bool is_on_sheet(const struct sheet_draft *draft, struct point at)
{
    return at.x <= draft->width && at.y <= draft->height;
}

static bool read_wall(struct sheet_draft *draft, const char *value, struct error *error)
{
    struct scene_wall wall;
    const char *cursor = value;
    if (draft->wall_count == SCENE_WALLS)
        return error_set(error, "a sheet has at most %d walls", SCENE_WALLS);
    if (!plan_take_point(&cursor, 0, COORDINATE, &wall.from) ||
        !plan_take_point(&cursor, 0, COORDINATE, &wall.to) || *cursor)
        return error_set(error, "\"wall\" takes its two ends, like \"wall: 8,0 8,6\"");
    if (!is_on_sheet(draft, wall.from) || !is_on_sheet(draft, wall.to))
        return error_set(error, "this wall leaves the sheet, which is %d x %d squares",
                         draft->width, draft->height);
    draft->walls[draft->wall_count++] = wall;
    return true;
}

static bool read_target(struct sheet_draft *draft, const char *value, struct error *error)
{
    struct scene_target target = {.has_velocity = false};
    const char *cursor = value;
    if (draft->target_count == SCENE_TARGETS)
        return error_set(error, "a sheet has at most %d targets", SCENE_TARGETS);
    bool sound = plan_take_point(&cursor, 0, COORDINATE, &target.at);
    if (sound && plan_take_word(&cursor, "velocity")) {
        sound = plan_take_point(&cursor, -SCENE_SPEED, SCENE_SPEED, &target.velocity);
        target.has_velocity = true;
    }
    if (sound && plan_take_word(&cursor, "drift"))
        sound = plan_take_point(&cursor, -SCENE_SPEED, SCENE_SPEED, &target.drift);
    if (!sound || *cursor)
        return error_set(error, "\"target\" takes a point, then the velocity that is asked for "
                                "there and how it drifts, like \"target: 9,4 velocity 0,0\" or "
                                "\"target: 9,4 drift 1,0\"");
    if (!is_on_sheet(draft, target.at))
        return error_set(error, "this target is off the sheet, which is %d x %d squares",
                         draft->width, draft->height);
    draft->targets[draft->target_count++] = target;
    return true;
}

static bool read_now(struct sheet_draft *draft, const char *value, struct error *error)
{
    const char *cursor = value;
    return (plan_take_number(&cursor, 0, PLAN_MOVES, &draft->now) && !*cursor) ||
           error_set(error, "\"now\" takes the number of the move that is shown, 0 before the "
                            "first");
}

static const struct {
    const char *key;
    line_reader *read; /* NULL: it begins a sheet of a track */
    bool once;
} lines[] = {{"sheet", read_size, true},  {"track", NULL, true},    {"wind", read_wind, true},
             {"reach", read_reach, true}, {"car", read_car, false}, {"moves", read_moves, false},
             {"wall", read_wall, false},  {"now", read_now, true},  {"target", read_target, false}};

/* The sheet of the step before: its size or track, walls, wind and reach, not its cars and flags.
 */
static void go_on(struct sheet_draft *draft, const struct plan_step *before)
{
    const struct scene *scene = &before->task.scene;
    draft->width = scene->width;
    draft->height = scene->height;
    if (scene->course.body)
        draft->course = course_retain(scene->course);
    memcpy(draft->track, before->track, sizeof draft->track);
    memcpy(draft->walls, scene->walls, sizeof draft->walls);
    draft->wall_count = scene->wall_count;
    draft->wind = scene->wind;
    draft->reach = scene->reach;
    draft->begun = true;
}

bool sheet_read_line(struct sheet_draft *draft, const char *key, const char *value,
                     const struct plan_step *before, lesson_track_finder *find, bool *known,
                     struct error *error)
{
    size_t index = 0, count = sizeof lines / sizeof *lines;
    while (index < count && strcmp(lines[index].key, key) != 0)
        index++;
    *known = index < count;
    if (!*known)
        return true;
    bool begins = index < 2;
    if (begins && draft->begun)
        return error_set(error, "a step has one sheet: take out the second \"sheet\" or \"track\"");
    if (!begins && !draft->begun && before)
        go_on(draft, before);
    if (!begins && !draft->begun)
        return error_set(error, "\"%s\" needs \"sheet\" or \"track\" above it in the same step",
                         key);
    if (lines[index].once && draft->told >> index & 1)
        return error_set(error, "a sheet has one \"%s\": take out the second", key);
    draft->told |= 1u << index;
    draft->begun = true;
    return lines[index].read ? lines[index].read(draft, value, error)
                             : read_track(draft, value, find, error);
}

/* --- the scene -------------------------------------------------------------------------------- */

static bool blame(const struct drafted_car *car, struct error *error)
{
    error->line = car->line;
    return false;
}

static bool add_cars(const struct sheet_draft *draft, struct scene *scene)
{
    for (int i = 0; i < draft->car_count; i++) {
        const struct drafted_car *car = &draft->cars[i];
        int body = scene_add_body(scene, car->at, car->velocity);
        if (body < 0)
            return false;
        if (car->name[0])
            snprintf(scene->bodies[body].name, sizeof scene->bodies[body].name, "%s", car->name);
    }
    return true;
}

static bool leaves_sheet(const struct scene *scene, const struct scene_body *body, int row)
{
    struct point at = scene_at(body, row);
    return at.x < 0 || at.y < 0 || at.x > scene->width || at.y > scene->height;
}

/* All move together; whose list is shorter goes on as it is. */
static bool take_moves(const struct sheet_draft *draft, struct scene *scene, struct error *error)
{
    int count = 0;
    for (int i = 0; i < draft->car_count; i++)
        count = number_larger(count, draft->cars[i].move_count);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < draft->car_count; i++)
            if (k < draft->cars[i].move_count &&
                !scene_choose(scene, i, draft->cars[i].moves[k], error))
                return blame(&draft->cars[i], error);
        scene_step(scene);
        for (int i = 0; i < draft->car_count; i++)
            if (leaves_sheet(scene, &scene->bodies[i], k + 1)) {
                error_set(error, "with move %d this car leaves the sheet", k + 1);
                return blame(&draft->cars[i], error);
            }
    }
    return true;
}

bool sheet_make_scene(const struct sheet_draft *draft, struct scene *scene, struct error *error)
{
    scene_init(scene, draft->width, draft->height);
    if (draft->course.body)
        scene_lay(scene, draft->course);
    if (draft->reach >= 0)
        scene->reach = draft->reach;
    memcpy(scene->walls, draft->walls, sizeof scene->walls);
    scene->wall_count = draft->wall_count;
    memcpy(scene->targets, draft->targets, sizeof scene->targets);
    scene->target_count = draft->target_count;
    bool sound = scene_set_wind(scene, draft->wind, error) && add_cars(draft, scene) &&
                 take_moves(draft, scene, error);
    if (sound && draft->now > scene_length(scene)) {
        sound = error_set_at(error, draft->line, 0, "\"now\" is %d, but there are only %d moves",
                             draft->now, scene_length(scene));
    }
    if (sound && draft->now >= 0)
        scene_go(scene, draft->now);
    if (!sound)
        scene_free(scene);
    return sound;
}

void sheet_forget(struct sheet_draft *draft)
{
    course_release(draft->course);
    *draft = (struct sheet_draft){.reach = -1, .now = -1};
}
