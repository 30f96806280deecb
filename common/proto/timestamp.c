#include "proto/timestamp.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#define YEAR_FIRST 1970

void timestamp_write(int64_t time_s, char text[static TIMESTAMP_BYTES]) {
    time_t t = (time_t)time_s;
    struct tm tm;
    bool fits =
        time_s >= 0 && gmtime_r(&t, &tm) != NULL &&
        strftime(text, TIMESTAMP_BYTES, "%Y-%m-%dT%H:%M:%SZ", &tm) == TIMESTAMP_BYTES - 1;
    assert(fits);
    (void)fits;
}

/* The number that so many characters make if they are digits; else any number. */
static int64_t number_at(const char *text, size_t at, size_t digits) {
    int64_t n = 0;
    for (size_t i = at; i < at + digits; i++) {
        n = n * 10 + (text[i] - '0');
    }
    return n;
}

/* Days from 1970-01-01 to this day, by counting leap days.  month: 1 to 12. */
static int64_t days_before(int64_t year, int64_t month, int64_t day) {
    static const int64_t before_month[] = {0,   31,  59,  90,  120, 151,
                                           181, 212, 243, 273, 304, 334};
    const int64_t leap_days_1970 = 1969 / 4 - 1969 / 100 + 1969 / 400;
    int64_t past = month > 2 ? year : year - 1; /* the last year whose leap day is over */
    int64_t leap_days = past / 4 - past / 100 + past / 400;
    return (year - YEAR_FIRST) * 365 + leap_days - leap_days_1970 +
           before_month[month - 1] + day - 1;
}

bool timestamp_read(const char *text, int64_t *time_s) {
    if (strlen(text) != TIMESTAMP_BYTES - 1) {
        return false;
    }
    int64_t year = number_at(text, 0, 4), month = number_at(text, 5, 2);
    if (year < YEAR_FIRST || year > 9999 || month < 1 || month > 12) {
        return false;
    }
    int64_t days = days_before(year, month, number_at(text, 8, 2));
    int64_t read_s = days * 86400 + number_at(text, 11, 2) * 3600 +
                     number_at(text, 14, 2) * 60 + number_at(text, 17, 2);
    /* What is no digit, no separator, no such day or hour is not written back so. */
    char again[TIMESTAMP_BYTES];
    if (read_s < 0 || read_s > TIMESTAMP_MAX_S) {
        return false;
    }
    timestamp_write(read_s, again);
    if (strcmp(text, again) != 0) {
        return false;
    }
    *time_s = read_s;
    return true;
}
