/* The language of whoever sits at this terminal. */
#ifndef ALEA_CLIENT_TERM_SAID_H
#define ALEA_CLIENT_TERM_SAID_H

#include "lang/lang.h"

enum lang said_lang(void); /* lang_of_environment */
/* Returns a text in this language. */
__attribute__((format_arg(1))) const char *said(const char *english);
/* The same for a text that printf made, such as why a connection is lost.  The caller
 * frees it. */
char *said_made(const char *english);

#endif
