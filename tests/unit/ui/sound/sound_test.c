/* The device comes and goes: with SDL's disk driver, whose file is there once it was opened, and
 * without any. */
#include "support/cmocka.h"
#include "support/folder.h"
#include "ui/sound/sound.h"

#include "base/system/file.h"

#include <stdlib.h>
#include <unistd.h>

enum { PATIENCE = 20000 }; /* milliseconds; only a failure waits so long */
static const struct sound knock = {MOMENT_CHECKPOINT, 0, 1};

static bool wait_open(bool open)
{
    for (int waited = 0; waited < PATIENCE; waited += 5) {
        sound_follow(SDL_GetTicks());
        if ((sound_wait(SDL_GetTicks()) >= 0) == open)
            return true;
        SDL_Delay(5);
    }
    return false;
}

static bool subsystem_ends(void)
{
    for (int waited = 0; waited < PATIENCE; waited += 5) {
        if (!SDL_WasInit(SDL_INIT_AUDIO))
            return true;
        SDL_Delay(5);
    }
    return false;
}

static char *use_disk(void)
{
    char *path = folder_path("played.raw");
    setenv("SDL_AUDIODRIVER", "disk", 1);
    setenv("SDL_DISKAUDIOFILE", path, 1);
    return path;
}

static void it_is_opened_by_the_first_sound_and_closed_after_silence(void **state)
{
    (void)state;
    char *path = use_disk();
    sound_set_volume(100);
    assert_int_equal(sound_wait(SDL_GetTicks()), -1);
    assert_false(file_exists(path));
    sound_play(&knock);
    assert_true(wait_open(true));
    assert_true(file_exists(path));
    assert_in_range(sound_wait(SDL_GetTicks()), SOUND_PATIENCE - 1000, SOUND_PATIENCE + 1000);
    sound_follow(SDL_GetTicks() + SOUND_PATIENCE - 2000);
    assert_true(sound_wait(SDL_GetTicks()) > 0);
    sound_follow(SDL_GetTicks() + SOUND_PATIENCE + 1000);
    assert_int_equal(sound_wait(SDL_GetTicks()), -1);
    assert_true(subsystem_ends());
    sound_end();
    unlink(path);
    free(path);
}

static void muted_opens_nothing_and_muting_closes(void **state)
{
    (void)state;
    char *path = use_disk();
    sound_set_volume(0);
    sound_play(&knock);
    sound_follow(SDL_GetTicks());
    assert_false(SDL_WasInit(SDL_INIT_AUDIO));
    assert_false(file_exists(path));
    sound_set_volume(50);
    sound_play(&knock);
    assert_true(wait_open(true));
    sound_set_volume(0);
    assert_int_equal(sound_wait(SDL_GetTicks()), -1);
    assert_true(subsystem_ends());
    sound_end();
    unlink(path);
    free(path);
}

static void no_device_is_no_error(void **state)
{
    (void)state;
    setenv("SDL_AUDIODRIVER", "none", 1);
    sound_set_volume(100);
    for (int i = 0; i < 10; i++) {
        sound_play(&knock);
        SDL_Delay(2);
        sound_follow(SDL_GetTicks());
        assert_int_equal(sound_wait(SDL_GetTicks()), -1);
    }
    sound_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_opened_by_the_first_sound_and_closed_after_silence),
        cmocka_unit_test(muted_opens_nothing_and_muting_closes),
        cmocka_unit_test(no_device_is_no_error),
    };
    folder_make();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    folder_remove();
    return failed;
}
