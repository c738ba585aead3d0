/* One sitting: a race with its players, everything that was done in it, undo, log and save.
 *
 * A session keeps the state after every action (states are small), so undo and looking back cost
 * nothing. All that plays - mouse, computer driver, bot, save, replay, test - enters at session_do.
 */
#ifndef GRAPHPRIX_SESSION_SESSION_H
#define GRAPHPRIX_SESSION_SESSION_H

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "rules/game.h"
#include "rules/setup.h"

#include <jansson.h>
#include <stddef.h>

enum { PLAYER_NAME_BYTES = 64, PLAYER_DRIVER_BYTES = 256, PEN_COUNT = 8 };

struct player {
    char name[PLAYER_NAME_BYTES];     /* UTF-8, one line */
    int pen;                          /* 1..PEN_COUNT */
    char driver[PLAYER_DRIVER_BYTES]; /* "human", "ace", "bot:COMMAND": drivers/driving.h */
};

struct allow {
    bool undo;
    bool hints;
};

struct session;

/* One action that was done. */
struct step {
    int car;
    int round; /* in which it was done */
    const char *action;
    const struct event *events;
    int event_count;
};

/* Retains the track. `players` has setup->players entries. The set-up is checked. */
struct session *session_begin(const struct setup *setup, const struct player *players,
                              struct allow allow, struct error *error);
void session_free(struct session *session);

const struct setup *session_setup(const struct session *session);
const struct player *session_player(const struct session *session, int player); /* 1.. */
struct allow session_allow(const struct session *session);
/* What a player is called from now on; in the file, too, while nothing has been done. */
void session_rename(struct session *session, int player, const char *name);
/* Who drives for the player from now on; the file says who began. */
void session_hand_over(struct session *session, int player, const char *driver);
/* How many actions and undos there have been. */
int session_line_count(const struct session *session);

/* The state now, or after the first `steps` actions. Owned by the session, valid until it changes.
 */
const struct race *session_race(const struct session *session);
const struct race *session_race_after(const struct session *session, int steps);
/* For whoever looks at a race as it stands alone: frees the events of all steps and their states,
 * but the last one. A state is made again when it is looked for, events are not. */
void session_let_go(struct session *session);

int session_step_count(const struct session *session);
struct step session_step(const struct session *session, int index);

/* Does an action of a car that owes one (0: the first that does), appends it to the autosave. On
 * false nothing has changed. The events are those of the last step. */
bool session_do(struct session *session, int car, const char *action, struct error *error);

/* Does that car owe one? 0 becomes the first that does. */
bool session_may_act(const struct session *session, int *car, struct error *error);

/* Back to before the last action of a person, and what drivers did after it goes with it. False if
 * there is none or the set-up forbids it. */
bool session_can_undo(const struct session *session);
bool session_undo(struct session *session, struct error *error);
/* For people who have seen what came of it: the same, but if that action was one of a round of
 * secret entries which has been shown, back to where all of the round are owed again. */
bool session_undo_shown(struct session *session, struct error *error);

/* Has an undo ever taken back something that this car did, be it done again or not? */
bool session_took_back(const struct session *session, int car);

/* Does again what the last undo took back; on disk it is the same action once more. Of a round of
 * secret entries that was taken back as a whole all are. Any other action makes an end of it, and
 * doing by hand what was undone is the same as a redo. */
bool session_can_redo(const struct session *session);
bool session_redo(struct session *session, struct error *error);

/* A race that is over with one person's car still on its way: that car, which may do
 * ACTION_DRIVE_ON. 0: there is none. It is an action as any other: a line of the save, undone and
 * done again. */
int session_left_car(const struct session *session);

/* The log: one sentence a line, of every event that has words; `round` is that of its step. */
int session_log_count(const struct session *session);
const char *session_log_line(const struct session *session, int index, int *round);
/* How many of the lines the first `steps` steps have. */
int session_log_count_after(const struct session *session, int steps);

/* === save ===================================================================================== */

/* JSON files that people may edit and windows share: what is wrong in one is
 * told in sentences, what is sound goes on, and nothing is written but under a
 * lock and on what the file holds by then.
 */

/* NULL and the error with its place, which goes on a sentence that says what is damaged: "it ends
 * in the middle, as after a full disk". */
