/* A hall without a network: what pages say goes in as texts, what they are told is kept by page.
 * The time is what the test says it is. */
#include "support/cmocka.h"
#include "support/ring.h"
#include "together/hall.h"
#include "together/inside.h"

#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES = 8 };

struct room {
    struct hall *hall;
    struct log_keeper *keeper;
    struct race_table *table;
    struct text heard[PAGES]; /* the last answer of each page: what has an id */
    struct text viewed[PAGES], told[PAGES];
    int closed[PAGES];
};

static void keep(void *data, uint64_t page, const char *bytes, size_t length)
{
    struct room *room = data;
    struct text *into = strncmp(bytes, "{\"view\"", 7) == 0 ? &room->viewed[page]
                        : strstr(bytes, "\"ok\":") != NULL  ? &room->heard[page]
                                                            : &room->told[page];
    if (into != &room->told[page] || strncmp(bytes, "{\"question\"", 11) == 0)
        text_clear(into);
    text_append_bytes(into, bytes, length);
}

static void close_page(void *data, uint64_t page, int code)
{
    ((struct room *)data)->closed[page] = code;
}

static struct course find_course(const char *name, struct error *error)
{
    if (strcmp(name, "ring") != 0) {
        error_set(error, "there is no such track");
        return (struct course){0};
    }
    return (struct course){&graph_paper_game, ring_track()};
}

static struct room *make_room(struct session *session, int clock)
{
    struct room *room = calloc(1, sizeof *room);
    struct error error;
    room->keeper = log_keeper_of_files(NULL);
    room->hall = hall_create(&(struct hall_options){.open = true,
                                                    .keeper = room->keeper,
                                                    .find_course = find_course,
                                                    .send = keep,
                                                    .close = close_page,
                                                    .data = room});
    room->table = hall_begin(room->hall, session, NULL, clock, &error);
    assert_non_null(room->table);
    for (uint64_t page = 0; page < PAGES; page++)
        hall_page_comes(room->hall, page, page < 4 ? "10.0.0.1" : "10.0.0.2");
    return room;
}

static void free_room(struct room *room)
{
    hall_free(room->hall);
    log_keeper_close(room->keeper);
    for (int page = 0; page < PAGES; page++) {
        text_free(&room->heard[page]);
        text_free(&room->viewed[page]);
        text_free(&room->told[page]);
    }
    free(room);
}

