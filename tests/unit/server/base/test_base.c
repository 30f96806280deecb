/* The small modules of server/base. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "server/base/deadline_heap.h"
#include "server/base/index.h"
#include "server/base/metrics.h"
#include "server/base/rate.h"
#include "server/base/server_time.h"
#include "server/base/slots.h"

/* --- index --- */

/* The hash table, compared with a plain list. */

static size_t count(const struct index *index, uint64_t hash, const void *object) {
    size_t n = 0;
    uint32_t at = 0;
    for (const void *o; (o = index_next(index, hash, &at)) != NULL;) {
        n += o == object;
    }
    return n;
}

TEST(test_words_ignore_case) {
    struct index index = {.key = "k"}, other = {.key = "another"};
    assert_int_equal(index_hash_word(&index, "Anna"), index_hash_word(&index, "aNNA"));
    assert_int_not_equal(index_hash_word(&index, "Anna"),
                         index_hash_word(&index, "Annb"));
    /* Without the key, collisions cannot be predicted. */
    assert_int_not_equal(index_hash_word(&index, "Anna"),
                         index_hash_word(&other, "Anna"));
}

#define OBJECTS 300

/* Few different hashes, so that many objects collide. */
static uint64_t hash_of(size_t i) {
    return i % 40 * (i % 3 == 0 ? 1 : 16);
}

TEST(test_random) {
    uint64_t rng = random_seed();
    struct index index = {.n_used = 0};
    static char object[OBJECTS];
    bool is_there[OBJECTS] = {false};
    uint32_t n = 0;
    for (int step = 0; step < 4000; step++) {
        bool grows = step / 500 % 2 == 0;
        size_t i = random_below(&rng, OBJECTS);
        if (is_there[i] && (!grows || random_below(&rng, 4) == 0)) {
            index_remove(&index, hash_of(i), &object[i]);
            is_there[i] = false;
            n--;
        } else if (!is_there[i] && (grows || random_below(&rng, 4) == 0)) {
            index_add(&index, hash_of(i), &object[i]);
            is_there[i] = true;
            n++;
        }
        size_t look = random_below(&rng, OBJECTS);
        assert_int_equal(count(&index, hash_of(look), &object[look]), is_there[look]);
        assert_int_equal(index.n_used, n);
    }
    for (size_t i = 0; i < OBJECTS; i++) {
        assert_int_equal(count(&index, hash_of(i), &object[i]), is_there[i]);
        if (is_there[i]) {
            index_remove(&index, hash_of(i), &object[i]);
        }
    }
    assert_int_equal(index.n_slots, 16); /* it has shrunk again */
    index_fini(&index);
}

/* --- slots --- */

/* Ids that are never reused. */

/* Random adding and removing, compared with a plain list. */
TEST(test_against_a_list) {
    uint64_t seed = random_seed();
    struct slots slots = {0};
    static struct {
        uint64_t id;
        bool there;
    } list[3000];
    unsigned n = 0, n_there = 0;
    while (n < 3000) {
        unsigned i = n > 0 ? random_below(&seed, n) : 0;
        if (n > 0 && list[i].there && random_below(&seed, 2) == 0) {
            slots_remove(&slots, list[i].id);
            list[i].there = false;
            n_there--;
        } else {
            list[n].id = slots_add(&slots, &list[n]);
            list[n].there = true;
            n++;
            n_there++;
        }
        assert_int_equal(slots.n_used, n_there);
    }
    for (unsigned i = 0; i < n; i++) {
        assert_ptr_equal(slots_get(&slots, list[i].id), list[i].there ? &list[i] : NULL);
    }
    slots_fini(&slots);
}

/* A database has the sessions of several servers that once used it at the same time:
 * their ids have the same places, and the number of the server from bit 56 on. */
TEST(test_ids_of_other_servers) {
    struct slots slots = {0};
    uint64_t own[20], other[40];
    for (int i = 0; i < 40; i++) {
        other[i] = (UINT64_C(1) + (uint64_t)i % 2) << 56 | (uint64_t)(i / 2 + 1) << 24 |
                   (uint64_t)(i / 2);
        assert_true(slots_restore(&slots, other[i], &other[i]));
        assert_false(slots_restore(&slots, other[i], &other[i]));
        slots_skip(&slots, other[i]); /* no effect */
    }
    for (int i = 0; i < 20; i++) {
        own[i] = slots_add(&slots, &own[i]);
        assert_int_equal(own[i] >> 24, i + 1); /* no id that looks like one of these */
    }
    for (int i = 0; i < 40; i++) {
        assert_ptr_equal(slots_get(&slots, other[i]), &other[i]);
        for (int k = 0; k < 20; k++) {
            assert_int_not_equal(slots_place(&slots, other[i]),
                                 slots_place(&slots, own[k]));
        }
    }
    slots_remove(&slots, other[0]);
    assert_null(slots_get(&slots, other[0]));
    assert_true(slots_restore(&slots, other[0], &other[0]));
    slots_fini(&slots);
}

