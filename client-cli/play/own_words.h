/* Commands that alea play handles itself: hint, analyse, save FILE, and their help. */
#ifndef ALEA_CLIENT_PLAY_OWN_WORDS_H
#define ALEA_CLIENT_PLAY_OWN_WORDS_H

#include "client-cli/play/ui.h"

/* Carries out a typed line.  False: it is not one of these commands. */
bool own_words_take(struct ui *ui, const char *line);
/* Saves the record in this reply, or starts to analyse it, if we asked for it.  False: we
 * did not. */
bool own_words_hear_record(struct ui *ui, const struct message *msg);
/* Remembers the word of the private room that this command creates. */
void own_words_note_word(struct ui *ui, const struct command *cmd);
/* Shows the reply to `create`, and what to send to those who shall come. */
void own_words_invite(struct ui *ui, const struct message *msg);
/* Shows the progress of the analysis, or its report when it is complete. */
void own_words_hear_review(struct ui *ui);

#endif
