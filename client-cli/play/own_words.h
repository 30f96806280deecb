/* Commands that alea play handles itself: hint, save FILE, and help on both. */
#ifndef ALEA_CLIENT_PLAY_OWN_WORDS_H
#define ALEA_CLIENT_PLAY_OWN_WORDS_H

#include "client-cli/play/ui.h"

/* Id of the command that asks for a record to be saved. */
#define OWN_WORDS_ID_SAVE "ui.save"

/* Carries out a typed line.  False: it is not one of these commands. */
bool own_words_take(struct ui *ui, const char *line);
/* Saves the record that was asked for. */
void own_words_save(struct ui *ui, const char *record);

#endif