json_t *json_file_parse(const char *bytes, size_t length, struct error *error);
/* Appends the text of it, indented by so much, and gives it up. False if a
 * string in it is no UTF-8.
 */
bool json_file_print(json_t *root, int indent, struct text *into);
/* The same, atomically, into a file. */
bool json_file_write(const char *path, json_t *root, int indent, struct error *error);
const char *json_file_string(const json_t *object, const char *key); /* "" if there is none */
json_t *json_numbers(const int *numbers, int count);

/* Members of a struct that are values of an object. */
enum json_kind { JSON_KIND_NUMBER, JSON_KIND_SWITCH, JSON_KIND_WORDS };
struct json_member {
    const char *name; /* NULL ends a table */
    enum json_kind kind;
    size_t offset;   /* of an int, a bool, a char array */
    int least, most; /* of a number; of words `most` is the size of the array */
};
/* All that are there and can be used; the last that cannot be is told, and
 * stays as it was. */
bool json_members_read(const struct json_member *table, const json_t *object, void *into,
                       struct error *error);
json_t *json_members_write(const struct json_member *table, const void *from);
/* Those in which `mine` differs from `known`. */
void json_members_take(const struct json_member *table, void *into, const void *mine,
                       const void *known);

/* A list of things that people keep, each read for itself: {"graphprix": 1,
 * KEY: [...]}. `data` is whoever keeps them. */
struct json_list {
    const char *what; /* "house rules" */
    const char *key;
    size_t limit; /* bytes */
    int indent;
    /* In place of all that there is; NULL: there is nothing. What is left out is
     * told, a sentence each with a blank behind it. */
    void (*take)(void *data, const json_t *list, struct text *told);
    json_t *(*list)(const void *data); /* the caller's */
};
void json_list_read(const struct json_list *kind, const char *bytes, size_t length, void *data,
                    struct text *told);
bool json_list_print(const struct json_list *kind, const void *data, struct text *into);
/* A file that is not there (NULL: there can be none) holds none. One in which
 * anything is wrong is kept aside (file_set_aside), which is told, and the
 * sound part takes its place. */
void json_list_load(const struct json_list *kind, const char *path, void *data, struct text *told);
/* The lock, with `data` as the file holds it now; NULL and the error if nothing
 * may be changed. */
struct file_lock *json_list_lock(const struct json_list *kind, const char *path, void *data,
                                 struct text *told, struct error *error);
bool json_list_save(const struct json_list *kind, const char *path, const void *data,
                    struct error *error);

/* === course file ============================================================================== */

/* Courses as files of any game.
 */

/* Reads it as a course of the game that recognises it; what none does, or is wrong for it, is told
 * by the one game whose files end like this, or else by the usual one. None and the error, which
 * does not name the path, if it cannot be read; else it is retained. */
struct course course_load(const char *path, struct error *error);
/* The same; what the file holds, unpacked, is kept in the text, which is empty before. */
struct course course_load_keeping(const char *path, struct text *content, struct error *error);

/* The game whose files end like this; of several the one that recognises the file, else the usual
 * one.
 * NULL: none. */
const struct game *course_file_game(const char *path);

/* The game whose course is in the file, whatever it is called; NULL: none. */
const struct game *course_file_recognise(const char *path);

/* === save ===================================================================================== */

/* Saved races: JSON Lines, `.race` (files-and-protocols section 3).
 *
 * The running race is such a file, too: session_keep writes it and from then on every action and
 * undo is appended and fsynced by a thread of its own, in order. A failure to write (a full disk)
 * never disturbs the race: session_keep_failed tells it, once each time it happens, and the writer
 * tries again with the next action, so that the file is whole again when there is room.
 *
 * Opening a race from elsewhere leaves its file alone: it goes on in a new file of the races
 * folder, and a copy that is saved lies in `saved` beside it. What was undone stays, followed by
 * its undo.
 *
 * Driving on to the flag is an action, and redo is the action done again: so the saved race knows
 * no third kind of line, and undo, replay and hints meet both as any other.
 */

/* The values of all fields, or of those that differ from the preset, as both the save and the
 * referee write them: a number as a number, a choice by its name. The caller owns the object. */
