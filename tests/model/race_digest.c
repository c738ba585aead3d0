/* Plays random races and prints a hash over every state so far, one line every hundred races. Built
 * by different compilers at different levels it has to print the same lines.
 *
 *     race_digest [RACES [SEED]]
 */
#include "base/hash.h"
#include "base/number.h"
#include "rules_random.h"

static uint64_t play(struct random *random, uint64_t hash)
{
    struct error error = {0};
    struct track *track = random_track(random);
    struct setup setup = random_setup(random, track);
    if (!graph_paper_rules.setup_check(&setup, &error)) {
        track_release(track);
        return hash_bytes(hash, error.text, sizeof "start" - 1);
    }
    struct race *race = graph_paper_rules.begin(&setup);
    struct event_list events = {0};
    struct move_list moves = {0};
    struct text action = {0};
    while (!graph_paper_rules.over(race)) {
        text_clear(&action);
        random_action(random, race, &moves, &action);
        if (!graph_paper_rules.apply(race, action.data, &events, &error)) {
            fprintf(stderr, "race_digest: %s: %s\n", action.data, error.text);
            exit(1);
        }
        hash = hash_number(hash, (int64_t)graph_paper_rules.hash(race));
    }
    hash = hash_number(hash, events.count);
    text_free(&action);
    graph_paper_free_moves(&moves);
    event_list_free(&events);
    graph_paper_rules.free(race);
    track_release(track);
    return hash;
}

int main(int argument_count, char **arguments)
{
    int64_t races = 2000;
    int64_t seed = 1;
    if ((argument_count > 1 && !number_is_integer(arguments[1], 1, 1000000000, &races)) ||
        (argument_count > 2 && !number_is_integer(arguments[2], 0, INT64_MAX, &seed))) {
        fprintf(stderr, "usage: race_digest [RACES [SEED]]\n");
        return 2;
    }
    struct random random = random_seeded((uint64_t)seed);
    uint64_t hash = HASH_START;
    for (int64_t i = 1; i <= races; i++) {
        hash = play(&random, hash);
        if (i % 100 == 0 || i == races) {
            printf("%016llx after %lld races from seed %lld\n", (unsigned long long)hash,
                   (long long)i, (long long)seed);
        }
    }
    return 0;
}
