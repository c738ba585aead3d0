/* Which tracks are listed, and which one is chosen. The choice is kept by path, because files come
 * and go while the browser is up.
 */
#include "screens/tracks/inside.h"

#include "base/memory.h"
#include "rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long the first picture waits for the files to be read, and one after a deed. */
enum { READING_PATIENCE = 40, DEED_PATIENCE = 150 };

void tracks_replace_string(char **old, const char *by)
{
    char *copy = by ? memory_copy_string(by) : NULL;
    free(*old);
    *old = copy;
}

/* --- the list -------------------------------------------------------------------------------- */

/* For qsort, which hands on nothing but what it compares. */
static const struct tracks_state *sorted;

static int compare_listed(const void *a, const void *b)
{
    const struct gallery_entry *one = gallery_at(sorted->picker.gallery, *(const int *)a);
    const struct gallery_entry *other = gallery_at(sorted->picker.gallery, *(const int *)b);
    int order = tracks_compare(sorted->picker.wish.order, one, other);
    return order != 0 ? order : strcmp(one->path, other->path);
}

static void make_list(struct tracks_state *state)
{
    int count = gallery_count(state->picker.gallery);
    int *all = memory_allocate((size_t)count + 1, sizeof *all);
    state->own_count = 0;
    for (int i = 0; i < count; i++) {
        all[i] = i;
        state->own_count += gallery_at(state->picker.gallery, i)->place == GALLERY_OWN;
    }
    sorted = state;
    qsort(all, (size_t)count, sizeof all[0], compare_listed);
    picker_list(&state->picker, all, count);
    free(all);
}

/* In the order in which they are seen, the chosen one first. */
static void search_par(struct tracks_state *state)
{
    int count = gallery_count(state->picker.gallery), used = 0;
    int *order = memory_allocate((size_t)(count + state->picker.listed_count) + 1, sizeof *order);
    bool *taken = memory_allocate((size_t)count + 1, sizeof *taken);
    int place = tracks_chosen_place(state);
    if (place >= 0) {
        order[used++] = state->picker.listed[place];
        taken[state->picker.listed[place]] = true;
    }
    for (int i = 0; i < state->picker.listed_count; i++)
        if (!taken[state->picker.listed[i]]) {
            order[used++] = state->picker.listed[i];
            taken[state->picker.listed[i]] = true;
        }
    for (int i = 0; i < count; i++)
        if (!taken[i])
            order[used++] = i;
    gallery_search(state->picker.gallery, order, used);
    free(order);
    free(taken);
    state->par_searched = true;
}

/* --- the choice ------------------------------------------------------------------------------ */

int tracks_chosen_place(const struct tracks_state *state)
{
    for (int i = 0; state->chosen && i < state->picker.listed_count; i++)
        if (strcmp(gallery_at(state->picker.gallery, state->picker.listed[i])->path,
                   state->chosen) == 0)
            return i;
    return -1;
}

struct gallery_entry *tracks_chosen(struct tracks_state *state)
{
    int place = tracks_chosen_place(state);
    return place < 0 ? NULL : gallery_at(state->picker.gallery, state->picker.listed[place]);
}

void tracks_choose(struct tracks_state *state, const char *path)
{
    if (path && state->chosen && strcmp(path, state->chosen) == 0)
        return;
    tracks_replace_string(&state->chosen, path);
    state->detail_scroll.offset = 0;
}

/* What is not listed gives way to the first one that is, once it is sure. */
static void keep_choice_listed(struct tracks_state *state)
{
    bool sure = gallery_is_complete(state->picker.gallery);
    if (state->insists && sure && tracks_chosen_place(state) < 0) {
        tracks_wish_for_all(&state->picker.wish);
        make_list(state);
    }
    state->insists = state->insists && !sure;
    if (!sure || tracks_chosen_place(state) >= 0)
        return;
    if (state->picker.listed_count == 0) {
        state->detail_open = false;
        return;
    }
    tracks_choose(state, gallery_at(state->picker.gallery, state->picker.listed[0])->path);
}

