/* Checks the answers to a person's requests. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tests/sim/people.h"
#include "tests/sim/server.h"
#include "tests/sim/world/disk.h"

/* --- errors --- */

/* A well-formed request is not refused for its form.  ERR_STORAGE comes only if the disk
 * has failed, or if the server was stopped while it stored a turn: at first it cannot
 * tell why that took so long, or that it has lost its lease.  Until it knows, what waits
 * for that is bounded. */
static void check_error(const struct person *p, const struct request *request,
                        const struct message *msg) {
    SIM_CHECK(msg->error != ERR_STORAGE || disk_may_fail() ||
                  sim.n_stills > request->n_stills ||
                  server.stray_ms >= request->asked_ms ||
                  server.stalled_ms >= request->asked_ms,
              "%s: storage, with a disk that works", p->name);
    SIM_CHECK(msg->error != ERROR_CODE_COUNT, "%s: an unknown error", p->name);
    SIM_CHECK(msg->retry_after_ms >= 0, "%s: come back in %lld ms", p->name,
              (long long)msg->retry_after_ms);
    if (request->kind == COMMAND_COUNT) {
        return;
    }
    switch ((int)msg->error) {
    case ERR_BAD_JSON:
    case ERR_BAD_ARGUMENT:
    case ERR_MISSING_ARGUMENT:
    case ERR_EXTRA_ARGUMENT:
    case ERR_UNKNOWN_COMMAND:
    case ERR_BAD_TEXT:
    case ERR_BAD_ID:
    case ERR_LINE_TOO_LONG:
    case ERR_BAD_OPTION:
    case ERR_UNKNOWN_GAME:
    case ERR_BAD_NONCE:
        sim_fail("%s: %s is answered with %s: %s", p->name,
                 command_spec(request->kind)->word, error_name(msg->error), msg->text);
    default: break;
    }
    SIM_CHECK(msg->error != ERR_WRONG_SEAL || request->text[0] != '\0',
              "%s: a nonce is refused whose seal was given", p->name);
    SIM_CHECK(msg->error != ERR_NO_NAME || request->id <= p->nameless_id,
              "%s has no name for %s", p->name, command_spec(request->kind)->word);
    SIM_CHECK(request->kind != CMD_MOVE || request->seq == 0 ||
                  msg->error != ERR_ILLEGAL_MOVE,
              "%s: %s, which was legal at event %llu, is not", p->name, request->text,
              (unsigned long long)request->seq);
}

/* --- moves --- */

/* The move was not done: it is still the person's turn. */
static void take_back(struct person *p, const struct request *request) {
    struct place *place = person_place(p, request->room);
    if (place != NULL && place->moves == NULL) {
        place->moves = place->sent_moves;
        place->sent_moves = NULL;
    }
}

/* A person who has received nothing since it became their turn can move. */
static void check_refused(struct person *p, const struct request *request,
                          const struct message *msg) {
    const struct place *place = person_place(p, request->room);
    bool is_in_vain = msg->error == ERR_STALE || msg->error == ERR_NOT_YOUR_TURN ||
                      msg->error == ERR_NOT_PLAYING;
    SIM_CHECK(!is_in_vain || request->seq == 0 || place == NULL ||
                  place->last != request->seq,
              "%s: %s for a move at event %llu, the latest", p->name,
              error_name(msg->error), (unsigned long long)request->seq);
}

/* A move that was done is not refused when it is repeated.  Exception: before the person
 * knew of the latest throw, they sent the same move by its number.  That request has
 * already made the move, so the repeated one was stale from the start. */
static void check_again(struct person *p, const struct request *request) {
    const struct place *place = person_place(p, request->room);
    const struct story *log = place != NULL ? place->log : NULL;
    if (!request->is_again || sim.has[HABIT_HASTE] || log == NULL || !place->seated) {
        return;
    }
    for (uint64_t seq = request->seq + 1; seq < log->n; seq++) {
        const struct seen *seen = &log->event[seq];
        if (!seen->is_seen || seen->is_move) {
            bool is_other = place->by_number == seq || place->by_number == UINT64_MAX;
            SIM_CHECK(!seen->is_move || seen->side != place->side || is_other ||
                          strcmp(seen->move, request->text) != 0,
                      "%s: event %llu of %s is his %s, which is refused", p->name,
                      (unsigned long long)seq, log->code, request->text);
            return;
        }
    }
}

/* Notes the event of a move that was sent by its number. */
static void note_number(struct person *p, const struct request *request,
                        const struct message *msg) {
    struct place *place = person_place(p, request->room);
    if (place != NULL && request->seq == 0) {
        place->by_number = msg->kind == MESSAGE_REPLY ? msg->seq : 0;
    }
}

/* The room of a request, as far as it is known. */
static struct story *log_of(struct person *p, const struct request *request) {
    const struct place *place = person_place(p, request->room);
    return place != NULL && place->log != NULL ? place->log
                                               : referee_find(request->room, "");
}

