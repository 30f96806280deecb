/* The interface that every game implements, and the registry of games.
 *
 * Everything here is pure: same arguments, same result; no allocation, no I/O, no clock,
 * no randomness.  Legality has one source: a move is legal if and only if game_moves
 * lists it.  Callers play through play.h, which adds the rules that need history. */
#ifndef ALEA_RULES_GAME_H
#define ALEA_RULES_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/happened.h"
#include "rules/position.h"

#if defined(__GNUC__)
#define ALEA_MUST_USE __attribute__((warn_unused_result))
#else
#define ALEA_MUST_USE
#endif

/* Most legal moves of any position: morris, nine men of the mover, each to one of at
 * most 14 empty points, with at most 36 pairs of captures: 4536.  Tafl: 48 attackers
 * with at most 36 squares each: 1728. */
#define MOVES_MAX 4608
/* Longest move text with its NUL: "d6-f6xa1,g7". */
#define MOVE_TEXT_BYTES 16
/* Longest position text with its NUL: alea-evangelii, 19 ranks of 19 letters, slashes. */
#define POSITION_TEXT_BYTES 416
/* Longest list of all legal moves as text, each with a space: an upper bound. */
#define MOVES_TEXT_BYTES (MOVES_MAX * MOVE_TEXT_BYTES)
/* Longest "GAME:OPTIONS" with its NUL. */
#define GAME_TEXT_BYTES 96

/* A move, meaningful only together with the position that listed it. */
struct move {
    uint16_t from;   /* square, as the game numbers them */
    uint16_t to;     /* square, as the game numbers them */
    uint8_t how;     /* defined by the game: a declared warrior, the result played */
    uint8_t n_take;  /* morris: men captured, 0..2 */
    uint8_t take[2]; /* morris: their points */
};

/* The pieces of a position in one form for all games: for JSON and for drawing. */
#define BOARD_SQUARES_MAX  80 /* alea-evangelii starts with 73 pieces */
#define BOARD_PIECES_BYTES 16 /* 14 pieces in one column of Ur, and the NUL */
#define BOARD_COUNTS_MAX   2

struct board {
    uint8_t n_squares; /* occupied squares only, in the order of their position text */
    struct {
        char name[SQUARE_BYTES];         /* "w4", "8", "e5" */
        char pieces[BOARD_PIECES_BYTES]; /* letters of the position text, top first */
    } square[BOARD_SQUARES_MAX];
    uint8_t n_counts; /* pieces that are not on the board */
    struct {
        const char *name;      /* "reserve", "off", "hand" */
        uint8_t n[SIDE_COUNT]; /* white's, black's */
    } count[BOARD_COUNTS_MAX];
};

/* A rule that can forbid a move; it explains why a move is illegal. */
struct rule {
    const char *id;     /* "royal-ur.rosette"; never changes */
    const char *text;   /* one sentence for players, with its full stop */
    const char *source; /* "source" (the game's source document) or "[house]" */
};

/* One board game.  Each is defined in its own file; games.c lists them. */
struct game {
    const char *id;      /* wire name, "royal-ur"; never changes */
    const char *title;   /* "Royal Game of Ur" */
    const char *source;  /* where its rules come from */
    const char *goal;    /* one line: how to win */
    const char *rules;   /* the rules for players: a page of lines under 78 bytes */
    const char *example; /* a position with a move to make, for the book of rules */
    const char *start;   /* the start position, with ? for the letter of the side that
                            begins, and # for the value of the first option */
    const struct dice_kind *dice;      /* NULL: a game without dice, and roll is NULL */
    const struct option_kind *options; /* never NULL; ends with a row without name */
    uint16_t quiet_max; /* moves without progress that draw the game; 0: no limit */
    const char
        *drawing; /* how common/view draws its board: "ur", "ring", "mill", "tafl" */
    const struct ur_shape *shape; /* drawing "ur": its board and paths (ur_board.h) */
    enum side first;              /* who begins unless dice or options decide */
    const struct game *base; /* a variant: the game whose options choose it; else NULL */
    /* Returns the variant that plays by these options: the same game, id and options, but
     * with other dice or draws.  It may be the game itself.  NULL: there is none. */
    const struct game *(*variant)(const struct options *opt);
    /* Lists all legal moves in phase move, unique, in any fixed order.  Returns their
     * number. */
    size_t (*moves)(const struct position *pos, struct move out[static MOVES_MAX]);
    /* Plays m, which came from moves() of this position, and records in h (may be NULL)
     * what happened.  Returns whether the move was progress for the no-progress rule. */
    bool (*apply)(struct position *pos, const struct move *m, struct happened *h);
    /* Takes a throw in phase roll; handles passes, extra throws and losses itself. */
    void (*roll)(struct position *pos, const struct roll *roll, struct happened *h);
    /* Returns a key that equal positions share, and different ones do not.  It includes
     * the turn.  The sides must take turns, ply by ply.  NULL: positions may repeat. */
    uint64_t (*key)(const struct position *pos);
    uint8_t occurrences;  /* of a key, since the last progress, that end the game */
    bool repeating_loses; /* for who made the last of them; otherwise it is a draw */
    /* Reads a whole text strictly.  *pos is zeroed except opt.  False with a fault. */
    bool (*read)(struct position *pos, struct text_in *in);
    /* Writes the canonical text. */
    void (*write)(const struct position *pos, struct text_out *out);
    /* Writes the canonical text of a move that moves() listed. */
    void (*write_move)(const struct position *pos, const struct move *m,
                       struct text_out *out);
    /* Fills *board, which is zeroed. */
    void (*board)(const struct position *pos, struct board *board);
    /* tafl: returns "raichi", "tuichi", "gare" or NULL, from the position alone.  The
     * pointer is NULL if the game announces nothing. */
    const char *(*announce)(const struct position *pos);
    /* Returns the rule that forbids this text as a move in phase move; for a text that is
     * no move at all, the rule of notation.  Each way to be illegal has its own rule.
     * Never NULL; meaningless for a legal move (see game_why). */
    const struct rule *(*why)(const struct position *pos, const char *text, size_t len);
};

