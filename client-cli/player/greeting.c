#include "client-cli/player/greeting.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/name.h"
#include "proto/shape.h"

/* Appends a character if the result is, or can become, a valid name. */
static void add_if_fit(char name[static NAME_BYTES_MAX + 1], size_t *len,
                       const char *text, size_t bytes) {
    char longer[NAME_BYTES_MAX + 2 * UTF8_BYTES_MAX];
    int n = snprintf(longer, sizeof longer, "%s%.*s", name, (int)bytes, text);
    bool is_first = *len == 0; /* a valid name has at least two characters */
    snprintf(longer + n, sizeof longer - (size_t)n, "%s", is_first ? "a" : "");
    if (is_player_name(longer)) {
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
    if (!is_player_name(name)) {
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
    } while (len > 0 && !is_player_name(longer));
    snprintf(name, NAME_BYTES_MAX + 1, "%.*s", NAME_BYTES_MAX, longer);
}

/* Returns the part in brackets at the end of a line, which is for programs; NULL: there
 * is none. */
static char *find_brackets(char *line) {
    size_t len = strlen(line);
    char *bracket = len > 0 && line[len - 1] == ']' ? strrchr(line, '[') : NULL;
    return bracket != NULL && bracket >= line + 3 && bracket[-1] == ' ' ? bracket : NULL;
}

bool player_read_refusal(const char *line, enum error_code *why,
                         char text[static FAULT_BYTES]) {
    char said[FAULT_BYTES + 40];
    utf8_clean(line, strlen(line), said, sizeof said);
    char *code = strncmp(said, "- ", 2) == 0 ? find_brackets(said) : NULL;
    if (code == NULL) {
        return false;
    }
    code[-1] = code[strlen(code) - 1] = '\0';
    *why = error_find(code + 1);
    utf8_clean(said + 2, strlen(said + 2), text, FAULT_BYTES); /* whole characters */
    text[0] = (char)tolower((unsigned char)text[0]);           /* as all error texts */
    return true;
}

bool player_check_greeting(const char *line, char fault[static FAULT_BYTES]) {
    static const char protocol[] = "[alea/";
    char said[FAULT_BYTES], begin[61]; /* as much as there is room for */
    enum error_code why;
    if (player_read_refusal(line, &why, fault)) {
        return false;
    }
    utf8_clean(line, strlen(line), said, sizeof said);
    utf8_clean(line, strlen(line), begin, sizeof begin);
    if (strncmp(line, "HTTP/", 5) == 0) {
        snprintf(fault, FAULT_BYTES,
                 "that port is for browsers; the one for alea is usually %s, with --tls "
                 "%s",
                 DEFAULT_PORT, DEFAULT_TLS_PORT);
        return false;
    }
    const char *brackets = strncmp(said, "* ", 2) == 0 ? find_brackets(said) : NULL;
    if (brackets == NULL || strncmp(brackets, protocol, strlen(protocol)) != 0) {
        snprintf(fault, FAULT_BYTES, "this is not an alea server; it says: %s", begin);
        return false;
    }
    unsigned version = 0;
    const char *number = brackets + strlen(protocol);
    struct text_in in = text_in_of(number, strlen(number));
    bool is_number = text_take_number(&in, 9999, "the version", &version) &&
                     (text_peek(&in) == ']' || text_peek(&in) == ' ');
    if (!is_number || version != PROTOCOL_VERSION) {
        snprintf(fault, FAULT_BYTES,
                 "this client speaks version %d of the protocol, the server another one: "
                 "%s",
                 PROTOCOL_VERSION, begin);
        return false;
    }
    return true;
}
