/* The picker: which courses are found and in which order, what is said of one, the line to search,
 * chips, and cards with marks on them. */
#include "screens/tracks/tracks.h"

#include "screens/course_tools.h"

#include "base/text.h"
#include "draw/canvas.h"
#include "drivers/driving.h"

#include <stdio.h>
#include <string.h>

/* --- which are found -------------------------------------------------------------------------- */

static bool holds(const char *words, const char *part, size_t length)
{
    for (; *words; words++)
        if (strncmp(words, part, length) == 0)
            return true;
    return false;
}

static bool matches(const char *search, const char *words)
{
    for (search += strspn(search, " "); *search; search += strspn(search, " ")) {
        size_t length = strcspn(search, " ");
        if (!holds(words, search, length))
            return false;
        search += length;
    }
    return true;
}

static bool has_mark(const struct gallery_entry *entry, enum course_mark mark)
{
    return entry->marks >> mark & 1;
}

static int squares(const struct gallery_entry *entry)
{
    return entry->sheet.x * entry->sheet.y;
}

/* Of the games beside the usual one; NULL behind the last. */
static const struct game *other_game(int index)
{
    const struct game *const *game = games;
    for (; *game && (*game == course_tools_usual()->game || index-- > 0); game++)
        ;
    return *game;
}

static bool is_of_game(int wanted, const struct gallery_entry *entry)
{
    const struct game *game = entry->course.game;
    if (wanted == GAME_ANY)
        return true;
    if (wanted >= GAME_OTHERS)
        return game == other_game(wanted - GAME_OTHERS);
    return game == course_tools_usual()->game &&
           (wanted == GAME_DERBY) == has_mark(entry, MARK_ARENA);
}

static bool is_of_kind(const struct tracks_wish *wish, const struct gallery_entry *entry)
{
    bool asked = wish->game != GAME_ANY || wish->size != SIZE_ANY || wish->course != COURSE_ANY ||
                 wish->has != 0;
    if (!entry->course.body)
        return !asked;
    bool arena = has_mark(entry, MARK_ARENA), open = has_mark(entry, MARK_OPEN);
    int size = squares(entry) <= SQUARES_SMALL    ? SIZE_SMALL
               : squares(entry) <= SQUARES_MEDIUM ? SIZE_MEDIUM
                                                  : SIZE_LARGE;
    return is_of_game(wish->game, entry) &&
           (wish->course == COURSE_ANY || (!arena && (wish->course == COURSE_OPEN) == open)) &&
           (wish->size == SIZE_ANY || wish->size == size) && (wish->has & ~entry->marks) == 0;
}

bool tracks_is_wished(const struct tracks_wish *wish, const char *search,
                      const struct gallery_entry *entry)
{
    bool own = entry->place == GALLERY_OWN;
    bool from = wish->from == FROM_ALL || (wish->from == FROM_OWN) == own;
    return from && is_of_kind(wish, entry) && matches(search, entry->words);
}

bool tracks_is_limited(const struct tracks_wish *wish)
{
    return wish->from != FROM_ALL || wish->game != GAME_ANY || wish->size != SIZE_ANY ||
           wish->course != COURSE_ANY || wish->has != 0 || wish->search[0] != '\0';
}

void tracks_wish_for_all(struct tracks_wish *wish)
{
    *wish = (struct tracks_wish){.order = wish->order};
}

static int compare_numbers(int64_t one, int64_t other)
{
    return (one > other) - (one < other);
}

/* What is not known is more than anything. */
static int compare_known(int one, int other)
{
    return compare_numbers(one > 0 ? one : INT32_MAX, other > 0 ? other : INT32_MAX);
}

/* The player's own before the shipped ones, whose time is that of their installation. */
static int compare_age(const struct gallery_entry *one, const struct gallery_entry *other)
{
    bool own = one->place == GALLERY_OWN;
    if (own != (other->place == GALLERY_OWN))
        return own ? -1 : 1;
    if (!own)
        return 0;
    int seconds = compare_numbers(other->stamp.seconds, one->stamp.seconds);
    return seconds != 0 ? seconds
                        : compare_numbers(other->stamp.nanoseconds, one->stamp.nanoseconds);
}

