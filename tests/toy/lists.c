/* The lists of the floors with the toy in them: linked in place of the program's own. */
#include "drivers/graph_paper/driving.h"
#include "paper/graph_paper/ink.h"
#include "rules/graph_paper/graph_paper.h"
#include "toy/toy.h"

const struct game *const games[] = {&graph_paper_game, &toy_game, NULL};
const struct driving *const drivings[] = {&graph_paper_driving, &toy_driving, NULL};
extern const struct ink toy_ink;
const struct ink *const inks[] = {&graph_paper_ink, &toy_ink, NULL};

/* A build with sanitizers shares the floors as a library, whose lists these hide on purpose. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_odr_violation=0";
}