static const char *say(struct room *room, int page, int64_t now, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static const char *say(struct room *room, int page, int64_t now, const char *format, ...)
{
    char line[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_clear(&room->heard[page]);
    hall_hear(room->hall, (uint64_t)page, line, strlen(line), now);
    return text_string(&room->heard[page]);
}

static void assert_holds(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in %s", part, text);
}

static void join(struct room *room, int page, const char *name)
{
    assert_holds(say(room, page, 0, "{\"id\":1,\"join\":\"%s\",\"name\":\"%s\"}",
                     table_code(room->table), name),
                 "{\"id\":1,\"ok\":true,\"seat\":");
}

/* Into 64 bytes. */
static const char *token_of(const struct room *room, int page, char *into)
{
    const char *at = strstr(text_string(&room->heard[page]), "\"token\":\"");
    assert_non_null(at);
    snprintf(into, 64, "%.*s", TOKEN_LETTERS, at + 9);
    return into;
}

static void a_double_tap_moves_once(void **state)
{
    (void)state;
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 0);
    join(room, 0, "Ada");
    join(room, 1, "Blaise");
    /* Each line belongs to the one whose turn it is, and the second tap has seen none of it. */
    assert_holds(say(room, 0, 0, "{\"id\":2,\"do\":\"10,3>11,3\",\"n\":0}"), "\"ok\":true");
    assert_int_equal(session_line_count(table_session(room->table)), 1);
    assert_holds(say(room, 0, 0, "{\"id\":3,\"do\":\"10,3>11,3\",\"n\":0}"), "\"late\":true");
    assert_holds(say(room, 0, 0, "{\"id\":4,\"do\":\"13,3\",\"n\":1}"), "it is the turn of Blaise");
    assert_null(strstr(text_string(&room->heard[0]), "late"));
    assert_holds(say(room, 1, 0, "{\"id\":2,\"do\":\"10,4>11,4\",\"n\":0}"), "\"late\":true");
    assert_holds(say(room, 1, 0, "{\"id\":3,\"do\":\"10,4>11,4\",\"n\":9}"),
                 "no line of this table");
    assert_int_equal(session_line_count(table_session(room->table)), 1);
    assert_holds(say(room, 1, 0, "{\"id\":4,\"do\":\"10,4>11,4\",\"n\":1}"), "\"ok\":true");
    assert_holds(text_string(&room->viewed[0]), "{\"view\":{\"n\":2,\"turn\":[1]");
    free_room(room);
}

static void a_seat_is_its_token(void **state)
{
    (void)state;
    char token[64], other[64];
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 0);
    join(room, 0, "Ada");
    token_of(room, 0, token);
    join(room, 1, "Ada");
    token_of(room, 1, other);
    assert_string_not_equal(token, other);
    assert_int_equal(table_seat_of(room->table, token), 1);
    assert_int_equal(table_seat_of(room->table, other), 2);
    assert_int_equal(table_seat_of(room->table, ""), 0);
    assert_holds(
        say(room, 2, 0, "{\"id\":1,\"join\":\"%s\",\"name\":\"Chen\"}", table_code(room->table)),
        "no seat is free");
    for (int i = 0; i < 10000; i++) /* nobody who has one notices */
        assert_holds(say(room, 2, i, "{\"id\":1,\"join\":\"%s\",\"name\":\"<b>%d</b>\"}",
                         table_code(room->table), i),
                     "no seat is free");
    /* The same seat from another device. */
    assert_holds(say(room, 3, 0, "{\"id\":7,\"token\":\"%s\"}", token), "\"seat\":1");
    assert_int_equal(room->closed[0], HALL_CLOSED_ELSEWHERE);
    assert_holds(say(room, 0, 0, "{\"id\":2,\"do\":\"10,3>11,3\",\"n\":0}"), "at no table");
    assert_holds(say(room, 3, 0, "{\"id\":8,\"do\":\"10,3>11,3\",\"n\":0}"), "\"ok\":true");
    /* Given back, it is nobody's, and the token is worth nothing. */
    assert_holds(say(room, 3, 0, "{\"id\":9,\"leave\":true}"), "\"ok\":true");
    assert_int_equal(table_seat_of(room->table, token), 0);
    assert_true(table_is_free(room->table, 1));
    assert_holds(say(room, 3, 0, "{\"id\":10,\"token\":\"%s\"}", token), "\"ok\":false");
    join(room, 2, "Chen");
    free_room(room);
}

static void wrong_tokens_are_soon_unheard(void **state)
{
    (void)state;
    char token[64];
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 0);
    join(room, 0, "Ada");
    token_of(room, 0, token);
    /* As long as a right one, and of the same table. */
    char wrong[64];
    strcpy(wrong, token);
    wrong[TOKEN_LETTERS - 1] = wrong[TOKEN_LETTERS - 1] == 'A' ? 'B' : 'A';
    for (int i = 0; i < 10; i++)
        assert_holds(say(room, 1, i, "{\"id\":1,\"token\":\"%s\"}", wrong), "\"ok\":false");
    assert_string_equal(say(room, 1, 11, "{\"id\":1,\"token\":\"%s\"}", wrong), "");
    assert_string_equal(say(room, 2, 60008, "{\"id\":1,\"token\":\"%s\"}", wrong), "");
    /* Another address, and whoever has a right one, notice nothing. */
    assert_holds(say(room, 4, 11, "{\"id\":1,\"token\":\"%s\"}", wrong), "\"ok\":false");
    assert_holds(say(room, 2, 12, "{\"id\":1,\"token\":\"%s\"}", token), "\"seat\":1");
    assert_holds(say(room, 1, 60010, "{\"id\":1,\"token\":\"%s\"}", wrong), "\"ok\":false");
    free_room(room);
}

static void who_is_late_is_driven(void **state)
{
    (void)state;
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 15);
    join(room, 0, "Ada");
    hall_tick(room->hall, 1000);
    assert_int_equal(table_left(room->table, 1000), 15000);
    assert_int_equal(hall_tick(room->hall, 15500), 500);
    hall_tick(room->hall, 15999);
    assert_int_equal(session_line_count(table_session(room->table)), 0);
    assert_int_equal(hall_tick(room->hall, 16000), 0);
    assert_int_equal(session_line_count(table_session(room->table)), 1);
    assert_holds(text_string(&room->told[0]), "Ada's time was up");
    /* The next turn has its own time. */
    hall_tick(room->hall, 16001);
    assert_int_equal(table_left(room->table, 16001), 15000);
    assert_int_equal(session_line_count(table_session(room->table)), 1);
    free_room(room);
}

