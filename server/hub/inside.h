/* What the hub offers to command handlers; for server/hub and server/command only. */
#ifndef ALEA_SERVER_HUB_INSIDE_H
#define ALEA_SERVER_HUB_INSIDE_H

#include "server/hub/client.h"
#include "server/hub/hub.h"
#include "server/limits/rate_limits.h"
#include "server/lobby/ban.h"
#include "server/lobby/lobby.h"
#include "server/lobby/offers.h"

/* Between two tries whether the disk works again, in ms. */
#define HUB_THAW_MS 1000

/* What is told in rooms that stand still. */
#define HUB_FROZEN_TEXT                                                                  \
    "the disk cannot be written to: the game here stands still, nobody's clock runs, "   \
    "and it goes on by itself later."
/* And does not go on. */
#define HUB_LOST_TEXT                                                                    \
    "the disk works, but the game here cannot be read any more: it stands still, and "   \
    "only the host can do something about it."

/* --- hub.c: facts --- */

/* The time of this turn: server time, and Unix time. */
struct hub_time hub_now(const struct hub *hub);
struct hub_config *hub_config(const struct hub *hub);
struct store *hub_store(struct hub *hub);
struct rate_limits *hub_rates(struct hub *hub);
/* Draws n random bytes. */
void hub_random_bytes(const struct hub *hub, void *buf, size_t n);

/* --- clients --- */

/* The client with this id, if it still listens; NULL: it is gone, or goodbye is said. */
struct client *hub_find_client(const struct hub *hub, uint64_t id);
/* Steps through all clients: *at is 0 at first.  NULL: there are no more. */
struct client *hub_next_client(const struct hub *hub, uint32_t *at);
/* How many bytes wait on its connection.  False: nobody knows. */
bool hub_queued_bytes(const struct hub *hub, const struct client *client, size_t *bytes);
/* Sends the host's words of welcome in text mode; programs get them with hello. */
void hub_send_welcome(struct hub *hub, const struct client *client);
/* Says goodbye to those who have not said in time who they are. */
void hub_expire_logins(struct hub *hub);
void hub_free_clients(struct hub *hub);
/* Whether one more job may wait, limit jobs. */
bool hub_may_start_job(const struct hub *hub);
/* Starts a job (takes it) for a client, which is not heard until the job is done. */
void hub_start_job(struct hub *hub, struct client *client, struct job *job);
/* A job is done, and is still the caller's.  Returns its client; NULL: it is gone. */
struct client *hub_end_job(struct hub *hub, const struct job *job);

/* A secret and a game id. */
struct draw hub_draw(const struct hub *hub);
/* Letters and digits drawn at random, with their NUL. */
void hub_random_text(const struct hub *hub, char *text, size_t len);
int64_t hub_now_s(const struct hub *hub);
/* Asks for hub_tick at this time, or soon after. */
void hub_due(struct hub *hub, uint64_t at_ms);
/* Sends `bye` with this reason (ERR_OK: on his own wish) and closes after it. */
void hub_bye(struct hub *hub, struct client *client, enum error_code why);
/* The same with another sentence. */
void hub_bye_because(struct hub *hub, struct client *client, enum error_code why,
                     const char *text);
/* The client that a session speaks through; NULL: none. */
struct client *hub_client_of(const struct hub *hub, const struct session *session);
/* The session that sits there; NULL: none. */
struct session *hub_session_at(const struct hub *hub, const struct room *room,
                               enum side side);
/* The client has so long to say who it is. */
void hub_await_login(struct hub *hub, struct client *client);

/* --- sessions --- */

/* The session with this id; NULL: there is none. */
struct session *hub_find_session(const struct hub *hub, uint64_t id);
/* Draws a new token of a session, and its hash. */
void hub_draw_token(const struct hub *hub, uint64_t session,
                    char token[static TOKEN_BYTES + 1],
                    uint8_t hash[static TOKEN_HASH_BYTES]);

/* A new session with this name and account.  id: that it had before; 0: a new one.
 * Returns borrowed; NULL: the id is no more to be had. */
struct session *hub_add_session(struct hub *hub, uint64_t id, const char *name,
                                int64_t account);
/* It has another name from now on. */
void hub_name_session(struct hub *hub, struct session *session, const char *name);
/* It is somebody's; 0: a guest's. */
void hub_set_account(struct hub *hub, struct session *session, int64_t account);
/* The session with this name; NULL: nobody. */
struct session *hub_find_name(const struct hub *hub, const char *name);
/* The session of this account; NULL: there is none now. */
struct session *hub_find_account(const struct hub *hub, int64_t account);
/* Ends a session that has neither a connection nor a seat and watches nothing, and is not
 * kept, at the next commit that works; others are left alone. */
