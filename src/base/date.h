/* Days of the calendar, counted, so that the day after another is one more: pure integers, for the
 * years 1970 to 9999 (Gregorian). No rule may ask which day it is.
 */
#ifndef GRAPHPRIX_BASE_DATE_H
#define GRAPHPRIX_BASE_DATE_H

#include <stdbool.h>

enum { DATE_BYTES = 11, DATE_WORDS = 40 };

/* Since 1 January 1970, which is 0; the date must be one of the calendar. */
int date_day(int year, int month, int day);
/* Exactly "2026-11-24", and there must be such a day. */
bool date_read(const char *text, int *day);
void date_write(int day, char into[DATE_BYTES]);
/* "Tuesday, 24 November 2026"; and 0 for Monday to 6. */
void date_say(int day, char into[DATE_WORDS]);
int date_weekday(int day);

#endif
