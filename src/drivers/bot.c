/* A conversation with a program (bot.h): its command, the words, greeting, turns and the end. The
 * process is in base/system/program.h.
 */
#include "drivers/bot.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/system/host.h"
#include "base/system/program.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    NO_QUOTE = 0,
    QUOTED_LIMIT = 60, /* bytes of an answer */
    NAME_LIMIT = 40,
    MILLISECOND = 1000000, /* nanoseconds */
    GOODBYE = 20,          /* milliseconds for telling it its place */
    LEAVING = 80           /* milliseconds in which it may go by itself */
};

/* --- a command cut into words, without a shell: nothing in it is looked up or replaced -------- */

/* Appends the word that begins at *at and moves behind it. */
static bool read_word(const char **at, struct text *word, struct error *error)
{
    char quote = NO_QUOTE;
    text_append(word, "");
    for (; **at && (quote || !strchr(" \t\r\n", **at)); ++*at) {
        char c = **at;
        if (quote ? c == quote : c == '\'' || c == '"') {
            quote = quote ? NO_QUOTE : c;
            continue;
        }
        if (c == '\\' && quote != '\'' && !*++*at)
            return error_set(error, "nothing stands behind the last \\ of the command");
        text_append_bytes(word, *at, 1);
    }
    return !quote || error_set(error, "a %c of the command has no second one", quote);
}

char **bot_command_cut(const char *command, struct error *error)
{
    char **words = NULL;
    int count = 0;
    int capacity = 0;
    bool well = true;
    const char *at = command + strspn(command, " \t\r\n");
    while (well) {
        struct text word = {0};
        words = array_grow(words, count, &capacity, sizeof *words);
        words[count] = NULL;
        if (!*at)
            break;
        well = read_word(&at, &word, error);
        words[count++] = word.data;
        at += strspn(at, " \t\r\n");
    }
    if (well && (count == 0 || !words[0][0]))
        well = error_set(error, "\"bot:\" needs a command behind it, like bot:python3 my.py");
    if (well)
        return words;
    words = array_grow(words, count, &capacity, sizeof *words);
    words[count] = NULL;
    bot_command_free(words);
    return NULL;
}

void bot_command_free(char **words)
{
    for (int i = 0; words && words[i]; i++)
        free(words[i]);
    free(words);
}

bool bot_check_command(const char *command, struct error *error)
{
    char **words = bot_command_cut(command, error);
    bot_command_free(words);
    return words != NULL;
}

/* --- the lines that are the same in all games, and what is made of an answer ------------------ */

static const char blanks[] = " \t\r";

void bot_words_greet(const struct setup *setup, int car, struct text *into)
{
    const struct driving *driving = driving_of(setup->game);
    text_append_format(into, "graphprix 1%s%s\n", driving->tongue ? " " : "",
                       driving->tongue ? driving->tongue : "");
    driving->greet(setup, into);
    const struct rule_table *table = setup->game->table;
    for (int i = 0; i < table->field_count; i++) {
        char buffer[12];
        text_append_format(into, "rule %s %s\n", table->fields[i].name,
                           fields_print(&table->fields[i], setup->values[i], buffer));
    }
    text_append_format(into, "you %d\nready\n", car);
}

bool bot_answer_is_blank(const struct text *line)
{
    const char *string = text_string(line);
    return strspn(string, blanks) == line->length;
}

bool bot_answer_ready(const struct text *line, struct text *name)
{
    static const char word[] = "ready";
    const char *at = text_string(line);
    at += strspn(at, blanks);
    size_t end = sizeof word - 1;
    if (strncmp(at, word, end) != 0 || (at[end] && !strchr(blanks, at[end])))
        return false;
    at += end + strspn(at + end, blanks);
    size_t length = line->length - (size_t)(at - text_string(line));
    while (length > 0 && strchr(blanks, at[length - 1]))
        length--;
    text_append_quoted(name, at, length, NAME_LIMIT);
    return true;
}

