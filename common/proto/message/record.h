/* The record of one game: all that is needed to check it, as a value and as JSON. */
#ifndef ALEA_PROTO_MESSAGE_RECORD_H
#define ALEA_PROTO_MESSAGE_RECORD_H

#include "proto/message/note.h"
#include "rules/clock.h"

#define RECORD_FORMAT 1

struct record_player {
    char name[NAME_BYTES_MAX + 1];
    char nonce[65]; /* "" also if a sealed nonce was never opened */
    char seal[65];  /* hex; "" for a plain nonce */
    bool opened;    /* the nonce is known; always true for a plain one */
};

struct record {
    char game_id[33];
    const struct game *game;
    struct options opt;
    struct time_control time; /* of each side's clock; all 0: none */
    char server[48];          /* "alead 0.1.0" */
    int64_t started_s;        /* Unix time of the first throw or move; 0: none yet */
    int64_t ended_s;          /* 0: not over */
    struct record_player player[SIDE_COUNT];
    char commitment[65]; /* hex */
    char secret[65];     /* hex; "" until the game is over */
    char first[8];       /* "white" or "black", the side that began; "" not begun */
    char position[POSITION_TEXT_BYTES]; /* the last position */
    struct result result;
    struct note *log; /* owned; the notes for which note_is_logged is true */
    size_t n_log, cap_log;
};

void record_init(struct record *record);
void record_fini(struct record *record);
/* Appends a copy of *note to the log. */
void record_add(struct record *record, const struct note *note);
/* Returns JSON text on one line; the caller frees it with free(). */
char *record_to_json(const struct record *record);
/* Reads a record strictly: refuses unknown, missing or malformed members, and names their
 * place ("log[12].dice: ...").  False on failure; then *record needs no record_fini. */
bool record_from_json(const char *text, size_t len, struct record *record,
                      char fault[static FAULT_BYTES]);

#endif
