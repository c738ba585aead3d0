/* Running wide (RULES 4.4): leaving the track, driving outside and coming back behind the place
 * where the car left.
 */
#include "rules/graph_paper/race.h"

static void refuse(struct drive *drive, enum refusal why)
{
    drive->refused = true;
    drive->why = why;
}

/* A piece of the way that ends where the move does, on the track. */
static bool reaches_end(const struct ground *ground, const struct drive *drive,
                        const struct ground_piece *piece)
{
    return ground_holds_point(ground, drive->to) &&
           exact_equal(piece->leave, exact_from_grid(drive->to));
}

/* May a car come back there that left at `exit_progress`? */
static bool is_behind(const struct paper_race *race, struct exact_point entry, int exit_progress)
{
    int progress = progress_at(race, entry);
    return progress >= 0 && progress <= exit_progress;
}

/* The last piece of the way leads back: does it stay on the track, and begin far enough behind? */
static void come_back(const struct paper_race *race, struct drive *drive,
                      const struct ground_piece *piece, int exit_progress)
{
    struct ground ground = race_ground(race);
    if (!reaches_end(&ground, drive, piece))
        refuse(drive, REFUSAL_THROUGH);
    else if (!is_behind(race, piece->enter, exit_progress))
        refuse(drive, REFUSAL_AHEAD);
    else
        drive->returns = true;
}

void outside_drive(const struct paper_race *race, const struct car *car, struct drive *drive)
{
    struct ground ground = race_ground(race);
    struct ground_piece piece;
    int pieces = ground_list_pieces(&ground, drive->from, drive->to, &piece, 1);
    drive->off_track = pieces == 0;
    if (pieces > 1)
        refuse(drive, REFUSAL_THROUGH);
    else if (pieces == 1)
        come_back(race, drive, &piece, car->exit_progress);
    if (drive->returns)
        drive->begin = piece.enter;
}

void outside_leave(const struct paper_race *race, struct drive *drive)
{
    struct ground ground = race_ground(race);
    struct ground_piece pieces[2];
    drive_find_end(race, drive);
    drive->exit_progress = progress_at(race, drive->end);
    int count = ground_list_pieces(&ground, drive->from, drive->to, pieces, 2);
    if (count > 2)
        refuse(drive, REFUSAL_THROUGH);
    else if (count == 2)
        come_back(race, drive, &pieces[1], drive->exit_progress);
}
