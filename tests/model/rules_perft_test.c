/* How many sequences of actions there are from the start of a race, and in how many the last one is
 * a clear move. The rows are those of `rules_model.py --perft`, a model that shares nothing with
 * the program.
 */
#include "unit/rules/fixture.h"

#define NARROW                                                                                     \
    SHEET(7, 5,                                                                                    \
          "<polygon class='wall' points='0,5 7,5 7,0 0,0'/>"                                       \
          "<polygon class='wall' points='2,3 5,3.5 5,2 2,2'/>"                                     \
          "<line class='start finish' x1='3' y1='3' x2='3' y2='5'/>"                               \
          "<polygon class='slick' points='4,5 5,5 5,4 4,4'/>")

#define SPRINT                                                                                     \
    SHEET(6, 3,                                                                                    \
          "<polygon class='wall' points='0,2.75 6,2.5 6,0.25 0,0.5'/>"                             \
          "<line class='start' x1='1' y1='0' x2='1' y2='3'/>"                                      \
          "<line class='finish' x1='3' y1='0' x2='3' y2='3'/>")

struct count {
    long sequences;
    long clear;
};

static struct count count_sequences(const struct race *race, int depth);

static void count_behind(const struct race *race, const struct graph_paper_action *action,
                         int depth, struct count *count)
{
    struct event_list events = {0};
    struct error error = {0};
    struct text text = {0};
    struct race *after = graph_paper_game.copy(race);
    graph_paper_print_action(action, &text);
    assert_true(graph_paper_game.apply(after, race_next_car(after), text.data, &events, &error));
    struct count more = count_sequences(after, depth - 1);
    count->sequences += more.sequences;
    count->clear += more.clear;
    graph_paper_game.free(after);
    event_list_free(&events);
    text_free(&text);
}

static void count_moves(const struct race *race, const struct point *start, int depth,
                        struct count *count)
{
    struct move_list moves = {0};
    graph_paper_moves(race, start, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct graph_paper_action action = {start != NULL, moves.items[i].from, moves.items[i].to};
        if (depth == 1) {
            count->sequences++;
            count->clear += moves.items[i].outcome == OUTCOME_CLEAR;
        } else {
            count_behind(race, &action, depth, count);
        }
    }
    graph_paper_free_moves(&moves);
}

static void count_starts(const struct race *race, int depth, struct count *count)
{
    struct point_list starts = {0};
    graph_paper_starts(race, &starts);
    for (int i = 0; i < starts.count; i++) {
        struct graph_paper_action action = {.to = starts.items[i]};
        if (graph_paper_game.round(race) > 0) {
            count_moves(race, &starts.items[i], depth, count);
        } else if (depth == 1) {
            count->sequences++;
        } else {
            count_behind(race, &action, depth, count);
        }
    }
    free(starts.items);
}

static struct count count_sequences(const struct race *race, int depth)
{
    struct count count = {0};
    if (graph_paper_game.over(race)) {
        return count;
    }
    int mover = race_next_car(race);
    if (graph_paper_car(race, mover)->status == CAR_WAITING) {
        count_starts(race, depth, &count);
    } else {
        count_moves(race, NULL, depth, &count);
    }
    return count;
}

static void test_as_many_as_the_model_counts(void **state)
{
    (void)state;
    static const struct {
        const char *track, *preset, *pairs;
        int players, depth;
        long sequences, clear;
    } rows[] = {
        {RING, "classroom", "", 1, 1, 63, 57},
        {RING, "classroom", "", 1, 2, 567, 479},
        {RING, "classroom", "", 1, 3, 5103, 4205},
        {RING, "classroom", "", 1, 4, 45927, 34786},
        {RING, "racing-car", "order=listed", 1, 1, 399, 275},
        {RING, "racing-car", "order=listed", 1, 2, 10311, 6516},
        {RING, "racing-car", "order=listed nitros=0", 2, 1, 63, 57},
        {RING, "racing-car", "order=listed nitros=0", 2, 2, 3744, 3250},
        {RING, "racing-car", "order=listed nitros=0", 2, 3, 33696, 26614},
        {RING, "babylon", "grid_depth=1", 2, 1, 14, 0},
        {RING, "babylon", "grid_depth=1", 2, 2, 182, 0},
        {RING, "babylon", "grid_depth=1", 2, 3, 1638, 1482},
        {RING, "babylon", "grid_depth=1", 2, 4, 13338, 12042},
        {NARROW, "classroom", "", 1, 1, 18, 13},
        {NARROW, "classroom", "", 1, 2, 162, 107},
        {NARROW, "classroom", "", 1, 3, 1458, 872},
        {NARROW, "classroom", "", 1, 4, 13122, 7868},
        {NARROW, "classroom", "", 1, 5, 118098, 71647},
        {NARROW, "textbook", "", 1, 1, 50, 25},
        {NARROW, "textbook", "", 1, 2, 1250, 581},
        {NARROW, "textbook", "", 1, 3, 31250, 14341},
        {NARROW, "textbook", "top_speed=1 nitros=1", 2, 1, 18, 13},
        {NARROW, "textbook", "top_speed=1 nitros=1", 2, 2, 252, 183},
        {NARROW, "textbook", "top_speed=1 nitros=1", 2, 3, 2268, 1629},
        {NARROW, "racing-car", "order=listed nitros=1", 2, 1, 42, 15},
        {NARROW, "racing-car", "order=listed nitros=1", 2, 2, 1407, 466},
        {NARROW, "racing-car", "order=listed nitros=1", 2, 3, 19431, 8119},
        {NARROW, "babylon", "acceleration=four", 2, 1, 8, 0},
        {NARROW, "babylon", "acceleration=four", 2, 2, 56, 0},
        {NARROW, "babylon", "acceleration=four", 2, 3, 280, 231},
        {NARROW, "babylon", "acceleration=four", 2, 4, 1155, 950},
        {NARROW, "babylon", "acceleration=four", 2, 5, 4750, 3341},
        {NARROW, "racing-car", "order=listed nitros=0 acceleration=four", 3, 1, 10, 6},
        {NARROW, "racing-car", "order=listed nitros=0 acceleration=four", 3, 2, 70, 34},
        {NARROW, "racing-car", "order=listed nitros=0 acceleration=four", 3, 3, 490, 202},
        {NARROW, "racing-car", "order=listed nitros=0 acceleration=four", 3, 4, 2450, 1414},
        {SPRINT, "babylon", "", 2, 1, 4, 0},
        {SPRINT, "babylon", "", 2, 2, 12, 0},
        {SPRINT, "babylon", "", 2, 3, 108, 60},
        {SPRINT, "babylon", "", 2, 4, 540, 296},
        {SPRINT, "babylon", "", 2, 5, 2664, 984},
        {SPRINT, "racing-car", "order=listed nitros=0 wall_missed_turns=1", 2, 1, 18, 12},
        {SPRINT, "racing-car", "order=listed nitros=0 wall_missed_turns=1", 2, 2, 270, 150},
        {SPRINT, "racing-car", "order=listed nitros=0 wall_missed_turns=1", 2, 3, 2430, 824},
        {SPRINT, "racing-car", "order=listed nitros=0 wall_missed_turns=1", 2, 4, 20070, 8561},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct table table;
        open_table(&table, rows[i].track, rows[i].preset, rows[i].players, rows[i].pairs);
        struct count count = count_sequences(table.race, rows[i].depth);
        if (count.sequences != rows[i].sequences || count.clear != rows[i].clear) {
            fail_msg("row %d: %ld sequences, %ld clear", (int)i, count.sequences, count.clear);
        }
        close_table(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_many_as_the_model_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