enum bot_hearing bot_refuse(const struct text *line, const char *wanted, struct error *error)
{
    struct text quoted = {0};
    text_append_quoted(&quoted, text_string(line), line->length, QUOTED_LIMIT);
    error_set(error, "answered \"%s\" where \"%s\" was asked for", text_string(&quoted), wanted);
    text_free(&quoted);
    return BOT_REFUSED;
}

/* In games whose programs speak as their players write. */
static enum bot_hearing hear_plainly(const struct race *race, int car, const struct text *line,
                                     struct text *into, struct error *error)
{
    const char *words = text_string(line);
    bool asks = race->game->append_try && strncmp(words, "try ", 4) == 0;
    if (!asks && strncmp(words, "do ", 3) != 0)
        return bot_refuse(line, "do ACTION", error);
    if (!asks) {
        text_append(into, words + 3);
        return BOT_ACTS;
    }
    struct text keys = {0};
    bool tried = race->game->append_try(race, car, words + 4, &keys, error);
    json_text_open(into, '{');
    json_text_key_boolean(into, "ok", tried);
    if (tried)
        text_append_format(into, ",%s", text_string(&keys));
    else {
        json_text_key_string(into, "error", error->text);
        if (error->column > 0)
            json_text_key_integer(into, "at", error->column);
    }
    json_text_close(into, '}');
    text_free(&keys);
    return BOT_ASKS;
}

