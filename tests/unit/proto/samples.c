#include "tests/unit/proto/samples.h"

const struct note sample_notes[] = {
    {.kind = NOTE_JOINED, .side = SIDE_BLACK, .name = "bob"},
    {.kind = NOTE_GONE, .side = SIDE_WHITE, .name = "Þórafgh1234567-x"},
    {.kind = NOTE_NEW_GAME},
    {.kind = NOTE_READY, .side = SIDE_BLACK, .sealed = true},
    {.kind = NOTE_READY, .side = SIDE_WHITE, .sealed = false},
    {.kind = NOTE_OPENED, .side = SIDE_BLACK},
    {.kind = NOTE_START_THROW, .k = 0, .n_faces = 3, .faces = {{1, 0, 1}, {0, 0, 1}}},
    {.kind = NOTE_BEGINS, .side = SIDE_WHITE},
    {.kind = NOTE_THROW,
     .side = SIDE_BLACK,
     .k = UINT32_MAX,
     .n_faces = 3,
     .faces = {{0}, {1, 1, 0}}},
    {.kind = NOTE_MOVE, .side = SIDE_WHITE, .text = "in-2"},
    {.kind = NOTE_MOVE, .side = SIDE_BLACK, .text = "in-3", .left_ms = CLOCK_MOST_MS},
    {.kind = NOTE_RULE,
     .side = SIDE_WHITE,
     .happening = {HAPPENED_CAPTURE, SIDE_WHITE, 1, "w14"}},
    {.kind = NOTE_RULE,
     .side = SIDE_BLACK,
     .happening = {HAPPENED_PASS, SIDE_BLACK, 0, ""}},
    {.kind = NOTE_TAKEBACK, .side = SIDE_WHITE},
    {.kind = NOTE_RESIGN, .side = SIDE_BLACK},
    {.kind = NOTE_ABORT, .side = SIDE_WHITE},
    {.kind = NOTE_OFFERS_DRAW, .side = SIDE_BLACK},
    {.kind = NOTE_DRAW, .side = SIDE_WHITE},
    {.kind = NOTE_OFFERS_ADJOURN, .side = SIDE_BLACK},
    {.kind = NOTE_AWAY, .side = SIDE_BLACK},
    {.kind = NOTE_OVERDUE, .side = SIDE_BLACK},
    {.kind = NOTE_BACK, .side = SIDE_BLACK},
    {.kind = NOTE_ADJOURNED, .side = SIDE_WHITE},
    {.kind = NOTE_RESUMES, .side = SIDE_BLACK},
    {.kind = NOTE_ABSENT, .side = SIDE_WHITE},
    {.kind = NOTE_FLAG, .side = SIDE_BLACK},
    {.kind = NOTE_IDLE, .side = SIDE_WHITE},
    {.kind = NOTE_LATE, .side = SIDE_WHITE},
    {.kind = NOTE_UNSEATED, .side = SIDE_BLACK},
    {.kind = NOTE_ABANDONED},
    {.kind = NOTE_UNRESUMED, .side = SIDE_WHITE},
    {.kind = NOTE_LAPSED},
    {.kind = NOTE_ADJUDICATED, .side = SIDE_BLACK},
    {.kind = NOTE_UNOPENED, .side = SIDE_BLACK},
    {.kind = NOTE_ENDLESS},
    {.kind = NOTE_OVER},
};

/* States; sample_fill sets their positions. */
const struct state sample_waiting = {
    .game_id = "g42",
    .game = &game_royal_ur,
    .stage = STAGE_WAITING,
    .seat = {{.name = "", .seal = ""}, {.name = "", .seal = ""}},
    .commitment = HEX_A,
    .secret = "",
    .running = SIDE_COUNT,
    .match = {.legs = 1, .leg = 1},
};