static void computers_drive_by_themselves(void **state)
{
    (void)state;
    const char *const drivers[] = {"human", "club"};
    struct room *room = make_room(ring_session_driven("classroom", drivers, 2), 0);
    join(room, 0, "Ada");
    assert_true(hall_tick(room->hall, 0) > 0);
    say(room, 0, 0, "{\"id\":2,\"do\":\"10,3>11,3\",\"n\":0}");
    assert_int_equal(hall_tick(room->hall, 0), 0);
    assert_int_equal(session_line_count(table_session(room->table)), 2);
    assert_holds(text_string(&room->viewed[0]), "{\"view\":{\"n\":2,\"turn\":[1]");
    assert_true(hall_tick(room->hall, 0) > 0);
    /* A seat of a computer is not free. */
    assert_holds(
        say(room, 1, 0, "{\"id\":1,\"join\":\"%s\",\"name\":\"Chen\"}", table_code(room->table)),
        "no seat is free");
    /* Alone with it, one may take back. */
    assert_holds(say(room, 0, 0, "{\"id\":3,\"undo\":true}"), "\"ok\":true");
    assert_int_equal(session_step_count(table_session(room->table)), 0);
    assert_holds(text_string(&room->viewed[0]), "{\"view\":{\"n\":3,\"turn\":[1]");
    free_room(room);
}

static void nobody_takes_back_what_is_others(void **state)
{
    (void)state;
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 0);
    join(room, 0, "Ada");
    join(room, 1, "Blaise");
    say(room, 0, 0, "{\"id\":2,\"do\":\"10,3>11,3\",\"n\":0}");
    assert_holds(say(room, 1, 0, "{\"id\":2,\"undo\":true}"), "\"ok\":false");
    assert_int_equal(session_step_count(table_session(room->table)), 1);
    free_room(room);
}

static void tables_are_opened_within_limits(void **state)
{
    (void)state;
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 0);
    for (int i = 0; i < 20; i++)
        assert_holds(say(room, 0, i,
                         "{\"id\":1,\"open\":{\"track\":\"ring\",\"players\":3,"
                         "\"drivers\":{\"3\":\"club\"},\"clock\":15}}"),
                     "\"ok\":true,\"table\":{\"code\":\"");
    assert_holds(say(room, 1, 21, "{\"id\":1,\"open\":{\"track\":\"ring\"}}"), "an hour");
    assert_holds(say(room, 4, 21, "{\"id\":1,\"open\":{\"track\":\"ring\"}}"), "\"ok\":true");
    assert_holds(say(room, 0, 3600000, "{\"id\":1,\"open\":{\"track\":\"ring\"}}"), "\"ok\":true");
    static const char *const wrong[] = {
        "{\"track\":\"elsewhere\"}",
        "{\"track\":7}",
        "{}",
        "7",
        "{\"track\":\"ring\",\"players\":9}",
        "{\"track\":\"ring\",\"players\":\"2\"}",
        "{\"track\":\"ring\",\"rules\":\"chess\"}",
        "{\"track\":\"ring\",\"set\":{\"laps\":-1}}",
        "{\"track\":\"ring\",\"set\":{\"wings\":2}}",
        "{\"track\":\"ring\",\"drivers\":{\"1\":\"bot:cat\"}}",
        "{\"track\":\"ring\",\"drivers\":{\"9\":\"club\"}}",
        "{\"track\":\"ring\",\"drivers\":{\"1\":7}}",
        "{\"track\":\"ring\",\"clock\":14}",
        "{\"track\":\"ring\",\"clock\":259201}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_holds(say(room, 4, 22, "{\"id\":1,\"open\":%s}", wrong[i]), "\"ok\":false");
    free_room(room);
}

/* The room's table, with the session that a window would have. */
static struct session *show(struct room **into, int clock)
{
    struct error error;
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 0);
    room->table = hall_show(room->hall, session, clock, &error);
    *into = room;
    return session;
}

