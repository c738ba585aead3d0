/* Programs that drive a car: good ones are understood, and none of the bad ones hangs the race,
 * goes unnoticed, or leaves anything running. The bots are lines of sh; whatever they start carries
 * a mark in its environment, by which it is found among all processes.
 */
#include "base/system/file.h"
#include "base/system/host.h"
#include "drivers/bot.h"
#include "drivers/graph_paper/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Milliseconds: for a bot that shall be late, for one that shall not, and what a busy machine may
 * add. */
enum { SOON = 80, LONG = 8000, SLACK = 3000, MILLISECOND = 1000000 };

/* A bot that knows the words; `ready` and `go` are what it does then. */
#define LOOP(ready, go)                                                                            \
    "while read -r word a b c; do case $word in ready) " ready ";; turn) starts=; moves=;; "       \
    "start) starts=\"$a $b\";; move) test \"$c\" = \"clear 0\" && moves=\"$a $b\";; "              \
    "go) " go ";; esac; done"
#define WELL "if test \"$starts\"; then echo start $starts move $starts; else echo move $moves; fi"

static const char well[] = LOOP("echo ready Shelley", WELL);

/* --- what is left running --------------------------------------------------------------------- */

static char mark[64];

static bool is_marked(const char *process)
{
    static char environment[65536];
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/environ", process);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t length = fread(environment, 1, sizeof environment - 1, file);
    fclose(file);
    environment[length] = '\0';
    for (size_t at = 0; at < length; at += strlen(environment + at) + 1)
        if (strcmp(environment + at, mark) == 0)
            return true;
    return false;
}

static int count_marked(void)
{
    int count = 0;
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    for (struct dirent *entry; (entry = readdir(processes));)
        count += entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && is_marked(entry->d_name);
    closedir(processes);
    return count;
}

