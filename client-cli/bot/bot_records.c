#include "client-cli/bot/bot_records.h"

#include <string.h>

#include "client-cli/bot/bot_inside.h"
#include "client-cli/player/save.h"
#include "proto/message/record.h"

/* Before the id of the game, in the id of the request. */
#define ID_RECORD "bot.record."

_Static_assert(sizeof ID_RECORD + GAME_ID_BYTES_MAX <= ID_BYTES_MAX, "they fit an id");

/* The one with this id, "" an unused one; or NULL. */
static struct bot_record *find_record(struct bot *bot, const char *game_id) {
    for (size_t i = 0; i < BOT_RECORDS_MAX; i++) {
        if (strcmp(bot->records[i].game_id, game_id) == 0) {
            return &bot->records[i];
        }
    }
    return NULL;
}

void bot_records_want(struct bot *bot, const char *game_id, FILE *out) {
    struct bot_record *record = find_record(bot, "");
    if (record == NULL) {
        fprintf(out, "not saved: %s: too many other records are on the way\n", game_id);
        bot->has_failed = true;
        return;
    }
    snprintf(record->game_id, sizeof record->game_id, "%s", game_id);
    record->due_ms = 0;
}

bool bot_records_are_wanted(const struct bot *bot) {
    for (size_t i = 0; i < BOT_RECORDS_MAX; i++) {
        if (bot->records[i].game_id[0] != '\0') {
            return true;
        }
    }
    return false;
}

void bot_records_ask_again(struct bot *bot, uint64_t now_ms) {
    for (size_t i = 0; i < BOT_RECORDS_MAX; i++) {
        bot->records[i].due_ms = now_ms;
    }
}

uint64_t bot_records_act(struct bot *bot, uint64_t now_ms) {
    uint64_t due_ms = UINT64_MAX;
    for (size_t i = 0; i < BOT_RECORDS_MAX; i++) {
        struct bot_record *record = &bot->records[i];
        if (record->game_id[0] == '\0') {
            continue;
        }
        if (record->due_ms <= now_ms) {
            char id[ID_BYTES_MAX + 1];
            snprintf(id, sizeof id, ID_RECORD "%s", record->game_id);
            player_ask(bot->player, &(struct request){.kind = CMD_RECORD,
                                                      .id = id,
                                                      .arg = {record->game_id}});
            record->due_ms = UINT64_MAX;
        }
        due_ms = record->due_ms < due_ms ? record->due_ms : due_ms;
    }
    return due_ms;
}

bool bot_records_is_answer(const struct message *msg) {
    return strncmp(msg->id, ID_RECORD, strlen(ID_RECORD)) == 0;
}

/* The name of the file comes from the server: no slash, no dot. */
static bool save(const struct bot *bot, const char *game_id, const char *record,
                 char fault[static FAULT_BYTES]) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char path[4096];
    snprintf(path, sizeof path, "%s/%.*s.json", bot->plan->save_dir,
             (int)strspn(game_id, safe), game_id);
    return save_record(path, record, fault);
}

void bot_records_hear(struct bot *bot, const struct message *msg, uint64_t now_ms,
                      FILE *out) {
    char fault[FAULT_BYTES];
    struct bot_record *wanted = find_record(bot, msg->id + strlen(ID_RECORD));
    if (wanted == NULL || wanted->game_id[0] == '\0') {
        return;
    }
    if (bot_is_passing(msg)) {
        wanted->due_ms = bot_retry_ms(msg, now_ms);
        return;
    }
    if (msg->kind == MESSAGE_ERROR) {
        fprintf(out, "no record of %s: %s\n", wanted->game_id, msg->text);
    } else if (msg->record == NULL || !save(bot, wanted->game_id, msg->record, fault)) {
        fprintf(out, "not saved: %s\n", msg->record == NULL ? "no record came" : fault);
        bot->has_failed = true;
    }
    *wanted = (struct bot_record){0};
}
