#include "client-cli/play/ui.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/player/seal.h"
#include "client-cli/scene/scene.h"
#include "view/page.h"
#include "view/render.h"

static void show_end(struct ui *ui, const struct message *msg) {
    snprintf(ui->ended, sizeof ui->ended, "%s", msg->state->game_id);
    const struct player_room *room = player_find_room(ui->player, msg->room);
    char text[FAULT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    if (room != NULL &&
        dice_check_judge(&room->dice_check, msg->state, &out) != DICE_CHECK_NOTHING) {
        struct page page;
        page_init(&page, ui->out, &ui->style, ' ');
        page.columns = ui->scene != NULL ? SIZE_MAX : page.columns; /* it breaks lines */
        page_put_told(&page, text);
    }
    if (ui->scene != NULL) {
        return; /* its keys say the rest */
    }
    fputs(tr(ui->style.lang, "To see how you both played: analyse\n"
                             "To keep the record of the game: save FILE\n"),
          ui->out);
    if (ui->is_local && msg->state->match.legs > 1 && !msg->state->match_over) {
        fputs(tr(ui->style.lang, "To begin the next leg: ready\n"), ui->out);
    }
}

/* Whether our seal is just being opened: that takes a moment and needs no board. */
static bool is_opening(const struct ui *ui, const struct message *msg) {
    const struct player_room *room = player_find_room(ui->player, msg->room);
    return msg->state->stage == STAGE_OPENING && room != NULL && room->is_sealed;
}

/* Whether the only news is that we are back. */
static bool is_return(const struct state *state, enum side side) {
    return state->n_notes == 1 && state->notes[0].kind == NOTE_BACK &&
           state->notes[0].side == side;
}

/* Shows a state.  After a return, hides that we were away.  Then draws the board again,
 * which has scrolled away, unless a missed event has drawn it. */
static void show_state(struct ui *ui, const struct message *msg) {
    const struct player_room *room = player_find_room(ui->player, msg->room);
    struct state state = *msg->state;
    struct message shown = *msg;
    shown.state = &state;
    if (room != NULL && room->side < SIDE_COUNT) {
        state.seat[room->side].away = false;
        shown.snapshot = msg->snapshot || (is_return(&state, room->side) &&
                                           strcmp(ui->drawn, msg->room) != 0);
    }
    if (!render_is_about_people(&shown)) {
        snprintf(ui->drawn, sizeof ui->drawn, "%s", msg->room);
    }
    render_message(ui->out, &shown, &ui->style);
}

/* Whether hints are fair: a local game, or one against a house bot. */
static bool is_against_machine(const struct ui *ui, const struct message *msg) {
    const struct player_room *room = player_find_room(ui->player, msg->room);
    return ui->is_local || (room != NULL && room->side < SIDE_COUNT &&
                            msg->state->seat[side_other(room->side)].is_house);
}

/* Keeps what happened for the words last and history. */
static void keep_history(struct ui *ui, const struct message *msg, enum side side) {
    struct ui_history *all = ui->histories, kept;
    int at = 0;
    while (at < UI_HISTORIES - 1 && strcmp(all[at].room, msg->room) != 0) {
        at++;
    }
    kept = all[at];
    memmove(all + 1, all, (size_t)at * sizeof all[0]);
    if (strcmp(kept.room, msg->room) != 0) {
        history_fini(&kept.history);
        snprintf(kept.room, sizeof kept.room, "%s", msg->room);
    }
    if (!msg->snapshot) {
        history_add(&kept.history, msg->state, side);
    }
    all[0] = kept;
}

/* Begins a local game without asking anybody. */
static void begin_at_once(struct ui *ui, const struct message *msg) {
    struct state state = *msg->state;
    state.seat[SIDE_WHITE].ready = state.seat[SIDE_BLACK].ready = false; /* no news */
    if (ui->scene == NULL) {
        render_room(ui->out, &state, &ui->style);
    }
    player_ready(ui->player, msg->room, NULL);
}

void states_hear(struct ui *ui, const struct message *msg) {
    shown_remember(&ui->shown, msg, msg->state->moves, ui->now_ms);
    struct text_out played = text_out_of(ui->played, sizeof ui->played);
    game_write(msg->state->game, &msg->state->pos.opt, &played);
    advice_see(&ui->advice, msg, is_against_machine(ui, msg));
    if (is_opening(ui, msg)) {
        return;
    }
    if (ui->scene == NULL) {
        fputc('\n', ui->out);
    }
    if (ui->is_local && msg->state->stage == STAGE_WAITING) {
        begin_at_once(ui, msg);
        return;
    }
    const struct player_room *room = player_find_room(ui->player, msg->room);
    enum side side = room != NULL ? room->side : SIDE_COUNT;
    if (ui->scene != NULL) {
        scene_hear(ui->scene, msg, side, ui->now_ms);
    } else {
        keep_history(ui, msg, side);
        show_state(ui, msg);
    }
    if ((msg->snapshot && msg->state->result.over) ||
        state_has_note(msg->state, NOTE_OVER, SIDE_COUNT)) {
        show_end(ui, msg);
    }
}
