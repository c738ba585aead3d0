/* The referee's process: arguments, the track, lines in and objects out.
 *
 * A line longer than REFEREE_LINE_LIMIT is read to its end and refused, so that what follows it is
 * understood again. Every object is flushed at once: whoever asks waits for it.
 */
#include "commands/referee.h"

#include "commands/command.h"
#include "commands/referee_options.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>

const char referee_help[] =
    "  --track FILE          a track as SVG, or the name of a shipped one\n"
    "  --players N           1 to 8\n"
    "  --game NAME           graph-paper\n"
    "  --rules PRESET        see below; racing-car if not given\n"
    "  --set field=value     a rule by itself, on top of the preset; any number of times\n"
    "  --driver N=NAME       who drives car N, see below; all cars of a player have one driver\n"
    "  --bot-ms N            how many milliseconds a program has for an answer; 1000\n"
    "  --seed N              for everything random; 1 if not given\n"
    "\n"
    "The first line out tells the race. Then one command a line in, one JSON object a line out:\n"
    "  state                 where everybody is and whose turn it is\n"
    "  moves                 what the car to move may do, and what would happen\n"
    "  moves FROM X,Y        the first moves from one start point\n"
    "  do ACTION             12,9 moves there; 7,3>8,4 starts on 7,3 and moves; 7,3 picks a start\n"
    "  do 2: ACTION          that of car 2, where several owe one in secret\n"
    "  try ACTION            what it would come to, in games that tell\n"
    "  undo                  back to before the last action of a person\n"
    "  save FILE, load FILE  a race file\n"
    "  quit                  ends, as the end of input does\n"
    "A refused command answers {\"ok\":false,\"error\":\"...\"} and changes nothing.\n"
    "Drivers act by themselves: what they do stands in the \"events\" of the first line, of "
    "\"do\"\n"
    "and of \"load\"; what went wrong with a program, in \"note\". A race that is loaded brings\n"
    "its own drivers, but its programs must be named by --driver here, too.\n";

static void append_drivers(const struct driving *driving, struct text *page)
{
    text_append_format(page, "\nDrivers:\n  %-20s  a person, who says what to do\n", "human");
    for (int i = 0; i < driving->kind_count; i++)
        text_append_format(page, "  %-20s  %s\n", driving->kinds[i].name,
                           driving->kinds[i].sentence);
    text_append_format(page, "  %-20s  A program, started without a shell.\n", "bot:COMMAND");
}

static void append_presets(const struct rule_table *table, struct text *page)
{
    text_append(page, "\nPresets:\n");
    for (int i = 0; i < table->preset_count; i++) {
        const struct rule_preset *preset = &table->presets[i];
        text_append_format(page, "  %-20s  %s\n", preset->name, preset->sentence);
    }
}

static void append_values(const struct rule_field *field, struct text *page)
{
    if (field->choices == NULL)
        text_append_format(page, "%d..%d", field->minimum, field->maximum);
    for (int i = 0; i < field->choice_count; i++)
        text_append_format(page, "%s%s", i == 0 ? "" : " ", field->choices[i].name);
}

static void append_fields(const struct rule_table *table, struct text *page)
{
    text_append_format(page, "\nFields, with the value of %s in brackets:\n",
                       table->presets[0].name);
    for (int i = 0; i < table->field_count; i++) {
        const struct rule_field *field = &table->fields[i];
        char buffer[12];
        text_append_format(page, "  %-20s  ", field->name);
        append_values(field, page);
        text_append_format(page, " [%s]\n", fields_print(field, field->defaults[0], buffer));
        text_append_format(page, "  %-20s    %s\n", "", field->sentence);
    }
}

void referee_append_help(struct text *page)
{
    for (int i = 0; games[i] != NULL; i++) {
        if (games[1] != NULL)
            text_append_format(page, "\n%s (--game %s)\n", games[i]->title, games[i]->name);
        append_drivers(driving_of(games[i]), page);
        append_presets(games[i]->table, page);
        append_fields(games[i]->table, page);
    }
}

/* False when nobody can be told any more. */
static bool print_line(struct text *line)
{
    text_append_bytes(line, "\n", 1);
    bool told = fwrite(line->data, 1, line->length, stdout) == line->length && fflush(stdout) == 0;
    text_clear(line);
    return told;
}

/* One byte more than the limit is kept, so that a line that is too long can be told from one that
 * fits. */
static bool read_line(struct text *line)
{
    text_clear(line);
    int c = getc_unlocked(stdin);
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getc_unlocked(stdin)) {
        char byte = (char)c;
        if (line->length <= REFEREE_LINE_LIMIT)
            text_append_bytes(line, &byte, 1);
    }
    return true;
}

static int play(struct referee *referee)
{
    struct text line = {0};
    struct text answer = {0};
    referee_greet(referee, &answer);
    bool heard = print_line(&answer);
    while (heard && !referee->quit && read_line(&line)) {
        referee_answer(referee, text_string(&line), line.length, &answer);
        heard = print_line(&answer);
    }
    text_free(&answer);
    text_free(&line);
    if (!heard)
        return command_fail(STATUS_FAILED, "cannot write to the standard output");
    if (ferror(stdin))
        return command_fail(STATUS_FAILED, "cannot read the standard input");
    return STATUS_DONE;
}

static const struct referee_files real_files = {session_save, session_load};

/* The programs that were named are those that were seated. */
static int list_programs(const struct referee_options *options, const char *programs[PLAYER_LIMIT])
{
    int count = 0;
    for (int i = 0; i < options->setup.players; i++)
        if (driver_command(options->players[i].driver) != NULL)
            programs[count++] = options->players[i].driver;
    return count;
}

static int run(struct referee_options *options)
{
    struct error error = {0};
    const char *programs[PLAYER_LIMIT];
    struct referee referee = {.files = &real_files, .programs = programs};
    if (setup_check(&options->setup, &error) &&
        referee_options_seat_drivers(options, &error))
        referee.session = session_begin(&options->setup, options->players,
                                        (struct allow){.undo = true, .hints = true}, &error);
    if (referee.session == NULL)
        return command_fail(STATUS_USAGE, "%s", error.text);
    referee.program_count = list_programs(options, programs);
    referee.bot_milliseconds = options->bot_milliseconds;
    char *track_path = command_track_path(options->track);
    referee.track = track_path;
    int status = play(&referee);
    referee_end(&referee);
    free(track_path);
    return status;
}

int referee_run(int argument_count, char **arguments)
{
    struct referee_options options;
    struct error error = {0};
    if (!referee_options_read(&options, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    options.setup.course = command_load_course(options.setup.game, options.track);
    int status = options.setup.course.body ? run(&options) : STATUS_FAILED;
    course_release(options.setup.course);
    return status;
}