json_t *session_rules_to_json(const struct setup *setup, bool only_changes);
/* One of them back. */
bool session_rule_from_json(struct setup *setup, const char *field, const json_t *value,
                            struct error *error);

/* The whole file as text; as session_save writes it (atomically). */
void session_write(const struct session *session, struct text *into);
bool session_save(const struct session *session, const char *path, struct error *error);

/* Reads a whole file. When something in it is wrong the error says where (line), and *damaged is
 * set: the session returned is the race up to there, or NULL if there is none. A cut last line is
 * dropped and told in *error with *damaged false (error->text is "" when there was nothing to
 * tell). `length` bytes, not zero-ended. */
struct session *session_read(const char *bytes, size_t length, bool *damaged, struct error *error);
struct session *session_load(const char *path, bool *damaged, struct error *error);

/* Lines that several write: the one, without its line break, that the action or an undo would
 * append, which changes nothing and is not worked out twice; and one that was appended elsewhere,
 * which is done if it is the next one and leads to the same state. */
bool session_plan(struct session *session, int car, const char *action, struct text *into,
                  struct error *error);
bool session_plan_undo(const struct session *session, struct text *into, struct error *error);
bool session_take_line(struct session *session, const char *line, size_t length,
                       struct error *error);
/* The first line of such a list; NULL and the error. Races on the course that was read last have
 * the same one in memory; `known` is zeroed before the first of them, and its course and text are
 * freed by whoever has it. */
struct known_course {
    struct course course;
    struct text file;
};
struct session *session_take_head(const char *line, size_t length, struct known_course *known,
                                  struct error *error);
/* From now on whoever reads its lines has them: none is held here, and it is not written. */
void session_leave_lines(struct session *session);

/* Keeps the session in `path` from now on: writes it there (atomically) and appends from then on.
 * False: the first writing failed; the session is kept all the same and the next action tries
 * again. Also false, and not kept, if another window keeps that file: two never write one. */
bool session_keep(struct session *session, const char *path, struct error *error);
/* session_load of a race that goes on in its own file: nobody else writes it from before it is read
 * until the session is freed. NULL with *busy: another window has it open. A damaged one is not
 * kept; a file that cannot be written is told in *error, as a cut line is. */
struct session *session_resume(const char *path, bool *busy, bool *damaged, struct error *error);
const char *session_kept_path(const struct session *session); /* NULL if it is not kept */
/* Has the writer failed since the last call? Then the error says why. */
bool session_keep_failed(struct session *session, struct error *error);
/* Is all of it on disk? */
bool session_keep_is_whole(struct session *session);
/* Waits until everything that was done is on disk. */
void session_keep_flush(struct session *session);

/* A path for a new race in the folder that no file has yet: "2026-11-20-kidney-2.race"; free it. */
char *saved_race_new_path(const char *folder, const char *track_name);
/* The same for any kind of file; `suffix` is ".race". */
char *saved_new_path(const char *folder, const char *name, const char *suffix);
/* The files of some folders with this suffix, the one that was written last first. Free the array
 * and the paths. */
struct saved_file {
    char *path;
    int folder; /* its index */
    struct file_stamp stamp;
};
struct saved_file *saved_files_newest_first(const char *const *folders, int folder_count,
                                            const char *suffix, int *count);
/* The paths of a folder's files with this suffix, the one that was written last first. Free them
 * with file_free_names. */
char **saved_paths_newest_first(const char *folder, const char *suffix, int *count);

/* === lines of a saved race ======================================================================
 */

/* A race may not grow beyond what can be opened again. A line holds one action or undo. */
enum {
    SAVE_FORMAT = 1,
    SAVE_FILE_LIMIT = 64 * 1024 * 1024,
    HEAD_LINE_LIMIT = COURSE_FILE_LIMIT + 1024 * 1024, /* the first line holds the course */
    RECORD_LIMIT = 200000,
    RECORD_LINE_LIMIT = 2048,
    ACTION_BYTES = 1100,
    HASH_BYTES = 17 /* sixteen lower-case hexadecimal digits and a zero */
};

/* session_do that also refuses, changing nothing, when the hash of the state after the action is
 * not `hash` (NULL: any). */
