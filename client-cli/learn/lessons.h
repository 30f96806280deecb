/* The lessons of each game: positions in which the player has to find something.  They
 * are those of the page: the build makes this table from client-web/js/learn (from_page).
 */
#ifndef ALEA_CLIENT_LEARN_LESSONS_H
#define ALEA_CLIENT_LEARN_LESSONS_H

#include "lang/lang.h"

/* Most lessons of a game. */
#define LESSONS_MAX 10

/* Texts that a language does not have are NULL. */
struct lesson {
    const char *game;               /* with the options of a variant */
    const char *position;           /* as the game writes it */
    const char *good;               /* the moves to find, separated by spaces */
    const char *text[LANG_COUNT];   /* what there is to find */
    const char *praise[LANG_COUNT]; /* after such a move */
};

struct course {
    const char *game;                /* its id */
    const char *history[LANG_COUNT]; /* where the game comes from */
    struct lesson
        lessons[LESSONS_MAX + 1]; /* as they are learnt; then one without game */
};

/* Ends with a row without game. */
extern const struct course courses[];

#endif