int tracks_compare(int order, const struct gallery_entry *one, const struct gallery_entry *other)
{
    int result = 0;
    if (order == ORDER_SIZE)
        result = compare_known(squares(one), squares(other));
    else if (order == ORDER_PAR)
        result = compare_known(one->par.rounds, other->par.rounds);
    else if (order == ORDER_NEWEST)
        result = compare_age(one, other);
    return result != 0 ? result : fold_compare(one->folded, other->folded);
}

void picker_list(struct picker *picker, const int *offered, int count)
{
    struct text search = {0};
    fold_append(&search, picker->wish.search);
    picker->listed_count = 0;
    for (int i = 0; i < count && picker->listed_count < GALLERY_LIMIT; i++)
        if (tracks_is_wished(&picker->wish, text_string(&search),
                             gallery_at(picker->gallery, offered[i])))
            picker->listed[picker->listed_count++] = offered[i];
    text_free(&search);
}

/* --- what is said of one ---------------------------------------------------------------------- */

static const char *tracks_mark_word(enum course_mark mark)
{
    static const char *const words[MARK_COUNT] = {"slicks", "turbo", "checkpoints", "open",
                                                  "arena",  "oil",   "sand",        "pits"};
    return words[mark];
}

bool tracks_par_is_too_much(const struct gallery_entry *entry)
{
    return entry->par.state == PAR_LAP && entry->par.rounds == 0 && !has_mark(entry, MARK_ARENA) &&
           driving_of(entry->course.game)->prove;
}

bool tracks_print_par(const struct gallery_entry *entry, char *into, size_t size)
{
    into[0] = '\0';
    if (!entry->course.body)
        snprintf(into, size, "cannot be read");
    else if (entry->par.state == PAR_NO_LAP)
        snprintf(into, size, "no lap possible");
    else if (entry->par.state == PAR_SEARCHING && !has_mark(entry, MARK_ARENA))
        snprintf(into, size, "par …");
    else if (entry->par.rounds > 0)
        snprintf(into, size, "par %d%s", entry->par.rounds, par_star(entry->course.game));
    else if (tracks_par_is_too_much(entry))
        snprintf(into, size, "par not counted");
    return !entry->course.body || entry->par.state == PAR_NO_LAP;
}

void tracks_print_card(const struct gallery_entry *entry, char *into, size_t size)
{
    struct text text = {0};
    char par[40];
    tracks_print_par(entry, par, sizeof par);
    text_append_bytes(&text, par, strcspn(par, "*"));
    if (entry->course.body) {
        text_append(&text, par[0] ? ", " : "");
        course_say_size(entry->course, "", &text);
        for (enum course_mark mark = 0; mark < MARK_COUNT; mark++)
            if (has_mark(entry, mark))
                text_append_format(&text, ", %s", tracks_mark_word(mark));
    }
    if (entry->place == GALLERY_OWN)
        text_append(&text, ", own");
    snprintf(into, size, "%s", text_string(&text));
    text_free(&text);
}

static const char by[] = "; by ";

void tracks_split_description(const char *description, char *note, char *author, size_t size)
{
    const char *last = NULL;
    for (const char *at = strstr(description, by); at; at = strstr(at + 1, by))
        last = at;
    bool alone = !last && strncmp(description, by + 2, strlen(by + 2)) == 0;
    size_t length = last ? (size_t)(last - description) : alone ? 0 : strlen(description);
    const char *name = last ? last + strlen(by) : alone ? description + strlen(by + 2) : "";
    if (length >= size)
        length = fold_cut(description, size - 1);
    memmove(note, description, length);
    note[length] = '\0';
    snprintf(author, size, "%.*s", (int)fold_cut(name, size - 1), name);
}

