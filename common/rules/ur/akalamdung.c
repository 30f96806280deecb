/* akalamdung: the Game of Akalamdung, a race with twins, warriors and the Oracle's
 * Vision.
 *
 * Source: "Jeu d'Akalamdung", leglobejoueur.com.  The rules as played here:
 * - As in royal-ur: dice, path, the compulsory stop on rosettes 4, 8 and 14, leaving from
 *   14 with exactly 1, captures in the central row, and extra throws.
 * - Two plain pieces of a colour on a square are twins.  They move together, nothing
 *   joins them, and only twins capture them.
 * - To reach 8 or 14 twins part: one goes, the other stays.
 * - Twins that stop on 10 part there; any enemy that lands on 10 captures both.
 * - A piece that enters on 2 may be declared a warrior.  On 14 it wins the game.  Off its
 *   way, 2 4 6 8 9 12 14, it becomes a plain piece.  It shares no square but 8.
 * - A side that comes to hold 1, 3 and 11 has the Oracle's Vision.  All enemy pieces on
 *   the board go back to the reserve, and the enemy does not play while it is held.
 * - The first side to bear off all seven pieces, or to bring a warrior to 14, wins.
 * [house]:
 * - Twins may stand together on rosette 4; the source names only 8 and 14 for parting.
 * - A single piece that joins its own single piece on 10 makes a parted pair, no twins.
 * - A warrior may leave its way even if other moves are possible.
 * - A warrior that leaves its way arrives as a plain piece: it may make twins, and cannot
 *   land on enemy twins.
 * - The Vision does not touch pieces borne off.
 * - The holder of the Vision may break it, even with another legal move at hand. */
#include "rules/ur/akalamdung.h"

static const char akalamdung_rules[] =
    "The race of royal-ur: the same board, dice and path, seven pieces a side.\n"
    "You must stop on the rosettes 4, 8 and 14, leave the board from 14 with\n"
    "exactly 1, send home what you land on in the central row (but not on 8,\n"
    "which holds any number), and throw again after a rosette, a capture or\n"
    "bearing off. You must move if you can. New are:\n"
    "- Twins: two plain pieces of yours on one square. They move together, a\n"
    "  third cannot join them, and only twins capture them. They capture twins\n"
    "  and single pieces.\n"
    "- To reach 8 or 14 twins part: one goes, the other stays. On 4 they may\n"
    "  stand together (house rule).\n"
    "- On 10 twins part at once, and two single pieces that meet there make no\n"
    "  twins (house rule). Any enemy that lands on 10 captures both.\n"
    "- A piece that enters on 2 may be declared a warrior. Its way is 2 4 6 8 9\n"
    "  12 14, and on 14 it wins the game. It may leave its way at any time\n"
    "  (house rule) and is a plain piece on the square it goes to: it may make\n"
    "  twins there, but not capture any (house rule). A warrior shares no square\n"
    "  but 8.\n"
    "- The Oracle's Vision: as soon as you have pieces on 1, 3 and 11, all enemy\n"
    "  pieces on the board go back to their reserve; those borne off stay off\n"
    "  (house rule). While you hold the three squares, only you play. You may\n"
    "  break the Vision with any legal move (house rule).\n"
    "Bear off all seven pieces first, or bring a warrior to 14, and you win.\n"
    "\n"
    "Moves: in-2 enters a piece, in-2w a warrior, 3-4 moves a piece, 8w-9 a\n"
    "warrior, 14-off bears one off.\n"
    "- A turn: white has a piece on 1, one on 3, two on 10 and some in reserve,\n"
    "  black a warrior on 12, and white throws 2. 1-3 makes twins on 3. 10-12 goes\n"
    "  with one of the two and sends the warrior home: white throws again. in-2\n"
    "  enters a piece, in-2w enters it as a warrior.\n";

/* --- squares --- */

/* Places that hold any number of a side's pieces. */
#define HOLD_MANY (UR_BIT(UR_IN) | UR_BIT(UR_CENTRE) | UR_BIT(UR_OFF))
/* The squares that twins reach only one at a time. */
#define PARTED_TO (UR_BIT(UR_CENTRE) | UR_BIT(UR_LAST))
#define VISION    (UR_BIT(1) | UR_BIT(3) | UR_BIT(11))

