/* Encodes values as bytes, for the messages between nodes.  A number takes one byte for
 * every seven bits, lowest first (LEB128).  Texts and bytes follow their length. */
#ifndef ALEA_SERVER_CLUSTER_PACK_H
#define ALEA_SERVER_CLUSTER_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- out --- */

/* A zeroed struct pack is empty. */
struct pack {
    uint8_t *bytes; /* owned */
    size_t n, cap;
};

void pack_fini(struct pack *pack);
void pack_number(struct pack *pack, uint64_t number);
/* Zigzag-encoded, so that small negative numbers are short. */
void pack_signed(struct pack *pack, int64_t number);
/* The bits of the double, as a number. */
void pack_real(struct pack *pack, double real);
void pack_bytes(struct pack *pack, const void *bytes, size_t n);
void pack_text(struct pack *pack, const char *text);

/* --- in --- */

/* What is left to be read.  After a fault (fails), everything read is 0 or empty. */
struct unpack {
    const uint8_t *at; /* borrowed */
    size_t left;
    bool fails;
};

struct unpack unpack_of(const void *bytes, size_t n);
/* A number of at most `most`.  A larger or incomplete one is a fault. */
uint64_t unpack_number(struct unpack *in, uint64_t most);
bool unpack_flag(struct unpack *in);
int64_t unpack_signed(struct unpack *in);
double unpack_real(struct unpack *in);
/* *n bytes, borrowed from the message.  More than `most`, or a message that ends before
 * them, is a fault. */
const void *unpack_bytes(struct unpack *in, size_t *n, size_t most);
/* Copies a text.  One of cap bytes or more, or with a NUL in it, is a fault. */
void unpack_text(struct unpack *in, char *text, size_t cap);

#endif
