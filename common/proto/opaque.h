/* Passwords, and the words of private rooms, in the form in which they are compared: the
 * same letters typed on another keyboard, or in another mode, are the same secret.  This
 * is OpaqueString of RFC 8265, and some more: nobody can type a blank at either end in
 * text mode, nor an invisible character. */
#ifndef ALEA_PROTO_OPAQUE_H
#define ALEA_PROTO_OPAQUE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the form of a secret: blanks of all kinds are spaces, those at the ends are
 * removed, and so are control characters and invisible ones (utf8_clean); the rest is
 * composed (NFC).  False, and "": nothing is left, or it does not fit into cap bytes. */
bool opaque_prepare(const char *text, char *out, size_t cap);
/* The same for a password.  False: it has not PASSWORD_BYTES_MIN to PASSWORD_BYTES_MAX
 * bytes. */
bool opaque_prepare_password(const char *text, char *out, size_t cap);
/* Whether this may be the password of an account.  One that was set before passwords were
 * prepared has its bounds as it was sent. */
bool opaque_may_be_password(const char *text);

#endif
