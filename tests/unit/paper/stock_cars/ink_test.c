/* The map in parts is the map as a whole; a step stays within the box it announces; cars drive all
 * at once; tiles that changed are shown as they are; tables say what happened.
 */
#include "paper/stock_cars/ink.h"

#include "base/number.h"
#include "paper/labels.h"
#include "paper/print.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 500, WHITE = 0xffffff };
static const struct paper_view view = {13, 11, 27.3, 1};

/* The map Yard of RULES 11, with a slick at (2, 0). */
static const char yard[] =
    "name: Yard\nrace: N\nturn: right\nlaps: 1\nsandbags: 2\n\n"
    "************bbb\n************bbb\n************bbb\n***** *    ****\n***** #    ****\n"
    "****s p    ****\n****S p    ****\n***** p    ****\n***** P    ****\nFFFFF p    ****\n"
    "1**** p    ****\n2**34 p    ****\n***** p    ****\n***** #    ****\n***************\n"
    "**o************\n";

static struct session *begin(int players, const char *field)
{
    struct error error = {0};
    struct course course = course_read(&stock_cars_game, yard, strlen(yard), &error);
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    struct player names[4] = {
        {"Ada", 1, "human"}, {"Blaise", 2, "human"}, {"Chen", 3, "human"}, {"Dora", 4, "human"}};
    assert_non_null(course.body);
    setup.course = course;
    setup.players = players;
    assert_true(setup_set_pair(&setup, "specials=off", &error));
    assert_true(!*field || setup_set_pair(&setup, field, &error));
    struct session *session = session_begin(&setup, names, (struct allow){true, true}, &error);
    assert_non_null(session);
    course_release(course);
    return session;
}

