/* Sounds rendered to memory and measured: levels, ends, lengths, silence, an evening of them. */
#include "support/cmocka.h"
#include "ui/sound/sound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4 * SYNTHESIS_RATE, SEEDS = 12, FULL = 32768 };
static const double PEAK_MOST = 0.4, RMS_LEAST = 0.004, RMS_MOST = 0.09, STEADY = 0.002;

static int16_t samples[LONGEST];

static int render(enum moment_kind kind, int milliseconds, uint64_t seed, float volume)
{
    struct synthesis synthesis = {.count = 0};
    struct sound sound = {kind, milliseconds, seed};
    int length = sound_length(&sound);
    assert_in_range(length, 0, LONGEST - 100);
    synthesis_begin(&synthesis, &sound);
    synthesis_render(&synthesis, volume, samples, length + 100);
    return length;
}

struct levels {
    double peak, rms, mean;
};
static struct levels measure(const int16_t *from, int count)
{
    struct levels levels = {0};
    for (int i = 0; i < count; i++) {
        double value = (double)from[i] / FULL;
        levels.peak = fmax(levels.peak, fabs(value));
        levels.rms += value * value;
        levels.mean += value;
    }
    levels.rms = sqrt(levels.rms / count);
    levels.mean /= count;
    return levels;
}

static void each_moment_is_heard_and_none_is_loud(void **state)
{
    (void)state;
    for (int kind = MOMENT_NONE + 1; kind < MOMENT_COUNT; kind++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            int length = render((enum moment_kind)kind, 320, seed, 1);
            assert_true(length > 0 && length < SYNTHESIS_RATE);
            struct levels levels = measure(samples, length);
            assert_true(levels.peak < PEAK_MOST);
            assert_true(levels.rms > RMS_LEAST && levels.rms < RMS_MOST);
            assert_true(fabs(levels.mean) < STEADY);
            /* It begins and ends without a crack, and then nothing is left. */
            assert_in_range(samples[0] + 40, 0, 80);
            assert_in_range(samples[length - 1] + 40, 0, 80);
            for (int i = length; i < length + 100; i++)
                assert_int_equal(samples[i], 0);
        }
}

/* The first and the last sample that can be heard. */
static void a_scratch_is_as_long_as_its_stroke(void **state)
{
    (void)state;
    for (int milliseconds = 180; milliseconds <= 400; milliseconds += 55) {
        int length = render(MOMENT_STROKE, milliseconds, 7, 1), first = 0, last = length - 1;
        assert_in_range(length - milliseconds * SYNTHESIS_RATE / 1000, 0, 1);
        while (abs(samples[first]) < 60)
            first++;
        while (abs(samples[last]) < 60)
            last--;
        assert_true(first < SYNTHESIS_RATE / 40);
        assert_true(length - last < SYNTHESIS_RATE / 40);
    }
}

/* Changes of sign a sample: the higher the more. */
static double brightness(int from, int count)
{
    int changes = 0;
    for (int i = from + 1; i < from + count; i++)
        changes += (samples[i] < 0) != (samples[i - 1] < 0);
    return (double)changes / count;
}

/* Long strokes are fast ones, and each is fastest in its middle. */
static void a_scratch_is_as_fast_as_its_stroke(void **state)
{
    (void)state;
    double brief = 0, wide = 0, middle = 0, ends = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        int length = render(MOMENT_STROKE, 250, seed, 1);
        brief += brightness(0, length);
        length = render(MOMENT_STROKE, 400, seed, 1);
        wide += brightness(0, length);
        middle += brightness(length * 2 / 5, length / 5);
        ends += brightness(length / 20, length / 10) / 2 +
                brightness(length * 17 / 20, length / 10) / 2;
    }
    assert_true(wide > brief * 1.05);
    assert_true(middle > ends * 1.1);
}

/* The loudest tenth of a second, of which deep tones count for little, as they do to the ear. */
static double loudness(int length)
{
    enum { WINDOW = SYNTHESIS_RATE / 10 };
    static double energy[LONGEST];
    double high = 0, sum = 0, most = 0;
    for (int i = 0; i < length; i++) {
        high = 0.96 * (high + (samples[i] - (i > 0 ? samples[i - 1] : 0)) / (double)FULL);
        energy[i] = high * high;
        sum += energy[i] - (i >= WINDOW ? energy[i - WINDOW] : 0);
        most = fmax(most, sum);
    }
    return 10 * log10(most / WINDOW);
}

