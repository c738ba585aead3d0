/* The table of a series: place, player, the points of every race, the sum. A race that is not over
 * has a dash; where there is no room for all races the latest ones are shown.
 */
#include "screens/after/results_inside.h"
#include "screens/after/series.h"

#include <stdio.h>

static const double RACE = 38, SUM = 66, NAME_LEAST = 110; /* interface pixels */

int series_table_height(struct canvas *canvas, const struct app *app)
{
    return table_height(canvas, series_players(app->series));
}

/* The columns of races, from the first one that is shown. */
struct columns {
    int first, count;
};

static struct columns choose_columns(const struct canvas *canvas, const struct series *series,
                                     int width)
{
    int room = table_room(canvas, width) - canvas_units(canvas, SUM + NAME_LEAST);
    int races = series_race_count(series);
    int latest = series_latest(series) + 1; /* what is to come may be cut off */
    int count = room / canvas_units(canvas, RACE);
    count = count < 0 ? 0 : count < races ? count : races;
    int first = latest > count ? latest - count : 0;
    return (struct columns){first, count};
}

/* From left to right; what is left is the name's. */
struct cells {
    struct box name, races, sum;
};

static struct cells cut_cells(const struct canvas *canvas, struct box line, struct columns columns)
{
    struct cells cells;
    cells.sum = box_cut_right(&line, canvas_units(canvas, SUM));
    cells.races = box_cut_right(&line, columns.count * canvas_units(canvas, RACE));
    cells.name = line;
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
    canvas_text(canvas, STYLE_SMALL, soft, "race", cells.name, ALIGN_RIGHT);
    for (int i = 0; i < columns.count; i++)
        draw_number(canvas, STYLE_SMALL, soft, columns.first + i + 1,
                    box_column(cells.races, i, columns.count, 0));
    canvas_text(canvas, STYLE_SMALL, soft, "points", cells.sum, ALIGN_RIGHT);
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
    const struct table_row begin = {standing->place, series_players(series), player->pen, false};
    struct cells cells =
        cut_cells(canvas, table_begin_row(canvas, &begin, row, true, NULL), columns);
    canvas_text(canvas, STYLE_STRONG, theme->ink, player->name, cells.name, ALIGN_LEFT);
    draw_races(canvas, series, standing->player, cells.races, columns);
    draw_number(canvas, STYLE_STRONG, theme->ink, standing->points, cells.sum);
}

void series_draw_table(struct canvas *canvas, const struct app *app, struct box box)
{
    struct series_standing standings[PLAYER_LIMIT];
    int count = series_standings(app->series, standings);
    struct columns columns = choose_columns(canvas, app->series, box.w);
    struct box rest, header = table_begin(canvas, box, true, &rest);
    draw_header(canvas, cut_cells(canvas, header, columns), columns);
    for (int i = 0; i < count; i++)
        draw_row(canvas, app->series, &standings[i],
                 box_cut_top(&rest, table_row_height(canvas, count)), columns);
}