static void a_window_and_its_pages_have_one_race(void **state)
{
    (void)state;
    struct room *room;
    struct error error;
    struct session *session = show(&room, 0);
    table_keep_seat(room->table, 1, true);
    join(room, 0, "Ada");
    assert_int_equal(table_seat_of(room->table, token_of(room, 0, (char[64]){0})), 2);
    /* What the window does is told by the next tick, and what was chosen before it came is late. */
    assert_true(session_do(session, 1, "10,3>11,3", &error));
    assert_holds(say(room, 0, 0, "{\"id\":2,\"do\":\"10,4>11,4\",\"n\":0}"), "\"late\":true");
    hall_tick(room->hall, 0);
    assert_holds(text_string(&room->viewed[0]), "{\"view\":{\"n\":1,\"turn\":[2]");
    assert_holds(say(room, 0, 0, "{\"id\":3,\"do\":\"10,4>11,4\",\"n\":1}"), "\"ok\":true");
    assert_int_equal(session_step_count(session), 2);
    /* Who comes late is told what happened before. */
    say(room, 1, 0, "{\"id\":1,\"watch\":\"%s\"}", table_code(room->table));
    assert_holds(text_string(&room->told[1]), "starts at (10, 3).\",");
    /* Nothing is taken back before the window's person says so. */
    assert_holds(say(room, 0, 0, "{\"id\":4,\"undo\":true}"), "\"ok\":true");
    assert_int_equal(table_undo_asked(room->table), 2);
    assert_int_equal(session_step_count(session), 2);
    assert_true(table_answer_undo(room->table, false, &error));
    hall_tick(room->hall, 0);
    assert_int_equal(table_undo_asked(room->table), 0);
    assert_holds(text_string(&room->told[0]), "What was done is not taken back.");
    say(room, 0, 0, "{\"id\":5,\"undo\":true}");
    assert_true(table_answer_undo(room->table, true, &error));
    hall_tick(room->hall, 0);
    assert_int_equal(session_step_count(session), 1);
    assert_holds(text_string(&room->viewed[0]), "{\"view\":{\"n\":3,\"turn\":[2]");
    free_room(room);
    session_free(session);
}

static void seats_are_given_and_taken(void **state)
{
    (void)state;
    char token[64];
    struct room *room;
    struct error error;
    struct session *session = show(&room, 0);
    join(room, 0, "Ada");
    token_of(room, 0, token);
    assert_false(table_name_seat(room->table, 1, "\n", &error));
    assert_true(table_name_seat(room->table, 1, "Augusta", &error));
    assert_string_equal(session_player(session, 1)->name, "Augusta");
    /* Names, tokens and who drives change round, and the page has to ask where it sits now. */
    assert_true(table_hand_over(room->table, 2, "club", &error));
    assert_true(table_exchange(room->table, 1, 2, &error));
    assert_int_equal(room->closed[0], HALL_COME_AGAIN);
    assert_string_equal(session_player(session, 2)->name, "Augusta");
    assert_string_equal(session_player(session, 2)->driver, "human");
    assert_string_equal(session_player(session, 1)->driver, "club");
    assert_holds(say(room, 1, 0, "{\"id\":1,\"token\":\"%s\"}", token), "\"seat\":2");
    assert_true(table_seat(room->table, 2).here);
    /* The next race has the same seats, and knows nothing of what was seen of the one before. */
    struct session *next = ring_session("classroom", 2, ring_allow_all);
    assert_true(session_do(next, 1, "10,3>11,3", &error));
    table_show(room->table, next);
    session_free(session);
    assert_int_equal(room->closed[1], HALL_COME_AGAIN);
    assert_holds(say(room, 2, 0, "{\"id\":1,\"token\":\"%s\"}", token), "\"seat\":2");
    assert_holds(text_string(&room->viewed[2]), "{\"view\":{\"n\":1,\"turn\":[2]");
    assert_string_equal(session_player(next, 2)->name, "Augusta");
    /* Who is sent away has no seat any more. */
    assert_true(table_hand_over(room->table, 2, "human", &error));
    assert_int_equal(room->closed[2], HALL_COME_AGAIN);
    assert_holds(say(room, 3, 0, "{\"id\":1,\"token\":\"%s\"}", token), "no seat has this token");
    snprintf(token, sizeof token, "%s", table_code(room->table));
    hall_end(room->hall, room->table);
    assert_null(hall_find(room->hall, token));
    free_room(room);
    session_free(next);
}

