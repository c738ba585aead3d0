/* See grid.h.
 *
 * From the part of the grid that lies flat its points are followed outwards one by one: each is
 * expected where its neighbours lead, and put where its two lines are seen. What they lie aside is
 * a smooth field, so a point that is hidden takes what lies round it.
 */
#include "studio/graph_paper/photo/grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEYOND = 40, /* squares that may be found beside the flat part */
    HIDDEN_MOST = 2,
    UNDO_STEPS = 14,
    SMOOTHINGS = 2,
    SQUARES_LEAST = 6,
};

static const double arm = .45;          /* squares of a point's lines to each side of it */
static const double surely = .12;       /* squares: a point of the flat part */
static const double reaches = .26;      /* squares from where a point is expected */
static const double whole_part = .8;    /* of a square must be there */
static const double paper_light = .7;   /* of the light before it */
static const double notable = .1;       /* squares: it does not lie flat */
static const double notable_part = .03; /* of all points */
static const double seen_part = .6;     /* of a column or row */

/* --- places ---------------------------------------------------------------------------------- */

static struct spot bend_at(const struct photo_bend *bend, struct spot at)
{
    double x = fmin(fmax(at.x, 0), bend->columns - 1);
    double y = fmin(fmax(at.y, 0), bend->rows - 1);
    int left = (int)x, top = (int)y;
    int right = left + 1 < bend->columns;
    const struct spot *row = bend->by + (size_t)top * (size_t)bend->columns + left;
    const struct spot *next = top + 1 < bend->rows ? row + bend->columns : row;
    const struct spot corners[4] = {row[0], row[right], next[0], next[right]};
    return spot_within(corners, x - left, y - top);
}

struct spot photo_bend_apply(const struct photo_bend *bend, struct spot squares)
{
    return bend->by == NULL ? squares : spot_plus(squares, bend_at(bend, squares), 1);
}

struct spot photo_bend_undo(const struct photo_bend *bend, struct spot moved)
{
    struct spot at = moved;
    for (int i = 0; i < UNDO_STEPS && bend->by != NULL; i++) {
        struct spot next = spot_subtract(moved, bend_at(bend, at));
        bool settled = fabs(next.x - at.x) + fabs(next.y - at.y) < 1e-3;
        at = next;
        if (settled)
            break;
    }
    return at;
}

struct spot photo_grid_place(const struct grid *grid, double x, double y)
{
    struct spot on = spot_subtract((struct spot){x, y}, grid->bend_from);
    on = spot_plus(photo_bend_apply(&grid->bend, on), grid->bend_from, 1);
    return homography_apply(&grid->map, on);
}

struct spot photo_grid_squares(const struct grid *grid, struct spot at)
{
    struct spot on = homography_apply(&grid->back, at);
    if (grid->bend.by == NULL)
        return on;
    on = spot_subtract(on, grid->bend_from);
    return spot_plus(photo_bend_undo(&grid->bend, on), grid->bend_from, 1);
}

void photo_forget_grid(struct grid *grid)
{
    free(grid->bend.by);
    grid->bend = (struct photo_bend){0};
}

/* --- following ------------------------------------------------------------------------------- */

struct node {
    struct spot at;
    int round;  /* in which it became known; 0: not yet; -1: it cannot be */
    int hidden; /* steps from one that was seen; 0: seen */
};

struct net {
    const struct photo *photo;
    const struct plane *darkness;
    const struct grid *grid;
    int columns, rows;
    struct node *nodes;
};

static struct node *node_at(const struct net *net, int column, int row)
{
    bool there = column >= 0 && row >= 0 && column < net->columns && row < net->rows;
    return there ? &net->nodes[row * net->columns + column] : NULL;
}

static bool is_known(const struct node *node, int round)
{
    return node != NULL && node->round > 0 && node->round < round;
}

static bool find_line(const struct net *net, struct spot at, struct spot step, struct spot aside,
                      struct grid_edge *edge)
{
    struct spot from = spot_plus(at, step, -arm);
    double typical = net->grid->contrast;
    return photo_measure_line(net->darkness, NULL, from, spot_plus(at, step, arm),
                              spot_plus(from, aside, 1), edge) &&
           edge->contrast > photo_faint_contrast(typical, edge->width, net->grid->square);
}

/* Puts a node where its lines are seen, at most `most` squares from where it is expected; `right`
 * and `down` are the steps to the next ones. False if they are not seen. */
