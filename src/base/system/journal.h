/* A text file that grows on disk while something else goes on.
 *
 * Lines are handed over at once and written, in order, by a thread of its own, each made sure of
 * with fsync; where the system has no thread to give, they are written before journal_append comes
 * back. After a failure (a full disk, a file that was removed) nothing is appended to what
 * may be half a line: the next line handed over makes the whole file be written again, atomically.
 * So the file is, at any moment and whatever kills the program, a whole beginning of the text, at
 * worst with a cut last line.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_JOURNAL_H
#define GRAPHPRIX_BASE_SYSTEM_JOURNAL_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>

struct journal;

/* Writes `content` to `path` at once, if it is not there already. If that fails (*written is false,
 * and the error says why) the journal tries again with the next line. */
struct journal *journal_open(const char *path, const struct text *content, bool *written,
                             struct error *error);
/* Writes what is left, then frees. NULL is allowed. */
void journal_close(struct journal *journal);

void journal_append(struct journal *journal, const char *bytes, size_t length);
/* Waits until all is on disk, or until one more try to get it there has failed. */
void journal_flush(struct journal *journal);
/* Has a try failed since the last call? Then the error says why. */
bool journal_failed(struct journal *journal, struct error *error);
/* Is all of the text on disk? */
bool journal_is_whole(struct journal *journal);
const char *journal_path(const struct journal *journal);

#endif