void hub_end_session(struct hub *hub, struct session *session);
/* Ends all of these now. */
void hub_end_sessions(struct hub *hub);
/* Frees all sessions. */
void hub_free_sessions(struct hub *hub);

/* --- hub_host.c: what the host sees and may do --- */

/* Whether no new games begin, because the server is to stop. */
bool hub_is_draining(const struct hub *hub);
/* The caller of the hub is to stop, as an operator wants. */
void hub_stop(struct hub *hub);
/* The bucket of the shouts of all players together. */
struct rate *hub_shouts(struct hub *hub);

/* No new games from now on; minutes > 0: and the server stops then.  Everybody is told,
 * and again as the end comes near. */
void hub_drain(struct hub *hub, uint64_t minutes);
/* They begin again, which everybody is told. */
void hub_end_drain(struct hub *hub);
/* Tells how many minutes are left, or stops, if it is time. */
void hub_drain_due(struct hub *hub);
/* Games that are being played. */
int64_t hub_n_running(const struct hub *hub);
/* Finds the accounts that have the operator's role, at the start.  The store remembers
 * which account that was: whoever registers the name later does not have it. */
void hub_find_operators(struct hub *hub);
/* Whether an account has the operator's role by its name. */
bool hub_is_operators(const struct hub *hub, int64_t account);
/* Whether the client has the operator's role. */
bool hub_is_operator(const struct hub *hub, const struct client *client);

/* --- hub_ban.c --- */

/* Takes the bans out of the store. */
void hub_load_bans(struct hub *hub);
const struct bans *hub_bans(const struct hub *hub);
/* Adds a ban, or changes one.  False: there are too many. */
ALEA_MUST_USE bool hub_ban(struct hub *hub, const struct ban *ban);
/* Takes a ban back.  False: there is none. */
ALEA_MUST_USE bool hub_unban(struct hub *hub, const char *who);
/* Whether a name or an address is banned now; then text is what to tell him. */
ALEA_MUST_USE bool hub_is_banned(const struct hub *hub, const char *who,
                                 char text[static FAULT_BYTES]);
/* Bans that this turn changed are committed, and who is banned must go; or they are not,
 * and are again as the store has them. */
void hub_settle_bans(struct hub *hub, bool committed);

/* --- hub_send.c --- */

/* Encodes a message for one client and queues it. */
void hub_send(struct hub *hub, struct client *client, const struct message *msg);
/* The same, sent also when the turn cannot be committed. */
void hub_send_always(struct hub *hub, struct client *client, const struct message *msg);
/* The answer to a request.  Returns its bytes. */
size_t hub_answer(struct hub *hub, struct client *client, const struct message *msg);
/* Tells everybody in the room what this op did, which has just been carried out. */
void hub_tell(struct hub *hub, const struct room *room, const struct op *op);
/* Tells one client what an op did in a room, as it was after it. */
void hub_tell_client(struct hub *hub, struct client *client, const struct room *room,
                     const struct op *op);
/* One who watches a room says something there: the other watchers hear it, and its
 * players, unless a game is running, which nobody is to help with. */
void hub_watcher_says(struct hub *hub, struct room *room, const char *name,
                      const char *text);
/* What watchers have said during the game that is over now: its players hear it. */
void hub_tell_held(struct hub *hub, struct room *room);
/* Somebody says something to all who have a name. */
void hub_shout(struct hub *hub, const struct session *by, const char *text);
/* Sends the state of a room as it is, once more. */
void hub_send_snapshot(struct hub *hub, struct client *client, const struct room *room);
/* The server speaks to everybody; returns how many that are. */
int64_t hub_announce(struct hub *hub, const char *text);
/* The server speaks to one client. */
void hub_tell_notice(struct hub *hub, struct client *client, const char *text);
/* The server speaks to everybody in a room. */
void hub_notice(struct hub *hub, const struct room *room, const char *text);

/* Sends a message to every client for whom wants(arg, client) is true, encoded once for
 * each way of showing it; always: also when the turn cannot be committed.  Returns to how
 * many. */
int64_t hub_fan_out(struct hub *hub, const struct message *msg,
                    bool (*wants)(const void *arg, const struct client *client),
                    const void *arg, bool always);

/* --- hub_room.c --- */

/* How a room is. */
struct room_status {
    bool closed; /* empty; it is gone as soon as that is committed */
    bool frozen; /* its last change could not be stored: it stands still */
    bool stale;  /* frozen, and not yet as the store has it: not to be shown */
    bool lost;   /* stale for good: what is stored is damaged */
};
struct room_status hub_room_status(const struct room *room);
/* Number of its present game in the store. */
int64_t hub_game_number(const struct room *room);
/* How many sessions watch it. */
size_t hub_n_watching(const struct room *room);
/* The bucket of all lines that those who watch it say there. */
struct rate *hub_watchers_rate(struct room *room);
/* The room with this code, in capitals; NULL: there is none. */
struct room *hub_find_room(const struct hub *hub, const char *code);
/* Steps through all rooms, the oldest first: *at is 0 at first.  NULL: there are no more.
 */
