/* What happens on a visit, for changes of its inputs. */
#ifndef ALEA_TESTS_FUZZ_VISIT_MUTATE_H
#define ALEA_TESTS_FUZZ_VISIT_MUTATE_H

#include "tests/fuzz/mutate.h"

/* A line that a server sends, or something else that happens on a visit. */
mutate_line visit_new_line;

#endif
