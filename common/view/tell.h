/* What happened, as sentences, in the language of the state.  Functions write nothing if
 * there is nothing to say. */
#ifndef ALEA_VIEW_TELL_H
#define ALEA_VIEW_TELL_H

#include <stdio.h>

#include "lang/lang.h"
#include "proto/message/message.h"

/* Writes everything that happened in this state as sentences on one line, in
 * order, joined where they belong together ("White throws 0 and passes."), without
 * '\n'. */
void tell_notes(FILE *out, const struct state *state);
struct page;

/* Puts on a page what one of the functions below writes. */
void tell_on_page(struct page *page, const struct state *state,
                  void (*tell)(FILE *out, const struct state *state));
/* Writes how the game ended: "White (ann) wins: all its pieces are home." */
void tell_result(FILE *out, const struct state *state);
/* Writes which leg of a match it is, the score, or how the match ended; nothing for a
 * single game. */
void tell_match(FILE *out, const struct state *state);
/* Writes what the room waits for: "Black to move." "Type ready when you want to
 * begin." */
void tell_next(FILE *out, const struct state *state);
/* Writes that the player of this seat is away, until when, or what the opponent can do;
 * nothing if the notes of this state say so. */
void tell_away(FILE *out, const struct state *state, enum side side);
/* Writes that this side's offer stands, and how to accept it. */
void tell_offer(FILE *out, const struct state *state, enum side side);
/* Writes what happened as the rest of a sentence: "takes Black's piece on 6". */
void tell_happening(enum lang lang, const struct happening *h, struct text_out *out);
/* The same of a move, not of a side: in French the verb is singular then. */
void tell_deed(enum lang lang, const struct happening *h, struct text_out *out);
/* Returns "White" or "Black", as the first word of a sentence, within one, and alone
 * before a colon. */
const char *tell_colour(enum lang lang, enum side side);
const char *tell_colour_within(enum lang lang, enum side side);
const char *tell_colour_label(enum lang lang, enum side side);
/* Returns "white" or "black", as the object of a sentence, for a side of a message. */
const char *tell_side(enum lang lang, const char *side);
/* Returns the word for why a game is over, such as "resign". */
const char *tell_reason_word(enum lang lang, const char *code);
/* Longest "White (ann)", with its NUL. */
#define PLAYER_BYTES (NAME_BYTES_MAX + 32)
/* Writes "White (ann)", or "White" if the seat is free, as the first words of a sentence.
 */
void tell_player(FILE *out, const struct state *state, enum side side);
/* The same as text, or for the middle of a sentence. */
const char *tell_player_text(const struct state *state, enum side side,
                             char text[static PLAYER_BYTES]);
const char *tell_player_within(const struct state *state, enum side side,
                               char text[static PLAYER_BYTES]);

/* Writes when the opponent of the side to move may claim the game.  Only where it
 * matters: when the game begins or is shown again, or when the time has come. */
void tell_idle(FILE *out, const struct state *state);

/* --- the position as sentences, for people who listen to it (words.c) --- */

/* Writes where the pieces of both sides are, on one line without '\n': "White on 3 and 8,
 * 5 in reserve." */
void words_position(FILE *out, const struct state *state);
/* Writes the throw of this turn, what is left of it, and the clocks; nothing if there are
 * none. */
void words_throw(FILE *out, const struct state *state);
void words_clocks(FILE *out, const struct state *state);

#endif
