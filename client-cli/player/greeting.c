#include "client-cli/player/greeting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/name.h"

/* Appends a character if the result is, or can become, a valid name. */
static void add_if_fit(char name[static NAME_BYTES_MAX + 1], size_t *len,
                       const char *text, size_t bytes) {
    char longer[NAME_BYTES_MAX + 2 * UTF8_BYTES_MAX];
    int n = snprintf(longer, sizeof longer, "%s%.*s", name, (int)bytes, text);
    bool is_first = *len == 0; /* a valid name has at least two characters */
    snprintf(longer + n, sizeof longer - (size_t)n, "%s", is_first ? "a" : "");
    if (name_is_valid(longer)) {
        memcpy(name + *len, text, bytes);
        *len += bytes;
        name[*len] = '\0';
    }
}

void player_fit_name(const char *text, char name[static NAME_BYTES_MAX + 1]) {
    size_t n = 0, bytes, size = strlen(text) + 1;
    char *whole = mem_new(size, 1);
    name_compose(text, strlen(text), whole, size);
    name[0] = '\0';
    for (const char *at = whole; *at != '\0'; at += bytes) {
        uint32_t point;
        bytes = utf8_read(at, strlen(at), &point);
        bytes = bytes > 0 ? bytes : 1;
        add_if_fit(name, &n, at, bytes);
    }
    free(whole);
    if (!name_is_valid(name)) {
        snprintf(name, NAME_BYTES_MAX + 1, "guest");
    }
}

void player_number_name(const char *wanted, unsigned number,
                        char name[static NAME_BYTES_MAX + 1]) {
    int len = snprintf(name, NAME_BYTES_MAX + 1, "%s", wanted);
    char longer[NAME_BYTES_MAX + 12];
    if (number == 1) {
        return;
    }
    do {
        snprintf(longer, sizeof longer, "%.*s%u", len, wanted, number);
        do { /* drop one character */
            len--;
        } while (len > 0 && ((unsigned char)wanted[len] & 0xC0) == 0x80);
    } while (len > 0 && !name_is_valid(longer));
    snprintf(name, NAME_BYTES_MAX + 1, "%.*s", NAME_BYTES_MAX, longer);
}

bool player_read_refusal(const char *line, enum error_code *why,
                         char text[static FAULT_BYTES]) {
    char said[FAULT_BYTES + 40], code[40];
    utf8_clean(line, strlen(line), said, sizeof said);
    const char *colon = strncmp(said, "- ", 2) == 0 ? strstr(said, ": ") : NULL;
    if (colon == NULL || (size_t)(colon - said) >= sizeof code) {
        return false;
    }
    snprintf(code, sizeof code, "%.*s", (int)(colon - said) - 2, said + 2);
    *why = error_find(code);
    snprintf(text, FAULT_BYTES, "%.150s", colon + 2);
    return true;
}

bool player_check_greeting(const char *line, char fault[static FAULT_BYTES]) {
    static const char greeting[] = "* alea/";
    char said[FAULT_BYTES];
    enum error_code why;
    if (player_read_refusal(line, &why, fault)) {
        return false;
    }
    utf8_clean(line, strlen(line), said, sizeof said);
    if (strncmp(line, "HTTP/", 5) == 0) {
        snprintf(fault, FAULT_BYTES,
                 "that port is for browsers; the one for alea is usually " DEFAULT_PORT
                 ", with --tls " DEFAULT_TLS_PORT);
        return false;
    }
    if (strncmp(line, greeting, strlen(greeting)) != 0) {
        snprintf(fault, FAULT_BYTES, "this is not an alea server; it says: %.80s", said);
        return false;
    }
    unsigned version = 0;
    struct text_in in =
        text_in_of(line + strlen(greeting), strlen(line + strlen(greeting)));
    bool is_number = text_take_number(&in, 9999, "the version", &version) &&
                     (text_at_end(&in) || text_peek(&in) == ' ');
    if (!is_number || version != PROTOCOL_VERSION) {
        snprintf(fault, FAULT_BYTES,
                 "this client speaks version %d of the protocol, the server another one: "
                 "%.60s",
                 PROTOCOL_VERSION, said);
        return false;
    }
    return true;
}
