/* What the command line of alea play says. */
#ifndef ALEA_CLIENT_PLAY_PLAY_OPTIONS_H
#define ALEA_CLIENT_PLAY_PLAY_OPTIONS_H

#include "client-cli/net/net.h"
#include "rules/game.h"

/* Level of the opponent in a local game, unless told. */
#define PLAY_LEVEL 3

/* Exit statuses of alea play. */
enum play_status { PLAY_GOOD, PLAY_LOST };

struct play_options {
    char name[NAME_BYTES_MAX + 1];
    bool plain;
    /* on a server: */
    const char *server; /* as typed; "": the default */
    struct net_address address;
    struct trust trust;
    /* --local: */
    bool is_local;
    const struct game *game; /* NULL: none was named */
    struct options opt;
    bool has_opt;                   /* they were named, too */
    unsigned level;                 /* 0: not told */
    enum side side;                 /* SIDE_COUNT: not told */
    bool is_two;                    /* two people at one keyboard */
    char other[NAME_BYTES_MAX + 1]; /* the second of them; "" not told */
    bool is_new;                    /* an unfinished game is dropped */
};

#endif
