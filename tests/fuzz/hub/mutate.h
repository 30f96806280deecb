/* Lines for inputs of the hub target: what happens in a fixture. */
#ifndef ALEA_TESTS_FUZZ_HUB_MUTATE_H
#define ALEA_TESTS_FUZZ_HUB_MUTATE_H

#include "tests/fuzz/mutate.h"

/* Writes a line: a guest's, or another thing that happens in a fixture. */
mutate_line hub_new_line;

#endif
