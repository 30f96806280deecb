/* Values as bytes: what the messages between nodes are made of.  Numbers have seven bits
 * a byte, the lowest first; texts and bytes have their length before them. */
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
/* Any number, also a negative one. */
void pack_signed(struct pack *pack, int64_t number);
/* As the bits of a double. */
void pack_real(struct pack *pack, double real);
void pack_bytes(struct pack *pack, const void *bytes, size_t n);
void pack_text(struct pack *pack, const char *text);

/* --- in --- */

/* What is left to be read.  After a fault all that is read is 0 or empty. */
struct unpack {
    const uint8_t *at; /* borrowed */
    size_t left;
    bool fails;
};

struct unpack unpack_of(const void *bytes, size_t n);
/* A number of at most `most`; a larger one is a fault, as one that is cut. */
uint64_t unpack_number(struct unpack *in, uint64_t most);
bool unpack_flag(struct unpack *in);
int64_t unpack_signed(struct unpack *in);
double unpack_real(struct unpack *in);
/* Borrows from the message; *n of them, at most `most`. */
const void *unpack_bytes(struct unpack *in, size_t *n, size_t most);
/* Copies a text of less than cap bytes without NUL in it; a longer one is a fault. */
void unpack_text(struct unpack *in, char *text, size_t cap);

#endif
