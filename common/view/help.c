/* Help, for people who have never seen a game server. */
#include <stdint.h>
#include <string.h>

#include "view/board.h"
#include "view/page.h"
#include "view/render.h"

static const char *const introduction =
    "alea: old board games for two, against people and bots.\n"
    "All you can type; help and one of these words tells you more:\n";

static const char *const conclusion =
    "Also: help commands (a line on each), help dice (how to check), help clock.\n"
    "You can shorten commands (b: board).  ? is help, m move, exit and bye quit.\n"
    "If you play in several rooms, say which one: @ROOM move 1.\n"
    "Your first game:\n"
    "  name ann         say who you are\n"
    "  play royal-ur    with whoever is free, or with a bot; the games are above\n"
    "  ready            when both seats are taken; then the game begins\n"
    "  1                when it is your turn: the first move of the list you see\n";

#define GROUP_MAX 14
/* Longest list of a group's words. */
#define WORDS_BYTES 200
/* Column of the words in `help` without a topic: after the titles of all groups but the
 * operators'. */
#define WORDS_COLUMN 23
/* `help` without a topic omits this group, as few people may use it; `help operator`
 * shows it. */
#define OPERATORS "For operators of the server, to be typed in full"

/* In the order that newcomers need them. */
static const struct {
    const char *title;
    enum command_kind commands[GROUP_MAX];
    unsigned n_commands;
} groups[] = {
    {"Who you are",
     {CMD_NAME, CMD_REGISTER, CMD_LOGIN, CMD_PASSWORD, CMD_FORGET_ME, CMD_WHO, CMD_WHOIS,
      CMD_RESUME},
     8},
    {N_("Rooms"), {CMD_ROOMS, CMD_CREATE, CMD_JOIN, CMD_UNSEAT, CMD_LEAVE, CMD_MINE}, 6},
    {"Finding an opponent",
     {CMD_PLAY, CMD_SEEK, CMD_SEEKS, CMD_UNSEEK, CMD_CHALLENGE, CMD_CHALLENGES,
      CMD_ACCEPT, CMD_DECLINE, CMD_PROFILE},
     9},
    {"Watching, talking",
     {CMD_WATCH, CMD_UNWATCH, CMD_SAY, CMD_TELL, CMD_SHOUT, CMD_GAG},
     6},
    {N_("Playing"),
     {CMD_READY, CMD_MOVE, CMD_MOVES, CMD_AUTO, CMD_WHY, CMD_BOARD, CMD_TAKEBACK,
      CMD_RESIGN, CMD_DRAW, CMD_ADJOURN, CMD_ABORT, CMD_CLAIM, CMD_REMATCH, CMD_OPEN},
     14},
    {"After the game",
     {CMD_GAMES, CMD_GAME, CMD_RECORD, CMD_DICESTATS, CMD_RATING, CMD_TOP},
     6},
    {"This connection", {CMD_HELP, CMD_LANG, CMD_MODE, CMD_HELLO, CMD_PING, CMD_QUIT}, 6},
    {OPERATORS,
     {CMD_STATS, CMD_CLIENTS, CMD_KICK, CMD_BAN, CMD_UNBAN, CMD_BANS, CMD_ADJUDICATE,
      CMD_RESET_PASSWORD, CMD_ANNOUNCE, CMD_LOGLEVEL, CMD_DRAIN, CMD_SHUTDOWN},
     12},
};

