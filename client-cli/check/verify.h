/* Checks the record of a game: recomputes every throw from the secret and the nonces,
 * and replays every move by the rules.  Pure: no I/O, no allocation. */
#ifndef ALEA_CLIENT_CHECK_VERIFY_H
#define ALEA_CLIENT_CHECK_VERIFY_H

#include "proto/message/record.h"

enum verdict {
    VERDICT_GOOD,       /* all of it follows from the secret, the nonces and the rules */
    VERDICT_UNFINISHED, /* nothing is wrong, but the dice cannot be checked before the
                           end, when the secret is published */
    VERDICT_WRONG,
};

/* Longest fault, with its NUL: two positions, and some words around them. */
#define VERIFY_FAULT_BYTES (2 * POSITION_TEXT_BYTES + 128)
/* Longest remarks, with their NUL: one about each nonce, under 300 bytes. */
#define VERIFY_REMARKS_BYTES 600

struct verification {
    enum verdict verdict;
    char fault[VERIFY_FAULT_BYTES];     /* the first fault, its place in the record named:
                                           "log[12]: ..."; "" unless wrong */
    char remarks[VERIFY_REMARKS_BYTES]; /* what the nonces do not protect from, in plain
                                           words, each remark on a line; "" if wrong */
    uint32_t n_throws;                  /* checked, those for the start included */
    uint32_t n_moves;                   /* checked */
};

/* Checks everything in the record that follows from something else in it; names, times
 * and the server's own name do not.  The record is one that record_from_json gave, so
 * that its parts have the right shape. */
void verify_record(const struct record *record, struct verification *out);

#endif
