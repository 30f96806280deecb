#include "rules/play.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

size_t play_bytes(const struct game *game) {
    return game->key != NULL ? sizeof(struct play) : offsetof(struct play, key);
}

void play_init(struct play *play, const struct game *game, const struct position *pos) {
    play->game = game;
    play->pos = *pos;
    play->ply = 0;
    play->quiet = 0;
    if (game->key != NULL) {
        assert(game->quiet_max > 0 && game->quiet_max < PLAY_KEYS);
        memset(play->key, 0, sizeof play->key);
        play->key[0] = game->key(pos);
    }
}

void play_start(struct play *play, const struct game *game, const struct options *opt,
                enum side first) {
    struct position pos;
    game_start(game, opt, first, &pos);
    play_init(play, game, &pos);
}

/* Returns the key of the position at this ply; 0: the game has no keys. */
static uint64_t key_at(const struct play *play, uint32_t ply) {
    return play->game->key != NULL ? play->key[ply % PLAY_KEYS] : 0;
}

static void set_key(struct play *play, uint64_t key) {
    if (play->game->key != NULL) {
        play->key[play->ply % PLAY_KEYS] = key;
    }
}

/* Saves what undoes the step to ply `next`. */
static void keep_undo(const struct play *play, uint32_t next, struct play_undo *undo) {
    if (undo != NULL) {
        *undo = (struct play_undo){.pos = play->pos,
                                   .ply = play->ply,
                                   .quiet = play->quiet,
                                   .lost_key = key_at(play, next)};
    }
}

void play_take_back(struct play *play, const struct play_undo *undo) {
    set_key(play, undo->lost_key);
    play->pos = undo->pos;
    play->ply = undo->ply;
    play->quiet = undo->quiet;
}

void play_roll(struct play *play, const struct roll *roll, struct happened *h,
               struct play_undo *undo) {
    assert(play->pos.phase == PHASE_ROLL);
    keep_undo(play, play->ply, undo);
    play->game->roll(&play->pos, roll, h);
}

/* Whether the current position has occurred too often.  Looks only at moves since the
 * last progress, as the board had other pieces before, and only at every second move, as
 * the sides take turns.  Where repeating loses, the position that progress made does not
 * count, as in hnefatafl-rs; 2,276 of its 2,277 real games end so. */
static bool is_repeated(const struct play *play) {
    uint64_t key = play->key[play->ply % PLAY_KEYS];
    bool is_left_out = play->game->repeating_loses && play->quiet < play->ply;
    uint32_t most = play->quiet - (is_left_out && play->quiet > 0 ? 1U : 0U);
    unsigned before = 0;
    for (uint32_t back = 2; back <= most; back += 2) {
        before += play->key[(play->ply - back) % PLAY_KEYS] == key;
    }
    return before + 1 >= play->game->occurrences;
}

static void draw(struct position *pos, enum end_reason reason) {
    pos->phase = PHASE_OVER;
    pos->outcome = OUTCOME_DRAW;
    pos->end = (uint8_t)reason;
    pos->roll = (struct roll){0};
    pos->left = (struct roll){0};
}

/* Records the mover's announcement about the new position. */
static void announce(const struct play *play, struct happened *h) {
    const char *said = play->game->announce(&play->pos);
    if (said != NULL) {
        uint8_t mover = (uint8_t)side_other(play->pos.turn);
        happened_add(h, happening_find(said), mover, "", 0);
    }
}

void play_move(struct play *play, const struct move *m, struct happened *h,
               struct play_undo *undo) {
    assert(play->pos.phase == PHASE_MOVE);
    const struct game *game = play->game;
    keep_undo(play, play->ply + 1, undo);
    bool progress = game->apply(&play->pos, m, h);
    play->ply++;
    play->quiet = progress || game->quiet_max == 0 ? 0 : (uint16_t)(play->quiet + 1);
    if (game->key != NULL) {
        play->key[play->ply % PLAY_KEYS] = game->key(&play->pos);
    }
    if (play->pos.phase == PHASE_OVER) {
        return;
    }
    if (game->quiet_max > 0 && play->quiet >= game->quiet_max) {
        draw(&play->pos, END_NOPROGRESS);
    } else if (game->key != NULL && is_repeated(play)) {
        draw(&play->pos, END_REPETITION);
        if (game->repeating_loses) { /* the turn is that of the other side */
            play->pos.outcome = (uint8_t)play->pos.turn;
        }
    } else if (game->announce != NULL && h != NULL) {
        announce(play, h);
    }
}

static uint64_t perft_rolls(struct play *play, unsigned depth) {
    struct roll rolls[ROLLS_MAX];
    size_t n = dice_rolls(play->game->dice, rolls);
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++) {
        struct play_undo undo;
        play_roll(play, &rolls[i], NULL, &undo);
        count += play_perft(play, depth - 1);
        play_take_back(play, &undo);
    }
    return count;
}

static uint64_t perft_moves(struct play *play, unsigned depth) {
    struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    if (depth == 1) {
        return n; /* each successor counts as one */
    }
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++) {
        struct play_undo undo;
        play_move(play, &moves[i], NULL, &undo);
        count += play_perft(play, depth - 1);
        play_take_back(play, &undo);
    }
    return count;
}

uint64_t play_perft(struct play *play, unsigned depth) {
    assert(depth <= PERFT_DEPTH_MAX);
    if (depth == 0) {
        return 1;
    }
    switch ((enum phase)play->pos.phase) {
    case PHASE_ROLL: return perft_rolls(play, depth);
    case PHASE_MOVE: return perft_moves(play, depth);
    case PHASE_OVER: break;
    }
    return 0;
}
