/* For this folder. */
#ifndef ALEA_CLIENT_SCENE_INSIDE_H
#define ALEA_CLIENT_SCENE_INSIDE_H

#include "client-cli/scene/scene.h"
#include "proto/command/typed_move.h"
#include "view/style.h"

/* --- texts (texts.c) --- */

struct area {
    int top, left, height, width;
};

/* Draws text wrapped at words from a row of the area on.  grid NULL: only counts.
 * Returns the rows it takes. */
int flow(struct grid *grid, const struct area *area, int row, enum ink_look look,
         const char *text);
/* The same for what happened, a sentence a line.  Captures stand out. */
int flow_sentences(struct grid *grid, const struct area *area, int row, const char *text);
/* What is left of a paragraph after so many rows of the area. */
const char *after_rows(const struct area *area, int rows, const char *text);

/* --- keys (keys.c) --- */

/* What a lone letter does now, to be translated; NULL: nothing. */
const char *letter_means(const struct scene *scene, char letter);

/* Begins the choice of a move again, with nothing in hand. */
void choose_again(struct scene_room *room);
/* Chooses what is under the cursor. */
void pick(struct scene *scene);
/* Asks why the piece in hand, or under the cursor, cannot go there. */
void ask_why(struct scene *scene);
/* Takes a click (mouse.c). */
void click(struct scene *scene, const struct input *input);
/* Adds a line for the UI. */
void add_line(struct scene *scene, const char *line);
/* Whether the user can choose a move now. */
bool can_choose(const struct scene *scene, const struct scene_room *room);
/* Shows the tab of a room, or -1: the lobby. */
void show_tab(struct scene *scene, int tab);
bool is_over(const struct scene_room *room);

/* --- pages (pages.c) --- */

void page_open(struct scene *scene, const char *text);
void page_close(struct scene *scene);
/* Takes a key while a page is shown. */
void page_take(struct scene *scene, const struct input *input);
void page_show(struct scene *scene, struct grid *grid);
/* The text of the key `?`. */
extern const char keys_text[];

/* --- completion (complete.c) --- */

void complete(struct scene *scene);

/* --- where things are (layout.c) --- */

struct layout {
    struct area board, text; /* text: what happened, the moves */
    struct area talk;
    int said_rows;     /* of the talk: since the last key, so they must be seen */
    struct area spare; /* beside a board with the text below; height 0: none */
    struct area bar[SIDE_COUNT];
    int title_row, hint_row, input_row; /* -1: not there */
    bool is_beside;                     /* the text is beside the board */
};

/* Lays the screen out for the room's board, and sets room->spots. */
void layout_make(const struct scene *scene, struct scene_room *room,
                 const struct state *state, struct layout *layout);

/* Gives the talk rows of the text, so that an answer to what was just typed is seen. */
void layout_make_talk(const struct scene *scene, struct layout *layout);

/* --- drawing the text (tell.c) --- */

/* What happened may need the rows of the talk: then it leaves it layout->said_rows. */
void draw_room_text(struct scene *scene, struct scene_room *room,
                    const struct state *state, struct layout *layout, struct grid *grid);
/* In how many words things are told: the last is like a score sheet. */
enum brevity { BREVITY_USUAL, BREVITY_NOTES };

/* Says the same in fewer words, in place. */
void make_short(char *text, enum brevity brevity);
void draw_bars(struct scene *scene, struct scene_room *room, const struct state *state,
               const struct layout *layout, struct grid *grid, uint64_t now_ms);
/* Time left on a clock now, in ms. */
int64_t clock_now(const struct scene_room *room, const struct state *state,
                  enum side side, uint64_t now_ms);

#endif
