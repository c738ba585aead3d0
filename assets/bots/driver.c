// Drives a car of Graph Prix: of the moves after which it can still stop before a wall, the one
// that leaves the shortest way to the finish. Make it better, then: cc -O2 -o driver driver.c
// clang-format off
#include <stdio.h>
#include <string.h>
enum { MOST = 4100, FAR = 9999 };
static char sheet[MOST][MOST], text[2 * MOST], row[MOST], outcome[20];
static int w, h, way[MOST][MOST]; // width and height; from each point, how many steps to the finish
static int a, b, c, d;            // the finish line goes from (a, b) to (c, d)

static int at(int x, int y) { return x < 0 || y < 0 || x > w || y > h ? '#' : sheet[y][x]; }
// Above 0: (r, s) lies to the left of the way from (x, y) to (p, q).
static int side(int x, int y, int p, int q, int r, int s) { return (p-x) * (s-y) - (q-y) * (r-x); }
static int crosses(int x, int y, int p, int q) { // 1: the finish line, -1: backwards, 0: not at all
    if ((side(x, y, p, q, a, b) > 0) == (side(x, y, p, q, c, d) > 0)) return 0;
    return (side(a, b, c, d, p, q) > 0) - (side(a, b, c, d, x, y) > 0);
}
static int shorten(int x, int y, int p, int q) { // is it a shorter way from (x, y) to go by (p, q)?
    if (strchr("#s", at(x, y)) || at(p, q) == '#' || crosses(x, y, p, q) < 0) return 0;
    int steps = crosses(x, y, p, q) ? 1 : way[q][p] + 1, shorter = steps < way[y][x];
    if (shorter) way[y][x] = steps;
    return shorter;
}
static void measure(void) { // fills `way`: again and again until nothing becomes shorter
    for (int i = 0; i < MOST * (h + 1); i++) way[i / MOST][i % MOST] = FAR;
    for (int again = 1, n = w + 1; again;)
        for (int i = again = 0; i < 9 * n * (h + 1); i++)
            again |= shorten(i/9 % n, i/9 / n, i/9 % n + i % 3 - 1, i/9 / n + i/3 % 3 - 1);
}
static int to_go(int x, int y, int p, int q) { // how far after the move from (x, y) to (p, q)?
    int left = (at(p, q) == '#' ? FAR : way[q][p]) - FAR * crosses(x, y, p, q);
    for (int vx = p - x, vy = q - y; vx || vy; left += at(p, q) == '#' ? 10 * FAR : 0) {
        p += vx -= (vx > 0) - (vx < 0); // braking as hard as it can
        q += vy -= (vy > 0) - (vy < 0);
    }
    return left;
}
int main(void) {
    int me, n, p, q, x = 0, y = 0, bx = 0, by = 0, best = 0, first = 0, reverse = 0;
    while (fgets(text, sizeof text, stdin)) {
        if (sscanf(text, "row %d %4099s", &n, row) == 2) strcpy(sheet[n], row);
        if (sscanf(text, "sheet %d %d", &n, &p) == 2) w = n, h = p;
        sscanf(text, "line finish %d %d %d %d", &a, &b, &c, &d), sscanf(text, "you %d", &me);
        reverse |= strcmp(text, "rule choose reverse\n") == 0;
        if (strcmp(text, "ready\n") == 0) measure(), puts("ready C"), fflush(stdout);
        if (strncmp(text, "turn", 4) == 0) best = 1 << 30, first = 0;
        if (sscanf(text, "car %d %*s %d %d", &n, &p, &q) == 3 && n == me) way[y = q][x = p]++;
        if (sscanf(text, "start %d %d", &p, &q) == 2 && way[q][p] < best)
            first = 1, best = way[by = q][bx = p];
        if (sscanf(text, "move %d %d %19s %d", &p, &q, outcome, &n) == 4) {
            n = 2 * n + to_go(x, y, p, q) + (strstr("finish clear", outcome) ? 0 : 1000 * FAR);
            if (n < best) best = n, bx = p, by = q;
        }
        if (strncmp(text, "go", 2) != 0) continue;
        printf(first ? "start %d %d" : "move %d %d", bx, by);
        printf(first && !reverse ? " move %d %d\n" : "\n", bx, by);
        fflush(stdout);
    }
}
