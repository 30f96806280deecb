#include "server/web/card.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/message/message.h"
#include "server/web/pages.h"
#include "server/web/picture.h"
#include "view/tell.h"

#define PREFIX  "/game/"
#define PICTURE ".png"

/* Only letters and digits: an id goes into a line of JSON, and into HTML. */
static bool is_plain(const char *text, size_t n) {
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return n > 0 && strspn(text, allowed) >= n;
}

bool card_find(const char *path, struct card_ask *ask) {
    const size_t n_prefix = sizeof PREFIX - 1, n_picture = sizeof PICTURE - 1;
    if (strncmp(path, PREFIX, n_prefix) != 0) {
        return false;
    }
    const char *id = path + n_prefix;
    size_t n = strlen(id);
    bool is_picture = n > n_picture && strcmp(id + n - n_picture, PICTURE) == 0;
    n -= is_picture ? n_picture : 0;
    if (n > GAME_ID_BYTES_MAX || !is_plain(id, n)) {
        return false;
    }
    *ask = (struct card_ask){.is_picture = is_picture};
    memcpy(ask->id, id, n);
    return true;
}

size_t card_line(const struct card_ask *ask, char line[static CARD_LINE_BYTES]) {
    int n =
        snprintf(line, CARD_LINE_BYTES, "{\"cmd\":\"game\",\"game_id\":\"%s\"}", ask->id);
    assert(n > 0 && n < CARD_LINE_BYTES);
    return (size_t)n;
}

/* --- reading the answer --- */

/* What a card says of a game. */
struct subject {
    const struct game *game;
    struct options opt;
    const struct game_row *row; /* borrowed */
};

/* Finds the game in a message.  False: it is not there, or is none of ours. */
static bool find_subject(const struct message *msg, struct subject *subject) {
    bool is_reply = msg != NULL && msg->kind == MESSAGE_REPLY && msg->cmd == CMD_GAME &&
                    msg->n_rows == 1;
    if (!is_reply) {
        return false;
    }
    subject->row = &msg->games[0];
    const char *game = subject->row->game;
    struct text_in in = text_in_of(game, strlen(game));
    return game_parse(&in, &subject->game, &subject->opt) && text_at_end(&in);
}

/* --- the page --- */

static void put_escaped(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
    }
}

static void put_property(FILE *out, const char *name, const char *value) {
    fprintf(out, "<meta property=\"og:%s\" content=\"", name);
    put_escaped(out, value);
    fputs("\">\n", out);
}

/* How it ended, and after how many moves. */
static void put_end(FILE *out, const struct subject *subject) {
    const struct game_row *row = subject->row;
    struct state *state = mem_new(1, sizeof *state);
    char *text;
    size_t len;
    FILE *told = mem_stream(&text, &len);
    state->game = subject->game;
    state->result = row->result;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        state->seat[side].name = row->name[side];
    }
    if (row->result.over) {
        tell_result(told, state);
        fputc(' ', told);
    }
    fprintf(told, "%u %s, step by step.", row->n_moves,
            row->n_moves == 1 ? "move" : "moves");
    fclose(told);
    put_property(out, "description", text);
    free(text);
    free(state);
}

static void put_head(FILE *out, const struct card_ask *ask,
                     const struct subject *subject) {
    char text[ORIGIN_BYTES + GAME_ID_BYTES_MAX + 160];
    const struct game_row *row = subject->row;
    snprintf(text, sizeof text, "%.60s: %.40s – %.40s", subject->game->title,
             row->name[SIDE_WHITE], row->name[SIDE_BLACK]);
    fputs("<meta name=\"robots\" content=\"noindex\">\n", out); /* of people, by name */
    put_property(out, "type", "website");
    put_property(out, "title", text);
    put_end(out, subject);
    if (ask->origin[0] == '\0') {
        return;
    }
    snprintf(text, sizeof text, "%s" PREFIX "%s", ask->origin, ask->id);
    put_property(out, "url", text);
    snprintf(text, sizeof text, "%s" PREFIX "%s" PICTURE, ask->origin, ask->id);
    put_property(out, "image", text);
    put_property(out, "image:alt", "The last position of the game");
    fprintf(out,
            "<meta property=\"og:image:width\" content=\"%d\">\n"
            "<meta property=\"og:image:height\" content=\"%d\">\n"
            "<meta name=\"twitter:card\" content=\"summary_large_image\">\n",
            PICTURE_WIDTH, PICTURE_HEIGHT);
}

/* The page as it is, with more in its head. */
static struct card make_page(const struct card_ask *ask, const struct subject *subject) {
    static const char end[] = "</head>";
    bool is_fixed;
    const struct page *page = page_find("/", &is_fixed);
    const char *text = (const char *)page->bytes;
    size_t n = (size_t)(page->bytes_end - page->bytes), n_head = 0;
    while (n_head + sizeof end - 1 < n &&
           memcmp(text + n_head, end, sizeof end - 1) != 0) {
        n_head++;
    }
    struct card card = {.status = HTTP_OK, .type = page->type};
    FILE *out = mem_stream(&card.body, &card.n_body);
    fwrite(text, 1, n_head, out);
    if (subject != NULL) {
        put_head(out, ask, subject);
    }
    fwrite(text + n_head, 1, n - n_head, out);
    fclose(out);
    return card;
}

/* --- the picture --- */

static struct card make_error(const struct message *msg) {
    bool is_unknown =
        msg != NULL && msg->kind == MESSAGE_ERROR && msg->error == ERR_UNKNOWN_RECORD;
    struct card card = {.status = is_unknown ? HTTP_NOT_FOUND : HTTP_UNAVAILABLE,
                        .type = "text/plain; charset=utf-8"};
    FILE *out = mem_stream(&card.body, &card.n_body);
    fprintf(out, "%d %s\n", (int)card.status, http_status_text(card.status));
    fclose(out);
    return card;
}

static struct card make_picture(const struct subject *subject,
                                const struct message *msg) {
    struct position pos;
    const char *text = subject != NULL ? subject->row->position : "";
    struct text_in in = text_in_of(text, strlen(text));
    if (subject == NULL || !game_read(subject->game, &subject->opt, &in, &pos)) {
        return make_error(msg);
    }
    struct card card = {.status = HTTP_OK, .type = "image/png", .may_keep = true};
    card.body = picture_png(subject->game, &pos, &card.n_body);
    return card;
}

struct card card_make(const struct card_ask *ask, const char *message, size_t len) {
    char fault[FAULT_BYTES];
    struct subject subject;
    struct message *msg = message != NULL ? message_from_json(message, len, fault) : NULL;
    const struct subject *found = find_subject(msg, &subject) ? &subject : NULL;
    struct card card = ask->is_picture ? make_picture(found, msg) : make_page(ask, found);
    message_free(msg);
    return card;
}
