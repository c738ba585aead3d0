/* One sitting: the race, its steps, its log and the text that its save consists of: `file` is the
 * saved race as it stands, line by line. It grows with every action and undo, so writing a race is
 * copying a text, and a save can never differ from the race.
 *
 * Nothing but session_perform and session_undo changes a race. An action is applied to a copy of
 * the state; only when everything about it is in order does the copy become the state.
 */
#include "session/session.h"

#include "base/memory.h"
#include "drivers/driving.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A step with the state after it. */
struct kept_step {
    int car;
    int round;
    char *action;
    struct event_list events;
    struct race *after; /* NULL: let go, and made again when it is looked for */
    int log_before;     /* lines of the log before it */
};

/* What was taken back. */
struct taken_back {
    int car;
    char *action;
};

/* What an action will come to, until the race has another line. */
struct planned {
    struct kept_step step; /* its action NULL: nothing is planned */
    char hash[HASH_BYTES];
    int record; /* lines that the race had */
};

struct log_line {
    char *text;
    int round;
};

struct session {
    struct setup setup; /* its course is retained */
    struct player *players;
    struct allow allow;
    struct race *start;
    struct kept_step *steps;
    int step_count;
    int step_capacity;
    struct log_line *log;
    int log_count;
    int log_capacity;
    uint64_t taken_back;       /* bit n: of car n something was */
    struct taken_back *undone; /* the one to be done again first on top */
    int undone_count;
    int undone_capacity;
    struct planned planned;
    struct text file;        /* all of it, or nothing before its second line; while it is kept the
                                journal has it, and here are lines that are on their way there */
    bool elsewhere;          /* whoever reads its lines has them: here are none */
    int record_count;        /* lines of the file behind the first */
    struct journal *journal; /* NULL if it is not kept */
    struct file_lock *lock;  /* of the journal's file */
};

static const struct game *game_of(const struct session *session)
{
    return session->setup.game;
}

static bool player_check(const struct game *game, const struct player *player, int number,
                         struct error *error)
{
    if (memchr(player->name, '\0', sizeof player->name) == NULL ||
        memchr(player->driver, '\0', sizeof player->driver) == NULL)
        return error_set(error, "the name of player %d is too long: at most %d bytes", number,
                         PLAYER_NAME_BYTES - 1);
    if (player->name[0] == '\0')
        return error_set(error, "player %d has no name", number);
    if (!text_is_one_line(player->name) || !text_is_utf8(player->name))
        return error_set(error, "the name of player %d is not one line of UTF-8 text", number);
    if (player->pen < 1 || player->pen > PEN_COUNT)
        return error_set(error, "the pen of player %d is %d; pens are 1 to %d", number, player->pen,
                         PEN_COUNT);
    if (!text_is_one_line(player->driver) || !text_is_utf8(player->driver))
        return error_set(error, "the driver of player %d is not one line of UTF-8 text", number);
    return driver_check(game, player->driver, error);
}

struct session *session_begin(const struct setup *setup, const struct player *players,
                              struct allow allow, struct error *error)
{
    if (!setup_check(setup, error))
        return NULL;
    for (int i = 0; i < setup->players; i++)
        if (!player_check(setup->game, &players[i], i + 1, error))
            return NULL;
    struct session *session = memory_allocate(1, sizeof *session);
    session->setup = *setup;
    session->setup.course = course_retain(setup->course);
    session->players = memory_copy(players, (size_t)setup->players, sizeof *players);
    session->allow = allow;
    session->start = setup->game->begin(&session->setup);
    return session;
}

/* Returns what was done in it; the caller owns the action. */
static struct taken_back drop_last_step(struct session *session)
{
    struct kept_step *step = &session->steps[--session->step_count];
    while (session->log_count > step->log_before)
        free(session->log[--session->log_count].text);
    game_of(session)->free(step->after);
    event_list_free(&step->events);
    return (struct taken_back){step->car, step->action};
}

static void forget_undone(struct session *session)
{
    while (session->undone_count > 0)
        free(session->undone[--session->undone_count].action);
}

static void forget_planned(struct session *session)
{
    struct kept_step *step = &session->planned.step;
    if (step->action == NULL)
        return;
    game_of(session)->free(step->after);
    event_list_free(&step->events);
    free(step->action);
    step->action = NULL;
}