/* A large server restores all its objects in random order.  A linear search for each free
 * slot would take too long. */
TEST(test_restored_in_any_order) {
    enum { N = 400000 };
    uint64_t seed = random_seed();
    struct slots slots = {0}, earlier = {0};
    uint64_t *id = test_malloc(N * sizeof *id);
    for (unsigned i = 0; i < N; i++) {
        id[i] = slots_add(&earlier, &id[i]);
        unsigned k = random_below(&seed, i + 1);
        uint64_t other = id[k];
        id[k] = id[i];
        id[i] = other;
    }
    for (unsigned i = 0; i < N; i++) {
        assert_true(slots_restore(&slots, id[i], &id[i]));
    }
    for (unsigned i = 0; i < N; i++) {
        assert_ptr_equal(slots_get(&slots, id[i]), &id[i]);
    }
    uint64_t next = slots_add(&slots, &slots); /* no slot is free */
    assert_true(slots_place(&slots, next) >= N);
    assert_int_equal(slots.n_used, N + 1);
    test_free(id);
    slots_fini(&earlier);
    slots_fini(&slots);
}

/* --- deadline heap --- */

/* The heap of deadlines, compared with a search of all of them. */

struct thing {
    int number;
    struct deadline deadline;
};

#define THINGS 60

static uint64_t earliest(const struct thing *thing) {
    uint64_t ms = DEADLINE_NEVER;
    for (int i = 0; i < THINGS; i++) {
        if (thing[i].deadline.place != 0 && thing[i].deadline.at_ms < ms) {
            ms = thing[i].deadline.at_ms;
        }
    }
    return ms;
}

TEST(test_deadline_heap_random) {
    uint64_t rng = random_seed();
    struct deadline_heap heap = {.n = 0};
    struct thing thing[THINGS];
    memset(thing, 0, sizeof thing);
    for (int step = 0; step < 5000; step++) {
        struct thing *t = &thing[random_below(&rng, THINGS)];
        bool goes = random_below(&rng, 3) == 0;
        uint64_t at_ms = goes ? DEADLINE_NEVER : 1 + random_below(&rng, 50);
        deadline_heap_set(&heap, &t->deadline, at_ms);
        assert_int_equal(t->deadline.place != 0, !goes);
        assert_true(goes || t->deadline.at_ms == at_ms);
        assert_true(deadline_heap_next_ms(&heap) == earliest(thing));
    }
    uint64_t last_ms = 0;
    for (struct deadline *deadline;
         (deadline = deadline_heap_first(&heap, UINT64_MAX - 1)) != NULL;) {
        assert_true(deadline->at_ms >= last_ms);
        last_ms = deadline->at_ms;
        deadline_heap_set(&heap, deadline, DEADLINE_NEVER);
    }
    assert_true(earliest(thing) == DEADLINE_NEVER);
    deadline_heap_fini(&heap);
}

/* --- rate --- */

/* The token bucket, in virtual time. */

static const struct rate_rule ten_a_second = {
    .burst = 5, .tokens = 10, .period_ms = 1000};
static const struct rate_rule three_a_minute = {
    .burst = 3, .tokens = 3, .period_ms = 60000};

/* A full bucket from which n tokens were taken at time at_ms. */
static struct rate spent(const struct rate_rule *rule, int64_t n, uint64_t at_ms) {
    struct rate rate = {0};
    assert_int_equal(rate_take(&rate, rule, n, at_ms), 0);
    return rate;
}

