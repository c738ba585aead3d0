// clang-format off
// A driver on circuits: looks some turns ahead along the empty track, forces its way where it must.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { NONE = 9999, BAD = -99999, TURNS = 2, ALL = 14 };
static struct { int limits[4], line, first; } at[400]; // by row; lanes from 1
static int rows, lanes, lines, row, lane, on, posted, halves, chips, points, worst, b[5], count;
static char text[999], phase[16], speed[16], moves[256][32];
struct states { int paid[8], worst[8]; }; // of lane L: at 2 L, with the line's benefit at 2 L + 1
static struct states only(int which, int paid, int excess) {
    struct states s = {{NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE}, {0}};
    return s.paid[which] = paid, s.worst[which] = excess, s;
}
static struct states drive(int from, struct states s, int v, int steps, int into) {
    int r = (from + 1) % rows, first = !at[r].limits[1] || at[r].first;
    struct states after = only(0, NONE, 0); // `into`: bits of the lanes that it may enter first
    for (int i = 0; i < 24; i++) {
        int old = i / 3, to = old / 2 + i % 3 - 1, paid = s.paid[old];
        if (paid == NONE || to < 1 || to > lanes || !(into >> to & 1)) continue;
        int has = lines && to == at[r].line && (first || old % 2);
        int limit = at[r].limits[to] ? at[r].limits[to] + 20 * has : NONE;
        int excess = v > limit ? (v - limit) / 20 : 0, most = first ? 0 : s.worst[old];
        if (excess > most) paid += 2 * (excess - most), most = excess;
        if (excess < 3 && paid <= halves && paid < after.paid[2 * to + has])
            after.paid[2 * to + has] = paid, after.worst[2 * to + has] = most;
    }
    return steps == 0 ? s : drive(r, after, v, steps - 1, ALL);
}
// Hundredths of rows that the rest of this turn and the next ones bring, less the wear.
static int worth(int from, struct states s, int v, int steps, int turns) {
    int best = BAD, r = (from + steps) % rows, slow = v - 20 - 20 * b[2];
    s = drive(from, s, v, steps, ALL);
    for (int to = slow > 20 ? slow : 20; to <= v + 20 + 20 * b[1]; to += 20)
        for (int i = 0; i < 8 && to <= 140 + 20 * b[3]; i++) {
            int now = s.paid[i] == NONE ? BAD : -s.paid[i] * 2000 / (halves + 10);
            if (turns && now > BAD) now += 5 * to + worth(r, only(i, 0, 0), to, to / 20, turns - 1);
            if (now > best) best = now;
        }
    return best;
}
static int value(const char *move, int *excess) { // of "speed 60", "go 2", "go 2+" or others
    int n = 0, has, plus = strchr(move, '+') != NULL;
    if (sscanf(move, "speed %d", &n) == 1)
        return 5 * n + worth(row, only(2 * lane + on, 0, 0), n, n / 20, TURNS);
    if (sscanf(move, "go %d", &n) != 1) return strcmp(move, "build 1 1 1 1 1") ? 2 * BAD : 0;
    struct states s = drive(row, only(2 * lane + on, 0, worst), posted, 1, 1 << n);
    has = 2 * n + (s.paid[2 * n + 1] < NONE), *excess = s.worst[has];
    if (s.paid[has] == NONE) return BAD; // it spins
    s = only(has | plus, s.paid[has] + plus, *excess);
    return worth((row + 1) % rows, s, posted, points - 1, TURNS) + (n == lane);
}
static const char *choose(void) {
    int best = 0, most = 3 * BAD, kept = 0, excess = 0, now;
    if (*phase == 'c') return strcmp(phase, "cards") ? chips > 1 ? "chip" : "keep"
                                                     : halves > 6 ? "block" : "pass";
    for (int i = 0; i < count; i++) // without a `go` the first is best: a force pass, or a chip
        if ((now = value(moves[i], &excess)) > most) most = now, best = i, kept = excess;
    worst = *phase == 'p' ? 0 : kept; // excess in this corner, in this move
    return moves[best];
}
int main(void) {
    int me = 0, n, k, to, x[3];
    while (fgets(text, sizeof text, stdin)) {
        sscanf(text, "circuit %d %d", &rows, &lanes), sscanf(text, "you %d", &me);
        if (strcmp(text, "rule lines on\n") == 0) lines = 1;
        if (sscanf(text, "corner %d %d %d %d %d", &n, &to, x, x + 1, x + 2) >= 4)
            for (k = n; k <= to; k++) memcpy(at[k].limits + 1, x, 12), at[k].first = k == n;
        if (sscanf(text, "line %d %*d%n", &n, &k) == 1)
            for (char *c = text + k; sscanf(c, "%d%n", &at[n].line, &k) == 1; n++) c += k;
        if (strcmp(text, "ready\n") == 0) puts("ready C"), fflush(stdout);
        if (sscanf(text, "ask %15s %*d %d", phase, &points) > 0) count = 0;
        if (sscanf(text, "car %d %n", &n, &k) == 1 && n == me)
            sscanf(text + k, "%*s %d %d %*d %*d %9s %d %d %d %*d %*d %*d %d %d %d %d", &row, &lane,
                   speed, &halves, &chips, &on, b, b + 1, b + 2, b + 3);
        if (sscanf(text, "move %31[^\n]", moves[count]) == 1) count++;
        if (strncmp(text, "go ", 3) == 0) posted = atoi(speed), puts(choose()), fflush(stdout);
    }
}