static const struct state sample_opening = {
    .game_id = "0123456789abcdef0123456789abcdef",
    .game = &game_royal_ur,
    .stage = STAGE_OPENING,
    .seat = {{.name = "ann", .ready = true, .seal = "", .nonce = ""},
             {.name = "Bob_1",
              .is_house = true,
              .ready = true,
              .seal = HEX_B,
              .nonce = NULL}},
    .commitment = HEX_A,
    .secret = "",
    .open_ms = 9500,
    .notes = sample_notes,
    .n_notes = N_SAMPLE_NOTES,
    .running = SIDE_COUNT,
    .match = {.legs = 2, .leg = 2, .halves = {2, 0}, .captured = {3, 400}},
};

static const struct state sample_playing = {
    .game_id = "g45",
    .game = &game_royal_ur,
    .stage = STAGE_PLAYING,
    .seat = {{.name = "ann",
              .ready = true,
              .seal = "",
              .nonce = "heads",
              .offer = SEAT_OFFER_DRAW},
             {.name = "bob",
              .ready = true,
              .away = true,
              .grace_ms = 120000,
              .seal = "",
              .nonce = "tails",
              .offer = SEAT_OFFER_ADJOURN}},
    .commitment = HEX_A,
    .secret = "",
    .time = {5, 10},
    .left_ms = {290000, CLOCK_MOST_MS},
    .running = SIDE_WHITE,
    .rated = true,
    .is_private = true,
    .match = {.legs = 1, .leg = 1},
};

static const struct state sample_adjourned = {
    .game_id = "g46",
    .game = &game_royal_ur,
    .stage = STAGE_ADJOURNED,
    .seat = {{.name = "ann", .seal = "", .nonce = "heads"},
             {.name = "bob", .away = true, .seal = "", .nonce = "tails"}},
    .commitment = HEX_A,
    .secret = "",
    .time = {0, 180},
    .left_ms = {1, 0},
    .running = SIDE_COUNT,
    .match = {.legs = 1, .leg = 1},
};

const struct state sample_over = {
    .game_id = "g43",
    .game = &game_royal_ur,
    .stage = STAGE_OVER,
    .seat = {{.name = "ann", .ready = true, .seal = "", .nonce = "heads\"\\"},
             {.name = "bob", .ready = true, .seal = HEX_B, .nonce = "tails"}},
    .commitment = HEX_A,
    .secret = HEX_B,
    .n_faces = 3,
    .faces = {1, 0, 1},
    .result = {.over = true, .outcome = OUTCOME_BLACK, .reason = "resign"},
    .running = SIDE_COUNT,
    .match = {.legs = 2, .leg = 2, .halves = {1, 3}, .captured = {3, 4}},
    .match_over = true,
    .moves = "3-5 in-2",
};

static const struct state sample_called_off = {
    .game_id = "g44",
    .game = &game_royal_ur,
    .stage = STAGE_OVER,
    .seat = {{.name = "ann", .ready = true, .seal = "", .nonce = "heads"},
             {.name = "bob", .ready = true, .seal = HEX_B}},
    .commitment = HEX_A,
    .secret = HEX_B,
    .result = {.over = true, .called_off = true, .reason = "unopened"},
    .running = SIDE_COUNT,
    .match = {.legs = 1, .leg = 1},
    .moves = "",
};

static const struct limit_view sample_limits[] = {{"line_bytes", 4096},
                                                  {"open_ms", 10000}};

static const char *const sample_fronts[] = {"games.example:2532", "[::1]:2"};

static const struct hello sample_hello = {
    .protocol = 1,
    .server = "alead",
    .version = "0.1.0",
    .title = "caf\xc3\xa9 \"Ur\"",
    .welcome = "h\xc3\xb6"
               "fn\n\n  \\o/",
    .boot = "b1",
    .durability = "full",
    .time_ms = INT64_C(1795222923000),
    .draining = true,
    .tls = true,
    .you = "ann",
    .passwords = "warn",
    .account = true,
    .fronts = sample_fronts,
    .n_fronts = 2,
    .limits = sample_limits,
    .n_limits = 2,
};
static const struct hello sample_hello_to_nobody = {.protocol = 2,
                                                    .server = "x",
                                                    .version = "",
                                                    .title = "",
                                                    .welcome = "",
                                                    .boot = "",
                                                    .durability = "",
                                                    .passwords = "",
                                                    .you = ""};

