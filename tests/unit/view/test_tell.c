/* What happened, as sentences. */
#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

#include "view/clocks.h"
#include "view/tell.h"

#define N_OF(array) (sizeof(array) / sizeof(array)[0])

static void tell_away_of_black(FILE *out, const struct state *state) {
    tell_away(out, state, SIDE_BLACK);
}

static void tell_offer_of_black(FILE *out, const struct state *state) {
    tell_offer(out, state, SIDE_BLACK);
}

/* What one of the functions of tell.h says of a state; owned. */
static char *told_by(void (*tell)(FILE *out, const struct state *state),
                     const struct sample *sample) {
    struct message *msg = sample_state(sample);
    char *told = NULL;
    SAMPLE_WRITTEN(told, tell(out, msg->state));
    message_free(msg);
    return told;
}

static void expect_told(void (*tell)(FILE *out, const struct state *state),
                        const struct sample *sample, const char *expected) {
    char *told = told_by(tell, sample);
    assert_string_equal(told, expected);
    free(told);
}

static const struct tell_row {
    const char *name;
    const char *game;     /* NULL: royal-ur */
    const char *happened; /* with ' instead of " */
    const char *told;
} tell_rows[] = {
    {"nothing", NULL, "[]", ""},
    {"sitting down", NULL, "[{'what':'joined','side':'black','name':'bob'}]",
     "bob sits down as Black."},
    {"leaving", NULL, "[{'what':'gone','side':'black','name':'bob'}]",
     "bob leaves the room."},
    {"ready", NULL, "[{'what':'ready','side':'white','sealed':false}]",
     "White (ann) is ready."},
    {"ready with a seal", NULL, "[{'what':'ready','side':'white','sealed':true}]",
     "White (ann) is ready, with a sealed nonce."},
    {"the start", NULL,
     "[{'what':'opened','side':'black'},"
     "{'what':'start_throw','k':0,'white':[1,1,0],'black':[0,1,1]},"
     "{'what':'start_throw','k':1,'white':[1,0,0],'black':[0,1,1]},"
     "{'what':'begins','side':'black'},"
     "{'what':'throw','k':2,'side':'black','dice':[1,1,1]}]",
     "Black (bob) opens the sealed nonce. For the start White throws 2 and Black 2: "
     "again. For the start White throws 1 and Black 2. Black begins. Black throws 3."},
    {"a move, then the next throw", NULL,
     "[{'what':'move','side':'white','move':'3-5'},"
     "{'what':'throw','k':9,'side':'black','dice':[0,1,0]}]",
     "White (ann) plays 3-5. Black (bob) throws 1."},
    {"a new game", NULL, "[{'what':'new_game'}]", "A new game, with new dice."},
    {"a throw and its forced move", NULL,
     "[{'what':'throw','k':9,'side':'black','dice':[0,1,0]},"
     "{'what':'move','side':'black','move':'3-4'},"
     "{'what':'again','side':'black'},"
     "{'what':'throw','k':10,'side':'black','dice':[0,0,0]},"
     "{'what':'pass','side':'black'}]",
     "Black (bob) throws 1, can only play 3-4 and throws again. Black throws 0 and "
     "passes."},
    {"a throw and a forced move that enters", NULL,
     "[{'what':'throw','k':9,'side':'black','dice':[0,1,1]},"
     "{'what':'move','side':'black','move':'in-2'},"
     "{'what':'enter','side':'black','at':'2'}]",
     "Black (bob) throws 2 and enters a piece on 2."},
    {"two forced moves of a throw", "stelpur",
     "[{'what':'throw','k':9,'side':'black','dice':[2,1]},"
     "{'what':'move','side':'black','move':'3:2'},"
     "{'what':'move','side':'black','move':'5:1'}]",
     "Black (bob) throws 2-1 and can only play 3:2. Black plays 5:1."},
    {"a throw of the other side, and a move", NULL,
     "[{'what':'throw','k':9,'side':'white','dice':[0,0,0]},"
     "{'what':'pass','side':'white'},"
     "{'what':'throw','k':10,'side':'black','dice':[0,1,0]},"
     "{'what':'move','side':'black','move':'3-4'}]",
     "White (ann) throws 0 and passes. Black (bob) throws 1 and can only play 3-4."},
    {"entering is told instead of the move", NULL,
     "[{'what':'move','side':'white','move':'in-2'},"
     "{'what':'enter','side':'white','at':'2'}]",
     "White (ann) enters a piece on 2."},
    {"a capture throws again", NULL,
     "[{'what':'move','side':'white','move':'5-7'},"
     "{'what':'capture','side':'white','at':'7','n':1},"
     "{'what':'again','side':'white'},"
     "{'what':'throw','k':9,'side':'white','dice':[1,1,0]}]",
     "White (ann) plays 5-7, takes Black's piece on 7 and throws again. White throws 2."},
    {"bearing off", NULL,
     "[{'what':'move','side':'black','move':'14-off'},"
     "{'what':'bear_off','side':'black'},{'what':'again','side':'black'}]",
     "Black (bob) bears a piece off and throws again."},
    {"a throw of 0 needs no reason to pass", NULL,
     "[{'what':'throw','k':4,'side':'black','dice':[0,0,0]},"
     "{'what':'pass','side':'black'},"
     "{'what':'throw','k':5,'side':'white','dice':[1,0,0]}]",
     "Black (bob) throws 0 and passes. White (ann) throws 1."},
    {"another throw does", NULL,
     "[{'what':'throw','k':4,'side':'black','dice':[1,1,1]},"
     "{'what':'pass','side':'black'}]",
     "Black (bob) throws 3, has no move and passes."},
    {"several captured at once", "akalamdung",
     "[{'what':'move','side':'white','move':'5-7'},"
     "{'what':'capture','side':'white','at':'7','n':2}]",
     "White (ann) plays 5-7 and takes Black's 2 pieces on 7."},
    {"what happens to the other side has its own sentence", "akalamdung",
     "[{'what':'move','side':'white','move':'10-11'},{'what':'vision','side':'white'},"
     "{'what':'sent_back','side':'black','at':'b3','n':1}]",
     "White (ann) plays 10-11 and has the Oracle's Vision. Black (bob) takes back the "
     "piece on b3."},
    {"dice that are not summed are told one by one", "stelpur",
     "[{'what':'throw','k':4,'side':'white','dice':[6,1]}]", "White (ann) throws 6-1."},
    {"a game without dice", "tablut", "[{'what':'move','side':'black','move':'e1-d1'}]",
     "Black (bob) plays e1-d1."},
    {"resigning", NULL, "[{'what':'resign','side':'white'},{'what':'over'}]",
     "White (ann) resigns."},
    {"the line of a player", NULL, "[{'what':'away','side':'black'}]",
     "Black (bob) is away: the line has dropped."},
    {"an absence too long says what can be done", NULL,
     "[{'what':'overdue','side':'black'}]",
     "Black (bob) has been away too long. White (ann) may type claim to win, or "
     "adjourn to go on another time."},
    {"coming back", NULL, "[{'what':'back','side':'black'}]", "Black (bob) is back."},
    {"offering a draw", NULL, "[{'what':'offers_draw','side':'black'}]",
     "Black (bob) offers a draw."},
    {"accepting a draw", NULL, "[{'what':'draw','side':'white'},{'what':'over'}]",
     "White (ann) accepts the draw."},
    {"offering to adjourn", NULL, "[{'what':'offers_adjourn','side':'black'}]",
     "Black (bob) offers to adjourn the game."},
    {"aborting", NULL, "[{'what':'abort','side':'white'},{'what':'over'}]",
     "White (ann) calls the game off."},
    {"adjourning", NULL, "[{'what':'adjourned','side':'white'}]",
     "White (ann) adjourns the game."},
    {"the second who wants to go on", NULL, "[{'what':'resumes','side':'white'}]",
     "White (ann) wants to go on, so the game goes on."},
    {"claiming is told about him who claims", NULL,
     "[{'what':'absent','side':'black'},{'what':'over'}]", "White (ann) claims the win."},
    {"no time left", NULL, "[{'what':'flag','side':'white'},{'what':'over'}]",
     "White (ann) has run out of time."},
    {"nobody came back", NULL, "[{'what':'abandoned'},{'what':'over'}]",
     "Both players have been away too long."},
};

