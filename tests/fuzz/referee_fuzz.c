/* Fuzzes the referee: lines of any bytes to its handler, in this process and without files. Every
 * line gets an object that can be printed, and a refused one changes nothing.
 *
 * The first byte chooses preset and players; `load` reads what `save` wrote last, cut or not by the
 * file's name, so that a race that was played can be loaded in the middle of another. */
#include "commands/referee.h"
#include "session/save.h"
#include "track/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char track_text[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 14\" data-graphprix=\"1\">"
    "<path class=\"wall\" d=\"M 1 1 H 19 V 13 H 1 Z\"/>"
    "<path class=\"wall\" d=\"M 7 5 H 13 V 9 H 7 Z\"/>"
    "<line class=\"start finish\" x1=\"10\" y1=\"9\" x2=\"10\" y2=\"13\"/>"
    "<rect class=\"slick\" x=\"14\" y=\"9\" width=\"2\" height=\"2\"/></svg>";

enum { LINES_FED = 32 };

static struct text stored;

static void require(bool condition)
{
    if (!condition)
        abort();
}

static bool store(const struct session *session, const char *path, struct error *error)
{
    if (strlen(path) > 20)
        return error_set(error, "the disk is full");
    text_clear(&stored);
    session_write(session, &stored);
    return true;
}

static struct session *fetch(const char *path, bool *damaged, struct error *error)
{
    size_t cut = strlen(path);
    size_t length = stored.length > cut && cut > 1 ? stored.length - cut : stored.length;
    return session_read(text_string(&stored), length, damaged, error);
}

static const struct referee_files files = {store, fetch};

static struct session *begin(uint8_t choice)
{
    static const char *const presets[] = {"racing-car", "babylon", "classroom"};
    static struct track *track;
    struct error error = {0};
    if (track == NULL)
        track = svg_read_track(track_text, strlen(track_text), &error);
    require(track != NULL);
    const struct rules *rules = rules_find("graph-paper");
    struct setup setup =
        setup_from_preset(rules, fields_find_preset(rules->table, presets[choice % 3]));
    struct player players[PLAYER_LIMIT];
    memset(players, 0, sizeof players);
    setup.track = track;
    setup.players = 1 + choice / 3 % 3;
    /* Fewer nitros, shorter lists of moves, more runs. */
    require(setup_set(&setup, "nitros", choice % 4 == 3 ? "1" : "0", &error));
    for (int i = 0; i < setup.players; i++) {
        snprintf(players[i].name, sizeof players[i].name, "Player %d", i + 1);
        snprintf(players[i].driver, sizeof players[i].driver, "human");
        players[i].pen = i + 1;
    }
    struct session *session =
        session_begin(&setup, players, (struct allow){.undo = choice < 200, .hints = true}, &error);
    require(session != NULL);
    return session;
}

static uint64_t hash_of(const struct referee *referee)
{
    return session_setup(referee->session)->rules->hash(session_race(referee->session));
}

static void feed(struct referee *referee, const char *line, size_t length)
{
    uint64_t before = hash_of(referee);
    json_t *answer = referee_answer(referee, line, length);
    char *printed = json_dumps(answer, JSON_COMPACT);
    require(printed != NULL && strchr(printed, '\n') == NULL);
    bool ok = json_is_true(json_object_get(answer, "ok"));
    require(ok || json_string_length(json_object_get(answer, "error")) > 0);
    require(ok || hash_of(referee) == before);
    free(printed);
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length == 0)
        return 0;
    text_clear(&stored);
    struct referee referee = {.session = begin(bytes[0]), .files = &files};
    json_decref(referee_greet(&referee));
    const char *at = (const char *)bytes + 1;
    const char *end = (const char *)bytes + length;
    for (int line = 0; line < LINES_FED && at < end && !referee.quit; line++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (line_end == NULL)
            line_end = end;
        feed(&referee, at, (size_t)(line_end - at));
        at = line_end + 1;
    }
    session_free(referee.session);
    return 0;
}
