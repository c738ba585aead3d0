/* Sounds made of nothing: scratches of a pencil, knocks on wood, soft bells, by noise, sines and
 * envelopes. No file, no device, no SDL: samples come out, the same ones for the same sounds.
 *
 * Time is in milliseconds, samples are 16 bits, one channel, SYNTHESIS_RATE a second. What each
 * moment of a race sounds like is one table (ui/sound/sounds.h). No mix of sounds is ever cut off
 * at the greatest number that a sample can hold.
 */
#ifndef GRAPHPRIX_UI_SOUND_SYNTHESIS_H
#define GRAPHPRIX_UI_SOUND_SYNTHESIS_H

#include "paper/moments/moment.h"

#include <stdbool.h>
#include <stdint.h>

enum { SYNTHESIS_RATE = 44100, SYNTHESIS_VOICES = 8, VOICE_PARTS = 12 };

struct sound {
    enum moment_kind kind;
    int milliseconds; /* of what is seen; only a stroke is heard as long as that */
    uint64_t seed;    /* of all that is left to chance: pitch, strength, the grain of the paper */
};

/* How long it is heard, in samples; 0: that moment has no sound. */
int sound_length(const struct sound *sound);

/* For synthesis_render alone. */
struct voice_part {
    const struct sound_layer *layer; /* ui/sound/sounds.h */
    int begin, length;               /* samples */
    float pitch, level;              /* factors */
    float sine, cosine;              /* of a tone: where it is in its turn */
    float low, band;                 /* of noise: its filter */
    float rough, rough_to, rough_by; /* the grain: now, next, and what it changes by a sample */
    uint32_t chance;
};
struct voice {
    struct voice_part parts[VOICE_PARTS];
    int count, at, length;
};

/* Zeroed: silence. */
struct synthesis {
    struct voice voices[SYNTHESIS_VOICES];
    int count;
};

/* Is heard from the next sample on; left out while there are SYNTHESIS_VOICES already. */
void synthesis_begin(struct synthesis *synthesis, const struct sound *sound);
/* The next samples, `volume` from 0 to 1. False: all of them are 0, and so are those after them. */
bool synthesis_render(struct synthesis *synthesis, float volume, int16_t *into, int count);

#endif
