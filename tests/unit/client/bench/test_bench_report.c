/* How alea bench prints its results. */
#include "client-cli/bench/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/table.h"

/* Two seconds: 1000 moves, each answered after 2 ms. */
static struct bench_result *new_result(void) {
    struct bench_result *result = calloc(1, sizeof *result);
    assert_non_null(result);
    result->seconds = 2;
    result->tally.events = 2000;
    result->tally.event_bytes = 600000;
    result->bytes_in = 3000000;
    result->bytes_out = 1000000;
    result->generator_cpu_s = 0.5;
    result->server =
        (struct bench_usage){.cpu_s = 0.1, .rss_kb = 20480, .private_kb = 9000};
    result->before = (struct bench_usage){.rss_kb = 20470, .private_kb = 8995};
    result->connect_s = 0.25;
    result->begin_s = 0.5;
    result->bytes_watched = 5000000;
    snprintf(result->durability, sizeof result->durability, "full");
    return result;
}

static void move(struct bench_result *result) {
    result->tally.moves = 1000;
    for (int i = 0; i < 1000; i++) {
        hist_add(&result->tally.latency, 2000000);
    }
}

static const char *report(const struct bench_plan *plan,
                          const struct bench_result *result) {
    static char text[2048];
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    bench_report_text(out, plan, result);
    assert_int_equal(fclose(out), 0);
    return text;
}

#define TRAFFIC "1000 events/s of 300 bytes; in 1.5 MB/s, out 0.5 MB/s\n"

static void moves(void **state) {
    struct bench_plan plan = {.game = "royal-ur", .rooms = 1};
    struct bench_result *result = new_result();
    move(result);
    const char *text = report(&plan, result);
    assert_string_equal(text,
                        "royal-ur, 1 room, durability full, 2.0 s\n"
                        "  500 moves/s, " TRAFFIC
                        "  answered in ms: p50 2.00, p99 2.00, p99.9 2.00, max 2.00\n"
                        "  this program: 25.0 % of a processor\n");
    free(result);
}

static void spectators_and_a_server_that_is_known(void **state) {
    struct bench_plan plan = {.game = "ur", .rooms = 2, .spectators = 10};
    struct bench_result *result = new_result();
    move(result);
    result->knows_server = true;
    result->generator_cpu_s = 1.9;
    const char *text = report(&plan, result);
    assert_non_null(strstr(text, "ur, 2 rooms, "));
    assert_non_null(strstr(
        text,
        "\n  10 spectators: 2.5 MB/s\n"
        "  server: 5.0 % of a processor, 100.0 us/move, 20.0 MB\n"
        "  this program: 95.0 % of a processor: the server may have waited for it\n"));
    free(result);
}

static void idle(void **state) {
    struct bench_plan plan = {.game = "ur", .rooms = 5, .is_idle = true};
    struct bench_result *result = new_result();
    result->knows_server = true;
    const char *text = report(&plan, result);
    assert_null(strstr(text, "answered"));
    assert_non_null(strstr(text, "  server: 5.0 % of a processor, 0.0 us/move, 20.0 MB\n"
                                 "  each connection: 1.00 KiB of the server, 0.50 KiB "
                                 "private\n"
                                 "  connected in 0.25 s, playing after 0.50 s more\n"));
    plan.is_seated = true;
    assert_non_null(strstr(report(&plan, result), " s, seated after "));
    free(result);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves),
        cmocka_unit_test(spectators_and_a_server_that_is_known),
        cmocka_unit_test(idle),
    };
    return cmocka_run_group_tests_name("bench report", tests, NULL, NULL);
}
