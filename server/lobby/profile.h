/* Whose offers reach a player.  Pure.  A zeroed profile is the usual one: all offers, as
 * long as he plays no game. */
#ifndef ALEA_SERVER_LOBBY_PROFILE_H
#define ALEA_SERVER_LOBBY_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game.h"
#include "rules/text.h"

/* Longest list of games, "royal-ur+tablut", with its NUL. */
#define PROFILE_GAMES_BYTES 128
/* Range of max: limit rooms_per_player goes no further. */
#define PROFILE_MAX_MOST 64

/* What somebody minds, with its wire name. */
enum profile_choice { CHOICE_ANY, CHOICE_YES, CHOICE_NO };

struct profile {
    uint32_t no_games; /* a bit for each of games[] that he does not play */
    uint8_t rated;     /* enum profile_choice: rated games */
    uint8_t clock;     /* the same: games with clocks */
    bool no_bots;      /* bots may not ask him */
    bool is_bot;       /* he is one */
    uint8_t more;      /* games at once beside the one; max - 1 */
    bool auto_moves;   /* about no offers: the server plays forced moves for him */
};

/* An offer, as far as it matters here. */
struct wish {
    const struct game *game;
    bool rated;
    bool has_clock;
    bool by_bot;
    size_t n_running; /* games that the one who is asked plays */
};

/* Why an offer is not wanted, and the sentence for who made it. */
#define PROFILE_PARTS(X)                                                                 \
    X(PROFILE_WANTS, "")                                                                 \
    X(PROFILE_GAMES, "does not play this game now")                                      \
    X(PROFILE_RATED, "wants rated games only")                                           \
    X(PROFILE_UNRATED, "wants no rated games")                                           \
    X(PROFILE_BOTS, "does not play with bots")                                           \
    X(PROFILE_BUSY, "is playing: try again later")                                       \
    X(PROFILE_CLOCK, "wants games with clocks only")                                     \
    X(PROFILE_NO_CLOCK, "wants games without clocks only")

enum profile_part {
#define X(id, text) id,
    PROFILE_PARTS(X)
#undef X
        PROFILE_PART_COUNT
};

const char *profile_part_text(enum profile_part part);
/* Whether an offer reaches him; why not. */
enum profile_part profile_refuses(const struct profile *profile, const struct wish *wish);
/* The games that he plays: "all", "none", or their ids with + between. */
void profile_write_games(const struct profile *profile, struct text_out *out);
/* Whether he plays no game at all. */
bool profile_wants_none(const struct profile *profile);
/* Reads such a list.  False with a fault, and nothing is changed. */
bool profile_read_games(struct profile *profile, const char *text,
                        char fault[static FAULT_BYTES]);
/* Games at once up to which he is free. */
unsigned profile_max(const struct profile *profile);

#endif
