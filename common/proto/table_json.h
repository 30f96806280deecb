/* Tables as JSON. */
#ifndef ALEA_PROTO_TABLE_JSON_H
#define ALEA_PROTO_TABLE_JSON_H

#include "proto/table.h"
#include "proto/wire.h"
#include "proto/wire_out.h"

/* Puts a table as its spec says: a list of rows, or a card. */
void table_json_put(struct wire_out *out, const struct table *table);
/* Reads the table with this spec.  The arena owns it; NULL without memory, or, of a card,
 * when none of its members is there. */
const struct table *table_json_read(struct wire_in *in, struct arena *arena,
                                    const struct table_spec *spec);

#endif