struct room *hub_next_room(const struct hub *hub, size_t *at);
/* A code for a new room. */
void hub_draw_code(const struct hub *hub, char code[static ROOM_BYTES_MAX + 1]);
/* Opens a room, which counts for this address: it is in the lobby and in the store. */
struct room *hub_open_room(struct hub *hub, const struct room_start *start,
                           const char *address);
/* Whether rooms stand still because the store has failed. */
bool hub_has_frozen_rooms(const struct hub *hub);
/* Carries out an op, whose times and draw it fills in, and appends it to the store.
 * Nothing is told yet.  Errors as room_apply. */
ALEA_MUST_USE enum error_code hub_do(struct hub *hub, struct room *room, struct op *op);
/* Tells what an op did, and does what follows from it by itself: the next leg of a match
 * begins, an empty room is closed. */
void hub_publish(struct hub *hub, struct room *room, const struct op *op);
/* Both, for what the server does by itself and must be possible. */
void hub_do_and_tell(struct hub *hub, struct room *room, struct op *op);
/* A player gets up, or drops, who has kept a seat busy and was never ready: charges the
 * address (limit late_per_hour), unless the player opened the room, or a game was played
 * there.  Else leaving just in time and joining again would hold a seat for ever.
 * client: NULL charges nobody. */
void hub_charge_idler(struct hub *hub, const struct client *client,
                      const struct room *room, enum side side);
/* The session gets up from a room; ERR_IN_GAME.  Nothing is told yet. */
ALEA_MUST_USE enum error_code hub_stand(struct hub *hub, struct session *session,
                                        struct room *room, struct op *op);
/* How long a game is kept that both have left. */
struct room_limits hub_room_limits(const struct hub *hub);
/* A player has just lost the seat by this op: it is the last event of the room that the
 * player gets. */
void hub_tell_unseated(struct hub *hub, struct session *session, struct room *room,
                       const struct op *op);
/* How long this client's address has to wait before it may join rooms again, because it
 * has lost too many seats by not being ready; 0: not. */
int64_t hub_late_wait_ms(struct hub *hub, const struct client *client);
/* Something may be due there at another time than before. */
void hub_room_due(struct hub *hub, struct room *room);
/* Takes a room out of the lobby, and frees it. */
void hub_remove_room(struct hub *hub, struct room *room);
/* Adds a room (takes it) whose game is stored under this number.  Returns borrowed. */
struct room *hub_keep_room(struct hub *hub, struct room *room, int64_t game);
/* Frees all rooms. */
void hub_free_rooms(struct hub *hub);
/* Does what is due in a room by itself. */
void hub_do_due(struct hub *hub, struct room *room);

/* --- hub_over.c --- */

/* The game of this room has just come to its end: writes what follows from that. */
void hub_end_game(struct hub *hub, struct room *room);
/* Tells both players their new ratings, once, if that made any. */
void hub_tell_ratings(struct hub *hub, struct room *room);

/* --- hub_store.c --- */

/* Takes all live rooms and their sessions out of the store. */
void hub_load(struct hub *hub);
/* Seats the sessions of a room as it says.  False: one of them is nowhere. */
ALEA_MUST_USE bool hub_seat_sessions(struct hub *hub, struct room *room);
/* And takes them away from there. */
void hub_unseat_sessions(struct hub *hub, struct room *room);
/* Everybody in the room is away, from now on, and nobody's fault. */
void hub_restart_room(struct hub *hub, struct room *room);

/* Something of a session is changed that is as before if this turn cannot be committed:
 * the gags and the profile of an account, which are in the store, and what it watches. */
void hub_mark_tentative(struct hub *hub, struct session *session);

/* Commits what this turn has done so far, if anything.  False: nothing of it is done. */
ALEA_MUST_USE bool hub_commit_pending(struct hub *hub);
/* Commits what is done so far, in the midst of a turn.  False: nothing of it is done. */
ALEA_MUST_USE bool hub_commit_now(struct hub *hub);

/* --- hub_watch.c --- */

/* The session watches a room, where it does not sit, from now on. */
void hub_watch(struct hub *hub, struct session *session, struct room *room);
/* And no longer. */
void hub_unwatch(struct session *session, struct room *room);
void hub_unwatch_all(struct session *session);
/* The client of the i-th watcher of a room; NULL: he is away, or sits there. */
struct client *hub_watcher(const struct hub *hub, const struct room *room, size_t i);
/* What was done in a room is committed: those who sit there now watch no longer, and
 * after a game its players hear what was said about it. */
