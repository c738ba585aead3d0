/* Type on the sheet: numbers along the edges, gates, labels of arrows.
 *
 * Arrows are drawn, not typed: not every face has them. Sizes are the height of the type in device
 * pixels. Text stands on a soft rim of paper, so that lines under it do not spoil it.
 */
#ifndef GRAPHPRIX_PAPER_LETTERING_H
#define GRAPHPRIX_PAPER_LETTERING_H

#include "paper/brush.h"

/* Text may hold the arrows ← → ↑ ↓ (UTF-8). Bold lettering for what the back row must read. */
double lettering_width(cairo_t *cairo, const char *text, double size, bool bold);
/* (x, y): left end, middle of the capitals' height. */
void lettering_draw(cairo_t *cairo, const char *text, double x, double y, double size, bool bold,
                    struct paper_color color);
/* So much of it stands left of x: 0.5 is centred, 1 ends there. */
void lettering_draw_aligned(cairo_t *cairo, const char *text, double x, double y, double share,
                            double size, bool bold, struct paper_color color);
void lettering_draw_number(cairo_t *cairo, int number, double x, double y, double share,
                           double size, bool bold, struct paper_color color);
/* As lettering_draw, with a rim of the paper's colour. */
void lettering_draw_rimmed(cairo_t *cairo, const char *text, double x, double y, double size,
                           struct paper_color color, const struct paper_theme *theme);

/* The smallest type that this thread has drawn on pixels since it last asked, in device pixels; 0:
 * none. */
double lettering_take_smallest(void);

/* A title in the handwriting face, or bold where that lacks one of its letters. As above. */
void lettering_draw_title(cairo_t *cairo, const char *text, double x, double y, double size,
                          struct paper_color color);

/* Finding faces by fontconfig: those of a family, and those that have what another face lacks. */

/* What to tell of a face. */
enum face_answer { FACE_FILE, FACE_FAMILY };

/* The best match: of this family, or of any (NULL); with the characters of the text, or whatever it
 * has (NULL). The match may lack some of them. Free the answer; NULL: there is no font at all. */
char *face_match(const char *family, bool bold, const char *characters, enum face_answer answer);

/* As face_match, of the faces that have all letters, digits and signs of ASCII at their places;
 * NULL if there are none, but perhaps one of pictures or symbols: *any. Then lettering is built in.
 */
char *face_of_letters(const char *family, bool bold, enum face_answer answer, bool *any);
/* The family by which cairo knows the built-in lettering. It has ASCII. */
extern const char face_built_in[];
/* The text as the built-in lettering can write it: "−" as "-", "…" as "...". Free it. */
char *face_ascii(const char *text, bool arrows_too);

/* The characters of a text, one by one; 0 at its end. Bytes that are no UTF-8 are skipped. */
uint32_t face_next_character(const char **cursor);

#endif