static void a_window_lets_a_computer_stand_in(void **state)
{
    (void)state;
    struct room *room;
    struct error error;
    struct session *session = show(&room, 15);
    join(room, 0, "Ada");
    hall_tick(room->hall, 1000);
    assert_int_equal(hall_tick(room->hall, 15999), 1);
    assert_string_equal(session_player(session, 1)->driver, "human");
    hall_tick(room->hall, 16000);
    /* The window sees a computer's seat for this turn, and the next one has a time of its own. */
    assert_string_equal(session_player(session, 1)->driver, "club");
    assert_true(session_do(session, 1, "10,3>11,3", &error));
    hall_tick(room->hall, 17000);
    assert_string_equal(session_player(session, 1)->driver, "human");
    assert_holds(text_string(&room->told[0]), "Ada's time was up");
    hall_tick(room->hall, 31999);
    assert_string_equal(session_player(session, 2)->driver, "human");
    hall_tick(room->hall, 32000);
    assert_string_equal(session_player(session, 2)->driver, "club");
    free_room(room);
    session_free(session);
}

static void judge_twelve(const json_t *answer, char *verdict, size_t size)
{
    bool right = json_integer_value(json_object_get(answer, "number")) == 12;
    snprintf(verdict, size, right ? "Right." : "Not right.");
}

static void a_class_is_asked(void **state)
{
    (void)state;
    int count;
    struct room *room = make_room(ring_session("classroom", 1, ring_allow_all), 0);
    struct text question = {0};
    join(room, 0, "Ada");
    assert_holds(
        say(room, 1, 0, "{\"id\":1,\"join\":\"%s\",\"name\":\"Eve\"}", table_code(room->table)),
        "no seat is free");
    table_open_class(room->table);
    for (int page = 1; page < 4; page++)
        join(room, page, "Eve");
    assert_holds(text_string(&room->heard[3]), "\"seat\":11");
    assert_holds(text_string(&room->told[0]), "{\"seat\":11,\"name\":\"Eve 3\",\"here\":true}");
    assert_int_equal(table_present(room->table), 4);
    assert_holds(say(room, 3, 0, "{\"id\":2,\"do\":\"10,3>11,3\",\"n\":0}"),
                 "it is the turn of Ada");
    assert_holds(say(room, 3, 0, "{\"id\":3,\"answer\":{},\"question\":1}"), "no question now");
    json_text_key_string(&question, "sentence", "How many?");
    text_clear(&room->told[0]);
    table_ask(room->table, &question);
    assert_string_equal(text_string(&room->told[0]),
                        "{\"question\":{\"id\":1,\"sentence\":\"How many?\"}}");
    /* The last answer of each counts, in the order of the first ones. */
    assert_holds(say(room, 3, 0, "{\"id\":4,\"answer\":{\"number\":1},\"question\":1}"),
                 "\"ok\":true");
    assert_holds(say(room, 0, 0, "{\"id\":4,\"answer\":{\"number\":2},\"question\":1}"),
                 "\"ok\":true");
    assert_holds(say(room, 3, 0, "{\"id\":5,\"answer\":{\"number\":12},\"question\":1}"),
                 "\"ok\":true");
    assert_holds(say(room, 2, 0, "{\"id\":4,\"answer\":{\"number\":2},\"question\":2}"), "is over");
    const struct class_answer *answers = table_answers(room->table, &count);
    assert_int_equal(count, 2);
    assert_int_equal(answers[0].seat, 11);
    assert_int_equal(answers[1].seat, 1);
    table_judge(room->table, judge_twelve);
    assert_holds(text_string(&room->told[3]), "\"verdict\":\"Right.\"");
    assert_holds(text_string(&room->told[0]), "\"verdict\":\"Not right.\"");
    assert_holds(text_string(&room->told[1]), "\"verdict\":\"The question is over.\"");
    assert_holds(say(room, 2, 0, "{\"id\":5,\"answer\":{\"number\":2},\"question\":1}"), "is over");
    /* Who comes late hears what is asked. */
    table_ask(room->table, &question);
    join(room, 4, "Dora");
    assert_holds(text_string(&room->told[4]), "{\"question\":{\"id\":2,");
    text_clear(&room->told[0]);
    table_ask_no_more(room->table);
    assert_string_equal(text_string(&room->told[0]), "{\"question\":null}");
    text_free(&question);
    free_room(room);
}

