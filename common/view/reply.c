#include "view/reply.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "view/tell.h"

/* Says what an acknowledged move survives. */
static void put_durability(struct page *page, const char *durability) {
    static const struct {
        const char *durability;
        const char *text;
    } texts[] = {
        {"full", "Everything it answers is on disk and survives a power cut."},
        {"process", "Everything it answers survives a crash of the server, but maybe not "
                    "a power cut."},
        {"memory", "It keeps nothing on disk: when it stops, its games are lost."},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i].durability, durability) == 0) {
            page_put(page, texts[i].text);
        }
    }
}

/* Writes the host's welcome text unchanged, except that long lines are wrapped. */
static void put_welcome(struct page *page, const char *welcome) {
    for (size_t n; *welcome != '\0'; welcome += n + (welcome[n] == '\n')) {
        n = strcspn(welcome, "\n");
        char *line = mem_copy(welcome, n);
        ((size_t)page_width(line) <= page->columns ? page_put_raw : page_put)(page, line);
        free(line);
    }
}

static void put_hello(struct page *page, const struct hello *hello) {
    page_printf(page, "%s %s, protocol %d: %s", hello->server, hello->version,
                hello->protocol, hello->title);
    put_welcome(page, hello->welcome);
    if (hello->you[0] != '\0') {
        page_printf(page,
                    hello->account ? "You are %s.  This name is registered, and yours."
                                   : "You are %s.",
                    hello->you);
    } else {
        page_put(page, "You have no name yet: type name and a name.");
    }
    put_durability(page, hello->durability);
    if (strcmp(hello->passwords, "any") != 0 && hello->passwords[0] != '\0') {
        page_put(page, "Others on the way can read what you type, passwords too.");
    }
    if (hello->tls) {
        page_put(page, "This connection has TLS: nobody on the way can listen in.");
    }
    if (hello->draining) {
        page_put(page, "The server is about to stop: no new games.");
    }
    for (size_t i = 0; i < hello->n_fronts; i++) {
        page_printf(page, "You can also connect to %s.", hello->fronts[i]);
    }
    for (size_t i = 0; i < hello->n_limits; i++) {
        page_printf(page, "  %-24s %lld", hello->limits[i].name,
                    (long long)hello->limits[i].value);
    }
}

static void put_record(struct page *page, const char *record) {
    page_put(page, "Save the next line as a file, and check it with alea verify FILE.");
    page_put_raw(page, record);
}

/* from: the square of the piece, or "".  Moves of a single piece have no numbers, which
 * would differ from those of the whole list. */
static void put_all_moves(struct page *page, const char *moves, const char *from) {
    if (moves == NULL) {
        page_put(page, "Noted.");
        return;
    }
    if (from[0] != '\0') {
        page_printf(page, "Type one of the moves from %s:", from);
        page_put(page, moves);
        return;
    }
    page_put(page, "Type the number of a move:");
    page_put_numbered(page, moves);
}

void reply_put_rule(struct page *page, const struct rule *rule) {
    if (rule != NULL) {
        bool is_house = strcmp(rule->source, "[house]") == 0;
        page_printf(page, "%s  (rule %s, %s)", tr(page->lang, rule->text), rule->id,
                    is_house ? "*" : tr(page->lang, "source"));
        if (is_house) {
            page_put(page,
                     "* A house rule: the source is silent there, so this is decided "
                     "by alea.");
        }
    }
}

static void put_why(struct page *page, const struct message *msg) {
    page_printf(
        page, msg->rule == NULL ? "%s is a legal move now." : "%s is no legal move now.",
        msg->move);
    reply_put_rule(page, msg->rule);
}

static void put_token(struct page *page, const char *token) {
    if (token[0] != '\0') {
        page_put(page, "If your line drops: connect again, and type this.  Show it to "
                       "nobody.");
        page_printf(page, "  resume %s", token);
    }
}

/* Says who you are now, and how to come back, with a line to copy. */
static void put_name(struct page *page, const struct message *msg) {
    page_printf(page, "You are %s.  Type play royal-ur to play, or help for everything.",
                msg->name);
    put_token(page, msg->token);
}

/* With a token: you are back.  Without: an adjourned game continues. */
static void put_resume(struct page *page, const struct message *msg) {
    if (msg->name[0] == '\0') {
        page_put(page, "Noted.  The game goes on when both players have typed resume.");
        return;
    }
    page_printf(page, "Welcome back, %s.", msg->name);
    lists_put_mine(page, msg);
}

static void put_dicestats(struct page *page, const struct message *msg) {
    tables_put(page, msg->table);
    if (msg->text[0] != '\0') {
        page_put_told(page, msg->text);
    }
}