static const double LANDSCAPE = 0.7, CARD_GAP = 12, CARD_SIDE = 8, CARD_LINES = 70,
                    WORD_GAP = 12; /* interface pixels */
enum { COLUMN_LIMIT = 12 };

/* --- searching and filtering ----------------------------------------------------------------- */

bool picker_build_search(struct ui *ui, struct picker *picker, const char *id, const char *hint,
                         struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    char *search = picker->wish.search;
    bool empty = search[0] == '\0';
    struct layout row = {ui, box, 0};
    struct box cross = empty ? box : layout_take(&row, AT_RIGHT, 32);
    if (picker->seek)
        ui_set_focus(ui, id, true);
    picker->seek = false;
    bool changed = ui_text_field(ui, id, search, sizeof picker->wish.search, row.rest);
    if (empty) {
        layout_skip(&row, AT_LEFT, 14);
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft, hint, row.rest, ALIGN_LEFT);
    } else if (ui_cross(ui, "button clear", "clear the search", cross)) {
        search[0] = '\0';
        changed = true;
    }
    return changed;
}

enum { CHOICE_LIMIT = 8 };
enum { GROUP_FROM, GROUP_GAME, GROUP_COURSE, GROUP_HAS, GROUP_SIZE, GROUP_ORDER, GROUP_COUNT };
static const struct picker_group {
    const char *title, *id;
    const char *choices[CHOICE_LIMIT];
    const char *words[CHOICE_LIMIT]; /* for --watch and screen readers */
} groups[GROUP_COUNT] = {
    {"Show", "from", {"All", "Shipped", "Own"}, {"all tracks", "those of the game", "your own"}},
    {"Game", "game", {"Any", "Race", "Derby"}, {"for any game", "with a line", "without a line"}},
    {"Course",
     "course",
     {"Any", "Laps", "Open"},
     {"laps or open", "round and round", "from start to finish"}},
    {"With",
     "has",
     {"Slicks", "Turbo", "Checkpoints", "Open", "Arena", "Oil", "Sand", "Pits"},
     {"with slicks", "with turbo areas", "with checkpoints", "open tracks", "arenas", "with oil",
      "with a sand alley", "with pits"}},
    {"Size",
     "size",
     {"Any", "Small", "Medium", "Large"},
     {"of any size", "up to 1500 squares", "up to 3000 squares", "over 3000 squares"}},
    {"Sort by",
     "sort",
     {"Name", "Size", "Par", "Newest"},
     {"by name", "small ones first", "short races first", "newest of your own first"}},
};

/* NULL: there is no such choice. */
static const char *choice_label(int group, int choice)
{
    if (group == GROUP_GAME && choice >= GAME_OTHERS) {
        const struct game *game = other_game(choice - GAME_OTHERS);
        return game ? game->title : NULL;
    }
    return choice < CHOICE_LIMIT ? groups[group].choices[choice] : NULL;
}

/* NULL: of GROUP_HAS, which comes in the order of course_mark, any number may be chosen. */
static int *choice_of(struct tracks_wish *wish, int group)
{
    return (int *[GROUP_COUNT]){
        [GROUP_FROM] = &wish->from, [GROUP_GAME] = &wish->game,   [GROUP_COURSE] = &wish->course,
        [GROUP_SIZE] = &wish->size, [GROUP_ORDER] = &wish->order,
    }[group];
}

/* Those that are offered, a bit each, and those that are chosen. True if that changed. */
static bool build_chips(struct layout *column, struct tracks_wish *wish, int group,
                        unsigned offered)
{
    int *choice = choice_of(wish, group);
    struct flow flow = flow_begin(column, 6);
    bool changed = false;
    for (int i = 0; choice_label(group, i); i++) {
        const char *label = choice_label(group, i);
        const char *words = groups[group].words[i] ? groups[group].words[i] : label;
        bool chosen = choice ? *choice == i : wish->has >> i & 1;
        if (!chosen && !(offered >> i & 1))
            continue;
        const char *id = ui_words("filter %s %d", groups[group].id, i);
        words = ui_words("%s%s", words, chosen ? ", chosen" : "");
        if (!flow_chip(&flow, id, label, words, chosen).clicked)
            continue;
        changed = !choice || !chosen;
        if (choice)
            *choice = i;
        else
            wish->has ^= 1u << i;
    }
    flow_end(&flow, column);
    return changed;
}

