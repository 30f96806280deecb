/* Analyses a game in a separate thread, so the caller need not wait. */
#ifndef ALEA_CLIENT_ANALYSE_REVIEW_H
#define ALEA_CLIENT_ANALYSE_REVIEW_H

#include <stddef.h>

#include "rules/game.h"
#include "view/style.h"

struct review;

/* Starts to analyse a finished game.  json: its record.  quiet_ms: report no progress
 * before this time.  Returns owned: review_end.  NULL with a fault: the record is wrong
 * or of an unfinished game, the table of royal-ur is damaged, or the system has no thread
 * or descriptors left. */
struct review *review_begin(const char *json, const struct style *style,
                            unsigned quiet_ms, char fault[static FAULT_BYTES]);
/* Becomes readable when there is progress to report, or the analysis is complete. */
int review_fd(const struct review *review);
/* Reads the progress in percent from review_fd; 100: complete. */
unsigned review_percent(const struct review *review);
/* Ends and frees it.  Returns the report, owned by the caller; NULL: not complete. */
char *review_end(struct review *review);

#endif
