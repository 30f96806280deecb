#include "tests/sim/referee.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/server.h"

struct referee referee;

void referee_begin(void) {
    memset(&referee, 0, sizeof referee);
}

void referee_forget(void) {
    while (referee.logs != NULL) {
        struct story *log = referee.logs;
        referee.logs = log->next;
        free(log->event);
        free(log);
    }
    while (referee.finished != NULL) {
        struct finished *finished = referee.finished;
        referee.finished = finished->next;
        free(finished);
    }
    free(referee.said);
    referee.said = NULL;
    referee.n_said = 0;
    referee.has_forgotten = true;
}

void referee_end(void) {
    referee_forget();
}

/* --- finding the log --- */

static struct story *new_log(const char *code) {
    struct story *log = calloc(1, sizeof *log);
    SIM_CHECK(log != NULL, "out of memory");
    strcpy(log->code, code);
    log->host = NET_HOSTS_MAX;
    log->next = referee.logs;
    referee.logs = log;
    return log;
}

struct story *referee_find(const char *code, const char *game_id) {
    struct story *newest = NULL;
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        if (strcmp(log->code, code) != 0) {
            continue;
        }
        if (game_id[0] != '\0' && strcmp(log->game_id, game_id) == 0) {
            return log;
        }
        newest = newest == NULL ? log : newest;
    }
    return newest != NULL ? newest : new_log(code);
}

static struct seen *get_event(struct story *log, uint64_t seq) {
    if (seq >= log->cap) {
        uint64_t cap = 2 * seq + 64;
        log->event = realloc(log->event, cap * sizeof *log->event);
        SIM_CHECK(log->event != NULL, "out of memory");
        memset(log->event + log->cap, 0, (cap - log->cap) * sizeof *log->event);
        log->cap = cap;
    }
    log->n = seq >= log->n ? seq + 1 : log->n;
    return &log->event[seq];
}

/* A room that has moved to another host may be found there later. */
static bool is_log_of(const struct story *log, const char *code, const char *game_id) {
    return strcmp(log->code, code) == 0 &&
           (!log->is_closed || strcmp(log->game_id, game_id) == 0);
}

struct story *referee_scan(unsigned host, const char *code, const char *game_id,
                           uint64_t seq) {
    struct story *log = referee.logs;
    while (log != NULL && !is_log_of(log, code, game_id)) {
        log = log->next;
    }
    log = log != NULL ? log : new_log(code);
    log->host = host;
    log->is_closed = false;
    strcpy(log->game_id, game_id);
    for (uint64_t i = log->scanned + 1; i <= seq; i++) {
        struct seen *seen = get_event(log, i);
        seen->sent_ms = sim.now_ms;
        seen->start = server.n_starts;
        seen->still_ms = sim.still_ms;
        seen->n_stills = sim.n_stills;
        seen->fails_ms = server_fails_ms();
    }
    log->scanned = seq > log->scanned ? seq : log->scanned;
    log->there = log->scanned;
    log->is_found = true;
    return log;
}

void referee_scanned(unsigned host) {
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        if (log->host == host) {
            log->is_closed = !log->is_found;
            log->is_found = false;
        }
    }
}

void referee_restarted(void) {
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        log->n_maybe += log->n_refused;
        log->n_refused = 0;
    }
}

/* --- events --- */

