/* What a player reads and says before anybody knows him: the greeting, a name. */
#include <stdio.h>
#include <string.h>

#include "client-cli/player.h"

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

void player_fit_name(const char *text, char name[static NAME_BYTES_MAX + 1]) {
    size_t n = 0;
    for (; *text != '\0' && n < NAME_BYTES_MAX; text++) {
        bool fits_inside = (*text >= '0' && *text <= '9') || *text == '_' || *text == '-';
        if (is_letter(*text) || (n > 0 && fits_inside)) {
            name[n++] = *text;
        }
    }
    name[n] = '\0';
    if (n < NAME_BYTES_MIN) {
        snprintf(name, NAME_BYTES_MAX + 1, "guest");
    }
}

bool player_check_greeting(const char *line, char fault[static FAULT_BYTES]) {
    static const char greeting[] = "* alea/";
    char said[FAULT_BYTES];
    utf8_clean(line, strlen(line), said, sizeof said);
    const char *text = strncmp(said, "- ", 2) == 0 ? strstr(said, ": ") : NULL;
    if (text != NULL) { /* "- CODE: TEXT" in place of the greeting */
        snprintf(fault, FAULT_BYTES, "%s", text + 2);
        return false;
    }
    if (strncmp(line, greeting, strlen(greeting)) != 0) {
        snprintf(fault, FAULT_BYTES, "this is not an alea server; it says: %.80s", said);
        return false;
    }
    struct text_in in;
    unsigned version = 0;
    text_in_init(&in, line + strlen(greeting), strlen(line + strlen(greeting)));
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
