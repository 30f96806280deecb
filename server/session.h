/* One who speaks with the server: his name, his mode, his rates, his rooms. */
#ifndef ALEA_SERVER_SESSION_H
#define ALEA_SERVER_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"
#include "server/rate.h"
#include "server/room.h"
#include "view/style.h"

/* Longest numeric address, with its NUL: IPv6 with a zone. */
#define ADDRESS_BYTES 64

struct session {
    uint64_t id;
    uint64_t conn;                 /* connection of the loop */
    char address[ADDRESS_BYTES];   /* numeric, without the port */
    char name[NAME_BYTES_MAX + 1]; /* "" none yet */
    bool spoken;                   /* the first line, which tells the mode, has come */
    bool json;                     /* JSON mode, else text mode */
    bool closing;                  /* goodbye is said; lines are ignored */
    struct style style;            /* text mode */
    bool no_moves;                 /* legal moves are not wanted in state events */
    struct rate commands;          /* limits commands_per_s, commands_burst */
    struct rate says;              /* limit say_per_minute */
    int64_t refused;               /* commands refused as too fast, one after the other */
    uint64_t login_by_ms;          /* when it must have a name */
    uint64_t active_ms;            /* of the last line */
    struct room **rooms;           /* where it sits; array owned, rooms borrowed */
    size_t n_rooms;
};

void session_add_room(struct session *session, struct room *room);
void session_remove_room(struct session *session, const struct room *room);
/* The room with this code in which the session sits, or NULL. */
struct room *session_find_room(const struct session *session, const char *code);

#endif