void session_free(struct session *session)
{
    if (session == NULL)
        return;
    forget_planned(session);
    journal_close(session->journal);
    file_lock_release(session->lock);
    while (session->step_count > 0)
        free(drop_last_step(session).action);
    forget_undone(session);
    free(session->undone);
    game_of(session)->free(session->start);
    course_release(session->setup.course);
    free(session->steps);
    free(session->log);
    free(session->players);
    text_free(&session->file);
    free(session);
}

const struct setup *session_setup(const struct session *session)
{
    return &session->setup;
}

const struct player *session_player(const struct session *session, int player)
{
    assert(player >= 1 && player <= session->setup.players);
    return &session->players[player - 1];
}

struct allow session_allow(const struct session *session)
{
    return session->allow;
}

int session_line_count(const struct session *session)
{
    return session->record_count;
}

static void stop_keeping(struct session *session)
{
    if (session->journal)
        journal_append_content(session->journal, &session->file);
    journal_close(session->journal);
    session->journal = NULL;
    file_lock_release(session->lock);
    session->lock = NULL;
}

/* Is there a file that the next line is written to? Its first line is made here: names may change
 * until then, and of many a race nobody asks for it. */
static bool has_file(struct session *session)
{
    if (session->file.length == 0 && session->journal == NULL && !session->elsewhere)
        save_append_head(session, &session->file);
    return !session->elsewhere;
}

void session_rename(struct session *session, int player, const char *name)
{
    struct error ignored;
    assert(strlen(name) < PLAYER_NAME_BYTES);
    strcpy(session->players[player - 1].name, name);
    if (session->record_count > 0)
        return;
    char *path = session->journal ? memory_copy_string(journal_path(session->journal)) : NULL;
    stop_keeping(session);
    text_clear(&session->file);
    if (path)
        session_keep(session, path, &ignored);
    free(path);
}

void session_hand_over(struct session *session, int player, const char *driver)
{
    assert(strlen(driver) < PLAYER_DRIVER_BYTES);
    has_file(session); /* which says who began */
    strcpy(session->players[player - 1].driver, driver);
}

static const struct race *known_after(const struct session *session, int steps)
{
    return steps == 0 ? session->start : session->steps[steps - 1].after;
}

const struct race *session_race_after(const struct session *session, int steps)
{
    int known = steps;
    assert(steps >= 0 && steps <= session->step_count);
    while (known_after(session, known) == NULL)
        known--;
    for (; known < steps; known++) {
        struct kept_step *step = &session->steps[known];
        struct event_list events = {0};
        struct error none;
        step->after = game_of(session)->copy(known_after(session, known));
        race_do(step->after, step->car, step->action, &events, &none);
        event_list_free(&events);
    }
    return known_after(session, steps);
}

void session_let_go(struct session *session)
{
    enum { APART = 32 }; /* steps that are done again at most */
    for (int i = session->step_count - 1; i >= 0; i--) {
        struct kept_step *step = &session->steps[i];
        bool stays = i % APART == APART - 1 || i == session->step_count - 1;
        if (!stays && !step->after)
            break; /* those before it have been let go of */
        event_list_free(&step->events);
        if (!stays) {
            game_of(session)->free(step->after);
            step->after = NULL;
        }
    }
}

const struct race *session_race(const struct session *session)
{
    return session_race_after(session, session->step_count);
}

int session_step_count(const struct session *session)
{
    return session->step_count;
}

struct step session_step(const struct session *session, int index)
{
    assert(index >= 0 && index < session->step_count);
    const struct kept_step *step = &session->steps[index];
    return (struct step){.car = step->car,
                         .round = step->round,
                         .action = step->action,
                         .events = step->events.items,
                         .event_count = step->events.count};
}

static bool record_room(const struct session *session, struct error *error)
{
    if (session->record_count < RECORD_LIMIT)
        return true;
    return error_set(error, "a race holds at most %d actions and undos; save it and begin another",
                     RECORD_LIMIT);
}

void session_leave_lines(struct session *session)
{
    session->elsewhere = true;
    text_free(&session->file);
}

