/* Replies that are tables: rooms, players, games. */
#ifndef ALEA_VIEW_LISTS_H
#define ALEA_VIEW_LISTS_H

#include "proto/message.h"
#include "view/page.h"

void lists_put_rooms(struct page *page, const struct message *msg);
/* The rooms where the asker sits; replies to mine, and to resume with a token. */
void lists_put_mine(struct page *page, const struct message *msg);
void lists_put_games(struct page *page, const struct message *msg);
/* One game that is over, with its last position. */
void lists_put_game(struct page *page, const struct message *msg,
                    const struct style *style);

#endif