static void set_bit(uint16_t *bits, unsigned path, bool on) {
    *bits = (uint16_t)((*bits & ~UR_BIT(path)) | (unsigned)on << path);
}

void akalamdung_add_plain(struct akalamdung *a, enum side side, unsigned path, int n) {
    uint8_t *count = &a->counts.plain[side][path];
    *count = (uint8_t)(*count + n);
    set_bit(&a->plain_on[side], path, *count > 0);
    set_bit(&a->pair_on[side], path, *count == 2);
}

void akalamdung_add_warrior(struct akalamdung *a, enum side side, unsigned path, int n) {
    uint8_t *count = &a->warriors[side][path];
    *count = (uint8_t)(*count + n);
    set_bit(&a->warrior_on[side], path, *count > 0);
}

/* Returns the places, as bits, where the side has pieces of any kind. */
static unsigned pieces_on(const struct akalamdung *a, enum side side) {
    return a->plain_on[side] | a->warrior_on[side];
}

bool akalamdung_has_vision(const struct akalamdung *a, enum side side) {
    return (~pieces_on(a, side) & VISION) == 0;
}

/* --- moves --- */

/* Squares where units of each kind cannot arrive. */
struct closed {
    unsigned plain, twins, warrior;
};

/* An own piece closes its square, except 8; a plain piece may join a single one, to
 * become twins or a parted pair.  Enemy twins close their square to all but twins, which
 * can capture them. */
static struct closed closed_squares(const struct akalamdung *a, enum side side) {
    unsigned plain = a->plain_on[side];
    unsigned warriors = a->warrior_on[side];
    unsigned enemy_twins = a->pair_on[side_other(side)] & AKALAMDUNG_TWINS_ON & UR_COMMON;
    unsigned full = warriors | a->pair_on[side] | (plain & UR_BIT(UR_LAST));
    return (struct closed){
        .plain = (full | enemy_twins) & ~HOLD_MANY,
        .twins = (plain | warriors) & ~HOLD_MANY,
        .warrior = (plain | warriors | enemy_twins) & ~HOLD_MANY,
    };
}

/* Squares from which the throw moves units.  Twins count as plain pieces.  The reserve
 * counts as a warrior when one may be declared. */
struct movers {
    unsigned plain, warrior;
};

/* A warrior that leaves its way arrives as a plain piece.  Of twins, only one goes to 8
 * or 14, as a plain piece; no check is needed, as 8 is open to all, and 14 is closed to
 * twins and plain pieces alike. */
static struct movers movable(const struct position *pos) {
    const struct akalamdung *a = &pos->u.akalamdung;
    unsigned throw = pos->roll.value[0];
    struct closed closed = closed_squares(a, pos->turn);
    unsigned plain_may = ur_race_from[throw] & ~(closed.plain >> throw);
    unsigned twins_may = ur_race_from[throw] & ~(closed.twins >> throw);
    unsigned warrior_may = ur_race_from[throw] & ~(closed.warrior >> throw);

    unsigned plain = a->plain_on[pos->turn];
    unsigned twins = a->pair_on[pos->turn] & AKALAMDUNG_TWINS_ON;
    unsigned declared = throw == 2 ? plain & UR_BIT(UR_IN) : 0;
    unsigned warriors = a->warrior_on[pos->turn] | declared;
    unsigned on_way = AKALAMDUNG_WAY >> throw;
    return (struct movers){
        .plain = (plain & ~twins & plain_may) | (twins & twins_may),
        .warrior = warriors & ((on_way & warrior_may) | (~on_way & plain_may)),
    };
}

bool akalamdung_can_move(const struct position *pos) {
    struct movers from = movable(pos);
    return (from.plain | from.warrior) != 0;
}

static size_t akalamdung_moves(const struct position *pos,
                               struct move out[static MOVES_MAX]) {
    unsigned throw = pos->roll.value[0];
    struct movers movers = movable(pos);
    size_t n = 0;
    for (unsigned from = UR_IN; from <= UR_LAST; from++) {
        /* Always written, kept if the bit is set: this avoids an unpredictable branch. */
        struct move m = {.from = (uint16_t)from, .to = (uint16_t)(from + throw)};
        out[n] = m;
        n += movers.plain >> from & 1U;
        m.how = UNIT_WARRIOR;
        out[n] = m;
        n += movers.warrior >> from & 1U;
    }
    return n;
}

