#include "server/trunk/key.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "server/base/text_file.h"

#define DIGITS ((size_t)2 * TRUNK_KEY_BYTES)

bool trunk_key_parse(const char *hex, uint8_t key[static TRUNK_KEY_BYTES]) {
    size_t len = 0;
    return strlen(hex) == DIGITS &&
           sodium_hex2bin(key, TRUNK_KEY_BYTES, hex, DIGITS, NULL, &len, NULL) == 0 &&
           len == TRUNK_KEY_BYTES;
}

bool trunk_key_read(const char *path, uint8_t key[static TRUNK_KEY_BYTES],
                    char fault[static FAULT_BYTES]) {
    struct stat file;
    char *text = text_file_read(path, DIGITS + 2, fault);
    if (text == NULL) {
        return false;
    }
    size_t size = strlen(text), n = strcspn(text, "\r\n");
    bool is_line = text[n + strspn(text + n, "\r\n")] == '\0';
    const char *why = NULL;
    text[n] = '\0';
    if (stat(path, &file) != 0 || (file.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        why =
            "other users may read or change it: chmod 600 it, and if they could read it "
            "make another key";
    } else if (!is_line || !trunk_key_parse(text, key)) {
        why = "a key is 64 hex digits, as openssl rand -hex 32 prints them";
    }
    sodium_memzero(text, size);
    free(text);
    text_copy(fault, FAULT_BYTES, why != NULL ? why : "");
    return why == NULL;
}
