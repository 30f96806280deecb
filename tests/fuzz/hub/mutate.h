/* What happens in a fixture, for changes of its inputs. */
#ifndef ALEA_TESTS_FUZZ_HUB_MUTATE_H
#define ALEA_TESTS_FUZZ_HUB_MUTATE_H

#include "tests/fuzz/mutate.h"

/* A line that a guest says, or something else that happens in a fixture. */
mutate_line hub_new_line;

#endif
