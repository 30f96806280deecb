#include "client-cli/engine/hint.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "view/tell.h"

/* Chances to win that differ by less count as equal. */
#define VALUE_SAME 0.0005
/* A smaller difference between chances of one turn is no reason. */
#define CHANCE_SAME 0.01
/* Most reasons of one hint. */
#define REASONS_MAX 2

/* What a side may be able to do on its next turn. */
enum chance {
    CHANCE_WIN,
    CHANCE_CAPTURE,
    CHANCE_MILL,
    CHANCE_AGAIN,
    CHANCE_STUCK, /* cannot move */
    CHANCE_COUNT,
};

/* The share of throws that allow each of these; without dice 0 or 1. */
struct chances {
    double of[CHANCE_COUNT];
    bool is_thrown;
};

/* What a move leads to. */
struct outlook {
    struct happened happened;
    bool wins;
    bool keeps_turn;         /* the mover goes on, or the game is over: then chances are
                              * not computed */
    struct chances opponent; /* on their next turn */
    struct chances mover;    /* if the mover could play again at once: threats */
};

static bool has_won(const struct position *pos, uint8_t side) {
    return pos->phase == PHASE_OVER &&
           pos->outcome == (side == SIDE_WHITE ? OUTCOME_WHITE : OUTCOME_BLACK);
}

/* Adds what the side to move can do. */
static void look_at_moves(const struct game *game, const struct position *pos,
                          double share, struct chances *chances) {
    struct move moves[MOVES_MAX];
    bool can[CHANCE_COUNT] = {false};
    size_t n = game->moves(pos, moves);
    for (size_t i = 0; i < n; i++) {
        struct position next = *pos;
        struct happened h = {0};
        game->apply(&next, &moves[i], &h);
        can[CHANCE_WIN] |= has_won(&next, pos->turn);
        for (size_t k = 0; k < h.n; k++) {
            bool is_own = h.item[k].side == pos->turn;
            uint8_t kind = h.item[k].kind;
            can[CHANCE_CAPTURE] |=
                is_own && (kind == HAPPENED_CAPTURE || kind == HAPPENED_WARRIOR_TAKEN);
            can[CHANCE_MILL] |= is_own && kind == HAPPENED_MILL;
            can[CHANCE_AGAIN] |= is_own && kind == HAPPENED_AGAIN;
        }
    }
    for (int i = 0; i < CHANCE_COUNT; i++) {
        chances->of[i] += can[i] ? share : 0;
    }
}

/* The n-th of all equally likely throws.  False: there are fewer. */
static bool nth_throw(const struct dice_kind *dice, unsigned n, struct roll *roll) {
    uint8_t faces[DICE_MAX];
    for (unsigned i = 0; i < dice->n_dice; i++) {
        faces[i] = (uint8_t)(dice->lowest + n % dice->n_faces);
        n /= dice->n_faces;
    }
    *roll = roll_of_faces(dice, faces);
    return n == 0;
}

static void look_at_throws(const struct game *game, const struct position *pos,
                           struct chances *chances) {
    const double share = 1 / pow(game->dice->n_faces, game->dice->n_dice);
    struct roll roll;
    chances->is_thrown = true;
    for (unsigned n = 0; nth_throw(game->dice, n, &roll); n++) {
        struct position thrown = *pos;
        game->roll(&thrown, &roll, NULL);
        if (thrown.phase == PHASE_MOVE && thrown.turn == pos->turn) {
            look_at_moves(game, &thrown, share, chances);
        } else if (thrown.phase != PHASE_OVER) {
            chances->of[CHANCE_STUCK] += share;
        }
    }
}

/* Finds what the side to move may be able to do. */
static void look_ahead(const struct game *game, const struct position *pos,
                       struct chances *chances) {
    if (pos->phase == PHASE_ROLL) {
        look_at_throws(game, pos, chances);
    } else {
        look_at_moves(game, pos, 1, chances);
    }
}

static void look(const struct game *game, const struct position *pos,
                 const struct move *move, struct outlook *outlook) {
    struct position next = *pos;
    *outlook = (struct outlook){0};
    game->apply(&next, move, &outlook->happened);
    outlook->wins = has_won(&next, pos->turn);
    outlook->keeps_turn = next.phase == PHASE_OVER || next.turn == pos->turn;
    if (!outlook->keeps_turn) {
        look_ahead(game, &next, &outlook->opponent);
        next.turn = pos->turn;
        look_ahead(game, &next, &outlook->mover);
    }
}