static void act(struct session *session, const char *const *orders, int count)
{
    struct error error = {0};
    for (int i = 0; i < count; i++)
        if (!session_do(session, 0, orders[i], &error))
            fail_msg("%s at %d: %s", orders[i], error.column, error.text);
}
#define ACT(session, ...)                                                                          \
    act(session, (const char *const[]){__VA_ARGS__},                                               \
        (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

static cairo_t *white_picture(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    return cairo;
}

/* 0xrrggbb in the lower bytes, row after row. */
static const uint32_t *pixels_of(cairo_t *cairo)
{
    cairo_surface_t *surface = cairo_get_target(cairo);
    cairo_surface_flush(surface);
    assert_int_equal(cairo_image_surface_get_stride(surface), WIDTH * 4);
    return (const uint32_t *)(const void *)cairo_image_surface_get_data(surface);
}

static uint32_t pixel(cairo_t *cairo, int x, int y)
{
    return pixels_of(cairo)[y * WIDTH + x] & 0xffffff;
}

/* In tiles, y up. */
static uint32_t pixel_at(cairo_t *cairo, double x, double y)
{
    struct pixel at = brush_place(&view, 16, x, y);
    return pixel(cairo, (int)at.x, (int)at.y);
}

static int brightness(uint32_t color)
{
    return (int)((color >> 16) + (color >> 8 & 255) + (color & 255)) / 3;
}

/* Pixels whose colours are further apart than what cairo rounds where a path is clipped. */
static bool differ(uint32_t a, uint32_t b)
{
    enum { ROUNDING = 6 };
    for (int shift = 0; shift <= 16; shift += 8)
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > ROUNDING)
            return true;
    return false;
}

static int count_differences(cairo_t *a, cairo_t *b, const double box[4])
{
    const uint32_t *one = pixels_of(a), *other = pixels_of(b);
    int differences = 0;
    for (int y = (int)box[1]; y < box[1] + box[3]; y++)
        for (int x = (int)box[0]; x < box[0] + box[2]; x++)
            differences += differ(one[y * WIDTH + x], other[y * WIDTH + x]);
    return differences;
}
static const double everything[4] = {0, 0, WIDTH, HEIGHT};

static void draw_map(cairo_t *cairo, const struct session *session)
{
    struct stock_tiles tiles = stock_tiles_of_map(stock_map_of(session_setup(session)));
    stock_draw_tiles(cairo, &view, &tiles, true, &paper_theme_paper);
}

/* --- the map ---------------------------------------------------------------------------------- */

static void a_part_of_the_map_is_the_same_as_the_whole(void **state)
{
    (void)state;
    struct random random = random_seeded(11);
    struct session *session = begin(1, "");
    cairo_t *whole = white_picture(), *parts = white_picture();
    draw_map(whole, session);
    draw_map(parts, session);
    for (int i = 0; i < 200; i++) {
        int x = (int)random_below(&random, WIDTH), y = (int)random_below(&random, HEIGHT);
        cairo_save(parts);
        cairo_rectangle(parts, x, y, 1 + (int)random_below(&random, 90),
                        1 + (int)random_below(&random, 90));
        cairo_clip(parts);
        cairo_set_source_rgb(parts, 1, 0, 0);
        cairo_paint(parts);
        draw_map(parts, session);
        cairo_restore(parts);
    }
    assert_int_equal(count_differences(whole, parts, everything), 0);
    cairo_destroy(whole);
    cairo_destroy(parts);
    session_free(session);
}

/* The edge is dark where track and off-track meet, at the sheet's rim, too; not between tiles that
 * are both on the track. */
static void the_edge_of_the_track_is_a_line(void **state)
{
    (void)state;
    struct session *session = begin(1, "");
    cairo_t *cairo = white_picture();
    draw_map(cairo, session);
    assert_true(brightness(pixel_at(cairo, 5.0, 8.4)) < 0x60);    /* asphalt | off */
    assert_true(brightness(pixel_at(cairo, 0.0, 9.4)) < 0x60);    /* rim | asphalt */
    assert_true(brightness(pixel_at(cairo, 6.5, 12.0)) > 0xa0);   /* # | asphalt */
    assert_true(brightness(pixel_at(cairo, 2.02, 9.4)) > 0xa0);   /* asphalt | asphalt */
    assert_true(brightness(pixel_at(cairo, 0.03, 15.97)) > 0xa0); /* corners are rounded */
    assert_true(brightness(pixel_at(cairo, 2.5, 0.4)) < 0x50);    /* oil */
    cairo_destroy(cairo);
    session_free(session);
}

static char joined_tile(const struct stock_tiles *tiles, struct point at)
{
    return *(const char *)tiles->of == (at.x == at.y ? 'j' : 'o') ? TILE_ASPHALT : TILE_OFF;
}

/* Cars drive from corner to corner: there is no line across that, and one beside it. */
static void tiles_that_touch_at_a_corner_are_joined(void **state)
{
    (void)state;
    struct stock_tiles tiles = {2,    2,    HEADING_N, TURN_NONE, joined_tile,
                                NULL, NULL, "j",       NULL,      false};
    const struct paper_view large = {40, 40, 200, 1};
    cairo_t *cairo = white_picture();
    stock_draw_tiles(cairo, &large, &tiles, false, &paper_theme_paper);
    uint32_t asphalt = pixel(cairo, 340, 140);
    assert_int_equal(pixel(cairo, 240, 240), asphalt);
    assert_int_equal(pixel(cairo, 140, 340), asphalt);
    assert_true(brightness(pixel(cairo, 240, 140)) < 0x60);
    cairo_destroy(cairo);
}

static char tile_below_slope(const struct stock_tiles *tiles, struct point at)
{
    (void)tiles;
    return at.x > at.y ? TILE_ASPHALT : TILE_OFF;
}

/* Through the middles of its steps' sides. */
static void a_slope_is_a_straight_wall(void **state)
{
    (void)state;
    struct stock_tiles tiles = {6,    6,    HEADING_N, TURN_NONE, tile_below_slope,
                                NULL, NULL, NULL,      NULL,      false};
    cairo_t *cairo = white_picture();
    stock_draw_tiles(cairo, &(struct paper_view){20, 20, 60, 1}, &tiles, true, &paper_theme_paper);
    for (int i = 2; i < 10; i++) { /* a quarter of a tile each */
        int right = 20 + 90 + 15 * i, up = 20 + 6 * 60 - 60 - 15 * i;
        assert_true(brightness(pixel(cairo, right, up)) < 0x60);
        assert_true(brightness(pixel(cairo, right - 9, up)) > 0xa0);
        assert_true(brightness(pixel(cairo, right + 9, up)) > 0xa0);
    }
    cairo_destroy(cairo);
}

static char tile_round_corner(const struct stock_tiles *tiles, struct point at)
{
    (void)tiles;
    return at.x < 4 || at.y > 7 ? TILE_ASPHALT : TILE_OFF;
}

/* A road of four tiles comes up and turns right round the corner of tile (4, 7). */
static void kerbs_lie_on_the_inside_of_bends(void **state)
{
    (void)state;
    struct stock_tiles tiles = {12,   12,   HEADING_N, TURN_NONE, tile_round_corner,
                                NULL, NULL, NULL,      NULL,      false};
    const struct paper_view bend = {20, 20, 36, 1};
    struct pixel corner = brush_place(&bend, 12, 4, 8);
    uint32_t red = 0xb03030;
    int count = 0;
    cairo_t *cairo = white_picture();
    stock_draw_tiles(cairo, &bend, &tiles, true, &paper_theme_paper);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            if (pixel(cairo, x, y) != red)
                continue;
            count++;
            assert_true(hypot(x - corner.x, y - corner.y) < 3 * bend.square);
            /* On the road's side of the wall, which is rounded there. */
            assert_true(x < corner.x + 9 || y < corner.y + 9);
        }
    assert_true(count > 100);
    cairo_destroy(cairo);
}