static void assert_nothing_left(const char *bot)
{
    if (count_marked() > 0)
        fail_msg("left running: %s", bot);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static int count_descriptors(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

static int set_up(void **state)
{
    snprintf(mark, sizeof mark, "GRAPHPRIX_BOT_TEST=%ld-%ld", (long)getpid(),
             (long)(clock_nanoseconds() % MILLISECOND));
    setenv("GRAPHPRIX_BOT_TEST", strchr(mark, '=') + 1, 1);
    return folder_set_up(state);
}

/* --- asking ----------------------------------------------------------------------------------- */

struct asked {
    const char *script;
    struct session *session;
    struct bot *bot;
    struct text action;
    struct error fault;
};

/* `script` is for sh, or a whole command if it begins with a colon. */
static struct asked begin_with(const char *script, struct bot_options options)
{
    struct asked asked = {script, ring_session("classroom", 1, ring_allow_all), NULL, {0}, {0}};
    struct text command = {0};
    struct error error = {0};
    if (script[0] == ':')
        text_append(&command, script + 1);
    else
        text_append_format(&command, "sh -c '%s'", script);
    assert_true(bot_check_command(command.data, &error));
    asked.bot = bot_create(command.data, session_setup(asked.session), 1, options);
    text_free(&command);
    return asked;
}

static struct asked begin(const char *script, int turn)
{
    return begin_with(script,
                      (struct bot_options){.turn_milliseconds = turn, .start_milliseconds = LONG});
}

static bool ask(struct asked *asked)
{
    text_clear(&asked->action);
    bool chosen =
        bot_choose(asked->bot, session_race(asked->session), &asked->action, &asked->fault);
    assert_int_equal(chosen, asked->action.length > 0);
    return chosen;
}

/* One turn, whoever chooses it; true if the bot did. */
static bool play(struct asked *asked)
{
    struct error error = {0};
    bool chosen = ask(asked);
    assert_true(chosen == !asked->fault.text[0]);
    if (!chosen)
        graph_paper_stand_in(session_race(asked->session), 1, &asked->action);
    assert_true(session_do(asked->session, 0, asked->action.data, &error));
    return chosen;
}

static void end(struct asked *asked)
{
    int64_t began = clock_nanoseconds();
    bot_free(asked->bot, 0);
    assert_in_range(clock_nanoseconds() - began, 0, (200 + SLACK) * (int64_t)MILLISECOND);
    session_free(asked->session);
    text_free(&asked->action);
    assert_nothing_left(asked->script);
}

/* --- good programs ---------------------------------------------------------------------------- */

static void plays_what_a_good_program_says(void **state)
{
    (void)state;
    struct asked asked = begin(well, LONG);
    assert_string_equal(bot_name(asked.bot), "");
    assert_true(play(&asked));
    assert_string_equal(bot_name(asked.bot), "Shelley");
    assert_string_equal(asked.action.data, "10,5>10,5");
    assert_true(play(&asked));
    assert_string_equal(asked.action.data, "11,5");
    assert_true(play(&asked));
    assert_true(count_marked() > 0);
    end(&asked);
}

static void tells_a_program_its_place(void **state)
{
    (void)state;
    char *path = folder_path("told");
    struct text script = {0};
    struct text told = {0};
    struct error error = {0};
    text_append_format(&script,
                       "while read -r word a; do case $word in ready) echo ready;; "
                       "end) echo end $a > \"%s\"; exit;; esac; done",
                       path);
    struct asked asked = begin(script.data, SOON);
    assert_false(ask(&asked));
    bot_free(asked.bot, 3);
    assert_true(file_read(path, 100, &told, &error));
    assert_string_equal(text_string(&told), "end 3\n");
    session_free(asked.session);
    text_free(&asked.action);
    text_free(&script);
    text_free(&told);
    free(path);
}

/* Nothing of ours is open there, and no signal of our terminal reaches it. */
static void a_program_stands_alone(void **state)
{
    (void)state;
    int open_here = dup(STDIN_FILENO);
    struct asked asked =
        begin("read -r pid name state parent group session terminal rest < /proc/$$/stat; "
              "test $group = $$ && "
              "echo ready $(ls /proc/self/fd | wc -l) own group, terminal $terminal; sleep 1000",
              SOON);
    assert_false(ask(&asked));
    /* 0, 1, 2, and the folder that ls reads. */
    assert_string_equal(bot_name(asked.bot), "4 own group, terminal 0");
    end(&asked);
    close(open_here);
}

/* --- bad programs ----------------------------------------------------------------------------- */

#define NOTHING "answered nothing in 80 ms"
#define NO_START "where \"start X Y move X Y\" was asked for"
#define NO_MOVE "where \"move X Y\" was asked for"
#define ANY ""
#define WELL_DONE NULL

static const struct {
    const char *script;
    int turn;
    const char *faults[3]; /* a part of each */
} bad[] = {
    {LOOP("echo ready", ":"), SOON, {NOTHING, NOTHING, NOTHING}},
    {LOOP("echo ready", "echo %%%"),
     LONG,
     {"answered \"%%%\" " NO_START, "answered \"%%%\" " NO_MOVE, "answered \"%%%\" " NO_MOVE}},
    {LOOP("echo ready", "echo move 400 400"),
     LONG,
     {NO_START, "answered \"move 400 400\": ", "answered \"move 400 400\": "}},
    {LOOP("echo ready", "echo $word 1"), LONG, {"answered \"go 1\" " NO_START, NO_MOVE, NO_MOVE}},
    /* writes without end */
    {"yes", LONG, {"answered \"y\" where \"ready NAME\"", "answered \"y\"", "answered \"y\""}},
    {"exec yes \"\"", LONG, {"wrote more than 64 KiB at once", "wrote more", "wrote more"}},
    {"echo ready; exec yes \"\"", LONG, {"wrote more than 64 KiB at once", "wrote", "wrote"}},
    {"echo ready; exec cat /dev/zero", LONG, {"wrote ", "wrote ", "wrote "}},
    {LOOP("echo ready", "head -c 1000000 /dev/zero | tr \"\\0\" a"),
     LONG,
     {"wrote a line of more than 1000 bytes", "wrote a line", "wrote a line"}},
    {"echo ready; exec yes >&2",
     LONG,
     {"wrote more than 1024 KiB to its error output at once; it said: y", "wrote", "wrote"}},
    /* closes its ends */
    {"echo ready; exec >&-; sleep 1000", LONG, {"has closed its output", "has", "has"}},
    {"exec <&-; sleep .3; echo ready; sleep 1000", LONG, {"has closed its input", "has", "has"}},
    /* is not alone */
    {"sleep 1000 & sleep 1000 & " LOOP("echo ready", WELL), LONG, {WELL_DONE}},
    {"(setsid sleep 1000 &) & setsid sh -c \"setsid sleep 1000 & sleep 1000\" & "
     "(setsid sh -c \"(sleep 1000 &) &\" &) & " LOOP("echo ready", WELL),
     LONG,
     {WELL_DONE}},
    {"for i in 1 2 3 4 5 6 7 8 9; do (sleep 1000 & sleep 1000 &) & done; " LOOP("echo ready", WELL),
     LONG,
     {WELL_DONE}},
    {"(setsid sleep 1000 &); exit 3", LONG, {"died with status 3", "died", "died"}},
    /* does not want to go */
    {"trap \"\" TERM HUP INT; " LOOP("echo ready", WELL) "; while :; do sleep 1; done",
     LONG,
     {WELL_DONE}},
    {"trap \"\" TERM; setsid sh -c \"trap : TERM; while :; do sleep 1; done\" & "
     "echo ready; while :; do sleep 1; done",
     SOON,
     {NOTHING, NOTHING, NOTHING}},
    {LOOP("echo ready", "kill -STOP $$"), SOON, {NOTHING, NOTHING, NOTHING}},
    /* answers, but how */
    {LOOP("echo ready", "sleep .3; " WELL), SOON, {NOTHING, ANY, ANY}},
    {LOOP("echo ready", "printf \"\\0move\\0\\n\""),
     LONG,
     {"answered \"?move?\" " NO_START, "answered \"?move?\" " NO_MOVE, NO_MOVE}},
    {LOOP("echo ready", "printf \"start 10 5\""),
     SOON,
     {NOTHING " (is there a line break behind its answer?)", "line break", "line break"}},
    {LOOP("echo ready", "if test \"$n\"; then " WELL "; else n=1; printf mov; fi"),
     1000,
     {"line break", WELL_DONE, WELL_DONE}},
    {LOOP("echo ready", WELL "; " WELL), LONG, {WELL_DONE, ANY, ANY}},
    {"echo Hello; " LOOP("echo ready", WELL),
     LONG,
     {"answered \"Hello\" where \"ready NAME\" was asked for", "Hello", "Hello"}},
    {LOOP("echo ready", "printf \"\\342\\202\\254 \\377 \\33[1m\\n\""),
     LONG,
     {"answered \"\342\202\254 ? ?[1m\" " NO_START, NO_MOVE, NO_MOVE}},
    /* dies */
    {"exit 3", LONG, {"died with status 3", "died with status 3", "died with status 3"}},
    {"echo Trace >&2; echo \"NameError: x\" >&2; echo >&2; exit 1",
     LONG,
     {"died with status 1; it said: NameError: x", "died", "died"}},
    {LOOP("echo ready", "kill -SEGV $$"), LONG, {"died of signal 11", "died", "died"}},
    {LOOP("echo ready", WELL "; exit 4"), LONG, {WELL_DONE, "died with status 4", WELL_DONE}},
    {LOOP("echo ready", "exit 0"), LONG, {"died with status 0", "died", "died"}},
    /* is not there */
    {":graphprix-no-such-program a b",
     LONG,
     {"could not be started: there is no program \"graphprix-no-such-program\"", ANY, ANY}},
    {":/no/such/program", LONG, {"could not be started: there is no program", ANY, ANY}},
    {":/", LONG, {"could not be started: \"/\" is not a program", ANY, ANY}},
};

static void no_bad_program_hurts_the_race(void **state)
{
    (void)state;
    int descriptors = count_descriptors();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct asked asked = begin(bad[i].script, bad[i].turn);
        for (int turn = 0; turn < 3; turn++) {
            const char *expected = bad[i].faults[turn];
            int64_t began = clock_nanoseconds();
            play(&asked);
            if (expected ? !strstr(asked.fault.text, expected) : asked.fault.text[0] != '\0')
                fail_msg("%s\nturn %d: \"%s\"", bad[i].script, turn + 1, asked.fault.text);
            if (clock_nanoseconds() - began > SLACK * (int64_t)MILLISECOND)
                fail_msg("%s\nturn %d took long: \"%s\"", bad[i].script, turn + 1,
                         asked.fault.text);
        }
        end(&asked);
    }
    assert_int_equal(count_descriptors(), descriptors);
}

static void waits_for_ready_only_so_long(void **state)
{
    (void)state;
    const struct bot_options options = {.turn_milliseconds = LONG, .start_milliseconds = SOON};
    struct asked asked = begin_with("sleep 1000", options);
    assert_false(play(&asked));
    assert_string_equal(asked.fault.text,
                        "was not ready in 80 ms (does it flush its output after each line?)");
    end(&asked);
}

static void write_file(const char *path, const char *content, mode_t mode)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    chmod(path, mode);
}