/* Called with the line already at the end of the file's text. */
static void line_added(struct session *session)
{
    session->record_count++;
    if (session->journal != NULL) {
        journal_append(session->journal, session->file.data, session->file.length);
        text_clear(&session->file);
    }
}

static void add_log(struct session *session, const struct text *sentence, int round)
{
    char *text = memory_resize(sentence->data, sentence->length + 1, 1);
    array_add(session->log, session->log_count, session->log_capacity,
              (struct log_line){.text = text, .round = round});
}

static void log_events(struct session *session, const struct kept_step *step)
{
    struct text drives_on = {0}; /* in every game, before what comes of it */
    const char *names[PLAYER_LIMIT] = {NULL};
    for (int i = 0; i < session->setup.players; i++)
        names[i] = session->players[i].name;
    int round = step->round;
    if (strcmp(step->action, ACTION_DRIVE_ON) == 0) {
        text_append_format(&drives_on, "%s drives on to the flag.",
                           names[game_of(session)->player_of(step->after, step->car) - 1]);
        add_log(session, &drives_on, round);
    }
    for (int i = 0; i < step->events.count; i++) {
        const struct event *event = &step->events.items[i];
        struct text sentence = {0};
        round = event->round > 0 ? event->round : round;
        game_of(session)->describe(step->after, event, names, &sentence);
        if (sentence.length == 0) {
            text_free(&sentence);
            continue;
        }
        add_log(session, &sentence, round);
    }
}

/* However the rules read it ("0000012,9" is a point): its line of the save must stay readable. */
static bool action_check(const char *action, struct error *error)
{
    return strlen(action) < ACTION_BYTES ||
           error_set(error, "an action has at most %d bytes", ACTION_BYTES - 1);
}

static bool hash_check(const char *found, const char *wanted, struct error *error)
{
    if (wanted == NULL || strcmp(found, wanted) == 0)
        return true;
    return error_set(
        error, "the race goes another way than when it was saved: its hash is %s, the file says %s",
        found, wanted);
}

static bool is_next_undone(const struct session *session, int car, const char *action)
{
    if (session->undone_count == 0)
        return false;
    const struct taken_back *next = &session->undone[session->undone_count - 1];
    return next->car == car && strcmp(next->action, action) == 0;
}

/* One way for the redo, the player who takes the same move again, and the file that is loaded: all
 * three come out alike. */
static void note_done(struct session *session, int car, const char *action)
{
    if (is_next_undone(session, car, action))
        free(session->undone[--session->undone_count].action);
    else
        forget_undone(session);
}

bool session_may_act(const struct session *session, int *car, struct error *error)
{
    const struct race *race = session_race(session);
    if (*car == 0)
        *car = race_next_car(race);
    else if (!race_owes(race, *car))
        return error_set_at(error, 0, 1, "car %d owes no action now", *car);
    return true;
}

static bool is_persons(const struct session *session, int car)
{
    int player = game_of(session)->player_of(session->start, car);
    return driver_is_human(session_player(session, player)->driver);
}

int session_left_car(const struct session *session)
{
    int car = race_left_car(session_race(session));
    return car > 0 && is_persons(session, car) ? car : 0;
}

/* Who is left when it is over may drive on; else as session_may_act. */
static bool find_actor(const struct session *session, int *car, const char *action,
                       struct error *error)
{
    int left = strcmp(action, ACTION_DRIVE_ON) == 0 ? session_left_car(session) : 0;
    if (left == 0 || (*car != 0 && *car != left))
        return session_may_act(session, car, error);
    *car = left;
    return true;
}

/* What an action would come to: who acts, the state and events after it, which are the caller's,
 * and the hash. False: nothing is. */
static bool try_action(const struct session *session, int *car, const char *action,
                       const char *hash, struct kept_step *into, char found[HASH_BYTES],
                       struct error *error)
{
    const struct game *game = game_of(session);
    const struct race *before = session_race(session);
    if (!record_room(session, error) || !find_actor(session, car, action, error))
        return false;
    *into =
        (struct kept_step){.car = *car, .round = game->round(before), .after = game->copy(before)};
    bool done =
        race_do(into->after, *car, action, &into->events, error) && action_check(action, error);
    if (done) {
        save_print_hash(game->hash(into->after), found);
        done = hash_check(found, hash, error);
    }
    if (!done) {
        game->free(into->after);
        event_list_free(&into->events);
    }
    return done;
}

