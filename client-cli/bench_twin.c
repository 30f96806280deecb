#include "client-cli/bench_twin.h"

#include <string.h>

/* How the moves are written, at the end of the line. */
#define MOVES     ",\"moves\":\""
#define MOVES_END "\"}"

void bench_twin_keep(struct bench_twin *twin, const struct bench_line *line,
                     uint64_t seq) {
    size_t len = line->len - 1; /* without the last bracket */
    twin->seq = 0;
    if (line->moves.kind == '"') {
        len = (size_t)(line->moves.at - line->whole) - (sizeof MOVES - 1);
        if (len + sizeof MOVES - 1 + line->moves.len + sizeof MOVES_END - 1 !=
            line->len) {
            return; /* something comes after them */
        }
    }
    if (len > sizeof twin->bytes) {
        return;
    }
    memcpy(twin->bytes, line->whole, len);
    twin->len = len;
    twin->line = *line;
    twin->line.moves = (struct part){0};
    bench_line_move_to(&twin->line, twin->bytes);
    twin->seq = seq;
}

/* The moves, if they are all that follows what both get. */
static bool read_moves(struct part *moves, const char *rest, size_t len) {
    const size_t before = sizeof MOVES - 1, after = sizeof MOVES_END - 1;
    if (len < before + after || memcmp(rest, MOVES, before) != 0 ||
        memcmp(rest + len - after, MOVES_END, after) != 0) {
        return false;
    }
    *moves = (struct part){.at = rest + before, .len = len - before - after, .kind = '"'};
    return memchr(moves->at, '"', moves->len) == NULL &&
           memchr(moves->at, '\\', moves->len) == NULL;
}

bool bench_twin_read(const struct bench_twin *twin, uint64_t seq, struct bench_line *line,
                     const char *text, size_t len) {
    struct part moves = {0};
    if (twin->seq != seq || len <= twin->len ||
        memcmp(text, twin->bytes, twin->len) != 0) {
        return false;
    }
    bool has_moves = read_moves(&moves, text + twin->len, len - twin->len);
    if (!has_moves && (len != twin->len + 1 || text[len - 1] != '}')) {
        return false;
    }
    *line = twin->line;
    line->moves = moves;
    line->whole = text;
    line->len = len;
    return true;
}
