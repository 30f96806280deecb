/* Help for people who have never seen a game server. */
#include <stdint.h>
#include <string.h>

#include "view/board.h"
#include "view/page.h"
#include "view/render.h"

static const char *const introduction =
    "alea: old board games for two, against people and bots.\n"
    "All you can type; help and one of these words tells more:\n";

static const char *const conclusion =
    "Also: help commands (a line on each), help dice (how to check), help clock.\n"
    "A command may be shortened (b: board).  ? is help, m move, exit and bye quit.\n"
    "In several rooms say which one: @ROOM move 1.\n"
    "Your first game:\n"
    "  name ann         say who you are\n"
    "  play royal-ur    with whoever is free, or with a bot; the games are above\n"
    "  ready            when both seats are taken; then the game begins\n"
    "  1                when it is your turn: the first move of the list you see\n";

static const char *const help_dice =
    "The dice can be checked by every player.\n"
    "\n"
    "Before you type ready, the server shows the SHA-256 of a secret: from then on\n"
    "it cannot choose another one.  You and your opponent each add a word to ready\n"
    "(ready banana); any word will do, nobody else should be able to guess it.\n"
    "Every throw is computed from the secret and both words, so neither the server\n"
    "nor a player can steer it.  After the game the secret is told.  To check it:\n"
    "  record             shows the record of the game; save it as a file\n"
    "  alea verify FILE   recomputes every throw and replays every move\n"
    "What all dice have shown so far: dicestats.\n"
    "\n"
    "The operator could still help your opponent to choose a word after yours is\n"
    "known.  Against that, programs such as alea play seal theirs: they send\n"
    "ready sha256:HEX, the SHA-256 of their word, and open WORD when both players\n"
    "are ready.\n"
    "\n"
    "What this does not prevent: the operator knows the secret, and so could\n"
    "foresee throws, though not change them.\n";

static const char *const help_clock =
    "A game may have clocks: create royal-ur 5+10.  Each player then has 5\n"
    "minutes for the whole game, and gets 10 seconds more with every move; each is\n"
    "from 0 to 180, but not both 0.  Without that there are no clocks, but for rated\n"
    "games, which always have some.  Without clocks your opponent may claim the\n"
    "game when you have not moved for a long time, a day as a rule.\n"
    "\n"
    "Your clock runs from the moment you have to move; throws are the server's and\n"
    "cost nothing.  Who has no time left has lost.  The clocks are below the board,\n"
    "with > before the one that runs.\n"
    "\n"
    "If your line drops, your clock stands still for a tenth of the first number,\n"
    "at most 10 seconds, in one game altogether; then it runs again.  It does not\n"
    "run while the game is adjourned, or while the server is down.\n";

/* Topics that are neither a command nor a game. */
static const struct {
    const char *topic;
    const char *const *text;
} topics[] = {
    {"dice", &help_dice},
    {"clock", &help_clock},
    {"clocks", &help_clock},
    {"time", &help_clock},
};

#define GROUP_MAX 13
/* All words of a group, one space between. */
#define WORDS_BYTES 200
/* Where they begin in help alone: after the titles of the groups, but the operators'. */
#define WORDS_COLUMN 23
/* The group that help alone leaves out: few may use it, help operator shows it. */
#define OPERATORS "For operators of the server, to be typed in full"

