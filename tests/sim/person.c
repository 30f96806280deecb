/* How a person connects, sends requests, and leaves. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/people.h"
#include "tests/sim/server.h"
#include "tests/sim/world/disk.h"
#include "tests/support/json.h"

/* Longest delay until a person tries again, in ms. */
#define AGAIN_MS 3000

/* --- requests --- */

static struct request *add_request(struct person *p, enum command_kind kind) {
    SIM_CHECK(p->n_requests < REQUESTS_MAX, "%s asks too much", p->name);
    struct request *request = &p->request[p->n_requests++];
    *request =
        (struct request){.kind = kind, .asked_ms = sim.now_ms, .n_stills = sim.n_stills};
    return request;
}

static void send_line(struct person *p, const char *line, size_t len) {
    trace_bytes(p->name, "says", line, len);
    net_say(p->wire, line, len);
    net_say(p->wire, "\n", 1);
}

void person_say(struct person *p, const char *line, size_t len) {
    add_request(p, COMMAND_COUNT);
    send_line(p, line, len);
}

/* Moves fail often enough by chance.  Other requests are rare, so the disk likes to fail
 * when one is made. */
static void tempt_disk(enum command_kind kind) {
    if (kind != CMD_MOVE && disk_may_fail() && !sim.is_calm &&
        sim_one_in(RANDOM_FATE, 16)) {
        disk_trouble(sim_below(RANDOM_FATE, 3000));
    }
}

struct request *person_ask(struct person *p, enum command_kind kind, const char *room,
                           const char *members, ...) {
    char line[LINE_BYTES_MAX];
    struct request *request = add_request(p, kind);
    request->id = ++p->last_id;
    snprintf(request->room, sizeof request->room, "%s", room);
    int len =
        snprintf(line, sizeof line, "{'cmd':'%s','id':'%u'%s%s%s",
                 command_spec(kind)->word, request->id,
                 room[0] != '\0' ? ",'room':'" : "", room, room[0] != '\0' ? "'" : "");
    va_list args;
    va_start(args, members);
    int n = vsnprintf(line + len + 1, sizeof line - (size_t)len - 2, members, args);
    va_end(args);
    line[len] = ',';
    len += n > 0 ? n + 1 : 0;
    line[len++] = '}';
    line[len] = '\0';
    send_line(p, json(line), (size_t)len);
    tempt_disk(kind);
    return request;
}

/* --- names --- */

void person_rename(struct person *p) {
    snprintf(p->name, sizeof p->name, "New%u", ++people.n_names);
    p->password[0] = p->maybe_password[0] = p->token[0] = '\0';
    p->maybe_forgotten = false;
    p->n_offers = 0;
    p->n_said = 0; /* counts for the new name */
    person_forget_gags(p);
    p->wants_none = false;
    p->profile[0] = '\0';
    p->nameless_id = p->last_id; /* last request under the old name */
    person_leave_places(p);
}

void person_forget_numbers(struct person *p) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        p->place[i].last = p->place[i].resumes_after = 0;
    }
}

static void resume(struct person *p) {
    /* After `resume` on a connection that may have resumed already, missed events could
     * arrive twice. */
    const struct place *place = NULL;
    bool is_first = p->n_answers == 0;
    for (size_t i = 0; i < PLACES_MAX && is_first && sim_one_in(RANDOM_PEOPLE, 2); i++) {
        place = p->place[i].seated && p->place[i].last > 0 ? &p->place[i] : place;
    }
    for (size_t i = 0; i < PLACES_MAX; i++) {
        struct place *at = &p->place[i];
        at->resumes_after = at == place ? at->last : 0;
        at->last = 0;
    }
    if (place != NULL) {
        person_ask(p, CMD_RESUME, "", "'token':'%s','room':'%s','last':%llu", p->token,
                   place->room, (unsigned long long)place->resumes_after);
    } else {
        person_ask(p, CMD_RESUME, "", "'token':'%s'", p->token);
    }
}