/* FNV-1a of a line without the members that only some clients get. */
static uint64_t sum_event(const char *line, size_t len) {
    static const char key[] = ",\"moves\":\"";
    const char *moves = strstr(line, key);
    const char *rest = moves != NULL ? strchr(moves + strlen(key), '"') + 1 : NULL;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (const char *at = line; at < line + len; at++) {
        at = at == moves ? rest : at;
        sum = (sum ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static void note_finished(const struct story *log, const struct state *state) {
    if (referee_finished(state->game_id) != NULL) {
        return;
    }
    struct finished *finished = calloc(1, sizeof *finished);
    SIM_CHECK(finished != NULL, "out of memory");
    strcpy(finished->game_id, state->game_id);
    finished->game = state->game;
    finished->result = state->result;
    finished->rated = state->rated;
    finished->has_moves = log->is_whole && strcmp(log->seen_id, state->game_id) == 0 &&
                          (log->has_moved[SIDE_WHITE] || log->has_moved[SIDE_BLACK]);
    for (int i = 0; i < SIDE_COUNT; i++) {
        strcpy(finished->name[i], state->seat[i].name);
    }
    finished->next = referee.finished;
    referee.finished = finished;
    referee.n_finished++;
    referee.n_rated += finished->rated && !finished->result.called_off;
}

const struct finished *referee_finished(const char *game_id) {
    const struct finished *finished = referee.finished;
    while (finished != NULL && strcmp(finished->game_id, game_id) != 0) {
        finished = finished->next;
    }
    return finished;
}

static void look_at_notes(const struct story *log, struct seen *seen,
                          const struct state *state) {
    for (size_t i = 0; i < state->n_notes; i++) {
        const struct note *note = &state->notes[i];
        if (note->kind == NOTE_OVER) {
            note_finished(log, state);
        } else if (note->kind == NOTE_MOVE) {
            if (!seen->is_move) { /* the moves after it are forced, and made by the
                                   * server */
                seen->is_move = true;
                seen->side = (enum side)note->side;
                strcpy(seen->move, note->text);
                seen->is_chosen =
                    i == 0 && strncmp(state->seat[note->side].name, "Text", 4) != 0;
            }
            referee.n_moves++;
        }
    }
}

void referee_check_latest(const struct story *log, uint64_t seq, uint64_t since_ms) {
    if (seq + 1 < log->n) {
        const struct seen *next = &log->event[seq + 1];
        SIM_CHECK(!next->is_seen || next->sent_ms == 0 || next->sent_ms >= since_ms,
                  "%s had event %llu before somebody asked, and he hears of %llu",
                  log->code, (unsigned long long)seq + 1, (unsigned long long)seq);
    }
}

/* --- requests --- */

void referee_claim(struct story *log, uint64_t seq, bool by_number) {
    struct seen *seen = get_event(log, seq);
    SIM_CHECK(!by_number || !seen->by_number, "event %llu of %s answers two moves",
              (unsigned long long)seq, log->code);
    seen->by_number = seen->by_number || by_number;
    seen->n_claims++;
}

void referee_say(const struct story *log, uint64_t seq, size_t number) {
    if (number >= referee.n_said) {
        size_t n = 2 * number + 64;
        referee.said = realloc(referee.said, n * sizeof *referee.said);
        SIM_CHECK(referee.said != NULL, "out of memory");
        memset(referee.said + referee.n_said, 0,
               (n - referee.n_said) * sizeof *referee.said);
        referee.n_said = n;
    }
    struct chat_line *said = &referee.said[number];
    SIM_CHECK(said->log == NULL || (said->log == log && said->seq == seq),
              "hello %zu is event %llu of %s, and event %llu of %s", number,
              (unsigned long long)seq, log->code, (unsigned long long)said->seq,
              said->log->code);
    *said = (struct chat_line){log, seq};
}

void referee_check_claims(void) {
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        unsigned n = 0;
        for (uint64_t seq = 0; seq < log->n; seq++) {
            n += log->event[seq].is_chosen && log->event[seq].n_claims == 0;
        }
        SIM_CHECK(n <= log->n_maybe, "%s: %u moves that nobody has asked for, %u lost",
                  log->code, n, log->n_maybe);
    }
}

void referee_hear(struct story *log, const struct message *msg, const char *line,
                  size_t len) {
    struct seen *seen = get_event(log, msg->seq);
    uint64_t sum = sum_event(line, len);
    referee.n_events++;
    log->told = msg->seq > log->told ? msg->seq : log->told;
    /* The room may have been opened or closed in the same iteration. */
    SIM_CHECK(msg->seq <= log->there || log->scanned == 0 || log->is_closed,
              "event %llu of %s is told before it is there", (unsigned long long)msg->seq,
              log->code);
    bool names_nobody = strstr(line, "\"" FORGOTTEN_PREFIX) != NULL; /* when the line was
                                                                      * first seen */
    if (seen->is_seen) {
        referee.n_equal++;
        SIM_CHECK(seen->sum == sum || names_nobody || seen->names_nobody,
                  "event %llu of %s is not what somebody else saw: %s",
                  (unsigned long long)msg->seq, log->code, line);
        if (seen->names_nobody && !names_nobody) { /* this copy was in flight for long */
            seen->names_nobody = false;
            seen->sum = sum;
        }
        return;
    }
    seen->is_seen = true;
    seen->names_nobody = names_nobody;
    seen->sum = sum;
    if (msg->event == EVENT_STATE) {
        look_at_notes(log, seen, msg->state);
        if (msg->seq > log->at) {
            replay_state(log, msg);
        }
    } else if (log->at != 0 && msg->seq == log->at + 1) {
        log->at = msg->seq;
    }
}
