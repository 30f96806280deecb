/* The language of whoever sits at this terminal. */
#ifndef ALEA_CLIENT_NET_SAID_H
#define ALEA_CLIENT_NET_SAID_H

#include "lang/lang.h"

/* Returns a text in lang_of_environment. */
__attribute__((format_arg(1))) const char *said(const char *english);
/* The same for a text that printf made, such as why a connection is lost.  The caller
 * frees it. */
char *said_made(const char *english);

#endif
