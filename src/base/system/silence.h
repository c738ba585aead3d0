/* The standard error, turned to nowhere while a library works that writes there what it finds
 * wrong. There is but one for all threads: a second thread waits until the first one's silence
 * ends.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_SILENCE_H
#define GRAPHPRIX_BASE_SYSTEM_SILENCE_H

void silence_begin(void);
void silence_end(void);

#endif