/* But for the tick of what is pointed at, which is to be softer than anything. */
static void no_moment_drowns_another(void **state)
{
    (void)state;
    double least = 0, most = -100;
    for (int kind = MOMENT_CANDIDATE + 1; kind < MOMENT_COUNT; kind++) {
        double loud = loudness(render((enum moment_kind)kind, 320, 1, 1));
        least = fmin(least, loud);
        most = fmax(most, loud);
    }
    assert_true(most - least < 12);
    double tick = loudness(render(MOMENT_CANDIDATE, 0, 1, 1));
    assert_true(tick < least && tick > least - 14);
}

static void two_strokes_differ_and_one_is_always_the_same(void **state)
{
    (void)state;
    static int16_t before[LONGEST];
    int length = render(MOMENT_STROKE, 300, 1, 1);
    memcpy(before, samples, sizeof before);
    render(MOMENT_STROKE, 300, 1, 1);
    assert_memory_equal(before, samples, (size_t)length * sizeof *samples);
    render(MOMENT_STROKE, 300, 2, 1);
    int same = 0;
    for (int i = 0; i < length; i++)
        same += before[i] == samples[i];
    assert_true(same < length / 10);
}

static void muted_is_silent_and_softer_is_softer(void **state)
{
    (void)state;
    int length = render(MOMENT_CRASH, 0, 3, 0);
    assert_true(measure(samples, length).peak <= 0);
    render(MOMENT_CRASH, 0, 3, 1);
    double loud = measure(samples, length).rms;
    render(MOMENT_CRASH, 0, 3, 0.25F);
    assert_true(fabs(measure(samples, length).rms * 4 - loud) < loud / 50);
    struct synthesis synthesis = {.count = 0};
    memset(samples, 1, sizeof samples);
    assert_false(synthesis_render(&synthesis, 1, samples, 1000));
    assert_int_equal(samples[999], 0);
}

/* Everything at once, at full volume, and more than there are voices. */
static void no_crowd_is_cut_off(void **state)
{
    (void)state;
    struct synthesis synthesis = {.count = 0};
    for (uint64_t i = 0; i < 2 * SYNTHESIS_VOICES; i++)
        synthesis_begin(&synthesis, &(struct sound){MOMENT_CRASH, 300, 5});
    synthesis_render(&synthesis, 1, samples, SYNTHESIS_RATE);
    struct levels levels = measure(samples, SYNTHESIS_RATE);
    assert_true(levels.peak > 0.5 && levels.peak < 0.99);
}

/* A stroke every three seconds, a chime, something that goes wrong now and then: an hour, of which
 * the silence is skipped. */
static void an_hour_of_play_stays_quiet(void **state)
{
    (void)state;
    double energy = 0, peak = 0;
    for (int turn = 0; turn < 1200; turn += 8) {
        struct synthesis synthesis = {.count = 0};
        enum moment_kind other = (enum moment_kind)(1 + turn / 8 % (MOMENT_COUNT - 1));
        synthesis_begin(&synthesis,
                        &(struct sound){MOMENT_STROKE, 250 + turn % 150, (uint64_t)turn});
        synthesis_begin(&synthesis, &(struct sound){MOMENT_TURN, 0, (uint64_t)turn});
        if (turn % 5 == 0)
            synthesis_begin(&synthesis, &(struct sound){other, 0, (uint64_t)turn});
        synthesis_render(&synthesis, 1, samples, SYNTHESIS_RATE);
        assert_int_equal(synthesis.count, 0);
        struct levels levels = measure(samples, SYNTHESIS_RATE);
        energy += levels.rms * levels.rms * 8;
        peak = fmax(peak, levels.peak);
    }
    assert_true(peak < 0.5);
    assert_true(sqrt(energy / 3600) < 0.03);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_moment_is_heard_and_none_is_loud),
        cmocka_unit_test(a_scratch_is_as_long_as_its_stroke),
        cmocka_unit_test(a_scratch_is_as_fast_as_its_stroke),
        cmocka_unit_test(no_moment_drowns_another),
        cmocka_unit_test(two_strokes_differ_and_one_is_always_the_same),
        cmocka_unit_test(muted_is_silent_and_softer_is_softer),
        cmocka_unit_test(no_crowd_is_cut_off),
        cmocka_unit_test(an_hour_of_play_stays_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
