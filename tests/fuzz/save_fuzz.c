/* Fuzzes saved races: whatever the bytes are, reading them ends in a race or an error, and a race
 * that was read is written and read again as the same race. */
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    bool damaged = false;
    struct error error = {0};
    struct session *session = session_read((const char *)bytes, length, &damaged, &error);
    require(session != NULL || damaged);
    require(!damaged || (error.text[0] != '\0' && error.line > 0) || length == 0);
    if (session == NULL)
        return 0;

    struct text first = {0};
    struct text second = {0};
    session_write(session, &first);
    struct session *again = session_read(first.data, first.length, &damaged, &error);
    require(again != NULL && !damaged && error.text[0] == '\0');
    session_write(again, &second);
    require(first.length == second.length && memcmp(first.data, second.data, first.length) == 0);
    require(session_step_count(session) == session_step_count(again));
    text_free(&first);
    text_free(&second);
    session_free(session);
    session_free(again);
    return 0;
}
