#include "server/command/act.h"

#include <string.h>

#include "server/command/cost.h"
#include "server/rooms/ops.h"

enum error_code act_in_room(struct request *request, enum op_kind kind,
                            const char *text) {
    request->op.kind = kind;
    request->op.side = request->side;
    text_copy(request->op.text, sizeof request->op.text, text != NULL ? text : "");
    enum error_code error = rooms_do(request->rooms, request->room, &request->op);
    if (error == ERR_OK) {
        request->changed = true;
        request->reply.seq = request->room->seq;
        cost_charge_event(request, strlen(request->op.text));
    }
    return error;
}