static int count_of(cairo_t *cairo, uint32_t color)
{
    int count = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            count += pixel(cairo, x, y) == color;
    return count;
}

/* Straight past that corner lead the tiles from (0, 5) to (6, 11). */
static void kerbs_of_a_bend_take_another_colour(void **state)
{
    (void)state;
    struct stock_tiles tiles = {12,   12,   HEADING_N, TURN_NONE, tile_round_corner,
                                NULL, NULL, NULL,      NULL,      false};
    const struct paper_view bend = {20, 20, 36, 1};
    struct stock_bend bends[STOCK_BENDS];
    uint32_t red = 0xb03030, blue = 0x2f5d8a, wall = 0x3a3a3a;
    assert_int_equal(stock_find_bends(&tiles, bends), 1);
    assert_int_equal(bends[0].room, 7);
    assert_true(bends[0].low.x <= 4 && bends[0].high.x >= 4);
    assert_true(bends[0].low.y <= 7 && bends[0].high.y >= 7);
    cairo_t *cairo = white_picture();
    stock_draw_tiles(cairo, &bend, &tiles, true, &paper_theme_paper);
    int reds = count_of(cairo, red), walls = count_of(cairo, wall);
    assert_int_equal(count_of(cairo, blue), 0);
    stock_draw_bend(cairo, &bend, &tiles, &bends[0], paper_theme_paper.action, &paper_theme_paper);
    assert_int_equal(count_of(cairo, red), 0);
    assert_in_range(count_of(cairo, blue), reds * 9 / 10, reds * 11 / 10);
    assert_in_range(count_of(cairo, wall), walls * 9 / 10, walls * 11 / 10);
    cairo_destroy(cairo);
}

static bool is_far_right(const void *middle, struct point square)
{
    return square.x > *(const int *)middle;
}

/* Things stand where they may, as they are in whatever part of the sheet. */
static void scenery_keeps_to_where_it_is_free(void **state)
{
    (void)state;
    const struct paper_view woods = {0, 0, 12, 1};
    const int middle = 20;
    const double left[4] = {0, 0, 12 * middle, HEIGHT}; /* a crown is a square wide */
    cairo_t *white = white_picture(), *whole = white_picture(), *parts = white_picture();
    paper_draw_scenery(whole, &woods, (struct point){40, 40}, is_far_right, &middle, "Wood",
                       &paper_theme_paper);
    assert_int_equal(count_differences(white, whole, left), 0);
    assert_true(count_differences(white, whole, everything) > 1000);
    cairo_t *nameless = white_picture();
    paper_draw_scenery(nameless, &woods, (struct point){40, 40}, is_far_right, &middle, NULL,
                       &paper_theme_paper);
    /* The first free squares right of the middle, in its row. */
    const double name[4] = {12 * 21, 12 * 18, 12 * 6, 12 * 3};
    assert_true(count_differences(nameless, whole, name) > 100);
    cairo_destroy(nameless);
    for (int i = 0; i < 4 * 4; i++) {
        cairo_save(parts);
        cairo_rectangle(parts, i % 4 * WIDTH / 4, i / 4 * HEIGHT / 4, WIDTH / 4, HEIGHT / 4);
        cairo_clip(parts);
        paper_draw_scenery(parts, &woods, (struct point){40, 40}, is_far_right, &middle, "Wood",
                           &paper_theme_paper);
        cairo_restore(parts);
    }
    assert_int_equal(count_differences(whole, parts, everything), 0);
    cairo_destroy(white);
    cairo_destroy(whole);
    cairo_destroy(parts);
}