/* In the order in which a newcomer needs them. */
static const struct {
    const char *title;
    enum command_kind commands[GROUP_MAX];
    unsigned n_commands;
} groups[] = {
    {"Who you are",
     {CMD_NAME, CMD_REGISTER, CMD_LOGIN, CMD_PASSWORD, CMD_FORGET_ME, CMD_WHO, CMD_WHOIS,
      CMD_RESUME},
     8},
    {"Rooms", {CMD_ROOMS, CMD_CREATE, CMD_JOIN, CMD_UNSEAT, CMD_LEAVE, CMD_MINE}, 6},
    {"Finding an opponent",
     {CMD_PLAY, CMD_SEEK, CMD_SEEKS, CMD_UNSEEK, CMD_CHALLENGE, CMD_CHALLENGES,
      CMD_ACCEPT, CMD_DECLINE, CMD_PROFILE},
     9},
    {"Watching, talking",
     {CMD_WATCH, CMD_UNWATCH, CMD_SAY, CMD_TELL, CMD_SHOUT, CMD_GAG},
     6},
    {"Playing",
     {CMD_READY, CMD_MOVE, CMD_MOVES, CMD_AUTO, CMD_WHY, CMD_BOARD, CMD_RESIGN, CMD_DRAW,
      CMD_ADJOURN, CMD_ABORT, CMD_CLAIM, CMD_REMATCH, CMD_OPEN},
     13},
    {"After the game",
     {CMD_GAMES, CMD_GAME, CMD_RECORD, CMD_DICESTATS, CMD_RATING, CMD_TOP},
     6},
    {"This connection", {CMD_HELP, CMD_MODE, CMD_HELLO, CMD_PING, CMD_QUIT}, 5},
    {OPERATORS,
     {CMD_STATS, CMD_CLIENTS, CMD_KICK, CMD_BAN, CMD_UNBAN, CMD_BANS, CMD_RESET_PASSWORD,
      CMD_ANNOUNCE, CMD_LOGLEVEL, CMD_DRAIN, CMD_SHUTDOWN},
     11},
};

