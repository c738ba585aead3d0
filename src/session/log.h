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

#include "session/broker.h"
#include "session/session.h"

/* No vowels: no words. */
#define LOG_CODE_ALPHABET "BCDFGHJKLMNPQRSTVWXZ"
enum { LOG_CODE_LETTERS = 5 };

struct log_keeper;
struct log;

/* In a folder, which is made when it is needed; NULL: in memory alone. */
struct log_keeper *log_keeper_of_files(const char *folder);
/* By a broker, which becomes the keeper's, for a host of that version ("1.4"; borrowed): at tables
 * that a newer one has had it only looks on, which is told. */
struct log_keeper *log_keeper_of_broker(struct broker *broker, const char *version);
void log_keeper_close(struct log_keeper *keeper);
/* Is there a table of that code? A broker that does not answer leaves it open. */
enum log_presence { LOG_ABSENT, LOG_THERE, LOG_UNSURE };
enum log_presence log_is_there(struct log_keeper *keeper, const char *code);

/* A table that begins, and one that is there. `path` is the race's file, NULL: by the code. The
 * session and its seats' lines are read whole; NULL and the error if they cannot be; what was cut
 * is told in the error, too. */
struct log *log_begin(struct log_keeper *keeper, const char *code, const char *path,
                      struct session *session, struct error *error);
struct log *log_open(struct log_keeper *keeper, const char *code, const char *path,
                     struct session **session, struct text *seats, struct error *error);
/* The race of a window, which keeps it: the seats lie beside its file, if it has one, with those
 * that there are (`seats`), or else those that it had when it was a table before. */
struct log *log_join(struct log_keeper *keeper, const char *code, const struct session *session,
                     struct text *seats, struct error *error);
void log_close(struct log *log); /* before its session is freed */
/* Of a window's race: nobody comes back to its seats. */
void log_end(struct log *log, const struct session *session);
const char *log_code(const struct log *log);
/* By its code alone? */
bool log_can_open_again(const struct log *log);

/* As session_do and session_undo_shown; by a broker an undo takes back one action of a person. */
enum log_verdict log_do(struct log *log, struct session *session, int car, const char *action,
                        struct error *error);
/* log_do will be asked for that before anything else of this table: the broker hears of it now. */
void log_expect(struct log *log, struct session *session, int car, const char *action);
enum log_verdict log_undo(struct log *log, struct session *session, struct error *error);
/* A line of the seats, without its line break. */
enum log_verdict log_seat(struct log *log, const struct text *line, struct error *error);

/* --- what other hosts have written ------------------------------------------------------------ */

/* Takes a line of the broker into the session (of the race; true if it went on) or hands it on (of
 * the seats). One that is known is passed over. One that does not apply is missed for now, because
 * one before it may not have come; where all are read (log_catch_up) it is told and skipped: every
 * host comes to the same verdict. */
typedef void log_take_seat(void *data, const char *line, size_t length);
bool log_take(struct log *log, struct session *session, const struct broker_line *line,
              log_take_seat *take_seat, void *data);
bool log_misses(const struct log *log, const struct broker_line *line);
/* All lines that are there and are not known, to be taken one by one; false: they cannot be read.
 * If a line was refused because somebody was faster (`behind`), and there is none, the broker has
 * lost what it had: it is told, nothing is written over it, and the table goes on in the memory of
 * this host. */
bool log_catch_up(struct log *log, bool behind,
                  void (*take)(void *data, const struct broker_line *line), void *data);
/* The next line of any table; false: there is none. The text is the caller's. */
bool log_next(struct log_keeper *keeper, struct broker_line *into);
bool log_is_shared(const struct log *log);
/* The first line of a table that is not known here, so that the next ones can be taken; NULL: it is
 * none. Lines of the last hours come first: has log_next not told all of them yet, or may others
 * have come since that it could not tell? */
struct log *log_read_ahead(struct log_keeper *keeper, const struct broker_line *line,
                           struct session **session);
bool log_is_behind(struct log_keeper *keeper);
/* Of this host, which has been asked for the table, so that older ones look on. */
void log_leave_version(struct log *log);

#endif
