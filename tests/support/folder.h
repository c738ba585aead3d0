/* An empty folder for one test program, removed with what is in it. */
#ifndef GRAPHPRIX_TESTS_SUPPORT_FOLDER_H
#define GRAPHPRIX_TESTS_SUPPORT_FOLDER_H

/* A new one under TMPDIR; owned by this module. */
const char *folder_make(void);
/* The path of a name in it; free it. */
char *folder_path(const char *name);
/* Takes away the files in it, hidden ones too, but not the folder. */
void folder_empty(void);
void folder_remove(void);

/* The same for cmocka's group set-up and teardown. */
int folder_set_up(void **state);
int folder_tear_down(void **state);

#endif
