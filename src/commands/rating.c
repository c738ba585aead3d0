/* See rating.h. Newton's method on the logarithm of the likelihood, which has one maximum; the
 * uncertainty is what the information matrix says there. */
#include "commands/rating.h"

#include <math.h>
#include <string.h>

typedef double matrix[RATING_LIMIT][RATING_LIMIT];

static const double elo_per_unit = 400.0 / 2.302585092994046; /* the unit: odds of e to 1 */
static const double normal_95 = 1.959963984540054;
static const double longest_step = 1.0;
static const double shortest_step = 1e-10;
enum { STEPS_MOST = 1000 };

void games_add_race(struct games *games, const int *places)
{
    for (int i = 0; i < games->count; i++)
        for (int j = 0; j < games->count; j++)
            if (i != j)
                games->points[i][j] +=
                    places[i] < places[j] ? 1.0 : (places[i] == places[j] ? 0.5 : 0.0);
}

/* Has everybody taken something from everybody, perhaps by way of others? Only then the likelihood
 * has its maximum at finite figures. */
static bool is_settled(const struct games *games)
{
    bool reaches[RATING_LIMIT][RATING_LIMIT];
    int count = games->count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            reaches[i][j] = i == j || games->points[i][j] > 0;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++)
                reaches[i][j] = reaches[i][j] || (reaches[i][k] && reaches[k][j]);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (!reaches[i][j])
                return false;
    return true;
}

static void add_draws(struct games *games)
{
    for (int i = 0; i < games->count; i++)
        for (int j = 0; j < games->count; j++)
            if (i != j)
                games->points[i][j] += 0.5;
}

/* The information of strengths about each other, and how the likelihood rises with each. */
static void look_round(const struct games *games, const double *strengths, matrix information,
                       double *slope)
{
    memset(information, 0, sizeof(matrix));
    for (int i = 0; i < games->count; i++) {
        slope[i] = 0;
        for (int j = 0; j < games->count; j++) {
            if (i == j)
                continue;
            double played = games->points[i][j] + games->points[j][i];
            double share = 1.0 / (1.0 + exp(strengths[j] - strengths[i]));
            slope[i] += games->points[i][j] - played * share;
            information[i][j] -= played * share * (1.0 - share);
            information[i][i] += played * share * (1.0 - share);
        }
    }
}

static void swap_rows(matrix a, int one, int other)
{
    double row[RATING_LIMIT];
    memcpy(row, a[one], sizeof row);
    memcpy(a[one], a[other], sizeof row);
    memcpy(a[other], row, sizeof row);
}

static int find_pivot(matrix a, int count, int column)
{
    int pivot = column;
    for (int i = column + 1; i < count; i++)
        if (fabs(a[i][column]) > fabs(a[pivot][column]))
            pivot = i;
    return pivot;
}

/* Of a positive definite matrix, by Gauss and Jordan. */
static void invert(matrix a, int count, matrix inverse)
{
    memset(inverse, 0, sizeof(matrix));
    for (int i = 0; i < count; i++)
        inverse[i][i] = 1;
    for (int column = 0; column < count; column++) {
        int pivot = find_pivot(a, count, column);
        swap_rows(a, column, pivot);
        swap_rows(inverse, column, pivot);
        double scale = 1.0 / a[column][column];
        for (int j = 0; j < count; j++) {
            a[column][j] *= scale;
            inverse[column][j] *= scale;
        }
        for (int i = 0; i < count; i++) {
            double times = a[i][column];
            for (int j = 0; j < count && i != column; j++) {
                a[i][j] -= times * a[column][j];
                inverse[i][j] -= times * inverse[column][j];
            }
        }
    }
}

/* Strengths have no zero of their own: on average they are 0, which makes the matrix one that can
 * be inverted. */
static void find_covariance(matrix information, int count, matrix covariance)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            information[i][j] += 1.0 / count;
    invert(information, count, covariance);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            covariance[i][j] -= 1.0 / count;
}

/* One step uphill; returns how far it went. */
static double climb(const struct games *games, double *strengths)
{
    double slope[RATING_LIMIT];
    double step[RATING_LIMIT] = {0};
    double longest = 0;
    matrix information, covariance;
    look_round(games, strengths, information, slope);
    find_covariance(information, games->count, covariance);
    for (int i = 0; i < games->count; i++) {
        for (int j = 0; j < games->count; j++)
            step[i] += covariance[i][j] * slope[j];
        longest = fmax(longest, fabs(step[i]));
    }
    double scale = longest > longest_step ? longest_step / longest : 1.0;
    for (int i = 0; i < games->count; i++)
        strengths[i] += step[i] * scale;
    return longest;
}

bool rating_fit(const struct games *raced, struct rating *ratings)
{
    struct games games = *raced;
    double strengths[RATING_LIMIT] = {0};
    double slope[RATING_LIMIT];
    matrix information, covariance;
    bool settled = is_settled(&games);
    if (!settled)
        add_draws(&games);
    for (int i = 0; i < STEPS_MOST && climb(&games, strengths) > shortest_step;)
        i++;
    look_round(&games, strengths, information, slope);
    find_covariance(information, games.count, covariance);
    double games_of_race = games.count / 2.0; /* pairs of a race for each independent one */
    for (int i = 0; i < games.count; i++)
        ratings[i] = (struct rating){.elo = RATING_AVERAGE + elo_per_unit * strengths[i],
                                     .error = normal_95 * elo_per_unit *
                                              sqrt(covariance[i][i] * games_of_race)};
    return !settled;
}
