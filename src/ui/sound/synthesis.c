/* Noise goes through a band filter of two poles, sines turn by a matrix; pitch and grain change
 * every BLOCK samples, envelopes with each one.
 */
#include "ui/sound/synthesis.h"

#include "base/hash.h"
#include "ui/sound/sounds.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 32, GRAIN = 90 /* changes of the grain a second */ };
static const float PI = 3.14159265F;
static const float USUAL_STROKE = 325; /* milliseconds */
static const float END = 8;            /* milliseconds in which whatever is left at the end ebbs */
static const float OVERTONE = 0.22F;   /* the octave, of a tone */
static const float DAMPING = 0.9F;     /* of the band filter: broad */
static const float NOISE_LEVEL = 0.9F; /* what makes its peaks about 1 */
static const float KNEE = 0.5F;        /* up to there a mix is itself */

static int samples(float milliseconds)
{
    return (int)lroundf(milliseconds * SYNTHESIS_RATE / 1000);
}

/* --- what a sound is made of ------------------------------------------------------------------ */

static float length_of(const struct sound_layer *layer, const struct sound *sound)
{
    return layer->length > 0 ? layer->length : (float)sound->milliseconds;
}

int sound_length(const struct sound *sound)
{
    const struct sound_layer *layers = sound_layers[sound->kind];
    int longest = 0;
    for (int i = 0; i < SOUND_LAYERS && layers[i].of != LAYER_NONE; i++) {
        int times = layers[i].times > 1 ? layers[i].times : 1;
        int end = samples(layers[i].begin + layers[i].gap * (float)(times - 1) +
                          length_of(&layers[i], sound));
        longest = end > longest ? end : longest;
    }
    return longest;
}

/* -1 up to 1 */
static float next_chance(uint32_t *chance)
{
    *chance = *chance * UINT32_C(1664525) + UINT32_C(1013904223);
    return (float)(int32_t)*chance * (1 / 2147483648.0F);
}

static void add_part(struct voice *voice, const struct sound_layer *layer,
                     const struct sound *sound, int time)
{
    if (voice->count == VOICE_PARTS)
        return;
    struct voice_part *part = &voice->parts[voice->count];
    uint64_t seed = hash_number(hash_number(HASH_START, (int64_t)sound->seed), voice->count);
    *part = (struct voice_part){.layer = layer, .chance = (uint32_t)(seed >> 16), .cosine = 1};
    voice->count++;
    next_chance(&part->chance);
    part->pitch = 1 + layer->loose * next_chance(&part->chance);
    part->level = layer->level * (1 - layer->loose * (0.5F + 0.5F * next_chance(&part->chance)));
    float late = time > 0 ? 0.5F * layer->loose * layer->gap * next_chance(&part->chance) : 0;
    part->begin = samples(layer->begin + layer->gap * (float)time + (late < 0 ? late : 0));
    part->length = samples(length_of(layer, sound));
}

void synthesis_begin(struct synthesis *synthesis, const struct sound *sound)
{
    int length = sound_length(sound);
    if (length == 0 || synthesis->count == SYNTHESIS_VOICES)
        return;
    struct voice *voice = &synthesis->voices[synthesis->count++];
    const struct sound_layer *layers = sound_layers[sound->kind];
    *voice = (struct voice){.length = length};
    for (int i = 0; i < SOUND_LAYERS && layers[i].of != LAYER_NONE; i++)
        for (int time = 0; time == 0 || time < layers[i].times; time++)
            add_part(voice, &layers[i], sound, time);
}

/* --- samples ---------------------------------------------------------------------------------- */

/* What share of its level a part has at one of its samples. */
static float envelope(const struct voice_part *part, int at)
{
    const struct sound_layer *layer = part->layer;
    float time = (float)at * 1000 / SYNTHESIS_RATE;
    float whole = (float)part->length * 1000 / SYNTHESIS_RATE;
    float strength =
        layer->fall > 0 && time > layer->attack ? expf((layer->attack - time) / layer->fall) : 1;
    if (layer->fall <= 0)
        strength = sqrtf(sinf(PI * time / whole));
    float attack = layer->attack < whole / 3 ? layer->attack : whole / 3;
    if (time < attack)
        strength *= 0.5F - 0.5F * cosf(PI * time / attack);
    if (whole - time < END)
        strength *= (whole - time) / END;
    return strength;
}

