/* What follows from the end of a game: it is listed, its dice are counted, and if it is
 * rated, both players get new ratings. */
#include "server/rooms/ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/people/send.h"
#include "server/rooms/state.h"

/* Counts the dice of this game for all players together and for each player, even if
 * the game was given up after a bad throw.  A guest has statistics as long as there are
 * games of that name. */
static void count_dice(struct rooms *rooms, const struct room *room, bool kept) {
    const struct record *record = room->record;
    if (record->game->dice == NULL) {
        return;
    }
    struct dice_tally tally[SIDE_COUNT];
    dicestats_count(record, tally);
    for (int side = 0; side < SIDE_COUNT; side++) {
        const struct session *session =
            people_session_at(rooms->people, room, (enum side)side);
        writes_add_dice(turn_writes(rooms->turns), "", &tally[side]);
        if (kept || (session != NULL && session->account != 0)) {
            writes_add_dice(turn_writes(rooms->turns), record->player[side].name,
                            &tally[side]);
        }
    }
}

/* Counts a called-off game for the account of each player who caused it.  Guests have
 * no count: they could simply take a new name. */
static void count_call_offs(struct rooms *rooms, const struct room *room) {
    for (size_t i = 0; i < room->n_notes; i++) {
        const struct note *note = &room->notes[i];
        if (note->kind != NOTE_ABORT && note->kind != NOTE_UNOPENED) {
            continue;
        }
        const struct session *session =
            people_session_at(rooms->people, room, (enum side)note->side);
        if (session != NULL && session->account != 0) {
            writes_add_call_off(turn_writes(rooms->turns), session->account,
                                note_reason((enum note_kind)note->kind));
        }
    }
}

static int halves_of_white(const struct result *result) {
    switch ((enum outcome)result->outcome) {
    case OUTCOME_WHITE: return 2;
    case OUTCOME_DRAW: return 1;
    case OUTCOME_BLACK: break;
    }
    return 0;
}

/* Finds both players' sessions, and their ratings before the game.  False: one has no
 * account, or a rating cannot be read. */
static bool find_players(const struct rooms *rooms, const struct room *room,
                         struct session *player[SIDE_COUNT],
                         struct rating rating[SIDE_COUNT]) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct session *session = people_session_at(rooms->people, room, (enum side)side);
        if (session == NULL || session->account == 0) {
            return false;
        }
        player[side] = session;
        const struct player_rating *known = &session->ratings->of[game_index(room->game)];
        if (known->found == NOT_READ) {
            log_line(&rooms->config->log, LOG_ERROR,
                     "rating_unreadable account=%lld game=%s",
                     (long long)session->account, room->game->id);
            return false;
        }
        rating[side] = known->found == FOUND
                           ? known->rating
                           : rating_new(rating_period(turn_now_s(rooms->turns)));
    }
    return true;
}

/* Which players a rated game counts for.  A player who gives up before both have decided
 * enough moves still loses rating: giving up early is no way out.  But the winner gets
 * nothing; otherwise one player with two accounts could make a rating in a minute. */
enum counts { COUNTS_NOT, COUNTS_FOR_LOSER, COUNTS_FOR_BOTH };

static enum counts whom_it_counts_for(const struct room *room) {
    unsigned least = rating_terms(room->game)->decisions;
    if (!room->rated || room->result.called_off) {
        return COUNTS_NOT;
    }
    if (room->seat[SIDE_WHITE].decisions >= least &&
        room->seat[SIDE_BLACK].decisions >= least) {
        return COUNTS_FOR_BOTH;
    }
    return room->result.outcome == OUTCOME_DRAW ? COUNTS_NOT : COUNTS_FOR_LOSER;
}

static bool is_winner(const struct room *room, int side) {
    return room->result.outcome == (side == SIDE_WHITE ? OUTCOME_WHITE : OUTCOME_BLACK);
}

/* Stores the new ratings of the players that the game counts for. */
static void put_ratings(struct rooms *rooms, struct room *room,
                        struct session *const player[SIDE_COUNT],
                        struct rating rating[SIDE_COUNT], enum counts counts) {
    struct rated_game rated = {.game = kept_room(room)->stored,
                               .period = rating_period(turn_now_s(rooms->turns)),
                               .white_halves = halves_of_white(&room->result)};
    struct glicko before[SIDE_COUNT];
    size_t game = game_index(room->game);
    text_copy(rated.kind, sizeof rated.kind, room->game->id);
    for (int side = 0; side < SIDE_COUNT; side++) {
        before[side] = rating_now(&rating[side], rated.period);
    }
    rating_play(rating, rated.period, rated.white_halves);
    rated.period = rating[SIDE_WHITE].period;
    for (int side = 0; side < SIDE_COUNT; side++) {
        rated.start[side] = rating[side].start;
        if (counts == COUNTS_FOR_LOSER && is_winner(room, side)) {
            continue;
        }
        struct glicko now = rating_now(&rating[side], rated.period);
        rated.account[side] = player[side]->account;
        kept_room(room)->news[side] = (struct rating_news){
            .counts = true,
            .rating = now.rating,
            .deviation = now.deviation,
            .change = now.rating - before[side].rating,
        };
        player[side]->ratings->of[game] = (struct player_rating){FOUND, rating[side]};
    }
    writes_rate(turn_writes(rooms->turns), &rated, rating);
}

