/* Messages to clients become bytes in the outbox, encoded once for each way of showing
 * them. */
#ifndef ALEA_SERVER_PEOPLE_SEND_H
#define ALEA_SERVER_PEOPLE_SEND_H

#include "lang/lang.h"
#include "proto/message/message.h"
#include "server/base/rate.h"
#include "server/people/clients.h"
#include "server/turn/turn.h"

/* Ways of showing a message: JSON, or text that is plain, unicode, colour, or both, each
 * with every look of the board, in every language. */
#define WAYS (1 + 4 * BOARD_LOOK_COUNT * LANG_COUNT)

/* A message for several clients, and its bytes, made once for each way of showing it. */
struct shared {
    const struct message *msg;
    struct buf *way[WAYS]; /* owned; NULL: not needed so far */
};

/* The bytes for a client; borrowed. */
struct buf *people_bytes_of(struct people *people, struct shared *shared,
                            const struct client *client);
/* The same with the legal moves, which only this client gets.  Call it first.  Returns
 * owned. */
struct buf *people_bytes_with_moves(struct people *people, struct shared *shared,
                                    const struct client *client, const char *moves);
void shared_fini(struct shared *shared);

void people_send(struct people *people, struct client *client, const struct message *msg);
/* As people_send, but sent even if the commit fails. */
void people_send_always(struct people *people, struct client *client,
                        const struct message *msg);
/* Sends the answer to a request.  Returns its length in bytes. */
size_t people_answer(struct people *people, struct client *client,
                     const struct message *msg);
/* As people_answer, for an answer that depends on no turn except this one (0: on
 * none).  It waits for the store only if that turn is not stored yet, or if
 * earlier messages to the client wait. */
size_t people_answer_still(struct people *people, struct client *client,
                           const struct message *msg, uint64_t turn);
/* As people_answer, for an answer that is right whatever becomes of turns and rooms.  It
 * is sent even while the lease is late. */
size_t people_answer_certain(struct people *people, struct client *client,
                             const struct message *msg);
/* The answer `storage` to a request with this id (borrowed). */
struct message people_storage_error(const char *id);
/* A turn is dropped: answers this request of it `storage`. */
void people_refuse(struct people *people, const struct asked *asked);
/* The message that says `bye`; text: borrowed. */
struct message people_goodbye(enum error_code why, const char *text);
/* Sends `bye` with this reason (ERR_OK: the player wished it), and closes the connection
 * after it. */
void people_bye(struct people *people, struct client *client, enum error_code why);
/* As above, with another text. */
void people_bye_because(struct people *people, struct client *client, enum error_code why,
                        const char *text);
/* Sends one client a notice of the server, about the room with this code; "": none. */
void people_tell_notice(struct people *people, struct client *client, const char *room,
                        const char *text);
/* Sends a message to every client for which wants(arg, client) is true; always: even if
 * the commit fails.  Returns the number of receivers. */
int64_t people_fan_out(struct people *people, const struct message *msg,
                       bool (*wants)(const void *arg, const struct client *client),
                       const void *arg, bool always);
/* Sends a notice of the server to all clients; always: even if the commit
 * fails.  Returns the number of receivers. */
int64_t people_announce(struct people *people, const char *text, bool always);
/* The token bucket of the shouts of all players together. */
struct rate *people_shouts(struct people *people);
/* A player shouts to everybody who has a name. */
void people_shout(struct people *people, const struct session *by, const char *text);

#endif
