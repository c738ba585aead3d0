/* A table without a hall's pages: who has which seat, what comes late while entries are secret, and
 * what a seat is told. */
#include "support/cmocka.h"
#include "support/ring.h"
#include "together/inside.h"

#include "rules/stock_cars/stock_cars.h"
#include "session/session.h"

#include <stdio.h>
#include <string.h>

static void ignore(void *data, uint64_t page, const char *bytes, size_t length)
{
    (void)data, (void)page, (void)bytes, (void)length;
}

static struct hall *make_hall(struct log_keeper *keeper)
{
    return hall_create(&(struct hall_options){.keeper = keeper, .send = ignore});
}

static struct race_table *make_table(struct hall *hall, struct log_keeper *keeper,
                                     struct session *session)
{
    struct error error;
    struct log *log = log_begin(keeper, "KRTZB", NULL, session, &error);
    return table_make(hall, session, log, 0);
}

/* Three cars on a shipped map, past the choice of specials, so that all owe an order in secret. */
static struct session *stock_session(void)
{
    struct error error = {0};
    struct course course = course_load("tracks/stock-cars/first-lap.map", &error);
    struct setup setup = setup_for_course(course);
    struct player players[3];
    setup.players = 3;
    for (int i = 0; i < 3; i++) {
        players[i] = (struct player){.pen = i + 1};
        snprintf(players[i].name, sizeof players[i].name, "Player %d", i + 1);
        strcpy(players[i].driver, "human");
    }
    struct session *session = session_begin(&setup, players, ring_allow_all, &error);
    course_release(course);
    assert_non_null(session);
    for (int car = 1; car <= 3; car++)
        assert_true(session_do(session, car, "special none", &error));
    return session;
}

static void seats_come_back_from_their_lines(void **state)
{
    (void)state;
    struct error error;
    struct log_keeper *keeper = log_keeper_of_files(NULL);
    struct hall *hall = make_hall(keeper);
    struct race_table *table =
        make_table(hall, keeper, ring_session("classroom", 3, ring_allow_all));
    static const char given[] = "{\"seat\":2,\"name\":\"Ada\",\"token\":\"KRTZB-"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ\"}";
    static const char token[] = "KRTZB-ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    table_take_seat_line(table, given, strlen(given));
    assert_int_equal(table_seat_of(table, token), 2);
    assert_false(table_is_free(table, 2));
    assert_string_equal(session_player(table->session, 2)->name, "Ada");
    /* What is no such line changes nothing. */
    static const char *const damaged[] = {"",
                                          "{",
                                          "{}",
                                          "[]",
                                          "{\"seat\":2}",
                                          "{\"seat\":9,\"name\":\"B\",\"token\":\"\"}",
                                          "{\"seat\":0,\"name\":\"B\",\"token\":\"\"}",
                                          "{\"seat\":2,\"name\":7,\"token\":\"\"}"};
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
        table_take_seat_line(table, damaged[i], strlen(damaged[i]));
    assert_int_equal(table_seat_of(table, token), 2);
    /* A table that no broker keeps is nobody else's: what comes by one is not its own. */
    struct broker_line foreign = {.code = "KRTZB", .list = LOG_SEATS, .sequence = 9};
    text_append(&foreign.text, "{\"seat\":2,\"name\":\"\",\"token\":\"\"}");
    table_take_line(table, &foreign);
    table_catch_up(table, true);
    text_free(&foreign.text);
    assert_int_equal(table_seat_of(table, token), 2);
    /* The next one is called otherwise, and has another seat. */
    assert_int_equal(table_give_seat(table, 1, "Ada", &error), LOG_DONE);
    assert_string_equal(session_player(table->session, 1)->name, "Ada 2");
    assert_true(table_free_seat(table, 2, &error));
    assert_int_equal(table_seat_of(table, token), 0);
    table_free(table);
    hall_free(hall);
    log_keeper_close(keeper);
}

static void secret_entries_cross(void **state)
{
    (void)state;
    bool late;
    int cars[CAR_LIMIT];
    struct error error = {0};
    struct log_keeper *keeper = log_keeper_of_files(NULL);
    struct hall *hall = make_hall(keeper);
    struct race_table *table = make_table(hall, keeper, stock_session());
    int64_t seen = session_line_count(table->session);
    assert_int_equal(table_owing(table, 2, cars), 1);
    assert_int_equal(cars[0], 2);
    /* All three have seen the same line, and each order counts once. */
    assert_true(table_do(table, 1, "AM", seen, &late, &error));
    assert_false(table_do(table, 1, "AM", seen, &late, &error));
    assert_true(late);
    assert_true(table_do(table, 3, "AM", seen, &late, &error));
    assert_true(table_do(table, 2, "AM", seen, &late, &error));
    /* They are shown now: an order for the next turn is one that has seen them. */
    assert_false(table_do(table, 2, "AM", seen, &late, &error));
    assert_true(late);
    assert_false(table_do(table, 2, "AM", seen + 1, &late, &error));
    assert_true(late);
    assert_true(table_do(table, 2, "M", seen + 3, &late, &error));
    assert_true(table_undo(table, &error));
    assert_false(table_do(table, 1, "M", seen + 3, &late, &error));
    assert_true(late);
    assert_true(table_do(table, 1, "M", seen + 5, &late, &error));
    table_free(table);
    hall_free(hall);
    log_keeper_close(keeper);
}