/* What `help COMMAND` adds to the line in the table of commands. */
static const char *const details[COMMAND_COUNT] = {
    [CMD_HELP] = "help alone lists what you can type, help commands has a line on each.\n"
                 "help COMMAND, help GAME and help dice tell you more.",
    [CMD_HELLO] =
        "Programs send it first, as {\"cmd\":\"hello\"}: this also switches the\n"
        "connection to JSON.",
    [CMD_MODE] = "mode text unicode draws nicer boards, mode text colour colours them,\n"
                 "mode text plain goes back to plain characters.  mode json is for\n"
                 "programs: one JSON object a line, in both directions.",
    [CMD_LANG] =
        "For what you read in text mode; programs read English.  It is kept as long as\n"
        "your name is, for good with an account.  lang alone shows what there is.",
    [CMD_NAME] =
        "A name is a Latin letter, then 1 to 15 letters, digits, _ or -.  You need no\n"
        "password: the name is yours while you are connected or sit in a room, and for\n"
        "good if you register it.  You get a token, with which you can come back: help\n"
        "resume.  Example: name ann",
    [CMD_REGISTER] =
        "Your name is then yours for good: nobody else can use it, and you can log in\n"
        "with it from anywhere.  The password has 8 to 128 bytes and may have spaces.\n"
        "The server keeps only a hash of it.  If you forget it, an operator can give\n"
        "you a one-time password.  Example: register seven blue herons",
    [CMD_PASSWORD] =
        "OLD is your present password, or the one-time password from an operator,\n"
        "without spaces in text mode.  You get a new token, and the old one no longer\n"
        "works.",
    [CMD_FORGET_ME] =
        "This deletes your account, ratings and statistics.  The games you played stay,\n"
        "because they are your opponents' too, but show a name like gone-17 instead of\n"
        "yours, and what you said there is gone.  You must not be in a game.  Type the\n"
        "whole word: it cannot be undone.",
    [CMD_WHOIS] =
        "Shows anybody who is here, sits in a room, has registered, or has finished a\n"
        "game.  away: their seat waits for them.  called off: how many games they have\n"
        "called off; seals not opened: how many games were called off because they did\n"
        "not open their seal.  Example: whois ann",
    [CMD_LOGIN] =
        "For registered names.  If you sit in rooms, you are back there; if you are\n"
        "connected somewhere else, that connection ends.  Example:\n"
        "login ann seven blue herons",
    [CMD_WHO] =
        "Everybody who has a name, their rooms, and how long they have been silent.\n"
        "free for: the games for which seeks and challenges reach them now; bot: they\n"
        "are programs; registered: they have an account.",
    [CMD_ROOMS] =
        "A room has two seats, white's and black's.  If one is free, you can sit\n"
        "down: type join and the code of the room.",
    [CMD_RESUME] =
        "When your line drops, your seat is kept and your opponent is told that you\n"
        "are away.  Connect again and type resume and the TOKEN that you got with\n"
        "your name: you are back in all your rooms.  ROOM and LAST are for programs:\n"
        "send again what came after event LAST of that room.\n"
        "\n"
        "You have some time for that, the grace time; dropping again in the same game\n"
        "leaves you less of it.  When it is over, your opponent may type claim and\n"
        "win, or adjourn: then the game waits until both of you have typed resume,\n"
        "without a TOKEN.  If no game is running, your seat becomes free.",
    [CMD_MINE] =
        "Each room where you sit, what it is waiting for, and whether your opponent\n"
        "is away.",
    [CMD_CREATE] =
        "The room gets a code, which the other player needs: join CODE.\n"
        "Examples: create royal-ur, create royal-ur black, and with clocks\n"
        "(help clock) create royal-ur 5+10.  Options follow the game: create tablut\n"
        "king=weak escape=edge is a balanced game (help GAME lists them).  With\n"
        "word=WORD the room is private: players must type join CODE word=WORD.\n"
        "rated=yes: the game counts for the ratings of both players, who must be\n"
        "registered.",
    [CMD_JOIN] =
        "rooms shows the codes.  When both seats are taken, both players type ready,\n"
        "and the game begins.  For a private room you need its word.\n"
        "Examples: join BAKO, join BAKO word=sesame",
    [CMD_WATCH] =
        "Shows you the room as it is, and then everything that happens there.  You\n"
        "take no seat; board, why, record and say work as for the players.\n"
        "Example: watch BAKO",
    [CMD_UNWATCH] = "Without ROOM: the only one that you are watching.",
    [CMD_PLAY] =
        "You get the seat of somebody who waits for anybody, or who seeks the same\n"
        "game.  Otherwise you seek it, and everybody who is free is told; if nobody\n"
        "accepts within a few seconds, a bot of the host plays with you, if there is\n"
        "one.  level=5 asks the house at once, for level 5 of 1 to 8.  Private rooms "
        "are\n"
        "left alone.  Examples: play royal-ur, play morris 5+10, play ur level=2, play\n"
        "tablut king=weak escape=edge level=2",
    [CMD_SEEK] =
        "If somebody seeks the same game on the same terms, you sit down together at\n"
        "once.  Otherwise everybody who is free is told, and you play with the first\n"
        "who accepts or seeks the same.  Examples: seek royal-ur, seek tablut 5+10\n"
        "white",
    [CMD_SEEKS] = "To play one, type accept and its number.",
    [CMD_UNSEEK] =
        "OFFER is a number; without it: all your seeks.  Seeks also end when you\n"
        "begin to play, or leave.",
    [CMD_CHALLENGE] =
        "NAME is asked, and types accept or decline.  who shows who is free.\n"
        "A house bot may have levels, 1 to 8.\n"
        "Examples: challenge bob royal-ur 5+10, challenge House ur level=7",
    [CMD_CHALLENGES] = "Those that wait for an answer, from you or from others.",
    [CMD_ACCEPT] =
        "You both get seats in a new room: type ready.  Without OFFER: the only\n"
        "challenge to you, or else the only seek.  Examples: accept, accept 7",
    [CMD_DECLINE] =
        "The challenger is told, with the REASON if you give one.  Without OFFER: the\n"
        "only challenge to you.  Examples: decline, decline 7, decline reason=later",
    [CMD_PROFILE] =
        "Alone it shows your settings.  You can set these, in any order:\n"
        "  games=all      or none, or some: games=royal-ur+tablut\n"
        "  rated=any      or yes, no: only such games\n"
        "  time=any       or clock, none: only games with clocks, or without\n"
        "  bots=yes       or no: offers from bots\n"
        "  max=1          offers reach you while you play fewer games than this\n"
        "  bot=no         or yes: you are a bot, and others can see it\n"
        "Other offers do not reach you, and other challenges are refused.",
    [CMD_READY] =
        "The game begins when both players are ready.  Any word of your own, as in\n"
        "ready banana, goes into the dice, so that nobody can steer them: help dice.\n"
        "ready sha256:HEX seals a word that you open later.",
    [CMD_OPEN] =
        "Only if you typed ready sha256:HEX: when both players are ready, open WORD\n"
        "shows the word that you sealed.  If you do not, the game is called off.",
    [CMD_MOVE] =
        "When it is your turn you see the legal moves with their numbers.  1 plays the\n"
        "first one, 3-5 or 3 5 the one that is written so; you do not need the word\n"
        "move.  SEQ is for programs: refuse the move if the game has gone on since\n"
        "that event; after a number write it as seq=17.",
    [CMD_MOVES] =
        "Only the side to move has moves.  help GAME explains how they are written.\n"
        "moves d1 lists those of the piece on d1, moves in those that enter a piece.\n"
        "moves off leaves them out of what you are shown, moves on puts them back.",
    [CMD_AUTO] =
        "After auto on, the server plays your move at once whenever only one is legal,\n"
        "in all your games; your clock does not run for it.  After 32 such moves in a\n"
        "row, you play the next one.  It is off at first, and kept as long as your\n"
        "name is, for good with an account.  auto alone shows whether it is on.",
    [CMD_WHY] =
        "This plays nothing.  The answer names the rule, and where it comes from.\n"
        "Example: why 3-5",
    [CMD_BOARD] =
        "Shows the position again, and who has to do what.  board words tells you the\n"
        "position in words from now on, for screen readers; board off leaves it out\n"
        "until you type board; board on draws it again.  Words tell a board with more\n"
        "than 36 pieces when the game begins and when you type board.  A drawn board\n"
        "marks a move: [ ] around the piece that moved, ( ) around the square it\n"
        "left, x where a piece was taken; in the games of Ur < and a dot.",
    [CMD_SAY] =
        "Everybody in the room sees it.  If you only watch: the other spectators see\n"
        "it at once, the players after their game.  Example: say good luck!",
    [CMD_TELL] = "Nobody else sees it.  Example: tell ann do you want to play?",
    [CMD_SHOUT] = "Everybody who has a name sees it.  Example: shout who plays tablut?",
    [CMD_GAG] =
        "You no longer see what NAME says, tells and shouts.  They find out when they\n"
        "tell you something.  With an account (help register) it is remembered.\n"
        "Examples: gag bob, gag bob off",
    [CMD_RESIGN] = "Your opponent wins.  It cannot be undone, so type: resign sure",
    [CMD_TAKEBACK] =
        "Only against a bot of the host, in a game that is neither rated nor on clocks,\n"
        "100 times a game.  You are back before the last move that you chose from\n"
        "several, and may go on from there.  Every throw comes again as it was, so\n"
        "nobody gets other dice.  The record has the game without what was taken back.",
    [CMD_DRAW] =
        "Your opponent accepts by typing draw too, and declines by moving; until then\n"
        "you may offer it only once.  Type the whole word.",
    [CMD_ABORT] =
        "The game then counts for nothing, and rematch prepares another one.  In a\n"
        "game with dice you can do this until your own first throw or your opponent's\n"
        "first move, so never if you begin; in other games until both sides have\n"
        "moved.  Later there is resign, or draw.  whois counts the games that you call\n"
        "off.  Type the whole word: it cannot be undone.",
    [CMD_CLAIM] =
        "Only when your opponent's grace time is over (help resume), or, in a game\n"
        "without clocks, when your opponent has not moved for too long.  You can also\n"
        "wait, or adjourn.  Type the whole word: it cannot be undone.",
    [CMD_ADJOURN] =
        "Your opponent accepts by typing adjourn too, and declines by moving.  If\n"
        "your opponent's grace time is over (help resume), you need not ask.  The game\n"
        "and its clocks stay as they are.  It continues when both of you have typed\n"
        "resume, until a date that mine shows.  Then a player who has waited for it,\n"
        "with resume, for 10 minutes in all wins against one who has not; otherwise\n"
        "the game is called off.  Your seat is kept: you may quit.",
    [CMD_UNSEAT] =
        "Before a game, if your opponent is not ready, and you opened the room or have\n"
        "sat there longer.  You cannot send away a player who is ready, or in the\n"
        "middle of a match.  After gag NAME that player cannot sit down with you again.\n"
        "Type the whole word.",
    [CMD_REMATCH] = "The room waits again until both players are ready.",
    [CMD_RECORD] =
        "Save the line of JSON as a file: alea verify FILE then recomputes every\n"
        "throw from the secret and replays every move; alea replay FILE shows it.\n"
        "Without GAME_ID: the game in your room.",
    [CMD_GAMES] =
        "Each line begins with the id that game and record need.  The list has\n"
        "at most 200: before=, with the id of the last one, goes on with earlier\n"
        "games.  Examples: games, games ann, games ann before=GAME_ID",
    [CMD_GAME] =
        "Who played, when, how it ended, the last position.  games shows the ids.",
    [CMD_RATING] =
        "A number for each game in which you have played rated games; everybody begins\n"
        "at 1500.  The deviation says how sure it is: with 95 % your strength is within\n"
        "two of them.  It shrinks with every rated game, and grows while you do not\n"
        "play.  docs/ratings.md says how it is computed (Glicko-2).  Examples: rating,\n"
        "rating ann",
    [CMD_TOP] =
        "Only players with a deviation of at most 110 (so with enough recent games)\n"
        "who have played rated games against 3 different opponents.  rating shows how\n"
        "far you are.  Example: top royal-ur",
    [CMD_DICESTATS] =
        "How often each value came up, and how often fair dice are at least as uneven:\n"
        "0.50 means in half of all cases.  Of two-faced dice the sum counts.  With\n"
        "NAME also that player's luck.  docs/dice.md says what is computed.  Examples:\n"
        "dicestats, dicestats ann",
    [CMD_LEAVE] =
        "Your seat becomes free.  While your game is running you are asked first:\n"
        "leave sure resigns it, or calls it off if abort still could.  You need not\n"
        "leave an adjourned game: your seat is kept.  Between the\n"
        "legs of a match, leave sure ends the match.  In several rooms, say which:\n"
        "leave ROOM, leave ROOM sure.",
    [CMD_PING] = "It answers pong.",
    [CMD_STATS] = "docs/operating.md explains each.  Counters begin at the start.",
    [CMD_CLIENTS] =
        "Number, name, address (IPv6: its /64), since when, silent for how long,\n"
        "bytes waiting to be read, the last command.\n"
        "Examples: clients, clients ann, clients 192.168.1.7",
    [CMD_ANNOUNCE] = "Everybody who is connected sees it.\n"
                     "Example: announce at nine there is a tournament",
    [CMD_LOGLEVEL] =
        "It lasts until the server stops.  Without LEVEL it shows the level.",
    [CMD_KICK] =
        "WHO is a name, or a number from clients.  Their seats are kept, and they can\n"
        "come back; ban keeps them out.  Examples: kick bob, kick 17 not like this",
    [CMD_BAN] =
        "WHO is a name, or an address (IPv6: its /64); it disconnects those who are\n"
        "here.  MINUTES is a number, or always, the default.  You cannot ban yourself\n"
        "or the server's machine (127.0.0.1, ::1).  Examples: ban bob,\n"
        "ban 192.0.2.7 60, ban bob always you know why",
    [CMD_UNBAN] = "Example: unban bob",
    [CMD_ADJUDICATE] =
        "For players who cannot meet again, or quarrel.  You cannot decide your own\n"
        "games.  Examples: adjudicate vigi white, adjudicate vigi none",
    [CMD_BANS] = "Names and addresses, since when, until when (UTC), and why.",
    [CMD_RESET_PASSWORD] =
        "For players who have lost their password; make sure that it is really them.\n"
        "The server makes up a password that logs in once, within 24 hours; then they\n"
        "choose their own with password.  The old one stays good.  The player is told\n"
        "that you did this, at once or at their next login, and the log says it too.\n"
        "Not for accounts of operators.  Example: reset-password bob",
    [CMD_DRAIN] =
        "No new games begin; running ones can be finished, and are kept if they are\n"
        "not.  Everybody is told now, and 15, 5 and 1 minutes before the end.  Without\n"
        "MINUTES there is no end yet: shutdown.  drain off cancels it.  If the server\n"
        "is one of several nodes, another one takes over at once instead.\n"
        "Example: drain 30",
    [CMD_SHUTDOWN] =
        "Like the signal TERM: everybody is disconnected, games are kept.  While\n"
        "others are here, type shutdown sure.  It does not start again by itself.",
    [CMD_QUIT] =
        "You leave your rooms; seats in adjourned games are kept.  While a game or a\n"
        "match of yours is running you are asked first: quit sure resigns the game,\n"
        "or calls it off if abort still could.  To come back later, just hang up:\n"
        "help resume.",
};

