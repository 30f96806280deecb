/* Restores the settings of a terminal even if the program runs out of memory (mem.h),
 * crashes or is stopped.  One terminal at a time. */
#ifndef ALEA_CLIENT_TERM_TTY_H
#define ALEA_CLIENT_TERM_TTY_H

/* Remembers the settings of the terminal.  leave: written to standard output when they
 * are restored; borrowed until tty_forget. */
void tty_keep(int fd, const char *leave);
/* From now until tty_forget, signals that end the program first restore the terminal.
 * Ctrl-Z restores it, too; the program takes it again after SIGCONT (net/wait.h). */
void tty_guard(void);
/* Call it after restoring the terminal. */
void tty_forget(void);

#endif
