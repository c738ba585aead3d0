/* The tracer on the set of support/photo_set.h, kind by kind.
 *
 * photo_set_test          a few of each kind, small: quick enough for every day
 * photo_set_test all      the whole set, with a table
 * photo_set_test N ...    these photos alone
 *
 * With PHOTO_SET the photos are kept in that folder and made only once. Run from the top of the
 * tree.
 */
#include "support/photo_set.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST_PASSED = 44 }; /* of each half's 48; 21 and 19 when the set was made */

static struct photograph take(const struct set_photo *photo, const struct drawing *drawing,
                              int number)
{
    char path[400];
    const char *folder = getenv("PHOTO_SET");
    struct text kept = {0};
    struct error error;
    snprintf(path, sizeof path, "%s/%02d.jpg", folder != NULL ? folder : "", number);
    if (folder != NULL && file_read(path, PHOTO_FILE_LIMIT, &kept, &error)) {
        struct photograph photograph = photograph_aim(drawing, &photo->scene);
        photograph.bytes = (uint8_t *)kept.data;
        photograph.length = kept.length;
        return photograph;
    }
    struct photograph photograph = photograph_take(drawing, &photo->scene);
    if (folder != NULL)
        file_write_atomically(path, photograph.bytes, photograph.length, &error);
    return photograph;
}

static bool run(int number, const struct set_photo *photo)
{
    struct drawing drawing = drawing_make(photo->shape, photo->scene.seed);
    struct photograph photograph = take(photo, &drawing, number);
    struct photo_wish wish = {0};
    struct photo_tracing tracing = {0};
    struct error error = {0};
    char told[240];
    clock_t start = clock();
    struct photo *source = photo_read(photograph.bytes, photograph.length, &error);
    if (source == NULL)
        fail_msg("not read: %s", error.text);
    photo_trace(source, &wish, NULL, &tracing, &error);
    double milliseconds = (double)(clock() - start) * 1000 / CLOCKS_PER_SEC;
    bool passed = photo_set_judge(photo, &drawing, &photograph, &tracing, &error, told);
    printf("# %s %2d %-17s %-20s %s (%.0f ms)\n", passed ? "    " : "FAIL", number,
           photo_set_kind(photo->kind), drawing_name(photo->shape), told, milliseconds);
    fflush(stdout);
    photo_tracing_free(&tracing);
    photo_free(source);
    photograph_free(&photograph);
    drawing_free(&drawing);
    return passed;
}

/* --- every day ------------------------------------------------------------------------------- */

/* One of each kind, in two thirds of its size: so much is all that a slow machine gets. */
static void expect(int number)
{
    struct set_photo photo = photo_set_at(number);
    photo.scene.width = photo.scene.width * 2 / 3;
    photo.scene.height = photo.scene.height * 2 / 3;
    photo.scene.motion = photo.scene.motion * 2 / 3;
    photo.scene.defocus = photo.scene.defocus * 2 / 3;
    if (!run(number, &photo))
        fail_msg("photo %d, %s", number, photo_set_kind(photo.kind));
}

static void test_tilt(void **state)
{
    (void)state;
    expect(50);
}

static void test_curl(void **state)
{
    (void)state;
    expect(6);
}

static void test_hard_shadows(void **state)
{
    (void)state;
    expect(8);
    expect(32);
}

static void test_paper_without_a_grid(void **state)
{
    (void)state;
    expect(34);
    expect(36);
    expect(82); /* ruled as dark as the pen */
}

static void test_blur(void **state)
{
    (void)state;
    expect(14);
    expect(38);
    expect(88);
}

static void test_dark_grid(void **state)
{
    (void)state;
    expect(66);
}

/* --- the whole set --------------------------------------------------------------------------- */

/* Both halves by kind. */
static void test_all(void **state)
{
    (void)state;
    int passed[2][PHOTO_SET_KINDS] = {0};
    int sums[2] = {0};
    for (int i = 0; i < PHOTO_SET_COUNT; i++) {
        struct set_photo photo = photo_set_at(i);
        passed[i % 2][photo.kind] += run(i, &photo);
    }
    printf("# %-20s seen  held out\n", "kind");
    for (int kind = 0; kind < PHOTO_SET_KINDS; kind++) {
        printf("# %-20s %d/%d   %d/%d\n", photo_set_kind(kind), passed[0][kind], PHOTO_SET_EACH / 2,
               passed[1][kind], PHOTO_SET_EACH / 2);
        for (int half = 0; half < 2; half++)
            sums[half] += passed[half][kind];
    }
    printf("# %-20s %d/%d %d/%d\n", "all", sums[0], PHOTO_SET_COUNT / 2, sums[1],
           PHOTO_SET_COUNT / 2);
    for (int half = 0; half < 2; half++)
        assert_true(sums[half] >= LEAST_PASSED);
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tilt),         cmocka_unit_test(test_curl),
        cmocka_unit_test(test_hard_shadows), cmocka_unit_test(test_paper_without_a_grid),
        cmocka_unit_test(test_blur),         cmocka_unit_test(test_dark_grid),
    };
    const struct CMUnitTest whole[] = {cmocka_unit_test(test_all)};
    if (argument_count > 1 && strcmp(arguments[1], "all") == 0)
        return cmocka_run_group_tests(whole, NULL, NULL);
    for (int i = 1; i < argument_count; i++) {
        struct set_photo photo = photo_set_at((int)strtol(arguments[i], NULL, 10));
        run((int)strtol(arguments[i], NULL, 10), &photo);
    }
    return argument_count > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
