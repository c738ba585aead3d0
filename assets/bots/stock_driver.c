// Drives a stock car of Graph Prix: of the ways after which it can still brake for the next bend,
// it has the game try the best few and takes the one that ends nearest to the line. Make it better!
// clang-format off
#include <stdio.h>
#include <string.h>
enum { MOST = 502, FAR = 0x1010101, TRIED = 5, FASTEST = 40 };
static const char *const names[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
static const int dx[] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[] = {1, 1, 0, -1, -1, -1, 0, 1};
static char tile[MOST][MOST], known[MOST][MOST][8][FASTEST]; // from (1, 1) on
static int h, race, bend, fx, fy, speed, cards, count, length, far[MOST][MOST]; // far from the line
static char text[9999], word[MOST], changes[40], letters[MOST]; // length: of the letters
static struct { int worth; char order[MOST + 40]; } best[TRIED + 1] = {{0, "special turbo"}};
#define LINE(x, y) (tile[y][x] && strchr("Fp#P", tile[y][x]) && (dx[race] ? x == fx : y == fy))
static int crosses(int x, int y, int p, int q) { // 1: the line, -1: backwards, 0: not at all
    int forward = (p - x) * dx[race] + (q - y) * dy[race], change = LINE(p, q) - LINE(x, y);
    return change * forward > 0 ? change : 0;
}
static void measure(void) { // fills `far`: again and again until nothing becomes shorter
    memset(far, 1, sizeof far); // each of them FAR
    for (int again = 1; again;)
        for (int i = again = 0; i < 8 * MOST * (h + 1); i++) {
            int x = i/8 % MOST, y = i/8 / MOST, p = x + dx[i % 8], q = y + dy[i % 8];
            if (!tile[y][x] || !tile[q][p] || crosses(x, y, p, q) < 0) continue;
            int steps = crosses(x, y, p, q) ? 1 : far[q][p] + 1;
            if (steps < far[y][x]) far[y][x] = steps, again = 1;
        }
}
static void consider(int worth) { // keeps the best orders: the less worth, the better
    int i = count < TRIED ? count++ : TRIED;
    for (; i > 0 && best[i - 1].worth > worth; i--) best[i] = best[i - 1];
    best[i].worth = worth;
    sprintf(best[i].order, "%s%.*s", changes + (*changes == '-' && length), length, letters);
}
// All ways with at most one L and one R. They are considered; or, to brake: can it go on after one?
static int ways(int x, int y, int to, int moves, int steers, int bank, int laps, int brake) {
    for (int k = 0; k < 3 && moves; k++) {
        int ahead = (to + "\0\7\1"[k]) % 8, p = x + dx[ahead], q = y + dy[ahead];
        int turns = bank && tile[y][x] == 'b' && tile[q][p] == 'b';
        if ((k && !(steers & k)) || !tile[q][p]) continue;
        letters[length++] = "MLR"[k];
        int good = ways(p, q, (ahead + turns * bend) % 8, moves - 1, steers & ~k, bank && !turns,
                        laps + crosses(x, y, p, q), brake);
        if (length--, good) return 1;
    }
    if (moves || brake == 1) return !moves;
    int fast = brake ? brake : speed, slow = fast > 1 ? fast - 1 : 1;
    char *safe = &known[y][x][to][slow % FASTEST]; // 1: no, 2: yes
    if (!*safe) *safe = (char)(1 + ways(x, y, to, slow, 3, 1, 0, slow));
    if (brake) return *safe == 2;
    return consider(far[y][x] - FAR * laps + 3 * cards + (*safe == 2 && speed ? 0 : 9 * FAR)), 0;
}
int main(void) {
    int me = 0, n, a, b, x = 0, y = 0, to = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); // each line goes out at once
    while (fgets(text, sizeof text, stdin)) {
        sscanf(text, "map %*d %d", &h), sscanf(text, "you %d", &me);
        if (sscanf(text, "row %d %500s", &n, word + 1) == 2)
            for (a = 1; word[a]; a++)
                if ((tile[n + 1][a] = word[a] == '_' ? 0 : word[a]) == 'F') fx = a, fy = n + 1;
        if (sscanf(text, "race %9s", word) == 1) while (strcmp(names[race], word) != 0) race++;
        if (sscanf(text, "turn %1[lr]", word) == 1) bend = *word == 'l' ? 7 : 1;
        if (strcmp(text, "ready\n") == 0) measure(), puts("ready C");
        if (sscanf(text, "car %d %*s %d %d %9s", &n, &a, &b, word) == 4 && n == me)
            for (to = 0, x = a + 1, y = b + 1; strcmp(names[to], word) != 0;) to++;
        if (sscanf(text, "speed %d %39s %d", &speed, changes, &cards) == 3) {
            ways(x, y, to, speed, 3, 1, 0, 0);
            memset(letters, 'M', MOST), *letters = 'R', length = speed; // if nothing is safe
            consider((speed ? 5 : 9) * FAR + speed), length = 0;
        }
        if (strncmp(text, "go ", 3) != 0) continue;
        for (a = n = 0; a < count; a++) { // what does the game say that comes of it?
            printf("try %s\n", best[a].order);
            if (!fgets(text, sizeof text, stdin)) return 1;
            best[a].worth += FAR * (strstr(text, "\"off_track\":")[12] - '0');
            if (best[a].worth < best[n].worth) n = a;
        }
        printf("do %s\n", best[n].order), count = 0;
    }
}
