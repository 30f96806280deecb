/* What may go to a terminal: text that is UTF-8, line ends, and the colours that our own
 * renderer asks for; nothing else that a terminal obeys.
 *
 * Written without the code that it checks. */
#ifndef ALEA_TESTS_FUZZ_TERMINAL_H
#define ALEA_TESTS_FUZZ_TERMINAL_H

#include <stdint.h>
#include <stdio.h>

#include "tests/fuzz/fuzz.h"
#include "view/style.h"

void terminal_check(const char *text, size_t len, bool colour);

#endif
