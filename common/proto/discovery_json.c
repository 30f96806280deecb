#include "proto/discovery.h"
#include "proto/wire.h"

/* The best address, null if there is none, and all of them. */
static void put_places(json_t *root, const char *best, const char *every,
                       struct discovery_places places) {
    json_t *all = wire_array();
    for (size_t i = 0; i < places.n; i++) {
        wire_append(all, wire_string(places.address[i]));
    }
    wire_put_text_or_null(root, best, places.n > 0 ? places.address[0] : "");
    wire_put(root, every, all);
}

char *discovery_to_json(const struct discovery_answer *answer,
                        struct discovery_places plain, struct discovery_places tls) {
    json_t *root = wire_object();
    put_places(root, "address", "addresses", plain);
    put_places(root, "tls_address", "tls_addresses", tls);
    wire_put_text(root, "title", answer->title);
    wire_put_number(root, "players", answer->players);
    wire_put_text(root, "server", answer->server);
    wire_put_number(root, "protocol", answer->protocol);
    wire_put_text(root, "boot", answer->boot);
    return wire_dump(root, JSON_COMPACT);
}