static bool find_node(const struct net *net, struct spot right, struct spot down, double most,
                      struct spot *at)
{
    struct grid_edge level;
    struct grid_edge upright;
    if (!find_line(net, *at, right, down, &level) || !find_line(net, *at, down, right, &upright) ||
        fabs(level.offset) > most || fabs(upright.offset) > most)
        return false;
    struct spot a = level.normal;
    struct spot b = upright.normal;
    double determinant = a.x * b.y - a.y * b.x;
    if (fabs(determinant) < .2)
        return false;
    double first = level.offset * level.width;
    double second = upright.offset * upright.width;
    at->x += (first * b.y - second * a.y) / determinant;
    at->y += (second * a.x - first * b.x) / determinant;
    return true;
}

static void find_flat_nodes(const struct net *net)
{
    const struct grid *grid = net->grid;
    for (int row = BEYOND; row < net->rows - BEYOND; row++)
        for (int column = BEYOND; column < net->columns - BEYOND; column++) {
            double x = column - BEYOND + grid->left;
            double y = row - BEYOND + grid->top;
            struct node *node = node_at(net, column, row);
            node->at = photo_grid_place(grid, x, y);
            struct spot right = photo_grid_place(grid, x + 1, y);
            struct spot down = photo_grid_place(grid, x, y + 1);
            right = spot_plus(right, node->at, -1);
            down = spot_plus(down, node->at, -1);
            node->round = find_node(net, right, down, surely, &node->at);
        }
}

/* Where known neighbours lead, and the steps to the next nodes there, to the right and down. */
struct guess {
    struct spot at, steps[2];
    int hidden;
};

/* False if too few are known. */
static bool guess_node(const struct net *net, int column, int row, int round, struct guess *guess)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    struct spot sum = {0, 0};
    int count = 0, counts[2] = {0, 0};
    *guess = (struct guess){.hidden = HIDDEN_MOST + 1};
    for (int i = 0; i < 4; i++) {
        int dx = ways[i][0], dy = ways[i][1], axis = i / 2;
        const struct node *near = node_at(net, column + dx, row + dy);
        const struct node *far = node_at(net, column + 2 * dx, row + 2 * dy);
        if (!is_known(near, round))
            continue;
        guess->hidden = near->hidden < guess->hidden ? near->hidden : guess->hidden;
        if (is_known(far, round)) {
            struct spot step = spot_subtract(near->at, far->at);
            sum = spot_plus(sum, spot_plus(near->at, step, 1), 1);
            count++;
            guess->steps[axis] = spot_plus(guess->steps[axis], step, -dx - dy);
            counts[axis]++;
        }
        for (int side = -1; side <= 1; side += 2) {
            const struct node *beside = node_at(net, column + side * dy, row + side * dx);
            const struct node *behind = node_at(net, column + dx + side * dy, row + dy + side * dx);
            if (!is_known(behind, round))
                continue;
            guess->steps[!axis] =
                spot_plus(guess->steps[!axis], spot_subtract(behind->at, near->at), side);
            counts[!axis]++;
            if (!is_known(beside, round))
                continue;
            struct spot step = spot_subtract(beside->at, behind->at);
            sum = spot_plus(sum, spot_plus(near->at, step, 1), 1);
            count++;
        }
    }
    if (count == 0 || counts[0] == 0 || counts[1] == 0)
        return false;
    guess->at = (struct spot){sum.x / count, sum.y / count};
    for (int i = 0; i < 2; i++)
        guess->steps[i] =
            (struct spot){guess->steps[i].x / counts[i], guess->steps[i].y / counts[i]};
    return true;
}

static bool is_in_picture(const struct net *net, struct spot at)
{
    return at.x > 1 && at.y > 1 && at.x < net->darkness->width - 1 &&
           at.y < net->darkness->height - 1;
}

/* Nodes beside those that were known before this round. False if there was none. */
static bool grow_round(const struct net *net, int round)
{
    bool grown = false;
    for (int row = 0; row < net->rows; row++)
        for (int column = 0; column < net->columns; column++) {
            struct node *node = node_at(net, column, row);
            struct guess guess;
            if (node->round != 0 || !guess_node(net, column, row, round, &guess))
                continue;
            node->at = guess.at;
            bool seen = find_node(net, guess.steps[0], guess.steps[1], reaches, &node->at);
            node->hidden = seen ? 0 : guess.hidden + 1;
            node->round = node->hidden <= HIDDEN_MOST && is_in_picture(net, node->at) ? round : -1;
            grown = grown || node->round > 0;
        }
    return grown;
}

/* --- the field ------------------------------------------------------------------------------- */

