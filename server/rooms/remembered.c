#include "server/rooms/remembered.h"

#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"
#include "mem/mem.h"
#include "server/people/clients.h"
#include "server/people/send.h"
#include "server/rooms/sessions.h"
#include "server/rooms/state.h"

/* The beginning of its token's hash: sessions that have ended may have had the same id.
 * A bot of the host has another token after each start, and a name that nobody else can
 * take. */
static uint64_t proof_of(const struct session *session) {
    uint64_t proof;
    if (session->of_host) {
        memcpy(&proof, session->key, sizeof proof);
    } else {
        memcpy(&proof, session->token_hash, sizeof proof);
    }
    return proof;
}

void remembered_take(struct remembered *was, const struct client *client) {
    const struct session *session = client->session;
    *was = (struct remembered){
        .client = client->id,
        .opened_ms = client->opened_ms,
        .order = client->order,
        .style = client->style,
        .json = client->json,
        .no_moves = client->no_moves,
        .told_role = client->told_role,
        .quits = client->quits,
        .closing = client->closing,
    };
    if (session == NULL) {
        return;
    }
    was->session = session->id;
    was->proof = proof_of(session);
    was->n_watched = session->n_watched;
    was->watched = mem_new((size_t)was->n_watched + 1, sizeof *was->watched);
    for (size_t i = 0; i < was->n_watched; i++) {
        memcpy(was->watched[i], session->watched[i]->code, sizeof was->watched[i]);
    }
}

void remembered_fini(struct remembered *was) {
    free(was->watched);
}

static bool watched(const struct remembered *was, const char *code) {
    size_t i = 0;
    while (i < was->n_watched && strcmp(was->watched[i], code) != 0) {
        i++;
    }
    return i < was->n_watched;
}

static void put_back_watching(struct rooms *rooms, struct session *session,
                              const struct remembered *was) {
    for (size_t i = session->n_watched; i > 0; i--) {
        if (!watched(was, session->watched[i - 1]->code)) {
            rooms_unwatch(session, session->watched[i - 1]);
        }
    }
    for (size_t i = 0; i < was->n_watched; i++) {
        struct room *room = lobby_find(&rooms->lobby, was->watched[i]);
        if (room == NULL) {
            rooms_tell_closed(rooms, people_client_of(rooms->people, session),
                              was->watched[i]);
        } else if (session_find_watched(session, room->code) == NULL) {
            rooms_watch(session, room);
        }
    }
}

static void put_back_session(struct rooms *rooms, struct client *client,
                             struct session *session) {
    struct session *present = client->session;
    if (present != NULL && present != session && present->client == client->id) {
        present->client = 0;
    }
    client->session = session;
    if (session != NULL) {
        session->client = client->id;
        people_unkeep_session(rooms->people, session);
    } else {
        people_await_login(rooms->people, client);
    }
}

static void put_back_ways(struct client *client, const struct remembered *was) {
    client->style = was->style;
    client->order = was->order;
    client->json = was->json;
    client->no_moves = was->no_moves;
    client->told_role = was->told_role;
}

/* The goodbye of a client that stays was dropped with the turn. */
static void stay(struct rooms *rooms, struct client *client) {
    if (turn_is_ending(rooms->turns)) {
        people_bye(rooms->people, client,
                   ERR_SHUTTING_DOWN); /* hub_shut_down left it out */
    }
    people_release(rooms->people, client->id, client->conn);
}

void remembered_put_back(struct rooms *rooms, const struct remembered *was) {
    struct client *client = people_any_client(rooms->people, was->client);
    struct session *session = people_find_session(rooms->people, was->session);
    if (client != NULL) {
        put_back_session(rooms, client, session);
        put_back_ways(client, was);
        client->quits = was->quits;
    }
    if (session != NULL) {
        put_back_watching(rooms, session, was);
    }
    if (client != NULL) {
        bool stays = client->closing && !was->closing && !client->is_dismissed;
        client->closing = was->closing || client->is_dismissed;
        if (stays) {
            stay(rooms, client);
        }
    }
}

/* --- fronts --- */