static void a_draft_that_is_no_map_yet_is_drawn(void **state)
{
    (void)state;
    struct map_draft draft = map_draft_make(9, 7);
    draft.tiles[3 * 9 + 4] = TILE_BANK;
    draft.tiles[2 * 9 + 4] = '7';
    draft.tiles[2 * 9 + 1] = TILE_LINE;
    draft.tiles[2 * 9 + 3] = draft.tiles[3 * 9 + 3] = TILE_PIT;
    bool *line = map_draft_line(&draft);
    struct stock_tiles tiles = stock_tiles_of_draft(&draft, line);
    cairo_t *cairo = white_picture();
    for (double square = 0.7; square < 60; square *= 1.7)
        for (int i = 0; i < PAPER_THEME_COUNT; i++)
            stock_draw_tiles(cairo, &(struct paper_view){5, 5, square, 1}, &tiles, true,
                             paper_themes[i]);
    /* 1.3: the line goes on over the pit tile in its row, and over no other. */
    stock_draw_tiles(cairo, &(struct paper_view){5, 5, 40, 1}, &tiles, true, &paper_theme_paper);
    assert_int_equal(pixel(cairo, 150, 190), pixel(cairo, 70, 190));
    assert_int_not_equal(pixel(cairo, 150, 150), pixel(cairo, 70, 190));
    assert_int_equal(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
    cairo_destroy(cairo);
    free(line);
    map_draft_free(&draft);
}

/* --- steps ------------------------------------------------------------------------------------ */

static void assert_only_in(cairo_t *cairo, cairo_t *ground, const double box[4])
{
    const uint32_t *one = pixels_of(cairo), *other = pixels_of(ground);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (one[y * WIDTH + x] != other[y * WIDTH + x] &&
                !(x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3]))
                fail_msg("pixel (%d, %d) is outside the box", x, y);
}

/* A speed that can be reached, and steers here and there; straight on where that is refused. */
static void act_at_random(struct session *session, struct random *random)
{
    static const char *const moves = "MMMLR";
    struct stock_speed speeds[STOCK_SPEEDS];
    struct error error;
    bool slipstream;
    int car = race_next_car(session_race(session));
    int count = stock_speeds(session_race(session), car, speeds, &slipstream);
    const struct stock_speed *speed = &speeds[random_below(random, (uint32_t)count)];
    struct text order = {0};
    text_append(&order, speed->changes);
    for (int i = 0; i < speed->speed; i++)
        text_append_bytes(&order, &moves[random_below(random, 5)], 1);
    if (order.length == 0 || !session_do(session, car, text_string(&order), &error)) {
        text_clear(&order);
        text_append(&order, speed->changes);
        if (speed->speed > 0)
            text_append_format(&order, "(%dM)", speed->speed);
        if (order.length == 0)
            text_append(&order, "-");
        assert_true(session_do(session, car, text_string(&order), &error));
    }
    text_free(&order);
}

/* What is recorded of it is what the sheet mends: a group without a clip would be all of it. */
static void assert_small_ink(cairo_t *cairo, const double box[4])
{
    double x, y, width, height;
    cairo_recording_surface_ink_extents(cairo_get_target(cairo), &x, &y, &width, &height);
    assert_true(width <= 3 * box[2] && height <= 3 * box[3]);
    cairo_destroy(cairo);
}

static cairo_t *record(void)
{
    const cairo_rectangle_t all = {0, 0, WIDTH, HEIGHT};
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &all);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    return cairo;
}

static void steps_and_cars_stay_within_their_boxes(void **state)
{
    (void)state;
    struct random random = random_seeded(20261123);
    cairo_t *bare = white_picture();
    for (int game = 0; game < 4; game++) {
        struct session *session = begin(4, game % 2 ? "orders=open" : "off_track=mild");
        for (int i = 0; i < 60 && race_next_car(session_race(session)); i++) {
            act_at_random(session, &random);
            int last = session_step_count(session) - 1;
            cairo_t *cairo = white_picture(), *ground = white_picture();
            double box[4] = {0};
            draw_map(cairo, session);
            draw_map(ground, session);
            bool inked = paper_step_box(&view, session, last, box);
            paper_draw_step(cairo, &view, session, last, 1, i % 2, &paper_theme_paper);
            assert_true(inked || count_differences(cairo, ground, everything) == 0);
            assert_only_in(cairo, ground, box);
            for (int car = 1; car <= 4; car++) {
                cairo_t *own = white_picture();
                struct stock_look look = stock_look_of(session, session_race(session), car);
                stock_draw_look(own, &view, 16, &look, &paper_theme_paper);
                assert_true(paper_car_box(&view, session, session_race(session), car, box));
                assert_only_in(own, bare, box);
                cairo_t *recorded = record();
                stock_draw_look(recorded, &view, 16, &look, &paper_theme_paper);
                assert_small_ink(recorded, box);
                cairo_destroy(own);
            }
            cairo_destroy(cairo);
            cairo_destroy(ground);
        }
        session_free(session);
    }
    cairo_destroy(bare);
}

