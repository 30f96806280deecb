/* Checks what people are told when they ask: records, lists, gags, ratings, bans. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client-cli/check/verify.h"
#include "tests/sim/people.h"
#include "tests/sim/server.h"

static void check_record(const struct person *p, const struct message *msg) {
    struct record record;
    struct verification result;
    char fault[FAULT_BYTES] = "";
    SIM_CHECK(record_from_json(msg->record, strlen(msg->record), &record, fault),
              "%s: no record: %s", p->name, fault);
    verify_record(&record, &result);
    SIM_CHECK(result.verdict != VERDICT_WRONG, "%s: a wrong record: %s", p->name,
              result.fault);
    const struct finished *finished = referee_finished(record.game_id);
    if (finished != NULL && record.result.over) { /* otherwise the game was still
                                                   * running */
        SIM_CHECK(strcmp(finished->result.reason, record.result.reason) == 0 &&
                      finished->result.called_off == record.result.called_off &&
                      (record.result.called_off ||
                       finished->result.outcome == record.result.outcome),
                  "%s: the record of %s has another end than was told", p->name,
                  record.game_id);
    }
    record_fini(&record);
}

static bool has_row(const struct message *msg, const char *name) {
    for (size_t i = 0; i < table_n_rows(msg->table); i++) {
        if (strcasecmp(table_at(msg->table, i, 0)->text, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a person may be forgotten: who had this name may have another one, and nobody
 * gags it any more. */
static bool may_be_forgotten(const char *name) {
    for (size_t i = 0; i < people.n; i++) {
        const struct person *p = &people.person[i];
        if (strcasecmp(p->name, name) == 0) {
            return p->maybe_forgotten || person_asks(p, CMD_FORGET_ME, NULL);
        }
    }
    return true;
}

/* A person whose change was refused still gags the same players. */
static void check_gags(const struct person *p, const struct request *request,
                       const struct message *msg) {
    for (size_t i = 0; i < table_n_rows(msg->table); i++) {
        const char *name = table_at(msg->table, i, 0)->text;
        SIM_CHECK(!p->knows_gags || person_gags(p, name) ||
                      strcasecmp(name, request->text) == 0,
                  "%s gags %s, and has not asked for it", p->name, name);
    }
    for (size_t i = 0; i < p->n_gags && p->knows_gags; i++) {
        SIM_CHECK(has_row(msg, p->gag[i]) || may_be_forgotten(p->gag[i]) ||
                      strcasecmp(p->gag[i], request->text) == 0,
                  "%s does not gag %s any more", p->name, p->gag[i]);
    }
}

static void take_gags(struct person *p, const struct message *msg) {
    p->n_gags = 0;
    p->knows_gags = true;
    for (size_t i = 0; i < table_n_rows(msg->table) && i < GAGS_MAX; i++) {
        snprintf(p->gag[p->n_gags++], sizeof p->gag[0], "%s",
                 table_at(msg->table, i, 0)->text);
    }
}

static void check_limits(const struct person *p, const struct message *msg) {
    const struct limits *limits = &server.config.hub.limits;
    switch ((int)msg->cmd) {
    case CMD_MINE:
        SIM_CHECK((int64_t)msg->n_rows <= inspect_rooms_max(limits),
                  "%s sits in %zu rooms", p->name, msg->n_rows);
        break;
    case CMD_ROOMS:
        SIM_CHECK((int64_t)msg->n_rows <= limits->rooms, "there are %zu rooms",
                  msg->n_rows);
        break;
    case CMD_GAG:
        SIM_CHECK((int64_t)table_n_rows(msg->table) <= limits->gags_per_player,
                  "%s gags %zu", p->name, table_n_rows(msg->table));
        break;
    default: break;
    }
}

static int64_t period_at(uint64_t ms) {
    return rating_period((sim_unix_ms() - (int64_t)(sim.now_ms - ms)) / 1000);
}

/* Once nothing happens any more, the reported ratings are those in the store, which
 * inspect_ratings compares with the games. */
static void check_ratings(const struct person *p, const struct request *request,
                          const struct message *msg) {
    struct stored_account account;
    struct rating stored;
    int64_t period = period_at(sim.now_ms);
    if (!people.is_closing || period_at(request->asked_ms) != period) {
        return;
    }
    SIM_CHECK(store_find_account(server.store, p->name, &account) == FOUND,
              "%s has a rating, and no account", p->name);
    for (size_t i = 0; i < table_n_rows(msg->table); i++) {
        const char *kind = table_at(msg->table, i, 0)->text;
        SIM_CHECK(store_find_rating(server.store, account.id, kind, &stored) == FOUND,
                  "%s is told about a rating in %s", p->name, kind);
        struct glicko now = rating_now(&stored, period);
        int64_t told = table_at(msg->table, i, 1)->number;
        SIM_CHECK(llabs((int64_t)(now.rating * 1e6) - told) <= 1 &&
                      table_at(msg->table, i, 4)->number == stored.games,
                  "%s is told about a rating of %lld in %s, not %f", p->name,
                  (long long)told, kind, now.rating);
    }
}

/* A banned player cannot enter before the ban ends. */
static void note_ban(const struct message *msg) {
    const char *who = table_at(msg->table, 0, 0)->text;
    for (size_t i = 0; i < people.n; i++) {
        struct person *p = &people.person[i];
        if (strcasecmp(p->name, who) == 0) {
            strcpy(p->banned, p->name);
            p->banned_ms = sim.now_ms;
            p->banned_until_s = table_at(msg->table, 0, 1)->number;
        }
    }
}

/* Who is kept out is in the list of bans. */
static void check_bans(const struct request *request, const struct message *msg) {
    for (size_t i = 0; i < people.n; i++) {
        const struct person *p = &people.person[i];
        bool is_over = p->banned[0] == '\0' || p->banned_ms > request->asked_ms ||
                       sim_unix_ms() / 1000 >= p->banned_until_s;
        SIM_CHECK(is_over || has_row(msg, p->banned), "the ban of %s is not listed",
                  p->banned);
    }
}

/* A profile stays as it was unless it was changed. */
static void check_profile(struct person *p, const struct request *request,
                          const struct message *msg) {
    char *was = p->profile;
    char text[sizeof p->profile];
    snprintf(text, sizeof text, "%s %s %s %lld %s", table_at(msg->table, 0, 0)->text,
             table_at(msg->table, 0, 1)->text, table_at(msg->table, 0, 2)->text,
             (long long)table_at(msg->table, 0, 3)->number,
             table_at(msg->table, 0, 4)->text);
    SIM_CHECK(request->text[0] != '\0' || was[0] == '\0' || strcmp(was, text) == 0,
              "the profile of %s was %s, and is %s", p->name, was, text);
    strcpy(was, text);
    p->wants_none = strcmp(table_at(msg->table, 0, 0)->text, "none") == 0;
}

static bool is_mine(const struct message *msg, const char *room) {
    for (size_t i = 0; i < msg->n_rows; i++) {
        if (strcmp(msg->mine[i].room, room) == 0) {
            return true;
        }
    }
    return false;
}

/* A new hub has shown all rooms; in the others the person has lost the seat. */
static void leave_lost(struct person *p, const struct message *msg) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        struct place *place = &p->place[i];
        if (place->is_lost) {
            SIM_CHECK(!is_mine(msg, place->room), "%s: no new hub has shown %s", p->name,
                      place->room);
            SIM_CHECK(!place->watched || place->log == NULL || place->log->is_closed,
                      "%s: no new hub has shown %s, which he watched", p->name,
                      place->room);
            person_leave_place(place);
        }
    }
}

void person_informed(struct person *p, const struct request *request,
                     const struct message *msg) {
    if (msg->cmd == CMD_MINE && !request->is_cut) {
        leave_lost(p, msg);
    }
    switch ((int)msg->cmd) {
    case CMD_RECORD: check_record(p, msg); break;
    case CMD_MINE:
    case CMD_ROOMS: check_limits(p, msg); break;
    case CMD_GAG:
        check_limits(p, msg);
        check_gags(p, request, msg);
        take_gags(p, msg);
        break;
    case CMD_RATING: check_ratings(p, request, msg); break;
    case CMD_PROFILE: check_profile(p, request, msg); break;
    case CMD_BANS: check_bans(request, msg); break;
    case CMD_BAN: note_ban(msg); break;
    default: break;
    }
}
