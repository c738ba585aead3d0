/* Which part an element of a drawing plays, told by its class or its id.
 *
 * The classes count first, `decoration` among them, which is no role. If none of them counts, the
 * id without the numbers at its end does (`wall-2`, `wall3`, `wall-2-5`), so that Inkscape users
 * need not touch XML; the id `start-finish` is the one line for both. Only the shape's own class
 * and id count, not those of the group that it is in: a group named "start" may hold the flags that
 * decorate the start.
 */
#ifndef GRAPHPRIX_TRACK_ROLE_H
#define GRAPHPRIX_TRACK_ROLE_H

#include "track/draft.h"

enum role_answer { ROLE_NONE, ROLE_FOUND, ROLE_WRONG };

struct role {
    enum draft_role role;
    int id_number; /* the number at the end of the id that gave the role, otherwise 0 */
};

/* Both strings may be NULL. ROLE_WRONG, with the error, is for classes that do not go together. */
enum role_answer role_find(const char *classes, const char *id, struct role *found,
                           struct error *error);

/* Does the shape say itself that it is decoration? */
bool role_is_decoration(const char *classes);

#endif
