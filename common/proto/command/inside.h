/* What the text and the JSON rendering of commands have in common.  For these only. */
#ifndef ALEA_PROTO_COMMAND_INSIDE_H
#define ALEA_PROTO_COMMAND_INSIDE_H

#include "proto/command/command.h"

/* Longest excerpt of a line in a sentence about it, with its NUL. */
#define EXCERPT_BYTES 33

/* Starts reading a line: empties *cmd and *fault, checks length and UTF-8. */
enum error_code command_begin(const char *line, size_t len, struct command *cmd,
                              struct command_fault *fault);
/* Records code and a sentence of up to three parts put together (NULL for none).  Returns
 * the code. */
enum error_code command_fail(struct command_fault *fault, enum error_code code,
                             const char *a, const char *b, const char *c);
/* The same with the sentence of the code itself. */
enum error_code command_fail_plainly(struct command_fault *fault, enum error_code code);
/* The same, the sentence being WHAT and the usage of the command. */
enum error_code command_fail_usage(struct command_fault *fault, enum error_code code,
                                   const char *what, enum command_kind kind);
/* ERR_UNKNOWN_COMMAND with the command that was probably meant, or what else to do. */
enum error_code command_fail_unknown(struct command_fault *fault, const char *word,
                                     size_t len);
/* Sets the id, in *fault too.  ERR_BAD_ID: too long, or with control characters. */
enum error_code command_set_id(struct command *cmd, const char *id, size_t len,
                               struct command_fault *fault);
/* Sets the room that the command is about.  ERR_UNKNOWN_ROOM. */
enum error_code command_set_room(struct command *cmd, const char *room, size_t len,
                                 struct command_fault *fault);
/* Sets an argument of cmd->kind; words for others to read are cleaned.
 * ERR_UNKNOWN_ROOM: it should be a room.  ERR_BAD_ARGUMENT: control characters. */
enum error_code command_set_arg(struct command *cmd, unsigned i, const char *text,
                                size_t len, struct command_fault *fault);
/* ASCII only, whatever the locale. */
char ascii_lower(char c);

#endif