static void put_command(struct page *page, enum command_kind kind) {
    char usage[128];
    struct text_out text = text_out_of(usage, sizeof usage);
    render_usage(page->lang, kind, &text);
    page_put_pair(page, usage, tr(page->lang, command_spec(kind)->help));
}

/* Puts all groups of commands, either for players or for operators. */
static void put_groups(struct page *page, bool of_operators) {
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if ((strcmp(groups[i].title, OPERATORS) == 0) != of_operators) {
            continue;
        }
        page_printf(page, "group\4%s%s:\n", i == 0 || of_operators ? "" : "\n",
                    tr(page->lang, groups[i].title));
        for (unsigned k = 0; k < groups[i].n_commands; k++) {
            put_command(page, groups[i].commands[k]);
        }
    }
}

/* Puts the words of a group as a paragraph. */
static void put_words(struct page *page, size_t group) {
    char words[WORDS_BYTES];
    struct text_out text = text_out_of(words, sizeof words);
    for (unsigned k = 0; k < groups[group].n_commands; k++) {
        text_put(&text, k > 0 ? " " : "");
        text_put(&text, command_spec(groups[group].commands[k])->word);
    }
    page_put_row(page, WORDS_COLUMN, tr(page->lang, groups[group].title), words);
}

static void put_games(struct page *page) {
    char words[WORDS_BYTES];
    struct text_out text = text_out_of(words, sizeof words);
    for (const struct game *const *game = games; *game != NULL; game++) {
        text_put(&text, game > games ? " " : "");
        text_put(&text, (*game)->id);
    }
    page_put_row(page, WORDS_COLUMN, tr(page->lang, "The games"), words);
}