bool session_perform(struct session *session, int car, const char *action, const char *hash,
                     struct error *error);

/* Lines of the file, each with its line break. */
void save_append_head(const struct session *session, struct text *into);
void save_append_action(int number, int car, const char *action, const char *hash,
                        struct text *into);
void save_append_undo(int number, struct text *into);

/* What a set-up's keys mean (save.c). The errors are without line; keys that
 * are not there are errors, but for `rules`, `last` and `allow`. */
struct save_head {
    struct setup setup; /* owns a reference to the course */
    struct player players[PLAYER_LIMIT];
    struct allow allow;
    struct known_course *known; /* NULL: none is */
};
bool save_read_game(const json_t *object, struct save_head *head, struct error *error);
bool save_read_rules(const json_t *object, struct save_head *head, struct error *error);
bool save_read_players(const json_t *object, struct save_head *head, struct error *error);
bool save_read_allow(const json_t *object, struct save_head *head, struct error *error);
bool save_read_course(const json_t *object, struct save_head *head, struct error *error);
json_t *save_course_to_json(struct course course);
json_t *save_players_to_json(const struct player *players, int count);
json_t *save_allow_to_json(struct allow allow);
const char *save_read_string(const json_t *object, const char *key, struct error *error);

void save_print_hash(uint64_t hash, char into[HASH_BYTES]);

/* === post ===================================================================================== */

/* A race by forum or post: people write "Name: ACTION" among whatever else they write, somebody
 * hands the posts to the program, and what came of the turn is written as text to be posted.
 *
 * Nothing that names somebody is passed over: an order that cannot be read is told and is not
 * missing, so nobody's car drives on for it.
 */

enum { POST_LIMIT = 1024 * 1024 }; /* bytes of what is read */

struct post_wish {
    bool
        drive_on; /* whoever has written nothing does what a program's car does without an answer */
    bool computers; /* they order here and now; else whoever shows the race lets them */
};

/* Does the actions of one turn: the lines that begin with the name of a player who owes one and a
 * colon (post_line.h). Lines that begin with > and what stands between [quote] and [/quote] are
 * what somebody else has written; all other lines are nothing. A computer orders for itself.
 * False: nothing was done, and `faults` has a line for each thing that is wrong, with the name, and
 * the column of the action. Wrong are an order that is missing; a line that begins with the name of
 * somebody without an order, whatever it says, and one that may be another order of the same or of
 * somebody unknown. `notes` has a line for each other line that begins with a name and was not
 * carried out, in any case. Names are shown by text_append_visible. */
bool post_take(struct session *session, const char *post, size_t length, struct post_wish wish,
               struct text *faults, struct text *notes);

/* The step with which the last turn began that has been shown; 0: none has. */
int post_last_turn(const struct session *session);
/* What happened from this step on, the course with its cars (in games that have letters for it),
 * how everybody stands, and who is asked for the next action. */
void post_write(const struct session *session, int from_step, struct text *into);

/* === post line ================================================================================ */

/* Lines of posts: whose order one is, whatever stands round the name - bullets, numbers, bold type,
 * smileys - and whatever forums, mail and word processors make of it (base/text.h).
 */

enum post_line_kind {
    POST_WORDS,   /* what somebody else has written, or nothing of a player */
    POST_ORDER,   /* "Ada: AMM" */
    POST_UNREAD,  /* begins with a player's name, and is no order: "Ada AMM", "~~Ada: AMM~~" */
    POST_STRANGER /* "Cleo: AMM", and nobody is called so */
};

struct post_line {
    enum post_line_kind kind;
    int player;         /* from 1; 0: of nobody */
    struct text name;   /* as it is written */
    struct text action; /* what is ordered, or what stands behind the name */
};

/* Zeroed but for the players. */
struct post_reader {
    const struct player *players;
    int count;
    int quotes;      /* [quote] within which the text is */
    int quoted_from; /* the line of the outermost one */
};

/* The next line, without its end; free it. */
void post_line_read(struct post_reader *reader, const char *line, const char *end, int number,
                    struct post_line *into);
void post_line_free(struct post_line *line);

/* Can each name be told from the others and from all else, as people type it? */
bool post_names_check(const struct player *players, int count, struct error *error);

#endif