static char tile_of_race(const struct stock_tiles *tiles, struct point at)
{
    return stock_tile(tiles->of, at);
}

/* The worked example: car 4 from (4, 6) over the bag in sight, which is flat then, and the flat
 * one, which is gone. Tiles of the map with the ink on it are those of the race. */
static void tiles_that_changed_are_shown_as_they_are(void **state)
{
    (void)state;
    struct session *session = begin(4, "");
    ACT(session, "-", "-", "-", "A(A+1)MM", "-", "-", "-", "A(A+1)(4M)");
    struct stock_tiles now = stock_tiles_of_map(stock_map_of(session_setup(session)));
    now.tile = tile_of_race;
    now.of = session_race(session);
    assert_int_equal(now.tile(&now, (struct point){4, 9}), TILE_FLAT_BAG);
    assert_int_equal(now.tile(&now, (struct point){4, 10}), TILE_ASPHALT);
    cairo_t *inked = white_picture(), *plain = white_picture();
    paper_draw_sheet(inked, &view, session_setup(session)->course, &paper_theme_paper);
    paper_draw_ink(inked, &view, session, session_step_count(session), &paper_theme_paper);
    stock_draw_tiles(plain, &view, &now, true, &paper_theme_paper);
    for (int y = 9; y <= 10; y++) {
        struct pixel low = brush_place(&view, 16, 4, y + 1);
        double left_side[4] = {(int)low.x + 3, (int)low.y + 2, 4, 23}; /* of the way */
        assert_int_equal(count_differences(inked, plain, left_side), 0);
    }
    cairo_destroy(inked);
    cairo_destroy(plain);
    session_free(session);
}

static struct session *two_drive(void)
{
    struct session *session = begin(2, "");
    ACT(session, "A(A+1)MR", "A(A+1)MM");
    return session;
}

/* Two cars with two moves each and the end of the turn: three units, so after a sixth of the step
 * both are half a tile on, and after half of it both are half way through their second move. */
static void cars_drive_all_at_once(void **state)
{
    (void)state;
    struct session *session = two_drive();
    struct stock_look early[2], later[2], done[2];
    for (int car = 1; car <= 2; car++) {
        early[car - 1] = stock_look_in_step(session, 1, 1 / 6.0, car);
        later[car - 1] = stock_look_in_step(session, 1, 0.5, car);
        done[car - 1] = stock_look_in_step(session, 1, 1, car);
    }
    assert_float_equal(early[0].x, 0.5, 1e-9);
    assert_float_equal(early[0].y, 6.0, 1e-9);
    assert_float_equal(early[1].y, 5.0, 1e-9);
    assert_float_equal(later[0].x, 1.0, 1e-9);
    assert_float_equal(later[0].y, 7.0, 1e-9);
    assert_int_equal(later[0].heading, HEADING_NE);
    assert_float_equal(later[1].y, 6.0, 1e-9);
    assert_float_equal(done[0].x, 1.5, 1e-9);
    assert_float_equal(done[0].y, 7.5, 1e-9);
    assert_float_equal(done[1].y, 6.5, 1e-9);
    session_free(session);
}

/* Is there ink of a pen beside the middle of the first column, there? */
static bool is_inked(const struct session *session, double progress, int car, double y)
{
    cairo_t *cairo = white_picture();
    paper_draw_step(cairo, &view, session, 1, progress, false, &paper_theme_paper);
    double aside = 0.1 * cos(2.356194490192345 * (car - 1)); /* each keeps to its own side */
    struct pixel at = brush_place(&view, 16, 0.5 + aside, y);
    bool inked = false;
    for (int x = (int)at.x - 2; x <= (int)at.x + 2; x++)
        inked |= pixel(cairo, x, (int)at.y) != WHITE;
    cairo_destroy(cairo);
    return inked;
}