/* Pages 0 to 3 have seats 9 to 12: by turns in the teams of player 2 and player 1. */
static void teams_vote(void **state)
{
    (void)state;
    int count;
    struct room *room;
    struct text question = {0};
    struct session *session = show(&room, 15);
    table_open_class(room->table);
    table_set_voting(room->table, true);
    for (int page = 0; page < 5; page++)
        join(room, page, "Eve");
    assert_holds(text_string(&room->heard[4]), "\"seat\":13");
    assert_int_equal(table_teams(room->table), 2);
    hall_tick(room->hall, 1000);
    assert_holds(text_string(&room->viewed[1]), "\"car\":1,\"vote\":true,\"moves\":[");
    assert_null(strstr(text_string(&room->viewed[0]), "\"moves\""));
    assert_holds(say(room, 0, 0, "{\"id\":2,\"do\":\"10,3>11,3\",\"n\":0}"), "the turn of");
    assert_holds(say(room, 1, 0, "{\"id\":2,\"do\":\"99,9>9,9\",\"n\":0}"), "\"ok\":false");
    /* A vote moves nothing; the last one of each counts, and the whole team sees the shares. */
    assert_holds(say(room, 1, 0, "{\"id\":2,\"do\":\"10,4>11,4\",\"n\":0}"), "\"ok\":true");
    assert_holds(say(room, 3, 0, "{\"id\":2,\"do\":\"10,4>11,4\",\"n\":0}"), "\"ok\":true");
    assert_holds(text_string(&room->told[1]), "{\"votes\":{\"10,4>11,4\":2}}");
    assert_string_equal(table_vote(room->table, 1, 0, &count), "10,4>11,4");
    assert_int_equal(count, 2);
    assert_null(table_vote(room->table, 1, 1, &count));
    assert_null(table_vote(room->table, 2, 0, &count));
    assert_holds(say(room, 3, 0, "{\"id\":3,\"do\":\"10,3>11,3\",\"n\":0}"), "\"ok\":true");
    assert_holds(say(room, 1, 0, "{\"id\":3,\"do\":\"10,3>11,4\",\"n\":0}"), "\"ok\":true");
    assert_null(strstr(text_string(&room->told[0]), "{\"votes\":{\"10"));
    assert_int_equal(session_line_count(session), 0);
    /* While something is asked the race stands still, and the time begins anew behind it. */
    json_text_key_string(&question, "sentence", "Where?");
    table_ask(room->table, &question);
    assert_holds(say(room, 3, 0, "{\"id\":4,\"do\":\"10,3>11,3\",\"n\":0}"), "stands still");
    assert_holds(say(room, 0, 0, "{\"id\":4,\"answer\":{\"number\":12},\"question\":1}"),
                 "\"ok\":true");
    hall_tick(room->hall, 99000);
    assert_int_equal(session_line_count(session), 0);
    table_close_answers(room->table);
    assert_string_equal(strstr(text_string(&room->told[0]), "{\"question\""),
                        "{\"question\":null}");
    assert_holds(say(room, 2, 0, "{\"id\":4,\"answer\":{},\"question\":1}"), "is over");
    hall_tick(room->hall, 100000);
    hall_tick(room->hall, 114999);
    assert_int_equal(session_line_count(session), 0);
    /* Of as many the one that stood there first drives. */
    hall_tick(room->hall, 115000);
    assert_string_equal(session_step(session, 0).action, "10,3>11,3");
    assert_holds(text_string(&room->told[0]), "1 of 2 voted for 10,3>11,3.");
    assert_holds(text_string(&room->viewed[0]), "\"car\":2,\"vote\":true");
    table_judge(room->table, judge_twelve);
    assert_holds(text_string(&room->told[0]), "\"verdict\":\"Right.\"");
    table_ask_no_more(room->table);
    /* Nobody has voted: a computer drives; the most votes do. */
    hall_tick(room->hall, 116000);
    for (int page = 0; page < 5; page += 2)
        say(room, page, 0, "{\"id\":5,\"do\":\"%s\",\"n\":1}", page ? "10,4>11,4" : "10,4>11,5");
    hall_tick(room->hall, 131000);
    assert_string_equal(session_step(session, 1).action, "10,4>11,4");
    hall_tick(room->hall, 132000);
    assert_holds(say(room, 3, 0, "{\"id\":6,\"do\":\"13,3\",\"n\":2}"), "\"ok\":true");
    assert_holds(text_string(&room->told[1]), "{\"votes\":{\"13,3\":1}}"); /* the others are gone */
    hall_tick(room->hall, 147000);
    assert_string_equal(session_step(session, 2).action, "13,3");
    hall_tick(room->hall, 148000);
    hall_tick(room->hall, 163000);
    assert_string_equal(session_player(session, 2)->driver, "club");
    assert_int_equal(table_teams(room->table), 2);
    text_free(&question);
    free_room(room);
    session_free(session);
}

