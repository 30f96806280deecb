/* Handles and checks what a person receives. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "fair/fair.h"
#include "tests/sim/people.h"
#include "tests/sim/server.h"
#include "tests/sim/world/disk.h"

/* --- places --- */

static struct place *find_place(struct person *p, const char *room) {
    for (size_t i = 0; i < PLACES_MAX && room[0] != '\0'; i++) {
        if (strcmp(p->place[i].room, room) == 0) {
            return &p->place[i];
        }
    }
    return NULL;
}

struct place *person_place(struct person *p, const char *room) {
    return find_place(p, room);
}

static void forget_moves(struct place *place) {
    free(place->moves);
    free(place->sent_moves);
    place->moves = place->sent_moves = NULL;
}

void person_leave_place(struct place *place) {
    forget_moves(place);
    dice_check_fini(&place->dice_check);
    *place = (struct place){.last = 0};
}

void person_leave_places(struct person *p) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        person_leave_place(&p->place[i]);
    }
}

static struct place *get_place(struct person *p, const char *room) {
    struct place *place = find_place(p, room);
    for (size_t i = 0; place == NULL; i++) {
        SIM_CHECK(i < PLACES_MAX, "%s has too many rooms", p->name);
        if (p->place[i].room[0] == '\0') {
            place = &p->place[i];
            snprintf(place->room, sizeof place->room, "%s", room);
        }
    }
    return place;
}

/* Most time until a working connection has delivered everything, in ms. */
#define HEARS_MS 60000

void person_check_hears(const struct person *p) {
    uint64_t since_ms = net_free_since(p->wire);
    since_ms = since_ms > p->called_ms ? since_ms : p->called_ms;
    uint64_t dead_ms = p->dead_ms > since_ms ? p->dead_ms : since_ms;
    for (size_t i = 0; i < p->n_offers && !p->wire->up.ends; i++) {
        SIM_CHECK(p->offer[i] != p->dead_offer || sim.now_ms < dead_ms ||
                      sim.now_ms - dead_ms < HEARS_MS,
                  "%s has not heard of the end of offer %lld", p->name,
                  (long long)p->dead_offer);
    }
    for (size_t i = 0; i < PLACES_MAX && !p->wire->up.ends; i++) {
        const struct place *place = &p->place[i];
        const struct story *log = place->log;
        if (place->last == 0 || place->is_lost || log == NULL ||
            place->last + 1 >= log->n) {
            continue;
        }
        const struct seen *next = &log->event[place->last + 1];
        uint64_t from_ms = next->sent_ms > since_ms ? next->sent_ms : since_ms;
        SIM_CHECK(!next->is_seen || next->sent_ms == 0 || sim.now_ms < from_ms ||
                      sim.now_ms - from_ms < HEARS_MS,
                  "%s has not heard of event %llu of %s", p->name,
                  (unsigned long long)place->last + 1, log->code);
    }
}

void person_forget_gags(struct person *p) {
    p->n_gags = 0;
    p->knows_gags = false;
}

bool person_asks(const struct person *p, enum command_kind kind, const char *name) {
    for (size_t i = 0; i < p->n_requests; i++) {
        const struct request *request = &p->request[i];
        if (request->kind == kind &&
            (name == NULL || strcasecmp(request->text, name) == 0)) {
            return true;
        }
    }
    return false;
}

