/* A page of the help: its lessons one below the other, a drawing and words; or a table. */
#include "screens/help/book.h"

#include "rules/game.h"

#include <stdio.h>

const double help_gap = 10;
static const double PADDING = 14, SIDE = 18, HEADING = 30; /* interface pixels */
static const double NARROW = 484;                          /* less: below one another */
static const double TALLEST = 270;                         /* a card, when there are few */
static const double DIAGRAM_GAP = 18;
static const double LINE = 27, TERM = 190;

void help_build_card(struct layout *column, int least, layout_builder *build, void *data)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int width = column->rest.w - 2 * canvas_units(canvas, SIDE);
    int needed = layout_measure(ui, width, build, data) + 2 * canvas_units(canvas, PADDING);
    struct box box = layout_cut(column, AT_TOP, needed > least ? needed : least);
    struct card card = {.fill = theme->panel, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1;
    canvas_card(canvas, box, &card);
    struct layout inside = layout_inside(ui, box, SIDE, PADDING, 0);
    build(&inside, data);
}

static void build_heading(struct layout *column, const char *heading)
{
    struct canvas *canvas = ui_canvas(column->ui);
    canvas_text(canvas, STYLE_HEADING, canvas_theme(canvas)->ink, heading,
                layout_take(column, AT_TOP, HEADING), ALIGN_LEFT);
}

static bool is_narrow(const struct layout *column)
{
    return column->rest.w < canvas_units(ui_canvas(column->ui), NARROW);
}

/* --- lessons ---------------------------------------------------------------------------------- */

struct card_of_lesson {
    const struct help_telling *telling;
    const struct lesson *lesson;
    int height; /* of the drawing */
};

static void draw_diagram(struct canvas *canvas, const struct card_of_lesson *card, struct box box)
{
    const void *diagram = card->lesson->diagram;
    struct diagram_look look = {diagram, canvas_theme(canvas), canvas_scale(canvas)};
    canvas_shape(canvas, ui_words("diagram %p", diagram), box, card->telling->book->paint, &look);
}

/* The drawing at the left of the words, or above them. */
static void build_lesson(struct layout *column, void *data)
{
    const struct card_of_lesson *card = data;
    struct canvas *canvas = ui_canvas(column->ui);
    struct layout words = *column;
    struct text heading = {0}, text = {0};
    int width = card->height * DIAGRAM_WIDE / DIAGRAM_HIGH, least = 0;
    struct box diagram;
    if (is_narrow(column)) {
        diagram = layout_cut(&words, AT_TOP, card->height);
        diagram.w = width;
        layout_skip(&words, AT_TOP, 6);
    } else {
        diagram = box_centre(layout_cut(&words, AT_LEFT, width), width, card->height);
        layout_skip(&words, AT_LEFT, DIAGRAM_GAP);
        least = card->height;
    }
    draw_diagram(canvas, card, diagram);
    rule_words(card->telling->setup, card->lesson->heading, &heading);
    rule_words(card->telling->setup, card->lesson->text, &text);
    build_heading(&words, text_string(&heading));
    layout_paragraph(&words, STYLE_BODY, canvas_theme(canvas)->ink, text_string(&text));
    int needed = words.rest.y - column->rest.y;
    layout_cut(column, AT_TOP, needed > least ? needed : least);
    text_free(&heading);
    text_free(&text);
}

void help_build_lessons(struct layout *column, const struct help_telling *telling, int page)
{
    const struct canvas *canvas = ui_canvas(column->ui);
    int count = 0, most = canvas_units(canvas, TALLEST);
    for (int i = 0; i < telling->count; i++)
        count += telling->lessons[i]->page == page;
    column->gap = help_gap;
    int share =
        (telling->room - (count - 1) * canvas_units(canvas, help_gap)) / (count ? count : 1);
    share = is_narrow(column) ? 0 : share < most ? share : most;
    int height = share - 2 * canvas_units(canvas, PADDING);
    int least = canvas_units(canvas, telling->book->diagram_least);
    for (int i = 0; i < telling->count; i++) {
        struct card_of_lesson card = {telling, telling->lessons[i],
                                      height > least ? height : least};
        if (card.lesson->page == page)
            help_build_card(column, share, build_lesson, &card);
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

struct box help_build_row(struct layout *column, double wide, const char *what)
{
    struct canvas *canvas = ui_canvas(column->ui);
    bool narrow = is_narrow(column);
    enum canvas_style style = narrow ? STYLE_SMALL : STYLE_BODY;
    int line = canvas_units(canvas, LINE), spare = (line - canvas_line_height(canvas, style)) / 2;
    struct layout words = *column;
    struct box term = narrow ? box_cut_top(&words.rest, line)
                             : box_cut_left(&words.rest, canvas_units(canvas, wide));
    term.h = line;
    box_cut_top(&words.rest, spare);
    layout_paragraph(&words, style, canvas_theme(canvas)->ink, what);
    int needed = words.rest.y + spare - column->rest.y;
    layout_cut(column, AT_TOP, needed > line ? needed : line);
    return term;
}

struct table {
    const char *heading;
    const struct help_row *rows;
    int count;
};

static void build_table(struct layout *column, void *data)
{
    const struct table *table = data;
    struct canvas *canvas = ui_canvas(column->ui);
    if (table->heading)
        build_heading(column, table->heading);
    for (int i = 0; i < table->count; i++)
        canvas_text(canvas, is_narrow(column) ? STYLE_SMALL : STYLE_BODY,
                    canvas_theme(canvas)->action, table->rows[i].term,
                    help_build_row(column, TERM, table->rows[i].what), ALIGN_LEFT);
}

void help_build_rows(struct layout *column, const char *heading, const struct help_row *rows,
                     int count)
{
    struct table table = {heading, rows, count};
    help_build_card(column, 0, build_table, &table);
}

void help_build_keys(struct layout *column, const struct help_telling *telling)
{
    struct help_row rows[LESSON_LIMIT];
    int told = 0;
    for (int i = 0; i < telling->book->key_count; i++) {
        const struct lesson_key *key = &telling->book->keys[i];
        if (!lesson_need_met(telling->book, &key->need, telling->setup))
            continue;
        rows[told] = key->row;
        if (telling->no_hints && key->without_hints)
            rows[told].what = key->without_hints;
        told++;
    }
    help_build_rows(column, NULL, rows, told);
}

void help_build_fields(struct layout *column, const struct help_telling *telling)
{
    const struct setup *setup = telling->setup;
    const struct rule_table *table = setup->game->table;
    struct help_row rows[RULES_FIELD_LIMIT];
    char numbers[RULES_FIELD_LIMIT][12];
    int told = 0;
    for (int i = 0; i < table->field_count; i++) {
        const struct rule_field *field = &table->fields[i];
        int value = setup->values[i];
        if (!setup_field_matters(setup, i))
            continue;
        rows[told].term = field->title;
        rows[told++].what = field->choices ? field->choices[value].sentence
                                           : fields_print(field, value, numbers[i]);
    }
    help_build_rows(column, NULL, rows, told);
}

void help_build_page(struct layout *column, const struct help_telling *telling, int page)
{
    const struct lesson_page *built = &telling->book->pages[page];
    if (built->build)
        built->build(column, telling);
    else
        help_build_lessons(column, telling, page);
}