static void names_are_seen(void **state)
{
    (void)state;
    static const char *const wrong[] = {"\"\"",
                                        "\"   \"",
                                        "7",
                                        "null",
                                        "\"a\\nb\"",
                                        "\"\\u202eAda\"",
                                        "\"1234567890123456789012345\""};
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 0);
    const char *code = table_code(room->table);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_holds(say(room, 0, 0, "{\"id\":1,\"join\":\"%s\",\"name\":%s}", code, wrong[i]),
                     "\"ok\":false");
    assert_true(table_is_free(room->table, 1));
    /* Markup is a name as any other; 24 of the longest letters fit, and are cut in sentences. */
    join(room, 0, "<b>Ada</b>");
    assert_holds(text_string(&room->told[0]), "\"name\":\"<b>Ada</b>\"");
    char wide[24 * 4 + 1] = "";
    for (int i = 0; i < 24; i++)
        strcat(wide, "\xF0\x9F\x8F\x81");
    join(room, 1, wide);
    assert_holds(text_string(&room->told[0]), wide);
    assert_int_equal(strlen(session_player(table_session(room->table), 2)->name), 60);
    free_room(room);
}

static void any_message_is_answered(void **state)
{
    (void)state;
    struct room *room = make_room(ring_session("classroom", 2, ring_allow_all), 0);
    static const char *const wrong[] = {
        "",
        "{",
        "[]",
        "7",
        "\"join\"",
        "null",
        "{}",
        "{\"id\":1}",
        "{\"id\":\"1\",\"leave\":true}",
        "{\"id\":1,\"id\":1,\"leave\":true}",
        "{\"id\":1,\"join\":\"\xFF\"}",
        "{\"id\":1,\"join\":7}",
        "{\"id\":1,\"join\":\"KRTZ\",\"name\":\"Ada\"}",
        "{\"id\":1,\"watch\":\"aeiou\"}",
        "{\"id\":1,\"do\":\"12,9\",\"n\":0}",
        "{\"id\":1,\"undo\":true}",
        "{\"id\":1,\"try\":\"A\"}",
        "{\"id\":1,\"leave\":true}",
        "{\"id\":1,\"answer\":{},\"question\":1}",
        "{\"id\":1,\"token\":{}}",
        "{\"id\":1,\"token\":\"KRTZB\"}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *answer = say(room, 0, 0, "%s", wrong[i]);
        json_t *object = json_loads(answer, JSON_REJECT_DUPLICATES, NULL);
        assert_true(json_is_false(json_object_get(object, "ok")));
        assert_true(json_is_string(json_object_get(object, "error")));
        json_decref(object);
    }
    /* One that is cut anywhere, and one that is too long. */
    join(room, 1, "Ada");
    const char whole[] = "{\"id\":2,\"do\":\"10,3>11,3\",\"n\":0}";
    for (size_t length = 0; length < strlen(whole); length++)
        assert_holds(say(room, 1, 0, "%.*s", (int)length, whole), "\"ok\":false");
    assert_holds(say(room, 1, 0, "{\"id\":2,\"pad\":\"%01024d\"}", 0), "at most 1024 bytes");
    assert_int_equal(session_line_count(table_session(room->table)), 0);
    assert_holds(say(room, 1, 0, "%s", whole), "\"ok\":true");
    free_room(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_double_tap_moves_once),
        cmocka_unit_test(a_seat_is_its_token),
        cmocka_unit_test(wrong_tokens_are_soon_unheard),
        cmocka_unit_test(who_is_late_is_driven),
        cmocka_unit_test(computers_drive_by_themselves),
        cmocka_unit_test(nobody_takes_back_what_is_others),
        cmocka_unit_test(tables_are_opened_within_limits),
        cmocka_unit_test(names_are_seen),
        cmocka_unit_test(a_window_and_its_pages_have_one_race),
        cmocka_unit_test(seats_are_given_and_taken),
        cmocka_unit_test(a_window_lets_a_computer_stand_in),
        cmocka_unit_test(a_class_is_asked),
        cmocka_unit_test(teams_vote),
        cmocka_unit_test(any_message_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
