/* Texts of Windows, which are UTF-16, and texts of the program, which are UTF-8. */
#ifndef GRAPHPRIX_BASE_SYSTEM_WINDOWS_WIDE_H
#define GRAPHPRIX_BASE_SYSTEM_WINDOWS_WIDE_H

#include <stdbool.h>
#include <wchar.h>

/* Free what comes back. What is no UTF-8 or no UTF-16 has signs of replacement there. */
wchar_t *wide_text(const char *text);
char *wide_back(const wchar_t *text);
/* The same of a path, whose folders have '/' between them in the program. */
char *wide_back_path(const wchar_t *path);
/* False, with errno set to what the last error of Windows means. */
bool wide_failed(void);

#endif
