/* akalamdung: position text, move text, and why a move is refused. */
#include "rules/ur/akalamdung.h"

#include <string.h>

/* --- position text --- */

static bool fault_path(struct text_in *in, enum side side, unsigned path,
                       const char *wrong) {
    char name[SQUARE_BYTES];
    struct text_out out = text_out_of(name, sizeof name);
    ur_square_write(ur_square(side, path), &out);
    return text_fault(in, "square ", name, wrong);
}

/* Checks the pieces on one square of a side's path. */
static bool check_square(const struct ur_text *text, enum side side, unsigned path,
                         struct text_in *in) {
    const char *column = text->column[ur_square(side, path)];
    bool warriors = strpbrk(column, "WB") != NULL;
    if (warriors && (AKALAMDUNG_WAY & UR_BIT(path)) == 0) {
        return fault_path(in, side, path, " has a warrior off its way");
    }
    if (path == UR_CENTRE) {
        return true;
    }
    if (strpbrk(column, "wW") != NULL && strpbrk(column, "bB") != NULL) {
        return fault_path(in, side, path, " has pieces of two colours");
    }
    if (strlen(column) > 1 && warriors) {
        return fault_path(in, side, path, " has a warrior and another piece");
    }
    if (strlen(column) > 1 && path == UR_LAST) {
        return fault_path(in, side, path, " has more than one piece");
    }
    return strlen(column) <= 2 || fault_path(in, side, path, " has more than two pieces");
}

static bool check_squares(const struct ur_text *text, struct text_in *in) {
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        for (unsigned path = 1; path <= UR_LAST; path++) {
            if (!check_square(text, side, path, in)) {
                return false;
            }
        }
    }
    return ur_text_check_private(text, in);
}

/* Checks that the holder of the Vision has the turn, and its enemy no piece on board. */
static bool check_vision(const struct akalamdung *a, uint8_t turn, struct text_in *in) {
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        enum side other = side_other(side);
        if (!akalamdung_has_vision(a, side)) {
            continue;
        }
        if (turn != side) {
            return text_fault(in, "the turn must be ", side_name(side),
                              "'s, whose pieces on 1, 3 and 11 hold the Vision");
        }
        if (a->counts.plain[other][UR_IN] + a->counts.plain[other][UR_OFF] != UR_PIECES) {
            return text_fault(in, side_name(other),
                              " has a piece on the board against the Oracle's Vision",
                              NULL);
        }
    }
    return true;
}

static void add_pieces(struct akalamdung *a, const struct ur_text *text, enum side side) {
    akalamdung_add_plain(a, side, UR_IN, text->reserve[side]);
    akalamdung_add_plain(a, side, UR_OFF, text->off[side]);
    for (unsigned path = 1; path <= UR_LAST; path++) {
        const char *piece = text->column[ur_square(side, path)];
        for (; *piece != '\0'; piece++) {
            if (*piece == (side == SIDE_WHITE ? 'w' : 'b')) {
                akalamdung_add_plain(a, side, path, 1);
            } else if (*piece == (side == SIDE_WHITE ? 'W' : 'B')) {
                akalamdung_add_warrior(a, side, path, 1);
            }
        }
    }
}

/* Returns why the side has won; END_NONE: it has not. */
static enum end_reason victory(const struct akalamdung *a, enum side side) {
    if (a->counts.plain[side][UR_OFF] == UR_PIECES) {
        return END_OFF;
    }
    return a->warriors[side][UR_LAST] > 0 ? END_WARRIOR : END_NONE;
}

bool akalamdung_read(struct position *pos, struct text_in *in) {
    struct ur_text text;
    struct akalamdung *a = &pos->u.akalamdung;
    if (!ur_text_read(&text, &ur_shape, UR_PIECES, in) || !check_squares(&text, in)) {
        return false;
    }
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        add_pieces(a, &text, side);
        enum end_reason reason = victory(a, side);
        if (reason == END_NONE) {
            continue;
        }
        if (pos->phase == PHASE_OVER) {
            return text_fault(in, "both sides have won", NULL, NULL);
        }
        pos->phase = PHASE_OVER;
        pos->turn = (uint8_t)side;
        pos->outcome = (uint8_t)side;
        pos->end = (uint8_t)reason;
    }
    return check_vision(a, text.turn, in) &&
           ur_text_settle(&text, pos, akalamdung_can_move, in);
}

void akalamdung_to_text(const struct position *pos, struct ur_text *text) {
    const struct akalamdung *a = &pos->u.akalamdung;
    *text = (struct ur_text){
        .shape = &ur_shape, .turn = pos->turn, .dice = pos->roll.value[0]};
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        const uint8_t *plain = a->counts.plain[side];
        text->reserve[side] = plain[UR_IN];
        text->off[side] = plain[UR_OFF];
        for (unsigned path = 1; path <= UR_LAST; path++) {
            char *column = text->column[ur_square(side, path)];
            uint8_t warriors = a->warriors[side][path];
            column += strlen(column);
            memset(column, side == SIDE_WHITE ? 'W' : 'B', warriors);
            memset(column + warriors, side == SIDE_WHITE ? 'w' : 'b', plain[path]);
        }
    }
}

