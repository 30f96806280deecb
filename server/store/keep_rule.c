#include "server/store/keep_rule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads "365d", "500M" or "2G" into its part of the rule.  Returns what follows; NULL: it
 * is wrong, or that part is set already. */
static const char *read_part(struct keep_rule *rule, const char *text) {
    char *end;
    if (text[0] < '1' || text[0] > '9') {
        return NULL;
    }
    long long n = strtoll(text, &end, 10);
    int shift = *end == 'G' ? 30 : 20;
    if (*end == 'd' && rule->days == 0 && n <= KEEP_DAYS_MAX) {
        rule->days = n;
        return end + 1;
    }
    if ((*end == 'M' || *end == 'G') && rule->bytes == 0 &&
        n <= KEEP_BYTES_MAX >> shift) {
        rule->bytes = (int64_t)n << shift;
        return end + 1;
    }
    return NULL;
}

bool keep_rule_read(struct keep_rule *rule, const char *text) {
    struct keep_rule read = {.days = 0};
    const char *at = text;
    if (strcmp(text, "always") != 0) {
        at = read_part(&read, at);
        if (at != NULL && *at == ',') {
            at = read_part(&read, at + 1);
        }
        if (at == NULL || *at != '\0') {
            return false;
        }
    }
    *rule = read;
    return true;
}

void keep_rule_write(const struct keep_rule *rule, struct text_out *out) {
    char number[32];
    if (rule->days == 0 && rule->bytes == 0) {
        text_put(out, "always");
    }
    if (rule->days != 0) {
        snprintf(number, sizeof number, "%" PRId64 "d", rule->days);
        text_put(out, number);
    }
    if (rule->bytes != 0) {
        bool is_g = rule->bytes % (INT64_C(1) << 30) == 0;
        snprintf(number, sizeof number, "%s%" PRId64 "%s", rule->days != 0 ? "," : "",
                 rule->bytes >> (is_g ? 30 : 20), is_g ? "G" : "M");
        text_put(out, number);
    }
}
