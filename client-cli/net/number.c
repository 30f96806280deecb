#include "client-cli/net/number.h"

#include <stdio.h>
#include <string.h>

bool number_read(const char *option, const char *value, unsigned least, unsigned most,
                 unsigned *n, char fault[static FAULT_BYTES]) {
    struct text_in in = text_in_of(value, strlen(value));
    if (text_take_number(&in, most, "the number", n) && text_at_end(&in) && *n >= least) {
        return true;
    }
    snprintf(fault, FAULT_BYTES, "%s: not a number from %u to %u", option, least, most);
    return false;
}
