/* Checks the record of a game: recomputes every throw from the secret and the nonces, and
 * plays every move by the rules.  Pure: no I/O, no allocation. */
#ifndef ALEA_CLIENT_CHECK_VERIFY_H
#define ALEA_CLIENT_CHECK_VERIFY_H

#include "proto/message/record.h"

enum verdict {
    VERDICT_GOOD,       /* everything follows from the secret, the nonces and the rules */
    VERDICT_UNFINISHED, /* nothing is wrong so far; the dice can only be checked when the
                         * server publishes the secret, after the game */
    VERDICT_WRONG,
};

/* Longest fault, with its NUL: two positions and some words. */
#define VERIFY_FAULT_BYTES (2 * POSITION_TEXT_BYTES + 128)
/* Longest remarks, with their NUL: one for each nonce, under 300 bytes each. */
#define VERIFY_REMARKS_BYTES 600

struct verification {
    enum verdict verdict;
    char fault[VERIFY_FAULT_BYTES];     /* the first fault, with its place in the record:
                                         * "log[12]: ..."; "" unless wrong */
    char remarks[VERIFY_REMARKS_BYTES]; /* what the nonces do not protect against, one
                                         * remark per line; "" if wrong */
    uint32_t n_throws;                  /* throws checked, with those for the start */
    uint32_t n_moves;                   /* moves checked */
};

/* Checks everything in the record that follows from other parts; names and times do not.
 * The record must come from record_from_json, which checks the shape of its parts. */
void verify_record(const struct record *record, struct verification *out);

#endif
