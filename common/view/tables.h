/* Tables for people. */
#ifndef ALEA_VIEW_TABLES_H
#define ALEA_VIEW_TABLES_H

#include "proto/table.h"
#include "view/page.h"

/* A list in columns, or a card as lines of a name and a value.  NULL: nothing. */
void tables_put(struct page *page, const struct table *table);

#endif
