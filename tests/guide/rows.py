"""What docs/contributing.md says to add, for the game, the command and the limit of tests/guide/try.

Each row: the step of the guide; the file; a line of it; and the lines to put below that line, or with "=" instead of it.
The last member says what must fail without the row: a file that no longer compiles, or a test program.  None: nothing does.
"""

NEW_GAME = "unit/rules/test_new_game"

GAME = [
    ("1", "common/rules/games.c", "    &game_alea_evangelii, /* tafl, 19 by 19 */", ["    &game_toy,"], "common/rules/games.c"),
    ("1", "common/rules/game.h", "#define GAMES_N 15", ["=#define GAMES_N 16"], "common/rules/games.c"),
    ("1", "common/rules/game.h", "extern const struct game game_alea_evangelii;", ["extern const struct game game_toy;"], "common/rules/games.c"),
    ("1", "common/rules/position.h", "/* stelpur, morris: 24 places as bits, in the order of the position text (places.h). */",
     ["=struct toy {", "    uint8_t at[SIDE_COUNT];", "};", "",
      "/* stelpur, morris: 24 places as bits, in the order of the position text (places.h). */"], None),
    ("1", "common/rules/position.h", "        struct morris morris;", ["        struct toy toy;"], "common/rules/toy/toy.c"),
    ("2", "tests/unit/rules/test_why.c", '    {"alea-evangelii", "19", NULL, \'-\', false, "tafl.", "tafl.castle tafl.camp", 20},',
     ['    {"toy", "0 1 2 3 4 5 6", NULL, \'-\', false, "toy.", NULL, 50},'], None),
    ("3", "tests/reference/shell.py", "from tafl import AleaEvangelii, Ashton, Brandubh, Copenhagen, Fetlar, Tablut", ["from toy import Toy"], None),
    ("3", "tests/reference/shell.py", '         "alea-evangelii": AleaEvangelii}',
     ['=         "alea-evangelii": AleaEvangelii, "toy": Toy}'], NEW_GAME),
    ("3", "tests/reference/check.py",
     '            "ashton", "brandubh", "fetlar", "copenhagen", "alea-evangelii", "alea-evangelii:king=step")',
     ['=            "ashton", "brandubh", "fetlar", "copenhagen", "alea-evangelii", "alea-evangelii:king=step",',
      '            "toy")'], NEW_GAME),
    ("3", "tests/integration/test_reference.c", '    {"alea-evangelii:king=step", FEW},', ['    {"toy", STEPS},'], NEW_GAME),
    ("4", "common/engine/network/features.c", "    {&game_alea_evangelii, NULL},", ["    {&game_toy, &features_toy},"],
     "common/engine/network/features.c"),
    ("4", "common/engine/network/features.h", "    features_masters, features_aseb;",
     ["=    features_masters, features_aseb, features_toy;"],
     "common/engine/network/features.c"),
    ("4", "common/engine/levels.c", "    {&game_morris, {0.28, 0.18, 0.124, 0.079, 0.05, 0.03, 0.0166}},",
     ["    {&game_toy, {0.28, 0.18, 0.124, 0.079, 0.05, 0.03, 0.0166}},"], "common/engine/levels.c"),
    ("4", "common/engine/yardstick.c", "/* --- tafl: win with the king, else capture --- */",
     ["", "static int rank_toy(const struct trial *trial) {", "    return trial->move->to;", "}"], None),
    ("4", "common/engine/yardstick.c", "    {&game_alea_evangelii, rank_tafl},", ["    {&game_toy, rank_toy},"], "common/engine/yardstick.c"),
    ("4", "client-cli/analyse/judge.c", "    {&game_alea_evangelii, TAFL_QUALITY, 1},",
     ['    {&game_toy, "it scores 0.500 against plain play", 1},'], "client-cli/analyse/judge.c"),
    ("4", "docs/opponents.md", "| tablut | plain | 1.000 | 20 | `--nodes 50000 --seed 4000` |",
     ["| toy | plain | 0.500 | 2 | it is only a toy |"], NEW_GAME),
    ("5", "server/rating/rating.c", '        {"alea-evangelii", 12, {30, 20}},', ['        {"toy", 1, {5, 5}},'], "server/rating/rating.c"),
    ("5", "docs/ratings.md", "| alea-evangelii | 30+20 | 12 | 73 | 85 |", ["| toy | 5+5 | 1 | 1 | 1 |"], NEW_GAME),
    ("5", "protocol.md", "| `alea-evangelii` | `30+20` |", ["| `toy`            | `5+5`   |"], NEW_GAME),
    ("5", "tests/sim/acts_lobby.c", '                                        "finkel:pieces=3",',
     ['=                                        "toy",'], NEW_GAME),
    ("5", "docs/examples/verify.py", 'DICE = {"royal-ur": (3, 2), "finkel": (4, 2), "blitz": (4, 2), "masters": (3, 2), "aseb": (4, 2), "akalamdung": (3, 2), "ur": (3, 2), "stelpur": (2, 6), "morris": (3, 6)}',
     ['=DICE = {"toy": (3, 2), "royal-ur": (3, 2), "finkel": (4, 2), "blitz": (4, 2), "masters": (3, 2), "aseb": (4, 2), "akalamdung": (3, 2), "ur": (3, 2), "stelpur": (2, 6), "morris": (3, 6)}'], NEW_GAME),
    ("6", "README.md", "| Alea Evangelii | `alea-evangelii` | the great king's game, 19 by 19 |", ["| Five-Square Race | `toy` | only a toy |"],
     NEW_GAME),
    ("6", "protocol.md", "### royal-ur, finkel, blitz, masters, aseb, akalamdung, ur",
     ["=### toy", "", "The start is `0,0 w -`.", "", "```position", "toy",
      '"position":"1,3 w 2","phase":"move","turn":"white","roll":[2],"left":[],',
      '"board":{"squares":{"w1":"w","b3":"b"},"reserve":[0,0],"off":[0,0]}', "```", "", "### royal-ur, finkel, blitz, masters, aseb, akalamdung, ur"], "unit/proto/test_positions"),
    ("6", "client-cli/play/cmd_start.c", '    {&game_alea_evangelii, "the great king\'s game, 19 by 19"},', ['    {&game_toy, "only a toy"},'],
     "client-cli/play/cmd_start.c"),
    ("7", "client-web/js/board/draw.js", "const KINDS = {",
     ["=function track() {",
      "  const places = ['white', 'black'].flatMap((side, row) => [{ name: `${side}-in`, reserve: side }, ...'12345'].map((one, i) =>",
      "    ({ ...(one.name ? one : { name: side[0] + one }), x: 32 + i * 64, y: 32 + row * 64 })));",
      "  const under = places.map(({ x, y }) => `<rect x=\"${x - 30}\" y=\"${y - 30}\" width=\"60\" height=\"60\" class=\"tray\"/>`).join('');",
      "  return { width: 384, height: 128, squares: places, under, cell: 64, pile: () => [] };",
      "}", "", "const KINDS = {", "  toy: track,"], None),
    ("7", "server/web/picture.c", "    {&game_ur, shape_board, shape_square, {.shape = &ur_shape}, 24, ur},",
     ["    {&game_toy, shape_board, shape_square, {.shape = &ur_shape}, 24, ur},"], "server/web/picture.c"),
    ("7", "client-web/js/board/art.js", "const ART = {", ["  toy: 'ur',"], NEW_GAME),
    ("7", "client-web/js/board/position.js", "const TEXTS = {",
     ["  toy: ([at]) => ({ squares: Object.fromEntries(pair(at).flatMap((n, i) => (n > 0 && n < 6 ? [[`${'wb'[i]}${n}`, 'wb'[i]]] : []))), "
      "reserve: pair(at).map((n) => (n ? 0 : 1)), off: pair(at).map((n) => (n > 5 ? 1 : 0)) }),"], NEW_GAME),
    ("7", "client-web/js/moves.js", "export function tapsOf(game, side, move, board) {",
     ["  if (game === 'toy') return { move, taps: move.split('-').map((n) => (n === '0' ? `${side}-in` : side[0] + n)), extra: '' };"], None),
    ("7", "client-web/js/pictures.js", "export const PICTURES = {", ["  toy: [{ at: '1,3 w 2', moves: '1-2 1-3' }],"], NEW_GAME),
    ("7", "client-web/js/pictures.js", "export const SCENES = {", ["  toy: '1,3 w 2',"], NEW_GAME),
    ("7", "client-web/js/dice.js", "export const DICE = {", ["  toy: [3, 2],"], NEW_GAME),
    ("7", "tests/web/fixture.mjs", "export const GAMES = [", ["  'toy',"], NEW_GAME),
] + [
    ("7", f"client-web/lang/{lang}.js", "  rulesOf: {",
     ["    toy: {", "      goal: 'Home first.', captions: ['White has thrown 2.'], points: ['One piece, five squares.'],", "    },"], NEW_GAME)
    for lang in ("en", "fr")
] + [
    ("7", f"client-web/lang/{lang}.js", "  games: {", [f"=  games: {{ toy: '{name}',"], NEW_GAME)
    for lang, name in (("en", "Five-Square Race"), ("fr", "Course"))
]

