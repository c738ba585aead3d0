/* What was found in the photo, and what people have said about it.
 *
 * Whoever takes or drops a loop has said so of what lies there: a new tracing, with other corners
 * or another size, keeps to it.
 */
#include "screens/graph_paper/photo/inside.h"

#include "base/memory.h"
#include "base/system/file.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASKING_PAUSE = 300 }; /* milliseconds without another change */
enum { SMALL_REACHES = 6 };  /* a loop that is no larger is hit anywhere within it */

/* --- loops ------------------------------------------------------------------------------------ */

int photo_loop_count(const struct photo_screen *shown)
{
    return shown->has_finding ? shown->finding.tracing.loop_count : 0;
}

const struct photo_loop *photo_loop_at(const struct photo_screen *shown, int loop)
{
    return &shown->finding.tracing.loops[loop];
}

int photo_taken_count(const struct photo_screen *shown)
{
    int count = 0;
    for (int i = 0; i < photo_loop_count(shown); i++)
        count += photo_loop_at(shown, i)->taken;
    return count;
}

void photo_describe_size(const struct photo_loop *loop, char into[40])
{
    if (loop->is_open)
        snprintf(into, 40, "%.0f squares long, open", fmax(loop->length, 1));
    else
        snprintf(into, 40, loop->squares < 9.95 ? "%.1f squares" : "%.0f squares", loop->squares);
}

static struct photo_outline make_outline(const struct photo_tracing *tracing,
                                         const struct photo_loop *loop)
{
    struct photo_outline outline = {.count = loop->count, .is_open = loop->is_open};
    outline.places = memory_allocate((size_t)loop->count, sizeof *outline.places);
    outline.low = (struct spot){INFINITY, INFINITY};
    outline.high = (struct spot){-INFINITY, -INFINITY};
    for (int i = 0; i < loop->count; i++) {
        struct spot place = photo_from_sheet(tracing, loop->vertices[i].x / (double)FINE,
                                             loop->vertices[i].y / (double)FINE);
        outline.places[i] = place;
        outline.low = (struct spot){fmin(outline.low.x, place.x), fmin(outline.low.y, place.y)};
        outline.high = (struct spot){fmax(outline.high.x, place.x), fmax(outline.high.y, place.y)};
    }
    return outline;
}

/* How far a place is from all numbers and signs that stand already. */
static double room_at(const struct photo_screen *shown, int loops, struct spot at)
{
    double room = INFINITY;
    for (int i = 0; i < loops; i++)
        room = fmin(room, spot_distance(at, shown->outlines[i].badge));
    for (int i = 0; i < shown->mark_count; i++)
        if (shown->marks[i].has_place)
            room = fmin(room, spot_distance(at, shown->marks[i].at));
    return room;
}

/* On the stroke, upper left if that is free enough, where no other number stands. */
static void place_badge(struct photo_screen *shown, int loop)
{
    enum { TRIES = 24 };
    struct photo_outline *outline = &shown->outlines[loop];
    double size = fmax(shown->picture.width, shown->picture.height), best = -INFINITY;
    for (int i = 0; i < TRIES; i++) {
        struct spot at = outline->places[(long long)i * outline->count / TRIES];
        double room = fmin(room_at(shown, loop, at), size / 16);
        double worth = room - (at.x + at.y) / size * 10;
        if (worth > best) {
            best = worth;
            outline->badge = at;
        }
    }
}

static void free_outlines(struct photo_screen *shown)
{
    for (int i = 0; i < photo_loop_count(shown); i++)
        free(shown->outlines[i].places);
    free(shown->outlines);
    shown->outlines = NULL;
}

void photo_free_finding(struct photo_screen *shown)
{
    free_outlines(shown);
    photo_finding_free(&shown->finding);
    shown->has_finding = false;
    shown->mark_count = 0;
    shown->pointed_loop = shown->near_loop = shown->pointed_mark = shown->kept_mark = -1;
}