/* Unknown ones become the mean of those beside them, one ring after the other. */
static void fill_unknown(struct photo_bend *bend, bool *known)
{
    size_t count = (size_t)bend->columns * (size_t)bend->rows;
    bool *next = memory_copy(known, count, sizeof *known);
    for (int round = 0; round < bend->columns + bend->rows; round++) {
        bool missing = false;
        for (int y = 0; y < bend->rows; y++)
            for (int x = 0; x < bend->columns; x++) {
                struct spot sum = {0, 0};
                int found = 0;
                if (known[y * bend->columns + x])
                    continue;
                for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < bend->rows; v++)
                    for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < bend->columns; u++)
                        if (known[v * bend->columns + u]) {
                            sum = spot_plus(sum, bend->by[v * bend->columns + u], 1);
                            found++;
                        }
                missing = true;
                next[y * bend->columns + x] = found > 0;
                if (found > 0)
                    bend->by[y * bend->columns + x] = (struct spot){sum.x / found, sum.y / found};
            }
        memcpy(known, next, count * sizeof *known);
        if (!missing)
            break;
    }
    free(next);
}

static void smooth(struct photo_bend *bend)
{
    size_t count = (size_t)bend->columns * (size_t)bend->rows;
    struct spot *from = memory_copy(bend->by, count, sizeof *from);
    for (int y = 1; y + 1 < bend->rows; y++)
        for (int x = 1; x + 1 < bend->columns; x++) {
            struct spot sum = {0, 0};
            for (int v = -1; v <= 1; v++)
                for (int u = -1; u <= 1; u++)
                    sum = spot_plus(sum, from[(y + v) * bend->columns + x + u],
                                    (u == 0 ? 2 : 1) * (v == 0 ? 2 : 1));
            bend->by[y * bend->columns + x] = (struct spot){sum.x / 16, sum.y / 16};
        }
    free(from);
}

static int count_seen(const struct net *net, bool column, int index, int from, int to)
{
    int seen = 0;
    for (int i = from; i <= to; i++) {
        const struct node *node = node_at(net, column ? index : i, column ? i : index);
        seen += node->round > 0 && node->hidden == 0;
    }
    return seen;
}

/* Outwards from a side, as long as lines are seen. */
static int extend(const struct net *net, bool column, int at, int step, int from, int to)
{
    int most = column ? net->columns : net->rows;
    int last = at;
    for (int i = at + step; i >= 0 && i < most && (i - last) * step <= 2; i += step)
        if (count_seen(net, column, i, from, to) >= seen_part * (to - from + 1))
            last = i;
    return last;
}

struct window {
    int left, top, right, bottom; /* nodes */
};

static struct window find_window(const struct net *net)
{
    struct window window = {BEYOND, BEYOND, net->columns - 1 - BEYOND, net->rows - 1 - BEYOND};
    window.left = extend(net, true, window.left, -1, window.top, window.bottom);
    window.right = extend(net, true, window.right, 1, window.top, window.bottom);
    window.top = extend(net, false, window.top, -1, window.left, window.right);
    window.bottom = extend(net, false, window.bottom, 1, window.left, window.right);
    return window;
}

/* What lies in the window, smooth. Is it worth to be told? */
static bool measure_bend(const struct net *net, struct window window, struct photo_bend *bend)
{
    *bend =
        (struct photo_bend){window.right - window.left + 1, window.bottom - window.top + 1, NULL};
    size_t count = (size_t)bend->columns * (size_t)bend->rows;
    bool *known = memory_allocate(count, sizeof *known);
    int seen = 0;
    int aside = 0;
    bend->by = memory_allocate(count, sizeof *bend->by);
    for (int y = 0; y < bend->rows; y++)
        for (int x = 0; x < bend->columns; x++) {
            const struct node *node = node_at(net, x + window.left, y + window.top);
            int i = y * bend->columns + x;
            known[i] = node->round > 0;
            if (!known[i])
                continue;
            struct spot flat = homography_apply(&net->grid->back, node->at);
            bend->by[i].x = flat.x - (x + window.left - BEYOND + net->grid->left);
            bend->by[i].y = flat.y - (y + window.top - BEYOND + net->grid->top);
        }
    fill_unknown(bend, known);
    for (int i = 0; i < SMOOTHINGS; i++)
        smooth(bend);
    for (int y = 1; y + 1 < bend->rows; y++) /* those at the edge are not smoothed */
        for (int x = 1; x + 1 < bend->columns; x++) {
            const struct node *node = node_at(net, x + window.left, y + window.top);
            const struct spot *by = &bend->by[y * bend->columns + x];
            if (node->round <= 0 || node->hidden > 0)
                continue;
            seen++;
            aside += hypot(by->x, by->y) > notable;
        }
    free(known);
    return aside > notable_part * seen;
}

