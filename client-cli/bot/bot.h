/* A bot that reads only the state events.  It does no I/O and reads no clock: the caller
 * passes messages and the time.  One exception: the minds read the clock while they
 * think, in bot_act but never in bot_hear. */
#ifndef ALEA_CLIENT_BOT_BOT_H
#define ALEA_CLIENT_BOT_BOT_H

#include <stdint.h>
#include <stdio.h>

#include "client-cli/bot/minds.h"
#include "client-cli/player/player.h"

#define BOT_GAMES_MAX 16
/* Most offers waiting for the bot's answer; it ignores further ones. */
#define BOT_OFFERS_MAX 256
/* How long a house bot leaves a seek to people, unless the server says otherwise. */
#define BOT_SEEK_WAIT_MS 5000
/* Most records that the bot waits for: one for each room. */
#define BOT_RECORDS_MAX PLAYER_ROOMS_MAX

/* What the bot should do.  Borrows its strings. */
struct bot_plan {
    const char *games[BOT_GAMES_MAX]; /* with options, in canonical form */
    unsigned n_games;                 /* 1, except for a house bot */
    const char *join;     /* the room to join; NULL: any with games[0], or a new one */
    unsigned n_plays;     /* games or matches to play */
    bool is_house;        /* a house bot: opens its own rooms and waits there for ever */
    unsigned tables;      /* house: most rooms for each game */
    bool is_of_host;      /* house: has the host's token, and may sit in more rooms */
    bool only_challenges; /* house: opens no rooms and accepts no seeks */
    bool has_seek_wait;   /* house: seek_wait_ms is set; else the server says how long a
                           * seek is left to people */
    unsigned seek_wait_ms;
    const char *save_dir; /* where to save records; NULL: nowhere */
    unsigned pace_ms;     /* time before each move */
    struct minds *minds;  /* they choose the moves; NULL: random moves */
};

/* What to do at a table. */
enum bot_step {
    STEP_NONE,
    STEP_READY,
    STEP_MOVE,
    STEP_CLAIM,   /* claim the game: the opponent has been away or idle too long */
    STEP_ADJOURN, /* agree to adjourn */
    STEP_RESUME,  /* continue an adjourned game */
    STEP_REMATCH,
    STEP_LEAVE,
};

/* A room where the bot sits. */
struct bot_table {
    char code[ROOM_BYTES_MAX + 1];       /* "" unused */
    unsigned game;                       /* index in plan->games; n_games: another game */
    char game_id[GAME_ID_BYTES_MAX + 1]; /* in the last state */
    enum stage stage;                    /* in the last state */
    bool has_opponent;
    bool is_of_offer;           /* made for one opponent: useless once they leave */
    char move[MOVE_TEXT_BYTES]; /* STEP_MOVE: the move */
    bool is_to_think;           /* STEP_MOVE: the minds have not chosen the move yet */
    struct minds_task task;     /* with is_to_think: their task */
    char seq[SEQ_BYTES];        /* STEP_MOVE: the event that it answers */
    enum bot_step step;         /* to take at due_ms */
    enum bot_step taken;        /* the last step until it is answered: repeated after a
                                 * transient error or a reconnect */
    uint64_t due_ms;
};

/* How a game, or a match, ended for the bot. */
enum bot_end {
    BOT_WON,
    BOT_DRAWN,
    BOT_LOST,
    BOT_CALLED_OFF,
    BOT_UNSEEN, /* it ended while the bot was not connected */
    BOT_END_COUNT,
};

/* The record of a finished game, to be saved. */
struct bot_record {
    char game_id[GAME_ID_BYTES_MAX + 1]; /* "" unused */
    uint64_t due_ms;                     /* when to ask for it; UINT64_MAX: asked */
};

/* A challenge to the bot, or a seek that it may accept. */
struct bot_offer {
    int64_t number; /* 0 unused */
    unsigned game;  /* index in plan->games */
    bool is_seek;
    bool is_accepted; /* the bot has sent `accept`; no answer yet */
    uint64_t due_ms;  /* when to accept it */
};

struct bot {
    const struct bot_plan *plan; /* borrowed */
    struct player *player;       /* borrowed */
    /* Called when the server sends something while an engine thinks.  Passes it on, calls
     * bot_answer and returns its result; true also if the connection is lost.  NULL:
     * messages wait, and thinking ends earlier. */
    bool (*on_input)(void *arg);
    void *input_arg;                 /* of on_input */
    uint64_t n_tasks;                /* tasks given to the minds so far */
    uint64_t n_tasks_begun;          /* n_tasks when the bot began to think */
    bool has_answered;               /* bot_answer was called while the bot thought */
    uint64_t random;                 /* state of the random generator */
    unsigned n_over;                 /* games that have ended */
    unsigned n_played;               /* the same, but the games of a match count as one */
    unsigned n_ends[BOT_END_COUNT];  /* how those ended */
    bool has_failed;                 /* the plan cannot be carried out */
    bool is_cheated;                 /* the dice broke the server's promise */
    bool is_asking;                  /* has asked for a seat; no answer yet */
    char joined[ROOM_BYTES_MAX + 1]; /* the last room that it tried to join */
    char refused[ROOM_BYTES_MAX + 1]; /* the last room that refused it as a bot */
    uint64_t lobby_due_ms;            /* when to look for a seat; UINT64_MAX: never */
    unsigned max_rooms;               /* most rooms, by the server's limit */
    unsigned seek_wait_ms;            /* as in the plan, or as the server says */
    struct bot_table tables[PLAYER_ROOMS_MAX];
    struct player_hints hints; /* the hints of all tables */
    struct bot_offer offers[BOT_OFFERS_MAX];
    struct bot_record records[BOT_RECORDS_MAX];
};

/* Starts without rooms; keeps the count of games played. */
void bot_begin(struct bot *bot);
/* Handles a message.  Writes lines for the user to out. */
void bot_hear(struct bot *bot, const struct message *msg, uint64_t now_ms, FILE *out);
/* Sends what is due, and thinks about moves that are due.  Returns when to call again;
 * UINT64_MAX: after the next message. */
uint64_t bot_act(struct bot *bot, uint64_t now_ms);
/* The same without thinking, for bot->on_input.  True if another table needs a move, so
 * the bot should not think long. */
bool bot_answer(struct bot *bot, uint64_t now_ms);
/* Whether all games are played and saved. */
bool bot_is_done(const struct bot *bot);

#endif
