/* Which lessons are told under a set-up. */
#include "screens/help/lessons.h"

#include <assert.h>

const struct help_page_words help_pages[HELP_PAGES] = {
    [HELP_GAME] = {"game", "The game"},
    [HELP_MOVING] = {"moving", "Moving"},
    [HELP_EXTRAS] = {"extras", "Extra pushes"},
    [HELP_WALL] = {"wall", "The wall"},
    [HELP_CARS] = {"cars", "Other cars"},
    [HELP_AREAS] = {"areas", "Areas"},
    [HELP_FINISH] = {"finish", "The finish"},
    [HELP_START] = {"start", "The start"},
    [HELP_DRAWING] = {"drawing", "Drawing a track"},
    [HELP_PROGRAMS] = {"programs", "Programs"},
    [HELP_KEYS] = {"keys", "Keys"},
};

static bool is_met(const struct help_need *need, const struct setup *setup)
{
    int value = setup->values[need->field];
    const struct track *track = graph_paper_track(setup);
    switch (need->relation) {
    case NEEDS_NOTHING:
        return true;
    case NEEDS_VALUE:
        return value == need->value && setup->game->field_matters(setup, need->field);
    case NEEDS_MORE:
        return value > need->value && setup->game->field_matters(setup, need->field);
    case NEEDS_POINTS:
        return track && track->inspected_count > 0;
    case NEEDS_OPEN:
        return track && track->open;
    }
    return false;
}

bool help_lesson_is_told(const struct help_lesson *lesson, const struct setup *setup)
{
    bool told = true;
    for (int i = 0; i < HELP_NEEDS; i++)
        told &= is_met(&lesson->needs[i], setup);
    return told;
}

static int collect_from(const struct help_lesson *lessons, int count, int page,
                        const struct setup *setup, const struct help_lesson *told[], int so_far)
{
    for (int i = 0; i < count; i++)
        if ((int)lessons[i].page == page && help_lesson_is_told(&lessons[i], setup)) {
            assert(so_far < HELP_LESSON_LIMIT);
            told[so_far++] = &lessons[i];
        }
    return so_far;
}

int help_lessons_collect(const struct setup *setup, const struct help_lesson *told[])
{
    int count = 0;
    for (int page = 0; page < HELP_PAGES; page++) {
        count = collect_from(help_lessons_driving, help_lessons_driving_count, page, setup, told,
                             count);
        count =
            collect_from(help_lessons_racing, help_lessons_racing_count, page, setup, told, count);
    }
    return count;
}
