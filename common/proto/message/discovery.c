#include "proto/message/discovery.h"

#include <assert.h>
#include <string.h>

#include "proto/json/wire_out.h"
#include "proto/utf8.h"

/* First word of a packet; a version follows. */
#define QUERY_WORD  "alea-find/"
#define ANSWER_WORD "alea-here/"
/* Longest key of a field. */
#define KEY_BYTES_MAX 16

static bool is_id_byte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool discovery_is_id(const char *text) {
    size_t len = 0;
    while (is_id_byte(text[len])) {
        len++;
    }
    return len == DISCOVERY_ID_BYTES && text[len] == '\0';
}

static void put_head(struct text_out *out, const char *word, const char *nonce) {
    assert(discovery_is_id(nonce));
    text_put(out, word);
    text_put_number(out, DISCOVERY_VERSION);
    text_put_char(out, ' ');
    text_put(out, nonce);
}

/* Takes bytes of a kind.  False unless there are `least` to `most`. */
static bool take_word(struct text_in *in, bool (*is)(char c), size_t least, char *to,
                      size_t most) {
    size_t len = 0;
    while (len < most && !text_at_end(in) && is(*in->at)) {
        to[len++] = *in->at++;
    }
    to[len] = '\0';
    return len >= least && (text_at_end(in) || !is(*in->at));
}

static bool take_id(struct text_in *in, const char *what,
                    char id[static DISCOVERY_ID_BYTES + 1]) {
    return take_word(in, is_id_byte, DISCOVERY_ID_BYTES, id, DISCOVERY_ID_BYTES) ||
           text_fault(in, what, " is 16 letters and digits", NULL);
}

static bool take_head(struct text_in *in, const char *word,
                      char nonce[static DISCOVERY_ID_BYTES + 1]) {
    for (const char *at = word; *at != '\0'; at++) {
        if (!text_take(in, *at)) {
            return text_fault(in, "it does not begin with ", word, NULL);
        }
    }
    unsigned version;
    if (!text_take_number(in, UINT16_MAX, "the version", &version)) {
        return false;
    }
    if (version != DISCOVERY_VERSION) {
        return text_fault(in, "it is of another version", NULL, NULL);
    }
    return text_expect(in, ' ', "before the nonce") && take_id(in, "the nonce", nonce);
}

/* --- queries --- */

void discovery_write_query(const char *nonce, char packet[static DISCOVERY_BYTES]) {
    char text[DISCOVERY_BYTES + 1];
    struct text_out out = text_out_of(text, sizeof text);
    put_head(&out, QUERY_WORD, nonce);
    while (out.len < DISCOVERY_BYTES) {
        text_put_char(&out, ' ');
    }
    memcpy(packet, text, DISCOVERY_BYTES);
}

bool discovery_read_query(const char *packet, size_t len,
                          char nonce[static DISCOVERY_ID_BYTES + 1]) {
    if (len != DISCOVERY_BYTES) {
        return false;
    }
    struct text_in in = text_in_of(packet, len);
    if (!take_head(&in, QUERY_WORD, nonce)) {
        return false;
    }
    while (text_take(&in, ' ')) {
    }
    return text_at_end(&in);
}

/* --- the fields of an answer --- */

static bool is_visible(char c) {
    return c > ' ' && c < 0x7f;
}

static bool is_key_byte(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}

/* The title takes the rest of the line. */
static bool take_title(struct text_in *in, char title[static TITLE_BYTES_MAX + 1]) {
    const char *end = memchr(in->at, '\n', (size_t)(in->end - in->at));
    end = end != NULL ? end : in->end;
    size_t len = (size_t)(end - in->at);
    if (len > TITLE_BYTES_MAX) {
        return text_fault(in, "title is longer than 60 bytes", NULL, NULL);
    }
    utf8_clean(in->at, len, title, TITLE_BYTES_MAX + 1);
    in->at = end;
    return true;
}

/* In the order of writing.  To add a field, add a row before the title, which takes the
 * rest of the line. */
static const struct field {
    const char *key;
    size_t at; /* offset in struct discovery_answer */
    enum { FIELD_ID, FIELD_PORT, FIELD_NUMBER, FIELD_SERVER, FIELD_TITLE } kind;
    unsigned max; /* of a number */
} fields[] = {
#define AT(member) offsetof(struct discovery_answer, member)
    {"boot", AT(boot), FIELD_ID, 0},
    {"port", AT(port), FIELD_PORT, UINT16_MAX},
    {"tls", AT(tls_port), FIELD_PORT, UINT16_MAX},
    {"protocol", AT(protocol), FIELD_NUMBER, UINT16_MAX},
    {"server", AT(server), FIELD_SERVER, 0},
    {"players", AT(players), FIELD_NUMBER, DISCOVERY_PLAYERS_MAX},
    {"title", AT(title), FIELD_TITLE, 0},
#undef AT
};

