/* Any bytes as the posts of a turn: refused with sentences and nothing done, or carried out for
 * everybody who owed an order, with nobody's line passed over; what is posted then is no order of
 * anybody. Names are the bytes' own: those that pass the check are read in each form that people
 * write.
 *
 * The first line holds the names, with a blank between; the second byte of the first name says
 * whether who is missing drives on. */
#include "rules/stock_cars/stock_cars.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct game *const game = &stock_cars_game;
static const char map_text[] = "name: Yard\nrace: N\nlaps: 1\n\n*****\n*   *\nF   *\n1   *\n2   *\n"
                               "3   *\n*****\n";

static void require(bool condition)
{
    if (!condition)
        abort();
}

static int read_names(const char *at, const char *end, struct player *players)
{
    int count = 0;
    while (at < end && count < 3) {
        const char *stop = memchr(at, ' ', (size_t)(end - at));
        stop = stop ? stop : end;
        struct player *player = &players[count];
        int length = stop - at < PLAYER_NAME_BYTES - 1 ? (int)(stop - at) : PLAYER_NAME_BYTES - 1;
        snprintf(player->name, sizeof player->name, "%.*s", length, at);
        strcpy(player->driver, "human");
        player->pen = count + 1;
        count += player->name[0] != '\0';
        at = stop + 1;
    }
    return count;
}

static struct session *begin(const struct player *players, int count)
{
    static struct course course;
    struct error error = {0};
    if (!course.body)
        course = course_read(game, map_text, strlen(map_text), &error);
    require(course.body != NULL);
    struct setup setup = setup_from_preset(game, 0);
    setup.course = course;
    setup.players = count;
    setup.seed = 1;
    setup.values[STOCK_SPECIALS] = 0;
    return session_begin(&setup, players, (struct allow){true, true}, &error);
}

/* Who passes the check is read, however the name is written. */
static void check_forms(const struct player *players, int count)
{
    static const char *const forms[] = {"%s: AMM",        "\n%s : AMM :)", "* %s: AMM\r",
                                        "2) **%s:** AMM", "[b]%s:[/b]AMM", "\u00a0%s\uff1a AMM",
                                        "||%s: AMM||"};
    for (int i = 0; i < count; i++)
        for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
            struct post_reader reader = {players, count, 0, 0};
            struct post_line line;
            struct text written = {0};
            text_append_format(&written, forms[form], players[i].name);
            post_line_read(&reader, written.data, written.data + written.length, 1, &line);
            require(line.kind == POST_ORDER && line.player == i + 1);
            require(strcmp(text_string(&line.action), "AMM") == 0);
            post_line_free(&line);
            text_free(&written);
        }
}

static void check_lines(const struct text *lines)
{
    require(lines->length == 0 || lines->data[lines->length - 1] == '\n');
    for (const char *c = text_string(lines); *c; c++)
        require(*c == '\n' || (unsigned char)*c >= ' ');
}

/* Has somebody a line that cannot be read, and no order? */
static bool is_passed_over(const struct session *session, const char *post, const char *end)
{
    int count = session_setup(session)->players;
    struct post_reader reader = {session_player(session, 1), count, 0, 0};
    bool ordered[PLAYER_LIMIT + 1] = {false}, named[PLAYER_LIMIT + 1] = {false}, found = false;
    while (post < end) {
        struct post_line line;
        const char *stop = memchr(post, '\n', (size_t)(end - post));
        stop = stop ? stop : end;
        post_line_read(&reader, post, stop, 1, &line);
        ordered[line.player] |= line.kind == POST_ORDER;
        named[line.player] |= line.kind == POST_UNREAD;
        post_line_free(&line);
        post = stop + 1;
    }
    for (int i = 1; i <= count; i++)
        found |= named[i] && !ordered[i];
    return found;
}

static void take(struct session *session, const char *post, size_t length, bool drive_on)
{
    struct text faults = {0}, notes = {0}, told = {0};
    const struct race *race = session_race(session);
    uint64_t before = game->hash(race);
    int cars[CAR_LIMIT], steps = session_step_count(session);
    bool secret, quoted = false;
    int owed = game->owes(race, cars, &secret);
    bool done =
        post_take(session, post, length, (struct post_wish){drive_on, false}, &faults, &notes);
    require(done == (faults.length == 0));
    require(!done || (length > 1 && ((unsigned char)post[0] & 0xFE) == 0xFE) ||
            !is_passed_over(session, post, post + length));
    require(done == (game->hash(session_race(session)) != before));
    require(session_step_count(session) == steps + (done ? owed : 0));
    check_lines(&faults);
    check_lines(&notes);
    post_write(session, steps, &told);
    check_lines(&told);
    text_clear(&faults);
    /* What the program posts itself orders nothing. */
    require(!post_take(session, told.data, told.length, (struct post_wish){0}, &faults, &notes));
    for (const char *at = text_string(&faults); (at = strstr(at, "line ")); at++)
        quoted = true;
    require(!quoted);
    text_free(&faults);
    text_free(&notes);
    text_free(&told);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data, *end = bytes + size;
    const char *post = size > 0 ? memchr(bytes, '\n', size) : NULL;
    struct player players[PLAYER_LIMIT] = {{{0}, 0, {0}}};
    struct error error = {0};
    int count = post ? read_names(bytes, post, players) : 0;
    if (count == 0 || !post_names_check(players, count, &error)) {
        require(count == 0 || error.text[0] != '\0');
        return 0;
    }
    check_forms(players, count);
    struct session *session = begin(players, count);
    if (session)
        take(session, post + 1, (size_t)(end - post - 1), players[0].name[1] & 1);
    session_free(session);
    return 0;
}
