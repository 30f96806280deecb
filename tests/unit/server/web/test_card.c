/* The page of a finished game: what is asked, and what is made of each answer; and the
 * pictures of all games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/web/card.h"
#include "server/web/picture.h"
#include "server/web/web.h"
#include "tests/support/json.h"
#include "tests/unit/test.h"

/* --- what is asked --- */

static const struct row {
    const char *name; /* the path */
    const char *id;   /* NULL: no game */
    bool is_picture;
} rows[] = {
    {"/game/abc234", "abc234", false},
    {"/game/abc234.png", "abc234", true},
    {"/game/abcdefghijklmnopqrstuvwxyzABCDEF", "abcdefghijklmnopqrstuvwxyzABCDEF", false},
    {"/game/abcdefghijklmnopqrstuvwxyzABCDEFG", NULL, false},
    {"/game/.png", NULL, false},
    {"/game/", NULL, false},
    {"/game", NULL, false},
    {"/game/a/b", NULL, false},
    {"/game/a\"b", NULL, false},
    {"/game/a%20b", NULL, false},
    {"/game/a.svg", NULL, false},
    {"/games/abc", NULL, false},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct card_ask ask;
    assert_int_equal(card_find(row->name, &ask), row->id != NULL);
    if (row->id != NULL) {
        char line[CARD_LINE_BYTES], expected[120];
        assert_string_equal(ask.id, row->id);
        assert_int_equal(ask.is_picture, row->is_picture);
        snprintf(expected, sizeof expected, "{'cmd':'game','game_id':'%s'}", row->id);
        size_t n = card_line(&ask, line);
        assert_int_equal(n, strlen(line));
        assert_string_equal(line, json(expected));
    }
}

/* --- a request --- */

static const char *const origins[] = {"https://there", "https://here"};
static const struct web_site site = {.origins = origins, .n_origins = 2};

/* Asks for a path, up to the line that the server gets. */
static struct web *ask(const char *path) {
    struct web *web = web_new(&site, false);
    char request[200];
    size_t used, len;
    int n = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: here\r\n\r\nGET",
                     path);
    const uint8_t *bytes = (const uint8_t *)request;
    assert_int_equal(web_feed(web, bytes, (size_t)n, &used), WEB_ASK);
    assert_true(web_is_asking(web));
    assert_int_equal(web_feed(web, bytes + used, (size_t)n - used, &used), WEB_LINE);
    assert_string_equal(web_line(web, &len), json("{'cmd':'game','game_id':'g42'}"));
    assert_int_equal(web_feed(web, bytes, 0, &used), WEB_MORE);
    return web;
}

/* The answer to the request for a path, once this message has come.  Returns owned. */
static struct buf *answer(const char *path, const char *message) {
    struct web *web = ask(path);
    const char *text = message != NULL ? json(message) : NULL;
    struct buf *made = web_answer_asked(web, text, text != NULL ? strlen(text) : 0);
    assert_non_null(made);
    assert_true(made->is_bare);
    assert_false(web_is_asking(web));
    assert_true(web_was_asked(web));
    assert_null(web_answer_asked(web, "{}", 2)); /* only once */
    web_free(web);
    return made;
}

static void expect_parts(const char *path, const char *message, const char *has,
                         const char *has_not) {
    struct buf *made = answer(path, message);
    char *text = strndup(made->data, made->len);
    if (strstr(text, has) == NULL || (has_not != NULL && strstr(text, has_not) != NULL)) {
        fail_msg("%s: %s", message, text);
    }
    free(text);
    buf_unref(made);
}

#define GAME(game, position)                                                             \
    "{'reply':'game','game_id':'g42','game':'" game "','white':'Ann','black':'Bob',"     \
    "'outcome':'white','reason':'resign','started':'2026-11-21T01:02:03Z',"              \
    "'ended':'2026-11-21T01:02:03Z','rated':false,'time':null,'n_moves':17,"             \
    "'position':'" position "'}"
#define ROYAL GAME("royal-ur", "7,7 - 0,0 w -")
#define UNKNOWN                                                                          \
    "{'error':'unknown_record','text':'there is no finished game with this id'}"
#define BUSY "{'error':'too_fast','text':'wait','retry_after_ms':100}"

TEST(test_page) {
    expect_parts("/game/g42", ROYAL, "og:title\" content=\"Royal Game of Ur: Ann", NULL);
    expect_parts("/game/g42", ROYAL, "17 moves, step by step.", NULL);
    expect_parts("/game/g42", ROYAL, "content=\"https://here/game/g42.png\"", "http://");
    expect_parts("/game/g42", ROYAL, "content=\"noindex\"", NULL);
    expect_parts("/game/g42", ROYAL, "</html>", NULL);
    const char *const others[] = {
        UNKNOWN, BUSY, "{'event':'bye','code':'banned'}", "x", GAME("chess", ""), NULL};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        expect_parts("/game/g42", others[i], "HTTP/1.1 200 OK", "og:");
    }
}

TEST(test_picture_answers) {
    expect_parts("/game/g42.png", ROYAL, "Content-Type: image/png", NULL);
    expect_parts("/game/g42.png", ROYAL, "Cache-Control: public, max-age=86400", NULL);
    expect_parts("/game/g42.png", UNKNOWN, "HTTP/1.1 404 ", "max-age");
    expect_parts("/game/g42.png", BUSY, "HTTP/1.1 503 ", "max-age");
    expect_parts("/game/g42.png", NULL, "HTTP/1.1 503 ", NULL);
    expect_parts("/game/g42.png", GAME("royal-ur", "no position"), "HTTP/1.1 503 ", NULL);
}

/* --- pictures --- */

static uint32_t number_at(const char *bytes) {
    const unsigned char *at = (const unsigned char *)bytes;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Whether the chunks of a PNG fill the file, and the last one ends it. */
static void expect_chunks(const char *png, size_t len) {
    size_t at = 8, last = 0;
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(number_at(png + 16), PICTURE_WIDTH);
    assert_int_equal(number_at(png + 20), PICTURE_HEIGHT);
    while (at < len) {
        last = at;
        at += 12 + number_at(png + at);
    }
    assert_int_equal(at, len);
    assert_memory_equal(png + last, "\0\0\0\0IEND\xAE\x42\x60\x82", 12);
}

/* The start and the example of the rules differ, and both are small.  That a browser
 * reads them, and sees the pieces, is tested in tests/web/game.test.mjs. */
TEST(test_pictures) {
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct options opt = {{0}};
        struct position start, example;
        struct text_in in = text_in_of(games[i]->example, strlen(games[i]->example));
        game_start(games[i], &opt, SIDE_WHITE, &start);
        assert_true(game_read(games[i], &opt, &in, &example));
        size_t len[2];
        char *png[] = {picture_png(games[i], &start, &len[0]),
                       picture_png(games[i], &example, &len[1])};
        for (int k = 0; k < 2; k++) {
            assert_in_range(len[k], 2000, 15000);
            expect_chunks(png[k], len[k]);
        }
        assert_false(len[0] == len[1] && memcmp(png[0], png[1], len[0]) == 0);
        free(png[0]);
        free(png[1]);
    }
}
