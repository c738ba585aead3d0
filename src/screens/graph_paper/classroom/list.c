/* Which lessons there are. They are read when the classroom is entered: a dozen small files. */
#include "screens/graph_paper/classroom/inside.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/folders.h"
#include "commands/command.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LESSON_MOST = 500 };

/* "04-braking.lesson" is called "braking": the number only puts them in order. */
static void name_entry(const struct lesson_list *list, const char *file, struct lesson_entry *entry)
{
    const char *name = file + strspn(file, "0123456789");
    if (name == file || *name != '-' || !name[1])
        name = file;
    else
        name++;
    int length = (int)(strlen(name) - strlen(LESSON_EXTENSION));
    snprintf(entry->id, sizeof entry->id, "lesson %.*s", length, name);
    for (int i = 0, number = 2; i < list->count; i++)
        if (strcmp(list->items[i].id, entry->id) == 0) {
            snprintf(entry->id, sizeof entry->id, "lesson %.*s %d", length > 60 ? 60 : length, name,
                     number++);
            i = -1;
        }
}

static void read_entry(struct lesson_entry *entry)
{
    struct lesson_plan plan;
    struct error error;
    if (!lesson_load(&plan, entry->path, NULL, &error)) {
        error_describe(&error, file_own_name(entry->path), entry->problem, sizeof entry->problem);
        snprintf(entry->title, sizeof entry->title, "%s", file_own_name(entry->path));
        return;
    }
    memcpy(entry->title, plan.title, sizeof entry->title);
    snprintf(entry->about, sizeof entry->about, "%s", plan.about ? plan.about : "");
    entry->minutes = plan.minutes;
    lesson_free(&plan);
}

static void add_folder(struct lesson_list *list, const char *folder, bool own)
{
    int count;
    char **names = file_list_folder(folder, LESSON_EXTENSION, &count);
    for (int i = 0; i < count && list->count < LESSON_MOST; i++) {
        struct lesson_entry entry = {.own = own, .path = file_join(folder, names[i])};
        name_entry(list, names[i], &entry);
        read_entry(&entry);
        list_add(list, entry);
    }
    file_free_names(names, count);
}

char *lesson_own_folder(void)
{
    return folders_data("lessons");
}

void lesson_list_read(struct lesson_list *list)
{
    const char *assets = command_asset_folder("assets");
    char *shipped = assets ? file_join(assets, "lessons") : NULL;
    char *own = lesson_own_folder();
    lesson_list_free(list);
    if (shipped)
        add_folder(list, shipped, false);
    add_folder(list, own, true);
    free(shipped);
    free(own);
}

void lesson_list_free(struct lesson_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->items[i].path);
    free(list->items);
    *list = (struct lesson_list){0};
}
