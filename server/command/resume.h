/* Somebody is back on this connection: what resume and login have in common. */
#ifndef ALEA_SERVER_COMMAND_RESUME_H
#define ALEA_SERVER_COMMAND_RESUME_H

#include "server/command/request.h"

/* Whether the asker may become this session now (NULL: one that is not there yet);
 * ERR_NAME_FIXED, or ERR_TOO_FAST, with its sentence. */
enum error_code resume_check(struct request *request, struct session *session);
/* Makes the asker this session: whoever else had it is told and disconnected, and the
 * session that he had ends.  The reply gets its name and rooms, and what was missed
 * follows it. */
void resume_as(struct request *request, struct session *session);

#endif
