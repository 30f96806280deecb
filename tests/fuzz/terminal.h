/* What may be sent to a terminal: UTF-8 text, line ends, and the colours of our renderer;
 * nothing else that a terminal interprets.
 *
 * Written independently of the code that it checks. */
#ifndef ALEA_TESTS_FUZZ_TERMINAL_H
#define ALEA_TESTS_FUZZ_TERMINAL_H

#include <stdint.h>
#include <stdio.h>

#include "tests/fuzz/fuzz.h"
#include "view/style.h"

void terminal_check(const char *text, size_t len, bool colour);

#endif
