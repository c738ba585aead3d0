/* Noise goes through a band filter of two poles, sines turn by a matrix; pitch and grain change
 * every BLOCK samples, envelopes with each one.
 */
#include "ui/sound/sound.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/host.h"
#include "base/system/worker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The table. Tones of what goes well are those of a pentatonic scale on C, so that whatever comes
 * together sounds together; what goes wrong has no pitch. All is quiet: a stroke is heard a hundred
 * times a race.
 */

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

static const struct sound_layer sound_layers[MOMENT_COUNT][SOUND_LAYERS] = {
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
    /* they roll up, brake, and stand */
    [MOMENT_GRID] = {{LAYER_TONE, 0.07F, 0, 460, 80, 0, 112, 64, 0, 0, 0, 0.06F},
                     RUSH(0.11F, 90, 420, 2100, 700, 0.25F),
                     KNOCK(0.1F, 520, 330)},
};

/* === synthesis ================================================================================ */

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
    /* The pencil jumps from fibre to fibre. */
    float rough = part->layer->rough;
    if (part->rough_by == 0 || (part->rough_by > 0) == (part->rough >= part->rough_to)) {
        part->rough_to = 1 - rough * (0.5F + 0.5F * next_chance(&part->chance));
        part->rough_by = (part->rough_to - part->rough) * GRAIN / SYNTHESIS_RATE;
    }
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
        int kept = 0;
        for (int i = 0; i < synthesis->count; i++)
            if (synthesis->voices[i].at < synthesis->voices[i].length)
                synthesis->voices[kept++] = synthesis->voices[i];
        synthesis->count = kept;
    }
    return heard;
}

/* === sound ==================================================================================== */

/* Opening and closing are jobs of one worker, of which there is never more than one under way: what
 * is wanted meanwhile is seen when it is done. The audio subsystem goes with the device, because
 * some of SDL's drivers keep a thread of their own for it.
 *
 * A device asks for nothing before the window's thread has heard of it. From then on until it is
 * closed mixer and volume are also its thread's, under SDL's lock.
 */

enum {
    BUFFER = 1024,      /* samples: 23 milliseconds */
    TOO_LATE = 150,     /* what began so many milliseconds ago is left out */
    TRY_AGAIN = 30000,  /* after there was no device */
    PENDING = 4,        /* sounds that wait for the device */
    END_PATIENCE = 1000 /* milliseconds */
};

struct job {
    bool opens;
    SDL_AudioDeviceID device; /* the one to close, or that was opened; 0: there is none */
};

static struct {
    struct worker *worker;
    struct job *job; /* that is under way, or NULL */
    SDL_AudioDeviceID device;
    struct synthesis mixer;
    float volume; /* 0 to 1 */
    struct {
        struct sound sound;
        Uint32 since;
    } pending[PENDING];
    int pending_count;
    Uint32 silent_from; /* when the last sound ends; of an open device */
    bool failed;
    Uint32 failed_at;
} sounds;

/* --- other threads ---------------------------------------------------------------------------- */

static void fill(void *data, Uint8 *bytes, int length)
{
    (void)data;
    synthesis_render(&sounds.mixer, sounds.volume, (int16_t *)(void *)bytes,
                     length / (int)sizeof(int16_t));
}

/* Libraries below SDL write on the standard error what they do not find. */
static SDL_AudioDeviceID open_device(void)
{
    const SDL_AudioSpec wanted = {.freq = SYNTHESIS_RATE,
                                  .format = AUDIO_S16SYS,
                                  .channels = 1,
                                  .samples = BUFFER,
                                  .callback = fill};
    SDL_AudioDeviceID device = 0;
    silence_begin();
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0) {
        device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
        if (device == 0)
            SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    silence_end();
    return device; /* asks for nothing yet */
}

