#include "client-cli/match/match.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client-cli/player/save.h"
#include "engine/splitmix.h"
#include "fair/fair.h"
#include "proto/message/record.h"

/* --- records ---
 *
 * Their dice can be verified: both games of a pair share secret, id and nonces, and so
 * their throws.  All of these follow from the match's seed. */

struct recording {
    struct record record;
    struct fair fair; /* of the throws; complete */
    uint32_t k;       /* number of the next throw */
    bool is_kept;     /* the record is wanted; otherwise only the dice are used */
};

/* Copies a text that fits. */
#define SET(array, text) snprintf(array, sizeof(array), "%s", text)

_Static_assert(FAIR_SECRET_BYTES == crypto_hash_sha256_BYTES, "a secret is a hash");

/* Begins a game of the pair with this number.  The record has no player names yet. */
static void recording_init(struct recording *r, const struct game *game,
                           const struct options *opt, uint64_t seed, uint64_t pair) {
    char words[FAIR_NONCE_BYTES];
    struct record *record = &r->record;
    *r = (struct recording){.k = 0};
    record_init(record);
    record->game = game;
    record->opt = *opt;
    record->started_s = (int64_t)time(NULL);
    SET(record->server, "alea match");
    snprintf(record->game_id, sizeof record->game_id, "m%" PRIu64 "-%" PRIu64, seed,
             pair);
    snprintf(words, sizeof words, "alea-match-%" PRIu64 "-pair-%" PRIu64, seed, pair);
    crypto_hash_sha256(r->fair.secret, (const uint8_t *)words, strlen(words));
    fair_secret_to_hex(r->fair.secret, record->secret);
    fair_commitment(r->fair.secret, record->commitment);
    r->fair.game_id = record->game_id;
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct record_player *player = &record->player[side];
        SET(player->nonce, words);
        fair_seal(words, player->seal);
        player->opened = true;
        r->fair.nonce[side] = player->nonce;
    }
    fair_begin(&r->fair);
}

static void recording_fini(struct recording *r) {
    record_fini(&r->record);
}

static void keep(struct recording *r, const struct note *note) {
    if (r->is_kept) {
        record_add(&r->record, note);
    }
}

/* Throws for the start.  Returns who begins; without dice, by the rules. */
static enum side recording_begin(struct recording *r) {
    const struct dice_kind *dice = r->record.game->dice;
    enum side first = game_first(r->record.game, &r->record.opt);
    unsigned white = 0, black = 0;
    while (dice != NULL && white == black) {
        struct note note = {.kind = NOTE_START_THROW, .k = r->k, .n_faces = dice->n_dice};
        fair_start_throw(&r->fair, dice, r->k++, note.faces);
        white = dice_sum(dice, note.faces[SIDE_WHITE]);
        black = dice_sum(dice, note.faces[SIDE_BLACK]);
        first = white > black ? SIDE_WHITE : SIDE_BLACK;
        keep(r, &note);
    }
    SET(r->record.first, side_name(first));
    return first;
}

/* Makes the next throw, for this side. */
static struct roll recording_throw(struct recording *r, enum side side) {
    const struct dice_kind *dice = r->record.game->dice;
    struct note note = {
        .kind = NOTE_THROW, .side = (uint8_t)side, .k = r->k, .n_faces = dice->n_dice};
    fair_throw(&r->fair, dice, r->k++, note.faces[side]);
    keep(r, &note);
    return roll_of_faces(dice, note.faces[side]);
}

static void recording_move(struct recording *r, const struct position *pos,
                           const struct move *move) {
    struct note note = {.kind = NOTE_MOVE, .side = pos->turn};
    if (r->is_kept) {
        struct text_out out = text_out_of(note.text, sizeof note.text);
        r->record.game->write_move(pos, move, &out);
        record_add(&r->record, &note);
    }
}

/* Ends the record: the game is over at pos, or it is too long and a draw. */
static void recording_end(struct recording *r, const struct position *pos) {
    struct record *record = &r->record;
    struct result *result = &record->result;
    struct text_out out = text_out_of(record->position, sizeof record->position);
    record->game->write(pos, &out);
    record->ended_s = (int64_t)time(NULL);
    result->over = true;
    if (pos->phase == PHASE_OVER) {
        result->outcome = pos->outcome;
        SET(result->reason, end_reason_name((enum end_reason)pos->end));
    } else {
        result->outcome = OUTCOME_DRAW;
        SET(result->reason, note_reason(NOTE_DRAW));
        keep(r, &(struct note){.kind = NOTE_DRAW});
    }
}

