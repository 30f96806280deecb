/* Coming back: resume and mine. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/command/cost.h"
#include "server/command/login.h"
#include "server/people/offers.h"
#include "server/people/people.h"
#include "server/queue/job.h"
#include "server/rooms/leave.h"
#include "server/rooms/ops.h"
#include "server/rooms/remembered.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/rooms/tell.h"
#include "server/store/history/history.h"
#include "server/turn/work.h"

/* --- a player's rooms --- */

/* game: storage for the text of the row's game. */
static bool fill_row(const struct hub *hub, struct mine_row *row,
                     char game[static GAME_TEXT_BYTES], const struct session *session,
                     const struct room *room) {
    enum side side = SIDE_WHITE;
    if (!room_side_of(room, session->id, &side)) {
        return false;
    }
    const struct room_seat *other = &room->seat[side_other(side)];
    struct text_out out = text_out_of(game, GAME_TEXT_BYTES);
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
        .resume_by_s = rooms_resume_by_s(hub_rooms(hub), room),
    };
    return true;
}

/* Lists all rooms: a player who comes back needs to know each. */
static void list_rooms(struct request *request, const struct session *session) {
    size_t n = session->n_rooms;
    struct mine_row *rows = mem_new(n + 1, sizeof *rows + GAME_TEXT_BYTES);
    char *text = (char *)(rows + n);
    request->scratch = rows;
    for (size_t i = 0; i < n; i++) {
        request->reply.n_rows +=
            fill_row(request->hub, &rows[request->reply.n_rows],
                     text + i * GAME_TEXT_BYTES, session, session->rooms[i]);
    }
    request->reply.mine = rows;
}

enum error_code do_CMD_MINE(struct request *request) {
    list_rooms(request, request->session);
    return ERR_OK;
}

/* --- what was missed --- */

/* A room as of the last event that the player has seen, and the ops since then. */
struct missed {
    struct room *room;     /* owned; NULL: no longer known */
    struct stored_op *ops; /* owned */
    size_t n, cap;
};

static void drop_missed(void *data) {
    struct missed *missed = data;
    if (missed->room != NULL) {
        room_destroy(missed->room);
    }
    free(missed->ops);
}

static void read_missed(struct job *job, struct store *store) {
    struct missed *missed = mem_new(1, sizeof *missed);
    struct room_start start;
    struct stored_op op = {.seq = job->after};
    char fault[FAULT_BYTES];
    job->data = missed;
    job->drop = drop_missed;
    if (!store_load_start(store, job->game, &start, fault) || job->after < start.seq) {
        return;
    }
    missed->room = history_until(store, job->game, job->after, fault);
    while (missed->room != NULL &&
           store_next_op(store, job->game, op.seq, &op, fault) == STORED_OP) {
        MEM_ROOM(missed->ops, missed->n, missed->cap, 16);
        missed->ops[missed->n++] = op;
    }
}

/* The room whose missed events the player asks for, and the last event seen there; NULL:
 * none, or too many were missed. */
static struct room *find_missed(struct request *request, const struct session *session,
                                uint64_t *last) {
    struct room *room = session_find_room(session, request_arg(request, 1));
    if (room == NULL || !request_number(request, 2, last) || *last > room->seq ||
        room->seq - *last > (uint64_t)request->limits->replay_events ||
        cost_replay_wait_ms(request) > 0) {
        return NULL;
    }
    return room;
}

/* How often the store is asked again because more ops were done meanwhile, as in a fast
 * game whose players come back together.  After that a snapshot of the room is sent
 * instead. */
#define MISSED_TRIES 10

/* Asks for what was missed.  True: the store has answered, or need not be asked. */
static bool ask_missed(struct request *request, const struct session *session) {
    uint64_t last;
    const struct room *room = find_missed(request, session, &last);
    if (room == NULL) {
        return true;
    }
    struct job *job = request->job;
    if (job != NULL) {
        const struct missed *missed = job->data;
        uint64_t seen = missed->n > 0 ? missed->ops[missed->n - 1].seq : last;
        if (missed->room == NULL || seen == room->seq || job->tries == MISSED_TRIES) {
            return true;
        }
    } else {
        job = request_new_job(request, read_missed);
    }
    job->tries++;
    job->game = rooms_game_number(room);
    job->after = last;
    return request_ask_job(request, job);
}

/* Sends the events of a room after the last one seen.  False: the last one is too far
 * back or unknown, another game has begun, or the player has left the room since and sat
 * down again. */
