/* The table. Tones of what goes well are those of a pentatonic scale on C, so that whatever comes
 * together sounds together; what goes wrong has no pitch. All is quiet: a stroke is heard a hundred
 * times a race.
 */
#include "ui/sound/sounds.h"

enum { C5 = 523, D5 = 587, E5 = 659, G5 = 784, A5 = 880, C6 = 1047, D6 = 1175, E6 = 1319 };

/* A soft bell, a knock on wood, a rush of noise that swells and ebbs, a short dry burst of it. */
#define BELL(strength, when, pitch)                                                                \
    {                                                                                              \
        LAYER_TONE, strength, when, 620, 6, 150, pitch, pitch, 0, 0, 0, 0.004F                     \
    }
#define KNOCK(strength, when, pitch)                                                               \
    {                                                                                              \
        LAYER_TONE, strength, when, 110, 2, 22, pitch, (pitch)*0.86F, 0, 0, 0, 0.05F               \
    }
#define RUSH(strength, when, lasts, low, high, broken)                                             \
    {                                                                                              \
        LAYER_NOISE, strength, when, lasts, 30, 0, low, high, broken, 0, 0, 0.12F                  \
    }
#define BURST(strength, when, lasts, high)                                                         \
    {                                                                                              \
        LAYER_NOISE, strength, when, lasts, 2, (lasts) / 4.0F, high, (high)*0.7F, 0.3F, 0, 0, 0.2F \
    }

const struct sound_layer sound_layers[MOMENT_COUNT][SOUND_LAYERS] = {
    /* Graphite on paper: a body and a hiss, both broken by the grain; both rise with the pen's
       pace. */
    [MOMENT_STROKE] = {{LAYER_NOISE, 0.11F, 0, 0, 20, 0, 2200, 2400, 0.8F, 0, 0, 0.22F},
                       {LAYER_NOISE, 0.045F, 0, 0, 20, 0, 5600, 5800, 0.9F, 0, 0, 0.22F}},
    [MOMENT_CANDIDATE] = {{LAYER_NOISE, 0.08F, 0, 16, 1, 4, 3400, 2900, 0, 0, 0, 0.15F},
                          {LAYER_TONE, 0.035F, 0, 24, 2, 6, 1760, 1700, 0, 0, 0, 0.06F}},
    [MOMENT_TURN] = {BELL(0.075F, 0, E5), BELL(0.085F, 130, A5)},

    [MOMENT_NITRO] = {RUSH(0.15F, 0, 480, 320, 2300, 0.35F),
                      {LAYER_TONE, 0.05F, 0, 420, 40, 0, 74, 150, 0, 0, 0, 0.08F}},
    [MOMENT_CRASH] = {BURST(0.26F, 0, 260, 620),
                      {LAYER_TONE, 0.2F, 0, 220, 3, 60, 118, 52, 0, 0, 0, 0.08F},
                      /* the sheet is torn */
                      {LAYER_NOISE, 0.1F, 60, 300, 20, 90, 2600, 3600, 1, 0, 0, 0.2F}},
    [MOMENT_BUMP] = {{LAYER_TONE, 0.2F, 0, 130, 3, 30, 190, 105, 0, 2, 85, 0.12F},
                     {LAYER_NOISE, 0.12F, 0, 60, 2, 14, 1100, 700, 0.2F, 2, 85, 0.2F}},
    [MOMENT_SLICK] = {RUSH(0.12F, 0, 520, 2500, 900, 0.2F),
                      {LAYER_TONE, 0.03F, 0, 460, 60, 0, 760, 420, 0, 0, 0, 0.1F}},
    [MOMENT_TURBO] = {RUSH(0.09F, 0, 420, 700, 3200, 0.1F),
                      {LAYER_TONE, 0.06F, 40, 360, 60, 0, C5 / 2.0F, C5, 0, 0, 0, 0.01F}},
    [MOMENT_CHECKPOINT] = {KNOCK(0.12F, 0, D6)},
    [MOMENT_LAP] = {KNOCK(0.12F, 0, A5), KNOCK(0.13F, 95, E6)},
    [MOMENT_PHOTO] = {BURST(0.34F, 0, 40, 3100), BURST(0.26F, 95, 60, 2300)},
    /* cloth in the wind */
    [MOMENT_FLAG] = {{LAYER_NOISE, 0.14F, 0, 120, 22, 0, 520, 360, 0.25F, 4, 105, 0.22F},
                     BELL(0.08F, 60, G5)},
    [MOMENT_WIN] = {BELL(0.09F, 0, C5), BELL(0.09F, 110, E5), BELL(0.09F, 220, G5),
                    BELL(0.11F, 330, C6)},
    [MOMENT_BEST] = {BELL(0.08F, 0, G5), BELL(0.08F, 100, C6), BELL(0.09F, 200, E6)},

    [MOMENT_OIL] = {RUSH(0.11F, 0, 480, 1700, 600, 0.2F),
                    {LAYER_TONE, 0.09F, 20, 110, 16, 0, 210, 120, 0, 3, 120, 0.16F}},
    [MOMENT_SAND] = {RUSH(0.13F, 0, 560, 3300, 1500, 0.9F)},
    [MOMENT_BANK] = {{LAYER_TONE, 0.18F, 0, 150, 3, 40, 96, 88, 0, 0, 0, 0.08F},
                     {LAYER_TONE, 0.06F, 70, 260, 14, 70, 170, 255, 0, 0, 0, 0.08F}},
    /* a ratchet, and done */
    [MOMENT_PITS] = {{LAYER_NOISE, 0.1F, 0, 26, 1, 7, 2600, 2300, 0, 6, 58, 0.1F},
                     KNOCK(0.12F, 400, A5)},

    [MOMENT_CARDS] = {{LAYER_NOISE, 0.24F, 0, 44, 4, 13, 2900, 2200, 0.3F, 3, 62, 0.24F}},
    [MOMENT_DICE] = {{LAYER_TONE, 0.1F, 0, 46, 1, 9, 1250, 1120, 0, 4, 74, 0.28F},
                     {LAYER_NOISE, 0.08F, 0, 30, 1, 7, 2400, 1900, 0, 4, 74, 0.28F}},
    [MOMENT_WEAR] = {RUSH(0.24F, 0, 300, 900, 520, 0.5F)},
    [MOMENT_PASSED] = {KNOCK(0.1F, 0, D5), KNOCK(0.12F, 80, G5), KNOCK(0.12F, 160, C6)},
    [MOMENT_HELD] = {KNOCK(0.12F, 0, 392), KNOCK(0.12F, 110, 330)},
};
