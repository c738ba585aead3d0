/* Doomed points against a search that only knows how to ask the rules: every move of every state
 * that a car can come to without leaving the track, applied to a copy of the race. It is doomed if
 * it comes to no stop and no finish, and what is left when states without a way on are struck off
 * again and again is nothing. Braking is driven by the rules, too, to where it says it ends.
 *
 *     hints_model_test [SEED [TRACKS]]
 */
#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules_random.h"
#include "support/cmocka.h"

#include <string.h>

enum { TRACKS = 100, TURNS = 8, STATE_LIMIT = 3000 };

static uint64_t seed = 20261121;
static int tracks = TRACKS;

/* A state that was come to: the car in it, and where its moves lead. */
struct node {
    struct race *race;
    int *ways;
    int way_count, way_capacity;
    bool dead;
};

struct brute {
    struct node *nodes;
    int count, capacity;
    struct move_list moves;
    struct event_list events;
};

static struct race *after(struct brute *brute, const struct race *race, const struct point *start,
                          struct point to)
{
    struct race *then = graph_paper_game.copy(race);
    struct graph_paper_action action = {.has_start = start != NULL, .to = to};
    struct text text = {0};
    struct error error;
    if (start != NULL)
        action.start = *start;
    graph_paper_print_action(&action, &text);
    event_list_clear(&brute->events);
    if (!graph_paper_game.apply(then, race_next_car(then), text.data, &brute->events, &error))
        fail_msg("%s: %s", text.data, error.text);
    text_free(&text);
    return then;
}

static bool is_same(const struct car *a, const struct car *b)
{
    return point_equal(a->at, b->at) && point_equal(a->velocity, b->velocity) &&
           point_equal(a->shift, b->shift) && a->nitros == b->nitros &&
           a->good_brakes == b->good_brakes && a->turbo_boosts == b->turbo_boosts &&
           a->crossings == b->crossings && a->laps_opened == b->laps_opened &&
           a->checkpoint == b->checkpoint;
}

/* The node of the race's state, made if it is not there; takes the race. */
static int node_of(struct brute *brute, struct race *race)
{
    for (int i = 0; i < brute->count; i++)
        if (is_same(graph_paper_car(brute->nodes[i].race, 1), graph_paper_car(race, 1))) {
            graph_paper_game.free(race);
            return i;
        }
    brute->nodes = array_grow(brute->nodes, brute->count, &brute->capacity, sizeof *brute->nodes);
    brute->nodes[brute->count] = (struct node){.race = race};
    return brute->count++;
}

static bool can_stay(const struct car *car)
{
    return car->status == CAR_FINISHED ||
           (car->status == CAR_RACING && car->velocity.x == 0 && car->velocity.y == 0 &&
            car->shift.x == 0 && car->shift.y == 0);
}

/* The states that follow; true if one of them is a stop or the finish. */
static bool expand(struct brute *brute, int index)
{
    graph_paper_moves(brute->nodes[index].race, NULL, &brute->moves);
    for (int i = 0; i < brute->moves.count; i++) {
        if (brute->moves.items[i].outcome == OUTCOME_OFF_TRACK)
            continue;
        struct race *then = after(brute, brute->nodes[index].race, NULL, brute->moves.items[i].to);
        bool stays = can_stay(graph_paper_car(then, 1));
        int way = node_of(brute, then);
        struct node *node = &brute->nodes[index];
        node->ways =
            array_grow(node->ways, node->way_count, &node->way_capacity, sizeof *node->ways);
        node->ways[node->way_count++] = way;
        if (stays)
            return true;
    }
    return false;
}

static bool lives(const struct brute *brute, const struct node *node)
{
    for (int i = 0; i < node->way_count; i++)
        if (!brute->nodes[node->ways[i]].dead)
            return true;
    return false;
}

static void strike_off(struct brute *brute)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < brute->count; i++) {
            struct node *node = &brute->nodes[i];
            if (node->dead || lives(brute, node))
                continue;
            node->dead = changed = true;
        }
    }
}

enum verdict { ALIVE, DEAD, TOO_MANY };

/* Takes the race, in which car 1 is on the track. */
static enum verdict judge(struct race *race)
{
    struct brute brute = {0};
    enum verdict verdict = DEAD;
    if (can_stay(graph_paper_car(race, 1)))
        verdict = ALIVE;
    node_of(&brute, race);
    for (int i = 0; i < brute.count && verdict == DEAD; i++) {
        if (brute.count > STATE_LIMIT)
            verdict = TOO_MANY;
        else if (expand(&brute, i))
            verdict = ALIVE;
    }
    if (verdict == DEAD) {
        strike_off(&brute);
        verdict = brute.nodes[0].dead ? DEAD : ALIVE;
    }
    for (int i = 0; i < brute.count; i++) {
        graph_paper_game.free(brute.nodes[i].race);
        free(brute.nodes[i].ways);
    }
    free(brute.nodes);
    graph_paper_free_moves(&brute.moves);
    event_list_free(&brute.events);
    return verdict;
}

struct tally {
    int doomed, safe, skipped, braked, left;
};

