/* The language of whoever sits at this terminal. */
#ifndef ALEA_CLIENT_TERM_SAID_H
#define ALEA_CLIENT_TERM_SAID_H

#include "lang/lang.h"

/* The environment variable that option --lang of alea sets. */
#define LANG_VARIABLE "ALEA_LANG"

/* The language of ALEA_LANG, or of the locale: LC_ALL, LC_MESSAGES or LANG, whichever is
 * the first that is set. */
enum lang said_lang(void);
/* Returns a text in this language. */
__attribute__((format_arg(1))) const char *said(const char *english);

#endif
