/* What a request does in its room, and what that costs. */
#ifndef ALEA_SERVER_COMMAND_ACT_H
#define ALEA_SERVER_COMMAND_ACT_H

#include "server/command/request.h"

/* Carries out an op in request->room for the session's side; text may be NULL.  Sets the
 * event number in the reply.  Errors as rooms_do. */
enum error_code act_in_room(struct request *request, enum op_kind kind, const char *text);

#endif
