#include "proto/timestamp.h"

#include <assert.h>
#include <string.h>
#include <time.h>

void timestamp_write(int64_t time_s, char text[static TIMESTAMP_BYTES]) {
    assert(time_s >= 0 && time_s <= TIMESTAMP_MAX_S);
    time_t time = (time_t)time_s;
    struct tm tm;
    strftime(text, TIMESTAMP_BYTES, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&time, &tm));
}

/* Searches for the text: later times have greater texts. */
bool timestamp_read(const char *text, int64_t *time_s) {
    int64_t low = 0, high = TIMESTAMP_MAX_S;
    char at[TIMESTAMP_BYTES];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        timestamp_write(middle, at);
        if (strcmp(at, text) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    timestamp_write(low, at);
    if (strcmp(at, text) != 0) {
        return false;
    }
    *time_s = low;
    return true;
}
