/* The table of a series: place, player, the points of every race, the sum. A race that is not over
 * has a dash; where there is no room for all races the latest ones are shown.
 */
#include "screens/after/series.h"

#include <stdio.h>

/* Widths and heights in interface pixels. */
static const double PLACE = 34, MARK = 32, RACE = 38, SUM = 66, NAME_LEAST = 110;
static const double HEADER = 30, ROW = 38;

int series_table_height(struct canvas *canvas, const struct app *app)
{
    return canvas_units(canvas, HEADER) + series_players(app->series) * canvas_units(canvas, ROW) +
           canvas_units(canvas, 16);
}

/* The columns of races, from the first one that is shown. */
struct columns {
    int first, count;
};

static struct columns choose_columns(const struct canvas *canvas, const struct series *series,
                                     int width)
{
    int fixed = canvas_units(canvas, PLACE + MARK + SUM + NAME_LEAST);
    int room = (width - fixed) / canvas_units(canvas, RACE);
    int races = series_race_count(series);
    int latest = series_latest(series) + 1; /* what is to come may be cut off */
    int count = room < races ? room : races;
    count = count < 0 ? 0 : count;
    int first = latest > count ? latest - count : 0;
    return (struct columns){first, count};
}

/* From left to right; what is left is the name's. */
struct cells {
    struct box place, mark, name, races, sum;
};

static struct cells cut_cells(const struct canvas *canvas, struct box row, struct columns columns)
{
    struct cells cells;
    cells.place = box_cut_left(&row, canvas_units(canvas, PLACE));
    cells.mark = box_cut_left(&row, canvas_units(canvas, MARK));
    cells.sum = box_cut_right(&row, canvas_units(canvas, SUM));
    cells.races = box_cut_right(&row, columns.count * canvas_units(canvas, RACE));
    cells.name = row;
    return cells;
}

static void draw_number(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                        int number, struct box box)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    canvas_text(canvas, style, color, text, box, ALIGN_RIGHT);
}

static void draw_header(struct canvas *canvas, struct cells cells, struct columns columns)
{
    struct paper_color soft = canvas_theme(canvas)->ink_soft;
    canvas_text(canvas, STYLE_SMALL, soft, "Race", cells.name, ALIGN_RIGHT);
    for (int i = 0; i < columns.count; i++)
        draw_number(canvas, STYLE_SMALL, soft, columns.first + i + 1,
                    box_column(cells.races, i, columns.count, 0));
    canvas_text(canvas, STYLE_SMALL, soft, "Points", cells.sum, ALIGN_RIGHT);
}

static void draw_races(struct canvas *canvas, const struct series *series, int player,
                       struct box box, struct columns columns)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < columns.count; i++) {
        int race = columns.first + i;
        struct box cell = box_column(box, i, columns.count, 0);
        int place = series_place(series, race, player);
        if (series_is_over(series, race))
            draw_number(canvas, place == 1 ? STYLE_STRONG : STYLE_BODY, theme->ink,
                        series_points(place), cell);
        else
            canvas_text(canvas, STYLE_BODY, theme->ink_soft, "–", cell, ALIGN_RIGHT);
    }
}

static void draw_row(struct canvas *canvas, const struct series *series,
                     const struct series_standing *standing, struct box row, struct columns columns)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct player *player = series_player(series, standing->player);
    struct cells cells = cut_cells(canvas, row, columns);
    struct box line = box_cut_top(&row, canvas_units(canvas, 1));
    canvas_fill(canvas, line, theme->panel_edge);
    char place[16];
    snprintf(place, sizeof place, "%d.", standing->place);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, place, cells.place, ALIGN_LEFT);
    canvas_mark(canvas, player->pen, cells.mark.x + canvas_units(canvas, 10),
                cells.mark.y + cells.mark.h / 2.0, canvas_units(canvas, 18));
    canvas_text(canvas, STYLE_STRONG, theme->ink, player->name, cells.name, ALIGN_LEFT);
    draw_races(canvas, series, standing->player, cells.races, columns);
    draw_number(canvas, STYLE_HEADING, theme->ink, standing->points, cells.sum);
}

void series_draw_table(struct canvas *canvas, const struct app *app, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct series_standing standings[PLAYER_LIMIT];
    int count = series_standings(app->series, standings);
    struct card card = {
        .fill = theme->card, .edge = theme->panel_edge, .radius = 8, .edge_width = 1.5};
    canvas_card(canvas, box, &card);
    struct box inside = box_inset(box, canvas_units(canvas, 16), canvas_units(canvas, 8));
    struct columns columns = choose_columns(canvas, app->series, inside.w);
    struct box header = box_cut_top(&inside, canvas_units(canvas, HEADER));
    draw_header(canvas, cut_cells(canvas, header, columns), columns);
    for (int i = 0; i < count; i++)
        draw_row(canvas, app->series, &standings[i],
                 box_cut_top(&inside, canvas_units(canvas, ROW)), columns);
}
