/* What reaches a player: which offers (the profile), and whose words (gags).  Pure. */
#ifndef ALEA_SERVER_LOBBY_PROFILE_H
#define ALEA_SERVER_LOBBY_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/name.h"
#include "rules/game.h"
#include "rules/text.h"

/* Longest list of games, "royal-ur+tablut", with its NUL. */
#define PROFILE_GAMES_BYTES 128
/* Highest max; the same as that of limit rooms_per_player. */
#define PROFILE_MAX_MOST 64

/* A preference. */
enum profile_choice { CHOICE_ANY, CHOICE_YES, CHOICE_NO };

/* A zeroed profile is the default: all offers, but none during a game. */
struct profile {
    uint32_t no_games; /* a bit for each of games[] that the player does not play */
    uint8_t rated;     /* enum profile_choice: rated games */
    uint8_t clock;     /* the same: games with clocks */
    bool no_bots;      /* no offers from bots */
    bool is_bot;       /* the player is a bot */
    uint8_t more;      /* max - 1: games at once beyond the first */
    bool auto_moves;   /* the server plays forced moves; unrelated to offers */
    uint8_t lang; /* 1 + enum lang, which the player reads; 0: not chosen; the same */
};

/* The part of an offer that profiles check. */
struct wish {
    const struct game *game;
    bool rated;
    bool has_clock;
    bool by_bot;
    size_t n_running; /* running games of the player who gets the offer */
};

/* Why an offer is not wanted, and the message to the player who made it. */
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
/* Why an offer does not reach the player; PROFILE_WANTS: it does. */
enum profile_part profile_refuses(const struct profile *profile, const struct wish *wish);
/* Writes the games that the player plays: "all", "none", or ids with + between. */
void profile_write_games(const struct profile *profile, struct text_out *out);
/* Whether the player plays no game at all. */
bool profile_wants_none(const struct profile *profile);
/* Reads such a list.  False with a fault, and nothing is changed. */
bool profile_read_games(struct profile *profile, const char *text,
                        char fault[static FAULT_BYTES]);
/* Most games at once in which offers still reach the player. */
unsigned profile_max(const struct profile *profile);

/* The players that a player has gagged, by the keys of their names.  A zeroed struct gags
 * is empty. */
struct gags {
    struct gag {
        char name[NAME_BYTES_MAX + 1];
        char key[NAME_KEY_BYTES];
    } * gag; /* owned array, in the order in which they were added */
    size_t n;
};

void gags_fini(struct gags *gags);
/* Whether there is a name with this key. */
bool gags_have(const struct gags *gags, const char *key);
/* As above, for a name. */
bool gags_have_name(const struct gags *gags, const char *name);
/* Adds a name that is not in the list. */
void gags_add(struct gags *gags, const char *name);
/* Removes a name that is in the list, by its key. */
void gags_remove(struct gags *gags, const char *key);

#endif