TEST_ROWS(tell_rows) {
    const struct tell_row *row = table_row(state);
    expect_told(tell_notes,
                &(struct sample){.game = row->game, .happened = row->happened},
                row->told);
}

/* Every happening has a text of its own, in which no placeholder is left. */
TEST(test_every_happening) {
    for (unsigned kind = 0; kind < HAPPENING_KIND_COUNT; kind++) {
        const char *name = happening_name((enum happening_kind)kind);
        char happened[160];
        snprintf(happened, sizeof happened,
                 "[{'what':'%s','side':'white','at':'5','n':2}]", name);
        char *told = told_by(tell_notes, &(struct sample){.happened = happened});
        if (strncmp(told, "White (ann) ", 12) != 0 || strlen(told) < 18 ||
            strpbrk(told, "@#&") != NULL) {
            fail_msg("%s is told so: %s", name, told);
        }
        free(told);
    }
}

static const struct result_row {
    const char *name;
    const char *result; /* with ' instead of " */
    const char *told;
} result_rows[] = {
    {"won", "{'outcome':'white','reason':'off'}",
     "White (ann) wins: all its pieces are home."},
    {"resigned", "{'outcome':'black','reason':'resign'}",
     "Black (bob) wins: White (ann) resigned."},
    {"drawn", "{'outcome':'draw','reason':'repetition'}",
     "The game is a draw: the same position has come up too often."},
    {"away too long", "{'outcome':'white','reason':'absent'}",
     "White (ann) wins: Black (bob) was away too long."},
    {"out of time", "{'outcome':'black','reason':'flag'}",
     "Black (bob) wins: White (ann) has run out of time."},
    {"nobody came back", "{'outcome':'none','reason':'abandoned'}",
     "The game is called off: nobody came back to it."},
    {"a draw is agreed", "{'outcome':'draw','reason':'agreed'}",
     "The game is a draw: both players agreed."},
    {"aborted", "{'outcome':'none','reason':'aborted'}",
     "The game is called off: it had only just begun."},
    {"called off", "{'outcome':'none','reason':'unopened'}",
     "The game is called off: a sealed nonce was not opened in time."},
};

