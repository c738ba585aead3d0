/* Fuzzes what programs that drive say, and the commands that start them: lines of any bytes are
 * understood as an action that the rules take, or refused in words fit to be shown.
 *
 * The first byte chooses how cars start; the first line is a command, each other one is an answer,
 * and what was understood is driven. */
#include "drivers/bot.h"
#include "drivers/graph_paper/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/draft.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static const char track_text[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 14\" data-graphprix=\"1\">"
    "<path class=\"wall\" d=\"M 1 1 H 19 V 13 H 1 Z\"/>"
    "<path class=\"wall\" d=\"M 7 5 H 13 V 9 H 7 Z\"/>"
    "<line class=\"start finish\" x1=\"10\" y1=\"9\" x2=\"10\" y2=\"13\"/></svg>";

/* One line without control characters, and no longer than it may be. */
static void require_fit(const char *words, size_t limit)
{
    require(strlen(words) <= limit && text_is_one_line(words));
}

/* The race borrows the set-up. */
static struct race *begin(uint8_t choice, struct setup *setup)
{
    static struct track *track;
    struct error error;
    if (track == NULL)
        track = svg_read_track(track_text, strlen(track_text), &error);
    require(track != NULL);
    *setup = setup_from_preset(&graph_paper_game, choice % PRESET_COUNT);
    setup->course = graph_paper_course(track);
    setup->players = 1 + choice / PRESET_COUNT % 3;
    setup->values[FIELD_CHOOSE] = choice >= 128 ? CHOOSE_REVERSE : CHOOSE_WITH_FIRST_MOVE;
    return setup_check(setup, &error) ? graph_paper_game.begin(setup) : NULL;
}

static void cut(const char *command)
{
    struct error error = {0};
    char **words = bot_command_cut(command, &error);
    require(words != NULL || error.text[0] != '\0');
    require(words == NULL || words[0] != NULL);
    bot_command_free(words);
}

static void answer(const struct text *line, struct race *race)
{
    struct text name = {0}, action = {0};
    struct error error = {0};
    struct event_list events = {0};
    if (bot_answer_ready(line, &name))
        require_fit(text_string(&name), 43);
    if (!bot_answer_is_blank(line) && !graph_paper_game.over(race)) {
        bool understood =
            bot_answer_read(line, race, race_next_car(race), &action, &error) == BOT_ACTS;
        require(understood ? action.length > 0 : error.text[0] != '\0' && action.length == 0);
        require_fit(error.text, sizeof error.text);
        require(!understood || graph_paper_game.apply(race, race_next_car(race),
                                                      text_string(&action), &events, &error));
    }
    event_list_free(&events);
    text_free(&name);
    text_free(&action);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct setup setup;
    struct race *race = length > 0 ? begin(bytes[0], &setup) : NULL;
    if (race == NULL)
        return 0;
    const char *at = (const char *)bytes + 1, *end = (const char *)bytes + length;
    for (int line = 0; at < end; line++) {
        const char *behind = memchr(at, '\n', (size_t)(end - at));
        struct text words = {0};
        text_append_bytes(&words, at, (size_t)((behind ? behind : end) - at));
        if (line == 0)
            cut(words.data);
        else
            answer(&words, race);
        text_free(&words);
        at = behind ? behind + 1 : end;
    }
    struct text said = {0};
    if (!graph_paper_game.over(race))
        graph_paper_ask(race, race_next_car(race), &said);
    text_free(&said);
    graph_paper_game.free(race);
    return 0;
}
