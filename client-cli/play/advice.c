#include "client-cli/play/advice.h"

#include <string.h>

#include "client-cli/engine/hint.h"
#include "view/page.h"

void advice_fini(struct advice *advice) {
    thought_free(advice->thought);
}

void advice_see(struct advice *advice, const struct message *msg, bool is_fair) {
    const struct state *state = msg->state;
    bool is_turn = state->moves != NULL && state->pos.phase == PHASE_MOVE;
    if (!is_turn && strcmp(advice->now.room, msg->room) != 0) {
        return; /* the other room's position is still on the screen */
    }
    advice->is_rated = state->rated;
    advice->is_fair = is_fair;
    advice->now.seq = is_turn ? msg->seq : 0;
    advice->now.game = state->game;
    advice->now.pos = state->pos;
    snprintf(advice->now.room, sizeof advice->now.room, "%s", msg->room);
}

static void say(FILE *out, const struct style *style, const char *text) {
    struct page page;
    page_init(&page, out, style, ' ');
    page_put(&page, text);
}

/* Why there is no hint; NULL: there may be one. */
static const char *why_not(const struct advice *advice) {
    if (advice->now.seq == 0) {
        return "There are hints only when it is your turn.";
    }
    if (advice->is_rated) {
        return "There are no hints in rated games.";
    }
    return advice->is_fair ? NULL
                           : "There are no hints against other people, only against the "
                             "house, and in local games (alea play --local).";
}

static bool begin(struct advice *advice, char fault[static FAULT_BYTES]) {
    struct play play;
    play_init(&play, advice->now.game, &advice->now.pos);
    if (advice->thought == NULL) {
        advice->thought = thought_new();
    } else if (thought_is_open(advice->thought)) {
        thought_end(advice->thought); /* for an earlier position */
    }
    advice->asked = advice->now;
    struct thought_task task = {.play = &play, .seed = 1};
    return thought_begin(advice->thought, &task, fault);
}

void advice_ask(struct advice *advice, FILE *out, const struct style *style) {
    char fault[FAULT_BYTES];
    const char *why = why_not(advice);
    if (why == NULL && !begin(advice, fault)) {
        why = fault;
    }
    if (why != NULL) {
        say(out, style, why);
    }
}

int advice_fd(const struct advice *advice) {
    return advice->thought != NULL ? thought_fd(advice->thought) : -1;
}

void advice_tell(struct advice *advice, FILE *out, const struct style *style) {
    struct thought_result result = thought_end(advice->thought);
    const struct advice_place *asked = &advice->asked;
    if (asked->seq != advice->now.seq || strcmp(asked->room, advice->now.room) != 0) {
        return;
    }
    char text[HINT_BYTES];
    struct text_out hint = text_out_of(text, sizeof text);
    hint_write(asked->game, &asked->pos, &result.values, (enum lang)style->lang, &hint);
    say(out, style, text);
}
