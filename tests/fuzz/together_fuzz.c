/* Fuzzes what pages say: each line is a message of one of four pages, the first letter says whose
 * and whether time goes by. Every message gets an answer that is an object with "ok", a race that
 * went on can be read back from its lines, and nothing but what a seat may do changes it. "K"
 * stands for the table's code, "T" for the token of the page's first answer. */
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"
#include "together/hall.h"
#include "together/inside.h"
#include "track/draft.h"

#include <stdlib.h>
#include <string.h>

static const char track_text[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 14\" data-graphprix=\"1\">"
    "<path class=\"wall\" d=\"M 1 1 H 19 V 13 H 1 Z\"/>"
    "<path class=\"wall\" d=\"M 7 5 H 13 V 9 H 7 Z\"/>"
    "<line class=\"start finish\" x1=\"10\" y1=\"9\" x2=\"10\" y2=\"13\"/></svg>";

enum { PAGES = 4, LINES = 40 };

static struct text tokens[PAGES];
static bool answered;

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void hear(void *data, uint64_t page, const char *bytes, size_t length)
{
    (void)data;
    json_t *object = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, NULL);
    require(json_is_object(object));
    const char *token = json_string_value(json_object_get(object, "token"));
    answered |= json_is_boolean(json_object_get(object, "ok"));
    if (token && tokens[page].length == 0)
        text_append(&tokens[page], token);
    json_decref(object);
}

static void send_away(void *data, uint64_t page, int code)
{
    (void)data, (void)page;
    require(code == HALL_CLOSED_ELSEWHERE);
}

static struct course course(void)
{
    struct error error;
    return course_read(&graph_paper_game, track_text, sizeof track_text - 1, &error);
}

static struct course find_course(const char *name, struct error *error)
{
    if (strcmp(name, "ring") == 0)
        return course();
    error_set(error, "there is no such track");
    return (struct course){0};
}

static struct session *begin(void)
{
    struct error error;
    struct course ring = course();
    struct setup setup = setup_for_course(ring);
    struct player players[3] = {{"Ann", 1, "human"}, {"Ben", 2, "human"}, {"Cem", 3, "rookie"}};
    setup.players = 3;
    struct session *session =
        session_begin(&setup, players, (struct allow){.undo = true, .hints = true}, &error);
    course_release(ring);
    require(session != NULL);
    return session;
}

static void require_readable(const struct session *session)
{
    struct text file = {0};
    struct error error;
    bool damaged;
    session_write(session, &file);
    struct session *again = session_read(file.data, file.length, &damaged, &error);
    require(again != NULL && !damaged);
    require(graph_paper_game.hash(session_race(again)) ==
            graph_paper_game.hash(session_race(session)));
    session_free(again);
    text_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error;
    struct log_keeper *keeper = log_keeper_of_files(NULL);
    struct hall *hall = hall_create(&(struct hall_options){.open = true,
                                                           .keeper = keeper,
                                                           .find_course = find_course,
                                                           .send = hear,
                                                           .close = send_away});
    struct race_table *table = hall_begin(hall, begin(), NULL, 0, &error);
    const char *at = (const char *)data, *end = at + size;
    int64_t now = 0;
    for (uint64_t page = 0; page < PAGES; page++)
        hall_page_comes(hall, page, page < 2 ? "::1" : "::2");
    for (int i = 0; i < LINES && at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        uint64_t page = (unsigned char)*at % PAGES;
        now += (unsigned char)*at / PAGES * INT64_C(500);
        struct text line = {0};
        for (const char *byte = at + 1; byte < stop; byte++)
            if (*byte == 'K')
                text_append(&line, table_code(table));
            else if (*byte == 'T')
                text_append(&line, text_string(&tokens[page]));
            else
                text_append_bytes(&line, byte, 1);
        int before = session_line_count(table_session(table));
        answered = false;
        hall_hear(hall, page, text_string(&line), line.length, now);
        require(answered || strstr(text_string(&line), "token") != NULL);
        require(session_line_count(table_session(table)) - before <= 1);
        hall_tick(hall, now);
        text_free(&line);
        at = stop + 1;
    }
    require_readable(table_session(table));
    hall_free(hall);
    log_keeper_close(keeper);
    for (int i = 0; i < PAGES; i++)
        text_free(&tokens[i]);
    return 0;
}
