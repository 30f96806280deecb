/* Where clients can also connect: what the fronts of a hub announce (--announce). */
#ifndef ALEA_SERVER_BASE_FRONTS_H
#define ALEA_SERVER_BASE_FRONTS_H

/* Most fronts of a hub. */
#define FRONTS_MAX 64
/* Longest HOST of --announce, and HOST:PORT, with their NULs. */
#define FRONT_HOST_BYTES 73
#define FRONT_WAY_BYTES  80

/* The ways in of one front. */
struct front_ways {
    char at[2][FRONT_WAY_BYTES]; /* HOST:PORT, without TLS and with it; "": none */
};

#endif