/* What help COMMAND adds to the line in the table of commands. */
static const char *const details[COMMAND_COUNT] = {
    [CMD_HELP] = "help alone lists what you can type, help commands has a line on each.\n"
                 "help COMMAND, help GAME and help dice tell more.",
    [CMD_HELLO] =
        "Programs send it first, as {\"cmd\":\"hello\"}: this also switches the\n"
        "connection to JSON.",
    [CMD_MODE] = "mode text unicode draws nicer boards, mode text colour colours them,\n"
                 "mode text plain goes back to plain characters.  mode json is for\n"
                 "programs: one JSON object a line, in both directions.",
    [CMD_NAME] =
        "A name is a Latin letter, then 1 to 15 letters, digits, _ or -.  No password:\n"
        "it is yours while you are connected or sit in a room; for good if you\n"
        "register it.  You are given a token, with which you can come back: help\n"
        "resume.  Example: name ann",
    [CMD_REGISTER] =
        "The name that you have now is yours for good: nobody else can use it, and\n"
        "you get it with login, from anywhere.  The password has 8 to 128 bytes; it\n"
        "may have spaces.  The server keeps only a hash of it.  If you forget it\n"
        "an operator can give you a one-time password.  Example: register seven blue "
        "herons",
    [CMD_PASSWORD] =
        "OLD is the password until now, or the one-time password that an operator has\n"
        "given you, without spaces in text mode.  You get a new token, and the one of\n"
        "before is worth nothing.",
    [CMD_FORGET_ME] =
        "Your account, ratings and statistics are deleted.  The games that you have\n"
        "played stay, as they are your opponents' too, but a name like gone-17 stands\n"
        "for yours, and what you have said there is gone.  You must not be in a game.\n"
        "Type the whole word: it cannot be taken back.",
    [CMD_WHOIS] =
        "Of everybody who is here, sits somewhere, has registered, or has played a\n"
        "game to its end.  away: somebody is waited for.  called off: how many games\n"
        "the player has called off; seals not opened: how many were called off for\n"
        "that.  Example: whois ann",
    [CMD_LOGIN] =
        "For names that were registered.  If you sit in rooms you are back there, and\n"
        "if you are connected somewhere else that connection ends.  Example:\n"
        "login ann seven blue herons",
    [CMD_WHO] =
        "Everybody who has a name, the rooms they are in, how long they have been\n"
        "silent; free for: the games for which seeks and challenges reach them now;\n"
        "bot: they are programs; registered: they have an account.",
    [CMD_ROOMS] =
        "A room has two seats, white's and black's.  Where one is free you can\n"
        "sit down: join and the code of the room.",
    [CMD_RESUME] =
        "When your line drops, your seat is kept and your opponent is told that you\n"
        "are away.  Connect again and type resume and the TOKEN that you were given\n"
        "with your name: you are yourself again, in all your rooms.  ROOM and LAST,\n"
        "for programs: send again what came after event LAST of that room.\n"
        "\n"
        "You have some time for that, the grace time; dropping again in the same game\n"
        "leaves you less of it.  When it is over, your opponent\n"
        "may type claim, and wins, or adjourn: then the game is put off until both of\n"
        "you have typed resume, without a TOKEN.  If no game is running, your seat is\n"
        "free again.",
    [CMD_MINE] = "Each room where you sit, what it waits for, and whether your opponent\n"
                 "is away.",
    [CMD_CREATE] =
        "The room gets a code, which the other player needs: join CODE.\n"
        "Examples: create royal-ur, create royal-ur black, and with clocks\n"
        "(help clock) create royal-ur 5+10.  Options follow the game: create tablut\n"
        "king=unarmed (help GAME lists them).  With word=WORD only those can sit\n"
        "down who type join CODE word=WORD.  rated=yes: the game counts for the\n"
        "ratings of both, who must be registered.",
    [CMD_JOIN] = "rooms shows the codes.  When both seats are taken, both players type\n"
                 "ready, and the game begins.  A private room is entered with its word.\n"
                 "Examples: join BAKO, join BAKO word=sesame",
    [CMD_WATCH] =
        "You are shown the room as it is, and then everything that happens there.\n"
        "You take no seat; board, why, record and say work as for the players.\n"
        "Example: watch BAKO",
    [CMD_UNWATCH] = "Without ROOM: the only one that you watch.",
    [CMD_PLAY] =
        "You get the seat of somebody who waits for anybody, or of somebody who seeks\n"
        "the same.  Else you seek it, and everybody who is free is told; when nobody\n"
        "accepts in a few seconds a bot of the host plays with you, if it has one.\n"
        "Private rooms are left alone.  Examples: play royal-ur, play tablut 5+10",
    [CMD_SEEK] =
        "If somebody seeks the same game, on the same terms, you sit opposite him at\n"
        "once.  Else everybody who is free is told, and you sit down with the first\n"
        "who accepts or seeks the same.  Examples: seek royal-ur, seek tablut\n"
        "5+10 white",
    [CMD_SEEKS] = "accept and the number of a seek, and you play.",
    [CMD_UNSEEK] = "Without OFFER, which is a number: all that you seek.  They also end\n"
                   "when you play, or go.",
    [CMD_CHALLENGE] =
        "NAME is asked, and types accept or decline.  who shows who is free.\n"
        "Example: challenge bob royal-ur 5+10",
    [CMD_CHALLENGES] = "Those that wait for an answer, yours or his.",
    [CMD_ACCEPT] =
        "A room is made, in which both sit: type ready.  Without OFFER: the only\n"
        "challenge to you, or else the only seek.  Examples: accept, accept 7",
    [CMD_DECLINE] =
        "Who made the challenge is told, with the REASON if you say one.  Without\n"
        "OFFER: the only challenge to you.  Examples: decline, decline 7,\n"
        "decline reason=later",
    [CMD_PROFILE] =
        "Alone it shows what is set.  Each of these may be said, in any order:\n"
        "  games=all      or none, or some: games=royal-ur+tablut\n"
        "  rated=any      or yes, no: only these games\n"
        "  time=any       or clock, none: only games with clocks, or without\n"
        "  bots=yes       or no: offers of bots\n"
        "  max=1          offers reach you while you play fewer games than this\n"
        "  bot=no         or yes: you are a bot, and others can see it\n"
        "Offers of all others do not reach you, and challenges are refused.",
    [CMD_READY] = "The game begins when both players are ready.  Any word of your own,\n"
                  "ready banana, goes into the dice, so that nobody can steer them:\n"
                  "help dice.  ready sha256:HEX seals a word that you open later.",
    [CMD_OPEN] =
        "Only for those who typed ready sha256:HEX: when both players are ready,\n"
        "open WORD shows the word that was sealed.  If you do not, the game is\n"
        "called off.",
    [CMD_MOVE] =
        "When it is your turn you see the legal moves with their numbers.  1 plays the\n"
        "first one, 3-5 or 3 5 the one that is written so; the word move before it is\n"
        "not needed.  SEQ, for programs: refuse it if the game has gone on since that\n"
        "event; after a number alone write it as seq=17.",
    [CMD_MOVES] =
        "Only the side to move has any.  help GAME explains how they are written.\n"
        "moves d1 lists those of the piece on d1, moves in those that enter a piece.\n"
        "moves off leaves them out of what you are told, moves on puts them back.",
    [CMD_AUTO] =
        "After auto on the server plays each move of yours that is the only legal one\n"
        "at once, in all your games; your clock does not run for it.  At most 32 in a\n"
        "row, then you play the next one.  It is off until you say so, and is kept as\n"
        "long as your name; with an account for good.  auto alone says how it is.",
    [CMD_WHY] =
        "Nothing is played.  The answer names the rule, and where it comes from.\n"
        "Example: why 3-5",
    [CMD_BOARD] =
        "Shows again where the game stands, and who has to do what.  As a move is\n"
        "told, the board marks it: [ ] around the piece that has moved, ( ) around the\n"
        "square it has left, x where one was taken; in the games of Ur < and a dot.",
    [CMD_SAY] =
        "Everybody in the room sees it.  If you only watch: the others who watch see\n"
        "it at once, the players when their game is over.  Example: say good luck!",
    [CMD_TELL] = "Nobody else sees it.  Example: tell ann do you want to play?",
    [CMD_SHOUT] = "Everybody who has a name sees it: for what all want to know.\n"
                  "Example: shout who plays tablut?",
    [CMD_GAG] =
        "You see nothing any more of what NAME says, tells and shouts, and he is\n"
        "told so when he tells you something.  With an account (help register) it\n"
        "is remembered.  Examples: gag bob, gag bob off",
    [CMD_RESIGN] = "Your opponent wins.  It cannot be taken back, so type: resign sure",
    [CMD_DRAW] =
        "Your opponent accepts by typing draw, too, and declines by moving; you may\n"
        "offer it once until then.  Type the whole word.",
    [CMD_ABORT] =
        "The game then counts for nothing, and rematch prepares another one.  With\n"
        "dice you can do so until your own first throw or your opponent's first\n"
        "move, so never if you begin; without throws until both sides have moved.\n"
        "Later there is resign, or draw.  whois counts the games that you call off.\n"
        "Type the whole word: it cannot be taken back.",
    [CMD_CLAIM] =
        "Only when the grace time of your opponent is over (help resume), or when, in a\n"
        "game without clocks, your opponent has not moved for too long.  You may\n"
        "also wait, or adjourn.  Type the whole word: it cannot be taken back.",
    [CMD_ADJOURN] =
        "Your opponent accepts by typing adjourn, too, and declines by moving.  When\n"
        "the grace time of your opponent is over (help resume) nobody is asked.  The\n"
        "game stays as it is, its clocks too, for as long as you like; it goes on\n"
        "when both have typed resume.",
    [CMD_UNSEAT] =
        "Before a game, when your opponent is not ready, and you opened the room or\n"
        "have sat there longer.  A player who is ready cannot be sent away.  After\n"
        "gag NAME that player cannot sit down with you again.  Type the whole word.",
    [CMD_REMATCH] = "The room waits again until both players are ready.",
    [CMD_RECORD] =
        "Save the line of JSON as a file: alea verify FILE then recomputes every\n"
        "throw from the secret and replays every move; alea replay FILE shows it.\n"
        "Without GAME_ID: of the game in your room.",
    [CMD_GAMES] = "The first word of each line is its id, for game and record.\n"
                  "Examples: games, games ann",
    [CMD_GAME] = "Who played, when, how it ended, the last position.  games shows the\n"
                 "ids.",
    [CMD_RATING] =
        "A number for each game in which you have played rated games, against\n"
        "others with an account; 1500 is where everybody begins.  The deviation says\n"
        "how sure it is: with 95 % your strength is within two of them.  It shrinks\n"
        "with every rated game, and grows while you do not play.  docs/ratings.md\n"
        "says how it is computed (Glicko-2).  Examples: rating, rating ann",
    [CMD_TOP] =
        "Only players whose deviation is at most 110 (not too few games, nor too long\n"
        "ago) and who have played rated games against 3 different opponents.  rating\n"
        "shows how far you are.  Example: top royal-ur",
    [CMD_DICESTATS] =
        "How often each value came, and how often fair dice would be as uneven as\n"
        "that: 0.50 means in half of all cases.  Where two-faced dice are thrown\n"
        "the value is their sum.  With NAME also that player's luck.  docs/dice.md\n"
        "says what is computed.  Examples: dicestats, dicestats ann",
    [CMD_LEAVE] =
        "Your seat is free again.  While your game is running you are asked first:\n"
        "leave sure resigns it, or calls it off where abort would.",
    [CMD_PING] = "It answers pong.",
    [CMD_STATS] = "What each is: docs/operating.md.  Counters begin at the start.",
    [CMD_CLIENTS] =
        "Number, name, address (of IPv6 its /64), since when, silent for how\n"
        "long, bytes that wait to be read, the last command.\n"
        "Examples: clients, clients ann, clients 192.168.1.7",
    [CMD_ANNOUNCE] = "Everybody who is connected sees it.\n"
                     "Example: announce at nine there is a tournament",
    [CMD_LOGLEVEL] = "Until the server stops.  Without LEVEL it says what it is.",
    [CMD_KICK] =
        "WHO is a name, or a number of clients.  His seats are kept, and he can\n"
        "come back: ban keeps him out.  Examples: kick bob, kick 17 not like this",
    [CMD_BAN] =
        "WHO is a name, or an address (of IPv6 its /64); who is here is disconnected.\n"
        "MINUTES is a number, or always, as without it.  You cannot keep out\n"
        "yourself or the server's machine (127.0.0.1, ::1).  Examples: ban bob,\n"
        "ban 192.0.2.7 60, ban bob always he knows why",
    [CMD_UNBAN] = "Example: unban bob",
    [CMD_BANS] = "Names and addresses, since when, until when (UTC), why.",
    [CMD_RESET_PASSWORD] =
        "For somebody who has lost their password; make sure that it is them.  The\n"
        "server draws a password that logs in once, within 24 hours; then they choose\n"
        "one of their own with password.  The old one stays good.  The player is told\n"
        "that you have done this, at once or at their next login, and so is the log.\n"
        "Not for accounts of operators.  Example: reset-password bob",
    [CMD_DRAIN] =
        "No new games begin; those that run can be finished, and are kept if they are\n"
        "not.  Everybody is told now, and 15, 5 and 1 minutes before the end.  Without\n"
        "MINUTES there is no end yet: shutdown.  drain off takes it back.\n"
        "Example: drain 30",
    [CMD_SHUTDOWN] =
        "As the signal TERM: everybody is disconnected, games are kept.  While others\n"
        "are here it must be shutdown sure.  It does not start again by itself.",
    [CMD_QUIT] =
        "You leave your rooms; seats in adjourned games are kept.  While a game of\n"
        "yours is running you are asked first: quit sure resigns it, or calls it off\n"
        "where abort would.  To come back later, just hang up: help resume.",
};