/* The pencil jumps from fibre to fibre. */
static void follow_grain(struct voice_part *part)
{
    float rough = part->layer->rough;
    if (part->rough_by == 0 || (part->rough_by > 0) == (part->rough >= part->rough_to)) {
        part->rough_to = 1 - rough * (0.5F + 0.5F * next_chance(&part->chance));
        part->rough_by = (part->rough_to - part->rough) * GRAIN / SYNTHESIS_RATE;
    }
}

/* Of a pen that starts and ends softly; long strokes are fast ones. */
static float pace_at(const struct voice_part *part, float share)
{
    float usual = (float)samples(USUAL_STROKE), pace = sqrtf((float)part->length / usual);
    return fminf(pace, 1.25F) * (0.7F + 0.4F * sinf(PI * share));
}

static float pitch_at(const struct voice_part *part, int at)
{
    const struct sound_layer *layer = part->layer;
    float share = (float)at / (float)part->length;
    float pace = layer->length > 0 ? 1 : pace_at(part, share);
    return part->pitch * pace * (layer->from + (layer->to - layer->from) * share);
}

static void add_tone(struct voice_part *part, float pitch, float from, float to, float *into,
                     int count)
{
    float turn = 2 * PI * pitch / SYNTHESIS_RATE, cosine = cosf(turn), sine = sinf(turn);
    float strength = from, by = (to - from) / (float)count;
    for (int i = 0; i < count; i++, strength += by) {
        float next = part->sine * cosine + part->cosine * sine;
        part->cosine = part->cosine * cosine - part->sine * sine;
        part->sine = next;
        /* sin 2x = 2 sin x cos x */
        into[i] += strength * (part->sine + OVERTONE * 2 * part->sine * part->cosine);
    }
}

static void add_noise(struct voice_part *part, float pitch, float from, float to, float *into,
                      int count)
{
    float open = 2 * sinf(PI * fminf(pitch, SYNTHESIS_RATE / 6.5F) / SYNTHESIS_RATE);
    float strength = from * NOISE_LEVEL, by = (to - from) * NOISE_LEVEL / (float)count;
    for (int i = 0; i < count; i++, strength += by) {
        part->low += open * part->band;
        float high = next_chance(&part->chance) - part->low - DAMPING * part->band;
        part->band += open * high;
        part->rough += part->rough_by;
        into[i] += strength * part->rough * part->band;
    }
}

/* A block of the voice's samples from its sample `at` on. */
static void add_part_block(struct voice_part *part, int at, float *into, int count)
{
    int first = part->begin > at ? part->begin - at : 0;
    int mine = at + first - part->begin;
    int last = part->begin + part->length - at;
    last = last < count ? last : count;
    if (first >= last)
        return;
    if (mine == 0)
        part->rough = 1 - part->layer->rough;
    follow_grain(part);
    float from = part->level * envelope(part, mine);
    float to = part->level * envelope(part, mine + last - first);
    (part->layer->of == LAYER_TONE ? add_tone : add_noise)(part, pitch_at(part, mine), from, to,
                                                           into + first, last - first);
}

/* Above the knee it comes nearer and nearer to 1, which it never reaches. */
static int16_t to_sample(float value)
{
    float size = fabsf(value);
    if (size > KNEE)
        size = 1 - (1 - KNEE) * (1 - KNEE) / (size + 1 - 2 * KNEE);
    return (int16_t)lroundf(copysignf(size, value) * 32767);
}

static void drop_ended(struct synthesis *synthesis)
{
    int kept = 0;
    for (int i = 0; i < synthesis->count; i++)
        if (synthesis->voices[i].at < synthesis->voices[i].length)
            synthesis->voices[kept++] = synthesis->voices[i];
    synthesis->count = kept;
}

bool synthesis_render(struct synthesis *synthesis, float volume, int16_t *into, int count)
{
    bool heard = synthesis->count > 0;
    memset(into, 0, (size_t)count * sizeof *into);
    for (int done = 0; done < count && synthesis->count > 0; done += BLOCK) {
        float mix[BLOCK] = {0};
        int wide = count - done < BLOCK ? count - done : BLOCK;
        for (int i = 0; i < synthesis->count; i++) {
            struct voice *voice = &synthesis->voices[i];
            for (int j = 0; j < voice->count; j++)
                add_part_block(&voice->parts[j], voice->at, mix, wide);
            voice->at += wide;
        }
        for (int i = 0; i < wide; i++)
            into[done + i] = to_sample(volume * mix[i]);
        drop_ended(synthesis);
    }
    return heard;
}
