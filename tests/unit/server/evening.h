/* An evening of the lobby: many people in one house (house.h), what each of them knows
 * from what was sent to him, and what must hold whatever they do. */
#ifndef ALEA_TESTS_UNIT_SERVER_EVENING_H
#define ALEA_TESTS_UNIT_SERVER_EVENING_H

#include <sodium.h>
#include <stdarg.h>

#include "proto/message.h"
#include "server/glicko2.h"
#include "tests/unit/server/house.h"

#define PEOPLE     30
#define PLACES_MAX 16
#define RATED_MAX  1000
#define OFFERS_MAX 256
#define LOGS_MAX   4096
#define EVENT_SUM  16

/* A room as one of the people knows it. */
struct place {
    char room[ROOM_BYTES_MAX + 1]; /* "" unused */
    uint64_t last;                 /* number of the latest event; 0: none yet */
    enum stage stage;
    bool watched; /* not seated, but told */
    bool seated;
    enum side side; /* if seated */
    char opponent[NAME_BYTES_MAX + 1];
    bool ready, opponent_ready, opponent_away;
    char *moves; /* owned; NULL: not his turn */
};

struct person {
    char name[NAME_BYTES_MAX + 1];
    char password[32]; /* "" a guest */
    char token[TOKEN_BYTES + 1];
    size_t conn;               /* 0: not here */
    int waiting;               /* requests without an answer */
    enum error_code error;     /* of the latest answer; ERR_OK */
    int64_t offer[OFFERS_MAX]; /* that he was told of, and that are not over */
    size_t n_offers;
    struct place place[PLACES_MAX];
};

/* All events of one room that anybody has seen: the same for all. */
struct log_of_room {
    char room[ROOM_BYTES_MAX + 1];
    size_t n, cap;
    struct {
        bool seen;
        uint8_t sum[EVENT_SUM];
    } * event; /* by number */
};

/* A rated game that has ended, as those who saw it know. */
struct result_seen {
    const struct game *game;
    char name[SIDE_COUNT][NAME_BYTES_MAX + 1];
    int halves[SIDE_COUNT]; /* of a point */
};

struct evening {
    struct house *house;
    uint64_t rng;
    struct person person[PEOPLE];
    struct log_of_room log[LOGS_MAX];
    size_t n_logs;
    unsigned errors[ERROR_CODE_COUNT + 1]; /* how often */
    unsigned n_events, n_equal;            /* events seen; seen by somebody else before */
    unsigned n_over;                       /* games that have ended */
    struct result_seen rated[RATED_MAX];
    size_t n_rated;
    unsigned n_forgotten;
    unsigned n_asides;  /* talk of watchers */
    unsigned n_offers;  /* that somebody was told of, once for each */
    const char *asked;  /* whose ratings are asked for */
    unsigned n_ratings; /* that were compared */
    bool bad_disk;      /* some turns are not stored: what fails so is no fault */
};

/* Whether the latest answer is what a disk that fails leads to. */
static inline bool has_failed(const struct evening *e, const struct person *p) {
    return e->bad_disk && p->error == ERR_STORAGE;
}

static inline bool is_playing(const struct place *place) {
    return place->seated && place->stage == STAGE_PLAYING;
}

static inline struct place *place_of(struct person *person, const char *room) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        if (room[0] != '\0' && strcmp(person->place[i].room, room) == 0) {
            return &person->place[i];
        }
    }
    return NULL;
}

static inline void forget_place(struct place *place) {
    free(place->moves);
    *place = (struct place){.last = 0};
}

static inline struct place *get_place(struct person *person, const char *room) {
    struct place *place = place_of(person, room);
    for (size_t i = 0; place == NULL; i++) {
        assert_true(i < PLACES_MAX);
        if (person->place[i].room[0] == '\0') {
            place = &person->place[i];
            strcpy(place->room, room);
        }
    }
    return place;
}

/* --- events are the same for all --- */

static inline struct log_of_room *log_of(struct evening *e, const char *room) {
    size_t i = 0;
    while (i < e->n_logs && strcmp(e->log[i].room, room) != 0) {
        i++;
    }
    assert_true(i < LOGS_MAX);
    if (i == e->n_logs) {
        strcpy(e->log[e->n_logs++].room, room);
    }
    return &e->log[i];
}

