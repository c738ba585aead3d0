/* The list and its thumbnails. */
#include "screens/gallery.h"

#include "base/file.h"
#include "base/memory.h"
#include "track/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gallery {
    struct gallery_entry entries[GALLERY_LIMIT];
    int count;
    struct par *par;
};

void gallery_search(struct gallery *gallery)
{
    const struct track *tracks[GALLERY_LIMIT];
    for (int i = 0; i < gallery->count; i++)
        tracks[i] = gallery->entries[i].track;
    par_free(gallery->par);
    gallery->par = par_search_tracks(tracks, gallery->count);
}

void gallery_replace(struct gallery *gallery, int index, struct track *track)
{
    struct gallery_entry *entry = &gallery->entries[index];
    track_release(entry->track);
    picture_free(entry->thumbnail);
    entry->thumbnail = NULL;
    entry->track = track;
}

static bool is_taken(const struct gallery *gallery, const char *id)
{
    for (int i = 0; i < gallery->count; i++)
        if (strcmp(gallery->entries[i].id, id) == 0)
            return true;
    return false;
}

static void name_entry(const struct gallery *gallery, struct gallery_entry *entry)
{
    const char *slash = strrchr(entry->path, '/');
    const char *file = slash ? slash + 1 : entry->path;
    bool titled = entry->track && entry->track->name[0];
    entry->name = memory_copy_string(titled ? entry->track->name : file);
    snprintf(entry->id, sizeof entry->id, "track %s", entry->name);
    if (is_taken(gallery, entry->id))
        snprintf(entry->id, sizeof entry->id, "track %s", file);
    for (int number = 2; is_taken(gallery, entry->id); number++)
        snprintf(entry->id, sizeof entry->id, "track %.70s %d", file, number);
}

/* The sentence, with the line where that helps: the first one is all that some files have. */
static void describe_problem(const struct error *error, char *into, size_t size)
{
    if (error->line > 1)
        snprintf(into, size, "line %d: %s", error->line, error->text);
    else
        snprintf(into, size, "%s", error->text);
}

/* Takes over the path. */
static void add_file(struct gallery *gallery, char *path)
{
    if (gallery->count == GALLERY_LIMIT || gallery_find(gallery, path) >= 0) {
        free(path);
        return;
    }
    struct gallery_entry *entry = &gallery->entries[gallery->count];
    struct error error;
    entry->path = path;
    entry->track = svg_load_track(path, &error);
    if (!entry->track)
        describe_problem(&error, entry->problem, sizeof entry->problem);
    name_entry(gallery, entry);
    gallery->count++;
}

static int64_t sheet_size(const struct gallery_entry *entry)
{
    return entry->track ? (int64_t)entry->track->width * entry->track->height : INT64_MAX;
}

static int compare_sheets(const void *a, const void *b)
{
    int64_t left = sheet_size(a), right = sheet_size(b);
    return left == right ? strcmp(((const struct gallery_entry *)a)->name,
                                  ((const struct gallery_entry *)b)->name)
                         : (left > right) - (left < right);
}

/* Small sheets first: those are the short races, and what cannot be read comes last. */
static void add_folder(struct gallery *gallery, const char *folder)
{
    int count = 0, first = gallery->count;
    char **names = file_list_folder(folder, ".svg", &count);
    for (int i = 0; i < count; i++)
        add_file(gallery, file_join(folder, names[i]));
    qsort(&gallery->entries[first], (size_t)(gallery->count - first), sizeof *gallery->entries,
          compare_sheets);
    file_free_names(names, count);
}

struct gallery *gallery_fill(const char *shipped, const char *own, const char *file)
{
    struct gallery *gallery = memory_allocate(1, sizeof *gallery);
    if (file)
        add_file(gallery, memory_copy_string(file));
    if (shipped)
        add_folder(gallery, shipped);
    if (own)
        add_folder(gallery, own);
    return gallery;
}

void gallery_free(struct gallery *gallery)
{
    if (!gallery)
        return;
    par_free(gallery->par);
    for (int i = 0; i < gallery->count; i++) {
        struct gallery_entry *entry = &gallery->entries[i];
        picture_free(entry->thumbnail);
        track_release(entry->track);
        free(entry->path);
        free(entry->name);
    }
    free(gallery);
}

int gallery_count(const struct gallery *gallery)
{
    return gallery->count;
}

struct gallery_entry *gallery_at(struct gallery *gallery, int index)
{
    return &gallery->entries[index];
}

int gallery_find(const struct gallery *gallery, const char *path)
{
    for (int i = 0; i < gallery->count; i++)
        if (strcmp(gallery->entries[i].path, path) == 0)
            return i;
    return -1;
}

struct par_answer gallery_par(const struct gallery *gallery, int index)
{
    return gallery->par ? par_answer(gallery->par, index) : (struct par_answer){.why = ""};
}

void gallery_draw(struct gallery *gallery, int index, struct canvas *canvas, struct box box)
{
    struct gallery_entry *entry = &gallery->entries[index];
    if (canvas_is_muted(canvas) || !entry->track || box.w <= 0 || box.h <= 0)
        return;
    double scale = canvas_scale(canvas);
    bool current = entry->thumbnail && picture_width(entry->thumbnail) == box.w &&
                   picture_height(entry->thumbnail) == box.h &&
                   fabs(entry->thumbnail_scale - scale) < 1e-6 &&
                   entry->thumbnail_theme == canvas_theme(canvas);
    if (!current) {
        picture_free(entry->thumbnail);
        entry->thumbnail = picture_create(
            paper_thumbnail(entry->track, box.w, box.h, scale, canvas_theme(canvas)));
        entry->thumbnail_scale = scale;
        entry->thumbnail_theme = canvas_theme(canvas);
    }
    canvas_picture(canvas, entry->thumbnail, box);
}
