/* See ring.h. */
#include "ring.h"

#include "base/formats.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/draft.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char ring_svg[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"70mm\" "
                        "viewBox=\"0 0 20 14\" "
                        "data-graphprix=\"1\">\n"
                        "<title>Ring</title>\n"
                        "<path class=\"wall\" d=\"M 1 1 L 19 1 L 19 13 L 1 13 Z\"/>\n"
                        "<path class=\"wall\" d=\"M 7 5 L 13 5 L 13 9 L 7 9 Z\"/>\n"
                        "<line class=\"start finish\" x1=\"10\" y1=\"9\" x2=\"10\" y2=\"13\"/>\n"
                        "<rect class=\"slick\" x=\"14\" y=\"9\" width=\"2\" height=\"2\"/>\n"
                        "</svg>\n";

const char *const ring_lap[RING_LAP_ACTIONS] = {
    "10,3>11,3", "13,3", "15,4", "16,6", "16,8", "15,10", "13,11", "10,11",
    "7,11",      "5,10", "4,8",  "4,6",  "5,4",  "7,3",   "10,3",  "13,3"};

const struct allow ring_allow_all = {.undo = true, .hints = true};

struct track *ring_track(void)
{
    struct error error = {0};
    struct track *track = svg_read_track(ring_svg, strlen(ring_svg), &error);
    if (track == NULL)
        fprintf(stderr, "ring, line %d: %s\n", error.line, error.text);
    assert(track != NULL);
    return track;
}

/* A preset's name, and then pairs: "classroom nitros=2". */
static struct setup read_rules(const char *text)
{
    const struct game *game = game_find("graph-paper");
    struct error error = {0};
    struct setup setup = {0};
    char words[200], *rest = words;
    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (!setup.game)
            setup = setup_from_preset(game, fields_find_preset(game->table, word));
        else if (!setup_set_pair(&setup, word, &error))
            fprintf(stderr, "%s\n", error.text);
        assert(!error.text[0]);
    }
    return setup;
}

static struct session *begin(const char *rules, const char *const *drivers, int players,
                             struct allow allow)
{
    static const char *const names[PLAYER_LIMIT] = {"Ada",  "Blaise", "Chen",  "Dorothy",
                                                    "Emmy", "Félix",  "Grace", "Hypatia"};
    struct setup setup = read_rules(rules);
    struct player list[PLAYER_LIMIT];
    struct error error = {0};
    memset(list, 0, sizeof list);
    for (int i = 0; i < players; i++) {
        snprintf(list[i].name, sizeof list[i].name, "%s", names[i]);
        snprintf(list[i].driver, sizeof list[i].driver, "%s", drivers[i]);
        list[i].pen = i + 1;
    }
    struct track *track = ring_track();
    setup.course = graph_paper_course(track);
    setup.players = players;
    setup.seed = 7;
    bool set = setup_set(&setup, "order", "listed", &error);
    struct session *session = set ? session_begin(&setup, list, allow, &error) : NULL;
    track_release(track);
    if (session == NULL)
        fprintf(stderr, "%s\n", error.text);
    assert(session != NULL);
    return session;
}

struct session *ring_session(const char *rules, int players, struct allow allow)
{
    static const char *const humans[PLAYER_LIMIT] = {"human", "human", "human", "human",
                                                     "human", "human", "human", "human"};
    return begin(rules, humans, players, allow);
}

struct session *ring_session_driven(const char *rules, const char *const *drivers, int players)
{
    return begin(rules, drivers, players, ring_allow_all);
}

void ring_do(struct session *session, const char *const *actions, int count)
{
    for (int i = 0; i < count; i++) {
        struct error error = {0};
        bool done = session_do(session, 0, actions[i], &error);
        if (!done)
            fprintf(stderr, "%s: %s\n", actions[i], error.text);
        assert(done);
    }
}

bool ring_act_at_random(struct session *session, struct random *random)
{
    struct error error;
    const struct game *game = session_setup(session)->game;
    const struct race *race = session_race(session);
    struct text answer = {0};
    json_text_open(&answer, '{');
    game->append_moves(race, race_next_car(race), "", &answer, &error);
    json_text_close(&answer, '}');
    json_t *rows = json_loads(answer.data, 0, NULL), *moves = json_object_get(rows, "moves");
    text_free(&answer);
    size_t count = json_array_size(moves);
    if (count > 0) {
        const json_t *move = json_array_get(moves, random_below(random, (uint32_t)count));
        const char *action = json_string_value(json_object_get(move, "action"));
        ring_do(session, &action, 1);
    }
    json_decref(rows);
    return count > 0;
}
