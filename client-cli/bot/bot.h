/* A bot that plays at random, from state events alone: what it does in its rooms, and how
 * it finds them.  It neither waits nor looks at a clock: time is given to it. */
#ifndef ALEA_CLIENT_BOT_BOT_H
#define ALEA_CLIENT_BOT_BOT_H

#include <stdint.h>
#include <stdio.h>

#include "client-cli/player/player.h"

#define BOT_GAMES_MAX 16
/* Offers that it has heard of and not answered: more are left to others. */
#define BOT_OFFERS_MAX 256
/* Time before a house accepts a seek where the server does not say. */
#define BOT_SEEK_WAIT_MS 5000
/* Records that may be wanted and not be there yet: one of each room. */
#define BOT_RECORDS_MAX PLAYER_ROOMS_MAX

/* How it is to play.  Borrows its strings. */
struct bot_plan {
    const char *games[BOT_GAMES_MAX]; /* with options, in canonical form */
    unsigned n_games;                 /* one, but for a house */
    const char *join;   /* the room to join; NULL: any of games[0], or a new one */
    unsigned n_plays;   /* games to play */
    bool is_house;      /* waits for ever in rooms of its own for whoever comes */
    unsigned tables;    /* house: most rooms for each game */
    bool is_of_host;    /* house: its token is the host's, and it may sit in more rooms */
    bool has_seek_wait; /* house: it leaves a seek to people for seek_wait_ms; else as
                           long as the server says */
    unsigned seek_wait_ms;
    const char *save_dir; /* where records go; NULL nowhere */
    unsigned pace_ms;     /* time before each move */
};

/* What is to be done at a table. */
enum bot_step {
    STEP_NONE,
    STEP_READY,
    STEP_MOVE,
    STEP_CLAIM,   /* the opponent has been away too long */
    STEP_ADJOURN, /* the opponent wants to go on another time: so be it */
    STEP_RESUME,  /* on with an adjourned game */
    STEP_REMATCH,
    STEP_LEAVE,
};

/* A room where the bot sits. */
struct bot_table {
    char code[ROOM_BYTES_MAX + 1];       /* "" unused */
    unsigned game;                       /* which of plan->games; n_games: another one */
    char game_id[GAME_ID_BYTES_MAX + 1]; /* as last told, */
    enum stage stage;                    /* and where it stood */
    bool has_opponent;
    bool is_of_offer;           /* made for one opponent: of no use when he has gone */
    char move[MOVE_TEXT_BYTES]; /* STEP_MOVE: which one, */
    char seq[SEQ_BYTES];        /* and the event that it answers */
    enum bot_step step;         /* to be taken at due_ms */
    enum bot_step taken;        /* the last one, until it is answered: to be taken again
                                   when the server says so, or the line is lost */
    uint64_t due_ms;
};

/* The record of a game that is over, to be saved. */
struct bot_record {
    char game_id[GAME_ID_BYTES_MAX + 1]; /* "" unused */
    uint64_t due_ms;                     /* when to ask; UINT64_MAX: it was asked for */
};

/* A challenge to the bot, or a seek that it may accept. */
struct bot_offer {
    int64_t number; /* 0 unused */
    unsigned game;  /* of plan->games */
    bool is_seek;
    bool is_accepted; /* the answer of the server is still to come */
    uint64_t due_ms;  /* when to accept it */
};

struct bot {
    const struct bot_plan *plan; /* borrowed */
    struct player *player;       /* borrowed */
    uint64_t random;             /* state of the choice of moves: the seed */
    unsigned n_played;           /* games that are over */
    bool has_failed;             /* it cannot do what it is told */
    bool is_cheated;             /* dice were not as promised */
    bool is_asking;              /* looking for a seat: the server has yet to answer */
    char joined[ROOM_BYTES_MAX + 1];  /* the room last asked for a seat, */
    char refused[ROOM_BYTES_MAX + 1]; /* and the last one that is not for bots */
    uint64_t lobby_due_ms;            /* when to look for a seat; UINT64_MAX not */
    unsigned max_rooms;               /* that it may sit in, as the server says */
    unsigned seek_wait_ms;            /* see the plan */
    struct bot_table tables[PLAYER_ROOMS_MAX];
    struct player_hints hints; /* of tables */
    struct bot_offer offers[BOT_OFFERS_MAX];
    struct bot_record records[BOT_RECORDS_MAX];
};

/* Begins anew, with no rooms; what was played counts. */
void bot_begin(struct bot *bot);
/* Takes a message in, also those that tell that the player is back after the line was
 * lost.  What its owner must know goes to out, in lines. */
void bot_hear(struct bot *bot, const struct message *msg, uint64_t now_ms, FILE *out);
/* Does what is due.  Returns when to call again; UINT64_MAX: after the next message. */
uint64_t bot_act(struct bot *bot, uint64_t now_ms);
/* Whether all games are played and saved. */
bool bot_is_done(const struct bot *bot);

#endif