/* --- playing --- */

enum unit akalamdung_arrival(enum unit unit, unsigned to) {
    bool parts = unit == UNIT_TWINS && (PARTED_TO & UR_BIT(to)) != 0;
    bool leaves_way = unit == UNIT_WARRIOR && (AKALAMDUNG_WAY & UR_BIT(to)) == 0;
    return parts || leaves_way ? UNIT_PLAIN : unit;
}

/* Returns the unit that the move picks up. */
static enum unit leaving_unit(const struct akalamdung *a, enum side side,
                              const struct move *m) {
    if (m->how == UNIT_WARRIOR) {
        return UNIT_WARRIOR;
    }
    unsigned twins = a->pair_on[side] & AKALAMDUNG_TWINS_ON;
    return (twins & UR_BIT(m->from)) != 0 ? UNIT_TWINS : UNIT_PLAIN;
}

static void move_unit(struct akalamdung *a, enum side side, const struct move *m,
                      enum unit arriving) {
    int n = arriving == UNIT_TWINS ? 2 : 1;
    if (m->how == UNIT_WARRIOR && m->from != UR_IN) {
        akalamdung_add_warrior(a, side, m->from, -1);
    } else {
        akalamdung_add_plain(a, side, m->from, -n);
    }
    if (arriving == UNIT_WARRIOR) {
        akalamdung_add_warrior(a, side, m->to, 1);
    } else {
        akalamdung_add_plain(a, side, m->to, n);
    }
}

/* Returns a side's pieces on a square to its reserve, warriors as plain pieces.  Returns
 * their number. */
static uint8_t send_home(struct akalamdung *a, enum side side, unsigned path) {
    uint8_t plain = a->counts.plain[side][path];
    uint8_t warriors = a->warriors[side][path];
    uint8_t n = (uint8_t)(plain + warriors);
    akalamdung_add_plain(a, side, path, -plain);
    akalamdung_add_warrior(a, side, path, -warriors);
    akalamdung_add_plain(a, side, UR_IN, n);
    return n;
}

/* Records what the move itself did; called after it. */
static void tell_move(struct happened *h, const struct position *pos,
                      const struct move *m, enum unit unit) {
    enum unit arriving = akalamdung_arrival(unit, m->to);
    uint8_t side = pos->turn;
    bool two = pos->u.akalamdung.counts.plain[side][m->to] == 2;
    if (m->from == UR_IN) {
        ur_tell(h, HAPPENED_ENTER, side, m->to, 0);
    }
    if (unit == UNIT_WARRIOR && m->from == UR_IN) {
        ur_tell(h, HAPPENED_WARRIOR, side, m->to, 0);
    }
    if (unit == UNIT_WARRIOR && arriving != UNIT_WARRIOR) {
        ur_tell(h, HAPPENED_WARRIOR_LOST, side, m->to, 0);
    }
    if (unit == UNIT_WARRIOR && m->to == UR_LAST) {
        ur_tell(h, HAPPENED_WARRIOR_HOME, side, m->to, 0);
    }
    if (unit == UNIT_TWINS && arriving != UNIT_TWINS) {
        ur_tell(h, HAPPENED_PARTED, side, m->from, 0);
    } else if (two && m->to == AKALAMDUNG_PARTING) {
        ur_tell(h, unit == UNIT_TWINS ? HAPPENED_PARTED : HAPPENED_APART, side, m->to, 0);
    } else if (two && unit != UNIT_TWINS && (AKALAMDUNG_TWINS_ON & UR_BIT(m->to)) != 0) {
        ur_tell(h, HAPPENED_TWINS, side, m->to, 0);
    }
    if (m->to == UR_OFF) {
        happened_add(h, HAPPENED_BEAR_OFF, side, "", 0);
    }
}

/* Captures the enemy pieces where the mover arrived. */
static bool capture(struct position *pos, unsigned path, struct happened *h) {
    struct akalamdung *a = &pos->u.akalamdung;
    enum side other = side_other(pos->turn);
    if ((pieces_on(a, other) & UR_CAPTURE_ON & UR_BIT(path)) == 0) {
        return false;
    }
    bool warrior = a->warriors[other][path] > 0;
    ur_tell(h, HAPPENED_CAPTURE, pos->turn, path, send_home(a, other, path));
    if (warrior) {
        ur_tell(h, HAPPENED_WARRIOR_TAKEN, pos->turn, path, 0);
    }
    return true;
}

