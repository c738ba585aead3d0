/* Plays races of stock cars, driven at random and by each level of computer driver, and prints a
 * hash over every state so far, one line every hundred races. Built by different compilers at
 * different levels it has to print the same lines.
 *
 *     stock_digest [RACES [SEED]]
 */
#include "base/number.h"
#include "drivers/driving.h"
#include "stock_random.h"

enum { DRIVEN = 5 };
static const struct game *const game = &stock_cars_game;

struct play {
    struct setup setup;
    struct random *random;
    struct random_guide guide;
    struct prepared *prepared; /* NULL: at random */
};

static void choose(const struct play *play, const struct race *race, int car, struct text *action)
{
    const struct driving *driving = driving_of(game);
    struct random_guide guide = play->guide;
    text_clear(action);
    if (!play->prepared) {
        random_action(play->random, &guide, race, car, action);
        return;
    }
    struct race *known = race_copy_for(race, car, play->setup.seed);
    driving->choose(car % driving->kind_count, prepared_body(play->prepared), known, car, NULL,
                    action);
    game->free(known);
}

static uint64_t play_to_the_end(const struct play *play, uint64_t hash)
{
    struct error error = {0};
    struct event_list events = {0};
    struct text action = {0};
    struct race *race = game->begin(&play->setup);
    while (!game->over(race)) {
        int car = race_next_car(race);
        choose(play, race, car, &action);
        if (!game->apply(race, car, text_string(&action), &events, &error)) {
            fprintf(stderr, "stock_digest: %s: %s\n", text_string(&action), error.text);
            exit(1);
        }
        hash = hash_number(hash, (int64_t)game->hash(race));
    }
    game->free(race);
    event_list_free(&events);
    text_free(&action);
    return hash;
}

static uint64_t play_race(struct random *random, bool driven, uint64_t hash)
{
    struct course course = random_course(random);
    if (!course.body)
        return hash;
    struct play play = {.setup = random_setup(random, course), .random = random};
    play.guide = random_measure(stock_map_of(&play.setup));
    play.prepared = driven ? prepared_make(&play.setup, NULL) : NULL;
    hash = play_to_the_end(&play, hash);
    prepared_release(play.prepared);
    course_release(course);
    return hash;
}

int main(int argument_count, char **arguments)
{
    int64_t races = 500, seed = 1;
    if ((argument_count > 1 && !number_is_integer(arguments[1], 1, 1000000000, &races)) ||
        (argument_count > 2 && !number_is_integer(arguments[2], 0, INT64_MAX, &seed))) {
        fprintf(stderr, "usage: stock_digest [RACES [SEED]]\n");
        return 2;
    }
    uint64_t hash = HASH_START;
    struct random random = random_seeded((uint64_t)seed);
    for (int i = 0; i < DRIVEN; i++)
        hash = play_race(&random, true, hash);
    printf("%016llx after %d races of computer drivers\n", (unsigned long long)hash, DRIVEN);
    for (int64_t i = 1; i <= races; i++) {
        hash = play_race(&random, false, hash);
        if (i % 100 == 0 || i == races)
            printf("%016llx after %lld races from seed %lld\n", (unsigned long long)hash,
                   (long long)i, (long long)seed);
    }
    return 0;
}
