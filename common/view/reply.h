/* Replies as text for people, but for the board. */
#ifndef ALEA_VIEW_REPLY_H
#define ALEA_VIEW_REPLY_H

#include "proto/message.h"
#include "view/page.h"

/* The reply to any command but `board`.  One that is a table, and nothing else, needs no
 * line here. */
void reply_put(struct page *page, const struct message *msg, const struct style *style);
/* The rule that forbids a move, if there is one. */
void reply_put_rule(struct page *page, const struct rule *rule);

#endif
