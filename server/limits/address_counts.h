/* Where connections come from: each address once, with how much of ours it has. */
#ifndef ALEA_SERVER_LIMITS_ADDRESS_COUNTS_H
#define ALEA_SERVER_LIMITS_ADDRESS_COUNTS_H

#include "server/base/index.h"

/* What is counted. */
enum address_part {
    ADDRESS_CLIENTS,       /* connections */
    ADDRESS_ROOMS,         /* rooms opened from there */
    ADDRESS_KEPT_SESSIONS, /* sessions without a connection that are kept */
    ADDRESS_PART_COUNT
};

struct address_count {
    uint32_t n[ADDRESS_PART_COUNT];
    char address[]; /* numeric, without the port */
};

struct address_counts {
    struct index index; /* of owned ones */
};

/* A zeroed struct address_counts, with the key of its index, is empty.  It is to be empty
 * again before index_fini. Counts one more of this at an address.  Returns borrowed,
 * valid until all that is counted there has left. */
struct address_count *address_counts_enter(struct address_counts *address_counts,
                                           const char *address, enum address_part part);
/* And one less; NULL: nothing was counted. */
void address_counts_leave(struct address_counts *address_counts,
                          struct address_count *address_count, enum address_part part);

#endif
