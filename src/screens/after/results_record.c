/* The record of this track and these rules, and what this race has to do with it.
 */
#include "screens/after/results_inside.h"
#include "session/records.h"
#include "session/save.h"

#include <string.h>

static const int LINE = 40, CARD = 32, SIDE = 12; /* interface pixels */

static struct {
    struct record_list list;
    bool ours;      /* the best is this race's */
    char news[300]; /* "": none */
} record;

static bool is_of_race(const struct record *item, const struct session *session)
{
    const char *path = session_kept_path(session);
    const char *slash = path ? strrchr(path, '/') : NULL;
    return path && strcmp(slash ? slash + 1 : path, item->race) == 0;
}

/* The best before this race, NULL if there was none. */
static const struct record *find_former(const struct session *session)
{
    for (int i = 0; i < record.list.count; i++)
        if (!is_of_race(&record.list.items[i], session))
            return &record.list.items[i];
    return NULL;
}

static void tell_new(const struct record *now, const struct record *former)
{
    if (former)
        snprintf(record.news, sizeof record.news, "New record! %d rounds, by %s. It was %d, by %s",
                 now->rounds, now->name, former->rounds, former->name);
    else
        snprintf(record.news, sizeof record.news,
                 "First record of this track and these rules: %d rounds, by %s", now->rounds,
                 now->name);
}

/* Somebody was faster than the record, but not in one go. */
static void tell_missed(const struct session *session)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies);
    for (int i = 0; i < count; i++) {
        const struct tally *tally = &tallies[i];
        const struct player *player = session_player(session, tally->player);
        int rounds = tally->standing.rounds;
        bool fast = rounds > 0 && record.list.count > 0 && rounds < record.list.items[0].rounds;
        if (!fast || strcmp(player->driver, "human") != 0 ||
            !session_took_back(session, tally->car))
            continue;
        snprintf(record.news, sizeof record.news,
                 "%d rounds would be a record, but %s has taken back a move", rounds, player->name);
        return;
    }
}

void results_open_record(struct app *app)
{
    struct text told = {0};
    struct records *records = records_load(app->records_path, &told);
    records_find(records, session_setup(app->session), &record.list);
    records_free(records);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
    const struct record *best = record.list.count > 0 ? &record.list.items[0] : NULL;
    const struct record *former = find_former(app->session);
    record.ours = best && is_of_race(best, app->session);
    record.news[0] = 0;
    if (record.ours && app->record_taken && (!former || best->rounds < former->rounds))
        tell_new(best, former);
    else if (!record.ours && app->record_taken)
        tell_missed(app->session);
}

void results_append_record(struct text *into)
{
    const struct record *best = &record.list.items[0];
    if (record.list.count > 0 && !record.news[0])
        text_append_format(into, record.ours ? " · still the record" : " · record %d, by %s",
                           best->rounds, best->name);
}

const char *results_record_news(void)
{
    return record.news;
}

int results_record_height(struct canvas *canvas)
{
    return record.news[0] ? canvas_units(canvas, LINE) : 0;
}

void results_draw_record(struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, SIDE);
    int width = canvas_text_width(canvas, STYLE_STRONG, record.news) + 2 * side;
    struct box chip = {box.x, box.y + box.h - canvas_units(canvas, CARD),
                       width < box.w ? width : box.w, canvas_units(canvas, CARD)};
    struct card card = {.fill = color_mix(theme->card, theme->action, 0.1),
                        .edge = theme->action,
                        .radius = 7,
                        .edge_width = 1.5};
    if (!record.news[0])
        return;
    canvas_card(canvas, chip, &card);
    canvas_text(canvas, STYLE_STRONG, theme->ink, record.news, box_inset(chip, side, 0),
                ALIGN_LEFT);
}
