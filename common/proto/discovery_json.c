#include <assert.h>

#include "proto/discovery.h"
#include "proto/wire.h"

char *discovery_to_json(const struct discovery_answer *answer, const char *const *address,
                        size_t n) {
    assert(n > 0);
    json_t *root = wire_object();
    json_t *all = wire_array();
    for (size_t i = 0; i < n; i++) {
        wire_append(all, wire_string(address[i]));
    }
    wire_put_text(root, "address", address[0]);
    wire_put(root, "addresses", all);
    wire_put_text(root, "title", answer->title);
    wire_put_number(root, "players", answer->players);
    wire_put_text(root, "server", answer->server);
    wire_put_number(root, "protocol", answer->protocol);
    wire_put_text(root, "boot", answer->boot);
    return wire_dump(root, JSON_COMPACT);
}
