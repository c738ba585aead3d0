/* Saved races of every format version, which must be read for ever: each file of tests/replays/1
 * is replayed and every hash in it must come out again. GRAPHPRIX_TESTS is the folder "tests" if
 * the program is not started beside it. */
#include "base/system/file.h"
#include "session/session.h"
#include "support/cmocka.h"

#include <stdlib.h>

static char *replay_folder(const char *version)
{
    const char *tests = getenv("GRAPHPRIX_TESTS");
    char *replays = file_join(tests != NULL ? tests : "tests", "replays");
    char *folder = file_join(replays, version);
    free(replays);
    return folder;
}

static void races_of_format_1_are_read(void **state)
{
    (void)state;
    int count = 0;
    char *folder = replay_folder("1");
    char **names = file_list_folder(folder, ".race", &count);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        bool damaged = true;
        struct error error = {0};
        char *path = file_join(folder, names[i]);
        struct session *session = session_load(path, &damaged, &error);
        if (session == NULL || damaged || error.text[0] != '\0')
            fail_msg("%s:%d: %s", path, error.line, error.text);
        assert_true(session_step_count(session) > 0);
        session_free(session);
        free(path);
    }
    file_free_names(names, count);
    free(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races_of_format_1_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