/* The sum of a line without the members that only some are told. */
static inline void sum_event(const char *line, uint8_t sum[static EVENT_SUM]) {
    const char *moves = strstr(line, ",\"moves\":\"");
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, EVENT_SUM);
    size_t len = moves != NULL ? (size_t)(moves - line) : strlen(line);
    crypto_generichash_update(&state, (const uint8_t *)line, len);
    if (moves != NULL) {
        const char *rest = strchr(moves + strlen(",\"moves\":\""), '"') + 1;
        crypto_generichash_update(&state, (const uint8_t *)rest, strlen(rest));
    }
    crypto_generichash_final(&state, sum, EVENT_SUM);
}

static inline bool has_ended(const struct state *state) {
    for (size_t i = 0; i < state->n_notes; i++) {
        if (state->notes[i].kind == NOTE_OVER) {
            return true;
        }
    }
    return false;
}

static inline void note_result(struct evening *e, const struct state *state) {
    e->n_over++;
    if (!state->rated || state->result.called_off) {
        return;
    }
    assert_true(e->n_rated < RATED_MAX);
    struct result_seen *seen = &e->rated[e->n_rated++];
    enum outcome won = (enum outcome)state->result.outcome;
    seen->game = state->game;
    for (int i = 0; i < SIDE_COUNT; i++) {
        strcpy(seen->name[i], state->seat[i].name);
        bool has_won = won == (i == SIDE_WHITE ? OUTCOME_WHITE : OUTCOME_BLACK);
        seen->halves[i] = won == OUTCOME_DRAW ? 1 : has_won ? 2 : 0;
    }
}

static inline void check_same(struct evening *e, const struct message *msg,
                              const char *line) {
    struct log_of_room *log = log_of(e, msg->room);
    uint8_t sum[EVENT_SUM];
    sum_event(line, sum);
    if (msg->seq == 1 && log->n > 1 && log->event[1].seen &&
        memcmp(log->event[1].sum, sum, EVENT_SUM) != 0) {
        log->n = 0; /* another room has got the code of one that was closed */
    }
    if (msg->seq >= log->cap) {
        size_t cap = 2 * (size_t)msg->seq + 64;
        log->event = realloc(log->event, cap * sizeof *log->event);
        log->cap = cap;
    }
    for (; log->n <= msg->seq; log->n++) {
        log->event[log->n].seen = false;
    }
    e->n_events++;
    if (!log->event[msg->seq].seen) {
        log->event[msg->seq].seen = true;
        if (msg->event == EVENT_STATE && has_ended(msg->state)) {
            note_result(e, msg->state);
        }
        memcpy(log->event[msg->seq].sum, sum, EVENT_SUM);
    } else if (memcmp(log->event[msg->seq].sum, sum, EVENT_SUM) != 0) {
        fail_msg("event %llu of %s is not what somebody else saw: %s",
                 (unsigned long long)msg->seq, msg->room, line);
    } else {
        e->n_equal++;
    }
}

/* --- what one hears --- */

static inline void hear_state(struct person *p, struct place *place,
                              const struct message *msg) {
    const struct state *state = msg->state;
    const char *white = state->seat[SIDE_WHITE].name;
    const char *black = state->seat[SIDE_BLACK].name;
    if (white[0] != '\0' && strcmp(white, black) == 0) {
        fail_msg("%s sits on both sides of %s", white, msg->room);
    }
    place->stage = state->stage;
    place->seated = strcmp(white, p->name) == 0 || strcmp(black, p->name) == 0;
    place->side = strcmp(black, p->name) == 0 ? SIDE_BLACK : SIDE_WHITE;
    const struct seat_view *own = &state->seat[place->side];
    const struct seat_view *other = &state->seat[side_other(place->side)];
    snprintf(place->opponent, sizeof place->opponent, "%s", other->name);
    place->ready = own->ready;
    place->opponent_ready = other->ready;
    place->opponent_away = other->away;
    free(place->moves);
    place->moves = state->moves != NULL && state->moves[0] != '\0' && place->seated
                       ? strdup(state->moves)
                       : NULL;
}