bool picker_build_marks(struct layout *column, struct picker *picker, const int *offered, int count)
{
    unsigned any = 0, all = ~0u;
    for (int i = 0; i < count; i++) {
        any |= gallery_at(picker->gallery, offered[i])->marks;
        all &= gallery_at(picker->gallery, offered[i])->marks;
    }
    return build_chips(column, &picker->wish, GROUP_HAS, any & ~all);
}

bool picker_build_filters(struct layout *column, struct picker *picker)
{
    struct tracks_wish *wish = &picker->wish;
    bool changed = false;
    const unsigned told_above = 1u << MARK_OPEN | 1u << MARK_ARENA; /* by course and game */
    for (int i = 0; i < GROUP_COUNT; i++) {
        if (i == GROUP_COURSE && wish->game >= GAME_DERBY)
            continue;
        layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink,
                    groups[i].title);
        changed = build_chips(column, wish, i, i == GROUP_HAS ? ~told_above : ~0u) || changed;
        layout_skip(column, AT_TOP, 8);
        /* A sheet without a line has no course. */
        if (wish->game >= GAME_DERBY)
            wish->course = COURSE_ANY;
    }
    return changed;
}

/* --- cards ----------------------------------------------------------------------------------- */

static void draw_number(struct canvas *canvas, int number, struct box picture)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, 28), in = canvas_units(canvas, 5);
    struct box badge = {picture.x + in, picture.y + in, side, side};
    struct card card = {.fill = theme->action, .edge = theme->action, .radius = 14};
    const char *text = ui_words("%d", number);
    canvas_card(canvas, badge, &card);
    canvas_text(canvas, STYLE_STRONG, theme->action_text, text, badge, ALIGN_CENTRE);
}

/* A sheet that cannot be drawn. */
static void draw_unreadable(struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct card card = {.fill = theme->panel, .edge = theme->panel_edge, .edge_width = 1.5};
    card.radius = 4;
    card.dashed = true;
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_TITLE, theme->warning, "?", box, ALIGN_CENTRE);
}

/* A name that is too long for its line goes on in a second one, for which the picture makes room.
 */
static int name_height(struct canvas *canvas, const char *name, int width)
{
    bool fits = canvas_text_width(canvas, STYLE_STRONG, name) <= width;
    return fits ? canvas_units(canvas, CARD_LINES / 3)
                : 2 * canvas_line_height(canvas, STYLE_STRONG);
}

static void draw_words(struct ui *ui, const struct gallery_entry *entry,
                       const struct picker_card *card, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout lines = {ui, box, 0};
    int row = canvas_units(canvas, CARD_LINES / 3);
    struct box title = layout_cut(&lines, AT_TOP, name_height(canvas, entry->name, box.w));
    if (title.h > row)
        canvas_paragraph(canvas, STYLE_STRONG, theme->ink, entry->name, title, ALIGN_LEFT);
    else
        canvas_text(canvas, STYLE_STRONG, theme->ink, entry->name, title, ALIGN_LEFT);
    struct box line = layout_cut(&lines, AT_TOP, row);
    struct text size = {0};
    if (entry->course.body)
        course_say_size(entry->course, "", &size);
    int gap = canvas_units(canvas, WORD_GAP);
    int both = canvas_text_width(canvas, STYLE_SMALL, card->line) + gap +
               canvas_text_width(canvas, STYLE_SMALL, text_string(&size));
    bool below = card->line[0] && both > line.w; /* courses so long to tell have no marks */
    canvas_text(canvas, STYLE_SMALL, card->bad ? theme->warning : theme->ink_soft, card->line, line,
                ALIGN_LEFT);
    if (entry->place == GALLERY_OWN)
        layout_text(&lines, AT_RIGHT, STYLE_SMALL, theme->action, "own");
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text_string(&size), below ? lines.rest : line,
                card->line[0] && !below ? ALIGN_RIGHT : ALIGN_LEFT);
    text_free(&size);
    if (!below)
        picker_draw_marks(canvas, entry->marks, lines.rest);
}

