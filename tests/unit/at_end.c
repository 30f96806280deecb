#include "tests/unit/at_end.h"

#include "tests/support/cmocka.h"

#define ENDS_MAX 64

static struct end {
    void (*run)(void *arg);
    void *arg;
} ends[ENDS_MAX];
static size_t n_ends;

void at_end(void (*run)(void *arg), void *arg) {
    at_end_forget(arg);
    assert_in_range(n_ends, 0, ENDS_MAX - 1);
    ends[n_ends++] = (struct end){run, arg};
}

void at_end_forget(const void *arg) {
    size_t kept = 0;
    for (size_t i = 0; i < n_ends; i++) {
        if (ends[i].arg != arg) {
            ends[kept++] = ends[i];
        }
    }
    n_ends = kept;
}

int at_end_now(void **state) {
    while (n_ends > 0) {
        struct end end = ends[--n_ends];
        end.run(end.arg);
    }
    return 0;
}