/* Would the rules take it? */
static bool try_action(const struct text *line, const struct race *race, int car,
                       const char *action, struct error *error)
{
    const struct game *game = race->game;
    struct race *trial = game->copy(race);
    struct event_list events = {0};
    struct error refusal = {0};
    bool taken = game->apply(trial, car, action, &events, &refusal);
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

enum bot_hearing bot_answer_read(const struct text *line, const struct race *race, int car,
                                 struct text *into, struct error *error)
{
    struct text words = {0};
    const struct driving *driving = driving_of(race->game);
    enum bot_hearing hearing =
        (driving->hear ? driving->hear : hear_plainly)(race, car, line, &words, error);
    if (hearing == BOT_ACTS && !try_action(line, race, car, text_string(&words), error))
        hearing = BOT_REFUSED;
    if (hearing != BOT_REFUSED)
        text_append(into, text_string(&words));
    text_free(&words);
    return hearing;
}

/* --- the program ------------------------------------------------------------------------------ */

struct bot {
    char **words;
    const struct setup *setup;
    int car;
    struct bot_options options;
    struct program *program; /* NULL: not started */
    bool greeted;            /* it has said that it is ready */
    bool has_spoken;         /* since it was started last */
    int owed;                /* questions that it has not answered */
    struct text name;
};

struct bot *bot_create(const char *command, const struct setup *setup, int car,
                       struct bot_options options)
{
    struct error error = {0};
    struct bot *bot = memory_allocate(1, sizeof *bot);
    bot->words = bot_command_cut(command, &error);
    assert(bot->words);
    bot->setup = setup;
    bot->car = car;
    bot->options = options;
    if (bot->options.turn_milliseconds == 0)
        bot->options.turn_milliseconds = BOT_TURN_MILLISECONDS;
    if (bot->options.start_milliseconds == 0)
        bot->options.start_milliseconds = BOT_START_MILLISECONDS;
    return bot;
}

const char *bot_name(const struct bot *bot)
{
    return text_string(&bot->name);
}

static void dismiss(struct bot *bot, int milliseconds)
{
    if (bot->program)
        program_end(bot->program, milliseconds);
    bot->program = NULL;
    bot->greeted = false;
}

void bot_free(struct bot *bot, int place)
{
    if (bot->greeted) {
        struct patience patience = {clock_nanoseconds() + (int64_t)GOODBYE * MILLISECOND, NULL};
        struct text words = {0};
        text_append_format(&words, "end %d\n", place);
        program_send(bot->program, words.data, words.length, patience);
        text_free(&words);
    }
    dismiss(bot, bot->greeted ? LEAVING : 0);
    bot_command_free(bot->words);
    text_free(&bot->name);
    free(bot);
}

static struct patience patience_for(const struct bot *bot, int milliseconds)
{
    return (struct patience){clock_nanoseconds() + (int64_t)milliseconds * MILLISECOND,
                             bot->options.cancelled};
}

/* --- faults ----------------------------------------------------------------------------------- */

static void append_end(struct bot *bot, const char *before, struct text *words)
{
    text_append(words, before);
    program_append_end(bot->program, words);
}

static void append_news(struct bot *bot, enum program_news news, struct text *words)
{
    switch (news) {
    case PROGRAM_CANNOT_START:
        append_end(bot, "could not be started: ", words);
        break;
    case PROGRAM_DIED:
        append_end(bot, "died ", words);
        break;
    case PROGRAM_CLOSED_INPUT:
        text_append(words, "has closed its input");
        break;
    case PROGRAM_CLOSED_OUTPUT:
        text_append(words, "has closed its output");
        break;
    case PROGRAM_LONG_LINE:
        text_append_format(words, "wrote a line of more than %d bytes", PROGRAM_LINE_LIMIT);
        break;
    case PROGRAM_FLOOD:
        text_append_format(words, "wrote more than %d KiB at once", PROGRAM_OUTPUT_LIMIT / 1024);
        break;
    case PROGRAM_FLOOD_OF_ERRORS:
        text_append_format(words, "wrote more than %d KiB to its error output at once",
                           PROGRAM_ERRORS_LIMIT / 1024);
        break;
    case PROGRAM_CANCELLED:
    case PROGRAM_LATE:
    case PROGRAM_DONE:
        break;
    }
}

/* Tells what it did, and ends a program of which nothing more can come. */
static bool fail(struct bot *bot, enum program_news news, const char *late, struct error *fault)
{
    struct text words = {0};
    if (news == PROGRAM_CANCELLED)
        return false;
    text_append(&words, news == PROGRAM_LATE ? late : "");
    append_news(bot, news, &words);
    if (news != PROGRAM_CANNOT_START) {
        struct text said = {0};
        program_append_last_words(bot->program, &said);
        if (said.length > 0)
            text_append_format(&words, "; it said: %s", said.data);
        text_free(&said);
    }
    error_set(fault, "%s", text_string(&words));
    text_free(&words);
    if (news != PROGRAM_LATE)
        dismiss(bot, 0);
    return false;
}

static bool fail_late(struct bot *bot, const char *done, int milliseconds, struct error *fault)
{
    struct text words = {0};
    text_append_format(&words, "%s in %d ms", done, milliseconds);
    if (program_is_within_line(bot->program))
        text_append(&words, " (is there a line break behind its answer?)");
    else if (!bot->has_spoken)
        text_append(&words, " (does it flush its output after each line?)");
    fail(bot, PROGRAM_LATE, words.data, fault);
    text_free(&words);
    return false;
}

/* --- questions -------------------------------------------------------------------------------- */

static enum program_news read_line(struct bot *bot, struct patience patience, struct text *line)
{
    enum program_news news;
    do
        news = program_read_line(bot->program, patience, line);
    while (news == PROGRAM_DONE && bot_answer_is_blank(line));
    bot->has_spoken |= news == PROGRAM_DONE;
    return news;
}

static enum program_news read_ready(struct bot *bot, struct patience patience, struct error *fault)
{
    struct text line = {0};
    enum program_news news = read_line(bot, patience, &line);
    text_clear(&bot->name);
    bot->greeted = news == PROGRAM_DONE && bot_answer_ready(&line, &bot->name);
    if (news == PROGRAM_LATE)
        fail_late(bot, "was not ready", bot->options.start_milliseconds, fault);
    else if (news != PROGRAM_DONE)
        fail(bot, news, "", fault);
    else if (!bot->greeted)
        bot_refuse(&line, "ready NAME", fault);
    text_free(&line);
    return news;
}

/* A program that does not become ready is ended; the next question starts it anew. */
static bool start(struct bot *bot, struct error *fault)
{
    struct error reason = {0};
    dismiss(bot, 0);
    bot->owed = 0;
    bot->has_spoken = false;
    bot->program = program_start(bot->words, &reason);
    if (!bot->program)
        return error_set(fault, "could not be started: %s", reason.text);
    struct text words = {0};
    bot_words_greet(bot->setup, bot->car, &words);
    struct patience patience = patience_for(bot, bot->options.start_milliseconds);
    enum program_news news = program_send(bot->program, words.data, words.length, patience);
    text_free(&words);
    if (news == PROGRAM_DONE || news == PROGRAM_LATE)
        news = read_ready(bot, patience, fault);
    else
        fail(bot, news, "", fault);
    if (!bot->greeted && news != PROGRAM_CANCELLED)
        dismiss(bot, 0);
    return bot->greeted;
}

/* Whatever came before `go` is dropped: it answers an earlier question, or none. */
static bool ask(struct bot *bot, const struct race *race, struct error *fault)
{
    const int milliseconds = bot->options.turn_milliseconds;
    struct text words = {0};
    int lines = 0;
    driving_of(race->game)->ask(race, bot->car, &words);
    enum program_news news =
        program_send(bot->program, words.data, words.length, patience_for(bot, milliseconds));
    if (news == PROGRAM_DONE)
        news = program_listen_anew(bot->program, &lines);
    if (news == PROGRAM_DONE) {
        text_clear(&words);
        text_append_format(&words, "go %d\n", milliseconds);
        bot->owed = (lines < bot->owed ? bot->owed - lines : 0) + 1;
        news =
            program_send(bot->program, words.data, words.length, patience_for(bot, milliseconds));
    }
    text_free(&words);
    if (news == PROGRAM_LATE)
        return fail_late(bot, "did not read its turn", milliseconds, fault);
    return news == PROGRAM_DONE || fail(bot, news, "", fault);
}

static enum program_news send_back(struct bot *bot, struct text *reply, struct patience patience)
{
    text_append(reply, "\n");
    enum program_news news = program_send(bot->program, reply->data, reply->length, patience);
    text_clear(reply);
    return news;
}

/* A line that the rules refuse may be the answer to an earlier question that has come late: then
 * the next one is waited for. What the program asks in its turn is answered. */
static bool hear(struct bot *bot, const struct race *race, struct text *action, struct error *fault)
{
    const int milliseconds = bot->options.turn_milliseconds;
    struct patience patience = patience_for(bot, milliseconds);
    struct text line = {0};
    struct text said = {0};
    enum program_news news = PROGRAM_DONE;
    bool answered = false;
    bool waits = true;
    while (waits && news == PROGRAM_DONE &&
           (news = read_line(bot, patience, &line)) == PROGRAM_DONE) {
        enum bot_hearing hearing = bot_answer_read(&line, race, bot->car, &said, fault);
        if (hearing == BOT_ASKS) {
            news = send_back(bot, &said, patience);
            continue;
        }
        answered = hearing == BOT_ACTS;
        bot->owed--;
        waits = !answered && bot->owed > 0;
    }
    if (answered)
        text_append(action, said.data);
    text_free(&said);
    text_free(&line);
    if (answered)
        *fault = (struct error){0};
    if (news == PROGRAM_LATE && !fault->text[0])
        return fail_late(bot, "answered nothing", milliseconds, fault);
    if (news != PROGRAM_DONE && news != PROGRAM_LATE)
        return fail(bot, news, "", fault);
    return answered;
}

bool bot_choose(struct bot *bot, const struct race *race, struct text *action, struct error *fault)
{
    *fault = (struct error){0};
    return (bot->greeted || start(bot, fault)) && ask(bot, race, fault) &&
           hear(bot, race, action, fault);
}
