/* Coming back: resume and mine. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/command/resume.h"
#include "server/hub/dispatch.h"
#include "server/store/history.h"

/* --- the rooms of somebody --- */

/* game: where the row puts its game. */
static bool fill_row(struct mine_row *row, char game[static GAME_TEXT_BYTES],
                     const struct session *session, const struct room *room) {
    enum side side = SIDE_WHITE;
    if (room->stale || !room_side_of(room, session->id, &side)) {
        return false;
    }
    const struct room_seat *other = &room->seat[side_other(side)];
    struct text_out out;
    text_out_init(&out, game, GAME_TEXT_BYTES);
    game_write(room->game, &room->opt, &out);
    *row = (struct mine_row){
        .room = room->code,
        .game = game,
        .stage = room->stage,
        .side = side_name(side),
        .opponent = other->name,
        .away = other->absence.away,
        .your_turn = room_is_waiting_for(room, side),
        .seq = room->seq,
    };
    return true;
}

/* All of them: whoever comes back must know each. */
static void list_rooms(struct ask *ask, const struct session *session) {
    size_t n = session->n_rooms;
    struct mine_row *rows = mem_new(n + 1, sizeof *rows + GAME_TEXT_BYTES);
    char *text = (char *)(rows + n);
    ask->scratch = rows;
    for (size_t i = 0; i < n; i++) {
        ask->reply.n_rows +=
            fill_row(&rows[ask->reply.n_rows], text + i * GAME_TEXT_BYTES, session,
                     session->rooms[i]);
    }
    ask->reply.mine = rows;
}

enum error_code do_CMD_MINE(struct ask *ask) {
    list_rooms(ask, ask->session);
    return ERR_OK;
}

/* --- what was missed --- */

struct missed {
    struct hub *hub;
    struct client *client;
    uint64_t last; /* number of the last event that was seen there */
    bool was_out;  /* he left meanwhile: what happened then is not for him */
};

static void tell_missed(void *arg, const struct room *room, const struct op *op) {
    struct missed *missed = arg;
    enum side side;
    missed->was_out =
        missed->was_out || !room_side_of(room, missed->client->session->id, &side);
    if (!missed->was_out) {
        hub_tell_client(missed->hub, missed->client, room, op);
    }
}

/* Sends the events of a room after the one last seen, as they were.  False: that is too
 * far back, or not known, or he has left the room since, and sits there anew. */
static bool replay(struct ask *ask, struct room *room) {
    struct missed missed = {.hub = ask->hub, .client = ask->client};
    char fault[FAULT_BYTES];
    struct room_start start;
    if (ask->cmd->kind != CMD_RESUME || strcmp(ask_arg(ask, 1), room->code) != 0 ||
        ask_may_replay(ask) > 0 || !ask_number(ask, 2, &missed.last) ||
        missed.last > room->seq ||
        room->seq - missed.last > (uint64_t)ask->hub->config->limits.replay_events ||
        !store_load_start(ask->hub->store, room->stored, &start, fault) ||
        missed.last < start.seq) {
        return false;
    }
    struct room *again = history_room(ask->hub->store, room->stored, missed.last,
                                      tell_missed, &missed, fault);
    room_destroy(again);
    ask_replayed(ask, room->seq - start.seq);
    return again != NULL && !missed.was_out;
}

/* After the reply: what he missed, and then that he is back. */
static void come_back(struct ask *ask) {
    const struct session *session = ask->session;
    for (size_t i = 0; i < session->n_rooms; i++) {
        struct room *room = session->rooms[i];
        struct op op = {.kind = OP_BACK};
        if (room->frozen) {
            hub_notice(ask->hub, room, room->lost ? HUB_LOST_TEXT : HUB_FROZEN_TEXT);
            continue;
        }
        if (!room_side_of(room, session->id, &op.side)) {
            continue;
        }
        if (!replay(ask, room)) {
            hub_send_snapshot(ask->hub, ask->client, room);
        }
        if (room->seat[op.side].absence.away) {
            hub_do_and_tell(ask->hub, room, &op);
        }
    }
    hub_show_watched(ask->hub, ask->client);
}

/* --- the session --- */

static struct session *session_of_token(const struct hub *hub, const char *token) {
    uint64_t id;
    uint8_t hash[TOKEN_HASH_BYTES];
    if (!token_read(token, &id, hash)) {
        return NULL;
    }
    struct session *session = slots_get(&hub->sessions, id);
    return session != NULL && sodium_memcmp(hash, session->token_hash, sizeof hash) == 0
               ? session
               : NULL;
}

/* The client speaks for this session from now on, and nobody else does. */
static void take_over(struct ask *ask, struct session *session) {
    struct client *other = hub_client_of(ask->hub, session);
    struct session *own = ask->session;
    if (own == session) {
        return;
    }
    if (other != NULL) {
        other->session = NULL;
        hub_bye(ask->hub, other, ERR_TAKEN_OVER);
    }
    if (own != NULL) {
        own->client = 0;
        hub_end_offers_of(ask->hub, own);
        hub_unwatch_all(own);
        hub_end_session(ask->hub, own);
    }
    session->client = ask->client->id;
    hub_note_address(ask->hub, session, ask->client);
    hub_unkeep_session(ask->hub, session);
    ask->client->session = session;
    ask->session = session;
}

enum error_code resume_check(struct ask *ask, struct session *session) {
    if (ask->session != NULL && ask->session != session && ask->session->n_rooms > 0) {
        return ERR_NAME_FIXED;
    }
    if (session == NULL) {
        return ERR_OK;
    }
    struct rate_rule rule = {.burst = ask->hub->config->limits.resume_per_minute,
                             .tokens = ask->hub->config->limits.resume_per_minute,
                             .period_ms = 60000};
    ask->reply.retry_after_ms =
        rate_take(&session_rates(session)->resumes, &rule, 1, ask->hub->now.ms);
    return ask->reply.retry_after_ms == 0
               ? ERR_OK
               : ask_fault(ask, ERR_TOO_FAST, "you come back too often: wait a little");
}

void resume_as(struct ask *ask, struct session *session) {
    take_over(ask, session);
    ask->reply.name = session->name;
    list_rooms(ask, session);
    ask->after = come_back;
}

/* In an adjourned game: he wants to go on. */
static enum error_code go_on(struct ask *ask) {
    enum error_code error = ask_find_room(ask);
    if (error == ERR_NO_NAME) {
        return ask_fault(ask, error,
                         "to come back: resume and the token that you got with your "
                         "name (help resume)");
    }
    return error == ERR_OK ? ask_do(ask, OP_RESUME, NULL) : error;
}

enum error_code do_CMD_RESUME(struct ask *ask) {
    if (!ask->cmd->has[0]) {
        return go_on(ask);
    }
    uint64_t last;
    if (ask->cmd->has[1] && !ask_number(ask, 2, &last)) {
        return ask_fault(ask, ERR_BAD_ARGUMENT,
                         "it is: resume TOKEN, or resume TOKEN ROOM and the number of "
                         "the last event that you have seen there");
    }
    struct session *session = session_of_token(ask->hub, ask_arg(ask, 0));
    if (session == NULL) {
        return ERR_UNKNOWN_TOKEN;
    }
    if (hub_is_banned(ask->hub, session->name, ask->text)) {
        return ERR_BANNED;
    }
    enum error_code error = resume_check(ask, session);
    if (error == ERR_OK) {
        resume_as(ask, session);
    }
    return error;
}
