/* Two numbers for people: a point, a velocity. One function writes them, so that all are read aloud
 * rightly: programs that speak leave a minus out unless it is the sign of print, "−", behind a
 * blank or a bracket. What programs and files read is "3,-2".
 */
#ifndef GRAPHPRIX_BASE_PAIR_H
#define GRAPHPRIX_BASE_PAIR_H

/* To be printed at once: pair_of(3, -2).text. */
struct pair {
    char text[40]; /* "(3, −2)" */
};
struct pair pair_of(int first, int second);

#endif