static const struct room_row sample_rooms[] = {
    {"KOTO", "royal-ur", {5, 10}, STAGE_PLAYING, {"ann", "bob"}, 3, true, false, true},
    {"RIBA",
     "tablut:king=unarmed",
     {0, 0},
     STAGE_WAITING,
     {"", "cid"},
     0,
     false,
     true,
     false},
};
static const struct mine_row sample_mine[] = {
    {"KOTO", "royal-ur", STAGE_ADJOURNED, "black", "ann", true, true, INT64_MAX,
     1795222923},
    {"RIBA", "tablut:king=unarmed", STAGE_WAITING, "white", "", false, false, 1, 0},
};
static const struct game_row sample_games[] = {
    {.game_id = "g43",
     .game = "royal-ur",
     .name = {"ann", "bob"},
     .result = {.over = true, .outcome = OUTCOME_DRAW, .reason = "repetition"},
     .started_s = 1795222923,
     .ended_s = 1795223523,
     .rated = true,
     .rating = {1500, 1623},
     .position = ""},
    {.game_id = "g44",
     .game = "tablut:king=unarmed",
     .name = {"cid", "ann"},
     .result = {.over = true, .called_off = true, .reason = "abandoned"},
     .ended_s = 1795223523,
     .position = ""},
};
static const struct game_row sample_game = {
    .game_id = "g42",
    .game = "royal-ur",
    .name = {"ann", "bob"},
    .result = {.over = true, .outcome = OUTCOME_WHITE, .reason = "flag"},
    .started_s = 1795222923,
    .ended_s = 1795223523,
    .position = "6,7 w2=w 0,0 b 1",
    .time = {180, 180},
    .n_moves = 17};
static const struct game_row sample_short_game = {
    .game_id = "g42",
    .game = "tablut",
    .name = {"ann", "bob"},
    .result = {.over = true, .outcome = OUTCOME_BLACK, .reason = "absent"},
    .ended_s = 1795223523,
    .position = ""};

static const struct rule sample_rule = {"royal-ur.rosette", "A piece stops there.",
                                        "Jeu Royal de Ur"};

#define REPLY(command) .kind = MESSAGE_REPLY, .cmd = (command)
#define ERROR(code)    .kind = MESSAGE_ERROR, .error = (code)

