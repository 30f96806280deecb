#include "rules/options.h"

#include <assert.h>
#include <string.h>

const struct option_kind options_legs[] = {OPTION_LEGS("1", "2"), OPTIONS_END};

unsigned option_values(const struct option_kind *kind) {
    unsigned n = 0;
    while (n < OPTION_VALUES_MAX && kind->values[n] != NULL) {
        n++;
    }
    return n;
}

void option_values_write(const struct option_kind *kind, struct text_out *out) {
    for (unsigned v = 0; v < option_values(kind); v++) {
        text_put(out, v == 0 ? "" : "|");
        text_put(out, kind->values[v]);
    }
}

/* Takes s if it comes next, as a whole word. */
static bool take_word(struct text_in *in, const char *s) {
    size_t len = strlen(s);
    if ((size_t)(in->end - in->at) < len || memcmp(in->at, s, len) != 0) {
        return false;
    }
    const char *after = in->at + len;
    if (after != in->end && *after != '=' && *after != ',') {
        return false;
    }
    in->at = after;
    return true;
}

/* Records a fault that lists the known options: "WRONG; known: king=armed|unarmed,
 * ...". */
static bool fault_known(const struct option_kind *kinds, struct text_in *in,
                        const char *wrong) {
    char list[FAULT_BYTES];
    struct text_out out = text_out_of(list, sizeof list);
    for (const struct option_kind *kind = kinds; kind->name != NULL; kind++) {
        text_put(&out, kind == kinds ? "" : ", ");
        text_put(&out, kind->name);
        text_put_char(&out, '=');
        option_values_write(kind, &out);
    }
    return text_fault(in, wrong, "; known options: ", list);
}

/* Takes one NAME=VALUE.  seen: a bit for each option already read. */
static bool take_option(const struct option_kind *kinds, struct text_in *in,
                        struct options *opt, unsigned *seen) {
    unsigned i = 0;
    while (kinds[i].name != NULL && !take_word(in, kinds[i].name)) {
        i++;
    }
    if (kinds[i].name == NULL) {
        return fault_known(kinds, in, "unknown option");
    }
    if ((*seen & 1U << i) != 0) {
        return fault_known(kinds, in, "an option is given twice");
    }
    *seen |= 1U << i;
    if (!text_take(in, '=')) {
        return fault_known(kinds, in, "an option lacks its value");
    }
    for (uint8_t v = 0; v < option_values(&kinds[i]); v++) {
        if (take_word(in, kinds[i].values[v])) {
            opt->value[i] = v;
            return true;
        }
    }
    return fault_known(kinds, in, "unknown value of an option");
}

bool options_read(const struct option_kind *kinds, struct text_in *in,
                  struct options *opt) {
    struct options read = {{0}};
    unsigned seen = 0;
    do {
        if (!take_option(kinds, in, &read, &seen)) {
            return false;
        }
    } while (text_take(in, ','));
    if (!text_at_end(in)) {
        return fault_known(kinds, in, "unknown value of an option");
    }
    *opt = read;
    return true;
}

void options_write(const struct option_kind *kinds, const struct options *opt,
                   struct text_out *out) {
    bool first = true;
    for (unsigned i = 0; kinds[i].name != NULL; i++) {
        assert(i < OPTIONS_MAX && opt->value[i] < option_values(&kinds[i]));
        if (opt->value[i] == 0) {
            continue;
        }
        text_put(out, first ? "" : ",");
        text_put(out, kinds[i].name);
        text_put_char(out, '=');
        text_put(out, kinds[i].values[opt->value[i]]);
        first = false;
    }
}

bool options_same_rules(const struct option_kind *kinds, const struct options *a,
                        const struct options *b) {
    for (unsigned i = 0; kinds[i].name != NULL; i++) {
        if (a->value[i] != b->value[i] && strcmp(kinds[i].name, "legs") != 0) {
            return false;
        }
    }
    return true;
}
