/* What the files of this folder share and nobody else may include.
 *
 * A session is made in session.c; save.c puts it into text, gets it back and
 * keeps that text on disk. `file` is the saved race as it stands, line by line:
 * it grows with every action and undo, so writing a race is copying a text and
 * a save can never differ from the race.
 */
#ifndef GRAPHPRIX_SESSION_INSIDE_H
#define GRAPHPRIX_SESSION_INSIDE_H

#include "base/system/file.h"
#include "session/session.h"

#include <jansson.h>

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

/* A step with the state after it. */
struct kept_step {
    int car;
    int round;
    char *action;
    struct event_list events;
    struct race *after;
    int log_before; /* lines of the log before it */
};

/* What was taken back. */
struct taken_back {
    int car;
    char *action;
};

struct log_line {
    char *text;
    int round;
};

struct session {
    struct setup setup; /* its course is retained */
    struct player players[PLAYER_LIMIT];
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
    struct text file;
    int record_count;        /* lines of the file behind the first */
    struct journal *journal; /* NULL if it is not kept */
    struct file_lock *lock;  /* of the journal's file */
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

#endif
