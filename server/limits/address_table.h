/* Per-address counters: one entry for each address that has anything open here. */
#ifndef ALEA_SERVER_LIMITS_ADDRESS_TABLE_H
#define ALEA_SERVER_LIMITS_ADDRESS_TABLE_H

#include "server/base/index.h"

/* What is counted. */
enum address_kind {
    ADDRESS_CLIENTS,       /* open connections */
    ADDRESS_VISITORS,      /* those of browsers without a WebSocket */
    ADDRESS_ROOMS,         /* rooms opened from there */
    ADDRESS_KEPT_SESSIONS, /* sessions kept without a connection */
    ADDRESS_KIND_COUNT
};

/* The counters of one address. */
struct address_counts {
    uint32_t n[ADDRESS_KIND_COUNT];
    char address[]; /* numeric, without the port */
};

/* Ready when zeroed and its index has a key.  Remove everything before index_fini. */
struct address_table {
    struct index index; /* owns the entries */
};

/* Counts one more of this kind, and makes the entry if it is the address's first.
 * Returns borrowed, valid until everything counted there has been removed. */
struct address_counts *address_table_add(struct address_table *table, const char *address,
                                         enum address_kind kind);
/* Counts one less, and frees the entry with the last one.  Does nothing with NULL. */
void address_table_remove(struct address_table *table, struct address_counts *counts,
                          enum address_kind kind);

#endif
