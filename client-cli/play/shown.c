#include "client-cli/play/shown.h"
#include "client-cli/net/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/typed_move.h"

void shown_forget(struct shown *shown) {
    free(shown->moves);
    shown->moves = NULL;
}

void shown_remember(struct shown *shown, const struct message *msg, const char *moves,
                    uint64_t now_ms) {
    bool is_other = strcmp(shown->room, msg->room) != 0;
    if (moves == NULL && is_other) {
        return; /* the list of the other room stays valid */
    }
    shown->changed_ms = shown->moves != NULL && is_other && moves != NULL ? now_ms : 0;
    shown_forget(shown);
    shown->moves = moves != NULL ? mem_copy(moves, strlen(moves)) : NULL;
    snprintf(shown->room, sizeof shown->room, "%s", msg->room);
    snprintf(shown->seq, sizeof shown->seq, "%" PRIu64, msg->seq);
}

/* Whether these moves have just replaced those of another room, which the user may mean.
 * Warns once. */
static bool is_surprise(struct shown *shown, uint64_t now_ms, FILE *out) {
    uint64_t since_ms = shown->changed_ms;
    bool is_new = since_ms != 0 && now_ms - since_ms < SHOWN_SURPRISE_MS;
    shown->changed_ms = 0;
    if (is_new) {
        fprintf(out, said("Not sent: you have just been asked in %s; type it again.\n"),
                shown->room);
    }
    return is_new;
}

void shown_spell(const struct shown *shown, struct command *cmd) {
    char move[MOVE_TEXT_BYTES];
    const char *spelled = typed_move_spell(shown->moves, command_arg(cmd, 0), move);
    if (spelled == move) {
        command_put_arg(cmd, 0, move);
    }
}

bool shown_complete(struct shown *shown, struct command *cmd, uint64_t now_ms,
                    FILE *out) {
    char move[MOVE_TEXT_BYTES];
    bool is_shown = shown->moves != NULL &&
                    (cmd->room[0] == '\0' || strcmp(cmd->room, shown->room) == 0);
    if (!is_shown || cmd->has[1]) {
        return true;
    }
    if (!typed_move_read(shown->moves, command_arg(cmd, 0), move)) {
        shown_spell(shown, cmd);
        return true;
    }
    if (cmd->room[0] == '\0' && is_surprise(shown, now_ms, out)) {
        return false;
    }
    if (move[0] == '\0') {
        fputs(said("There is no move with this number: type moves to see them.\n"), out);
        return false;
    }
    snprintf(cmd->room, sizeof cmd->room, "%s", shown->room);
    command_put_arg(cmd, 0, move);
    command_put_arg(cmd, 1, shown->seq);
    return true;
}
