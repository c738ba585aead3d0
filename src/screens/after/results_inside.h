/* What the files of the results share among themselves: parts of a page that is built from the top
 * down. Each knows how high it is at a width, and draws itself into a box.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_RESULTS_INSIDE_H
#define GRAPHPRIX_SCREENS_AFTER_RESULTS_INSIDE_H

#include "screens/app.h"
#include "session/tally.h"

/* screens/after/results_table.c: what each car came to, a row a car. */
struct results_table {
    const struct session *session;
    const struct tally *tallies;
    int count;
    int par, best; /* fewest rounds without and with extras; 0: not known */
};
/* Tables of places, of a race and of a series, look the same: a card with a header, and rows that
 * begin with place and mark and are tinted for whoever is first. */
struct table_row {
    int place; /* 0: none yet */
    int players;
    int pen;
    bool out; /* of the race */
};
int table_row_height(const struct canvas *canvas, int rows); /* of that many */
int table_height(const struct canvas *canvas, int rows);
/* Room beside place and mark in a table as wide as this, for the name and the cells. */
int table_room(const struct canvas *canvas, int width);
/* Draws the card and cuts the header from `rest`, if there is one; the rest is for the rows. */
struct box table_begin(struct canvas *canvas, struct box box, bool headed, struct box *rest);
/* Draws the beginning of a row; returns what is left of its line, or of the first of two if the
 * second is asked for. */
struct box table_begin_row(struct canvas *canvas, const struct table_row *table_row, struct box row,
                           bool ruled, struct box *second);
int results_table_height(struct canvas *canvas, const struct results_table *table, int width);
void results_draw_table(struct canvas *canvas, const struct results_table *table, struct box box);

/* screens/after/results_record.c: the record of this track and these rules. Opened once the race's
 * own are taken. */
void results_open_record(struct app *app);
/* " · record 24, by Ada"; nothing while there is none, or it is this race's. */
void results_append_record(struct text *into);
/* What this race has to do with it, in a line of its own: "" where there is nothing to say. */
const char *results_record_news(void);
int results_record_height(struct canvas *canvas);
void results_draw_record(struct canvas *canvas, struct box box);

/* screens/after/results_chart.c: the speed of all cars. Opened for a session, closed with the
 * screen. */
void results_open_chart(const struct session *session);
void results_close_chart(void);
int results_chart_least_height(struct canvas *canvas, int width);
void results_build_chart(struct ui *ui, struct box box);
/* The pointer is at (x, y) of the window: true if it points at something else now. */
bool results_point_at_chart(int x, int y);
/* While the chart has the focus: Left and Right to the move before or after, Up and Down to another
 * car. True if it took the key. */
bool results_press_chart_key(SDL_Keycode key);

#endif