/* Rates the game; each leg of a match counts as one. */
static enum counts rate_game(struct rooms *rooms, struct room *room) {
    struct session *player[SIDE_COUNT];
    struct rating rating[SIDE_COUNT];
    enum counts counts = whom_it_counts_for(room);
    if (!room->rated || room->result.called_off ||
        !find_players(rooms, room, player, rating)) {
        return COUNTS_NOT;
    }
    kept_room(room)->news = mem_new(SIDE_COUNT, sizeof *kept_room(room)->news);
    if (counts != COUNTS_NOT) {
        put_ratings(rooms, room, player, rating, counts);
    }
    return counts;
}

static void tell_players(struct rooms *rooms, const struct room *room,
                         const struct message *msg) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct client *client = people_client_at(rooms->people, room, (enum side)side);
        if (client != NULL) {
            people_send(rooms->people, client, msg);
        }
    }
}

static void tell_rating(struct rooms *rooms, const struct room *room, enum side side) {
    const struct rating_news *news = &const_kept_room(room)->news[side];
    struct message msg = message_event(EVENT_RATING, room->code, "");
    struct table table;
    msg.table = &table;
    table_init(&table, table_of_event(EVENT_RATING));
    table_put_text(&table, room->game->id);
    table_put_text(&table, room->record->player[side].name);
    table_put_real(&table, news->rating);
    table_put_real(&table, news->deviation);
    table_put_real(&table, news->change);
    tell_players(rooms, room, &msg);
    table_fini(&table);
}

/* Says why the game does not count for the winner, or for both. */
static void tell_too_short(struct rooms *rooms, const struct room *room) {
    char text[4 * FAULT_BYTES];
    bool is_draw = room->result.outcome == OUTCOME_DRAW;
    const struct record_player *player = room->record->player;
    snprintf(text, sizeof text,
             "the rating of %s stays as it was: a %s counts only after each player "
             "has chosen %u moves where there was a choice; %s chose %u, %s %u.",
             is_draw ? "both players"
                     : player[is_winner(room, SIDE_WHITE) ? SIDE_WHITE : SIDE_BLACK].name,
             is_draw ? "draw" : "win", rating_terms(room->game)->decisions,
             player[SIDE_WHITE].name, room->seat[SIDE_WHITE].decisions,
             player[SIDE_BLACK].name, room->seat[SIDE_BLACK].decisions);
    struct message msg = message_event(EVENT_NOTICE, room->code, text);
    tell_players(rooms, room, &msg);
}

void rooms_tell_ratings(struct rooms *rooms, struct room *room) {
    if (kept_room(room)->news == NULL) {
        return;
    }
    bool all = true;
    for (int side = 0; side < SIDE_COUNT; side++) {
        if (kept_room(room)->news[side].counts) {
            tell_rating(rooms, room, (enum side)side);
        }
        all = all && kept_room(room)->news[side].counts;
    }
    if (!all) {
        tell_too_short(rooms, room);
    }
    free(kept_room(room)->news);
    kept_room(room)->news = NULL;
}

/* Whether the finished game is listed.  Games without a move are not, unless a seal was
 * not opened or a rating has changed. */
static bool is_kept(const struct room *room, enum counts counts) {
    return room->seat[SIDE_WHITE].has_moved || room->seat[SIDE_BLACK].has_moved ||
           counts != COUNTS_NOT ||
           strcmp(room->result.reason, note_reason(NOTE_UNOPENED)) == 0;
}

static enum game_class class_of(const struct rooms *rooms, const struct room *room,
                                enum counts counts) {
    for (int side = 0; counts != COUNTS_FOR_BOTH && side < SIDE_COUNT; side++) {
        const struct session *session =
            people_session_at(rooms->people, room, (enum side)side);
        if (session != NULL && session->account != 0) {
            return CLASS_ACCOUNT;
        }
    }
    return counts == COUNTS_FOR_BOTH ? CLASS_RATED : CLASS_GUESTS;
}

void rooms_end_game(struct rooms *rooms, struct room *room) {
    enum counts counts = rate_game(rooms, room);
    bool kept = is_kept(room, counts);
    if (kept) {
        writes_end_game(turn_writes(rooms->turns), kept_room(room)->stored, room->record,
                        class_of(rooms, room, counts));
    }
    count_dice(rooms, room, kept);
    count_call_offs(rooms, room);
}