/* A game of a pair. */
struct match_game {
    struct match *match;
    unsigned number; /* in its pair: 1 or 2 */
    enum side side_of_a;
    struct recording recording;
    struct play play;
    uint64_t random; /* state of the generator, for the players' random choices */
};

/* Plays a move.  False: contender_move returned false. */
static bool play_move_of(struct match_game *g, unsigned who) {
    struct match *match = g->match;
    struct move m;
    if (!contender_move(match->contender[who], &g->play, &g->random, &m)) {
        return false;
    }
    recording_move(&g->recording, &g->play.pos, &m);
    play_move(&g->play, &m, NULL, NULL);
    return true;
}

static bool play_to_the_end(struct match_game *g) {
    const struct match *match = g->match;
    play_start(&g->play, match->game, &match->opt, recording_begin(&g->recording));
    const struct position *pos = &g->play.pos;
    while (pos->phase != PHASE_OVER && g->play.ply < MATCH_PLIES_MAX) {
        if (pos->phase == PHASE_ROLL) {
            struct roll roll = recording_throw(&g->recording, (enum side)pos->turn);
            play_roll(&g->play, &roll, NULL, NULL);
        } else if (!play_move_of(g, pos->turn == g->side_of_a ? 0 : 1)) {
            return false;
        }
    }
    recording_end(&g->recording, pos);
    return true;
}

/* Adds a game to the score. */
static void score_game(const struct match_game *g) {
    struct match_score *score = &g->match->score;
    const struct position *pos = &g->play.pos;
    if (pos->phase != PHASE_OVER || pos->outcome == OUTCOME_DRAW) {
        score->n_drawn[g->side_of_a]++;
        score->points += 0.5;
    } else if (pos->outcome == (int)g->side_of_a) {
        score->n_won[g->side_of_a]++;
        score->points += 1;
    }
}

/* Names a player in the record: "A-level5". */
static void name_player(struct match_game *g, unsigned who) {
    enum side side = who == 0 ? g->side_of_a : side_other(g->side_of_a);
    struct record_player *player = &g->recording.record.player[side];
    char name[CONTENDER_NAME_BYTES];
    contender_name(g->match->contender[who], name);
    snprintf(player->name, sizeof player->name, "%c-%s", who == 0 ? 'A' : 'B', name);
}

static bool save(const struct match_game *g, char fault[static FAULT_BYTES]) {
    char path[PATH_MAX];
    const struct record *record = &g->recording.record;
    snprintf(path, sizeof path, "%.4000s/%s-%u.json", g->match->records_dir,
             record->game_id, g->number);
    char *text = record_to_json(record);
    bool is_saved = save_record(path, text, fault);
    free(text);
    return is_saved;
}

/* Plays a game, and adds it to the score. */
static enum match_end play_game(struct match_game *g, char fault[static FAULT_BYTES]) {
    struct match *match = g->match;
    enum match_end end = MATCH_STOPPED;
    recording_init(&g->recording, match->game, &match->opt, match->seed,
                   match->score.n_pairs);
    g->recording.is_kept = match->records_dir != NULL;
    name_player(g, 0);
    name_player(g, 1);
    if (play_to_the_end(g)) {
        bool is_saved = !g->recording.is_kept || save(g, fault);
        end = is_saved ? MATCH_PLAYED : MATCH_UNSAVED;
        score_game(g);
    }
    recording_fini(&g->recording);
    return end;
}

enum match_end match_pair(struct match *match, char fault[static FAULT_BYTES]) {
    uint64_t state = match->seed + match->score.n_pairs;
    uint64_t random = splitmix_next(&state);
    struct match_score before = match->score;
    for (unsigned number = 1; number <= 2; number++) {
        struct match_game g = {.match = match,
                               .number = number,
                               .side_of_a = number == 1 ? SIDE_WHITE : SIDE_BLACK,
                               .random = random};
        enum match_end end = play_game(&g, fault);
        if (end != MATCH_PLAYED) {
            match->score = before;
            return end;
        }
    }
    match->score.n_pairs++;
    return MATCH_PLAYED;
}

double match_mean(const struct match *match) {
    double n_games = 2.0 * match->score.n_pairs;
    return n_games > 0 ? match->score.points / n_games : 0;
}

void match_interval(const struct match *match, double *low, double *high) {
    double n = 2.0 * match->score.n_pairs, mean = match_mean(match), z = 1.96;
    *low = 0;
    *high = 1;
    if (n > 0) {
        double middle = mean + z * z / (2 * n);
        double half = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n));
        *low = (middle - half) / (1 + z * z / n);
        *high = (middle + half) / (1 + z * z / n);
    }
}