static void make_outlines(struct photo_screen *shown)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    shown->outlines = memory_allocate((size_t)tracing->loop_count + 1, sizeof *shown->outlines);
    for (int i = 0; i < tracing->loop_count; i++) {
        shown->outlines[i] = make_outline(tracing, &tracing->loops[i]);
        place_badge(shown, i);
    }
}

/* A line that was left out has no piece between its ends. */
static double distance_to_outline(const struct photo_outline *outline, struct spot at)
{
    double least = INFINITY, share;
    for (int i = 0; i < outline->count - outline->is_open; i++)
        least = fmin(least, spot_to_segment(at, outline->places[i],
                                            outline->places[(i + 1) % outline->count], &share));
    return least;
}

static bool encloses(const struct photo_outline *outline, struct spot at)
{
    bool inside = false;
    for (int i = 0, j = outline->count - 1; i < outline->count; j = i++) {
        struct spot a = outline->places[i], b = outline->places[j];
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

static bool is_near_box(const struct photo_outline *outline, struct spot at, double reach)
{
    return at.x >= outline->low.x - reach && at.x <= outline->high.x + reach &&
           at.y >= outline->low.y - reach && at.y <= outline->high.y + reach;
}

int photo_find_loop(const struct photo_screen *shown, struct spot at, double reach)
{
    int best = -1, around = -1;
    double least = reach, small = SMALL_REACHES * reach;
    for (int i = 0; i < photo_loop_count(shown); i++) {
        const struct photo_outline *outline = &shown->outlines[i];
        if (!is_near_box(outline, at, reach))
            continue;
        double away = distance_to_outline(outline, at);
        if (away <= least) {
            least = away;
            best = i;
        }
        struct spot size = spot_subtract(outline->high, outline->low);
        if (!outline->is_open && fmax(size.x, size.y) <= small && encloses(outline, at))
            around = i;
    }
    return best >= 0 ? best : around;
}

/* --- choices ---------------------------------------------------------------------------------- */

static struct photo_choice describe(const struct photo_outline *outline, bool taken)
{
    struct spot size = spot_subtract(outline->high, outline->low);
    return (struct photo_choice){spot_between(outline->low, outline->high, 0.5),
                                 sqrt(size.x * size.y), taken};
}

static bool is_same(const struct photo_choice *a, const struct photo_choice *b)
{
    double slack = 0.08 * fmax(a->size, b->size) + 2;
    return spot_distance(a->middle, b->middle) <= slack && fabs(a->size - b->size) <= slack;
}

static struct photo_choice *find_choice(struct photo_screen *shown,
                                        const struct photo_choice *wanted)
{
    for (int i = 0; i < shown->choice_count; i++)
        if (is_same(&shown->choices[i], wanted))
            return &shown->choices[i];
    return NULL;
}

static void keep_choice(struct photo_screen *shown, int loop, bool taken)
{
    struct photo_choice choice = describe(&shown->outlines[loop], taken);
    struct photo_choice *old = find_choice(shown, &choice);
    if (!old && shown->choice_count == PHOTO_CHOICE_LIMIT) {
        memmove(shown->choices, shown->choices + 1, sizeof shown->choices - sizeof choice);
        shown->choice_count--;
    }
    *(old ? old : &shown->choices[shown->choice_count++]) = choice;
}

static void follow_choices(struct photo_screen *shown)
{
    struct photo_tracing *tracing = &shown->finding.tracing;
    for (int i = 0; i < tracing->loop_count; i++) {
        struct photo_choice own = describe(&shown->outlines[i], tracing->loops[i].taken);
        const struct photo_choice *said = find_choice(shown, &own);
        if (said)
            tracing->loops[i].taken = said->taken;
    }
}

void photo_set_loop(struct photo_screen *shown, int loop, bool taken)
{
    shown->finding.tracing.loops[loop].taken = taken;
    keep_choice(shown, loop, taken);
    photo_make_preview(shown);
    photo_sheet_repaint(shown->sheet);
}

/* --- what comes of it ------------------------------------------------------------------------- */

static char *name_of(const char *path)
{
    char *name = memory_copy_string(file_own_name(path)), *dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = 0;
    return name;
}

void photo_write_sentence(const char *text, char *into, size_t size)
{
    snprintf(into, size, "%s", text);
    into[0] = (char)toupper((unsigned char)into[0]);
}

static struct photo_mark *add_mark(struct photo_screen *shown, const char *text)
{
    static struct photo_mark scrap; /* there are too many */
    struct photo_mark *mark = &scrap;
    if (shown->mark_count < PHOTO_MARK_LIMIT)
        mark = &shown->marks[shown->mark_count++];
    *mark = (struct photo_mark){0};
    photo_write_sentence(text, mark->text, sizeof mark->text);
    return mark;
}

static void add_place(struct photo_mark *mark, struct spot at)
{
    mark->has_place = true;
    mark->at = at;
}

/* What the drawing lacks to be a track is told at its place, too. */
static void judge(struct photo_screen *shown)
{
    struct draft_problem problems[PHOTO_PROBLEM_LIMIT];
    int count = draft_list_problems(&shown->draft, problems, PHOTO_PROBLEM_LIMIT), wrong = 0;
    for (int i = 0; i < count && !problems[i].missing; i++, wrong++) {
        struct photo_mark *mark = add_mark(shown, problems[i].error.text);
        mark->is_wrong = true;
        if (problems[i].has_place)
            add_place(mark,
                      photo_from_sheet(&shown->finding.tracing, problems[i].at.x / (double)FINE,
                                       problems[i].at.y / (double)FINE));
    }
    shown->is_track = wrong == 0;
    const struct draft_item *last = &shown->draft.items[shown->draft.count - 1];
    photo_write_sentence(wrong > 0 ? problems[0].error.text
                         : draft_role_is_line(last->role)
                             ? "The red line is the start line; the editor can turn it round"
                             : "The start line comes next, in the editor",
                         shown->verdict, sizeof shown->verdict - 1);
    strcat(shown->verdict, ".");
}

static void list_remarks(struct photo_screen *shown)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    for (int i = 0; i < tracing->remark_count; i++) {
        struct photo_mark *mark = add_mark(shown, tracing->remarks[i].text);
        mark->sums_up = tracing->remarks[i].sums_up;
        if (tracing->remarks[i].has_place)
            add_place(mark, tracing->remarks[i].at);
    }
}

static void list_gaps(struct photo_screen *shown)
{
    for (int i = 0; i < photo_loop_count(shown); i++) {
        const struct photo_loop *loop = photo_loop_at(shown, i);
        if (!loop->gap_closed || !loop->taken)
            continue;
        struct photo_mark *mark = add_mark(shown, "A small gap was closed here.");
        mark->is_gap = true;
        add_place(mark, loop->gap);
    }
}

static void forget_preview(struct photo_screen *shown)
{
    static unsigned version; /* of no two previews of any photo the same */
    draft_free(&shown->draft);
    track_release(shown->preview);
    shown->preview = NULL;
    shown->version = ++version;
    shown->is_track = false;
    shown->verdict[0] = 0;
    shown->mark_count = 0;
}

void photo_make_preview(struct photo_screen *shown)
{
    forget_preview(shown);
    if (!shown->has_finding)
        return;
    if (photo_taken_count(shown) > 0) {
        photo_make_draft(&shown->finding.tracing, &shown->draft);
        free(shown->draft.name);
        shown->draft.name = name_of(shown->path);
        shown->preview = track_to_look_at(&shown->draft);
        judge(shown);
    }
    list_remarks(shown);
    list_gaps(shown);
    if (shown->kept_mark >= shown->mark_count)
        shown->kept_mark = -1;
}

/* What has been changed since it was asked for stays as it is. */
static void take_finding(struct photo_screen *shown, const struct photo_finding *finding)
{
    photo_free_finding(shown);
    shown->finding = *finding;
    shown->has_finding = true;
    shown->answered_wish = shown->asked_wish;
    shown->answered_turns = shown->turns;
    const struct photo_tracing *tracing = &shown->finding.tracing;
    if (shown->asked_wish.across == 0)
        shown->grid_across = tracing->grid_found ? tracing->width : 0;
    if (shown->wish.across == 0)
        shown->across = tracing->width;
    if (shown->wish.down == 0)
        shown->down = tracing->height;
    if (!shown->is_asking && shown->held_corner < 0)
        memcpy(shown->corners, tracing->corners, sizeof shown->corners);
    shown->finding.tracing.red.taken &= !shown->ignores_red;
    list_remarks(shown); /* numbers make way for them */
    make_outlines(shown);
    follow_choices(shown);
    photo_make_preview(shown);
}

/* The photo lies as it lay, unless it is another size: then it is shown whole. */
static void take_picture(struct photo_screen *shown, struct photo_picture *picture)
{
    bool same = shown->picture.width == picture->width && shown->picture.height == picture->height;
    photo_sheet_free(shown->sheet);
    photo_picture_free(&shown->picture);
    shown->picture = *picture;
    shown->sheet = photo_sheet_create(shown);
    double unit = fmax(picture->width, picture->height) / PHOTO_UNITS;
    if (!same)
        camera_set_sheet(
            &shown->camera,
            (struct point){(int)ceil(picture->width / unit - 1e-6) + 2 * PHOTO_MARGIN,
                           (int)ceil(picture->height / unit - 1e-6) + 2 * PHOTO_MARGIN});
}

void photo_take_news(struct photo_screen *shown)
{
    struct photo_picture picture;
    struct photo_finding finding;
    if (photo_work_take_picture(shown->work, &picture))
        take_picture(shown, &picture);
    if (!photo_work_take_finding(shown->work, &finding))
        return;
    shown->is_tracing = false;
    take_finding(shown, &finding);
    photo_sheet_repaint(shown->sheet);
}

void photo_ask(struct photo_screen *shown)
{
    shown->is_asking = false;
    shown->is_tracing = true;
    shown->asked_wish = shown->wish;
    photo_work_ask(shown->work, &shown->wish, shown->turns);
}

void photo_ask_soon(struct photo_screen *shown)
{
    shown->is_asking = true;
    shown->ask_at = SDL_GetTicks() + ASKING_PAUSE;
}

void photo_give_up(struct photo_screen *shown)
{
    if (shown->turns != shown->answered_turns)
        return; /* the finding is about a picture that is not shown any more */
    photo_work_rest(shown->work);
    shown->is_tracing = shown->is_asking = false;
    shown->wish = shown->answered_wish;
    shown->across = shown->wish.across > 0 ? shown->wish.across : shown->finding.tracing.width;
    shown->down = shown->wish.down > 0 ? shown->wish.down : shown->finding.tracing.height;
    memcpy(shown->corners, shown->finding.tracing.corners, sizeof shown->corners);
}

/* --- turning ---------------------------------------------------------------------------------- */

/* A place of the photo once it has been turned by a quarter to the right. */
static struct spot turned(const struct photo_screen *shown, struct spot at)
{
    return (struct spot){shown->picture.height - at.y, at.x};
}

void photo_turn_right(struct photo_screen *shown)
{
    struct spot *corners = shown->wish.corners, old[4];
    memcpy(old, corners, sizeof old);
    for (int i = 0; i < 4; i++) /* what was lower left is upper left now */
        corners[(i + 1) % 4] = turned(shown, old[i]);
    for (int i = 0; i < shown->choice_count; i++)
        shown->choices[i].middle = turned(shown, shown->choices[i].middle);
    shown->turns = (shown->turns + 1) % 4;
    shown->wish.across = shown->wish.down = 0;
    photo_free_finding(shown);
    photo_sheet_repaint(shown->sheet);
    photo_make_preview(shown);
    photo_ask(shown);
}