static void says_why_a_file_is_not_a_program(void **state)
{
    (void)state;
    static const struct {
        const char *content;
        mode_t mode;
        const char *fault;
    } files[] = {
        {"print()", 0600, "is not a program; put its language in front"},
        {"print()", 0700, "is not a program; put its language in front"},
        {"#!/no/such/thing\n", 0700, "what the first line of"},
    };
    char *path = folder_path("bot.py");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct text command = {0};
        text_append_format(&command, ":%s", path);
        write_file(path, files[i].content, files[i].mode);
        struct asked asked = begin(command.data, LONG);
        assert_false(play(&asked));
        assert_non_null(strstr(asked.fault.text, "could not be started: "));
        assert_non_null(strstr(asked.fault.text, files[i].fault));
        end(&asked);
        text_free(&command);
    }
    free(path);
}

/* What is late is not taken for the answer to the next question, if the rules can tell. */
static void throws_a_late_answer_away(void **state)
{
    (void)state;
    struct asked asked = begin(
        "n=0; " LOOP("echo ready", "n=$((n+1)); if test $n = 1; then sleep .4; fi; " WELL), SOON);
    assert_false(play(&asked));
    /* The answer to the first turn, "start 10 5 move 10 5", comes now or before. */
    bool caught_up = false;
    for (int turn = 0; turn < 20 && !caught_up; turn++)
        caught_up = play(&asked);
    assert_true(caught_up);
    assert_true(play(&asked));
    end(&asked);
}

