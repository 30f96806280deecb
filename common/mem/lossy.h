/* A stream to a descriptor whose reader may stop reading: a paused terminal, a stuck log
 * collector.  A thread writes to the descriptor; whoever writes to the stream never
 * waits.  Lines that do not fit into LOSSY_BYTES are dropped and counted.
 *
 * A thread, because nothing else holds everywhere: O_NONBLOCK belongs to the open file,
 * so it would change a terminal for the other programs on it; opening the file again
 * needs a permission that a service often lacks; poll says nothing of the next write. */
#ifndef ALEA_MEM_LOSSY_H
#define ALEA_MEM_LOSSY_H

#include <stddef.h>
#include <stdio.h>

/* How much waits for the reader, besides what is being written: some 500 lines of a
 * log. */
#define LOSSY_BYTES 65536
/* Longest text of a lossy_gap. */
#define LOSSY_GAP_BYTES 200

/* Writes the line that stands for n dropped ones, with its end, at most LOSSY_GAP_BYTES.
 * Returns its length.  Called in the thread. */
typedef size_t lossy_gap(char text[static LOSSY_GAP_BYTES], size_t n);

struct lossy;

/* Starts the thread.  Borrows fd, which stays open.  Returns owned; NULL: the system has
 * no thread left, so write to fd yourself. */
struct lossy *lossy_open(int fd, lossy_gap *gap);
/* The stream, for whole lines.  Valid until lossy_close. */
FILE *lossy_stream(const struct lossy *lossy);
/* Waits until everything is written, at most most_ms.  For signal handlers. */
void lossy_wait(const struct lossy *lossy, unsigned most_ms);
/* Writes what waits, at most for most_ms, and frees it; NULL: does nothing.  If the
 * reader still does not read, the thread frees it one day; fd must stay open. */
void lossy_close(struct lossy *lossy, unsigned most_ms);

#endif
