/* Where connections come from: each address once, with how much of ours it has. */
#ifndef ALEA_SERVER_LIMITS_ORIGIN_H
#define ALEA_SERVER_LIMITS_ORIGIN_H

#include "server/base/index.h"

/* What is counted. */
enum origin_part {
    ORIGIN_CLIENT, /* connections */
    ORIGIN_ROOM,   /* rooms opened from there */
    ORIGIN_KEPT,   /* sessions without a connection that are kept */
    ORIGIN_PART_COUNT
};

struct origin {
    uint32_t n[ORIGIN_PART_COUNT];
    char address[]; /* numeric, without the port */
};

struct origins {
    struct index index; /* of owned ones */
};

/* A zeroed struct origins, with the key of its index, is empty.  It is to be empty again
 * before index_fini.
 * Counts one more of this at an address.  Returns borrowed, valid until all that is
 * counted there has left. */
struct origin *origins_enter(struct origins *origins, const char *address,
                             enum origin_part part);
/* And one less; NULL: nothing was counted. */
void origins_leave(struct origins *origins, struct origin *origin, enum origin_part part);

#endif