static void close_device(SDL_AudioDeviceID device)
{
    SDL_CloseAudioDevice(device);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

static void work(void *own, void *data, const atomic_bool *dropped)
{
    struct job *job = data;
    (void)own, (void)dropped;
    if (job->opens)
        job->device = open_device();
    else
        close_device(job->device);
    SDL_TLSCleanup(); /* what SDL keeps for each thread, and frees only for threads of its own */
}

/* --- the window's thread ---------------------------------------------------------------------- */

static void ask(bool opens)
{
    static const struct worker_kind kind = {work, free, NULL};
    if (!sounds.worker)
        sounds.worker = worker_create(&kind, NULL);
    sounds.job = memory_allocate(1, sizeof *sounds.job);
    sounds.job->opens = opens;
    sounds.job->device = sounds.device;
    sounds.device = 0;
    worker_ask(sounds.worker, sounds.job);
}

static bool is_past(Uint32 now, Uint32 when)
{
    return (Sint32)(now - when) >= 0;
}

static void begin(const struct sound *sound, Uint32 now)
{
    Uint32 length = (Uint32)(sound_length(sound) * 1000LL / SYNTHESIS_RATE);
    SDL_LockAudioDevice(sounds.device);
    synthesis_begin(&sounds.mixer, sound);
    SDL_UnlockAudioDevice(sounds.device);
    if (is_past(now + length, sounds.silent_from))
        sounds.silent_from = now + length;
}

static void take_answer(Uint32 now)
{
    const struct job *job = sounds.job ? worker_answer(sounds.worker) : NULL;
    if (!job)
        return;
    sounds.job = NULL;
    if (!job->opens) {
        memset(&sounds.mixer, 0, sizeof sounds.mixer);
        return;
    }
    sounds.device = job->device;
    sounds.failed = job->device == 0;
    sounds.failed_at = now;
    if (sounds.device == 0) {
        sounds.pending_count = 0;
        return;
    }
    /* What has waited for the device is heard, unless it is too late for it. */
    sounds.silent_from = now;
    for (int i = 0; i < sounds.pending_count; i++)
        if (now - sounds.pending[i].since < TOO_LATE)
            begin(&sounds.pending[i].sound, now);
    sounds.pending_count = 0;
    SDL_PauseAudioDevice(sounds.device, 0);
}

void sound_follow(Uint32 now)
{
    take_answer(now);
    if (sounds.job)
        return;
    bool silent = sounds.volume <= 0 || is_past(now, sounds.silent_from + SOUND_PATIENCE);
    if (sounds.device != 0 && silent)
        ask(false);
    else if (sounds.device == 0 && sounds.pending_count > 0)
        ask(true);
}

int sound_wait(Uint32 now)
{
    if (sounds.device == 0)
        return -1;
    Uint32 when = sounds.silent_from + SOUND_PATIENCE;
    return is_past(now, when) ? 0 : (int)(when - now);
}

void sound_set_volume(int percent)
{
    float share = (float)percent / SOUND_VOLUME_MOST;
    if (sounds.device != 0)
        SDL_LockAudioDevice(sounds.device);
    sounds.volume = share * share; /* as loud as the number says, to the ear */
    if (sounds.device != 0)
        SDL_UnlockAudioDevice(sounds.device);
    if (percent <= 0)
        sounds.pending_count = 0;
    sound_follow(SDL_GetTicks());
}

void sound_play(const struct sound *sound)
{
    Uint32 now = SDL_GetTicks();
    if (sounds.volume <= 0 || sound_length(sound) == 0)
        return;
    if (sounds.failed && !is_past(now, sounds.failed_at + TRY_AGAIN))
        return;
    take_answer(now);
    if (sounds.device != 0) {
        begin(sound, now);
        return;
    }
    if (sounds.pending_count < PENDING) {
        sounds.pending[sounds.pending_count].sound = *sound;
        sounds.pending[sounds.pending_count].since = now;
        sounds.pending_count++;
    }
    sound_follow(now);
}

void sound_end(void)
{
    if (sounds.job && worker_wait(sounds.worker, END_PATIENCE))
        take_answer(SDL_GetTicks());
    if (sounds.device != 0)
        close_device(sounds.device);
    worker_close(sounds.worker);
    memset(&sounds, 0, sizeof sounds);
}
