/* Lines that several write: two hosts with a session each, and between them a broker that is a list
 * in memory, which can be made to go away or to lose what it has. */
#include "session/log.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/ring.h"
#include "together/hall.h"

#include "rules/graph_paper/graph_paper.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 64 };

struct list {
    struct broker broker;
    struct broker_line lines[KEPT];
    int count;
    int news;  /* the line that comes next by itself, from 1; 0: none does */
    int ahead; /* lines that are known to be appended soon, and the last of them */
    struct text sent;
    bool away;
};

static void send_ahead(struct broker *broker, const char *code, enum log_list list,
                       const struct text *line, uint64_t last)
{
    struct list *kept = (struct list *)broker;
    assert_int_equal(list, LOG_LINES);
    assert_int_not_equal(last, 0);
    kept->ahead++;
    text_clear(&kept->sent);
    text_append_format(&kept->sent, "%s %s", code, text_string(line));
}

static enum log_verdict append(struct broker *broker, const char *code, enum log_list list,
                               const struct text *line, uint64_t *last, struct error *error)
{
    struct list *kept = (struct list *)broker;
    uint64_t found = 0;
    if (kept->away) {
        error_set(error, "the broker is away");
        return LOG_REFUSED;
    }
    for (int i = 0; i < kept->count; i++)
        if (kept->lines[i].list == list && strcmp(kept->lines[i].code, code) == 0)
            found = kept->lines[i].sequence;
    if (found != *last)
        return LOG_BEHIND;
    struct broker_line *into = &kept->lines[kept->count++];
    *into = (struct broker_line){.list = list, .sequence = (uint64_t)kept->count};
    strcpy(into->code, code);
    text_append_bytes(&into->text, line->data, line->length);
    *last = into->sequence;
    return LOG_DONE;
}

static bool read_list(struct broker *broker, const char *code, enum log_list list, uint64_t after,
                      void (*take)(void *data, const struct broker_line *line), void *data,
                      struct error *error)
{
    struct list *kept = (struct list *)broker;
    for (int i = 0; i < kept->count && !kept->away; i++)
        if (kept->lines[i].list == list && strcmp(kept->lines[i].code, code) == 0 &&
            kept->lines[i].sequence > after) {
            if (take)
                take(data, &kept->lines[i]);
            else
                *(bool *)data = true;
        }
    return !kept->away || error_set(error, "the broker is away");
}

static bool next(struct broker *broker, struct broker_line *into)
{
    struct list *kept = (struct list *)broker;
    if (kept->news == 0)
        return false;
    *into = kept->lines[kept->news - 1];
    into->text = (struct text){0};
    text_append_bytes(&into->text, kept->lines[kept->news - 1].text.data,
                      kept->lines[kept->news - 1].text.length);
    kept->news = 0;
    return true;
}

static void forget(struct list *kept)
{
    while (kept->count > 0)
        text_free(&kept->lines[--kept->count].text);
}

static void close_list(struct broker *broker)
{
    (void)broker;
}

struct host {
    struct log_keeper *keeper;
    struct session *session;
    struct log *log;
    struct text seats;
};

static void take_seat(void *data, const char *line, size_t length)
{
    text_append_bytes(&((struct host *)data)->seats, line, length);
}

static void take(void *data, const struct broker_line *line)
{
    struct host *host = data;
    log_take(host->log, host->session, line, take_seat, host);
}

struct hosts {
    struct list list;
    struct host hosts[2];
};

static int set_up(void **state)
{
    struct hosts *hosts = calloc(1, sizeof *hosts);
    struct error error;
    hosts->list.broker = (struct broker){
        .send = send_ahead, .append = append, .read = read_list, .next = next, .close = close_list};
    for (int i = 0; i < 2; i++)
        hosts->hosts[i].keeper = log_keeper_of_broker(&hosts->list.broker, "1.9");
    struct host *first = &hosts->hosts[0], *second = &hosts->hosts[1];
    assert_int_equal(log_is_there(second->keeper, "KRTZB"), LOG_ABSENT);
    first->session = ring_session("classroom", 2, ring_allow_all);
    first->log = log_begin(first->keeper, "KRTZB", NULL, first->session, &error);
    assert_non_null(first->log);
    assert_int_equal(log_is_there(second->keeper, "KRTZB"), LOG_THERE);
    second->log = log_open(second->keeper, "KRTZB", NULL, &second->session, &second->seats, &error);
    assert_non_null(second->log);
    assert_string_equal(second->seats.data, "{\"code\":\"KRTZB\",\"version\":\"1.9\"}\n");
    *state = hosts;
    return 0;
}

