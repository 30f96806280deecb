/* Restores the settings of a terminal even if the program runs out of memory (mem.h). One
 * terminal at a time. */
#ifndef ALEA_CLIENT_TERM_TTY_H
#define ALEA_CLIENT_TERM_TTY_H

/* Remembers the settings of the terminal.  leave: written to standard output when they
 * are restored; borrowed until tty_forget. */
void tty_keep(int fd, const char *leave);
/* Call it after restoring the terminal. */
void tty_forget(void);

#endif
