/* What programs may answer. Blanks between words do not matter, anything else does. */
#include "drivers/bot_inside.h"

#include "base/number.h"
#include "base/text.h"

#include <string.h>

enum { QUOTED_LIMIT = 60, NAME_LIMIT = 40, COORDINATE_LIMIT = 1000000 };

static const char blanks[] = " \t\r";

bool bot_answer_is_blank(const struct text *line)
{
    const char *string = text_string(line);
    return strspn(string, blanks) == line->length;
}

/* Moves behind the blanks, the word, and the blanks behind it. */
static bool skip_word(const char **at, const char *word)
{
    size_t length = strlen(word);
    const char *from = *at + strspn(*at, blanks);
    if (strncmp(from, word, length) != 0 || (from[length] && !strchr(blanks, from[length])))
        return false;
    *at = from + length + strspn(from + length, blanks);
    return true;
}

static bool read_coordinate(const char **at, int32_t *value)
{
    int64_t number;
    if (!number_read_integer(at, -COORDINATE_LIMIT, COORDINATE_LIMIT, &number) ||
        (**at && !strchr(blanks, **at)))
        return false;
    *at += strspn(*at, blanks);
    *value = (int32_t)number;
    return true;
}

/* "move 12 9" */
static bool read_point(const char **at, const char *word, struct point *point)
{
    return skip_word(at, word) && read_coordinate(at, &point->x) && read_coordinate(at, &point->y);
}

static bool is_at_end(const struct text *line, const char *at)
{
    return at == text_string(line) + line->length;
}

bool bot_answer_ready(const struct text *line, struct text *name)
{
    const char *at = text_string(line);
    if (!skip_word(&at, "ready"))
        return false;
    size_t length = line->length - (size_t)(at - text_string(line));
    while (length > 0 && strchr(blanks, at[length - 1]))
        length--;
    text_append_quoted(name, at, length, NAME_LIMIT);
    return true;
}

bool bot_answer_refuse(const struct text *line, const char *wanted, struct error *error)
{
    struct text quoted = {0};
    text_append_quoted(&quoted, text_string(line), line->length, QUOTED_LIMIT);
    error_set(error, "answered \"%s\" where \"%s\" was asked for", text_string(&quoted), wanted);
    text_free(&quoted);
    return false;
}

/* Would the rules take it? */
static bool try_action(const struct text *line, const struct race *race, const char *action,
                       struct error *error)
{
    const struct game *game = graph_paper_setup(race)->game;
    struct race *trial = game->copy(race);
    struct event_list events = {0};
    struct error refusal = {0};
    bool taken = game->apply(trial, race_next_car(trial), action, &events, &refusal);
    event_list_free(&events);
    game->free(trial);
    if (taken)
        return true;
    struct text quoted = {0};
    text_append_quoted(&quoted, text_string(line), line->length, QUOTED_LIMIT);
    error_set(error, "answered \"%s\": %s", text_string(&quoted), refusal.text);
    text_free(&quoted);
    return false;
}

bool bot_answer_read(const struct text *line, const struct race *race, struct text *action,
                     struct error *error)
{
    const struct setup *setup = graph_paper_setup(race);
    int car = race_next_car(race);
    bool waits = graph_paper_car(race, car)->status == CAR_WAITING;
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE;
    struct graph_paper_action choice = {.has_start = waits && !reverse};
    const char *wanted = choice.has_start ? "start X Y move X Y" : waits ? "start X Y" : "move X Y";
    const char *at = text_string(line);
    bool understood = !waits             ? read_point(&at, "move", &choice.to)
                      : choice.has_start ? read_point(&at, "start", &choice.start) &&
                                               read_point(&at, "move", &choice.to)
                                         : read_point(&at, "start", &choice.to);
    if (!understood || !is_at_end(line, at))
        return bot_answer_refuse(line, wanted, error);
    struct text words = {0};
    graph_paper_print_action(&choice, &words);
    bool taken = try_action(line, race, words.data, error);
    if (taken)
        text_append(action, words.data);
    text_free(&words);
    return taken;
}