/* --- the page's edge ------------------------------------------------------------------------- */

/* The mean light of 5 x 5 pixels; 0 beside the picture. */
static double light_at(const struct photo *photo, struct spot at)
{
    enum { REACH = 2 };
    int sum = 0;
    int left = (int)at.x - REACH;
    int top = (int)at.y - REACH;
    if (left < 0 || top < 0 || left + 2 * REACH >= photo->across || top + 2 * REACH >= photo->down)
        return 0;
    for (int y = top; y <= top + 2 * REACH; y++)
        for (int x = left; x <= left + 2 * REACH; x++) {
            uint32_t pixel = photo->pixels[(size_t)y * (size_t)photo->across + (size_t)x];
            sum += (int)(pixel >> 8 & 255);
        }
    return sum;
}

/* The place so far from node line `index` towards `index + step`, between the i-th and the next one
 * along it. False if it is not known. */
static bool place_between(const struct net *net, bool column, int index, int step, int i,
                          double part, struct spot *at)
{
    struct spot ends[2];
    for (int side = 0; side < 2; side++) {
        const struct node *from =
            node_at(net, column ? index : i + side, column ? i + side : index);
        const struct node *to =
            node_at(net, column ? index + step : i + side, column ? i + side : index + step);
        if (from == NULL || to == NULL || from->round <= 0 || to->round <= 0)
            return false;
        ends[side] = spot_plus(from->at, spot_plus(to->at, from->at, -1), part);
    }
    *at = (struct spot){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2};
    return true;
}

/* Is there paper beyond a line of nodes, as light as before it? */
static bool goes_on(const struct net *net, bool column, int index, int step, int from, int to)
{
    int known = 0;
    int paper = 0;
    for (int i = from; i < to; i++) {
        struct spot inside;
        struct spot outside;
        if (!place_between(net, column, index, -step, i, .5, &inside) ||
            !place_between(net, column, index, step, i, whole_part, &outside))
            continue;
        known++;
        paper += light_at(net->photo, outside) > paper_light * light_at(net->photo, inside);
    }
    return 2 * known > to - from && 3 * paper > 2 * known;
}

/* A page is printed to its edges, where lines are hard to tell from them: one more square may be
 * there. What lies beyond the edge is no paper, whatever lines are seen in it. */
static int find_edge(const struct net *net, bool column, int at, int step, int from, int to)
{
    int least = step > 0 ? BEYOND : (column ? net->columns : net->rows) - 1 - BEYOND;
    while ((at - least) * step > SQUARES_LEAST && !goes_on(net, column, at - step, step, from, to))
        at -= step;
    return goes_on(net, column, at, step, from, to) ? at + step : at;
}

static struct window fit_page(const struct net *net, struct window window)
{
    struct window fitted = window;
    fitted.left = find_edge(net, true, window.left, -1, window.top, window.bottom);
    fitted.right = find_edge(net, true, window.right, 1, window.top, window.bottom);
    fitted.top = find_edge(net, false, window.top, -1, window.left, window.right);
    fitted.bottom = find_edge(net, false, window.bottom, 1, window.left, window.right);
    bool sound =
        fitted.right - fitted.left >= SQUARES_LEAST && fitted.bottom - fitted.top >= SQUARES_LEAST;
    return sound ? fitted : window;
}

void photo_follow_bend(const struct photo *photo, const struct plane *darkness, struct grid *grid)
{
    struct net net = {photo,
                      darkness,
                      grid,
                      grid->right - grid->left + 1 + 2 * BEYOND,
                      grid->bottom - grid->top + 1 + 2 * BEYOND,
                      NULL};
    net.nodes = memory_allocate((size_t)net.columns * (size_t)net.rows, sizeof *net.nodes);
    find_flat_nodes(&net);
    for (int round = 2; grow_round(&net, round);)
        round++;
    struct window window = fit_page(&net, find_window(&net));
    struct photo_bend bend;
    if (measure_bend(&net, window, &bend)) {
        grid->bend = bend;
        grid->left += window.left - BEYOND;
        grid->top += window.top - BEYOND;
        grid->bend_from = (struct spot){grid->left, grid->top};
        grid->right = grid->left + bend.columns - 1;
        grid->bottom = grid->top + bend.rows - 1;
    } else {
        free(bend.by);
    }
    free(net.nodes);
}