bool person_gags(const struct person *p, const char *name) {
    for (size_t i = 0; i < p->n_gags; i++) {
        if (strcasecmp(p->gag[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether chat from this player must not reach the person.  False while a request to
 * change the gag has no answer. */
static bool shuts_out(const struct person *p, const char *name) {
    return person_gags(p, name) && !person_asks(p, CMD_GAG, name);
}

/* --- states --- */

static void check_moves(const struct state *state) {
    static struct move move[MOVES_MAX];
    static char text[MOVES_MAX][MOVE_TEXT_BYTES];
    size_t n = game_moves_sorted(state->game, &state->pos, move, text);
    const char *at = state->moves;
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(text[i]);
        SIM_CHECK(strncmp(at, text[i], len) == 0 && at[len] == (i + 1 < n ? ' ' : '\0'),
                  "the moves are not those of the rules: %s", state->moves);
        at += len + 1;
    }
}

static void see_moves(struct place *place, const struct state *state) {
    bool is_mine = place->seated && state->stage == STAGE_PLAYING &&
                   state->pos.phase == PHASE_MOVE && state->pos.turn == place->side;
    SIM_CHECK(state->moves == NULL || is_mine, "%s: moves for who is not to move",
              place->room);
    forget_moves(place);
    if (is_mine && state->moves != NULL && state->moves[0] != '\0') {
        place->moves = strdup(state->moves);
        if (sim_one_in(RANDOM_PEOPLE, 4)) {
            check_moves(state);
        }
    }
}

static void see_dice(const struct person *p, struct place *place,
                     const struct state *state) {
    char text[512];
    struct text_out out = text_out_of(text, sizeof text);
    dice_check_see(&place->dice_check, state);
    if (state->stage == STAGE_OVER && place->seated && place->dice_check.is_ready &&
        dice_check_judge(&place->dice_check, state, &out) == DICE_CHECK_BROKEN) {
        sim_fail("%s in %s: %s", p->name, place->room, text);
    }
    if (state->stage == STAGE_OVER) {
        place->dice_check.is_ready = false;
    }
}

/* The seal on the board shows which `ready` was done. */
static void take_nonce(struct place *place, const char *seal) {
    for (size_t i = 0; seal[0] != '\0' && i < SENT_NONCES; i++) {
        char of[FAIR_HEX_BYTES];
        fair_seal(place->sent_nonce[i], of);
        if (strcmp(of, seal) == 0 && strcmp(place->nonce, place->sent_nonce[i]) != 0) {
            strcpy(place->nonce, place->sent_nonce[i]);
            dice_check_promise(&place->dice_check, place->side, place->nonce);
        }
    }
}

static void hear_state(struct person *p, struct place *place, const struct message *msg) {
    const struct state *state = msg->state;
    const char *white = state->seat[SIDE_WHITE].name;
    const char *black = state->seat[SIDE_BLACK].name;
    place->stage = state->stage;
    place->seated = strcmp(white, p->name) == 0 || strcmp(black, p->name) == 0;
    place->side = strcmp(black, p->name) == 0 ? SIDE_BLACK : SIDE_WHITE;
    const struct seat_view *own = &state->seat[place->side];
    const struct seat_view *other = &state->seat[side_other(place->side)];
    snprintf(place->opponent, sizeof place->opponent, "%s", other->name);
    place->ready = own->ready;
    place->opponent_ready = other->ready;
    place->offered = other->offer;
    place->opponent_away = other->away;
    place->is_overdue = other->away && other->grace_ms == 0;
    take_nonce(place, own->seal);
    place->is_sealed = state->stage == STAGE_OPENING && own->seal[0] != '\0' &&
                       own->nonce == NULL && place->nonce[0] != '\0';
    see_moves(place, state);
    see_dice(p, place, state);
}

static bool has_joined(const struct person *p, const struct message *msg) {
    for (size_t i = 0; msg->event == EVENT_STATE && i < msg->state->n_notes; i++) {
        const struct note *note = &msg->state->notes[i];
        if (note->kind == NOTE_JOINED && strcmp(note->name, p->name) == 0) {
            return true;
        }
    }
    return false;
}

/* Each line of chat has its own number. */
static void hear_number(const struct story *log, const struct message *msg) {
    static const char begin[] = "hello ";
    if (msg->event == EVENT_SAY && strncmp(msg->text, begin, strlen(begin)) == 0) {
        referee_say(log, msg->seq, strtoul(msg->text + strlen(begin), NULL, 10));
    }
}

/* Event numbers are consecutive, from the first event or snapshot that a person gets. */
static void hear_numbered(struct person *p, const struct message *msg, const char *line,
                          size_t len) {
    bool is_new = find_place(p, msg->room) == NULL;
    struct place *place = get_place(p, msg->room);
    bool is_state = msg->event == EVENT_STATE;
    if (place->log == NULL) {
        place->log = referee_find(msg->room, is_state ? msg->state->game_id : "");
    }
    if (msg->snapshot) {
        SIM_CHECK(!place->is_back || p->wire->was_unfair || disk_may_fail(),
                  "%s is shown %s twice by a new hub", p->name, msg->room);
        place->is_back = place->is_lost || (is_new && p->has_lost_hub);
        place->is_lost = false;
        place->is_found = place->is_found || is_new;
        place->n_shown++;
        SIM_CHECK(msg->seq >= place->last, "%s is shown event %llu of %s, after %llu",
                  p->name, (unsigned long long)msg->seq, msg->room,
                  (unsigned long long)place->last);
        referee_check_latest(place->log, msg->seq, p->called_ms);
    } else {
        SIM_CHECK(!place->is_lost || has_joined(p, msg),
                  "%s hears event %llu of %s, which no new hub has shown", p->name,
                  (unsigned long long)msg->seq, msg->room);
        place->is_lost = place->is_back = false;
        place->is_found = place->is_found && place->seated;
        uint64_t before = place->last != 0 ? place->last : place->resumes_after;
        /* They have left in between, or watched and were too slow. */
        bool sat_down = has_joined(p, msg);
        if (sat_down) {
            place->joined_ms = sim.now_ms;
        }
        SIM_CHECK(!place->is_paused || place->n_shown > 1 || !place->seated || sat_down,
                  "%s hears event %llu of %s, which is paused", p->name,
                  (unsigned long long)msg->seq, msg->room);
        SIM_CHECK(before == 0 || msg->seq == before + 1 || sat_down,
                  "%s hears event %llu of %s after %llu", p->name,
                  (unsigned long long)msg->seq, msg->room, (unsigned long long)before);
        SIM_CHECK(msg->event != EVENT_SAY || msg->is_gagged || !shuts_out(p, msg->name),
                  "%s gags %s, and hears %s", p->name, msg->name, line);
        if (!msg->is_gagged) {
            referee_hear(place->log, msg, line, len);
            hear_number(place->log, msg);
        }
    }
    place->last = msg->seq;
    place->resumes_after = 0;
    if (is_state) {
        hear_state(p, place, msg);
        SIM_CHECK(!is_new || msg->snapshot || place->seated,
                  "%s, who is not there, hears event %llu of %s", p->name,
                  (unsigned long long)msg->seq, msg->room);
        place->watched = !place->seated && (place->watched || msg->snapshot);
        if (!place->seated && !place->watched) { /* the person has given up the seat */
            person_leave_place(place);
        }
    }
}

/* --- other events --- */

static void forget_offer(struct person *p, int64_t offer) {
    for (size_t i = 0; i < p->n_offers; i++) {
        if (p->offer[i] == offer) {
            p->offer[i] = p->offer[--p->n_offers];
            return;
        }
    }
}

/* A game that the next hub has not shown yet may be over. */
static void hear_say(const struct person *p, const struct place *place,
                     const char *line) {
    bool plays = place != NULL && place->seated && place->stage != STAGE_WAITING &&
                 place->stage != STAGE_OVER && !place->is_lost;
    SIM_CHECK(place != NULL && !plays, "%s, who %s there, hears %s", p->name,
              plays ? "plays" : "is not", line);
}

/* Events for one person only. */
static void hear_tell(const struct person *p, const struct message *msg) {
    char text[64];
    snprintf(text, sizeof text, "how are you, %s?", p->name);
    SIM_CHECK(strcmp(msg->text, text) == 0, "%s is told: %s", p->name, msg->text);
}

/* Columns of an offer. */
enum { OFFER_ID, OFFER_KIND, OFFER_FROM, OFFER_TO };

/* Offers are sent only to people who want them and can accept them. */
static void hear_offer(struct person *p, const struct table *table) {
    const char *from = table_at(table, 0, OFFER_FROM)->text;
    const char *to = table_at(table, 0, OFFER_TO)->text;
    SIM_CHECK(strcmp(from, p->name) != 0 && (to[0] == '\0' || strcmp(to, p->name) == 0),
              "%s hears of an offer of %s to %s", p->name, from, to);
    SIM_CHECK(!shuts_out(p, from), "%s gags %s, and hears of his offer", p->name, from);
    SIM_CHECK(!p->wants_none || person_asks(p, CMD_PROFILE, NULL),
              "%s, who wants no offers, hears of one", p->name);
    SIM_CHECK(p->n_offers < OFFERS_MAX, "%s hears of too many offers", p->name);
    int64_t offer = table_at(table, 0, OFFER_ID)->number;
    p->dead_offer = offer == p->dead_offer ? 0 : p->dead_offer; /* a hub ago */
    p->offer[p->n_offers++] = offer;
}

/* While the store fails, a room is paused.  It is shown once when it was read again, and
 * once more when the game goes on.  Who comes in meanwhile, or through a front from
 * another hub, is shown it, and then told; who comes or sits down in the turn in which
 * the game goes on is told only that.  Who was interrupted as they sat down is told
 * before they know that they sit there. */
static void hear_notice(struct person *p, struct place *place, const char *text) {
    if (strstr(text, "is away for a moment") != NULL) {
        SIM_CHECK(sim.n_fronts > 0, "%s has no front: %s", p->name, text);
        person_lose_hub(p);
    }
    bool was_back = place != NULL && place->is_back;
    if (place != NULL) {
        place->is_back = false; /* it is shown again */
    }
    if (place == NULL || !place->seated) {
        return;
    }
    if (strstr(text, "cannot write to its disk") != NULL) {
        place->is_paused = true;
        place->n_shown = p->n_answers == p->n_entered || was_back ? 1 : 0;
    } else if (strstr(text, "works again") != NULL) {
        SIM_CHECK(place->is_paused
                      ? place->n_shown > 1
                      : p->n_answers == p->n_entered || place->joined_ms == sim.now_ms ||
                            place->is_found,
                  "%s: %s goes on, and was shown %u times", p->name, place->room,
                  place->n_shown);
        place->is_paused = place->is_found = false;
    }
}

/* Another connection cannot have taken over: what a person had before is older. */
static void check_bye(const struct person *p, const struct message *msg) {
    SIM_CHECK(msg->error != ERR_TAKEN_OVER,
              "%s is told that another connection has taken over", p->name);
}

static void hear_event(struct person *p, const struct message *msg, const char *line) {
    bool is_said =
        msg->event == EVENT_SAY || msg->event == EVENT_TELL || msg->event == EVENT_SHOUT;
    SIM_CHECK(!is_said || msg->is_gagged || !shuts_out(p, msg->name),
              "%s gags %s, and hears %s", p->name, msg->name, line);
    struct place *place = find_place(p, msg->room);
    switch ((int)msg->event) {
    case EVENT_SAY: hear_say(p, place, line); break;
    case EVENT_TELL: hear_tell(p, msg); break;
    case EVENT_OFFER: hear_offer(p, msg->table); break;
    case EVENT_OFFER_OVER: forget_offer(p, table_at(msg->table, 0, 0)->number); break;
    case EVENT_CLOSED:
        SIM_CHECK(place == NULL || place->watched || place->is_lost,
                  "%s: %s is closed, where he sits", p->name, msg->room);
        if (place != NULL) {
            person_leave_place(place);
        }
        break;
    case EVENT_NOTICE: hear_notice(p, place, msg->text); break;
    case EVENT_BYE:
        p->is_told_bye = true;
        check_bye(p, msg);
        break;
    default: break;
    }
}

/* --- answers --- */

static struct request take_request(struct person *p, const char *line) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        p->place[i].is_back = false;
    }
    SIM_CHECK(p->n_requests > 0, "%s has asked nothing, and hears %s", p->name, line);
    struct request request = p->request[0];
    memmove(&p->request[0], &p->request[1], --p->n_requests * sizeof p->request[0]);
    p->has_lost_hub = p->has_lost_hub && request.is_cut;
    people.n_answers++;
    p->n_answers++;
    return request;
}

/* Whether the rate limit has allowed this many requests since the connection began. */
static bool is_allowed(const struct person *p, int64_t n, int64_t burst, int64_t tokens,
                       int64_t period_ms) {
    int64_t passed_ms = (int64_t)(sim.now_ms - p->called_ms);
    return (n - burst) * period_ms <= tokens * passed_ms;
}

/* No person can do more than the rate limits allow. */
static void count_rates(struct person *p, enum command_kind kind,
                        const struct message *msg) {
    const struct limits *limits = &server.config.hub.limits;
    bool is_paid = msg->error != ERR_TOO_FAST && msg->error != ERR_STORAGE &&
                   msg->error != ERR_INTERRUPTED;
    if (kind != COMMAND_COUNT && is_paid) { /* ERR_STORAGE may hide ERR_TOO_FAST */
        p->paid += command_spec(kind)->cost;
    }
    p->n_said += msg->kind == MESSAGE_REPLY && (kind == CMD_SAY || kind == CMD_TELL);
    SIM_CHECK(
        is_allowed(p, p->paid, limits->commands_burst, limits->commands_per_s, 1000),
        "%s has asked for too much", p->name);
    int64_t says = limits->say_per_minute;
    SIM_CHECK(is_allowed(p, p->n_said, says, says, 60000), "%s has said too much",
              p->name);
}

static void hear_answer(struct person *p, const struct message *msg, const char *line) {
    struct request request = take_request(p, line);
    unsigned id = (unsigned)strtoul(msg->id, NULL, 10);
    SIM_CHECK(id == request.id, "%s hears the answer to %u, not to %u: %s", p->name, id,
              request.id, line);
    SIM_CHECK(msg->kind == MESSAGE_ERROR || request.kind == COMMAND_COUNT ||
                  msg->cmd == request.kind,
              "%s hears the answer to another command: %s", p->name, line);
    SIM_CHECK(msg->kind == MESSAGE_ERROR || request.kind != COMMAND_COUNT ||
                  p->is_operator,
              "%s: nonsense is done: %s", p->name, line);
    count_rates(p, request.kind, msg);
    people.errors[msg->kind == MESSAGE_ERROR ? msg->error : ERR_OK]++;
    person_answered(p, &request, msg);
}

/* --- lines --- */

static void hear_text(struct person *p, const char *line, size_t len) {
    if (len > 0 && (line[0] == '+' || line[0] == '-')) {
        take_request(p, line);
    }
    p->is_told_bye = p->is_told_bye ||
                     strstr(line, "* The connection is closed") == line ||
                     strstr(line, "* La connexion est ferm") == line ||
                     (strstr(line, "[shutting_down]") != NULL &&
                      strstr(line, "is away for a moment") == NULL);
    SIM_CHECK(len > 0 && line[len - 1] == '\r' && utf8_is_text(line, len),
              "%s hears no line of text: %s", p->name, line);
}

static void hear_json(struct person *p, const char *line, size_t len) {
    char fault[FAULT_BYTES] = "";
    struct message *msg = message_from_json(line, len, fault);
    SIM_CHECK(msg != NULL, "%s hears nonsense (%s): %s", p->name, fault, line);
    if (msg->kind != MESSAGE_EVENT) {
        hear_answer(p, msg, line);
    } else if (msg->seq > 0 && (msg->event == EVENT_STATE || msg->event == EVENT_SAY)) {
        hear_numbered(p, msg, line, len);
    } else {
        hear_event(p, msg, line);
    }
    message_free(msg);
}

void person_hear(struct person *p, const char *line, size_t len) {
    trace_bytes(p->name, "hears", line, len);
    bool goes_on = p->is_text && line[0] == ' '; /* the same message */
    SIM_CHECK(!p->is_told_bye || goes_on, "%s hears something after goodbye: %s", p->name,
              line);
    if (line[0] == '{' && !p->is_greeted && !p->is_text && sim.n_fronts > 0) {
        hear_json(p, line, len); /* the hub goes before it greets */
    } else if (p->presence == CALLING || (!p->is_greeted && !p->is_text)) {
        p->is_greeted = true;
        p->is_told_bye = strncmp(line, "- ", 2) == 0;
        SIM_CHECK(p->is_told_bye || strstr(line, " [alea/1 alead/") != NULL,
                  "%s is greeted by: %s", p->name, line);
        if (p->is_text && !p->is_told_bye) {
            person_enter(p);
        }
    } else if (p->is_text) {
        hear_text(p, line, len);
    } else if ((line[0] == '*' || line[0] == ' ') &&
               p->n_answers <= (disk_may_fail() ? 1 : 0)) {
        /* The server may not know yet that this person is a program, or did not when it
         * wrote this: the answers of a failed commit come first. */
        hear_text(p, line, len);
    } else if (sim.n_fronts > 0 && p->n_answers == 0 && strncmp(line, "- ", 2) == 0) {
        p->is_told_bye = true; /* a front that has not heard the person yet */
    } else {
        hear_json(p, line, len);
    }
}