/* The Oracle's Vision sends all enemy pieces on the board back to their reserve. */
static void clear_by_vision(struct position *pos, struct happened *h) {
    struct akalamdung *a = &pos->u.akalamdung;
    enum side other = side_other(pos->turn);
    happened_add(h, HAPPENED_VISION, pos->turn, "", 0);
    for (unsigned path = 1; path <= UR_LAST; path++) {
        if ((pieces_on(a, other) & UR_BIT(path)) == 0) {
            continue;
        }
        char at[SQUARE_BYTES];
        struct text_out name = text_out_of(at, sizeof at);
        ur_square_write(ur_square(other, path), &name);
        happened_add(h, HAPPENED_SENT_BACK, (uint8_t)other, at,
                     send_home(a, other, path));
    }
}

static void win(struct position *pos, enum end_reason reason) {
    pos->phase = PHASE_OVER;
    pos->outcome = pos->turn;
    pos->end = (uint8_t)reason;
}

/* After a move: sets whether it won, or who throws next. */
static void settle(struct position *pos, bool warrior_home, bool again,
                   struct happened *h) {
    pos->roll = (struct roll){0};
    pos->phase = PHASE_ROLL;
    if (pos->u.akalamdung.counts.plain[pos->turn][UR_OFF] == UR_PIECES) {
        win(pos, END_OFF);
    } else if (warrior_home) {
        win(pos, END_WARRIOR);
    } else if (again) {
        happened_add(h, HAPPENED_AGAIN, pos->turn, "", 0);
    } else {
        pos->turn = (uint8_t)side_other(pos->turn);
    }
}

static bool akalamdung_apply(struct position *pos, const struct move *m,
                             struct happened *h) {
    struct akalamdung *a = &pos->u.akalamdung;
    enum side side = pos->turn;
    enum unit unit = leaving_unit(a, side, m);
    bool had_vision = akalamdung_has_vision(a, side);
    move_unit(a, side, m, akalamdung_arrival(unit, m->to));
    bool progress = capture(pos, m->to, h) || m->to == UR_OFF;
    if (h != NULL) {
        tell_move(h, pos, m, unit);
    }
    bool vision = akalamdung_has_vision(a, side);
    if (vision && !had_vision) {
        clear_by_vision(pos, h);
    } else if (had_vision && !vision) {
        happened_add(h, HAPPENED_VISION_BROKEN, pos->turn, "", 0);
    }
    bool again = vision || progress || ur_is_rosette(m->to);
    settle(pos, unit == UNIT_WARRIOR && m->to == UR_LAST, again, h);
    return progress;
}

static void akalamdung_roll(struct position *pos, const struct roll *roll,
                            struct happened *h) {
    pos->roll = *roll;
    pos->phase = PHASE_MOVE;
    if (akalamdung_can_move(pos)) {
        return;
    }
    pos->roll = (struct roll){0};
    pos->phase = PHASE_ROLL;
    if (akalamdung_has_vision(&pos->u.akalamdung, pos->turn)) {
        happened_add(h, HAPPENED_VISION_KEPT, pos->turn, "", 0);
    } else {
        happened_add(h, HAPPENED_PASS, pos->turn, "", 0);
        pos->turn = (uint8_t)side_other(pos->turn);
    }
}

UR_TEXT_FUNCTIONS(akalamdung)

const struct game game_akalamdung = {
    .id = "akalamdung",
    .title = "Game of Akalamdung",
    .source = "Jeu d'Akalamdung, leglobejoueur.com",
    .goal = "bear off all seven pieces first, or bring a warrior to 14",
    .rules = akalamdung_rules,
    .example = "2,2 w1=w,w3=w,8=Bb,9=bb,10=ww,12=B 1,0 w 2",
    .dice = &dice_three_binary,
    .options = options_legs,
    .drawing = "ur",
    .shape = &ur_shape,
    .first = SIDE_WHITE,
    .start = "7,7 - 0,0 ? -",
    .moves = akalamdung_moves,
    .apply = akalamdung_apply,
    .roll = akalamdung_roll,
    .read = akalamdung_read,
    .write = akalamdung_write,
    .write_move = akalamdung_write_move,
    .board = akalamdung_board,
    .why = akalamdung_why,
};