TEST_ROWS(result_rows) {
    const struct result_row *row = table_row(state);
    expect_told(tell_result, &(struct sample){.stage = "over", .result = row->result},
                row->told);
}

/* The name of a captured piece depends on the game. */
TEST(test_captured) {
    static const struct {
        const char *game, *told;
    } rows[] = {
        {"tablut", "White (ann) wins: the king is captured."},
        {"alea-evangelii", "White (ann) wins: the king is captured."},
        {"stelpur", "White (ann) wins: Black (bob) has lost their last piece."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect_told(tell_result,
                    &(struct sample){.game = rows[i].game,
                                     .stage = "over",
                                     .result = "{'outcome':'white','reason':'captured'}"},
                    rows[i].told);
    }
}

/* A reason is written in words, not as its wire name. */
static void check_reason(const char *name) {
    char result[100], bare[100];
    snprintf(result, sizeof result, "{'outcome':'white','reason':'%s'}", name);
    snprintf(bare, sizeof bare, "White (ann) wins: %s.", name);
    char *told =
        told_by(tell_result, &(struct sample){.stage = "over", .result = result});
    assert_string_not_equal(told, bare);
    free(told);
}

TEST(test_every_reason) {
    static const char *const room_ends[] = {
#define X(id, name) name,
        ROOM_ENDS(X)
#undef X
    };
    for (unsigned reason = END_NONE + 1; reason < END_REASON_COUNT; reason++) {
        check_reason(end_reason_name((enum end_reason)reason));
    }
    for (size_t i = 0; i < N_OF(room_ends); i++) {
        check_reason(room_ends[i]);
    }
}

static const struct next_row {
    const char *name;
    const char *stage;
    const char *black;
    const char *told;
} next_rows[] = {
    {"a free seat", "waiting", "null", "Black's seat is free."},
    {"one is not ready", "waiting",
     "{'name':'bob','ready':false,'seal':null,'nonce':null}",
     "Black (bob): type ready when you want to begin."},
    {"a seal", "opening",
     "{'name':'bob','ready':true,'seal':'" SAMPLE_COMMITMENT "','nonce':null}",
     "Sealed nonces must be opened within 0 s: Black (bob)."},
    {"a throw", "playing", NULL, "White (ann) to throw."},
    {"adjourned, one wants to go on", "adjourned", SAMPLE_UNREADY("bob"),
     "The game is adjourned.  White (ann) wants to go on.  Black (bob): type resume to "
     "go on."},
    {"the end", "over", NULL,
     "Players: type rematch for another game with sides exchanged, or leave."},
};

TEST_ROWS(next_rows) {
    const struct next_row *row = table_row(state);
    expect_told(tell_next, &(struct sample){.stage = row->stage, .black = row->black},
                row->told);
}

#define AWAY(grace)                                                                      \
    "{'name':'bob','ready':true,'seal':null,'nonce':'b','away':true,"                    \
    "'grace_ms':" grace "}"

static const struct away_row {
    const char *name;
    const char *stage;
    const char *black;
    const char *happened; /* with ' instead of " */
    const char *told;
} away_rows[] = {
    {"nobody is away", "playing", NULL, "[]", ""},
    {"time left", "playing", AWAY("61000"), "[]",
     "Black (bob) is away: 1:01 left to come back."},
    {"just gone", "playing", AWAY("120000"), "[{'what':'away','side':'black'}]",
     "The seat of Black (bob) is kept: 2:00 left to come back."},
    {"the other one has just gone", "playing", AWAY("61000"),
     "[{'what':'away','side':'white'}]", "Black (bob) is away: 1:01 left to come back."},
    {"too long", "playing", AWAY("0"), "[]",
     "Black (bob) is away, too long.  White (ann) may type claim to win, or adjourn to "
     "go on another time."},
    {"too long, as just told", "playing", AWAY("0"),
     "[{'what':'overdue','side':'black'}]", ""},
    {"an adjourned game can wait", "adjourned", AWAY("0"), "[]", "Black (bob) is away."},
    {"before a game", "waiting", AWAY("5000"), "[]",
     "Black (bob) is away: 0:05 left to come back."},
};

TEST_ROWS(away_rows) {
    const struct away_row *row = table_row(state);
    expect_told(tell_away_of_black,
                &(struct sample){
                    .stage = row->stage, .black = row->black, .happened = row->happened},
                row->told);
}

#define OFFERS(offer)                                                                    \
    "{'name':'bob','ready':true,'seal':null,'nonce':'b','offer':" offer "}"

static const struct away_row offer_rows[] = {
    {"nothing is offered", "playing", NULL, "[]", ""},
    {"a draw, just offered", "playing", OFFERS("'draw'"),
     "[{'what':'offers_draw','side':'black'}]",
     "White (ann) may type draw to accept; a move declines."},
    {"a draw, offered before", "playing", OFFERS("'draw'"),
     "[{'what':'move','side':'black','move':'in-2'}]",
     "Black (bob) has offered a draw.  White (ann) may type draw to accept; a move "
     "declines."},
    {"adjourning, offered before", "playing", OFFERS("'adjourn'"), "[]",
     "Black (bob) has offered to adjourn the game.  White (ann) may type adjourn to "
     "accept; a move declines."},
};

TEST_ROWS(offer_rows) {
    const struct away_row *row = table_row(state);
    expect_told(tell_offer_of_black,
                &(struct sample){
                    .stage = row->stage, .black = row->black, .happened = row->happened},
                row->told);
}

/* The player who gets the moves is the reader, and does not read about their own
 * absence. */
TEST(test_own_absence) {
    static const struct {
        const char *position, *told;
    } cases[] = {
        {"7,7 - 0,0 b 2", ""},
        {"7,7 - 0,0 w 2", "Black (bob) is away: 1:01 left to come back."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_told(tell_away_of_black,
                    &(struct sample){.position = cases[i].position,
                                     .black = AWAY("61000"),
                                     .moves = "in-2"},
                    cases[i].told);
    }
}

/* More clauses than fit one sentence, as only a faulty server would send them: the rest
 * becomes another sentence. */
TEST(test_very_many) {
    enum { N = 40 };
    char happened[N * 48] = "[{'what':'pass','side':'white'}";
    for (size_t i = 1; i < N; i++) {
        strcat(happened, ",{'what':'again','side':'white'}");
    }
    strcat(happened, "]");
    char *told = told_by(tell_notes, &(struct sample){.happened = happened});
    unsigned n_again = 0, n_sentences = 0;
    for (const char *at = told; (at = strstr(at, "throws again")) != NULL; at++) {
        n_again++;
    }
    for (const char *at = told; (at = strchr(at, '.')) != NULL; at++) {
        n_sentences++;
    }
    assert_int_equal(n_again, N - 1);
    assert_int_equal(n_sentences, 2);
    free(told);
}

/* --- clocks --- */

/* Clocks, and what is drawn beside a board. */

/* Times as they are shown. */

static const struct clock_row {
    const char *name;
    int64_t left_ms;
    const char *text;
} rows[] = {
    {"minutes", 290000, "4:50"},
    {"rounded down", 290999, "4:50"},
    {"ten seconds", 10000, "0:10"},
    {"tenths below ten seconds", 9999, "0:09.9"},
    {"the last tenth", 100, "0:00.1"},
    {"less than a tenth", 99, "0:00.0"},
    {"nothing", 0, "0:00.0"},
    {"never below nothing", -5, "0:00.0"},
    {"nearly an hour", 3599999, "59:59"},
    {"an hour", 3600000, "1:00:00"},
    {"minutes and seconds keep two digits", 3661000, "1:01:01"},
    {"the most that a clock holds", CLOCK_MOST_MS, "24:00:00"},
    {"more than that is not shown", INT64_MAX, "24:00:00"},
};

TEST_ROWS(rows) {
    const struct clock_row *row = table_row(state);
    char text[CLOCK_TEXT_BYTES];
    clock_write(row->left_ms, text);
    assert_string_equal(text, row->text);
}

TEST(test_no_clocks) {
    struct message *msg = sample_state(&(struct sample){0});
    char *text = NULL;
    SAMPLE_WRITTEN(text, clocks_draw(out, msg->state, &(struct style){0}));
    assert_string_equal(text, "");
    free(text);
    message_free(msg);
}
