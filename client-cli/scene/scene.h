/* The one screen of alea play: what is on it and where, and what keys do to it.  It
 * neither touches the terminal nor waits: keys come in, typed lines and a grid come out.
 */
#ifndef ALEA_CLIENT_SCENE_SCENE_H
#define ALEA_CLIENT_SCENE_SCENE_H

#include "client-cli/scene/history.h"
#include "client-cli/scene/picker.h"
#include "client-cli/scene/story.h"
#include "client-cli/term/editor.h"
#include "view/grid.h"

/* The smallest window it works in. */
#define SCENE_ROWS_LEAST    20
#define SCENE_COLUMNS_LEAST 60
/* Most rooms with a tab; the one that was used longest ago gives way. */
#define SCENE_ROOMS 8
/* Lines of talk and answers that are kept. */
#define SCENE_TALK 200
/* Lines that wait to be carried out: what one key or a paste can cause. */
#define SCENE_LINES 16
/* Pause between two steps of what happened, unless the user chose another. */
#define SCENE_PACE_MS 700

/* A room and its tab. */
struct scene_room {
    char code[ROOM_BYTES_MAX + 1]; /* "": unused */
    struct story story;
    struct picker picker;
    struct spots spots; /* of the board as last laid out */
    enum side side;     /* the user's; SIDE_COUNT: watches */
    uint64_t heard_ms;  /* when the clocks were told */
    uint64_t used_ms;
    bool is_news; /* something happened while another tab was shown */
    bool is_turn; /* the user has to move */
    struct history history;
};

/* Most lines of the lobby that can be chosen: the games, and rooms. */
#define SCENE_OFFERS 24

/* Something to choose in the lobby. */
struct scene_offer {
    char line[40];  /* what Enter types */
    char text[240]; /* what it says */
};

/* A long text over the board. */
struct scene_page {
    char *text;     /* owned; NULL: none */
    int top;        /* first line shown */
    char found[80]; /* what was searched for; "": nothing */
    bool is_search; /* the line being typed is searched for */
};

struct scene {
    int rows, columns;
    bool unicode;
    bool is_local;  /* no lobby, and levels can be chosen */
    bool is_shared; /* two people at this keyboard */
    unsigned level; /* of the computer; 0: unknown */
    unsigned pace_ms;
    const char *name; /* borrowed: the user's */
    struct scene_room room[SCENE_ROOMS];
    int now; /* the room shown; -1: the lobby */
    struct scene_offer offer[SCENE_OFFERS];
    unsigned n_offers, at_offer;
    char chosen_offer[40];  /* the line that the cursor was on */
    char *lobby[2];         /* owned: what is below the offers; NULL: not known */
    char *talk[SCENE_TALK]; /* owned lines, the oldest first */
    unsigned n_talk, n_new; /* n_new: since the last key */
    struct scene_page page;
    struct editor editor;
    const char *hidden; /* borrowed: prompt for input that is not shown; NULL: shown */
    bool is_pasting;
    char pending[MOVE_TEXT_BYTES]; /* a move that is sent soon; "": none */
    char digits[8];                /* typed for it */
    uint64_t pending_ms;           /* when it is sent */
    uint64_t letter_ms;            /* when a lone letter counts as a key; 0: never */
    uint64_t input_ms;             /* when the last key came */
    bool has_offered_auto;         /* the user knows about it */
    bool is_auto;
    char *line[SCENE_LINES]; /* owned: typed lines for the UI, the oldest first */
    unsigned n_lines;
    char *last_line; /* owned: the one handed out */
    bool has_ended;  /* Ctrl-D */
    bool wants_redraw;
    /* What calls the user; the console carries it out and clears it. */
    bool rings, is_loud; /* is_loud: notify on */
    bool is_silent;      /* bell off */
    char notice[96];     /* "": none */
    char title[96], told_title[96];
};

void scene_init(struct scene *scene, bool unicode);
void scene_fini(struct scene *scene);
/* False: the window is too small. */
bool scene_resize(struct scene *scene, int rows, int columns);
/* Takes a state.  side: the user's in this room; SIDE_COUNT: watches. */
void scene_hear(struct scene *scene, const struct message *msg, enum side side,
                uint64_t now_ms);
/* The user has left the room. */
void scene_leave(struct scene *scene, const char *room);
/* Shows lines of text: talk or an answer.  is_page: over the board if they are many. */
void scene_say(struct scene *scene, const char *text, bool is_page);
/* What can be chosen in the lobby; what is below.  part: 0 or 1.  Takes the text. */
void scene_drop_offers(struct scene *scene);
void scene_offer(struct scene *scene, const struct scene_offer *offer);
void scene_set_lobby(struct scene *scene, int part, char *text);
/* Calls the user, who may look elsewhere.  what: plain ASCII. */
void scene_call(struct scene *scene, const char *what, uint64_t now_ms);
/* Takes a key. */
void scene_take(struct scene *scene, const struct input *input, uint64_t now_ms);
/* Ctrl-C: takes back whatever is begun.  False: there was nothing. */
bool scene_drop(struct scene *scene);
/* The next line for the UI; NULL: none.  Borrowed until the next call. */
const char *scene_line(struct scene *scene);
/* Handles words that are only about the screen: last, history, keys, pace, bell, notify.
 * False: it is none of them. */
bool scene_obey(struct scene *scene, const char *line);
/* Time until scene_wake has something to do; -1: never. */
int64_t scene_due_ms(const struct scene *scene, uint64_t now_ms);
void scene_wake(struct scene *scene, uint64_t now_ms);
void scene_draw(struct scene *scene, struct grid *grid, uint64_t now_ms);
/* The room whose tab is shown; NULL: the lobby. */
struct scene_room *scene_room(struct scene *scene);

#endif