void person_enter(struct person *p) {
    if (p->is_text) {
        char line[64];
        int len = snprintf(line, sizeof line, "name %s", p->name);
        person_say(p, line, (size_t)len);
        p->presence = HERE;
        return;
    }
    p->presence = ENTERING;
    bool has_password = p->password[0] != '\0';
    if (p->token[0] != '\0' && (!has_password || sim_one_in(RANDOM_PEOPLE, 2))) {
        resume(p);
        return;
    }
    person_forget_numbers(p);
    if (has_password) {
        person_ask(p, CMD_LOGIN, "", "'name':'%s','password':'%s'", p->name, p->password);
    } else {
        person_ask(p, CMD_NAME, "", "'name':'%s'", p->name);
    }
}

static void on_again(void *arg, uint64_t wire) {
    struct person *p = arg;
    if (p->wire != NULL && p->wire->id == wire && p->presence == ENTERING &&
        p->n_requests == 0 && !p->is_told_bye) {
        if (sim_one_in(RANDOM_PEOPLE, 4)) { /* who was refused is nobody: answer.c */
            person_ask(p, CMD_MINE, "", "%s", "");
            p->nameless_id = p->last_id;
        }
        person_enter(p);
    }
}

/* The server has refused the connection: tries again, possibly under another name. */
void person_refused(struct person *p, enum error_code why) {
    bool is_guest = p->password[0] == '\0';
    p->refused++;
    if (why == ERR_UNKNOWN_TOKEN) {
        p->token[0] = '\0';
        person_forget_gags(p);
        if (is_guest) {
            person_leave_places(p);
        }
    } else if (why == ERR_NAME_REGISTERED && is_guest && p->maybe_password[0] != '\0') {
        strcpy(p->password, p->maybe_password); /* `register` has succeeded after all */
    } else if (is_guest && (why == ERR_NAME_TAKEN || why == ERR_NAME_REGISTERED ||
                            why == ERR_BANNED)) {
        if (p->refused > 3 && p->token[0] == '\0') {
            person_rename(p);
        }
    } else if (!is_guest && (why == ERR_WRONG_PASSWORD || why == ERR_NOT_REGISTERED)) {
        SIM_CHECK(p->maybe_forgotten, "the password of %s is not known", p->name);
        person_rename(p);
    }
    sim_in(1 + sim_below(RANDOM_PEOPLE, AGAIN_MS), on_again, p, p->wire->id);
}

/* --- connecting and leaving --- */

static void on_call(void *arg, uint64_t n) {
    struct person *p = arg;
    (void)n;
    if (p->presence == AWAY && p->wire == NULL && !p->is_gone) {
        person_call(p);
    }
}

void person_call(struct person *p) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        p->place[i].is_paused = false; /* else they are told so again */
        p->place[i].is_lost = p->place[i].is_back = false;
    }
    p->presence = CALLING;
    p->n_heard = p->n_answers = 0;
    p->has_lost_hub = false;
    p->paid = p->n_said = 0;
    p->is_greeted = p->is_told_bye = p->asks_to_quit = false;
    p->wire = net_call(server_host(), p->address, p);
    p->called_ms = sim.now_ms;
    trace_note("%s calls, line %llu", p->name, (unsigned long long)p->wire->id);
}

/* The person may watch the room no more; it is shown to them if they do. */
static void forget_watching(struct place *place) {
    if (place != NULL && place->is_lost) {
        place->watched = false;
    }
}

/* An unanswered request may have been done, or not. */
static void mark_uncertain(struct person *p, const struct request *request) {
    switch ((int)request->kind) {
    case CMD_REGISTER: strcpy(p->maybe_password, request->text); break;
    case CMD_FORGET_ME: p->maybe_forgotten = true; break;
    case CMD_GAG: person_forget_gags(p); break;
    case CMD_LEAVE:
    case CMD_UNWATCH: forget_watching(person_place(p, request->room)); break;
    case CMD_MOVE:
        person_note_maybe(p, request);
        p->again = *request;
        p->has_again = true;
        break;
    default: break;
    }
}