/* --- reasons --- */

/* A sentence under construction: "MOVE reason and reason". */
struct reasons {
    struct text_out *out;
    enum lang lang;
    unsigned n;
};

static void begin_reason(struct reasons *reasons) {
    text_put(reasons->out, reasons->n++ == 0 ? " " : tr(reasons->lang, " and "));
}

/* Writes a text with at most two words in it. */
__attribute__((format(printf, 2, 3))) static void put(struct text_out *out,
                                                      const char *format, ...) {
    char text[HINT_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    text_put(out, text);
}

/* Whether h has this happening of the same side, with at least as many pieces. */
static bool happens_in(const struct happened *h, const struct happening *what) {
    for (size_t i = 0; i < h->n; i++) {
        if (h->item[i].kind == what->kind && h->item[i].side == what->side &&
            h->item[i].n >= what->n) {
            return true;
        }
    }
    return false;
}

/* Adds what the best move does and the next best does not. */
static void put_deeds(struct reasons *reasons, uint8_t mover, const struct outlook *best,
                      const struct outlook *next) {
    static const enum happening_kind deeds[] = {
        HAPPENED_KING_CAPTURED, HAPPENED_WARRIOR_HOME, HAPPENED_CAPTURE,
        HAPPENED_WARRIOR_TAKEN, HAPPENED_MILL,         HAPPENED_VISION,
        HAPPENED_TUICHI,        HAPPENED_RAICHI,       HAPPENED_GARE,
        HAPPENED_PRISONERS_OFF, HAPPENED_BEAR_OFF,     HAPPENED_AGAIN,
        HAPPENED_FREED,         HAPPENED_PROMOTED,     HAPPENED_WARRIOR,
        HAPPENED_TWINS,
    };
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        for (size_t k = 0; k < best->happened.n && reasons->n < REASONS_MAX; k++) {
            const struct happening *h = &best->happened.item[k];
            if (h->kind == deeds[i] && h->side == mover &&
                !happens_in(&next->happened, h)) {
                begin_reason(reasons);
                tell_deed(reasons->lang, h, reasons->out);
            }
        }
    }
}

/* The chance that speaks most for the best move, weighted by `worth`; CHANCE_COUNT: none
 * does. */
static enum chance find_chance(const double worth[static CHANCE_COUNT],
                               const struct chances *best, const struct chances *next) {
    enum chance found = CHANCE_COUNT;
    double most = CHANCE_SAME;
    for (int i = 0; i < CHANCE_COUNT; i++) {
        double gain = worth[i] * (best->of[i] - next->of[i]);
        if (gain > most) {
            most = gain;
            found = (enum chance)i;
        }
    }
    return found;
}

/* Writes how often something can happen; nothing if it never can. */
static void put_shares(const struct reasons *reasons, double best, double next) {
    if (best < CHANCE_SAME) {
        return;
    }
    put(reasons->out, tr(reasons->lang, " after %.0f %% of the throws"), 100 * best);
    if (next >= CHANCE_SAME) {
        put(reasons->out, tr(reasons->lang, ", not %.0f %%"), 100 * next);
    }
}

/* Adds what the opponent, &, can do less often after the best move. */
static void put_risk(struct reasons *reasons, enum side opponent,
                     const struct chances *best, const struct chances *next) {
    static const double worth[CHANCE_COUNT] = {[CHANCE_WIN] = -4,
                                               [CHANCE_CAPTURE] = -2,
                                               [CHANCE_MILL] = -2,
                                               [CHANCE_AGAIN] = -1,
                                               [CHANCE_STUCK] = 1};
    static const char *const some[CHANCE_COUNT] = {
        [CHANCE_WIN] = "lets & win at once",
        [CHANCE_CAPTURE] = N_("lets & capture"),
        [CHANCE_MILL] = "lets & complete a mill",
        [CHANCE_AGAIN] = "lets & throw again",
        [CHANCE_STUCK] = "leaves & without a move",
    };
    static const char *const none[CHANCE_COUNT] = {
        [CHANCE_WIN] = "does not let & win at once",
        [CHANCE_CAPTURE] = "does not let & capture",
        [CHANCE_MILL] = "does not let & complete a mill",
        [CHANCE_AGAIN] = "does not let & throw again",
        [CHANCE_STUCK] = "leaves & without a move",
    };
    enum chance chance = find_chance(worth, best, next);
    if (chance == CHANCE_COUNT) {
        return;
    }
    begin_reason(reasons);
    bool is_never = best->of[chance] < CHANCE_SAME;
    const char *text = tr(reasons->lang, (is_never ? none : some)[chance]);
    for (; *text != '\0'; text++) {
        if (*text == '&') {
            text_put(reasons->out, tell_colour_within(reasons->lang, opponent));
        } else {
            text_put_char(reasons->out, *text);
        }
    }
    if (best->is_thrown) {
        put_shares(reasons, best->of[chance], next->of[chance]);
    }
}