static void put_login(struct page *page, const struct message *msg) {
    page_printf(page, "Welcome, %s.", msg->name);
    put_token(page, msg->token);
    if (msg->n_rows > 0) {
        lists_put_mine(page, msg);
    }
}

static void put_auto(struct page *page, const struct message *msg) {
    bool on = strcmp(table_at(msg->table, 0, 0)->text, "on") == 0;
    page_put(page, on ? "Where you have only one move it is played for you."
                      : "You play all your moves yourself.");
}

/* The languages that there are. */
static void put_lang(struct page *page) {
    page_put(page, "You read English.");
    for (enum lang lang = LANG_EN; lang < LANG_COUNT; lang++) {
        if (lang != page->lang) {
            page_printf(page, "  lang %s: %s", lang_code(lang), lang_name(lang));
        }
    }
}

/* Replies that are a single sentence. */
static const char *const sentences[COMMAND_COUNT] = {
    [CMD_MODE] = "This is text mode.",
    [CMD_BOARD] = "The board is shown so from now on.", /* board words, and so on */
    [CMD_READY] = "You are ready.",
    [CMD_OPEN] = "Your nonce is open.",
    [CMD_MOVE] = "Played.",
    [CMD_SAY] = "Said.",
    [CMD_SHOUT] = "Shouted.",
    [CMD_RESIGN] = "You have resigned.",
    [CMD_TAKEBACK] = "Your move is taken back.",
    [CMD_CLAIM] = "You have claimed the win.",
    [CMD_DRAW] = "You want a draw.",
    [CMD_ABORT] = "You have called the game off.",
    [CMD_ADJOURN] = "You want to go on another time.",
    [CMD_UNSEAT] = "The seat is free.  To keep a player out of your rooms: gag NAME.",
    [CMD_REMATCH] = "A new game: type ready.",
    [CMD_PING] = "pong",
    [CMD_QUIT] = "Goodbye.",
    [CMD_ADJUDICATE] = "The game is over.",
    [CMD_SHUTDOWN] = "The server stops.",
};

void reply_put(struct page *page, const struct message *msg, const struct style *style) {
    if (sentences[msg->cmd] != NULL) {
        page_put(page, sentences[msg->cmd]);
        return;
    }
    switch ((int)msg->cmd) {
    case CMD_HELP: page_put(page, msg->text); break;
    case CMD_HELLO: put_hello(page, msg->hello); break;
    case CMD_NAME: put_name(page, msg); break;
    case CMD_REGISTER:
        page_printf(page, "The name %s is yours from now on: login %s and your password.",
                    msg->name, msg->name);
        break;
    case CMD_LOGIN: put_login(page, msg); break;
    case CMD_FORGET_ME:
        page_put(page,
                 "Your account is deleted.  You have no name now; type quit to leave.");
        break;
    case CMD_PASSWORD:
        page_put(page, "The password is changed.");
        put_token(page, msg->token);
        break;
    case CMD_ROOMS: lists_put_rooms(page, msg); break;
    case CMD_WHO: lists_put_who(page, msg); break;
    case CMD_CREATE:
    case CMD_JOIN:
        page_printf(page, "You play %s in room %s.", tell_side(page->lang, msg->side),
                    msg->room);
        break;
    case CMD_PLAY:
    case CMD_SEEK:
    case CMD_CHALLENGE:
    case CMD_ACCEPT:
    case CMD_DECLINE: offers_put_reply(page, msg); break;
    case CMD_WATCH: page_printf(page, "You watch %s.", msg->room); break;
    case CMD_UNWATCH: page_printf(page, "You no longer watch %s.", msg->room); break;
    case CMD_MOVES: put_all_moves(page, msg->moves, msg->move); break;
    case CMD_AUTO: put_auto(page, msg); break;
    case CMD_LANG: put_lang(page); break;
    case CMD_WHY: put_why(page, msg); break;
    case CMD_TELL: page_printf(page, "%s is told.", msg->name); break;
    case CMD_RESUME: put_resume(page, msg); break;
    case CMD_MINE: lists_put_mine(page, msg); break;
    case CMD_GAME: lists_put_game(page, msg, style); break;
    case CMD_GAMES: lists_put_games(page, msg); break;
    case CMD_RECORD: put_record(page, msg->record); break;
    case CMD_RATING:
        page_printf(page, "%s:", msg->name);
        tables_put(page, msg->table);
        break;
    case CMD_DICESTATS: put_dicestats(page, msg); break;
    case CMD_LEAVE: page_printf(page, "You have left %s.", msg->room); break;
    default: tables_put(page, msg->table); break; /* the table says it all */
    }
}