/* Works out the action, unless that was done before and nothing has come since. */
static bool plan(struct session *session, int car, const char *action, const char *hash,
                 struct error *error)
{
    struct planned *planned = &session->planned;
    if (planned->step.action && planned->record == session->record_count &&
        planned->step.car == car && strcmp(planned->step.action, action) == 0)
        return hash_check(planned->hash, hash, error);
    struct kept_step step;
    char found[HASH_BYTES] = "";
    if (!try_action(session, &car, action, hash, &step, found, error))
        return false;
    forget_planned(session);
    *planned = (struct planned){.step = step, .record = session->record_count};
    planned->step.action = memory_copy_string(action);
    strcpy(planned->hash, found);
    return true;
}

bool session_perform(struct session *session, int car, const char *action, const char *hash,
                     struct error *error)
{
    if (!plan(session, car, action, hash, error))
        return false;
    struct planned planned = session->planned;
    struct kept_step *step = &planned.step;
    session->planned.step.action = NULL;
    step->log_before = session->log_count;
    array_add(session->steps, session->step_count, session->step_capacity, *step);
    note_done(session, step->car, step->action);
    log_events(session, step);
    if (has_file(session))
        save_append_action(session->record_count + 1, step->car, step->action, planned.hash,
                           &session->file);
    line_added(session);
    return true;
}

static void cut_line_break(struct text *line)
{
    text_cut(line, line->length - 1);
}

bool session_plan(struct session *session, int car, const char *action, struct text *into,
                  struct error *error)
{
    if (!plan(session, car, action, NULL, error))
        return false;
    save_append_action(session->record_count + 1, session->planned.step.car, action,
                       session->planned.hash, into);
    cut_line_break(into);
    return true;
}

bool session_do(struct session *session, int car, const char *action, struct error *error)
{
    return session_perform(session, car, action, NULL, error);
}

/* The step that an undo takes back first, or -1. */
static int last_step_of_a_person(const struct session *session)
{
    int index = session->step_count - 1;
    while (index >= 0 && !is_persons(session, session->steps[index].car))
        index--;
    return index;
}

bool session_can_undo(const struct session *session)
{
    return session->allow.undo && last_step_of_a_person(session) >= 0;
}

static bool may_undo(const struct session *session, struct error *error)
{
    if (!session->allow.undo)
        return error_set(error, "this race was set up without undo");
    if (last_step_of_a_person(session) < 0)
        return error_set(error, "there is nothing to undo");
    return record_room(session, error);
}

bool session_plan_undo(const struct session *session, struct text *into, struct error *error)
{
    if (!may_undo(session, error))
        return false;
    save_append_undo(session->record_count + 1, into);
    cut_line_break(into);
    return true;
}

bool session_undo(struct session *session, struct error *error)
{
    if (!may_undo(session, error))
        return false;
    int keep = last_step_of_a_person(session);
    while (session->step_count > keep) {
        session->taken_back |= UINT64_C(1) << session->steps[session->step_count - 1].car;
        array_add(session->undone, session->undone_count, session->undone_capacity,
                  drop_last_step(session));
    }
    if (has_file(session))
        save_append_undo(session->record_count + 1, &session->file);
    line_added(session);
    return true;
}

/* How many entries were owed in secret before a step; 0: it was open, or is still to come. Each
 * entry of a round leaves one less, and the one before which one was owed shows the round. */
static int secret_before(const struct session *session, int index)
{
    int cars[CAR_LIMIT];
    bool secret = false;
    const struct race *before = session_race_after(session, index);
    int count = game_of(session)->owes(before, cars, &secret);
    return secret ? count : 0;
}

/* The first step of the round of secret entries that this one belongs to, if all of them have been
 * made and shown; else the step itself. */
static int begin_of_shown(const struct session *session, int index)
{
    int begin = index, last = index, owed = secret_before(session, index);
    while (last + 1 < session->step_count && owed > 1 &&
           secret_before(session, last + 1) == owed - 1) {
        last++;
        owed--;
    }
    if (owed != 1)
        return index;
    while (begin > 0 && secret_before(session, begin - 1) == secret_before(session, begin) + 1)
        begin--;
    return begin;
}

