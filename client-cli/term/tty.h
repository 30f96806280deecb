/* A terminal that is set to something else for a while: who ends meanwhile for want of
 * memory (mem.h) gives it back, too.  One at a time. */
#ifndef ALEA_CLIENT_TERM_TTY_H
#define ALEA_CLIENT_TERM_TTY_H

/* Remembers how the terminal is set now.  leave: borrowed until tty_forget; what is to be
 * written to standard output when it is given back. */
void tty_keep(int fd, const char *leave);
/* It has been given back. */
void tty_forget(void);

#endif