/* The first byte: what a later version has written is of no use. */
#define VERSION 3
enum { AT_VERSION, AT_FLAGS, AT_BOARD, AT_SESSION };
enum { AT_OPENED = 11, AT_ORDER = 19, AT_PROOF = 27, AT_CODES = 35 };

/* Version 1 does not have opened_ms, nor version 2 the order and the proof. */
static size_t at_codes(uint8_t version) {
    return version < 2 ? AT_OPENED : version < 3 ? AT_ORDER : AT_CODES;
}

static void put_number(uint8_t at[static 8], uint64_t number) {
    for (size_t i = 0; i < 8; i++) {
        at[i] = (uint8_t)(number >> 8 * i);
    }
}

static uint64_t number_at(const uint8_t at[static 8]) {
    uint64_t number = 0;
    for (size_t i = 0; i < 8; i++) {
        number |= (uint64_t)at[i] << 8 * i;
    }
    return number;
}

static size_t write_memory(const struct remembered *was,
                           uint8_t memory[static REMEMBERED_BYTES]) {
    const bool flag[] = {was->json,         was->no_moves,   was->told_role,
                         was->quits,        was->closing,    was->style.unicode,
                         was->style.colour, was->style.marks};
    uint8_t *at = memory + at_codes(VERSION);
    memset(memory, 0, REMEMBERED_BYTES);
    memory[AT_VERSION] = VERSION;
    memory[AT_BOARD] = (uint8_t)(was->style.board + BOARD_LOOK_COUNT * was->style.lang);
    for (size_t i = 0; i < 8; i++) {
        memory[AT_FLAGS] |= (uint8_t)(flag[i] << i);
    }
    put_number(memory + AT_SESSION, was->session);
    put_number(memory + AT_OPENED, was->opened_ms);
    put_number(memory + AT_ORDER, was->order);
    put_number(memory + AT_PROOF, was->proof);
    for (size_t i = 0; i < was->n_watched; i++, at += ROOM_BYTES_MAX) {
        memcpy(at, was->watched[i], ROOM_BYTES_MAX);
    }
    return (size_t)(at - memory);
}

/* False: it is of another version. */
static bool read_memory(struct remembered *was, const uint8_t *memory, size_t n) {
    uint8_t version = n > 0 ? memory[AT_VERSION] : 0;
    size_t codes = at_codes(version);
    if (version < 1 || version > VERSION || n < codes || n > REMEMBERED_BYTES ||
        memory[AT_BOARD] >= BOARD_LOOK_COUNT * LANG_COUNT) {
        return false;
    }
    unsigned flags = memory[AT_FLAGS];
    *was = (struct remembered){
        .json = (flags & 1) != 0,
        .no_moves = (flags & 2) != 0,
        .told_role = (flags & 4) != 0,
        .quits = (flags & 8) != 0,
        .closing = (flags & 16) != 0,
        .style = {.unicode = (flags & 32) != 0,
                  .colour = (flags & 64) != 0,
                  .marks = (flags & 128) != 0,
                  .lang = memory[AT_BOARD] / BOARD_LOOK_COUNT,
                  .board = (enum board_look)(memory[AT_BOARD] % BOARD_LOOK_COUNT)},
        .session = number_at(memory + AT_SESSION),
        .opened_ms = version < 2 ? 0 : number_at(memory + AT_OPENED),
        .order = version < 3 ? 0 : number_at(memory + AT_ORDER),
        .proof = version < 3 ? 0 : number_at(memory + AT_PROOF),
        .n_watched = (uint16_t)((n - codes) / ROOM_BYTES_MAX),
    };
    was->watched = mem_new((size_t)was->n_watched + 1, sizeof *was->watched);
    for (size_t i = 0; i < was->n_watched; i++) {
        memcpy(was->watched[i], memory + codes + i * ROOM_BYTES_MAX, ROOM_BYTES_MAX);
    }
    return true;
}