/* Numbers go on one by one, from the first event or snapshot that one gets. */
static inline void hear_numbered(struct evening *e, struct person *p,
                                 const struct message *msg, const char *line) {
    struct place *place = get_place(p, msg->room);
    if (msg->snapshot) {
        assert_true(msg->seq >= place->last);
    } else {
        if (place->last != 0 && msg->seq != place->last + 1) {
            fail_msg("%s hears event %llu of %s after %llu", p->name,
                     (unsigned long long)msg->seq, msg->room,
                     (unsigned long long)place->last);
        }
        if (!msg->is_gagged) { /* his number, and nothing else */
            check_same(e, msg, line);
        }
    }
    place->last = msg->seq;
    if (msg->event == EVENT_STATE) {
        hear_state(p, place, msg);
        place->watched = place->watched || msg->snapshot; /* perhaps he has come back */
        if (place->seated) {
            place->watched = false;
        } else if (!place->watched) { /* the seat was given up */
            forget_place(place);
        }
    }
}

static inline void forget_offer(struct person *p, int64_t offer) {
    for (size_t i = 0; i < p->n_offers; i++) {
        if (p->offer[i] == offer) {
            p->offer[i] = p->offer[--p->n_offers];
            return;
        }
    }
}

/* All of one evening is one period, in which everybody has the rating that he began
 * with. */
static inline void check_ratings(struct evening *e, const struct table *table) {
    for (size_t row = 0; row < table_n_rows(table); row++) {
        struct glicko_sums sums = {.n = 0};
        const char *game = table_at(table, row, 0)->text;
        for (size_t i = 0; i < e->n_rated; i++) {
            for (int side = 0; side < SIDE_COUNT; side++) {
                if (strcmp(e->rated[i].name[side], e->asked) == 0 &&
                    strcmp(e->rated[i].game->id, game) == 0) {
                    glicko_add(&sums, &glicko_start, &glicko_start,
                               e->rated[i].halves[side] / 2.0);
                }
            }
        }
        struct glicko expected = glicko_close(&glicko_start, &sums);
        if (llabs((int64_t)(expected.rating * 1e6) - table_at(table, row, 1)->number) >
            1) {
            fail_msg("%s has the rating %lld in %s, not %f", e->asked,
                     (long long)table_at(table, row, 1)->number, game, expected.rating);
        }
        assert_int_equal(table_at(table, row, 4)->number, sums.n);
        e->n_ratings++;
    }
}

static inline void hear_answer(struct evening *e, struct person *p,
                               const struct message *msg) {
    p->waiting--;
    p->error = msg->kind == MESSAGE_ERROR ? msg->error : ERR_OK;
    e->errors[p->error]++;
    if (msg->kind == MESSAGE_REPLY && msg->token != NULL && msg->token[0] != '\0') {
        snprintf(p->token, sizeof p->token, "%s", msg->token);
    }
    if (msg->kind == MESSAGE_REPLY && msg->cmd == CMD_RATING) {
        check_ratings(e, msg->table);
    }
    struct place *place = place_of(p, msg->room);
    if (msg->kind == MESSAGE_REPLY && msg->cmd == CMD_WATCH) {
        get_place(p, msg->room)->watched = true;
    }
    if (msg->kind == MESSAGE_REPLY && place != NULL &&
        (msg->cmd == CMD_LEAVE || msg->cmd == CMD_UNWATCH)) {
        forget_place(place);
    }
}

static inline void hear_line(struct evening *e, struct person *p, const char *line,
                             size_t len) {
    char fault[FAULT_BYTES];
    if (line[0] == '*') { /* the greeting */
        return;
    }
    struct message *msg = message_from_json(line, len, fault);
    if (msg == NULL) {
        fail_msg("%s hears nonsense (%s): %s", p->name, fault, line);
        return;
    }
    if (msg->kind != MESSAGE_EVENT) {
        hear_answer(e, p, msg);
    } else if (msg->seq > 0 && (msg->event == EVENT_STATE || msg->event == EVENT_SAY)) {
        hear_numbered(e, p, msg, line);
    } else if (msg->event == EVENT_SAY) { /* by somebody who watches */
        const struct place *place = place_of(p, msg->room);
        if (place == NULL || is_playing(place)) {
            fail_msg("%s, who %s there, hears %s", p->name,
                     place == NULL ? "is not" : "plays", line);
        }
        e->n_asides++;
    } else if (msg->event == EVENT_OFFER) {
        assert_true(p->n_offers < OFFERS_MAX);
        p->offer[p->n_offers++] = table_at(msg->table, 0, 0)->number;
        e->n_offers++;
    } else if (msg->event == EVENT_OFFER_OVER) {
        forget_offer(p, table_at(msg->table, 0, 0)->number);
    } else if (msg->event == EVENT_CLOSED) {
        struct place *place = place_of(p, msg->room);
        assert_non_null(place);
        assert_true(place->watched);
        forget_place(place);
    }
    message_free(msg);
}

