#include "client-cli/term/keys.h"

#include <ctype.h>
#include <string.h>

#define ESCAPE     '\033'
#define CTRL_C     3
#define CTRL_D     4
#define BACKSPACE  8
#define DELETE     127
#define FINAL_FROM '@' /* bytes from here to FINAL_TO end a sequence ESC [ ... */
#define FINAL_TO   '~'

static const struct {
    const char *bytes;
    enum key_kind kind;
} keys[] = {
    {" ", KEY_NEXT},        {"n", KEY_NEXT},        {"r", KEY_NEXT},
    {"l", KEY_NEXT},        {"b", KEY_BACK},        {"p", KEY_BACK},
    {"h", KEY_BACK},        {"g", KEY_FIRST},       {"G", KEY_LAST},
    {"q", KEY_QUIT},        {"Q", KEY_QUIT},        {"\r", KEY_ENTER},
    {"\n", KEY_ENTER},      {"\033[C", KEY_NEXT},   {"\033[D", KEY_BACK},
    {"\033[B", KEY_NEXT},   {"\033[A", KEY_BACK},   {"\033OC", KEY_NEXT},
    {"\033OD", KEY_BACK},   {"\033OB", KEY_NEXT},   {"\033OA", KEY_BACK},
    {"\033[H", KEY_FIRST},  {"\033[F", KEY_LAST},   {"\033OH", KEY_FIRST},
    {"\033OF", KEY_LAST},   {"\033[1~", KEY_FIRST}, {"\033[4~", KEY_LAST},
    {"\033[7~", KEY_FIRST}, {"\033[8~", KEY_LAST},
};

/* The length of the escape sequence at the start; 0: incomplete. */
static size_t sequence_len(const char *bytes, size_t len) {
    if (len == 1) {
        return 0;
    }
    if (bytes[1] == 'O') {
        return len > 2 ? 3 : 0;
    }
    if (bytes[1] != '[') {
        return 1; /* the key Esc, then another key */
    }
    for (size_t i = 2; i < len; i++) {
        if (bytes[i] >= FINAL_FROM && bytes[i] <= FINAL_TO) {
            return i + 1;
        }
        if (bytes[i] < ' ') {
            return i; /* not a sequence after all */
        }
    }
    return 0;
}

size_t key_take(const char *bytes, size_t len, struct key *key) {
    *key = (struct key){.kind = KEY_NONE};
    if (len == 0) {
        return 0;
    }
    size_t n = bytes[0] == ESCAPE ? sequence_len(bytes, len) : 1;
    if (n == 1 && isdigit((unsigned char)bytes[0])) {
        *key = (struct key){KEY_DIGIT, (unsigned)(bytes[0] - '0')};
    } else if (n == 1 && (bytes[0] == BACKSPACE || bytes[0] == DELETE)) {
        key->kind = KEY_ERASE;
    } else if (n == 1 && (bytes[0] == CTRL_C || bytes[0] == CTRL_D)) {
        key->kind = KEY_QUIT;
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strlen(keys[i].bytes) == n && memcmp(keys[i].bytes, bytes, n) == 0) {
            key->kind = keys[i].kind;
        }
    }
    return n;
}