static bool replay(struct request *request, const struct room *room) {
    bool may_ask = request->cmd->kind == CMD_RESUME && request->job != NULL;
    const struct missed *missed = may_ask ? request->job->data : NULL;
    enum side side;
    bool was_out = false;
    if (missed == NULL || missed->room == NULL ||
        strcmp(missed->room->code, room->code) != 0 ||
        strcmp(missed->room->game_id, room->game_id) != 0) { /* another has just begun */
        return false;
    }
    struct room *again = missed->room;
    cost_charge_replay(request, room->seq - again->start_seq);
    for (size_t i = 0; i < missed->n && !was_out; i++) {
        if (room_apply(again, &missed->ops[i].op) != ERR_OK) {
            return false;
        }
        was_out = !room_side_of(again, request->session->id, &side);
        if (!was_out) {
            rooms_tell_client(request->rooms, request->client, again, &missed->ops[i].op);
        }
        room_clear_notes(again);
    }
    return !was_out && again->seq == room->seq;
}

/* Runs after the reply: tells what was missed, and that the player is back. */
static void come_back(struct request *request) {
    const struct session *session = request->session;
    for (size_t i = 0; i < session->n_rooms; i++) {
        struct room *room = session->rooms[i];
        if (!replay(request, room)) {
            rooms_send_snapshot(request->rooms, request->client, room);
        }
        rooms_end_absence(request->rooms, request->client, room);
    }
    rooms_show_watched(request->rooms, request->client);
}

/* --- the session --- */

/* Makes the client use this session, and any other client stop using it. */
static void take_over(struct request *request, struct session *session) {
    struct client *other = people_client_of(request->people, session);
    struct session *own = request->session;
    if (own == session) {
        return;
    }
    rooms_remember(request->rooms, request->client);
    if (other != NULL) {
        rooms_bye_if_stored(request->rooms, other, ERR_TAKEN_OVER,
                            error_text(ERR_TAKEN_OVER));
        other->session = NULL;
    }
    if (own != NULL) {
        own->client = 0;
        people_end_offers_of(request->people, own);
        rooms_unwatch_all(own);
        rooms_end_session(request->rooms, own);
    }
    people_give_session(request->people, request->client, session);
    people_note_address(request->people, session, request->client);
    people_unkeep_session(request->people, session);
    request->session = session;
    profile_take_lang(request);
}

/* Whether the client may give up its session for another one. */
static enum error_code check_own(struct request *request, const struct session *session) {
    const struct session *own = request->session;
    return own != NULL && own != session && own->n_rooms > 0 ? ERR_NAME_FIXED : ERR_OK;
}

enum error_code resume_check(struct request *request, struct session *session) {
    enum error_code error = check_own(request, session);
    if (error != ERR_OK || session == NULL) {
        return error;
    }
    const struct toll toll = {&session_rates(session)->resumes,
                              rate_rule_of(request->limits->resume_per_minute, 60000),
                              "you come back too often: wait a little"};
    return cost_pay_tolls(request, &toll, 1);
}

void resume_as(struct request *request, struct session *session) {
    take_over(request, session);
    request->reply.name = session->name;
    list_rooms(request, session);
    request->after = come_back;
}

/* Continues an adjourned game. */
static enum error_code go_on(struct request *request) {
    enum error_code error = request_find_room(request);
    if (error == ERR_NO_NAME) {
        return request_fault(request, error,
                             "to come back: resume and the token that you got with your "
                             "name (help resume)");
    }
    return error == ERR_OK ? act_in_room(request, OP_RESUME, NULL) : error;
}

enum error_code do_CMD_RESUME(struct request *request) {
    if (!request->cmd->has[0]) {
        return go_on(request);
    }
    uint64_t last;
    if (request->cmd->has[1] && !request_number(request, 2, &last)) {
        return request_fault(
            request, ERR_BAD_ARGUMENT,
            "it is: resume TOKEN, or resume TOKEN ROOM and the number of "
            "the last event that you have seen there");
    }
    struct session *session = people_find_token(request->people, request_arg(request, 0));
    if (session == NULL) {
        return ERR_UNKNOWN_TOKEN;
    }
    if (people_is_banned(request->people, session->name, request->text)) {
        return ERR_BANNED;
    }
    if (!ask_missed(request, session)) {
        return ERR_OK;
    }
    enum error_code error = resume_check(request, session);
    if (error == ERR_OK) {
        resume_as(request, session);
    }
    return error;
}
