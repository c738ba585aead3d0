/* The families of rules that the program knows. */
#include "rules/graph_paper/graph_paper.h"
#include "rules/rules.h"

#include <string.h>

const struct rules *const rules_families[] = {&graph_paper_rules, NULL};

const struct rules *rules_find(const char *name)
{
    for (const struct rules *const *family = rules_families; *family != NULL; family++)
        if (strcmp((*family)->name, name) == 0)
            return *family;
    return NULL;
}
