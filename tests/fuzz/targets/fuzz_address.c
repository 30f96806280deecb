/* Short texts: addresses, endpoints, names, fingerprints, times, terms, profiles.  Each
 * parser gets the same text.  Whatever it accepts is written in one form, which must give
 * the same value when it is read again. */
#include "tests/fuzz/terminal.h"

#include "client-cli/net/net.h"
#include "client-cli/net/trust.h"
#include "proto/name.h"
#include "proto/shape.h"
#include "proto/utf8.h"
#include "rules/clock.h"
#include "server/base/address.h"
#include "server/lobby/ban.h"
#include "server/lobby/profile.h"
#include "server/net/endpoint.h"

static void try_address(const char *text) {
    char address[ADDRESS_BYTES], again[ADDRESS_BYTES];
    if (address_read(text, address)) {
        assert(address_read(address, again) && strcmp(address, again) == 0);
        (void)address_is_loopback(address);
    }
    struct network network;
    if (network_read(text, &network)) {
        assert(network.bits <= 128 && network_has(&network, network.bytes));
    }
    if (ban_read_who(text, address)) {
        assert(ban_read_who(address, again) && strcmp(address, again) == 0);
        terminal_check(address, strlen(address), false);
    }
}

static void try_endpoint(const char *text) {
    struct endpoint endpoint, again;
    char written[2 * ENDPOINT_BYTES];
    if (endpoint_read(&endpoint, text)) {
        bool is_v6 = strchr(endpoint.host, ':') != NULL;
        snprintf(written, sizeof written, is_v6 ? "[%s]:%s" : "%s:%s", endpoint.host,
                 endpoint.port);
        assert(strlen(endpoint.port) > 0 && atoi(endpoint.port) <= UINT16_MAX);
        bool is_same = endpoint_read(&again, written);
        assert(is_same == (strlen(written) < ENDPOINT_BYTES)); /* brackets may make it too
                                                                * long */
        assert(!is_same || strcmp(endpoint.host, again.host) == 0);
        assert(!is_same || strcmp(endpoint.port, again.port) == 0);
    }
}

static void try_server(const char *text) {
    struct net_address address, again;
    char written[NET_HOST_BYTES + 16];
    char fault[FAULT_BYTES] = "";
    struct text_out out;
    bool is_read = net_address_read(text, NULL, &address, fault);
    assert(is_read == (fault[0] == '\0'));
    if (is_read) {
        out = text_out_of(written, sizeof written);
        net_address_write(&address, &out);
        assert(out.len < sizeof written && address.host[0] != '\0');
        bool is_same = net_address_read(written, NULL, &again, fault);
        assert(is_same && strcmp(address.host, again.host) == 0);
        assert(strcmp(address.port, again.port) == 0);
    }
}

static void try_fingerprint(const char *text) {
    char print[FINGERPRINT_BYTES], again[FINGERPRINT_BYTES];
    if (fingerprint_read(text, print)) {
        assert(strlen(print) == FINGERPRINT_BYTES - 1 && is_hex(print));
        assert(fingerprint_read(print, again) && strcmp(print, again) == 0);
    }
}

static void try_timestamp(const char *text) {
    int64_t time_s;
    char again[TIMESTAMP_BYTES];
    if (timestamp_read(text, &time_s)) {
        assert(time_s >= 0 && time_s <= TIMESTAMP_MAX_S);
        timestamp_write(time_s, again);
        assert(strcmp(text, again) == 0);
    }
}

static void try_time_control(const char *text) {
    struct time_control time;
    char again[TIME_TEXT_BYTES];
    struct text_out out;
    struct text_in in = text_in_of(text, strlen(text));
    bool is_read = time_control_parse(&in, &time);
    assert(is_read == (in.fault[0] == '\0'));
    if (is_read && text_at_end(&in)) {
        assert(time_control_is_set(&time));
        out = text_out_of(again, sizeof again);
        time_control_write(&time, &out);
        assert(out.len < sizeof again && strcmp(text, again) == 0);
    }
}

static void try_profile(const char *text) {
    char fault[FAULT_BYTES] = "", written[PROFILE_GAMES_BYTES];
    struct profile profile = {0}, again = {0};
    struct text_out out;
    bool is_read = profile_read_games(&profile, text, fault);
    assert(is_read == (fault[0] == '\0'));
    if (is_read) {
        out = text_out_of(written, sizeof written);
        profile_write_games(&profile, &out);
        assert(out.len < sizeof written);
        assert(profile_read_games(&again, written, fault));
        assert(profile.no_games == again.no_games);
    }
}

/* Names are kept in NFC, and have ASCII keys. */
static void try_name(const char *text) {
    size_t size = strlen(text) + 1;
    char *name = malloc(size), key[NAME_KEY_BYTES], again[NAME_KEY_BYTES];
    assert(name != NULL);
    name_compose(text, size - 1, name, size);
    assert(!is_player_name(text) || strcmp(text, name) == 0);
    if (is_player_name(name)) {
        assert(strlen(name) <= NAME_BYTES_MAX && utf8_is_text(name, strlen(name)));
        name_fold(name, key, sizeof key);
        name_fold(key, again, sizeof again);
        assert(strcmp(key, again) == 0 && name_is_same(name, key));
        terminal_check(name, strlen(name), false);
        terminal_check(key, strlen(key), false);
        (void)is_reserved_name(name);
    }
    free(name);
}

/* Texts of each shape are short, and safe to show. */
static void try_shapes(const char *text) {
    bool has_shape = is_room_code(text) || is_nonce(text) || is_game_id(text) ||
                     is_hex(text) || is_token(text) || is_move(text) || is_square(text) ||
                     is_side_name(text) || is_reason(text);
    assert(!has_shape || strlen(text) < FAULT_BYTES);
    for (const char *at = text; has_shape && *at != '\0'; at++) {
        assert(*at > ' ' && *at < 0x7F);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    assert(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    try_address(text);
    try_endpoint(text);
    try_server(text);
    try_fingerprint(text);
    try_timestamp(text);
    try_time_control(text);
    try_profile(text);
    try_name(text);
    try_shapes(text);
    free(text);
    return 0;
}