/* Writes one screen; people would not read more at once. */
static void put_overview(struct page *page) {
    page_put(page, introduction);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (strcmp(groups[i].title, OPERATORS) != 0) {
            put_words(page, i);
        }
    }
    put_games(page);
    page_put(page, conclusion);
}

static bool put_command_help(struct page *page, const char *topic) {
    enum command_kind kind = command_find(topic, strlen(topic));
    kind = kind != COMMAND_COUNT ? kind : command_find_alias(topic, strlen(topic));
    if (kind == COMMAND_COUNT) {
        return false;
    }
    char aliases[64];
    struct text_out text = text_out_of(aliases, sizeof aliases);
    command_write_aliases(kind, &text);
    put_command(page, kind);
    page_put_paragraphs(page, details[kind]);
    if (aliases[0] != '\0') {
        char same[96];
        snprintf(same, sizeof same, "The same: %s.", aliases);
        page_put_told(page, same);
    }
    return true;
}

static void put_options(struct page *page, const struct option_kind *options) {
    page_put(page, "\n");
    page_put(page, "Options (the first value is the default):");
    for (; options->name != NULL; options++) {
        char values[OPTIONS_TEXT_BYTES];
        struct text_out out = text_out_of(values, sizeof values);
        text_put(&out, options->name);
        text_put_char(&out, '=');
        option_values_write(options, &out);
        page_put_pair(page, values, tr(page->lang, options->help));
    }
}

