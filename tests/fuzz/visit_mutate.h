/* Lines for inputs about a visit. */
#ifndef ALEA_TESTS_FUZZ_VISIT_MUTATE_H
#define ALEA_TESTS_FUZZ_VISIT_MUTATE_H

#include "tests/fuzz/mutate.h"

/* Writes a line that a server sends, or another thing that happens on a visit. */
mutate_line visit_new_line;

#endif