static int tear_down(void **state)
{
    struct hosts *hosts = *state;
    for (int i = 0; i < 2; i++) {
        log_close(hosts->hosts[i].log);
        session_free(hosts->hosts[i].session);
        log_keeper_close(hosts->hosts[i].keeper);
        text_free(&hosts->hosts[i].seats);
    }
    forget(&hosts->list);
    text_free(&hosts->list.sent);
    free(hosts);
    return 0;
}

/* The lines themselves lie with the broker alone. */
static void assert_same_race(const struct session *one, const struct session *other)
{
    const struct game *game = session_setup(one)->game;
    assert_int_equal(session_line_count(one), session_line_count(other));
    assert_int_equal(session_step_count(one), session_step_count(other));
    for (int i = 0; i < session_step_count(one); i++)
        assert_string_equal(session_step(one, i).action, session_step(other, i).action);
    assert_true(game->hash(session_race(one)) == game->hash(session_race(other)));
}

static void assert_same(const struct hosts *hosts)
{
    assert_same_race(hosts->hosts[0].session, hosts->hosts[1].session);
}

static void who_is_slower_reads_on(void **state)
{
    struct hosts *hosts = *state;
    struct host *first = &hosts->hosts[0], *second = &hosts->hosts[1];
    struct error error = {0};
    assert_int_equal(log_do(first->log, first->session, 1, "10,3>11,3", &error), LOG_DONE);
    /* The other one has not read that, and nothing of what it wants is done. */
    assert_int_equal(log_do(second->log, second->session, 1, "10,4>11,4", &error), LOG_BEHIND);
    assert_int_equal(session_line_count(second->session), 0);
    log_catch_up(second->log, true, take, second);
    assert_same(hosts);
    assert_int_equal(log_do(second->log, second->session, 1, "12,4", &error), LOG_REFUSED);
    assert_int_equal(log_do(second->log, second->session, 2, "10,4>11,4", &error), LOG_DONE);
    assert_int_equal(log_undo(first->log, first->session, &error), LOG_BEHIND);
    log_catch_up(first->log, true, take, first);
    assert_int_equal(log_undo(first->log, first->session, &error), LOG_DONE);
    /* A line that comes twice is done once. */
    for (int i = 0; i < hosts->list.count; i++)
        take(second, &hosts->list.lines[i]);
    for (int i = 0; i < hosts->list.count; i++)
        take(second, &hosts->list.lines[i]);
    assert_same(hosts);
    assert_int_equal(session_line_count(second->session), 3);
    assert_int_equal(session_step_count(second->session), 1);
}

static void seats_are_lines_too(void **state)
{
    struct hosts *hosts = *state;
    struct host *first = &hosts->hosts[0], *second = &hosts->hosts[1];
    struct error error = {0};
    struct text line = {0};
    text_append(&line, "{\"seat\":1}");
    text_clear(&second->seats);
    assert_int_equal(log_seat(first->log, &line, &error), LOG_DONE);
    assert_int_equal(log_seat(second->log, &line, &error), LOG_BEHIND);
    log_catch_up(second->log, true, take, second);
    assert_string_equal(second->seats.data, "{\"seat\":1}");
    assert_int_equal(log_seat(second->log, &line, &error), LOG_DONE);
    text_free(&line);
}

