#include "proto/timestamp.h"

#include <assert.h>
#include <string.h>

#define YEAR_FIRST 1970

/* Computes year, month and day from the days since 1970-01-01.  Years start in March
 * here, which makes the leap day the last day of its year. */
static void date_of(int64_t days, unsigned *year, unsigned *month, unsigned *day) {
    const int64_t days_400 = 146097, days_100 = 36524, days_4 = 1461;
    const int64_t march_0 = 719468; /* days from 0000-03-01 to 1970-01-01 */
    int64_t of_400 = (days + march_0) % days_400;
    int64_t of_years = of_400 - of_400 / (days_4 - 1) + of_400 / days_100 -
                       of_400 / (days_400 - 1); /* without leap days */
    int64_t y = of_years / 365;
    int64_t of_year = of_400 - (365 * y + y / 4 - y / 100);
    int64_t m = (5 * of_year + 2) / 153; /* 0: March; five months have 153 days */
    *day = (unsigned)(of_year - (153 * m + 2) / 5 + 1);
    *month = (unsigned)(m < 10 ? m + 3 : m - 9);
    *year = (unsigned)((days + march_0) / days_400 * 400 + y + (m < 10 ? 0 : 1));
}

/* Writes n with this many digits, then the character after it.  Returns the end. */
static char *put(char *at, unsigned n, unsigned digits, char after) {
    for (unsigned i = digits; i-- > 0; n /= 10) {
        at[i] = (char)('0' + n % 10);
    }
    at[digits] = after;
    return at + digits + 1;
}

void timestamp_write(int64_t time_s, char text[static TIMESTAMP_BYTES]) {
    assert(time_s >= 0 && time_s <= TIMESTAMP_MAX_S);
    unsigned year, month, day, of_day = (unsigned)(time_s % 86400);
    date_of(time_s / 86400, &year, &month, &day);
    char *at = put(put(put(text, year, 4, '-'), month, 2, '-'), day, 2, 'T');
    at = put(put(put(at, of_day / 3600, 2, ':'), of_day / 60 % 60, 2, ':'), of_day % 60,
             2, 'Z');
    *at = '\0';
}

/* Reads this many digits.  If they are not digits, the result is arbitrary. */
static int64_t number_at(const char *text, size_t at, size_t digits) {
    int64_t n = 0;
    for (size_t i = at; i < at + digits; i++) {
        n = n * 10 + (text[i] - '0');
    }
    return n;
}

/* Days from 1970-01-01 to this day, leap days included.  month: 1 to 12. */
static int64_t days_before(int64_t year, int64_t month, int64_t day) {
    static const int64_t before_month[] = {0,   31,  59,  90,  120, 151,
                                           181, 212, 243, 273, 304, 334};
    const int64_t leap_days_1970 = 1969 / 4 - 1969 / 100 + 1969 / 400;
    int64_t past = month > 2 ? year : year - 1; /* the last year with its leap day over */
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
    /* Wrong digits or separators, and days or hours that do not exist, are written
     * differently. */
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
