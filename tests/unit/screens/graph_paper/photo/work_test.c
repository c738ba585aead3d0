/* The thread behind a photo: the last wish is the one that is answered, and nobody has to wait. */
#include "base/system/worker.h"
#include "screens/graph_paper/photo/photo.h"
#include "support/cmocka.h"
#include "support/folder.h"

#include <SDL.h>
#include <cairo.h>
#include <stdlib.h>

enum { WIDE = 640, HIGH = 480 };

/* A ring of 300 x 400 pixels to the right of the middle; its upper left quarter of the sheet is
 * red, to be known again when it is turned. */
static char *make_photo(const char *name)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDE, HIGH);
    cairo_t *cairo = cairo_create(surface);
    char *path = folder_path(name);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_rectangle(cairo, 0, 0, 40, 40);
    cairo_set_source_rgb(cairo, 1, 0, 0);
    cairo_fill(cairo);
    cairo_rectangle(cairo, 250, 40, 300, 400);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_set_line_width(cairo, 4);
    cairo_stroke(cairo);
    cairo_destroy(cairo);
    assert_int_equal(cairo_surface_write_to_png(surface, path), CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(surface);
    return path;
}

static struct photo_work *open_photo(const char *name)
{
    char *path = make_photo(name);
    struct photo_work *work = photo_work_open(path);
    free(path);
    return work;
}

static struct photo_finding wait_for_finding(struct photo_work *work)
{
    struct photo_finding finding;
    for (int i = 0; i < 5000; i++) {
        if (photo_work_take_finding(work, &finding))
            return finding;
        SDL_Delay(2);
    }
    fail_msg("nothing was found");
    return finding;
}

static void the_last_wish_is_answered(void **state)
{
    (void)state;
    struct photo_work *work = open_photo("wishes.png");
    for (int across = 10; across <= 60; across++)
        photo_work_ask(work, &(struct photo_wish){.across = across}, 0);
    struct photo_finding finding = wait_for_finding(work);
    assert_true(finding.found);
    assert_int_equal(finding.tracing.width, 60);
    assert_int_equal(finding.tracing.height, 45);
    photo_finding_free(&finding);
    SDL_Delay(50);
    assert_false(photo_work_take_finding(work, &finding));
    photo_work_close(work);
}

static uint32_t pixel(const struct photo_level *level, double x, double y)
{
    int column = (int)(x * level->width), row = (int)(y * level->height);
    return level->pixels[row * level->width + column];
}

/* In each size; turned to the right what was upper left is upper right. */
static void pictures_turn(void **state)
{
    (void)state;
    struct photo_work *work = open_photo("turn.png");
    struct photo_picture picture;
    for (int turns = 0; turns < 2; turns++) {
        photo_work_ask(work, &(struct photo_wish){0}, turns);
        struct photo_finding finding = wait_for_finding(work);
        photo_finding_free(&finding);
        assert_true(photo_work_take_picture(work, &picture));
        assert_int_equal(picture.width, turns ? HIGH : WIDE);
        assert_int_equal(picture.height, turns ? WIDE : HIGH);
        assert_true(picture.count >= 2);
        for (int i = 0; i < picture.count; i++) {
            assert_int_equal(pixel(&picture.levels[i], 0.02, 0.02) & 0xff,
                             turns ? 0xff : 0x00); /* no blue in red */
            assert_int_equal(pixel(&picture.levels[i], 0.98, 0.02) & 0xff, turns ? 0x00 : 0xff);
        }
        photo_picture_free(&picture);
    }
    photo_work_close(work);
}

static void rest_and_close_wait_for_nothing(void **state)
{
    (void)state;
    struct photo_finding finding;
    for (int i = 0; i < 10; i++) {
        struct photo_work *work = open_photo("rest.png");
        photo_work_ask(work, &(struct photo_wish){0}, i % 4);
        SDL_Delay((Uint32)i * 3);
        photo_work_rest(work);
        bool was_done = photo_work_take_finding(work, &finding);
        if (was_done)
            photo_finding_free(&finding);
        SDL_Delay(10);
        assert_false(photo_work_take_finding(work, &finding));
        photo_work_close(work);
    }
    assert_true(worker_wait_for_all(10000));
}

static void what_cannot_be_read_is_told(void **state)
{
    (void)state;
    struct error error = {0};
    char *path = folder_path("nowhere.png");
    struct photo_work *work = photo_work_open(path);
    photo_work_ask(work, &(struct photo_wish){0}, 0);
    for (int i = 0; i < 5000 && !photo_work_has_failed(work, &error); i++)
        SDL_Delay(2);
    assert_true(photo_work_has_failed(work, &error));
    assert_true(error.text[0] != '\0');
    photo_work_close(work);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_wish_is_answered),
        cmocka_unit_test(pictures_turn),
        cmocka_unit_test(rest_and_close_wait_for_nothing),
        cmocka_unit_test(what_cannot_be_read_is_told),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