void tracks_wish_changed(struct tracks_state *state)
{
    state->stale = true;
    state->picker.scroll.offset = 0;
    state->reveal = true;
}

bool tracks_has_name(const struct tracks_state *state, const char *name, const char *but)
{
    for (int i = 0; i < gallery_count(state->picker.gallery); i++) {
        const struct gallery_entry *entry = gallery_at(state->picker.gallery, i);
        bool other = !but || strcmp(entry->path, but) != 0;
        if (other && strcmp(entry->name, name) == 0)
            return true;
    }
    return false;
}

/* --- records --------------------------------------------------------------------------------- */

/* Under the presets as they are: the most that can be said without asking for rules. */
static void find_records(struct tracks_state *state)
{
    const struct gallery_entry *entry = tracks_chosen(state);
    uint64_t about = entry && entry->course.body ? entry->fingerprint : 0;
    if (about == state->records_of)
        return;
    state->records_of = about;
    state->record_count = 0;
    if (about == 0)
        return;
    const struct game *game = entry->course.game;
    for (int i = 0; i < game->table->preset_count; i++) {
        struct setup setup = setup_from_preset(game, i);
        struct record_list list = {0};
        setup.course = entry->course;
        records_find(state->records, &setup, &list);
        if (list.count > 0 && state->record_count < TRACKS_RECORDS)
            state->record_lines[state->record_count++] = (struct tracks_record){
                game->table->presets[i].title, game->round_noun, list.items[0]};
    }
}

/* --- from visit to visit --------------------------------------------------------------------- */

void tracks_open(struct tracks_state *state, struct app *app)
{
    struct text told = {0};
    state->picker.gallery = gallery_open(app->shipped_tracks, app->tracks_folder, NULL);
    state->records = records_load(app->records_path, &told);
    text_free(&told);
    state->records_of = 0;
    state->record_count = 0;
    state->picker.wish.search[0] = '\0';
    state->par_searched = state->detail_open = state->filters_open = state->renaming = false;
    state->walk = state->picker.seek = state->refresh = state->on_cards = false;
    state->ring[0] = '\0';
    state->stale = state->reveal = true;
    gallery_wait(state->picker.gallery, READING_PATIENCE);
}

void tracks_close(struct tracks_state *state)
{
    gallery_free(state->picker.gallery);
    state->picker.gallery = NULL;
    records_free(state->records);
    state->records = NULL;
    picture_free(&state->large);
    tracks_replace_string(&state->large_of, NULL);
    tracks_replace_string(&state->lay_at, NULL);
    tracks_replace_string(&state->lies_at, NULL);
}

void tracks_look_again(struct tracks_state *state, const char *path)
{
    int place = tracks_chosen_place(state);
    if (path)
        tracks_choose(state, path);
    if (gallery_refresh(state->picker.gallery)) {
        gallery_wait(state->picker.gallery, DEED_PATIENCE);
        gallery_collect(state->picker.gallery);
        state->par_searched = false;
        state->records_of = 0;
    }
    make_list(state);
    /* What is gone is followed by its neighbour. */
    if (tracks_chosen_place(state) < 0 && place >= 0 && state->picker.listed_count > 0 &&
        gallery_is_complete(state->picker.gallery)) {
        place = place < state->picker.listed_count ? place : state->picker.listed_count - 1;
        tracks_choose(state, gallery_at(state->picker.gallery, state->picker.listed[place])->path);
    }
    state->reveal = state->stale = true;
    state->walk = state->walk || state->on_cards;
}

void tracks_follow(struct tracks_state *state)
{
    gallery_begin_pass(state->picker.gallery);
    if (state->refresh)
        tracks_look_again(state, NULL);
    state->refresh = false;
    if (gallery_collect(state->picker.gallery) || state->stale) {
        make_list(state);
        keep_choice_listed(state);
    }
    state->stale = false;
    if (!state->par_searched && gallery_is_complete(state->picker.gallery))
        search_par(state);
    find_records(state);
}