static void put_start(struct page *page, const struct game *game) {
    struct options opt = {{0}};
    struct position pos;
    struct page_text board;
    game_start(game, &opt, game_first(game, &opt), &pos);
    page_text_begin(&board);
    board_draw_position(board.out, game, &pos,
                        &(struct style){.lang = (uint8_t)page->lang});
    page_text_end(&board, page);
}

static bool put_game_help(struct page *page, const char *topic) {
    const struct game *game = game_find_typed(topic, strlen(topic));
    if (game == NULL) {
        return false;
    }
    page_printf(page, "%s (%s)\nGoal: %s.\n\n", tr(page->lang, game->title), game->id,
                tr(page->lang, game->goal));
    put_start(page, game);
    page_put(page, "\n");
    page_put_paragraphs(page, game->rules);
    if (strstr(game->rules, "(house") != NULL) {
        page_put(page,
                 "(house rule): the source does not say, or its figure is lost, so alea "
                 "decided.");
    }
    put_options(page, game->options);
    page_put(page, "\n");
    page_printf(page, "Play it: create %s", game->id);
    page_printf(page, "Source of the rules: %s", tr(page->lang, game->source));
    return true;
}

bool render_help(FILE *out, enum lang lang, const char *topic) {
    struct page page;
    page_init(&page, out, &(struct style){.lang = (uint8_t)lang}, ' ');
    page.columns = SIZE_MAX;
    if (topic[0] == '\0') {
        put_overview(&page);
        return true;
    }
    bool of_operators = strcmp(topic, "operator") == 0;
    if (of_operators || strcmp(topic, "commands") == 0) {
        put_groups(&page, of_operators);
        return true;
    }
    const char *text = help_about(topic);
    if (text != NULL) {
        page_put_paragraphs(&page, text);
        return true;
    }
    return put_command_help(&page, topic) || put_game_help(&page, topic);
}
