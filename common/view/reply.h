/* Replies and offers as text for people, without the board. */
#ifndef ALEA_VIEW_REPLY_H
#define ALEA_VIEW_REPLY_H

#include "proto/message/message.h"
#include "view/page.h"

/* Puts the reply to any command but `board`.  A reply that is just a table needs no code
 * here. */
void reply_put(struct page *page, const struct message *msg, const struct style *style);
/* Puts the rule that forbids a move; nothing if rule is NULL. */
void reply_put_rule(struct page *page, const struct rule *rule);

/* Puts a list in columns, or a card as lines of name and value (tables.c).  Nothing if
 * table is NULL. */
void tables_put(struct page *page, const struct table *table);

/* Replies that are lists (lists.c): rooms, and who is here, with bots in one line; the
 * seats of the player who asked (mine, and resume with a token); finished games. */
void lists_put_rooms(struct page *page, const struct message *msg);
void lists_put_who(struct page *page, const struct message *msg);
void lists_put_mine(struct page *page, const struct message *msg);
void lists_put_games(struct page *page, const struct message *msg);
/* Puts a finished game with its last position. */
void lists_put_game(struct page *page, const struct message *msg,
                    const struct style *style);

/* Offers to play (offers.c): replies to seek, challenge, accept and decline; events offer
 * and offer_over. */
void offers_put_reply(struct page *page, const struct message *msg);
void offers_put_event(struct page *page, const struct message *msg);

#endif
