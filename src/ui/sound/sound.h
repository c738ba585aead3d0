/* Sounds through the loudspeaker, by SDL.
 *
 * The device is opened when there is first something to be heard and closed after SOUND_PATIENCE
 * milliseconds of silence, both beside the window (base/system/worker.h), which never waits for it.
 * Where there is none, nothing is heard, and that is no error. All of this is the window's thread's
 * alone.
 */
#ifndef GRAPHPRIX_UI_SOUND_SOUND_H
#define GRAPHPRIX_UI_SOUND_SOUND_H

#include "paper/moments.h"

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

/* === synthesis ================================================================================ */

/* Sounds made of nothing: scratches of a pencil, knocks on wood, soft bells, by noise, sines and
 * envelopes. No file, no device, no SDL: samples come out, the same ones for the same sounds.
 *
 * Time is in milliseconds, samples are 16 bits, one channel, SYNTHESIS_RATE a second. What each
 * moment of a race sounds like is one table (ui/sound/sound.h). No mix of sounds is ever cut off
 * at the greatest number that a sample can hold.
 */

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
    const struct sound_layer *layer; /* ui/sound/sound.h */
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

/* === sound ==================================================================================== */

enum { SOUND_PATIENCE = 10000, SOUND_VOLUME_MOST = 100 };

/* Percent; 0: muted, and then the device is closed at once, and never opened. */
void sound_set_volume(int percent);

/* Not at all if it is muted, if there is no device, or if that takes so long to come up that the
 * moment is gone. */
void sound_play(const struct sound *sound);

/* To be called when the window was woken, and when sound_wait says so. */
void sound_follow(Uint32 now);
/* Milliseconds until sound_follow wants to be called, -1 for never. */
int sound_wait(Uint32 now);

/* The program ends. */
void sound_end(void);

/* === sounds =================================================================================== */

/* What the moments of a race sound like: a few layers of tone and noise each.
 */

enum { SOUND_LAYERS = 4 };

struct sound_layer {
    enum { LAYER_NONE, LAYER_TONE, LAYER_NOISE } of;
    float level;    /* about its peak, of 1 */
    float begin;    /* milliseconds */
    float length;   /* the same; 0: as long as the stroke */
    float attack;   /* in which it comes up */
    float fall;     /* in which it then falls to a third; 0: it swells and ebbs over its length */
    float from, to; /* Hz: the tone, or the middle of the noise */
    float rough;    /* 0 even, 1 broken like a pencil on paper */
    int times;      /* that it is heard, one `gap` after the other; 0: once */
    float gap;
    float loose; /* how much of pitch, strength and gaps is left to chance, about 0 to 0.3 */
};

#endif
