#include "proto/discovery.h"
#include "proto/wire_out.h"

/* The best address, null if there is none, and all of them. */
static void put_places(struct wire_out *out, const char *best, const char *every,
                       struct discovery_places places) {
    wire_put_text_or_null(out, best, places.n > 0 ? places.address[0] : "");
    wire_begin_array(out, every);
    for (size_t i = 0; i < places.n; i++) {
        wire_put_text(out, NULL, places.address[i]);
    }
    wire_end_array(out);
}

char *discovery_to_json(const struct discovery_answer *answer,
                        struct discovery_places plain, struct discovery_places tls) {
    struct wire_out out = {.len = 0};
    wire_begin_object(&out, NULL);
    put_places(&out, "address", "addresses", plain);
    put_places(&out, "tls_address", "tls_addresses", tls);
    wire_put_text(&out, "title", answer->title);
    wire_put_number(&out, "players", answer->players);
    wire_put_text(&out, "server", answer->server);
    wire_put_number(&out, "protocol", answer->protocol);
    wire_put_text(&out, "boot", answer->boot);
    wire_end_object(&out);
    return wire_out_take(&out);
}