/* Ends the turn and hands everybody what was sent to him. */
static inline void settle(struct evening *e) {
    while (e->house->n_jobs > 0) {
        do_job(e->house);
    }
    end_turn(e->house);
    struct outbox *outbox = hub_outbox(e->house->hub);
    for (size_t i = 0; i < outbox->n; i++) {
        const struct outbox_item *item = &outbox->item[i];
        struct person *p = NULL;
        for (size_t k = 0; k < PEOPLE; k++) {
            p = e->person[k].conn == item->conn ? &e->person[k] : p;
        }
        if (p == NULL || item->buf == NULL) {
            continue;
        }
        char *text = strndup(item->buf->data, item->buf->len);
        for (char *line = strtok(text, "\r\n"); line != NULL;
             line = strtok(NULL, "\r\n")) {
            hear_line(e, p, line, strlen(line));
        }
        free(text);
    }
    outbox_drop(outbox, outbox->n);
}

/* --- chance --- */

static inline unsigned below(struct evening *e, unsigned n) {
    return random_below(&e->rng, n);
}

static inline bool one_in(struct evening *e, unsigned n) {
    return below(e, n) == 0;
}

/* A place where this holds, picked at random; NULL: there is none. */
static inline struct place *pick_place(struct evening *e, struct person *p,
                                       bool (*holds)(const struct place *place)) {
    struct place *found = NULL;
    unsigned n = 0;
    for (size_t i = 0; i < PLACES_MAX; i++) {
        if (p->place[i].room[0] != '\0' && holds(&p->place[i]) && one_in(e, ++n)) {
            found = &p->place[i];
        }
    }
    return found;
}

static inline bool is_my_turn(const struct place *place) {
    return place->moves != NULL;
}
static inline bool is_waiting(const struct place *place) {
    return place->seated && place->stage == STAGE_WAITING && !place->ready &&
           place->opponent[0] != '\0';
}
static inline bool is_over(const struct place *place) {
    return place->seated && place->stage == STAGE_OVER;
}
static inline bool is_adjourned(const struct place *place) {
    return place->seated && place->stage == STAGE_ADJOURNED && !place->ready;
}
static inline bool is_deserted(const struct place *place) {
    return place->seated && place->stage == STAGE_PLAYING && place->opponent_away;
}
static inline bool is_mine(const struct place *place) {
    return place->seated;
}
static inline bool is_idle(const struct place *place) {
    return place->seated && (place->stage == STAGE_WAITING || place->stage == STAGE_OVER);
}

static inline unsigned n_seats(const struct person *p) {
    unsigned n = 0;
    for (size_t i = 0; i < PLACES_MAX; i++) {
        n += p->place[i].room[0] != '\0' && p->place[i].seated;
    }
    return n;
}

static const char *const evening_games[] = {"royal-ur", "royal-ur:legs=2", "tablut",
                                            "stelpur", "morris"};

static inline const char *pick_game(struct evening *e) {
    return evening_games[below(e, 5)];
}

/* --- what one does --- */

__attribute__((format(printf, 3, 4))) static inline void
do_line(struct evening *e, struct person *p, const char *format, ...) {
    char line[LINE_BYTES_MAX];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (char *c = line; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    p->waiting++;
    hub_line(e->house->hub, e->house->client[p->conn], line, (size_t)len);
    settle(e);
    if (p->waiting != 0) {
        fail_msg("%s has %d answers too few to %s", p->name, p->waiting, line);
    }
    assert_true(p->error != ERR_STORAGE || e->bad_disk);
    switch ((int)p->error) {
    case ERR_BAD_JSON:
    case ERR_BAD_ARGUMENT:
    case ERR_MISSING_ARGUMENT:
    case ERR_UNKNOWN_COMMAND: fail_msg("%s: %s", line, error_name(p->error)); break;
    default: break;
    }
}

#endif
