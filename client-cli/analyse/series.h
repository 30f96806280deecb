/* Totals of several analysed games, for each player. */
#ifndef ALEA_CLIENT_ANALYSE_SERIES_H
#define ALEA_CLIENT_ANALYSE_SERIES_H

#include <stdio.h>

#include "client-cli/analyse/analysis.h"
#include "lang/lang.h"

/* Most players with totals of their own; games of others are only counted. */
#define SERIES_PLAYERS_MAX 64

struct series_player {
    char name[NAME_BYTES_MAX + 1];
    unsigned n_games; /* analysed */
    double points;    /* a win counts 1, a draw 0.5 */
    double adjusted;  /* results without luck, of games with a result */
    struct analysis_sum sum;
};

struct series {
    struct series_player player[SERIES_PLAYERS_MAX];
    unsigned n_players;
    unsigned n_games;
};

/* Adds a game with at least one throw or move. */
void series_add(struct series *series, const struct analysis *analysis);
/* Writes a row for each player, in the order they came. */
void series_write(const struct series *series, enum lang lang, FILE *out);

#endif