/* The race after the move that the hint is about. */
static void drive_braking(struct race *race, const struct hint_way *way, struct tally *tally)
{
    struct brute brute = {0};
    struct race *now = graph_paper_game.copy(race);
    assert_true(point_equal(graph_paper_car(now, 1)->at, way->points[0]));
    for (int i = 1; i < way->count; i++) {
        /* Under run_wide nothing may be left to be chosen, and the car is out by itself. */
        if (i == way->count - 1 && way->end == WAY_LEAVES &&
            graph_paper_car(now, 1)->status == CAR_RETIRED)
            break;
        struct race *then = after(&brute, now, NULL, way->points[i]);
        graph_paper_game.free(now);
        now = then;
        bool last = i == way->count - 1;
        bool left = false;
        for (int k = 0; k < brute.events.count; k++)
            left |= graph_paper_event(&brute.events.items[k])->type == EVENT_LEFT_TRACK;
        /* Who finishes first may leave the track then. */
        left = left && graph_paper_car(now, 1)->status != CAR_FINISHED;
        assert_int_equal(left, last && way->end == WAY_LEAVES);
        assert_int_equal(can_stay(graph_paper_car(now, 1)) && !left,
                         last && way->end != WAY_LEAVES && way->end != WAY_GOES_ON);
    }
    tally->braked += way->end == WAY_STOPS;
    tally->left += way->end == WAY_LEAVES;
    graph_paper_game.free(now);
    event_list_free(&brute.events);
}

static void compare_turn(const struct knowledge *knowledge, const struct race *race,
                         const struct point *start, struct tally *tally)
{
    struct hints *hints = hints_find(knowledge, race, start, NULL);
    struct brute brute = {0};
    graph_paper_moves(race, start, &brute.moves);
    assert_int_equal(hints->count, brute.moves.count);
    for (int i = 0; i < hints->count; i++) {
        const struct move *move = &brute.moves.items[i];
        const struct hint *hint = &hints->items[i];
        assert_true(point_equal(hint->to, move->to));
        if (move->outcome != OUTCOME_CLEAR && move->outcome != OUTCOME_SLICK) {
            assert_false(hint->doomed);
            continue;
        }
        struct race *then = after(&brute, race, start, move->to);
        drive_braking(then, &hint->braking, tally);
        enum verdict verdict = judge(then);
        if (verdict != TOO_MANY)
            assert_int_equal(hint->doomed, verdict == DEAD);
        tally->doomed += verdict == DEAD;
        tally->safe += verdict == ALIVE;
        tally->skipped += verdict == TOO_MANY;
    }
    hints_free(hints);
    graph_paper_free_moves(&brute.moves);
    event_list_free(&brute.events);
}

static struct setup random_single(struct random *random, const struct track *track)
{
    struct setup setup;
    struct error error;
    do {
        setup = random_setup_alone(random, track, 1);
        setup.values[FIELD_CARS_PER_PLAYER] = 1;
        setup.values[FIELD_ROUND_LIMIT] = 100000;
        setup.values[FIELD_ROUNDS] = 999;
    } while (!setup_check(&setup, &error));
    return setup;
}

/* Fast on purpose: slow cars are not doomed. Appends the action. */
static void act_boldly(struct random *random, const struct race *race, const struct point *start,
                       struct text *into)
{
    struct move_list moves = {0};
    struct graph_paper_action action = {.has_start = start != NULL};
    int fastest = -1;
    graph_paper_moves(race, start, &moves);
    for (int i = 0; i < moves.count; i++) {
        const struct move *move = &moves.items[i];
        struct point way = point_subtract(move->to, move->from);
        int speed = way.x * way.x + way.y * way.y + random_from_to(random, 0, 3);
        if ((move->outcome == OUTCOME_CLEAR && speed > fastest) || i == 0) {
            fastest = i == 0 ? -1 : speed;
            action.to = move->to;
        }
    }
    if (start != NULL)
        action.start = *start;
    graph_paper_print_action(&action, into);
    graph_paper_free_moves(&moves);
}

static void drive_race(struct random *random, const struct knowledge *knowledge,
                       const struct setup *setup, struct tally *tally)
{
    struct race *race = graph_paper_game.begin(setup);
    struct point_list starts = {0};
    struct event_list events = {0};
    struct error error;
    for (int turn = 0; turn < TURNS && !graph_paper_game.over(race); turn++) {
        const struct point *start = NULL;
        struct text action = {0};
        if (graph_paper_car(race, 1)->status == CAR_WAITING) {
            starts.count = 0;
            graph_paper_starts(race, &starts);
            start = &starts.items[random_below(random, (uint32_t)starts.count)];
        }
        if (start != NULL && graph_paper_game.round(race) == 0) {
            graph_paper_print_action(&(struct graph_paper_action){.to = *start}, &action);
        } else {
            if (graph_paper_car(race, 1)->status != CAR_OUTSIDE)
                compare_turn(knowledge, race, start, tally);
            act_boldly(random, race, start, &action);
        }
        event_list_clear(&events);
        assert_true(
            graph_paper_game.apply(race, race_next_car(race), action.data, &events, &error));
        text_free(&action);
    }
    free(starts.items);
    event_list_free(&events);
    graph_paper_game.free(race);
}

static void test_random_tracks(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (int i = 0; i < tracks; i++) {
        struct random random = random_seeded(seed + (uint64_t)i);
        struct track *track = random_track(&random);
        struct setup setup = random_single(&random, track);
        struct knowledge *knowledge = knowledge_prepare(&setup, NULL);
        print_message("# seed %llu\n", (unsigned long long)(seed + (uint64_t)i));
        drive_race(&random, knowledge, &setup, &tally);
        knowledge_release(knowledge);
        track_release(track);
    }
    print_message("# %d points doomed, %d not, %d not seen through; braking stops %d times and "
                  "leaves the track %d times\n",
                  tally.doomed, tally.safe, tally.skipped, tally.braked, tally.left);
    assert_true(tally.doomed > tracks && tally.safe > tracks && tally.skipped < tracks);
}

int main(int argument_count, char **arguments)
{
    int64_t count;
    if (argument_count > 1 && !number_is_unsigned(arguments[1], &seed))
        return 2;
    if (argument_count > 2 && number_is_integer(arguments[2], 1, 1000000, &count))
        tracks = (int)count;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_tracks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