void person_note_maybe(struct person *p, const struct request *request) {
    log_of(p, request)->n_maybe++;
}

/* The event caused by a move contains this move, and no other event came before it. */
static void check_move(struct person *p, const struct request *request,
                       const struct message *msg) {
    const struct place *place = person_place(p, request->room);
    const struct story *log = place != NULL ? place->log : NULL;
    if (request->seq == 0 || log == NULL || !place->seated) {
        return;
    }
    SIM_CHECK(msg->seq > request->seq, "%s: a move at event %llu, after %llu", p->name,
              (unsigned long long)msg->seq, (unsigned long long)request->seq);
    for (uint64_t seq = request->seq + 1; seq <= msg->seq && seq < log->n; seq++) {
        const struct seen *seen = &log->event[seq];
        bool is_it = seq == msg->seq;
        SIM_CHECK(!seen->is_seen || seen->is_move == is_it, "%s: event %llu of %s is %s",
                  p->name, (unsigned long long)seq, log->code,
                  is_it ? "no move" : "another move");
        SIM_CHECK(!seen->is_seen || !is_it || strcmp(seen->move, request->text) == 0,
                  "%s has played %s, and the event says %s", p->name, request->text,
                  seen->move);
    }
}

/* --- entering --- */

/* The server's list of the person's rooms agrees with the events that the person has
 * received. */
static void check_row(const struct place *place, const struct mine_row *row,
                      uint64_t asked_ms) {
    const struct story *log =
        place != NULL && place->log != NULL ? place->log : referee_find(row->room, "");
    referee_check_latest(log, row->seq, asked_ms);
}

/* The person has missed nothing in this room, so the server sends nothing.  A move sent
 * by its number is not sent again: if it was lost, it is still the person's turn. */
static void miss_nothing(struct person *p, struct place *place) {
    const struct request *again = &p->again;
    place->last = place->resumes_after;
    if (p->has_again && again->seq == 0 && strcmp(again->room, place->room) == 0) {
        take_back(p, again);
    }
}

static void take_rooms(struct person *p, const struct message *msg, uint64_t asked_ms) {
    for (size_t i = 0; i < msg->n_rows; i++) {
        const struct mine_row *row = &msg->mine[i];
        struct place *place = person_place(p, row->room);
        check_row(place, row, asked_ms);
        if (place != NULL) {
            place->is_expected = true;
            if (place->resumes_after != 0 && place->resumes_after == row->seq) {
                miss_nothing(p, place);
            }
        }
    }
    for (size_t i = 0; i < PLACES_MAX; i++) {
        struct place *place = &p->place[i];
        if (place->room[0] != '\0' && !place->is_expected) {
            person_leave_place(place);
        }
        place->is_expected = false;
    }
}

void person_move_again(struct person *p) {
    struct request again = p->again;
    const struct place *place = person_place(p, again.room);
    p->has_again = false;
    if (place != NULL && again.seq != 0) {
        struct request *request =
            person_ask(p, CMD_MOVE, again.room, "'move':'%s','seq':%llu", again.text,
                       (unsigned long long)again.seq);
        strcpy(request->text, again.text);
        request->seq = again.seq;
        request->is_again = true;
    }
}

static void let_in(struct person *p, const struct message *msg, uint64_t asked_ms) {
    p->presence = HERE;
    p->refused = 0;
    p->n_entered = p->n_answers;
    if (msg->token != NULL && msg->token[0] != '\0') {
        snprintf(p->token, sizeof p->token, "%s", msg->token);
    }
    SIM_CHECK(strcmp(p->banned, p->name) != 0 || asked_ms <= p->banned_ms ||
                  sim_unix_ms() / 1000 >= p->banned_until_s,
              "%s is kept out, and comes in", p->name);
    SIM_CHECK(strcmp(msg->name, p->name) == 0, "%s is called %s", p->name, msg->name);
    if (msg->cmd == CMD_NAME) {
        person_leave_places(p); /* places of the former name */
        person_forget_gags(p);
    } else {
        take_rooms(p, msg, asked_ms);
    }
    if (p->has_again) {
        person_move_again(p);
    }
}

static void come_in(struct person *p, const struct request *request,
                    const struct message *msg) {
    if (msg->kind == MESSAGE_REPLY) {
        let_in(p, msg, request->asked_ms);
    } else if (msg->error == ERR_INSECURE) {
        person_ask(p, request->kind, "", "'name':'%s','password':'%s'", p->name,
                   p->password);
    } else {
        person_refused(p, msg->error);
    }
}

/* --- accounts --- */

static void ask_again(struct person *p, const struct request *request) {
    struct request *again =
        person_ask(p, request->kind, "", "'password':'%s'", request->text);
    strcpy(again->text, request->text);
}

static void answer_register(struct person *p, const struct request *request,
                            const struct message *msg) {
    if (msg->kind == MESSAGE_REPLY) {
        strcpy(p->password, request->text);
        p->maybe_password[0] = '\0';
    } else if (msg->error == ERR_INSECURE) {
        ask_again(p, request);
    } else if (msg->error == ERR_ALREADY_REGISTERED) {
        strcpy(p->password, p->maybe_password);
        SIM_CHECK(p->password[0] != '\0', "%s is registered by somebody else", p->name);
    }
}

