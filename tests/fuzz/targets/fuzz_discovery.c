/* A packet from the LAN, read as a query and as an answer.  A valid answer is written as
 * it was read, is not a query as well, and cannot control a terminal. */
#include "tests/fuzz/fuzz.h"

#include "proto/command/command.h"
#include "proto/message/discovery.h"

static void check_clean(const char *text) {
    char clean[DISCOVERY_BYTES + 1];
    utf8_clean(text, strlen(text), clean, sizeof clean);
    assert(strcmp(clean, text) == 0);
}

static void check_answer(const struct discovery_answer *answer) {
    char packet[DISCOVERY_BYTES], nonce[DISCOVERY_ID_BYTES + 1], fault[FAULT_BYTES];
    struct discovery_answer again;
    size_t len = discovery_write_answer(answer, packet);
    assert(discovery_read_answer(packet, len, &again, fault));
    assert(strcmp(again.nonce, answer->nonce) == 0);
    assert(strcmp(again.boot, answer->boot) == 0);
    assert(strcmp(again.server, answer->server) == 0);
    assert(strcmp(again.title, answer->title) == 0);
    assert(again.port == answer->port && again.tls_port == answer->tls_port);
    assert(again.port > 0 || again.tls_port > 0);
    assert(again.protocol == answer->protocol);
    assert(again.players == answer->players);
    assert(!discovery_read_query(packet, len, nonce));
    check_clean(answer->server);
    check_clean(answer->title);
    const char *address = "192.168.1.5:2532";
    free(discovery_to_json(answer, (struct discovery_places){&address, 1},
                           (struct discovery_places){NULL, 0}));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *bytes = (const char *)data;
    struct discovery_answer answer;
    char nonce[DISCOVERY_ID_BYTES + 1], fault[FAULT_BYTES];
    bool is_answer = discovery_read_answer(bytes, size, &answer, fault);
    assert(is_answer == (fault[0] == '\0'));
    check_clean(fault);
    if (is_answer) {
        assert(size <= DISCOVERY_BYTES);
        check_answer(&answer);
    }
    if (discovery_read_query(bytes, size, nonce)) {
        char packet[DISCOVERY_BYTES];
        assert(!is_answer && discovery_is_id(nonce));
        discovery_write_query(nonce, packet);
        assert(size == sizeof packet && memcmp(packet, bytes, size) == 0);
    }
    return 0;
}
