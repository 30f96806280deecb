/* Where things are on the screen: the largest board that leaves room for what happened.
 */
#include "client-cli/scene/inside.h"

#define PANEL_LEAST 34 /* columns of the text beside a board */
#define PANEL_TIGHT 17 /* the same if there is no other way */
#define SPARE_LEAST 18 /* columns beside a board that are of use */
#define TEXT_ROWS   6  /* rows of the text below a board */
#define PANEL_ROWS  8  /* rows of the text beside it, without the players */
#define BAR_ROWS    2  /* of a player beside a board */

static int talk_rows(const struct scene *scene) {
    return scene->rows >= 44 ? 8 : scene->rows >= 34 ? 5 : scene->rows >= 24 ? 2 : 1;
}

/* What is left when the title, the talk, the keys and the line to type in have theirs. */
static struct area middle_of(const struct scene *scene) {
    return (struct area){.top = 1,
                         .left = 0,
                         .height = scene->rows - 3 - talk_rows(scene),
                         .width = scene->columns};
}

static bool fits_beside(const struct scene *scene, const struct spots *spots,
                        const struct area *middle) {
    return spots->rows <= scene->rows - 3 &&
           middle->width - spots->columns - 4 >= PANEL_LEAST &&
           middle->height - 2 * BAR_ROWS >= PANEL_ROWS;
}

static bool fits_below(const struct spots *spots, const struct area *middle) {
    return spots->columns + 2 <= middle->width &&
           spots->rows + SIDE_COUNT + TEXT_ROWS <= middle->height;
}

/* Puts the text beside the board.  If the board needs the rows of the talk, that is
 * beside it, too. */
static void put_beside(const struct scene *scene, const struct spots *spots,
                       const struct area *middle, struct layout *layout) {
    int left = spots->columns + 4, width = middle->width - left;
    bool is_high = spots->rows > middle->height;
    int height = is_high ? scene->rows - 3 : middle->height;
    int talk = is_high ? layout->talk.height : 0;
    layout->is_beside = true;
    layout->board = (struct area){middle->top + (height - spots->rows) / 2, 1,
                                  spots->rows, spots->columns};
    layout->bar[SIDE_BLACK] = (struct area){middle->top, left, BAR_ROWS, width};
    layout->bar[SIDE_WHITE] =
        (struct area){middle->top + height - talk - BAR_ROWS, left, BAR_ROWS, width};
    layout->text = (struct area){middle->top + BAR_ROWS + 1, left,
                                 height - talk - 2 * BAR_ROWS - 1, width};
    if (is_high) {
        layout->talk = (struct area){middle->top + height - talk, left, talk, width};
    }
}

static void put_below(const struct spots *spots, const struct area *middle,
                      struct layout *layout) {
    int width = middle->width - 2, slack = (middle->width - spots->columns) / 2;
    int left = slack > 3 ? 3 : slack, spare = left + spots->columns + 2;
    layout->board = (struct area){middle->top + 1, left, spots->rows, spots->columns};
    layout->bar[SIDE_BLACK] = (struct area){middle->top, 1, 1, width};
    layout->bar[SIDE_WHITE] = (struct area){middle->top + 1 + spots->rows, 1, 1, width};
    layout->text = (struct area){middle->top + 2 + spots->rows, 1,
                                 middle->height - 2 - spots->rows, width};
    if (middle->width - spare - 1 >= SPARE_LEAST) {
        layout->spare =
            (struct area){middle->top + 1, spare, spots->rows, middle->width - spare - 1};
    }
}

/* A window in which nothing fits as it should: the board has all rows but one. */
static void put_tight(const struct scene *scene, const struct spots *spots,
                      struct layout *layout) {
    int left = spots->columns, width = scene->columns - left;
    if (width < PANEL_TIGHT) {
        left = scene->columns - PANEL_TIGHT;
        width = PANEL_TIGHT;
    }
    layout->is_beside = true;
    layout->title_row = -1;
    layout->hint_row = -1;
    layout->board = (struct area){0, 0, scene->rows - 1, spots->columns};
    layout->bar[SIDE_BLACK] = (struct area){0, left, 1, width};
    layout->bar[SIDE_WHITE] = (struct area){scene->rows - 4, left, 1, width};
    layout->text = (struct area){1, left, scene->rows - 5, width};
    layout->talk = (struct area){scene->rows - 3, left, 2, width};
}

void layout_make(const struct scene *scene, struct scene_room *room,
                 const struct state *state, struct layout *layout) {
    struct area middle = middle_of(scene);
    int talk = talk_rows(scene);
    *layout =
        (struct layout){.title_row = 0,
                        .hint_row = scene->rows - 2,
                        .input_row = scene->rows - 1,
                        .talk = {scene->rows - 2 - talk, 1, talk, scene->columns - 2}};
    for (int size = SPOTS_SIZES - 1; size >= 0; size--) {
        (void)spots_make(&room->spots, state, size);
        bool beside = fits_beside(scene, &room->spots, &middle);
        bool below = fits_below(&room->spots, &middle);
        int text_beside = (middle.width - room->spots.columns - 4) * (middle.height - 5);
        int text_below = (middle.width - 2) * (middle.height - 2 - room->spots.rows);
        if (beside && (!below || text_beside >= text_below)) {
            put_beside(scene, &room->spots, &middle, layout);
            return;
        }
        if (below) {
            put_below(&room->spots, &middle, layout);
            return;
        }
    }
    put_tight(scene, &room->spots, layout);
}

/* The rows of what was said since the last key. */
static int said_rows(const struct scene *scene, const struct area *talk) {
    int rows = 0;
    for (unsigned i = scene->n_new; i > 0; i--) {
        if (i <= scene->n_talk) {
            rows += flow(NULL, talk, 0, LOOK_TEXT, scene->talk[scene->n_talk - i]);
        }
    }
    return rows;
}

void layout_make_talk(const struct scene *scene, struct layout *layout) {
    struct area *text = &layout->text, *talk = &layout->talk;
    if (layout->is_beside && said_rows(scene, talk) > talk->height) {
        talk->left = text->left; /* higher, it must not cover the board */
        talk->width = text->width;
    }
    layout->said_rows = said_rows(scene, talk);
    int more = layout->said_rows - talk->height, most = text->height / 2;
    more = more > most ? most : more;
    if (more > 0) {
        talk->top -= more;
        talk->height += more;
        text->height -= more;
        layout->bar[SIDE_WHITE].top -= layout->is_beside ? more : 0;
    }
    if (layout->said_rows > talk->height) {
        layout->said_rows = talk->height;
    }
}
