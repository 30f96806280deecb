#include "client-cli/bench/bench.h"

#include <inttypes.h>

/* Above this CPU usage, this program itself may be the bottleneck. */
#define BUSY_PERCENT 90

static double per_second(const struct bench_result *result, uint64_t n) {
    return (double)n / result->seconds;
}

static double quantile_us(const struct bench_result *result, unsigned per_mille) {
    return (double)hist_quantile(&result->tally.latency, per_mille) / 1000;
}

/* Percent of one processor. */
static double percent(const struct bench_result *result, double cpu_s) {
    return 100 * cpu_s / result->seconds;
}

static double server_us_per_move(const struct bench_result *result) {
    uint64_t n = result->tally.moves;
    return n > 0 ? 1e6 * result->server.cpu_s / (double)n : 0;
}

static double event_bytes(const struct bench_tally *tally) {
    return tally->events > 0 ? (double)tally->event_bytes / (double)tally->events : 0;
}

/* Writes the memory used for each connection. */
static void write_memory(FILE *out, const struct bench_plan *plan,
                         const struct bench_result *result) {
    const struct bench_usage *now = &result->server, *before = &result->before;
    double n = 2 * (double)plan->rooms + (double)plan->spectators;
    fprintf(out, "  each connection: %.2f KiB of the server, %.2f KiB private\n",
            ((double)now->rss_kb - (double)before->rss_kb) / n,
            ((double)now->private_kb - (double)before->private_kb) / n);
    fprintf(out, "  connected in %.2f s, %s after %.2f s more\n", result->connect_s,
            plan->is_seated ? "seated" : "playing", result->begin_s);
}

void bench_report_text(FILE *out, const struct bench_plan *plan,
                       const struct bench_result *result) {
    const struct bench_tally *tally = &result->tally;
    fprintf(out, "%s, %u %s, durability %s, %.1f s\n", plan->game, plan->rooms,
            plan->rooms == 1 ? "room" : "rooms", result->durability, result->seconds);
    fprintf(out,
            "  %.0f moves/s, %.0f events/s of %.0f bytes; in %.1f MB/s, out %.1f MB/s\n",
            per_second(result, tally->moves), per_second(result, tally->events),
            event_bytes(tally), per_second(result, result->bytes_in) / 1e6,
            per_second(result, result->bytes_out) / 1e6);
    if (tally->moves > 0) {
        fprintf(out, "  answered in ms: p50 %.2f, p99 %.2f, p99.9 %.2f, max %.2f\n",
                quantile_us(result, 500) / 1000, quantile_us(result, 990) / 1000,
                quantile_us(result, 999) / 1000, quantile_us(result, 1000) / 1000);
    }
    if (plan->spectators > 0) {
        fprintf(out, "  %u spectators: %.1f MB/s\n", plan->spectators,
                per_second(result, result->bytes_watched) / 1e6);
    }
    if (result->knows_server) {
        fprintf(out, "  server: %.1f %% of a processor, %.1f us/move, %.1f MB\n",
                percent(result, result->server.cpu_s), server_us_per_move(result),
                (double)result->server.rss_kb / 1024);
    }
    if (plan->is_idle && result->knows_server) {
        write_memory(out, plan, result);
    }
    double own = percent(result, result->generator_cpu_s);
    fprintf(out, "  this program: %.1f %% of a processor%s\n", own,
            own < BUSY_PERCENT ? "" : ": the server may have waited for it");
}

static void write_moves(FILE *out, const struct bench_result *result) {
    const struct bench_tally *tally = &result->tally;
    fprintf(out,
            "\"moves\":%" PRIu64 ",\"events\":%" PRIu64 ",\"games\":%" PRIu64
            ",\"bytes_in\":%" PRIu64 ",\"bytes_out\":%" PRIu64 ",",
            tally->moves, tally->events, tally->games, result->bytes_in,
            result->bytes_out);
    fprintf(out, "\"moves_per_s\":%.1f,\"events_per_s\":%.1f,\"bytes_per_event\":%.1f,",
            per_second(result, tally->moves), per_second(result, tally->events),
            event_bytes(tally));
    fprintf(out,
            "\"latency_us\":{\"p50\":%.1f,\"p99\":%.1f,\"p99_9\":%.1f,\"max\":%.1f},",
            quantile_us(result, 500), quantile_us(result, 990), quantile_us(result, 999),
            quantile_us(result, 1000));
}

static void write_memory_json(FILE *out, const struct bench_usage *usage) {
    fprintf(out, "\"rss_kb\":%" PRIu64 ",\"private_kb\":%" PRIu64, usage->rss_kb,
            usage->private_kb);
}

void bench_report_json(FILE *out, const struct bench_plan *plan,
                       const struct bench_result *result) {
    fprintf(out, "{\"game\":\"%s\",\"rooms\":%u,\"durability\":\"%s\",\"seconds\":%.3f,",
            plan->game, plan->rooms, result->durability, result->seconds);
    fprintf(out, "\"connect_s\":%.4f,\"begin_s\":%.4f,", result->connect_s,
            result->begin_s);
    write_moves(out, result);
    if (result->knows_server) {
        fprintf(out,
                "\"server\":{\"cpu_s\":%.4f,\"cpu_percent\":%.2f,\"us_per_move\":%.2f,",
                result->server.cpu_s, percent(result, result->server.cpu_s),
                server_us_per_move(result));
        write_memory_json(out, &result->server);
        fprintf(out, ",\"before\":{");
        write_memory_json(out, &result->before);
        fprintf(out, "}},");
    } else {
        fprintf(out, "\"server\":null,");
    }
    fprintf(out, "\"spectators\":{\"n\":%u,\"bytes_in\":%" PRIu64 "},", plan->spectators,
            result->bytes_watched);
    fprintf(out, "\"generator\":{\"cpu_s\":%.4f,\"cpu_percent\":%.2f}}\n",
            result->generator_cpu_s, percent(result, result->generator_cpu_s));
}