void hub_settle_watch(struct hub *hub, struct room *room);
/* The room is gone: says so to those who watch, and nobody does any more. */
void hub_end_watch(struct hub *hub, struct room *room);
/* A session whose connection from this address has ended goes on watching for the grace
 * time, and an account's lives on, unless as many others of that address do as could be
 * connected. */
void hub_keep_session(struct hub *hub, struct session *session, const char *address);
/* It is kept no longer for that: it has a connection, or ends. */
void hub_unkeep_session(struct hub *hub, struct session *session);
/* That is over for some. */
void hub_expire_sessions(struct hub *hub);

/* Shows a client the rooms that it watches, as they are; a client that lags later. */
void hub_show_watched(struct hub *hub, struct client *client);

/* --- hub_forget.c --- */

/* Somebody wants to be forgotten, or may. */
void hub_begin_forgetting(struct hub *hub);
/* Goes on to forget those who want to be forgotten. */
void hub_forget(struct hub *hub);

/* --- hub_tidy.c --- */

/* This stored session is over: it is deleted from the store soon, with others. */
void hub_remove_stored(struct hub *hub, uint64_t session);
/* Deletes some of these, if it is time. */
void hub_tidy(struct hub *hub);

/* --- hub_keep.c --- */

/* Deletes some of what is not kept, if it is time. */
void hub_keep_games(struct hub *hub);
/* A game that is not kept may wait to be deleted. */
void hub_sweep_soon(struct hub *hub);

/* --- hub_freeze.c --- */

/* What was done to a room is not stored: undoes it, and lets the room stand still. */
void hub_freeze_room(struct hub *hub, struct room *room);
/* Tries whether the disk works again, if it is time. */
void hub_thaw(struct hub *hub);
/* The session with this id, from the store if it is not here; NULL: it is nowhere. */
struct session *hub_get_session(struct hub *hub, uint64_t id);

/* --- hub_bot.c: bots of the host --- */

/* What is said when a bot of this name can play with nobody more of an address. */
#define HUB_BOT_FULL_TEXT                                                                \
    "%s plays as many games as it can, or as it may with people at your address: "       \
    "leave one, or try again later"

/* Gives each name of --bot a session that never ends: nobody else gets the name. */
void hub_add_bots(struct hub *hub);
/* Notes where a session comes from.  Called with each new connection of it. */
void hub_note_address(const struct hub *hub, struct session *session,
                      const struct client *client);
/* Whether a bot of the host has a seat left for one more game with this player: limits
 * rooms_per_bot and bot_rooms_per_address. */
bool hub_bot_has_seat_for(const struct hub *hub, const struct session *bot,
                          const struct session *player);
/* Time in ms until a bot of the host may accept this seek; 0: it may. */
int64_t hub_bot_wait_ms(const struct hub *hub, const struct offer *seek);
/* A bot of the host, connected, that would play with this player on these terms; NULL:
 * there is none. */
const struct session *hub_find_bot(const struct hub *hub, const struct session *player,
                                   const struct terms *terms);

/* --- hub_offers.c --- */

struct offers *hub_offers(struct hub *hub);

/* Games that somebody plays now, adjourned ones not counted. */
size_t hub_running_games(const struct session *session);
/* Whether somebody is connected, and stays so. */
bool hub_is_here(const struct hub *hub, const struct session *session);
/* Why somebody's profile keeps away what another offers. */
enum profile_part hub_refuses(const struct session *asked, const struct session *by,
                              const struct terms *terms);
/* A row of the columns of an offer. */
void hub_put_offer(const struct hub *hub, const struct offer *offer, struct table *table);
/* Tells an offer that has just been added to those whom it is for. */
void hub_make_offer(struct hub *hub, struct offer *offer);
/* Ends an offer, and tells those who know of it. */
void hub_end_offer(struct hub *hub, struct offer *offer, enum offer_end why);
/* The same for a challenge that is declined. */
void hub_decline_offer(struct hub *hub, struct offer *offer, enum offer_reason reason);
/* Somebody is gone: so are the offers by him and to him. */
void hub_end_offers_of(struct hub *hub, const struct session *session);
/* Takes back all that somebody seeks.  Returns how many. */
size_t hub_end_seeks_of(struct hub *hub, const struct session *session);
/* The turn is committed, or has failed: then they are as they were before it, but for
 * who is gone. */
void hub_settle_offers(struct hub *hub, bool worked);
/* Ends those that expire now. */
void hub_offers_due(struct hub *hub);

#endif
