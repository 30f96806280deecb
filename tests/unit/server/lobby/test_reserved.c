/* Names that look official. */
#include "tests/unit/test.h"

#include "server/lobby/reserved.h"

static const struct row {
    const char *name;
    bool expected;
} rows[] = {
    {"Admin", true},         {"ADMIN", true},      {"adm1n", true},
    {"Admln", true},         {"_admin_", true},    {"a-d-m-i-n", true},
    {"Ádmin", true},         {"Admın", true},      {"adrnin", true},
    {"Admin2", true},        {"Admin_007", true},  {"Administrator", true},
    {"4dm1n1strat0r", true}, {"0perator", true},   {"Operator", true},
    {"ServerAdmin", true},   {"the-host", true},   {"TheServer", true},
    {"Moderator", true},     {"mod", true},        {"5erver", true},
    {"Sysop", true},         {"alea", true},       {"alead", true},
    {"AleaTeam", true},      {"Host", true},       {"øperator", true},
    {"Ann", false},          {"Badminton", false}, {"Hostel", false},
    {"Modesty", false},      {"Theodor", false},   {"Aleah", false},
    {"Madmin", false},       {"Observer", false},  {"House", false},
    {"a1", false},           {"bot-1", false},     {"Wilhelm", false},
    {"Serverine", false},    {"m1", false},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    assert_int_equal(is_reserved_name(row->name), row->expected);
}