/* --- moves as text --- */

void akalamdung_write_move(const struct position *pos, const struct move *m,
                           struct text_out *out) {
    (void)pos;
    bool warrior = m->how == UNIT_WARRIOR;
    ur_path_write(m->from, UR_LAST, out);
    text_put(out, warrior && m->from != UR_IN ? "w-" : "-");
    ur_path_write(m->to, UR_LAST, out);
    text_put(out, warrior && m->from == UR_IN ? "w" : "");
}

/* --- why a move is refused --- */

static const struct rule why_notation = {
    "akalamdung.notation",
    "A move is written FROM-TO in squares of your own path, w marking a "
    "warrior: in-2, in-2w, 8w-9, 14-off.",
    "[house]"};
static const struct rule why_declare = {
    "akalamdung.declare", "A warrior is declared on entering on square 2.", "source"};
static const struct rule why_piece = {"akalamdung.piece", "You have no piece there.",
                                      "source"};
static const struct rule why_is_warrior = {
    "akalamdung.is-warrior",
    "Only a warrior of yours is there: write w after its square.", "[house]"};
static const struct rule why_is_plain = {"akalamdung.is-plain",
                                         "You have no warrior there.", "source"};
static const struct rule why_off = {
    "akalamdung.off", "A piece leaves the board from 14 only, with exactly 1.", "source"};
static const struct rule why_throw = {
    "akalamdung.throw",
    "A piece moves forward exactly as many squares as the throw says.", "source"};
static const struct rule why_rosette = {
    "akalamdung.rosette",
    "No piece may pass over a rosette (4, 8 or 14) without stopping.", "source"};
static const struct rule why_warrior_alone = {
    "akalamdung.warrior-alone",
    "A warrior shares no square but 8 with a piece of its side.", "source"};
static const struct rule why_last = {"akalamdung.last", "Square 14 holds one piece only.",
                                     "source"};
static const struct rule why_parting = {
    "akalamdung.parting", "Square 10 holds two pieces of a colour at most.", "source"};
static const struct rule why_third = {"akalamdung.third",
                                      "A third piece cannot join twins.", "source"};
static const struct rule why_enemy_twins = {"akalamdung.enemy-twins",
                                            "Only twins capture twins.", "source"};

/* A move as typed: "8w-9", "in-2w". */
struct written_move {
    unsigned from, to;
    bool marked; /* a warrior */
};

static bool take_move(struct text_in *in, struct written_move *m) {
    if (!ur_path_take(in, UR_LAST, &m->from) || m->from == UR_OFF) {
        return false;
    }
    bool moved = m->from != UR_IN && text_take(in, 'w');
    if (!text_take(in, '-') || !ur_path_take(in, UR_LAST, &m->to) || m->to == UR_IN) {
        return false;
    }
    m->marked = moved || (m->from == UR_IN && text_take(in, 'w'));
    return text_at_end(in);
}

/* Returns what is wrong with the piece to be moved, or NULL. */
static const struct rule *why_not_from(const struct akalamdung *a, enum side side,
                                       const struct written_move *m) {
    bool plain = a->counts.plain[side][m->from] > 0;
    bool warrior = a->warriors[side][m->from] > 0;
    if (!plain && !warrior) {
        return &why_piece;
    }
    if (m->from == UR_IN) {
        return m->marked && m->to != 2 ? &why_declare : NULL;
    }
    if (m->marked) {
        return warrior ? NULL : &why_is_plain;
    }
    return plain ? NULL : &why_is_warrior;
}

/* Returns why a possible move may not end on its square. */
static const struct rule *why_not_onto(const struct akalamdung *a, enum side side,
                                       const struct written_move *m) {
    enum unit unit = m->marked ? UNIT_WARRIOR : UNIT_PLAIN;
    bool own_warrior = a->warriors[side][m->to] > 0;
    bool own_plain = a->counts.plain[side][m->to] > 0;
    if (!own_warrior && !own_plain) {
        return &why_enemy_twins;
    }
    if (own_warrior || akalamdung_arrival(unit, m->to) == UNIT_WARRIOR) {
        return &why_warrior_alone;
    }
    if (m->to == UR_LAST) {
        return &why_last;
    }
    return m->to == AKALAMDUNG_PARTING ? &why_parting : &why_third;
}

const struct rule *akalamdung_why(const struct position *pos, const char *text,
                                  size_t len) {
    const struct akalamdung *a = &pos->u.akalamdung;
    unsigned throw = pos->roll.value[0];
    struct written_move m;
    struct text_in in = text_in_of(text, len);
    if (!take_move(&in, &m)) {
        return &why_notation;
    }
    const struct rule *from_rule = why_not_from(a, pos->turn, &m);
    if (from_rule != NULL) {
        return from_rule;
    }
    if (m.to == UR_OFF && (m.from != UR_LAST || throw != 1)) {
        return &why_off;
    }
    if (m.to != m.from + throw) {
        return &why_throw;
    }
    if ((ur_race_from[throw] & UR_BIT(m.from)) == 0) {
        return &why_rosette;
    }
    return why_not_onto(a, pos->turn, &m);
}