/* The connection is lost. */
static void lose_line(struct person *p) {
    trace_note("%s has lost line %llu", p->name, (unsigned long long)p->wire->id);
    p->has_again = false;
    for (size_t i = 0; i < p->n_requests; i++) {
        mark_uncertain(p, &p->request[i]);
    }
    if (p->password[0] == '\0') {
        person_forget_gags(p); /* the server may forget them */
    }
    p->wire = NULL;
    p->presence = AWAY;
    p->n_requests = 0;
    p->n_offers = 0;
    p->dead_offer = 0;
    p->wants_none = false;
    p->profile[0] = '\0';
    p->is_gone = p->asks_to_quit && p->is_told_bye;
    if (!p->is_gone) {
        uint64_t most_ms = sim_one_in(RANDOM_PEOPLE, 4) && !sim.is_calm ? 60000 : 2000;
        sim_in(1 + sim_below(RANDOM_PEOPLE, (unsigned)most_ms), on_call, p, 0);
    }
}

void person_lose_hub(struct person *p) {
    for (size_t i = 0; i < p->n_requests; i++) {
        p->request[i].is_cut = true;
    }
    for (size_t i = 0; i < PLACES_MAX; i++) {
        struct place *place = &p->place[i];
        place->is_lost = place->room[0] != '\0';
        place->is_back = place->is_paused = false;
    }
    p->has_lost_hub = true;
    if (p->password[0] == '\0') {
        person_forget_gags(p);
    }
    p->paid = p->n_said = 0; /* counted anew */
    p->n_offers = 0;
    p->dead_offer = 0;
    p->wants_none = false;
    p->profile[0] = '\0';
}

void person_interrupted(struct person *p, const struct request *request) {
    SIM_CHECK(request->is_cut, "%s: interrupted, and the hub was there", p->name);
    mark_uncertain(p, request);
    switch ((int)request->kind) {
    case CMD_MOVE: person_move_again(p); break;
    case CMD_NAME:
    case CMD_LOGIN:
    case CMD_RESUME:
    case CMD_FORGET_ME:
    case CMD_QUIT: person_drop(p, net_hang_up); break; /* who are they now? */
    default: break;
    }
}

void person_drop(struct person *p, void (*how)(struct wire *wire)) {
    how(p->wire);
    lose_line(p);
}

static void on_connected(struct wire *wire) {
    struct person *p = wire->client;
    trace_note("%s is connected", p->name);
    if (!p->is_text) { /* the first line selects JSON mode */
        person_enter(p);
    }
}

static void hear_bytes(struct wire *wire, const char *bytes, size_t n) {
    struct person *p = wire->client;
    if (p->n_heard + n > p->cap_heard) {
        p->cap_heard = 2 * (p->n_heard + n);
        p->heard = realloc(p->heard, p->cap_heard);
        SIM_CHECK(p->heard != NULL, "out of memory");
    }
    memcpy(p->heard + p->n_heard, bytes, n);
    p->n_heard += n;
    size_t from = 0;
    for (char *end; p->wire == wire &&
                    (end = memchr(p->heard + from, '\n', p->n_heard - from)) != NULL;) {
        *end = '\0';
        char *line = p->heard + from;
        from = (size_t)(end - p->heard) + 1;
        person_hear(p, line, (size_t)(end - line));
    }
    if (p->wire == wire) {
        p->n_heard -= from;
        memmove(p->heard, p->heard + from, p->n_heard);
    }
}

/* The server closes connections only for a reason.  Whoever has nothing more to say has
 * CONN_LINGER_MS to read what is left. */
static void on_ended(struct wire *wire) {
    struct person *p = wire->client;
    bool is_unfair = wire->was_unfair || (sim.has[FAULT_FEW] && server_may_be_slow());
    SIM_CHECK(wire->is_refused || is_unfair || p->is_told_bye || wire->up.ends,
              "the server hangs up on %s without goodbye", p->name);
    SIM_CHECK(is_unfair || wire->up.ends || p->n_heard == 0, "%s has heard half a line",
              p->name);
    lose_line(p);
}

const struct net_ops person_ops = {on_connected, hear_bytes, on_ended};