/* Two races that differ in what car 1 has entered in secret: nobody else is told a different byte.
 */
static void nothing_secret_is_told(void **state)
{
    (void)state;
    static const char *const orders[] = {"AM", "A(A+1)MM"};
    struct text told[2][3] = {{{0}}};
    struct log_keeper *keeper = log_keeper_of_files(NULL);
    struct hall *hall = make_hall(keeper);
    for (int i = 0; i < 2; i++) {
        bool late;
        struct error error = {0};
        struct race_table *table = make_table(hall, keeper, stock_session());
        int64_t seen = session_line_count(table->session);
        assert_true(table_do(table, 1, orders[i], seen, &late, &error));
        assert_false(table_drive(table, 0));
        for (int seat = 0; seat < 3; seat++)
            tell_view(table, seat == 0 ? 0 : seat + 1, 0, &told[i][seat]);
        struct step step = session_step(table->session, session_step_count(table->session) - 1);
        for (int event = 0; event < step.event_count; event++)
            event_append(&step.events[event], &told[i][0]);
        assert_int_equal(table_left(table, 0), -1);
        table_free(table);
    }
    for (int seat = 0; seat < 3; seat++) {
        assert_string_equal(told[0][seat].data, told[1][seat].data);
        text_free(&told[0][seat]);
        text_free(&told[1][seat]);
    }
    hall_free(hall);
    log_keeper_close(keeper);
}

/* Whoever knew the seed could tell what is still to be drawn; a program's command line is nobody's
 * business. */
static void a_table_keeps_its_seed(void **state)
{
    (void)state;
    struct text told = {0};
    struct log_keeper *keeper = log_keeper_of_files(NULL);
    struct hall *hall = make_hall(keeper);
    const char *const drivers[] = {"human", "bot:cat /etc/hostname"};
    struct race_table *table =
        make_table(hall, keeper, ring_session_driven("classroom", drivers, 2));
    json_text_open(&told, '{');
    tell_table(table, &told);
    json_text_close(&told, '}');
    json_t *object = json_loads(told.data, JSON_REJECT_DUPLICATES, NULL);
    json_t *shown = json_object_get(object, "table");
    json_t *seats = json_object_get(shown, "seats");
    assert_string_equal(json_string_value(json_object_get(shown, "code")), "KRTZB");
    assert_int_equal(json_array_size(seats), 2);
    assert_true(json_is_true(json_object_get(json_array_get(seats, 0), "free")));
    assert_true(json_is_false(json_object_get(json_array_get(seats, 1), "free")));
    assert_non_null(json_object_get(json_object_get(shown, "race"), "sheet"));
    assert_null(strstr(told.data, "seed"));
    assert_null(strstr(told.data, "hostname"));
    json_decref(object);
    text_free(&told);
    table_free(table);
    hall_free(hall);
    log_keeper_close(keeper);
}

/* Each page at the table hears of a line and of who comes, and nobody else does. */
static int heard[3];
static void count_heard(void *data, uint64_t page, const char *bytes, size_t length)
{
    (void)data, (void)bytes, (void)length;
    heard[page]++;
}

static void all_at_the_table_are_told(void **state)
{
    (void)state;
    bool late;
    struct error error;
    struct log_keeper *keeper = log_keeper_of_files(NULL);
    struct hall *hall = hall_create(&(struct hall_options){.keeper = keeper, .send = count_heard});
    struct race_table *table =
        make_table(hall, keeper, ring_session("classroom", 2, ring_allow_all));
    struct guest pages[] = {{.id = 0, .seat = 1, .table = table}, {.id = 2, .table = table}};
    pages[0].next = &pages[1];
    table->pages = pages;
    tell_coming(table);
    assert_int_equal(heard[0], 1);
    assert_int_equal(heard[2], 1);
    assert_true(table_do(table, 1, "10,3>11,3", 0, &late, &error));
    tell_line(table, 0); /* events and view */
    assert_int_equal(heard[0], 3);
    tell_line(table, 0); /* nothing happened since */
    assert_int_equal(heard[2], 4);
    assert_int_equal(heard[1], 0);
    table->pages = NULL;
    table_free(table);
    hall_free(hall);
    log_keeper_close(keeper);
}

static void all_letters_are_drawn(void **state)
{
    (void)state;
    enum { DRAWN = 4000 };
    static char letters[DRAWN + 1];
    hall_draw(letters, DRAWN, LOG_CODE_ALPHABET);
    assert_int_equal(strlen(letters), DRAWN);
    assert_int_equal(strspn(letters, LOG_CODE_ALPHABET), DRAWN);
    /* 200 of each are to be expected, 14 more or less. */
    for (const char *letter = LOG_CODE_ALPHABET; *letter; letter++) {
        int count = 0;
        for (int i = 0; i < DRAWN; i++)
            count += letters[i] == *letter;
        assert_in_range(count, 100, 300);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_come_back_from_their_lines),
        cmocka_unit_test(secret_entries_cross),
        cmocka_unit_test(nothing_secret_is_told),
        cmocka_unit_test(a_table_keeps_its_seed),
        cmocka_unit_test(all_at_the_table_are_told),
        cmocka_unit_test(all_letters_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