static void what_does_not_apply_is_left_out_by_all(void **state)
{
    struct hosts *hosts = *state;
    struct error error = {0};
    static const char *const damaged[] = {
        "",
        "{",
        "[]",
        "{\"n\":7,\"undo\":true}",
        "{\"n\":1,\"car\":2,\"do\":\"10,3>11,3\"}",
        "{\"n\":1,\"car\":1,\"do\":\"10,3>11,3\",\"hash\":\"0123456789abcdef\"}"};
    for (int i = 0; i < 2; i++) {
        struct host *host = &hosts->hosts[i];
        for (size_t j = 0; j < sizeof damaged / sizeof *damaged; j++)
            assert_false(session_take_line(host->session, damaged[j], strlen(damaged[j]), &error));
        assert_int_equal(session_line_count(host->session), 0);
    }
    /* What is planned changes nothing, and is what is then taken. */
    struct text planned = {0}, again = {0};
    struct session *session = hosts->hosts[0].session;
    assert_true(session_plan(session, 1, "10,3>11,3", &planned, &error));
    assert_true(session_plan(session, 1, "10,3>11,3", &again, &error));
    assert_string_equal(planned.data, again.data);
    assert_false(session_plan(session, 1, "99,3", &again, &error));
    assert_false(session_plan_undo(session, &again, &error));
    assert_int_equal(session_line_count(session), 0);
    assert_true(session_take_line(hosts->hosts[1].session, planned.data, planned.length, &error));
    assert_true(session_do(session, 1, "10,3>11,3", &error));
    text_clear(&planned);
    assert_true(session_plan_undo(session, &planned, &error));
    assert_string_equal(planned.data, "{\"n\":2,\"undo\":true}");
    assert_same(hosts);
    text_free(&planned);
    text_free(&again);
}

static void a_broker_goes_away_and_loses_all(void **state)
{
    struct hosts *hosts = *state;
    struct host *first = &hosts->hosts[0];
    struct error error = {0};
    hosts->list.away = true;
    assert_int_equal(log_is_there(first->keeper, "KRTZB"), LOG_UNSURE);
    assert_int_equal(log_do(first->log, first->session, 1, "10,3>11,3", &error), LOG_REFUSED);
    assert_string_equal(error.text, "the broker is away");
    log_catch_up(first->log, true, take, first);
    assert_int_equal(session_line_count(first->session), 0);
    hosts->list.away = false;
    assert_true(log_is_shared(first->log));
    assert_int_equal(log_do(first->log, first->session, 1, "10,3>11,3", &error), LOG_DONE);
    forget(&hosts->list);
    assert_int_equal(log_do(first->log, first->session, 2, "10,4>11,4", &error), LOG_BEHIND);
    log_catch_up(first->log, true, take, first);
    assert_false(log_is_shared(first->log));
    assert_int_equal(log_do(first->log, first->session, 2, "10,4>11,4", &error), LOG_DONE);
    assert_int_equal(hosts->list.count, 0); /* nothing is written over what is gone */
}

#define LOG_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* The older host is told what the newer one does, and does nothing itself. */
static void the_older_one_looks_on(void **state)
{
    struct hosts *hosts = *state;
    struct host *first = &hosts->hosts[0], *second = &hosts->hosts[1];
    struct error error = {0};
    struct host third = {.keeper = log_keeper_of_broker(&hosts->list.broker, "1.10")};
    struct text line = {0};
    assert_int_equal(log_do(second->log, second->session, 1, "10,3>11,3", &error), LOG_DONE);
    third.log = log_open(third.keeper, "KRTZB", NULL, &third.session, &third.seats, &error);
    assert_non_null(third.log);
    assert_int_equal(log_do(third.log, third.session, 2, "10,4>11,4", &error), LOG_DONE);
    assert_true(log_catch_up(first->log, false, take, first));
    assert_int_equal(session_line_count(first->session), 2);
    assert_int_equal(log_do(first->log, first->session, 1, "13,3", &error), LOG_REFUSED);
    assert_string_equal(error.text,
                        "a host of version 1.10 keeps this table: this one (1.9) only looks on");
    assert_int_equal(log_undo(first->log, first->session, &error), LOG_REFUSED);
    text_append(&line, "{\"seat\":1,\"name\":\"Ada\",\"token\":\"x\"}");
    assert_int_equal(log_seat(first->log, &line, &error), LOG_REFUSED);
    assert_int_equal(log_seat(third.log, &line, &error), LOG_DONE);
    assert_int_equal(log_do(third.log, third.session, 1, "13,3", &error), LOG_DONE);
    log_catch_up(second->log, true, take, second);
    log_catch_up(first->log, true, take, first);
    assert_same(hosts);
    log_close(third.log);
    session_free(third.session);
    log_keeper_close(third.keeper);
    text_free(&third.seats);
    text_free(&line);
}