static void ways_are_drawn_all_at_once(void **state)
{
    (void)state;
    struct session *session = two_drive();
    assert_true(is_inked(session, 1 / 6.0, 1, 5.8));
    assert_false(is_inked(session, 1 / 6.0, 1, 6.4));
    assert_true(is_inked(session, 1 / 6.0, 2, 4.8));
    assert_false(is_inked(session, 1 / 12.0, 2, 5.2));
    assert_true(is_inked(session, 0.5, 1, 6.4));
    session_free(session);
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Worked examples 1, 7 and 5 of the rules as rows: both to the line, then onto one tile. */
static void the_table_has_a_row_a_turn_and_car(void **state)
{
    (void)state;
    struct text csv = {0};
    struct session *session = begin(2, "");
    ACT(session, "-", "AM");
    paper_append_csv(session, session_step_count(session), CSV_PLAIN, &csv);
    assert_string_equal(
        text_string(&csv),
        "turn,car,order,cards,speed,from_x,from_y,x,y,heading,end_speed,maximum,wild_cards,event\n"
        "1,1,-,0,0,0,5,0,5,N,0,11,8,crashed\n"
        "1,2,AM,0,1,0,4,0,5,N,0,11,8,crashed\n");
    text_free(&csv);
    session_free(session);
}

static void the_chart_has_the_speed_of_each_turn(void **state)
{
    (void)state;
    struct chart chart;
    struct session *session = begin(2, "");
    ACT(session, "A(A+1)MM", "-", "A(3M)", "AM");
    chart_fill(&chart, session);
    assert_int_equal(chart.line_count, 2);
    assert_int_equal(chart.lines[0].count, 2);
    assert_int_equal(chart.lines[0].squares[0], 4);
    assert_int_equal(chart.lines[0].squares[1], 9);
    assert_int_equal(chart.lines[1].squares[0], 0);
    assert_int_equal(chart.lines[1].squares[1], 1);
    chart_free(&chart);
    session_free(session);
}

/* The ways of the last two turns stand out. */
static void older_turns_fade(void **state)
{
    (void)state;
    struct session *session = begin(2, "");
    ACT(session, "AM", "-", "M", "-", "M", "-", "M", "-");
    assert_int_equal(paper_first_fresh(session, 8), 4);
    assert_int_equal(paper_first_fresh(session, 4), 0);
    session_free(session);
}

/* In place of the table of moves, and left out with it. */
static void each_driver_has_a_page_for_orders(void **state)
{
    (void)state;
    struct error error;
    struct print_plan with, without;
    struct print_options bare = print_usual;
    struct session *session = begin(3, "");
    struct print_subject subject = {.session = session};
    bare.no_table = true;
    assert_true(print_plan(&subject, &print_usual, &with, &error));
    assert_true(print_plan(&subject, &bare, &without, &error));
    assert_int_equal(with.pages - without.pages, 3);
    cairo_surface_t *page = print_preview(&subject, &print_usual, with.pages - 1, 400, 500);
    assert_non_null(page);
    cairo_surface_destroy(page);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_of_the_map_is_the_same_as_the_whole),
        cmocka_unit_test(the_edge_of_the_track_is_a_line),
        cmocka_unit_test(tiles_that_touch_at_a_corner_are_joined),
        cmocka_unit_test(a_slope_is_a_straight_wall),
        cmocka_unit_test(kerbs_lie_on_the_inside_of_bends),
        cmocka_unit_test(kerbs_of_a_bend_take_another_colour),
        cmocka_unit_test(scenery_keeps_to_where_it_is_free),
        cmocka_unit_test(a_draft_that_is_no_map_yet_is_drawn),
        cmocka_unit_test(steps_and_cars_stay_within_their_boxes),
        cmocka_unit_test(tiles_that_changed_are_shown_as_they_are),
        cmocka_unit_test(cars_drive_all_at_once),
        cmocka_unit_test(ways_are_drawn_all_at_once),
        cmocka_unit_test(the_table_has_a_row_a_turn_and_car),
        cmocka_unit_test(the_chart_has_the_speed_of_each_turn),
        cmocka_unit_test(older_turns_fade),
        cmocka_unit_test(each_driver_has_a_page_for_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
