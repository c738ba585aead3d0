/* A page of the help: its lessons one below the other, a drawing and words; or a table. */
#include "screens/help/page.h"

#include "rules/game.h"
#include "screens/help/rule_words.h"

#include <stdio.h>

const double help_gap = 10, help_padding = 14, help_heading = 30, help_narrow = 520;
/* Interface pixels. */
static const double TALLEST = 270; /* a lesson's card, when there are few */
static const double DIAGRAM_LEAST = 84;
static const double KEY_ROW = 27, KEY_COLUMN = 190, SIDE = 18;

void help_draw_panel(struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct card card = {.fill = theme->panel, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1;
    canvas_card(canvas, box, &card);
}

/* --- lessons ---------------------------------------------------------------------------------- */

/* How the cards of a page are laid out: all alike. */
struct layout {
    bool beside; /* the drawing is at the left of the words, else above them */
    int diagram_width, diagram_height;
    int words_width;
    int height; /* of a card, unless its words need more */
};

static int diagram_height_for(int width)
{
    return width * DIAGRAM_HIGH / DIAGRAM_WIDE;
}

static struct layout lay_out(struct canvas *canvas, int count, struct box box)
{
    struct layout layout = {.beside = box.w >= canvas_units(canvas, help_narrow)};
    int padding = canvas_units(canvas, help_padding), gap = canvas_units(canvas, help_gap);
    int most = canvas_units(canvas, TALLEST), least = canvas_units(canvas, DIAGRAM_LEAST);
    int share = (box.h - (count - 1) * gap) / (count > 0 ? count : 1);
    layout.height = share < most ? share : most;
    layout.diagram_height = layout.height - 2 * padding;
    if (layout.diagram_height < least || !layout.beside)
        layout.diagram_height = least;
    layout.diagram_width = layout.diagram_height * DIAGRAM_WIDE / DIAGRAM_HIGH;
    layout.words_width = box.w - 2 * padding;
    if (layout.beside)
        layout.words_width -= layout.diagram_width + canvas_units(canvas, 18);
    else
        layout.height = 0;
    layout.diagram_height = diagram_height_for(layout.diagram_width);
    return layout;
}

static int card_height(struct canvas *canvas, const struct layout *layout, const char *words)
{
    int padding = 2 * canvas_units(canvas, help_padding);
    int told = canvas_units(canvas, help_heading) +
               canvas_paragraph_height(canvas, STYLE_BODY, words, layout->words_width);
    int height = layout->beside ? told : told + layout->diagram_height + canvas_units(canvas, 6);
    height += padding;
    if (height < layout->diagram_height + padding)
        height = layout->diagram_height + padding;
    return height > layout->height ? height : layout->height;
}

static void draw_diagram(struct canvas *canvas, canvas_painter *paint, const void *diagram,
                         struct box box)
{
    char key[64];
    struct diagram_look look = {diagram, canvas_theme(canvas), canvas_scale(canvas)};
    snprintf(key, sizeof key, "diagram %p", diagram);
    canvas_shape(canvas, key, box, paint, &look);
}

static void draw_lesson(struct canvas *canvas, const struct layout *layout, canvas_painter *paint,
                        const struct lesson *lesson, const char *heading, const char *words,
                        struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int padding = canvas_units(canvas, help_padding);
    help_draw_panel(canvas, box);
    struct box inside = box_inset(box, padding, padding);
    struct box diagram;
    if (layout->beside) {
        diagram = box_cut_left(&inside, layout->diagram_width);
        diagram = box_centre(diagram, layout->diagram_width, layout->diagram_height);
        box_cut_left(&inside, canvas_units(canvas, 18));
    } else {
        diagram = box_cut_top(&inside, layout->diagram_height);
        diagram.w = layout->diagram_width;
        box_cut_top(&inside, canvas_units(canvas, 6));
    }
    draw_diagram(canvas, paint, lesson->diagram, diagram);
    canvas_text(canvas, STYLE_HEADING, theme->ink, heading,
                box_cut_top(&inside, canvas_units(canvas, help_heading)), ALIGN_LEFT);
    inside.h += padding;
    canvas_paragraph(canvas, STYLE_BODY, theme->ink, words, inside, ALIGN_LEFT);
}

static int build_lesson(struct canvas *canvas, const struct layout *layout,
                        const struct help_telling *telling, const struct lesson *lesson,
                        struct box column)
{
    struct text heading = {0}, words = {0};
    rule_words(telling->setup, lesson->heading, &heading);
    rule_words(telling->setup, lesson->text, &words);
    int height = card_height(canvas, layout, text_string(&words));
    draw_lesson(canvas, layout, telling->book->paint, lesson, text_string(&heading),
                text_string(&words), box_make(column.x, column.y, column.w, height));
    text_free(&heading);
    text_free(&words);
    return height;
}

/* --- tables ----------------------------------------------------------------------------------- */

static int row_height(struct canvas *canvas, const struct help_row *row, bool beside, int width)
{
    enum canvas_style style = beside ? STYLE_BODY : STYLE_SMALL;
    int line = canvas_units(canvas, KEY_ROW), spare = line - canvas_line_height(canvas, style);
    int words = canvas_paragraph_height(canvas, style, row->what, width) + spare;
    words = words > line ? words : line;
    return beside ? words : line + words;
}

static void draw_row(struct canvas *canvas, const struct help_row *row, bool beside, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    enum canvas_style style = beside ? STYLE_BODY : STYLE_SMALL;
    int line = canvas_units(canvas, KEY_ROW);
    struct box term = box_make(box.x, box.y, box.w, line);
    if (beside)
        term = box_cut_left(&box, canvas_units(canvas, KEY_COLUMN));
    else
        box_cut_top(&box, line);
    term.h = line;
    canvas_text(canvas, style, theme->action, row->term, term, ALIGN_LEFT);
    if (canvas_text_width(canvas, style, row->what) <= box.w) {
        box.h = line;
        canvas_text(canvas, style, theme->ink, row->what, box, ALIGN_LEFT);
        return;
    }
    box_cut_top(&box, (line - canvas_line_height(canvas, style)) / 2);
    canvas_paragraph(canvas, style, theme->ink, row->what, box, ALIGN_LEFT);
}

int help_build_rows(struct canvas *canvas, const char *heading, const struct help_row *rows,
                    int count, struct box column)
{
    int padding = canvas_units(canvas, help_padding), side = canvas_units(canvas, SIDE);
    bool beside = column.w >= canvas_units(canvas, help_narrow);
    int width = column.w - 2 * side - (beside ? canvas_units(canvas, KEY_COLUMN) : 0);
    int top = heading ? canvas_units(canvas, help_heading) : 0, height = top;
    for (int i = 0; i < count; i++)
        height += row_height(canvas, &rows[i], beside, width);
    struct box box = {column.x, column.y, column.w, height + 2 * padding};
    help_draw_panel(canvas, box);
    struct box rest = box_inset(box, side, padding);
    if (heading)
        canvas_text(canvas, STYLE_HEADING, canvas_theme(canvas)->ink, heading,
                    box_cut_top(&rest, top), ALIGN_LEFT);
    for (int i = 0; i < count; i++)
        draw_row(canvas, &rows[i], beside,
                 box_cut_top(&rest, row_height(canvas, &rows[i], beside, width)));
    return box.y + box.h;
}

int help_build_keys(struct canvas *canvas, const struct help_telling *telling, struct box column)
{
    struct help_row rows[LESSON_LIMIT];
    int told = 0;
    for (int i = 0; i < telling->book->key_count; i++) {
        const struct lesson_key *key = &telling->book->keys[i];
        if (key->field >= 0 && telling->setup->values[key->field] == 0)
            continue;
        rows[told] = key->row;
        if (telling->no_hints && key->without_hints)
            rows[told].what = key->without_hints;
        told++;
    }
    return help_build_rows(canvas, NULL, rows, told, column);
}

int help_build_fields(struct canvas *canvas, const struct help_telling *telling, struct box column)
{
    const struct setup *setup = telling->setup;
    const struct rule_table *table = setup->game->table;
    struct help_row rows[RULES_FIELD_LIMIT];
    char numbers[RULES_FIELD_LIMIT][12];
    int told = 0;
    for (int i = 0; i < table->field_count; i++) {
        const struct rule_field *field = &table->fields[i];
        int value = setup->values[i];
        if (!setup->game->field_matters(setup, i))
            continue;
        rows[told].term = field->title;
        rows[told++].what = field->choices ? field->choices[value].sentence
                                           : fields_print(field, value, numbers[i]);
    }
    return help_build_rows(canvas, NULL, rows, told, column);
}

/* --- pages ------------------------------------------------------------------------------------ */

int help_build_lessons(struct canvas *canvas, const struct help_telling *telling, int page,
                       struct box box)
{
    int count = 0, gap = canvas_units(canvas, help_gap), y = box.y;
    for (int i = 0; i < telling->count; i++)
        count += telling->lessons[i]->page == page;
    struct layout layout = lay_out(canvas, count, box);
    for (int i = 0; i < telling->count; i++)
        if (telling->lessons[i]->page == page)
            y += gap + build_lesson(canvas, &layout, telling, telling->lessons[i],
                                    box_make(box.x, y, box.w, box.h));
    return y - gap;
}

int help_build_page(struct canvas *canvas, const struct help_telling *telling, int page,
                    struct box box)
{
    const struct lesson_page *built = &telling->book->pages[page];
    return built->build ? built->build(canvas, telling, box)
                        : help_build_lessons(canvas, telling, page, box);
}
