/* A clock that also counts time while the process is stopped or the machine is
 * suspended. */
#ifndef ALEA_SERVER_NET_BOOT_CLOCK_H
#define ALEA_SERVER_NET_BOOT_CLOCK_H

#include <stdint.h>

/* Time since boot, in ms. */
uint64_t boot_clock_ms(void);

#endif