static struct take_row {
    const char *name;
    const struct rate_rule *rule;
    int64_t before;   /* tokens taken at time 1000 */
    int64_t cost;     /* tokens wanted */
    uint64_t at_ms;   /* when they are wanted */
    int64_t expected; /* time to wait */
} take_rows[] = {
    {"the burst is there at once", &ten_a_second, 0, 5, 1000, 0},
    {"after the burst, one has to wait", &ten_a_second, 5, 1, 1000, 100},
    {"the wait is for all of the cost", &ten_a_second, 5, 3, 1000, 300},
    {"a part of the wait is over", &ten_a_second, 5, 1, 1060, 40},
    {"the wait is over", &ten_a_second, 5, 1, 1100, 0},
    {"a little too early", &ten_a_second, 5, 1, 1099, 1},
    {"the bucket fills again", &ten_a_second, 5, 5, 1500, 0},
    {"it is never more than full", &ten_a_second, 5, 6, 900000, 100},
    {"a slow rule", &three_a_minute, 3, 1, 1000, 20000},
    {"a slow rule, later", &three_a_minute, 3, 1, 20999, 1},
    {"a slow rule, in time", &three_a_minute, 3, 1, 21000, 0},
    {"years later", &three_a_minute, 3, 3, UINT64_C(1) << 50, 0},
    {"at the end of time, as a damaged store may have it", &three_a_minute, 3, 3,
     UINT64_MAX - 1000, 0},
};

TEST_ROWS(take_rows) {
    const struct take_row *row = table_row(state);
    struct rate rate = spent(row->rule, row->before, 1000);
    assert_int_equal(rate_take(&rate, row->rule, row->cost, row->at_ms), row->expected);
}

/* In random use, the bucket never gives more than burst + time * tokens / period, and a
 * caller who waits as long as told gets the tokens. */
TEST(test_bound) {
    uint64_t seed = random_seed();
    for (int run = 0; run < 200; run++) {
        struct rate_rule rule = {.burst = 1 + random_below(&seed, 20),
                                 .tokens = 1 + random_below(&seed, 50),
                                 .period_ms = 1 + random_below(&seed, 5000)};
        struct rate rate = {0};
        uint64_t now_ms = 0;
        int64_t taken = 0;
        for (int step = 0; step < 100; step++) {
            now_ms += random_below(&seed, 300);
            int64_t cost = 1 + random_below(&seed, (unsigned)rule.burst);
            int64_t wait_ms = rate_take(&rate, &rule, cost, now_ms);
            if (wait_ms > 0) {
                now_ms += (uint64_t)wait_ms;
                assert_int_equal(rate_take(&rate, &rule, cost, now_ms), 0);
            }
            taken += cost;
            assert_true((taken - rule.burst) * rule.period_ms <=
                        (int64_t)now_ms * rule.tokens);
        }
    }
}

/* --- server time --- */

/* Server time: how much of a pause it includes. */

#define BEGIN_MS 1000000
#define NAP_MS   50

static struct server_time begin(void) {
    struct server_time time;
    server_time_begin(&time, BEGIN_MS);
    return time;
}

/* Server time that has passed. */
static uint64_t passed(const struct server_time *time) {
    return time->now_ms - BEGIN_MS;
}

TEST(test_it_goes_with_the_clock) {
    struct server_time time = begin();
    uint64_t clock_ms = BEGIN_MS;
    for (int i = 0; i < 1000; i++) {
        server_time_sleep(&time, NAP_MS);
        assert_int_equal(server_time_look(&time, clock_ms += NAP_MS), 0);
        assert_int_equal(server_time_look(&time, clock_ms += 3), 0); /* work */
    }
    assert_int_equal(passed(&time), 1000 * (NAP_MS + 3));
}

/* On a busy machine, the process wakes up late. */
TEST(test_lateness_counts) {
    struct server_time time = begin();
    server_time_sleep(&time, NAP_MS);
    assert_int_equal(server_time_look(&time, BEGIN_MS + NAP_MS + SERVER_TIME_LATE_MS), 0);
    assert_int_equal(passed(&time), NAP_MS + SERVER_TIME_LATE_MS);
}

TEST(test_a_pause_costs_a_nap_at_most) {
    struct server_time time = begin();
    server_time_sleep(&time, NAP_MS);
    assert_int_equal(server_time_look(&time, BEGIN_MS + 60000),
                     60000 - NAP_MS - SERVER_TIME_LATE_MS);
    assert_int_equal(passed(&time), NAP_MS + SERVER_TIME_LATE_MS);
    assert_int_equal(server_time_look(&time, BEGIN_MS + 60010), 0);
    assert_int_equal(passed(&time), NAP_MS + SERVER_TIME_LATE_MS + 10);
}

/* A commit to a slow disk: time advances in every iteration, but a slow one counts only a
 * little. */
TEST(test_a_long_turn_counts_a_little) {
    struct server_time time = begin();
    uint64_t clock_ms = BEGIN_MS;
    for (int i = 0; i < 10; i++) {
        server_time_sleep(&time, 0);
        server_time_look(&time, clock_ms);
        server_time_look(&time, clock_ms += 70000);
    }
    assert_int_equal(passed(&time), 10 * SERVER_TIME_LATE_MS);
}