static bool read_field(struct text_in *in, const struct field *field,
                       struct discovery_answer *answer) {
    void *value = (char *)answer + field->at;
    switch (field->kind) {
    case FIELD_ID: return take_id(in, field->key, value);
    case FIELD_PORT:
        return text_take_number(in, field->max, field->key, value) &&
               (*(unsigned *)value > 0 || text_fault(in, field->key, " is 0", NULL));
    case FIELD_NUMBER: return text_take_number(in, field->max, field->key, value);
    case FIELD_SERVER:
        return take_word(in, is_visible, 1, value, DISCOVERY_SERVER_BYTES_MAX) ||
               text_fault(in, "server is 1 to 32 printable characters", NULL, NULL);
    case FIELD_TITLE: return take_title(in, value);
    }
    return false;
}

/* Writes " KEY=VALUE"; nothing for port 0. */
static void put_field(struct text_out *out, const struct field *field,
                      const struct discovery_answer *answer) {
    const void *value = (const char *)answer + field->at;
    bool is_number = field->kind == FIELD_PORT || field->kind == FIELD_NUMBER;
    unsigned number = is_number ? *(const unsigned *)value : 0;
    char text[TITLE_BYTES_MAX + 1] = "";
    if (field->kind == FIELD_PORT && number == 0) {
        return;
    }
    if (!is_number) {
        utf8_clean(value, strlen(value), text, sizeof text);
    }
    assert(number <= field->max);
    assert(field->kind != FIELD_ID || discovery_is_id(text));
    assert(field->kind != FIELD_SERVER || text[0] != '\0');
    text_put_char(out, ' ');
    text_put(out, field->key);
    text_put_char(out, '=');
    text_put(out, text);
    if (is_number) {
        text_put_number(out, number);
    }
}

#define N_FIELDS (sizeof fields / sizeof fields[0])

/* --- answers --- */

size_t discovery_write_answer(const struct discovery_answer *answer,
                              char packet[static DISCOVERY_BYTES]) {
    char text[DISCOVERY_BYTES + 1];
    assert(answer->port > 0 || answer->tls_port > 0);
    struct text_out out = text_out_of(text, sizeof text);
    put_head(&out, ANSWER_WORD, answer->nonce);
    for (size_t i = 0; i < N_FIELDS; i++) {
        put_field(&out, &fields[i], answer);
    }
    text_put_char(&out, '\n');
    assert(out.len <= DISCOVERY_BYTES); /* the longest values of all fields fit */
    memcpy(packet, text, out.len);
    return out.len;
}

/* Returns the number of a field; N_FIELDS: unknown. */
static size_t find_field(const char *key) {
    size_t i = 0;
    while (i < N_FIELDS && strcmp(fields[i].key, key) != 0) {
        i++;
    }
    return i;
}

/* Takes " KEY=VALUE".  seen: a bit for each field. */
static bool take_field(struct text_in *in, struct discovery_answer *answer,
                       unsigned *seen) {
    char key[KEY_BYTES_MAX + 1];
    if (!text_expect(in, ' ', "between fields")) {
        return false;
    }
    if (!take_word(in, is_key_byte, 1, key, KEY_BYTES_MAX) || !text_take(in, '=')) {
        return text_fault(in, "a field is KEY=VALUE", NULL, NULL);
    }
    size_t i = find_field(key);
    if (i == N_FIELDS) {
        while (!text_at_end(in) && *in->at != ' ' && *in->at != '\n') {
            in->at++;
        }
        return true;
    }
    if ((*seen & 1U << i) != 0) {
        return text_fault(in, fields[i].key, " is there twice", NULL);
    }
    *seen |= 1U << i;
    return read_field(in, &fields[i], answer);
}

static bool take_answer(struct text_in *in, struct discovery_answer *answer) {
    unsigned seen = 0;
    answer->port = answer->tls_port = 0;
    if (!take_head(in, ANSWER_WORD, answer->nonce)) {
        return false;
    }
    while (!text_take(in, '\n')) {
        if (!take_field(in, answer, &seen)) {
            return false;
        }
    }
    for (size_t i = 0; i < N_FIELDS; i++) {
        if ((seen & 1U << i) == 0 && fields[i].kind != FIELD_PORT) {
            return text_fault(in, fields[i].key, " is missing", NULL);
        }
    }
    if (answer->port == 0 && answer->tls_port == 0) {
        return text_fault(in, "port and tls are missing", NULL, NULL);
    }
    return text_expect_end(in, "the answer");
}

bool discovery_read_answer(const char *packet, size_t len,
                           struct discovery_answer *answer,
                           char fault[static FAULT_BYTES]) {
    struct text_in in = text_in_of(packet, len);
    bool is_good = len > DISCOVERY_BYTES ? text_fault(&in, "it is too long", NULL, NULL)
                   : !utf8_is_text(packet, len)
                       ? text_fault(&in, "it is not UTF-8 without NUL", NULL, NULL)
                       : take_answer(&in, answer);
    struct text_out told = text_out_of(fault, FAULT_BYTES);
    text_put(&told, in.fault);
    return is_good;
}

/* --- as JSON --- */

/* Writes the best address, or null if there is none, and then all addresses. */
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