/* All games, without variants; ends with NULL.  To add a game, add a row. */
extern const struct game *const games[];
#define GAMES_N 15
/* Several modules have a table with a row for each game.  This line below such a table,
 * with its number of rows, makes sure that none is missing. */
#define GAMES_HAVE(rows)                                                                 \
    _Static_assert((rows) == GAMES_N, "this table needs a row for each game")
extern const struct game game_royal_ur; /* royal_ur.c */
extern const struct game game_finkel;   /* race.c */
extern const struct game game_blitz;
extern const struct game game_masters;
extern const struct game game_aseb;
extern const struct game game_akalamdung;                        /* akalamdung.c */
extern const struct game game_ur;                                /* ur.c */
extern const struct game game_stelpur;                           /* stelpur.c */
extern const struct game game_morris;                            /* morris.c */
extern const struct game game_morris_plain, game_morris_alfonso; /* its variants */
extern const struct game game_tablut;                            /* tafl_tables.c */
extern const struct game game_alea_evangelii;
extern const struct game game_ashton;   /* ashton.c */
extern const struct game game_brandubh; /* brandubh.c */
extern const struct game game_fetlar;   /* hnefatafl.c */
extern const struct game game_copenhagen;

/* Returns the game with this id, or NULL. */
const struct game *game_find(const char *id, size_t len);
/* The same for what a person types: "Tablut", "royalur", "Royal Ur". */
const struct game *game_find_typed(const char *typed, size_t len);
/* Returns what plays by these options: the game itself, or its variant. */
const struct game *game_with(const struct game *game, const struct options *opt);
/* Returns the game itself, or that of which it is a variant: a row of games. */
const struct game *game_base(const struct game *game);
/* The index of that row. */
unsigned game_index(const struct game *game);
/* Reads "GAME" or "GAME:OPTIONS".  False with a fault that lists the known ones. */
bool game_parse(struct text_in *in, const struct game **game, struct options *opt);
/* The same for what a person types, as game_find_typed. */
bool game_parse_typed(struct text_in *in, const struct game **game, struct options *opt);
/* Writes "GAME" or "GAME:OPTIONS" with the options that differ from the default. */
void game_write(const struct game *game, const struct options *opt, struct text_out *out);

/* Sets *pos to the start position. */
void game_start(const struct game *game, const struct options *opt, enum side first,
                struct position *pos);
/* Returns who begins by default: by the game's own rule, or by its option first=. */
enum side game_first(const struct game *game, const struct options *opt);
/* Reads a canonical text into *pos.  False with in->fault; then *pos is unchanged.  For a
 * text that is right but not canonical, the fault shows the canonical form. */
ALEA_MUST_USE bool game_read(const struct game *game, const struct options *opt,
                             struct text_in *in, struct position *pos);
/* Lists the legal moves sorted bytewise by text; text[i] belongs to out[i].  Returns
 * their number; 0 unless the phase is move. */
size_t game_moves_sorted(const struct game *game, const struct position *pos,
                         struct move out[static MOVES_MAX],
                         char text[static MOVES_MAX][MOVE_TEXT_BYTES]);
/* Finds the legal move with this canonical text.  False: there is none. */
ALEA_MUST_USE bool game_find_move(const struct game *game, const struct position *pos,
                                  const char *text, size_t len, struct move *m);
/* Returns why this text cannot be played now; NULL: it is a legal move.  Handles the
 * phases roll and over itself, so game->why is only called in phase move. */
const struct rule *game_why(const struct game *game, const struct position *pos,
                            const char *text, size_t len);
const char *end_reason_name(enum end_reason reason);
const char *side_name(enum side side); /* "white", "black" */
/* Returns the side with this name, or SIDE_COUNT. */
enum side side_find(const char *name);
char side_letter(enum side side);           /* 'w', 'b' */
const char *outcome_name(enum outcome won); /* "white", "black", "draw" */
const char *phase_name(enum phase phase);   /* "roll", "move", "over" */
/* Takes the letter of a side, the TURN field of every position text. */
bool side_take(struct text_in *in, uint8_t *side);
/* Writes "roll", "move" or "over white off": the STATE of the rules shell. */
void position_write_state(const struct position *pos, struct text_out *out);

#endif
