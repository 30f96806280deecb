/* What follows from the end of a game: it is listed, its dice are counted, and if it is
 * rated, both players have another rating. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub_inside.h"

/* --- dice --- */

/* The dice of this game, of each player and of all. */
static void count_dice(struct hub *hub, const struct record *record) {
    if (record->game->dice == NULL) {
        return;
    }
    struct dice_tally tally[SIDE_COUNT];
    dicestats_count(record, tally);
    for (int side = 0; side < SIDE_COUNT; side++) {
        store_add_dice(hub->store, "", &tally[side]);
        store_add_dice(hub->store, record->player[side].name, &tally[side]);
    }
}

/* --- games that were called off --- */

/* Counts it for the account of each player who was the cause.  Guests have no count: a
 * new name costs them nothing. */
static void count_call_offs(struct hub *hub, const struct room *room) {
    for (size_t i = 0; i < room->n_notes; i++) {
        const struct note *note = &room->notes[i];
        if (note->kind != NOTE_ABORT && note->kind != NOTE_UNOPENED) {
            continue;
        }
        const struct session *session = hub_session_at(hub, room, (enum side)note->side);
        if (session != NULL && session->account != 0) {
            store_add_call_off(hub->store, session->account,
                               note_reason((enum note_kind)note->kind));
        }
    }
}

/* --- ratings --- */

static int halves_of_white(const struct result *result) {
    switch ((enum outcome)result->outcome) {
    case OUTCOME_WHITE: return 2;
    case OUTCOME_DRAW: return 1;
    case OUTCOME_BLACK: break;
    }
    return 0;
}

/* The accounts of those who sit there.  False: one of them has none. */
static bool find_accounts(const struct hub *hub, const struct room *room,
                          int64_t account[SIDE_COUNT]) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        const struct session *session = hub_session_at(hub, room, (enum side)side);
        account[side] = session != NULL ? session->account : 0;
    }
    return account[SIDE_WHITE] != 0 && account[SIDE_BLACK] != 0;
}

/* Where both stand before the game.  False: the disk does not tell. */
static bool load_ratings(struct hub *hub, const struct rated_game *rated,
                         struct rating rating[SIDE_COUNT]) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        switch (store_find_rating(hub->store, rated->account[side], rated->kind,
                                  &rating[side])) {
        case FOUND: break;
        case NOT_FOUND: rating[side] = rating_new(rated->period); break;
        case NOT_READ:
            log_line(&hub->config->log, LOG_ERROR,
                     "rating_unreadable account=%lld game=%s why=%s",
                     (long long)rated->account[side], rated->kind,
                     LOG_QUOTED(store_fault(hub->store)));
            return false;
        }
    }
    return true;
}

/* Legs of a match count one by one. */
static void rate_game(struct hub *hub, struct room *room) {
    struct rated_game rated = {.game = room->stored,
                               .period = rating_period(hub_now_s(hub)),
                               .white_halves = halves_of_white(&room->result)};
    struct rating rating[SIDE_COUNT];
    snprintf(rated.kind, sizeof rated.kind, "%s", room->game->id);
    if (!room->rated || room->result.called_off ||
        !find_accounts(hub, room, rated.account) || !load_ratings(hub, &rated, rating)) {
        return;
    }
    struct glicko before[SIDE_COUNT];
    for (int side = 0; side < SIDE_COUNT; side++) {
        before[side] = rating_now(&rating[side], rated.period);
    }
    rating_play(rating, rated.period, rated.white_halves);
    rated.period = rating[SIDE_WHITE].period;
    room->news = mem_new(SIDE_COUNT, sizeof *room->news);
    for (int side = 0; side < SIDE_COUNT; side++) {
        rated.start[side] = rating[side].start;
        struct glicko now = rating_now(&rating[side], rated.period);
        room->news[side] = (struct rating_news){
            .rating = now.rating,
            .deviation = now.deviation,
            .change = now.rating - before[side].rating,
        };
        store_put_rating(hub->store, rated.account[side], rated.kind, &rating[side]);
    }
    store_add_rated(hub->store, &rated);
}

static void tell_rating(struct hub *hub, const struct room *room, enum side side) {
    const struct rating_news *news = &room->news[side];
    struct message msg = message_empty;
    struct table table;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_RATING;
    msg.room = room->code;
    msg.table = &table;
    table_init(&table, table_of_event(EVENT_RATING));
    table_put_text(&table, room->game->id);
    table_put_text(&table, room->record->player[side].name);
    table_put_real(&table, news->rating);
    table_put_real(&table, news->deviation);
    table_put_real(&table, news->change);
    for (int to = 0; to < SIDE_COUNT; to++) {
        struct client *client =
            hub_client_of(hub, hub_session_at(hub, room, (enum side)to));
        if (client != NULL) {
            hub_send(hub, client, &msg);
        }
    }
    table_fini(&table);
}

void hub_tell_ratings(struct hub *hub, struct room *room) {
    if (room->news != NULL) {
        tell_rating(hub, room, SIDE_WHITE);
        tell_rating(hub, room, SIDE_BLACK);
        free(room->news);
        room->news = NULL;
    }
}

void hub_end_game(struct hub *hub, struct room *room) {
    store_end_game(hub->store, room->stored, room->record);
    count_dice(hub, room->record);
    count_call_offs(hub, room);
    rate_game(hub, room);
}