COMMAND = [
    ("1", "common/proto/command/command.h",
     '    X(CMD_PING, "ping", ARGS_NONE, 0, 1, "ask whether the server is there")              \\',
     ['    X(CMD_CHEER, "cheer", ARGS_NONE, 0, 1, "hear three cheers") \\'], "common/view/reply.c"),
    ("2", "server/command/session.c", "enum error_code do_CMD_PING(struct request *request) {",
     ["=enum error_code do_CMD_CHEER(struct request *request) {", "    int64_t cheers = request->limits->cheers_per_minute;",
      "    struct rate_rule rule = {.burst = cheers, .tokens = cheers, .period_ms = 60000};",
      "    request->reply.retry_after_ms =",
      "        rate_limits_take(request->rates, RATE_CHEER, \"\", &rule, request->now.ms);",
      "    return request->reply.retry_after_ms == 0 ? ERR_OK : ERR_TOO_FAST;", "}", "",
      "enum error_code do_CMD_PING(struct request *request) {"], "alead"),
    ("3", "common/view/reply.c", '    [CMD_PING] = "pong",', ['    [CMD_CHEER] = "Hip, hip, hooray!",'], "unit/view/test_reply"),
    ("3", "tests/samples/messages.txt", '{"reply":"ping"}', ['{"reply":"cheer"}'], None),
    ("4", "common/view/help.c", '    {"This connection", {CMD_HELP, CMD_LANG, CMD_MODE, CMD_HELLO, CMD_PING, CMD_QUIT}, 6},',
     ['=    {"This connection", {CMD_HELP, CMD_LANG, CMD_MODE, CMD_HELLO, CMD_PING, CMD_CHEER, CMD_QUIT}, 7},'], "unit/view/test_help"),
    ("4", "common/view/help.c", '    [CMD_PING] = "It answers pong.",', ['    [CMD_CHEER] = "It answers with three cheers.",'], "unit/view/test_help"),
    ("5", "protocol.md", "| `ping` | checks that the server answers | |", ["| `cheer` | three cheers | |"], "unit/server/config/test_documents"),
    ("5", "docs/playing.md", "- `hello` shows the server's version, games and limits, `ping` whether it answers.", ["- `cheer` cheers."],
     "unit/server/config/test_documents"),
    ("6", "tests/sim/acts_lobby.c", '        "auto on",   "auto off",      "3 4",', ['=        "auto on",   "auto off",      "3 4", "cheer",'], None),
]

LIMIT = [
    ("limit", "server/limits/limits.h",
     '    X(gags_per_player, 50, 1, 1000, "names one player can gag")                          \\',
     ["    /* three are enough */ \\", '    X(cheers_per_minute, 3, 1, 1000, "cheers a minute of all players") \\'], "alead"),
    ("limit", "server/limits/rate_limits.h", "    RATE_SHOUT,", ["    RATE_CHEER,"], "alead"),
    ("limit", "tests/integration/hostile/test_limits.c", "} rows[LIMIT_COUNT] = {",
     ["    [LIMIT_cheers_per_minute] =", '        SESSION("--limit cheers_per_minute=1",',
      '                "A> cheer\\nA~ + Hip, hip, hooray!\\nA> cheer\\nA~ - Too many commands...\\n"),'],
     "integration/hostile/test_limits"),
]
