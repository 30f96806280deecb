/* The closed sets with names: errors, events, stages, notes. */
#include <string.h>

#include "tests/unit/test.h"

#include "proto/message/message.h"
#include "proto/shape.h"

static void expect_word(const char *name) {
    assert_true(strlen(name) > 0);
    assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz_"), strlen(name));
}

TEST(test_errors) {
    for (unsigned code = 0; code < ERROR_CODE_COUNT; code++) {
        const char *name = error_name((enum error_code)code);
        const char *text = error_text((enum error_code)code);
        expect_word(name);
        assert_int_equal(error_find(name), code); /* so no two are the same */
        assert_true(strlen(text) > 0 && strlen(text) < FAULT_BYTES);
        assert_true(strchr(text, '\n') == NULL && text[strlen(text) - 1] != '.');
    }
    assert_int_equal(error_find(""), ERROR_CODE_COUNT);
    assert_int_equal(error_find("no_such_error"), ERROR_CODE_COUNT);
    assert_string_equal(error_name(ERROR_CODE_COUNT), "unknown");
}

/* Notes and happenings share the member "what". */
TEST(test_notes) {
    for (unsigned kind = 0; kind < NOTE_KIND_COUNT; kind++) {
        const char *name = note_name((enum note_kind)kind);
        expect_word(name);
        assert_int_equal(happening_find(name), HAPPENING_KIND_COUNT);
        for (unsigned other = 0; other < kind; other++) {
            assert_string_not_equal(name, note_name((enum note_kind)other));
        }
    }
    assert_true(note_is_logged(NOTE_THROW));
    assert_false(note_is_logged(NOTE_RULE));
}

TEST(test_events_and_stages) {
    for (unsigned event = 0; event < EVENT_KIND_COUNT; event++) {
        expect_word(event_name((enum event_kind)event));
    }
    for (unsigned stage = 0; stage < STAGE_COUNT; stage++) {
        expect_word(stage_name((enum stage)stage));
    }
    assert_string_equal(event_name(EVENT_STATE), "state");
    assert_string_equal(stage_name(STAGE_OVER), "over");
}

TEST(test_reasons) {
    for (unsigned end = 0; end < END_REASON_COUNT; end++) {
        assert_true(is_reason(end_reason_name((enum end_reason)end)));
    }
#define X(id, name) assert_true(is_reason(name));
    ROOM_ENDS(X)
#undef X
}
