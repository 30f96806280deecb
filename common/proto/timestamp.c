#include "proto/timestamp.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define DAY_S      86400
#define YEAR_FIRST 1970
#define YEAR_LAST  9999

void timestamp_write(int64_t time_s, char text[static TIMESTAMP_BYTES]) {
    time_t t = (time_t)time_s;
    struct tm tm;
    bool fits =
        time_s >= 0 && gmtime_r(&t, &tm) != NULL &&
        strftime(text, TIMESTAMP_BYTES, "%Y-%m-%dT%H:%M:%SZ", &tm) == TIMESTAMP_BYTES - 1;
    assert(fits);
    (void)fits;
}

/* Days from 1970-01-01 to this day, by counting leap days.  month: from 1. */
static int64_t days_before(int year, int month, int day) {
    static const int before_month[] = {0,   31,  59,  90,  120, 151,
                                       181, 212, 243, 273, 304, 334};
    int past = month > 2 ? year : year - 1; /* the last year whose leap day is over */
    int64_t leap_days = past / 4 - past / 100 + past / 400;
    const int64_t leap_days_1970 = 1969 / 4 - 1969 / 100 + 1969 / 400;
    return (year - YEAR_FIRST) * INT64_C(365) + leap_days - leap_days_1970 +
           before_month[month - 1] + day - 1;
}

bool timestamp_read(const char *text, int64_t *time_s) {
    int year, month, day, hour, minute, second;
    if (strlen(text) != TIMESTAMP_BYTES - 1 ||
        sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2dZ", &year, &month, &day, &hour, &minute,
               &second) != 6 ||
        year < YEAR_FIRST || month < 1 || month > 12) {
        return false;
    }
    int64_t read_s =
        days_before(year, month, day) * DAY_S + hour * 3600 + minute * 60 + second;
    /* Signs, missing zeros, a 30th of February: what is written back differs. */
    char again[TIMESTAMP_BYTES];
    if (read_s < 0) {
        return false;
    }
    timestamp_write(read_s, again);
    if (strcmp(text, again) != 0) {
        return false;
    }
    *time_s = read_s;
    return true;
}
