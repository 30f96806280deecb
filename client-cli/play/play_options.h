/* The command line of alea play. */
#ifndef ALEA_CLIENT_PLAY_PLAY_OPTIONS_H
#define ALEA_CLIENT_PLAY_PLAY_OPTIONS_H

#include "client-cli/net/net.h"
#include "rules/game.h"

/* Default level of the opponent in a local game. */
#define PLAY_LEVEL 3

/* Exit statuses of alea play. */
enum play_status { PLAY_GOOD, PLAY_LOST };

struct play_options {
    char name[NAME_BYTES_MAX + 1];
    bool plain;
    bool is_kiosk; /* the user may write no files, start no programs */
    /* on a server: */
    const char *server; /* as typed; "": the default */
    struct net_address address;
    struct trust trust;
    /* --local: */
    bool is_local;
    const struct game *game; /* NULL: not given */
    struct options opt;
    bool has_opt;                   /* options of the game were given */
    unsigned level;                 /* 0: not given */
    enum side side;                 /* SIDE_COUNT: not given */
    bool is_two;                    /* two people at one keyboard */
    char other[NAME_BYTES_MAX + 1]; /* name of the second one; "": not given */
    bool is_new;                    /* drop an unfinished game */
};

/* A local game: no server, no connection.  Plays the game in the options, or lists the
 * games if they name none.  Returns the exit status (alone.c). */
int alone_play(const struct play_options *options);
/* A person at a server, from the first connection to the goodbye.  Returns the exit
 * status.  Uses options->trust to ask the user questions (visit.c). */
int visit_play(struct play_options *options);

#endif