bool session_undo_shown(struct session *session, struct error *error)
{
    int last = last_step_of_a_person(session);
    int begin = last < 0 ? 0 : begin_of_shown(session, last);
    bool done = session_undo(session, error);
    while (done && last_step_of_a_person(session) >= begin)
        done = session_undo(session, error);
    return done;
}

bool session_took_back(const struct session *session, int car)
{
    return (session->taken_back >> car & 1) != 0;
}

bool session_can_redo(const struct session *session)
{
    return session->undone_count > 0;
}

static bool redo_one(struct session *session, struct error *error)
{
    const struct taken_back *next = &session->undone[session->undone_count - 1];
    struct taken_back copy = {next->car, memory_copy_string(next->action)};
    bool done = session_do(session, copy.car, copy.action, error);
    free(copy.action);
    return done;
}

/* What drivers did after it went with it, and comes back with it; so does the rest of a round of
 * secret entries that was taken back as a whole. */
static bool goes_with_it(const struct session *session)
{
    int count = session->undone_count;
    bool shows = secret_before(session, session->step_count) <= count &&
                 secret_before(session, session->step_count - 1) > 1;
    return count > 0 && (shows || !is_persons(session, session->undone[count - 1].car));
}

bool session_redo(struct session *session, struct error *error)
{
    if (!session_can_redo(session))
        return error_set(error, "there is nothing to do again");
    bool done = redo_one(session, error);
    while (done && goes_with_it(session))
        done = redo_one(session, error);
    return done;
}

int session_log_count(const struct session *session)
{
    return session->log_count;
}

int session_log_count_after(const struct session *session, int steps)
{
    assert(steps >= 0 && steps <= session->step_count);
    return steps == session->step_count ? session->log_count : session->steps[steps].log_before;
}

const char *session_log_line(const struct session *session, int index, int *round)
{
    assert(index >= 0 && index < session->log_count);
    *round = session->log[index].round;
    return session->log[index].text;
}

/* --- keeping -------------------------------------------------------------------------------- */

void session_write(const struct session *session, struct text *into)
{
    assert(!session->elsewhere);
    if (session->journal)
        journal_append_content(session->journal, into);
    else if (session->file.length > 0)
        text_append_bytes(into, session->file.data, session->file.length);
    else
        save_append_head(session, into);
}

bool session_save(const struct session *session, const char *path, struct error *error)
{
    struct text file = {0};
    session_write(session, &file);
    bool saved = file_write_atomically(path, file.data, file.length, error);
    text_free(&file);
    return saved;
}

/* session_keep of a session that is not kept yet, under a lock that is taken over. */
static bool keep_locked(struct session *session, const char *path, struct file_lock *lock,
                        struct error *error)
{
    bool written;
    has_file(session);
    session->lock = lock;
    session->journal = journal_open(path, &session->file, &written, error);
    text_free(&session->file);
    return written;
}

/* The journal before is closed first, because it may keep the same file; `path` may even be its
 * own. */
bool session_keep(struct session *session, const char *path, struct error *error)
{
    char *copy = memory_copy_string(path);
    stop_keeping(session);
    struct file_lock *lock = file_lock_take(copy);
    bool kept = lock == NULL ? error_set(error, "another window has this race open")
                             : keep_locked(session, copy, lock, error);
    free(copy);
    return kept;
}

struct session *session_resume(const char *path, bool *busy, bool *damaged, struct error *error)
{
    struct file_lock *lock = file_lock_take(path);
    *error = (struct error){0};
    *damaged = false;
    *busy = lock == NULL;
    if (*busy)
        return NULL;
    struct session *session = session_load(path, damaged, error);
    if (session == NULL || *damaged)
        file_lock_release(lock);
    else
        keep_locked(session, path, lock, error);
    return session;
}

const char *session_kept_path(const struct session *session)
{
    return session->journal == NULL ? NULL : journal_path(session->journal);
}

bool session_keep_failed(struct session *session, struct error *error)
{
    return session->journal != NULL && journal_failed(session->journal, error);
}

bool session_keep_is_whole(struct session *session)
{
    return session->journal != NULL && journal_is_whole(session->journal);
}

void session_keep_flush(struct session *session)
{
    if (session->journal != NULL)
        journal_flush(session->journal);
}