static void keep(void *data, uint64_t page, const char *bytes, size_t length)
{
    (void)page;
    if (strstr(bytes, "\"ok\":")) {
        text_clear(data);
        text_append_bytes(data, bytes, length);
    }
}

static void end(void *data, uint64_t page, int code)
{
    (void)page;
    text_clear(data);
    text_append_format(data, "%d", code);
}

static void assert_heard(struct hall *hall, uint64_t page, const char *says, const char *part,
                         const struct text *heard)
{
    hall_hear(hall, page, says, strlen(says), 0);
    assert_non_null(strstr(text_string(heard), part));
}

/* Tables on one course have one in memory, and another course is another one. */
static void a_course_is_read_once(void **state)
{
    struct hosts *hosts = *state;
    struct list *list = &hosts->list;
    struct error error = {0};
    struct known_course known = {0};
    static const char ring[] = "Ring", title[] = "<title>Ring", other[] = "<title>Rang";
    const struct text *head = &list->lines[0].text;
    struct session *read[4];
    for (int i = 0; i < 4; i++) {
        struct text line = {0};
        const char *name = strstr(head->data, title);
        assert_non_null(name);
        text_append_bytes(&line, head->data, head->length);
        if (i == 2)
            memcpy(line.data + (name - head->data), other, strlen(other));
        read[i] = session_take_head(line.data, line.length, &known, &error);
        assert_non_null(read[i]);
        text_free(&line);
    }
    const void *bodies[4];
    for (int i = 0; i < 4; i++)
        bodies[i] = session_setup(read[i])->course.body;
    assert_ptr_equal(bodies[0], bodies[1]);
    assert_ptr_not_equal(bodies[1], bodies[2]);
    assert_ptr_not_equal(bodies[2], bodies[3]);
    assert_string_equal(course_title(session_setup(read[2])->course), "Rang");
    assert_string_equal(course_title(session_setup(read[3])->course), ring);
    assert_null(session_take_head("{}", 2, &known, &error));
    for (int i = 0; i < 4; i++)
        session_free(read[i]);
    course_release(known.course);
    text_free(&known.file);
}

/* One line has not come by itself: it is read when the next one does not fit. */
static void what_was_missed_is_read(void **state)
{
    struct hosts *hosts = *state;
    struct host *first = &hosts->hosts[0];
    struct error error = {0};
    struct text heard = {0};
    struct hall *hall = hall_create(&(struct hall_options){
        .keeper = hosts->hosts[1].keeper, .send = keep, .close = end, .data = &heard});
    const struct race_table *table = hall_find(hall, "KRTZB");
    assert_int_equal(log_do(first->log, first->session, 1, "10,3>11,3", &error), LOG_DONE);
    assert_int_equal(log_do(first->log, first->session, 2, "10,4>11,4", &error), LOG_DONE);
    hosts->list.away = true; /* once it is not there: the next line is too early then, as well */
    hosts->list.news = hosts->list.count;
    hall_tick(hall, 0);
    assert_int_equal(session_line_count(table_session(table)), 0);
    hosts->list.away = false;
    hosts->list.news = hosts->list.count;
    hall_tick(hall, 0);
    assert_same_race(first->session, table_session(table));
    assert_int_equal(session_line_count(first->session), 2);
    hall_free(hall);
    text_free(&heard);
}

/* What is about to be said at several tables is on its way for all of them before the first of it
 * is waited for; of one table only what is said there first. */