const struct message_sample samples[] = {
    {"reply help", {REPLY(CMD_HELP), .text = "one line\n  \"two\"\n\nfour\n"}},
    {"reply hello", {REPLY(CMD_HELLO), .id = "7", .hello = &sample_hello}},
    {"reply hello to nobody", {REPLY(CMD_HELLO), .hello = &sample_hello_to_nobody}},
    {"reply mode", {REPLY(CMD_MODE)}},
    {"reply name", {REPLY(CMD_NAME), .name = "ann", .token = TOKEN}},
    {"reply name, no token", {REPLY(CMD_NAME), .name = "ann"}},
    {"reply resume",
     {REPLY(CMD_RESUME), .name = "ann", .mine = sample_mine, .n_rows = 2}},
    {"reply register", {REPLY(CMD_REGISTER), .name = "ann"}},
    {"reply login",
     {REPLY(CMD_LOGIN), .name = "ann", .token = TOKEN, .mine = sample_mine, .n_rows = 2}},
    {"reply forget-me", {REPLY(CMD_FORGET_ME)}},
    {"reply password", {REPLY(CMD_PASSWORD), .token = TOKEN}},
    {"reply login, no rooms",
     {REPLY(CMD_LOGIN), .name = "ann", .token = TOKEN, .mine = sample_mine, .n_rows = 0}},
    {"reply resume, no rooms",
     {REPLY(CMD_RESUME), .name = "ann", .mine = sample_mine, .n_rows = 0}},
    {"reply resume, a game", {REPLY(CMD_RESUME), .room = "KOTO", .seq = 9}},
    {"reply mine", {REPLY(CMD_MINE), .mine = sample_mine, .n_rows = 2}},
    {"reply mine, none", {REPLY(CMD_MINE), .mine = sample_mine, .n_rows = 0}},
    {"reply rooms", {REPLY(CMD_ROOMS), .rooms = sample_rooms, .n_rows = 2}},
    {"reply rooms, none", {REPLY(CMD_ROOMS), .rooms = sample_rooms, .n_rows = 0}},
    {"reply create", {REPLY(CMD_CREATE), .room = "KOTO", .side = "white", .seq = 1}},
    {"reply join", {REPLY(CMD_JOIN), .room = "KOTOLA", .side = "black", .seq = 2}},
    {"reply accept", {REPLY(CMD_ACCEPT), .room = "KOTO", .side = "white", .seq = 2}},
    {"reply decline", {REPLY(CMD_DECLINE)}},
    {"reply ready", {REPLY(CMD_READY), .room = "KOTO", .seq = 3}},
    {"reply open", {REPLY(CMD_OPEN), .room = "KOTO", .seq = 4}},
    {"reply move", {REPLY(CMD_MOVE), .id = "\"\xc3\xa9", .room = "KOTO", .seq = 5}},
    {"reply moves", {REPLY(CMD_MOVES), .room = "KOTO", .seq = 5, .moves = "3-5 in-2"}},
    {"reply moves, none", {REPLY(CMD_MOVES), .room = "KOTO", .seq = 5, .moves = ""}},
    {"reply why, legal", {REPLY(CMD_WHY), .room = "KOTO", .seq = 5, .move = "in-2"}},
    {"reply why, illegal",
     {REPLY(CMD_WHY), .room = "KOTO", .seq = 5, .move = "3-9", .rule = &sample_rule}},
    {"reply board", {REPLY(CMD_BOARD), .room = "KOTO", .seq = 6, .state = &sample_over}},
    {"reply say", {REPLY(CMD_SAY), .room = "KOTO", .seq = INT64_MAX}},
    {"reply draw", {REPLY(CMD_DRAW), .room = "KOTO", .seq = 7}},
    {"reply abort", {REPLY(CMD_ABORT), .room = "KOTO", .seq = 7}},
    {"reply resign", {REPLY(CMD_RESIGN), .room = "KOTO", .seq = 7}},
    {"reply claim", {REPLY(CMD_CLAIM), .room = "KOTO", .seq = 7}},
    {"reply adjourn", {REPLY(CMD_ADJOURN), .room = "KOTO", .seq = 7}},
    {"reply adjudicate", {REPLY(CMD_ADJUDICATE), .room = "KOTO", .seq = 9}},
    {"reply takeback", {REPLY(CMD_TAKEBACK), .room = "KOTO", .seq = 8}},
    {"reply unseat", {REPLY(CMD_UNSEAT), .room = "KOTO", .seq = 8}},
    {"reply rematch", {REPLY(CMD_REMATCH), .room = "KOTO", .seq = 8}},
    {"reply record",
     {REPLY(CMD_RECORD), .room = "KOTO", .record = "{\"a\":[1,{\"b\":\"\\\"c\"}]}"}},
    {"reply record, of any game", {REPLY(CMD_RECORD), .record = "{\"a\":[]}"}},
    {"reply games", {REPLY(CMD_GAMES), .games = sample_games, .n_rows = 2}},
    {"reply games, none", {REPLY(CMD_GAMES), .games = sample_games, .n_rows = 0}},
    {"reply game", {REPLY(CMD_GAME), .games = &sample_game, .n_rows = 1}},
    {"reply game, nothing played",
     {REPLY(CMD_GAME), .games = &sample_short_game, .n_rows = 1}},
    {"reply watch", {REPLY(CMD_WATCH), .room = "KOTO", .seq = 7}},
    {"reply unwatch", {REPLY(CMD_UNWATCH), .room = "KOTO"}},
    {"reply tell", {REPLY(CMD_TELL), .name = "cid"}},
    {"reply shout", {REPLY(CMD_SHOUT)}},
    {"reply leave", {REPLY(CMD_LEAVE), .room = "KOTO"}},
    {"reply ping", {REPLY(CMD_PING)}},
    {"reply quit", {REPLY(CMD_QUIT), .id = "last"}},
    {"reply shutdown", {REPLY(CMD_SHUTDOWN)}},
    {"error", {ERROR(ERR_NO_NAME), .text = "first say who you are"}},
    {"error with an id", {ERROR(ERR_BAD_JSON), .id = "7", .text = "no"}},
    {"error with a number for an id",
     {ERROR(ERR_BAD_JSON),
      .id = "\001"
            "7",
      .text = "no"}},
    {"reply with a number for an id", {REPLY(CMD_PING), .id = "\001-2.5"}},
    {"error in a room", {ERROR(ERR_STALE), .text = "too late", .room = "KOTO"}},
    {"error too_fast", {ERROR(ERR_TOO_FAST), .text = "wait", .retry_after_ms = 250}},
    {"error not_absent",
     {ERROR(ERR_NOT_ABSENT), .text = "not yet", .room = "KOTO", .retry_after_ms = 90000}},
    {"error illegal_move",
     {ERROR(ERR_ILLEGAL_MOVE), .text = "no", .room = "KOTO", .moves = "3-5 in-2",
      .rule = &sample_rule}},
    {"event state, waiting",
     {EVENT(EVENT_STATE), .room = "KOTO", .seq = 1, .state = &sample_waiting}},
    {"event state, opening",
     {EVENT(EVENT_STATE), .room = "KOTO", .seq = 2, .state = &sample_opening}},
    {"event state, playing",
     {EVENT(EVENT_STATE), .room = "KOTO", .seq = 3, .state = &sample_playing}},
    {"event state, snapshot",
     {EVENT(EVENT_STATE), .room = "KOTO", .seq = 17, .snapshot = true,
      .state = &sample_adjourned}},
    {"event state, over",
     {EVENT(EVENT_STATE), .room = "KOTO", .seq = 3, .state = &sample_over}},
    {"event state, called off",
     {EVENT(EVENT_STATE), .room = "KOTO", .seq = 4, .state = &sample_called_off}},
    {"event say",
     {EVENT(EVENT_SAY), .room = "KOTO", .seq = 5, .name = "ann",
      .text = "\t\xe2\x82\xac"}},
    {"event say, a watcher",
     {EVENT(EVENT_SAY), .room = "KOTO", .name = "cid", .text = "hm", .is_watcher = true}},
    {"event say, gagged",
     {EVENT(EVENT_SAY), .room = "KOTO", .seq = 9, .name = "cid", .is_gagged = true}},
    {"event tell", {EVENT(EVENT_TELL), .name = "cid", .text = "psst"}},
    {"event shout", {EVENT(EVENT_SHOUT), .name = "cid", .text = "hey"}},
    {"event closed", {EVENT(EVENT_CLOSED), .room = "KOTO"}},
    {"event notice", {EVENT(EVENT_NOTICE), .text = "down at noon"}},
    {"event bye", {EVENT(EVENT_BYE), .error = ERR_OK, .text = "Goodbye."}},
    {"event bye, elsewhere",
     {EVENT(EVENT_BYE), .error = ERR_TAKEN_OVER, .text = "elsewhere"}},
    {"event bye, why",
     {EVENT(EVENT_BYE), .error = ERR_LOGIN_TIMEOUT, .text = "too long"}},
    {NULL, {0}},
};

static const char *sample_text(const char *text) {
    return text != NULL ? text : "";
}

struct message sample_fill(const struct message_sample *sample, struct state *state) {
    struct message msg = sample->msg;
    msg.id = sample_text(msg.id);
    msg.text = sample_text(msg.text);
    msg.room = sample_text(msg.room);
    msg.name = sample_text(msg.name);
    msg.side = sample_text(msg.side);
    msg.move = sample_text(msg.move);
    msg.token = sample_text(msg.token);
    if (msg.state != NULL) {
        const struct options usual = {{0}};
        *state = *msg.state;
        game_start(state->game, &usual, SIDE_WHITE, &state->pos);
        msg.state = state;
    }
    return msg;
}