static void put_command(struct page *page, enum command_kind kind) {
    char usage[64];
    struct text_out text;
    text_out_init(&text, usage, sizeof usage);
    command_usage(kind, &text);
    page_put_pair(page, usage, command_spec(kind)->help);
}

/* All groups of players' commands, or those of operators'. */
static void put_groups(struct page *page, bool of_operators) {
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if ((strcmp(groups[i].title, OPERATORS) == 0) != of_operators) {
            continue;
        }
        page_printf(page, "%s%s:\n", i == 0 || of_operators ? "" : "\n", groups[i].title);
        for (unsigned k = 0; k < groups[i].n_commands; k++) {
            put_command(page, groups[i].commands[k]);
        }
    }
}

/* The words of a group in one paragraph. */
static void put_words(struct page *page, size_t group) {
    char words[WORDS_BYTES];
    struct text_out text;
    text_out_init(&text, words, sizeof words);
    for (unsigned k = 0; k < groups[group].n_commands; k++) {
        text_put(&text, k > 0 ? " " : "");
        text_put(&text, command_spec(groups[group].commands[k])->word);
    }
    page_put_row(page, WORDS_COLUMN, groups[group].title, words);
}

static void put_games(struct page *page) {
    char words[WORDS_BYTES];
    struct text_out text;
    text_out_init(&text, words, sizeof words);
    for (const struct game *const *game = games; *game != NULL; game++) {
        text_put(&text, game > games ? " " : "");
        text_put(&text, (*game)->id);
    }
    page_put_row(page, WORDS_COLUMN, "The games", words);
}

