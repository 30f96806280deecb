/* Sentences about offers to play. */
#ifndef ALEA_VIEW_MEET_H
#define ALEA_VIEW_MEET_H

#include "proto/message.h"
#include "view/page.h"

/* Replies to seek, challenge, accept and decline. */
void meet_put_reply(struct page *page, const struct message *msg);
/* Events offer and offer_over. */
void meet_put_event(struct page *page, const struct message *msg);

#endif
