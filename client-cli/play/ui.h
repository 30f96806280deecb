/* What a person at alea play types, and what is shown to him: no terminal here and no
 * waiting, text goes to a FILE. */
#ifndef ALEA_CLIENT_PLAY_UI_H
#define ALEA_CLIENT_PLAY_UI_H

#include <limits.h>
#include <stdio.h>

#include "client-cli/net/secret.h"
#include "client-cli/play/pager.h"
#include "client-cli/play/shown.h"
#include "client-cli/player/player.h"
#include "view/style.h"

/* A move that is not answered for so long is told of. */
#define UI_ANSWER_MS 5000

struct ui {
    struct player *player; /* borrowed */
    struct style style;
    FILE *out;       /* where text for the person goes; set before each call */
    uint64_t now_ms; /* monotonic; set before each call */
    struct shown shown;
    struct {
        struct command cmd;
        uint64_t sent_ms;
        bool is_open;               /* it was not answered */
        bool is_told;               /* and that was said */
    } asked;                        /* the last move */
    char drawn[ROOM_BYTES_MAX + 1]; /* the board last drawn since we are back; "" none */
    char ended[GAME_ID_BYTES_MAX + 1]; /* the game that ended last; "" none */
    char save_path[PATH_MAX];          /* where the record asked for is to go */
    struct pager pager;                /* for help */
    struct secret secret;  /* a command with passwords, until it is answered */
    enum secret_line line; /* what the server says of passwords here */
    bool has_greeted;      /* the server has said who it is */
    bool has_quit;         /* the person did, and the server, if there, said goodbye */
};

/* Text for a terminal of this size; 0: it is none.  Lines are never too long to read. */
void ui_resize(struct ui *ui, unsigned columns, unsigned rows);
void ui_fini(struct ui *ui);
/* Obeys a typed line. */
void ui_type(struct ui *ui, const char *line);
/* Refuses a typed line while there is no connection; but the person can quit. */
void ui_type_in_vain(struct ui *ui, const char *line);
/* What is to be typed next without being shown, and the words before it; NULL: what is
 * typed is shown.  Valid until the next call. */
const char *ui_prompt(const struct ui *ui);
/* Time until ui_wake has something to say; -1: never. */
int64_t ui_due_ms(const struct ui *ui);
/* Says, once, that the last move was not answered, when it is time. */
void ui_wake(struct ui *ui);
/* Tells that there is no connection, and when the next try is. */
void ui_tell_loss(struct ui *ui, const char *what, uint32_t delay_ms);
/* Shows a message. */
void ui_hear(struct ui *ui, const struct message *msg);

#endif
