/* Offers: of a draw and of an adjournment, in cases that transcripts and room tests do
 * not cover; and which one is meant where no number is given. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

/* --- draws and adjournments --- */

/* An offer to an absent player stays open; after the grace time, the opponent needs no
 * answer. */
TEST(test_an_offer_to_who_is_away) {
    open_fixture("--limit grace_ms=5000");
    begin(TABLUT);
    drop(1);
    pass(1000);
    assert_has(ask(2, "{'cmd':'adjourn'}"), "'what':'offers_adjourn'");
    assert_has(ask(2, "{'cmd':'adjourn'}"), "'retry_after_ms':4000");
    assert_has(come_back(3, &ticket[0], -1), "'offer':'adjourn'");
    drop(3);
    pass(5100);
    assert_has(ask(2, "{'cmd':'adjourn'}"), "'stage':'adjourned'");
}

/* --- accept and decline without a number: the only suitable offer --- */

#define SEEK_UR     "{'cmd':'seek','game':'ur'}"
#define SEEK_TABLUT "{'cmd':'seek','game':'tablut'}"
#define ASK_BOB     "{'cmd':'challenge','name':'Bob','game':'ur'}"
#define ASK_ANN     "{'cmd':'challenge','name':'Ann','game':'ur'}"
#define ASK_CID     "{'cmd':'challenge','name':'Cid','game':'ur'}"
#define GAG(name)   "{'cmd':'gag','name':'" name "'}"

/* What Bob gets when he accepts or declines without a number, after these lines of the
 * others. */
static const struct only_row {
    const char *name;
    const char *by_bob, *by_ann, *by_cid; /* sent before, in this order */
    const char *line, *expected;
} only_rows[] = {
    {"the only challenge", "", ASK_BOB, "", "accept", "'reply':'accept'"},
    {"the only challenge, not the seek", "", ASK_BOB, SEEK_TABLUT, "accept",
     "'game':'ur'"},
    {"the only seek", "", SEEK_UR, "", "accept", "'reply':'accept'"},
    {"nothing", "", "", "", "accept",
     "'unknown_offer','text':'nobody has offered you a game: type seeks, or seek GAME; a "
     "draw is accepted with draw'"},
    {"one's own is none", SEEK_UR, "", "", "accept", "nobody has offered you a game"},
    {"a challenge to somebody else is none", "", ASK_CID, "", "accept",
     "nobody has offered you a game"},
    {"a seek of which one was not told is none", "{'cmd':'profile','games':'tablut'}",
     SEEK_UR, "", "accept", "nobody has offered you a game"},
    {"of one who is gagged", GAG("Ann"), SEEK_UR, "", "accept",
     "nobody has offered you a game"},
    {"two challenges", "", ASK_BOB, ASK_BOB, "accept",
     "'missing_argument','text':'there are 2: say which, as in accept 2 (challenges "
     "lists them)"},
    {"two seeks", "", SEEK_UR, SEEK_TABLUT, "accept",
     "there are 2: say which, as in accept 2 (seeks lists them)"},
    {"decline the only challenge", "", ASK_BOB, SEEK_UR, "decline", "'reply':'decline'"},
    {"there is only a seek", "", SEEK_UR, "", "decline",
     "'unknown_offer','text':'nobody has challenged you"},
    {"one's own is not taken back so", ASK_ANN, "", "", "decline",
     "nobody has challenged you"},
    {"decline one of two", "", ASK_BOB, ASK_BOB, "decline", "say which, as in decline 2"},
};

TEST_ROWS(only_rows) {
    const struct only_row *row = table_row(state);
    open_three("");
    const char *said[] = {row->by_bob, row->by_ann, row->by_cid};
    const size_t by[] = {2, 1, 3};
    for (size_t i = 0; i < 3; i++) {
        if (said[i][0] != '\0') {
            assert_begins(ask(by[i], said[i]), "{'reply'");
        }
    }
    assert_has(askf(2, "{'cmd':'%s'}", row->line), row->expected);
}