/* Lets the client's front remember what it keeps now. */
static void tell_front(struct rooms *rooms, uint64_t id) {
    const struct client *client = people_any_client(rooms->people, id);
    if (client == NULL || client->front == 0) {
        return;
    }
    struct remembered is;
    uint8_t memory[REMEMBERED_BYTES];
    remembered_take(&is, client);
    struct buf *buf = buf_new((const char *)memory, write_memory(&is, memory));
    outbox_add_memory(turn_outbox(rooms->turns), client->conn, buf);
    buf_unref(buf);
    remembered_fini(&is);
}

/* A player's connections come back in any order, and the one that was the last to take
 * the session stays.  Returns whether that is `other`, which is there (NULL: none); else
 * `other` must go. */
static bool other_stays(struct rooms *rooms, struct client *other,
                        const struct remembered *was) {
    if (other != NULL && other->order < was->order) {
        people_bye(rooms->people, other, ERR_TAKEN_OVER);
        other->session = NULL;
        return false;
    }
    return other != NULL;
}

/* False: its last change may fail, or has failed, and it is about to be read again. */
static bool is_stored(const struct rooms *rooms, const struct room *room) {
    return turn_storage(rooms->turns)->state != STORAGE_LOADS &&
           !turn_is_awaited(rooms->turns, rooms_turn_of(room));
}

/* Makes it the connection of its player again.  Returns why it must go; ERR_OK: it stays.
 */
static enum error_code recall(struct rooms *rooms, struct client *client,
                              const struct remembered *was) {
    struct session *session = people_find_session(rooms->people, was->session);
    if (session != NULL && was->proof != 0 && was->proof != proof_of(session)) {
        session = NULL; /* it has ended, and another one has its id */
    }
    /* a hub before may have gone on for longer than it stored */
    if (was->opened_ms != 0 && was->opened_ms < client->opened_ms) {
        client->opened_ms = was->opened_ms;
    }
    put_back_ways(client, was);
    if (was->closing) {
        return was->quits ? ERR_OK : ERR_SHUTTING_DOWN;
    }
    if (session == NULL) {
        return was->session != 0 ? ERR_SHUTTING_DOWN : ERR_OK;
    }
    if (other_stays(rooms, people_client_of(rooms->people, session), was)) {
        return ERR_TAKEN_OVER;
    }
    put_back_session(rooms, client, session);
    people_note_address(rooms->people, session, client);
    put_back_watching(rooms, session, was);
    for (size_t i = 0; i < session->n_rooms; i++) {
        if (is_stored(rooms, session->rooms[i])) {
            rooms_settle_watch(rooms, session->rooms[i]); /* it sat down there since */
        }
    }
    return ERR_OK;
}

void rooms_recall(struct rooms *rooms, uint64_t client, const uint8_t *memory, size_t n) {
    struct client *c = people_find_client(rooms->people, client);
    struct remembered was = {0};
    if (c == NULL) {
        return;
    }
    bool is_known = read_memory(&was, memory, n);
    enum error_code why = is_known ? recall(rooms, c, &was) : ERR_SHUTTING_DOWN;
    if (why == ERR_SHUTTING_DOWN) {
        people_bye_because(rooms->people, c, why,
                           "the server is back: connect again, and resume.");
    } else if (why != ERR_OK || was.closing) {
        people_bye(rooms->people, c, why);
    } else {
        tell_front(rooms, client);
    }
    remembered_fini(&was);
}

static void undo(void *owner, void *value, bool fails) {
    const struct remembered *was = value;
    if (fails) {
        remembered_put_back(owner, value);
    }
    tell_front(owner, was->client);
    remembered_fini(value);
    free(value);
}

void rooms_remember(struct rooms *rooms, const struct client *client) {
    struct remembered *was = mem_new(1, sizeof *was);
    remembered_take(was, client);
    turn_if_it_fails(rooms->turns, undo, rooms, was);
}

void rooms_bye_if_stored(struct rooms *rooms, struct client *client, enum error_code why,
                         const char *text) {
    struct message msg = people_goodbye(why, text);
    rooms_remember(rooms, client);
    people_send(rooms->people, client, &msg);
    people_queue_end(rooms->people, client, why, SEND_IF_STORED);
    client->closing = true;
    people_hold(rooms->people, client);
}
