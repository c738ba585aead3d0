/* Fuzzes the referee: lines of any bytes to its handler, in this process and without files. Every
 * line gets an object that can be printed, and a refused one changes nothing.
 *
 * The first byte chooses preset and players, and lines like `field=value` behind it set rules until
 * another line comes; a set-up that is refused has said why. `load` reads what `save` wrote last,
 * cut or not by the file's name, so that a race that was played can be loaded in the middle of
 * another. */
#include "commands/command.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"
#include "track/draft.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char track_text[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 14\" data-graphprix=\"1\">"
    "<path class=\"wall\" d=\"M 1 1 H 19 V 13 H 1 Z\"/>"
    "<path class=\"wall\" d=\"M 7 5 H 13 V 9 H 7 Z\"/>"
    "<line class=\"start finish\" x1=\"10\" y1=\"9\" x2=\"10\" y2=\"13\"/>"
    "<rect class=\"slick\" x=\"14\" y=\"9\" width=\"2\" height=\"2\"/>"
    "<rect class=\"turbo\" x=\"14\" y=\"1\" width=\"2\" height=\"3\" data-arrow=\"-2 1\"/>"
    "<polyline class=\"checkpoint\" data-number=\"1\" points=\"14,7 15,7 17,7 18,7\"/>"
    "<polyline class=\"checkpoint\" data-number=\"2\" points=\"2,7 3,7 4,8 5,7\"/>"
    "<circle class=\"inside\" cx=\"13\" cy=\"5\" r=\".25\"/>"
    "<circle class=\"outside\" cx=\"4\" cy=\"11\" r=\".25\"/></svg>";

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

/* Moves behind the line that ends at `*at`, or at the end. */
static struct text next_line(const char **at, const char *end)
{
    struct text line = {0};
    const char *line_end = memchr(*at, '\n', (size_t)(end - *at));
    if (line_end == NULL)
        line_end = end;
    text_append_bytes(&line, *at, (size_t)(line_end - *at));
    *at = line_end < end ? line_end + 1 : end;
    return line;
}

/* Lists of moves are kept short: more runs. */
enum { NITROS_MOST = 3, ROUNDS_MOST = 50 };

static void limit(int *value, int most)
{
    *value = *value < most ? *value : most;
}

/* Lines that set rules; `*at` is left at the first other one. */
static void set_rules(struct setup *setup, const char **at, const char *end)
{
    for (bool more = true; more && *at < end;) {
        const char *behind = *at;
        struct text line = next_line(&behind, end);
        struct error error = {0};
        more = line.length > 0 && strchr(line.data, '=') != NULL;
        if (more) {
            require(setup_set_pair(setup, line.data, &error) || error.text[0] != '\0');
            *at = behind;
        }
        text_free(&line);
    }
    limit(&setup->values[FIELD_NITROS], NITROS_MOST);
    limit(&setup->values[FIELD_ROUND_LIMIT], ROUNDS_MOST);
}

/* NULL if the set-up was refused. */
static struct session *begin(uint8_t choice, const char **at, const char *end)
{
    static struct track *track;
    struct error error = {0};
    if (track == NULL)
        track = svg_read_track(track_text, strlen(track_text), &error);
    require(track != NULL);
    struct setup setup = setup_from_preset(&graph_paper_game, choice % PRESET_COUNT);
    struct player players[PLAYER_LIMIT];
    memset(players, 0, sizeof players);
    setup.course = graph_paper_course(track);
    setup.players = 1 + choice / PRESET_COUNT % 4;
    setup.values[FIELD_NITROS] = choice / 20 % 2;
    set_rules(&setup, at, end);
    for (int i = 0; i < setup.players; i++) {
        snprintf(players[i].name, sizeof players[i].name, "Player %d", i + 1);
        snprintf(players[i].driver, sizeof players[i].driver, "human");
        players[i].pen = i + 1;
    }
    struct session *session =
        session_begin(&setup, players, (struct allow){.undo = choice < 200, .hints = true}, &error);
    require(session != NULL || error.text[0] != '\0');
    return session;
}

static uint64_t hash_of(const struct referee *referee)
{
    return session_setup(referee->session)->game->hash(session_race(referee->session));
}

static void feed(struct referee *referee, const char *line, size_t length)
{
    uint64_t before = hash_of(referee);
    struct text printed = {0};
    referee_answer(referee, line, length, &printed);
    require(strchr(text_string(&printed), '\n') == NULL);
    json_t *answer = json_loads(printed.data, JSON_REJECT_DUPLICATES, NULL);
    require(answer != NULL);
    bool ok = json_is_true(json_object_get(answer, "ok"));
    require(ok || json_string_length(json_object_get(answer, "error")) > 0);
    require(ok || hash_of(referee) == before);
    text_free(&printed);
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length == 0)
        return 0;
    text_clear(&stored);
    const char *at = (const char *)bytes + 1;
    const char *end = (const char *)bytes + length;
    struct referee referee = {.session = begin(bytes[0], &at, end), .files = &files};
    if (referee.session == NULL)
        return 0;
    struct text greeting = {0};
    referee_greet(&referee, &greeting);
    text_free(&greeting);
    for (int line = 0; line < LINES_FED && at < end && !referee.quit; line++) {
        struct text text = next_line(&at, end);
        feed(&referee, text_string(&text), text.length);
        text_free(&text);
    }
    referee_end(&referee);
    return 0;
}
