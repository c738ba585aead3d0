/* Where the lines of a table lie, so that several may write them: what is done is a line, and only
 * a line that was kept is done.
 *
 * A table has a code of five letters and two lists: the lines of its race, exactly those of a .race
 * file (docs/files-and-protocols.md, section 3), and those of its seats, {"seat":2,"name":"Ada",
 * "token":"..."}, which no page ever gets. The keeper of files has them as CODE.race and
 * CODE.race.seats in a folder, written beside whoever plays as any running race (session_keep).
 */
#ifndef GRAPHPRIX_SESSION_LOG_H
#define GRAPHPRIX_SESSION_LOG_H

#include "session/session.h"

/* No vowels: no words. */
#define LOG_CODE_ALPHABET "BCDFGHJKLMNPQRSTVWXZ"
enum { LOG_CODE_LETTERS = 5 };

struct log_keeper;
struct log;

/* In a folder, which is made when it is needed; NULL: in memory alone. */
struct log_keeper *log_keeper_of_files(const char *folder);
void log_keeper_close(struct log_keeper *keeper);
/* Is there a table of that code? */
bool log_is_there(struct log_keeper *keeper, const char *code);

/* A table that begins, and one that is there. `path` is the race's file, NULL: by the code. The
 * session and its seats' lines are read whole; NULL and the error if they cannot be; what was cut
 * is told in the error, too. */
struct log *log_begin(struct log_keeper *keeper, const char *code, const char *path,
                      struct session *session, struct error *error);
struct log *log_open(struct log_keeper *keeper, const char *code, const char *path,
                     struct session **session, struct text *seats, struct error *error);
void log_close(struct log *log); /* before its session is freed */
const char *log_code(const struct log *log);
/* By its code alone? */
bool log_can_open_again(const struct log *log);

/* As session_do and session_undo_shown. */
bool log_do(struct log *log, struct session *session, int car, const char *action,
            struct error *error);
bool log_undo(struct log *log, struct session *session, struct error *error);
/* A line of the seats, without its line break. */
bool log_seat(struct log *log, const char *line, struct error *error);

#endif
