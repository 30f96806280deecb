/* Numbers on a command line. */
#ifndef ALEA_CLIENT_NET_NUMBER_H
#define ALEA_CLIENT_NET_NUMBER_H

#include <stdbool.h>

#include "rules/text.h"

/* Reads the value of an option, a number from least to most.  False with a fault that
 * says what it may be, to be followed by the value: "--pace: not a number from 0 to 9".
 */
bool number_read(const char *option, const char *value, unsigned least, unsigned most,
                 unsigned *n, char fault[static FAULT_BYTES]);

#endif
