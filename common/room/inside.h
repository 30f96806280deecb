/* Shared by the files of this folder; not for others. */
#ifndef ALEA_ROOM_INSIDE_H
#define ALEA_ROOM_INSIDE_H

#include "room/room.h"

/* Carries out one kind of op; see room_apply. */
typedef enum error_code room_op(struct room *room, const struct op *op);

#define X(id, name) room_op do_##id;
OP_KINDS(X)
#undef X

/* Returns the record of the game (borrowed); creates it if there is none. */
struct record *room_need_record(struct room *room);
/* Frees the record. */
void room_drop_record(struct room *room);
/* Frees the dice: no player is ready, and no game has begun. */
void room_drop_dice(struct room *room);
/* Appends a note, also to the record if it belongs in its log. */
void room_note(struct room *room, const struct note *note);
/* As room_note, for a note with only a side. */
void room_note_side(struct room *room, enum note_kind kind, enum side side);
/* As room_note, for a player who comes or leaves. */
void room_note_name(struct room *room, enum note_kind kind, enum side side,
                    const char *name);
/* Whether the opponent of op->side has been away so long that the player may claim the
 * win: ERR_OK, ERR_NOT_PLAYING, ERR_NOT_ABSENT. */
enum error_code room_check_absence(const struct room *room, const struct op *op);
/* Ends the game with room->result. */
void room_finish(struct room *room, const struct op *op);
/* Ends the game without a winner, for a reason other than its rules. */
void room_call_off(struct room *room, enum note_kind why, const struct op *op);
/* Makes an offer of op->side.  *is_agreed: the other side has offered the same; otherwise
 * the offer stands.  ERR_ALREADY_OFFERED. */
enum error_code room_offer(struct room *room, const struct op *op, enum seat_offer offer,
                           bool *is_agreed);
/* Withdraws the offer of a side, which may then offer it again. */
void room_end_offer(struct room *room, enum side side);
/* Takes the seat from its player while no game is running. */
void room_vacate_seat(struct room *room, enum side side, const struct draw *draw);
/* Begins the game when both nonces are known: the first side, the first throw, stage
 * playing. */
void room_begin(struct room *room, const struct op *op);
/* Lists the legal moves of the side to move, if it has any. */
void room_list_moves(struct room *room);
/* Starts the clock of the side to move; if its player is away, as room_hold_clock. */
void room_run_clock(struct room *room, uint64_t now_ms);
/* Holds the clock of an absent player, which should run from now on.  It starts after the
 * player's free time or, unless the absence pays, when the player is back. */
void room_hold_clock(struct room *room, enum side side, uint64_t now_ms);

#endif