static void answer_forget(struct person *p, const struct request *request,
                          const struct message *msg) {
    if (msg->kind == MESSAGE_REPLY) {
        SIM_CHECK(people.n_forgotten < FORGOTTEN_MAX, "too many are forgotten");
        strcpy(people.forgotten[people.n_forgotten++], p->name);
        person_rename(p);
        person_enter(p);
    } else if (msg->error == ERR_INSECURE) {
        ask_again(p, request);
    }
}

/* --- all answers --- */

static void check_word(const struct person *p, const struct request *request) {
    SIM_CHECK(request->says_word || !referee_find(request->room, "")->is_private,
              "%s comes into %s without its word", p->name, request->room);
}

static void answer_ready(struct person *p, const struct request *request,
                         const struct message *msg) {
    struct place *place = person_place(p, request->room);
    if (place == NULL) {
        return;
    }
    if (msg->kind == MESSAGE_REPLY) { /* the person may have sent another nonce since */
        strcpy(place->nonce, request->text);
        dice_check_promise(&place->dice_check, place->side, place->nonce);
    } else if (strcmp(place->nonce, request->text) == 0) { /* an earlier nonce may
                                                            * count */
        place->dice_check.is_ready = place->is_sealed = false;
        place->nonce[0] = '\0';
    }
}

/* An offer that the person knows of can be accepted, unless they hear of its end:
 * person_check_hears. */
static void answer_accept(struct person *p, const struct request *request,
                          const struct message *msg) {
    if (msg->kind == MESSAGE_ERROR && msg->error == ERR_UNKNOWN_OFFER) {
        p->dead_offer = request->offer;
        p->dead_ms = sim.now_ms;
    }
}

static void answer_reply(struct person *p, const struct request *request,
                         const struct message *msg) {
    struct place *place = person_place(p, request->room);
    if (msg->cmd == CMD_MOVE || msg->cmd == CMD_SAY) {
        referee_claim(log_of(p, request), msg->seq,
                      msg->cmd == CMD_MOVE && request->seq == 0);
    }
    SIM_CHECK(msg->cmd != CMD_MINE || p->presence != ENTERING,
              "%s was refused, and is somebody", p->name);
    switch ((int)msg->cmd) {
    case CMD_MOVE: check_move(p, request, msg); break;
    case CMD_WATCH:
        check_word(p, request);
        if (place != NULL) {
            place->watched = !place->seated;
        }
        break;
    case CMD_LEAVE:
    case CMD_UNWATCH:
        if (place != NULL && (msg->cmd == CMD_LEAVE || !place->seated)) {
            person_leave_place(place);
        }
        break;
    case CMD_JOIN: check_word(p, request); break;
    case CMD_OPEN:
        SIM_CHECK(request->text[0] == '\0', "%s has opened %s with another nonce",
                  p->name, request->room);
        break;
    default: person_informed(p, request, msg); break;
    }
}

static void move_failed(struct person *p, const struct request *request,
                        const struct message *msg) {
    if (msg->error == ERR_TOO_FAST || msg->error == ERR_STORAGE) {
        take_back(p, request);
    }
    if (msg->error == ERR_STORAGE) {
        log_of(p, request)->n_refused++;
    }
    check_refused(p, request, msg);
}

static void answer_error(struct person *p, const struct request *request,
                         const struct message *msg) {
    check_error(p, request, msg);
    if (request->kind == CMD_MOVE) {
        move_failed(p, request, msg);
    }
    if (msg->error == ERR_STALE) {
        check_again(p, request);
    }
    if (msg->error == ERR_STORAGE && request->kind == CMD_RESUME) {
        person_forget_numbers(p); /* missed events are not sent then */
    }
}

void person_answered(struct person *p, const struct request *request,
                     const struct message *msg) {
    if (msg->kind == MESSAGE_ERROR && msg->error == ERR_INTERRUPTED) {
        person_interrupted(p, request);
        return;
    }
    if (msg->kind == MESSAGE_ERROR) {
        answer_error(p, request, msg);
    }
    switch ((int)request->kind) {
    case CMD_NAME:
    case CMD_LOGIN: come_in(p, request, msg); return;
    case CMD_RESUME:
        if (p->presence == ENTERING) {
            come_in(p, request, msg);
            return;
        }
        break;
    case CMD_REGISTER: answer_register(p, request, msg); break;
    case CMD_FORGET_ME: answer_forget(p, request, msg); break;
    case CMD_READY: answer_ready(p, request, msg); break;
    case CMD_ACCEPT: answer_accept(p, request, msg); break;
    case CMD_MOVE: note_number(p, request, msg); break;
    default: break;
    }
    if (msg->kind == MESSAGE_REPLY && request->kind != COMMAND_COUNT) {
        answer_reply(p, request, msg);
    }
}
