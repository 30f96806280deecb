/* The state of alea play: handles what the user types, and writes what they see.  Text
 * goes to a FILE; it neither uses the terminal nor waits. */
#ifndef ALEA_CLIENT_PLAY_UI_H
#define ALEA_CLIENT_PLAY_UI_H

#include <limits.h>
#include <stdio.h>

#include "client-cli/analyse/review.h"
#include "client-cli/net/secret.h"
#include "client-cli/play/advice.h"
#include "client-cli/play/pager.h"
#include "client-cli/play/shown.h"
#include "client-cli/player/player.h"
#include "client-cli/scene/history.h"
#include "view/style.h"

/* Timeout after which the user is told that a move has no answer yet. */
#define UI_ANSWER_MS 5000

struct scene;

/* Rooms whose history is kept for line mode; the one heard of longest ago gives way. */
#define UI_HISTORIES 8

struct ui_history {
    char room[ROOM_BYTES_MAX + 1]; /* "": unused */
    struct history history;
};

struct ui {
    struct player *player; /* borrowed */
    bool is_kiosk;         /* save is off, and .editrc is not read */
    bool is_local;         /* without a server: the game begins by itself */
    struct style style;
    struct scene *scene; /* borrowed: the screen that shows boards; NULL: out does */
    FILE *out;           /* where text goes; set before each call */
    uint64_t lobby_ms;   /* when the lobby asks again (lobby.h) */
    bool is_page;        /* the text answers the user, who wants to read it at leisure */
    uint64_t now_ms;     /* monotonic; set before each call */
    struct shown shown;
    struct advice advice;
    struct review *review; /* owned: the running analysis; NULL: none */
    struct {
        struct command cmd;
        uint64_t sent_ms;
        bool is_open;                  /* not answered yet */
        bool is_told;                  /* the user was told so */
    } asked;                           /* the last move */
    char drawn[ROOM_BYTES_MAX + 1];    /* room last drawn since reconnecting; "": none */
    char ended[GAME_ID_BYTES_MAX + 1]; /* the last game that ended; "": none */
    char played[GAME_TEXT_BYTES];      /* the game of the last state, with options */
    char save_path[PATH_MAX];          /* for the record that was asked for */
    struct ui_history histories[UI_HISTORIES]; /* without a scene; the latest first */
    struct pager pager;                        /* for help, and for histories */
    struct secret secret;  /* a command with passwords; wiped when answered */
    enum secret_line line; /* how safe passwords are on this connection */
    const char *address;   /* borrowed: of the server, to be told to others; NULL: none */
    char word[WORD_BYTES_MAX + 1]; /* of the private room that was asked for last */
    char topic[80];                /* of the last help */
    bool has_greeted;              /* the server's title has been shown */
    bool has_quit;                 /* the server said goodbye after the user's quit */
};

/* Fits text to a terminal of this size; 0: output is not a terminal. */
void ui_resize(struct ui *ui, unsigned columns, unsigned rows);
void ui_fini(struct ui *ui);
/* Carries out a typed line. */
void ui_type(struct ui *ui, const char *line);
/* Refuses a typed line, except quit, because there is no connection. */
void ui_type_in_vain(struct ui *ui, const char *line);
/* The prompt for hidden input such as a password; NULL: echo.  Borrowed until the next
 * call. */
const char *ui_prompt(const struct ui *ui);
/* Time until ui_wake is needed; -1: never. */
int64_t ui_due_ms(const struct ui *ui);
/* When it is time, tells the user once that the last move has no answer yet. */
void ui_wake(struct ui *ui);
/* Tells the user that there is no connection, and when the next try is. */
void ui_tell_loss(struct ui *ui, const char *what, uint32_t delay_ms);
/* Becomes readable when ui_tell_hint has something to show: a hint, or an analysis; -1:
 * nobody has asked. */
int ui_hint_fd(const struct ui *ui);
/* Shows the hint or the analysis. */
void ui_tell_hint(struct ui *ui);
/* Says what is wrong with a typed line. */
void ui_show_fault(struct ui *ui, const struct command_fault *fault);
/* Shows a message. */
void ui_hear(struct ui *ui, const struct message *msg);

/* --- for ui.c --- */

/* Shows the state in this event, on the screen or as text (states.c). */
void states_hear(struct ui *ui, const struct message *msg);

/* Commands that alea play handles itself (own_words.c): hint, analyse, save FILE, and
 * their help. */

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

/* --- lobby.c ---
 *
 * The lobby on the screen: asks the server what is going on, as long as it is shown. */

/* How often the lobby asks: three cheap commands. */
#define LOBBY_MS 10000

/* Asks if it is time.  Returns when to call it next; UINT64_MAX: the lobby is not shown.
 */
uint64_t lobby_act(struct ui *ui);
/* Takes an answer.  False: it is to something else. */
bool lobby_hear(struct ui *ui, const struct message *msg);

#endif
