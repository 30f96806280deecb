/* Shared by text and JSON mode; only for the files of this folder. */
#ifndef ALEA_PROTO_COMMAND_INSIDE_H
#define ALEA_PROTO_COMMAND_INSIDE_H

#include "proto/command/command.h"

/* Longest part of a line that an error quotes, with its NUL. */
#define EXCERPT_BYTES 33

/* Starts reading a line: clears *cmd and *fault, checks length and UTF-8. */
enum error_code command_begin(const char *line, size_t len, struct command *cmd,
                              struct command_fault *fault);
/* Records a code, and a sentence made of up to three parts (NULL: none).  Returns the
 * code. */
enum error_code command_fail(struct command_fault *fault, enum error_code code,
                             const char *a, const char *b, const char *c);
/* The same with the code's default sentence. */
enum error_code command_fail_plainly(struct command_fault *fault, enum error_code code);
/* The same; the sentence is WHAT and the command's usage. */
enum error_code command_fail_usage(struct command_fault *fault, enum error_code code,
                                   const char *what, enum command_kind kind);
/* Records ERR_UNKNOWN_COMMAND.  Suggests the nearest command, or what to type instead. */
enum error_code command_fail_unknown(struct command_fault *fault, const char *word,
                                     size_t len);
/* Sets the id, in *fault too.  ERR_BAD_ID: too long, or has control characters. */
enum error_code command_set_id(struct command *cmd, const char *id, size_t len,
                               struct command_fault *fault);
/* Sets the command's room.  ERR_UNKNOWN_ROOM: not a room code. */
enum error_code command_set_room(struct command *cmd, const char *room, size_t len,
                                 struct command_fault *fault);
/* Sets an argument of cmd->kind; cleans text for people.  ERR_UNKNOWN_ROOM: not a room
 * code.  ERR_BAD_ARGUMENT: control characters. */
enum error_code command_set_arg(struct command *cmd, unsigned i, const char *text,
                                size_t len, struct command_fault *fault);
/* Converts ASCII letters to lower case, whatever the locale. */
char ascii_lower(char c);

#endif
