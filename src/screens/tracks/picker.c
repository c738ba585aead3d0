/* The picker: which are found, the line to search, chips, cards, and the marks on them. */
#include "screens/tracks/picker.h"

#include "base/fold.h"
#include "draw/icons.h"

#include <stdio.h>

static const double LANDSCAPE = 0.7, CARD_GAP = 12, CARD_SIDE = 8,
                    CARD_LINES = 70; /* interface pixels */
enum { COLUMN_LIMIT = 12 };

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

enum { CHOICE_LIMIT = 5 };
enum { GROUP_FROM, GROUP_GAME, GROUP_COURSE, GROUP_HAS, GROUP_SIZE, GROUP_ORDER, GROUP_COUNT };
static const struct group {
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
     {"Slicks", "Turbo", "Checkpoints", "Open", "Arena"},
     {"with slicks", "with turbo areas", "with checkpoints", "open tracks", "arenas"}},
    {"Size",
     "size",
     {"Any", "Small", "Medium", "Large"},
     {"of any size", "up to 1500 squares", "up to 3000 squares", "over 3000 squares"}},
    {"Sort by",
     "sort",
     {"Name", "Size", "Par", "Newest"},
     {"by name", "small ones first", "short races first", "newest of your own first"}},
};

/* NULL: of GROUP_HAS, which comes in the order of course_mark, any number may be chosen. */
static int *choice_of(struct tracks_wish *wish, int group)
{
    int *const choices[GROUP_COUNT] = {
        [GROUP_FROM] = &wish->from, [GROUP_GAME] = &wish->game,   [GROUP_COURSE] = &wish->course,
        [GROUP_SIZE] = &wish->size, [GROUP_ORDER] = &wish->order,
    };
    return choices[group];
}

/* Those that are offered, a bit each, and those that are chosen. True if that changed. */
static bool build_chips(struct layout *column, struct tracks_wish *wish, int group,
                        unsigned offered)
{
    int *choice = choice_of(wish, group);
    struct flow flow = flow_begin(column, 6);
    bool changed = false;
    for (int i = 0; i < CHOICE_LIMIT && groups[group].choices[i]; i++) {
        char id[60], words[80];
        bool chosen = choice ? *choice == i : wish->has >> i & 1;
        if (!chosen && !(offered >> i & 1))
            continue;
        snprintf(id, sizeof id, "filter %s %d", groups[group].id, i);
        snprintf(words, sizeof words, "%s%s", groups[group].words[i], chosen ? ", chosen" : "");
        if (!flow_chip(&flow, id, groups[group].choices[i], words, chosen).clicked)
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
    for (int i = 0; i < GROUP_COUNT; i++) {
        if (i == GROUP_COURSE && wish->game == GAME_DERBY)
            continue;
        layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink,
                    groups[i].title);
        changed = build_chips(column, wish, i, ~0u) || changed;
        layout_skip(column, AT_TOP, 8);
        /* A sheet without a line has no course. */
        if (wish->game == GAME_DERBY)
            wish->course = COURSE_ANY;
    }
    return changed;
}

/* --- cards ----------------------------------------------------------------------------------- */

static void draw_number(struct canvas *canvas, int number, struct box picture)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char text[12];
    int side = canvas_units(canvas, 28), in = canvas_units(canvas, 5);
    struct box badge = {picture.x + in, picture.y + in, side, side};
    struct card card = {.fill = theme->action, .edge = theme->action, .radius = 14};
    snprintf(text, sizeof text, "%d", number);
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

static void draw_words(struct ui *ui, const struct gallery_entry *entry,
                       const struct picker_card *card, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout lines = {ui, box, 0};
    canvas_text(canvas, STYLE_STRONG, theme->ink, entry->name,
                layout_cut(&lines, AT_TOP, box.h / 3), ALIGN_LEFT);
    struct box line = layout_cut(&lines, AT_TOP, box.h / 3);
    char size[40] = "";
    if (entry->course.body)
        snprintf(size, sizeof size, "%d × %d", entry->sheet.x, entry->sheet.y);
    canvas_text(canvas, STYLE_SMALL, card->bad ? theme->warning : theme->ink_soft, card->line, line,
                ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, size, line,
                card->line[0] ? ALIGN_RIGHT : ALIGN_LEFT);
    if (entry->place == GALLERY_OWN)
        layout_text(&lines, AT_RIGHT, STYLE_SMALL, theme->action, "own");
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
    struct box words = layout_take(&inside, AT_BOTTOM, CARD_LINES);
    if (entry->course.body)
        gallery_draw(picker->gallery, index, canvas, inside.rest);
    else
        draw_unreadable(canvas, inside.rest);
    if (card->number > 0)
        draw_number(canvas, card->number, inside.rest);
    draw_words(ui, entry, card, box_inset(words, canvas_units(canvas, 2), 0));
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
    for (int i = 0; i < picker->listed_count; i++) {
        struct picker_card card = {0};
        struct box box = grid_cell(&grid, i);
        look(context, picker->listed[i], &card);
        if (build_card(column->ui, picker, picker->listed[i], &card, box,
                       box_intersect(box, seen).h > 0))
            clicked = picker->listed[i];
    }
    layout_cut(column, AT_TOP, grid_height(&grid, picker->listed_count));
    return clicked;
}

bool picker_build_nothing(struct layout *column, const char *title, const char *words,
                          const char *label)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = layout_take(column, AT_TOP, words[0] ? 210 : 150);
    box = box_centre(box, canvas_units(canvas, 460), box.h);
    struct card card = {.fill = theme->card,
                        .edge = theme->panel_edge,
                        .radius = 8,
                        .edge_width = 1.5,
                        .dashed = true};
    canvas_card(canvas, box, &card);
    struct layout inside = layout_inside(ui, box, 22, 22, 0);
    canvas_text(canvas, STYLE_HEADING, theme->ink, title, layout_take(&inside, AT_TOP, 40),
                ALIGN_CENTRE);
    struct box row = layout_take(&inside, AT_BOTTOM, 44);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink_soft, words, inside.rest, ALIGN_CENTRE);
    return label && ui_button(ui, "button clear-search", label,
                              box_centre(row, ui_button_width(ui, label), row.h), LOOK_PLAIN);
}

/* --- marks ----------------------------------------------------------------------------------- */

static const double MARK_SIZE = 15, MARK_GAP = 5, WORD_GAP = 12; /* interface pixels */

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