/* Adds what the mover can do more often after the best move. */
static void put_threat(struct reasons *reasons, const struct chances *best,
                       const struct chances *next) {
    static const double worth[CHANCE_COUNT] = {
        [CHANCE_WIN] = 4, [CHANCE_CAPTURE] = 2, [CHANCE_MILL] = 2};
    static const char *const what[CHANCE_COUNT] = {
        [CHANCE_WIN] = "threatens to win",
        [CHANCE_CAPTURE] = "threatens to capture",
        [CHANCE_MILL] = "threatens to complete a mill",
    };
    enum chance chance = find_chance(worth, best, next);
    if (chance == CHANCE_COUNT) {
        return;
    }
    begin_reason(reasons);
    text_put(reasons->out, tr(reasons->lang, what[chance]));
    if (best->is_thrown) {
        put_shares(reasons, best->of[chance], next->of[chance]);
    }
}

/* --- the sentence --- */

/* Writes the chances of two moves, with enough digits to show the difference. */
static void put_values(const struct reasons *reasons, double best, double next,
                       const char *move) {
    char a[16], b[16];
    int digits = 0;
    do {
        snprintf(a, sizeof a, "%.*f", digits, 100 * best);
        snprintf(b, sizeof b, "%.*f", digits, 100 * next);
    } while (strcmp(a, b) == 0 && ++digits < 3);
    put(reasons->out, tr(reasons->lang, ": %s %% to win instead of %s %% with %s."), a, b,
        move);
}

static void put_reasons(struct reasons *reasons, const struct game *game,
                        const struct position *pos, const struct engine_choice *choice) {
    struct outlook best, next;
    look(game, pos, &choice[0].move, &best);
    look(game, pos, &choice[1].move, &next);
    if (best.wins && !next.wins) {
        begin_reason(reasons);
        text_put(reasons->out, tr(reasons->lang, "wins the game"));
    } else {
        put_deeds(reasons, pos->turn, &best, &next);
    }
    if (reasons->n == 0 && !best.keeps_turn && !next.keeps_turn) {
        put_risk(reasons, side_other((enum side)pos->turn), &best.opponent,
                 &next.opponent);
        if (reasons->n == 0) {
            put_threat(reasons, &best.mover, &next.mover);
        }
    }
    if (reasons->n == 0) {
        text_put(reasons->out, tr(reasons->lang, " is better placed"));
    }
}

void hint_write(const struct game *game, const struct position *pos,
                const struct engine_result *values, enum lang lang,
                struct text_out *out) {
    const struct engine_choice *choice = values->choice;
    struct reasons reasons = {.out = out, .lang = lang};
    char move[MOVE_TEXT_BYTES], other[MOVE_TEXT_BYTES] = "";
    struct text_out text = text_out_of(move, sizeof move);
    game->write_move(pos, &choice[0].move, &text);
    if (values->n > 1) {
        text = text_out_of(other, sizeof other);
        game->write_move(pos, &choice[1].move, &text);
    }
    double percent = 100 * choice[0].value;
    if (values->n == 1) {
        put(out, tr(lang, "%s is your only move: %.0f %% to win."), move, percent);
    } else if (choice[0].value - choice[1].value < VALUE_SAME) {
        put(out, tr(lang, "%s and %s are equally good: %.0f %% to win."), move, other,
            percent);
    } else {
        text_put(out, move);
        put_reasons(&reasons, game, pos, choice);
        put_values(&reasons, choice[0].value, choice[1].value, other);
    }
}