/* Without a deadline to wake up for, a long sleep is not a pause: it counts in full.
 * Work after it still counts only a little. */
TEST(test_a_sleep_without_end) {
    struct server_time time = begin();
    server_time_sleep(&time, UINT64_MAX);
    assert_int_equal(server_time_look(&time, BEGIN_MS + 3600000), 0);
    assert_int_equal(passed(&time), 3600000);
    assert_true(server_time_look(&time, BEGIN_MS + 3600000 + 1000) > 0);
}

/* A sleep that ends at once does not make a long iteration after it count in full. */
TEST(test_a_sleep_that_is_over_at_once) {
    struct server_time time = begin();
    server_time_sleep(&time, 10000);
    assert_int_equal(server_time_look(&time, BEGIN_MS), 0);
    server_time_look(&time, BEGIN_MS + 10000);
    assert_int_equal(passed(&time), SERVER_TIME_LATE_MS);
}

/* --- metrics --- */

/* Metrics in the format of Prometheus; docs/operating.md has every row. */

static const struct {
    const char *key, *kind, *prometheus, *help;
} rows[] = {
#define METRIC_GAUGE_NAME                        "gauge"
#define METRIC_COUNTER_NAME                      "counter"
#define X(key, kind, prometheus, per_unit, help) {#key, kind##_NAME, prometheus, help},
    METRICS(X)
#undef X
};

TEST(keys_and_values) {
    struct metrics metrics = {.uptime_s = 7, .commit_us_max = 9};
    assert_string_equal(metrics_key(0), "uptime_s");
    assert_int_equal(metrics_value(&metrics, 0), 7);
    assert_string_equal(metrics_key(METRIC_COUNT - 1), "commit_us_max");
    assert_int_equal(metrics_value(&metrics, METRIC_COUNT - 1), 9);
}

/* Names as Prometheus's own check wants them: base units only; names of counters, and
 * only these, end with _total. */
static void expect_good_name(const char *name, const char *kind) {
    assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz_"), strlen(name));
    size_t len = strlen(name);
    bool is_total = len > 6 && strcmp(name + len - 6, "_total") == 0;
    assert_int_equal(is_total, strcmp(kind, "counter") == 0);
    assert_null(strstr(name, "_ms"));
    assert_null(strstr(name, "_us"));
}

/* Each metric has three lines, in this order: # HELP, # TYPE, the value. */
TEST(each_has_help_type_and_value) {
    struct metrics metrics = {.moves = INT64_MAX, .commit_us = 1000000 * 3 + 17};
    size_t len;
    char *text = metrics_text(&metrics, &len), *rest, line[200];
    assert_int_equal(strlen(text), len);
    assert_int_equal(text[len - 1], '\n');
    char *at = strtok_r(text, "\n", &rest);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        expect_good_name(rows[i].prometheus, rows[i].kind);
        snprintf(line, sizeof line, "# HELP alea_%s %s", rows[i].prometheus,
                 rows[i].help);
        assert_string_equal(at, line);
        snprintf(line, sizeof line, "# TYPE alea_%s %s", rows[i].prometheus,
                 rows[i].kind);
        assert_string_equal(strtok_r(NULL, "\n", &rest), line);
        at = strtok_r(NULL, "\n", &rest);
        int64_t value = metrics_value(&metrics, i);
        if (strcmp(rows[i].key, "commit_us") == 0) {
            snprintf(line, sizeof line, "alea_commit_seconds_total 3.000017");
        } else if (strstr(rows[i].key, "_us") != NULL) {
            snprintf(line, sizeof line, "alea_%s 0.000000", rows[i].prometheus);
        } else {
            snprintf(line, sizeof line, "alea_%s %" PRId64, rows[i].prometheus, value);
        }
        assert_string_equal(at, line);
        at = strtok_r(NULL, "\n", &rest);
    }
    assert_null(at);
    free(text);
}

TEST(the_document_has_every_metric) {
    char *document = read_file("docs/operating.md"), row[300];
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        snprintf(row, sizeof row, "\n| `%s` | %s | `alea_%s` | %s |\n", rows[i].key,
                 rows[i].kind, rows[i].prometheus, rows[i].help);
        if (strstr(document, row) == NULL) {
            fail_msg("docs/operating.md does not have: %s", row);
        }
    }
    free(document);
}