/* One screen: nobody reads more at once. */
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
    enum command_kind kind = command_find(topic);
    kind = kind != COMMAND_COUNT ? kind : command_find_alias(topic, strlen(topic));
    if (kind == COMMAND_COUNT) {
        return false;
    }
    char aliases[64];
    struct text_out text;
    text_out_init(&text, aliases, sizeof aliases);
    command_write_aliases(kind, &text);
    put_command(page, kind);
    page_put_paragraphs(page, details[kind]);
    if (aliases[0] != '\0') {
        page_printf(page, "The same: %s.", aliases);
    }
    return true;
}

static void put_options(struct page *page, const struct option_kind *options) {
    page_put(page, "\nOptions, the first value is the usual one:\n");
    for (; options->name != NULL; options++) {
        char values[OPTIONS_TEXT_BYTES];
        snprintf(values, sizeof values, "%s=%s|%s", options->name, options->values[0],
                 options->values[1]);
        page_put_pair(page, values, options->help);
    }
}

static void put_start(struct page *page, const struct game *game) {
    struct options opt = {{0}};
    struct position pos;
    struct page_text board;
    game_start(game, &opt, game_first(game, &opt), &pos);
    page_text_begin(&board);
    board_draw_position(board.out, game, &pos, &(struct style){.unicode = false});
    page_text_end(&board, page);
}

static bool put_game_help(struct page *page, const char *topic) {
    const struct game *game = game_find(topic, strlen(topic));
    if (game == NULL) {
        return false;
    }
    page_printf(page, "%s (%s)\nGoal: %s.\n\n", game->title, game->id, game->goal);
    put_start(page, game);
    page_put(page, "\n");
    page_put_paragraphs(page, game->rules);
    if (strstr(game->rules, "(house") != NULL) {
        page_put(page,
                 "(house rule): the source is silent here, or its figure is lost, so "
                 "this is decided by alea.");
    }
    put_options(page, game->options);
    page_printf(page, "\nPlay it: create %s\nSource of the rules: %s\n", game->id,
                game->source);
    return true;
}

bool render_help(FILE *out, const char *topic) {
    struct page page;
    page_init(&page, out, &(struct style){0}, ' ');
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
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        if (strcmp(topics[i].topic, topic) == 0) {
            page_put_paragraphs(&page, *topics[i].text);
            return true;
        }
    }
    return put_command_help(&page, topic) || put_game_help(&page, topic);
}
