/* A clock that goes on while the process or the machine stands still. */
#ifndef ALEA_SERVER_NET_BOOT_CLOCK_H
#define ALEA_SERVER_NET_BOOT_CLOCK_H

#include <stdint.h>

/* Time since the machine was started, in ms. */
uint64_t boot_clock_ms(void);

#endif
