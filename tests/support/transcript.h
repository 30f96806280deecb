/* Sessions written down as text, played against the scene's server.
 *
 *   # text             a comment
 *   # server: ARGS     arguments for alead, before the first line of a client
 *   A> LINE            client A (any capital letter) sends LINE; $NAME in it is replaced
 *                      by what was captured
 *   A< PATTERN         the next line that A gets matches PATTERN
 *   A~ PATTERN         A reads lines until one matches PATTERN
 *   A!                 the server closes A's connection
 *   A-                 A closes its connection; it has another one when it is next named
 *       more           (four spaces) goes on with the line before, without the spaces
 *
 * In a pattern `...` matches anything, also nothing.  $NAME (capitals, digits, _; a
 * capital first) is one or more letters, digits, _ or -: at its first use it captures
 * them, later the same must come.  All else matches itself.  JSON is compared as text, so
 * that the order of members counts.  A client connects when it is first named; if it
 * begins with `>` its greeting has been read already. */
#ifndef ALEA_TESTS_SUPPORT_TRANSCRIPT_H
#define ALEA_TESTS_SUPPORT_TRANSCRIPT_H

#include "tests/support/scene.h"

struct transcript {
    const char *text;    /* ends at NUL, or at a line that begins with ``` */
    const char *file;    /* name of the file, for messages */
    unsigned first_line; /* line of the file where text begins */
};

/* Plays it.  Fails the test at the first line that differs from the transcript. */
void transcript_play(struct scene *scene, const struct transcript *transcript);
/* Writes the ARGS of the transcript's `# server:` line into args, "" without one. */
void transcript_server_args(const struct transcript *transcript, char *args, size_t cap);

#endif