/* --- cancelling, killing, many ---------------------------------------------------------------- */

static void sleep_milliseconds(int milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * (long)MILLISECOND};
    nanosleep(&time, NULL);
}

static atomic_bool cancelled;

static void *cancel_soon(void *unused)
{
    sleep_milliseconds(SOON);
    atomic_store(&cancelled, true);
    return unused;
}

static void comes_back_when_it_is_cancelled(void **state)
{
    (void)state;
    static const char *const scripts[] = {"sleep 1000", LOOP("echo ready", ":"),
                                          "echo ready; sleep 1000"};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        pthread_t thread;
        struct bot_options options = {.turn_milliseconds = LONG, .cancelled = &cancelled};
        atomic_store(&cancelled, false);
        struct asked asked = begin_with(scripts[i], options);
        pthread_create(&thread, NULL, cancel_soon, NULL);
        int64_t began = clock_nanoseconds();
        assert_false(ask(&asked));
        assert_in_range(clock_nanoseconds() - began, 0, SLACK * (int64_t)MILLISECOND);
        assert_string_equal(asked.fault.text, "");
        pthread_join(thread, NULL);
        end(&asked);
    }
}

/* Then its process group at least is ended. */
static void a_program_may_kill_its_keeper(void **state)
{
    (void)state;
    struct asked asked = begin(LOOP("echo ready", "kill -KILL $PPID; sleep 1000"), SOON);
    play(&asked);
    assert_non_null(strstr(asked.fault.text, "died together with its keeper"));
    for (int waited = 0; waited < SLACK && count_marked() > 0; waited += 20)
        sleep_milliseconds(20);
    end(&asked);
}

/* Leaves nothing, also when nobody has the time to end it. */
static void a_killed_game_leaves_nothing(void **state)
{
    (void)state;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t game = fork();
    if (game == 0) {
        struct asked asked = begin("trap \"\" TERM; (setsid sleep 1000 &); sleep 1000 & "
                                   "echo ready; while :; do sleep 1; done",
                                   SOON);
        ask(&asked);
        if (write(ready[1], "!", 1) == 1)
            pause();
        _exit(0);
    }
    char sign;
    assert_int_equal(read(ready[0], &sign, 1), 1);
    assert_true(count_marked() >= 3);
    kill(game, SIGKILL);
    waitpid(game, NULL, 0);
    for (int waited = 0; waited < SLACK && count_marked() > 0; waited += 20)
        sleep_milliseconds(20);
    assert_nothing_left("killed game");
    close(ready[0]);
    close(ready[1]);
}

static void *race_alone(void *failures)
{
    for (int i = 0; i < 2; i++) {
        struct asked asked = begin(well, LONG);
        for (int turn = 0; turn < 3; turn++)
            if (!play(&asked))
                atomic_fetch_add((atomic_int *)failures, 1);
        bot_free(asked.bot, 1);
        session_free(asked.session);
        text_free(&asked.action);
    }
    return NULL;
}

static void many_race_at_once(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    atomic_int failures = 0;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, race_alone, &failures);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&failures), 0);
    assert_nothing_left("many at once");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_what_a_good_program_says),
        cmocka_unit_test(tells_a_program_its_place),
        cmocka_unit_test(a_program_stands_alone),
        cmocka_unit_test(no_bad_program_hurts_the_race),
        cmocka_unit_test(waits_for_ready_only_so_long),
        cmocka_unit_test(says_why_a_file_is_not_a_program),
        cmocka_unit_test(throws_a_late_answer_away),
        cmocka_unit_test(comes_back_when_it_is_cancelled),
        cmocka_unit_test(a_program_may_kill_its_keeper),
        cmocka_unit_test(a_killed_game_leaves_nothing),
        cmocka_unit_test(many_race_at_once),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
