/* `graphprix worksheet`: pages of exercises for a class (PDF), made from a seed. */
#include "paper/graph_paper/classroom/worksheet.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "commands/command.h"
#include "commands/options.h"
#include "session/graph_paper/exercise.h"
#include "session/graph_paper/task_json.h"

#include <stdio.h>
#include <stdlib.h>

const char worksheet_help[] =
    "The exercises are the same for a seed on every machine. Squares are 5 mm, and each page has\n"
    "a line of 100 mm to check that the printer kept the size.\n"
    "  -o FILE            the PDF file, \"-\" is the standard output; written whole or not at all\n"
    "  --seed N           what is drawn; versions have seeds of their own that follow from it\n"
    "  --kind KIND        velocity, choose, inertia, chosen, table, mistake, graph, which-graph,\n"
    "                     stop, brake-wall, bend, fewest, meet, relative, throw or along; without\n"
    "                     it each comes once before one comes again\n"
    "  --difficulty NAME  easy, medium (without it) or hard, or 1 to 3\n"
    "  --count N          exercises of a version, 6 without it\n"
    "  --versions N       versions, 1 without it, each with pages numbered by themselves\n"
    "  --solutions        behind all versions, the same pages with the solutions\n"
    "  --json             one JSON object in a line: the exercises with what is shown, right, and\n"
    "                     offered as wrong; -o may be left out\n";

enum { COUNT_MOST = 1000, VERSIONS_MOST = 40, PRINTED_MOST = 2000 };

struct request {
    const char *file;
    uint64_t seed;
    int kind; /* -1: mixed */
    int difficulty, count, versions;
    bool solutions, json;
};

static bool read_kind(void *kind, const char *value, struct error *error)
{
    *(int *)kind = exercise_find(value);
    return *(int *)kind >= 0 ||
           error_set(error,
                     "--kind %s: there is no such kind of exercise; \"graphprix help "
                     "worksheet\" names them",
                     value);
}

static bool read_difficulty(void *difficulty, const char *value, struct error *error)
{
    return exercise_find_difficulty(value, difficulty) ||
           error_set(error, "--difficulty %s: it may be easy, medium or hard", value);
}

static bool read_request(struct request *request, int count, char **arguments, struct error *error)
{
    static const struct option table[] = {
        {"-o", OPTION_ONCE, offsetof(struct request, file), option_read_output, 0, 0},
        {"--seed", OPTION_NEEDED, offsetof(struct request, seed), option_read_seed, 0, 0},
        {"--kind", OPTION_ONCE, offsetof(struct request, kind), read_kind, 0, 0},
        {"--difficulty", OPTION_ONCE, offsetof(struct request, difficulty), read_difficulty, 0, 0},
        {"--count", OPTION_ONCE, offsetof(struct request, count), NULL, 1, COUNT_MOST},
        {"--versions", OPTION_ONCE, offsetof(struct request, versions), NULL, 1, VERSIONS_MOST},
        {"--solutions", OPTION_SWITCH, offsetof(struct request, solutions), option_read_true, 0, 0},
        {"--json", OPTION_SWITCH, offsetof(struct request, json), option_read_true, 0, 0},
        {0},
    };
    *request =
        (struct request){.kind = -1, .difficulty = EXERCISE_MEDIUM, .count = 6, .versions = 1};
    if (!options_read("worksheet", table, request, count, arguments, error))
        return false;
    if (request->count * request->versions > PRINTED_MOST)
        return error_set(error, "that would be %d exercises, and at most %d are made at once",
                         request->count * request->versions, PRINTED_MOST);
    return request->file || request->json ||
           error_set(error, "worksheet needs -o FILE; try \"graphprix help worksheet\"");
}

static int kind_of(const struct request *request, uint64_t seed, int index)
{
    return request->kind >= 0 ? request->kind : exercise_mixed_kind(seed, index);
}

static void make_tasks(const struct request *request, struct task *tasks)
{
    for (int version = 0; version < request->versions; version++) {
        uint64_t seed = exercise_seed(request->seed, version);
        for (int i = 0; i < request->count; i++)
            exercise_make(kind_of(request, seed, i), request->difficulty, exercise_seed(seed, i),
                          &tasks[version * request->count + i]);
    }
}

static bool make_pdf(const struct request *request, const struct task *tasks, struct error *error)
{
    struct worksheet_part parts[2 * VERSIONS_MOST];
    char labels[VERSIONS_MOST][48];
    struct text pdf = {0};
    int count = request->solutions ? 2 * request->versions : request->versions;
    for (int i = 0; i < count; i++) {
        int version = i % request->versions;
        snprintf(labels[version], sizeof labels[version], "seed %llu, version %d",
                 (unsigned long long)request->seed, version + 1);
        parts[i] = (struct worksheet_part){
            request->kind >= 0 ? exercise_title(request->kind) : "Exercises", labels[version],
            tasks + version * request->count, request->count, i >= request->versions};
    }
    bool made = worksheet_pdf(parts, count, &pdf, error) && command_put(request->file, &pdf, error);
    text_free(&pdf);
    return made;
}

static void print_tasks(const struct request *request, const struct task *tasks)
{
    struct text json = {0};
    json_text_open(&json, '{');
    json_text_key(&json, "exercises");
    json_text_open(&json, '[');
    for (int i = 0; i < request->count * request->versions; i++) {
        uint64_t seed = exercise_seed(request->seed, i / request->count);
        json_text_open(&json, '{');
        json_text_key_integer(&json, "version", i / request->count + 1);
        json_text_key_string(&json, "kind",
                             exercise_name(kind_of(request, seed, i % request->count)));
        json_text_key_string(&json, "difficulty", exercise_difficulty_name(request->difficulty));
        task_append_json(&json, &tasks[i]);
        json_text_close(&json, '}');
    }
    json_text_close(&json, ']');
    json_text_close(&json, '}');
    puts(text_string(&json));
    text_free(&json);
}

int worksheet_run(int argument_count, char **arguments)
{
    struct request request;
    struct error error = {0};
    int status = STATUS_DONE;
    if (!read_request(&request, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    int count = request.count * request.versions;
    struct task *tasks = memory_allocate((size_t)count, sizeof *tasks);
    make_tasks(&request, tasks);
    if (request.file && !make_pdf(&request, tasks, &error))
        status = command_fail(STATUS_FAILED, "%s: %s", request.file, error.text);
    else if (request.json)
        print_tasks(&request, tasks);
    for (int i = 0; i < count; i++)
        task_free(&tasks[i]);
    free(tasks);
    return status;
}