static void what_is_expected_is_sent_ahead(void **state)
{
    struct hosts *hosts = *state;
    struct list *list = &hosts->list;
    struct text heard = {0}, line = {0};
    struct error error = {0};
    struct log_keeper *keeper = hosts->hosts[1].keeper;
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    struct hall *hall = hall_create(
        &(struct hall_options){.keeper = keeper, .send = keep, .close = end, .data = &heard});
    static const char *const joins[] = {"{\"id\":1,\"join\":\"KRTZB\",\"name\":\"Ada\"}",
                                        "{\"id\":1,\"join\":\"KRTZB\",\"name\":\"Ben\"}",
                                        "{\"id\":1,\"join\":\"KRTZC\",\"name\":\"Cem\"}"};
    static const char does[] = "{\"id\":2,\"do\":\"10,3>11,3\",\"n\":0}";
    static const char *const others[] = {"{\"id\":2,\"do\":\"10,3>11,3\",\"n\":1}",
                                         "{\"id\":2,\"do\":\"10,3>11,3\"}",
                                         "{\"do\":\"10,3>11,3\",\"n\":0}",
                                         "{\"id\":2,\"do\":\"99,3\",\"n\":0}",
                                         "{\"id\":2,\"token\":\"x\",\"do\":\"10,3>11,3\",\"n\":0}",
                                         "{\"id\":2,\"undo\":true}",
                                         "[",
                                         "7"};
    log_close(log_begin(keeper, "KRTZC", NULL, session, &error));
    session_free(session);
    for (uint64_t page = 1; page <= 3; page++) {
        hall_page_comes(hall, page, "10.0.0.1");
        assert_heard(hall, page, joins[page - 1], "\"ok\":true", &heard);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        hall_expect(hall, 1, others[i], strlen(others[i]));
        hall_hear(hall, 1, others[i], strlen(others[i]), 0);
        assert_int_equal(list->ahead, 0);
    }
    assert_heard(hall, 1, "{\"id\":3,\"try\":\"M\"}", "\"ok\"", &heard);
    int before = list->count;
    hall_expect(hall, 1, does, strlen(does));
    assert_int_equal(list->ahead, 1);
    hall_expect(hall, 1, does, strlen(does)); /* the same table */
    hall_expect(hall, 4, does, strlen(does)); /* nobody */
    assert_int_equal(list->ahead, 1);
    hall_expect(hall, 3, does, strlen(does));
    assert_int_equal(list->ahead, 2);
    assert_int_equal(list->count, before);
    assert_heard(hall, 1, does, "\"ok\":true", &heard);
    assert_heard(hall, 3, does, "\"ok\":true", &heard);
    assert_int_equal(list->count, before + 2);
    text_append_format(&line, "KRTZC %s", text_string(&list->lines[before + 1].text));
    assert_string_equal(list->sent.data, line.data);
    hall_free(hall);
    text_free(&heard);
    text_free(&line);
}

/* Whoever gave the seat has died since, and his line has not come by itself. */
static void a_token_that_is_not_known_yet_is_read(void **state)
{
    struct hosts *hosts = *state;
    struct host *first = &hosts->hosts[0];
    struct error error = {0};
    struct text line = {0}, heard = {0};
    static const char token[] = "KRTZB-ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char asks[80];
    struct hall *hall = hall_create(&(struct hall_options){
        .keeper = hosts->hosts[1].keeper, .send = keep, .close = end, .data = &heard});
    hall_page_comes(hall, 1, "10.0.0.1");
    assert_non_null(hall_find(hall, "KRTZB"));
    text_append_format(&line, "{\"seat\":1,\"name\":\"Ada\",\"token\":\"%s\"}", token);
    snprintf(asks, sizeof asks, "{\"id\":1,\"token\":\"%s\"}", token);
    hall_hear(hall, 1, asks, strlen(asks), 0);
    assert_non_null(strstr(heard.data, "no seat has this token"));
    assert_int_equal(log_seat(first->log, &line, &error), LOG_DONE);
    hosts->list.away = true; /* it may be right: come again */
    hall_hear(hall, 1, asks, strlen(asks), 0);
    assert_string_equal(heard.data, "1013");
    hosts->list.away = false;
    hall_hear(hall, 1, asks, strlen(asks), 0);
    assert_non_null(strstr(heard.data, "\"ok\":true,\"seat\":1"));
    hall_free(hall);
    text_free(&line);
    text_free(&heard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LOG_TEST(who_is_slower_reads_on),
        LOG_TEST(seats_are_lines_too),
        LOG_TEST(what_does_not_apply_is_left_out_by_all),
        LOG_TEST(the_older_one_looks_on),
        LOG_TEST(a_token_that_is_not_known_yet_is_read),
        LOG_TEST(a_broker_goes_away_and_loses_all),
        LOG_TEST(a_course_is_read_once),
        LOG_TEST(what_was_missed_is_read),
        LOG_TEST(what_is_expected_is_sent_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
