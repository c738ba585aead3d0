/* cmocka with the headers that it wants before it. */
#ifndef GRAPHPRIX_TESTS_SUPPORT_CMOCKA_H
#define GRAPHPRIX_TESTS_SUPPORT_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
