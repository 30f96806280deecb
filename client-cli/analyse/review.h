/* The analysis of a game in a thread of its own, so that whoever asks need not wait. */
#ifndef ALEA_CLIENT_ANALYSE_REVIEW_H
#define ALEA_CLIENT_ANALYSE_REVIEW_H

#include <stddef.h>

#include "rules/game.h"
#include "view/style.h"

struct review;

/* Begins to analyse a game that is over.  json: its record.  quiet_ms: it tells no
 * progress before this time.  Returns owned: review_end;
 * NULL with a fault: the record is wrong, or of a game that is not over, the table of
 * royal-ur is damaged, or the system has no thread or descriptors left. */
struct review *review_begin(const char *json, const struct style *style,
                            unsigned quiet_ms, char fault[static FAULT_BYTES]);
/* Becomes readable when there is progress to tell, or the analysis is complete. */
int review_fd(const struct review *review);
/* Reads from review_fd how much is done; 100: it is complete. */
unsigned review_percent(const struct review *review);
/* Ends and frees it.  Returns the report, which the caller frees; NULL: it was not
 * complete. */
char *review_end(struct review *review);

#endif