static bool build_card(struct ui *ui, const struct picker *picker, int index,
                       const struct picker_card *card, struct box box, bool seen)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct gallery_entry *entry = gallery_at(picker->gallery, index);
    if (!seen)
        return ui_target(ui, entry->id, box, card->words).clicked;
    bool clicked = ui_card(ui, entry->id, card->words, box, card->chosen);
    struct layout inside = layout_inside(ui, box, CARD_SIDE, CARD_SIDE, 3);
    int side = canvas_units(canvas, 2);
    int name = name_height(canvas, entry->name, inside.rest.w - 2 * side);
    struct box words =
        layout_cut(&inside, AT_BOTTOM, name + 2 * canvas_units(canvas, CARD_LINES / 3));
    if (entry->course.body)
        gallery_draw(picker->gallery, index, canvas, inside.rest);
    else
        draw_unreadable(canvas, inside.rest);
    if (card->number > 0)
        draw_number(canvas, card->number, inside.rest);
    draw_words(ui, entry, card, box_inset(words, side, 0));
    return clicked;
}

int picker_build_cards(struct layout *column, const struct picker *picker, double least,
                       struct box seen, picker_look *look, void *context)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct grid grid = grid_in(column, least, CARD_GAP, COLUMN_LIMIT);
    int clicked = -1;
    grid.height = (int)((grid_width(&grid) - 2 * canvas_units(canvas, CARD_SIDE)) * LANDSCAPE) +
                  canvas_units(canvas, CARD_LINES + 2 * CARD_SIDE + 3);
    ui_group_begin(column->ui);
    for (int i = 0; i < picker->listed_count; i++) {
        struct picker_card card = {0};
        struct box box = grid_cell(&grid, i);
        look(context, picker->listed[i], &card);
        if (build_card(column->ui, picker, picker->listed[i], &card, box,
                       box_intersect(box, seen).h > 0))
            clicked = picker->listed[i];
    }
    ui_group_end(column->ui);
    layout_cut(column, AT_TOP, grid_height(&grid, picker->listed_count));
    return clicked;
}

/* --- marks ----------------------------------------------------------------------------------- */

static const double MARK_SIZE = 15, MARK_GAP = 5; /* interface pixels */

/* With words or without; returns the width. */
static int lay_marks(struct canvas *canvas, unsigned marks, struct box row, bool words, bool draw)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, MARK_SIZE), used = 0;
    for (enum course_mark mark = 0; mark < MARK_COUNT; mark++) {
        if (!(marks >> mark & 1))
            continue;
        used += used > 0 ? canvas_units(canvas, words ? WORD_GAP : MARK_GAP) : 0;
        struct box at = {row.x + used, row.y + (row.h - side) / 2, side, side};
        if (draw)
            canvas_icon(canvas, ICON_HAS_SLICKS + mark, at, theme->ink_soft);
        used += side;
        if (!words)
            continue;
        used += canvas_units(canvas, MARK_GAP);
        int width = canvas_text_width(canvas, STYLE_SMALL, tracks_mark_word(mark)) + 1;
        if (draw)
            canvas_text(canvas, STYLE_SMALL, theme->ink_soft, tracks_mark_word(mark),
                        box_make(row.x + used, row.y, width, row.h), ALIGN_LEFT);
        used += width;
    }
    return used;
}

void picker_draw_marks(struct canvas *canvas, unsigned marks, struct box row)
{
    bool words = lay_marks(canvas, marks, row, true, false) <= row.w;
    lay_marks(canvas, marks, row, words, true);
}
