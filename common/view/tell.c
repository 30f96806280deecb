#include "view/tell.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "view/clocks.h"
#include "view/page.h"

/* Most clauses of a sentence about a side: a throw or a move, and all that follows. */
#define CLAUSES_MAX  (HAPPENED_MAX + 2)
#define CLAUSE_BYTES 96

/* Collects a sentence clause by clause.  Only at its end is the last one known, which
 * gets the "and". */
struct teller {
    FILE *out;
    const struct state *state;
    bool has_begun;         /* a sentence was written: the next begins with a space */
    bool named[SIDE_COUNT]; /* the side's player was named */
    enum side subject;      /* subject of the sentence being collected */
    unsigned n_clauses;     /* 0: no sentence is being collected */
    char clause[CLAUSES_MAX][CLAUSE_BYTES];
};

void tell_on_page(struct page *page, const struct state *state,
                  void (*tell)(FILE *out, const struct state *state)) {
    struct page_text text;
    page_text_begin(&text);
    tell(text.out, state);
    page_text_end(&text, page);
}

const char *tell_colour(enum lang lang, enum side side) {
    return side == SIDE_WHITE ? tr(lang, "White") : tr(lang, "Black");
}

const char *tell_colour_within(enum lang lang, enum side side) {
    return side == SIDE_WHITE ? tr(lang, "within\4White") : tr(lang, "within\4Black");
}

const char *tell_colour_label(enum lang lang, enum side side) {
    return side == SIDE_WHITE ? tr(lang, "label\4White") : tr(lang, "label\4Black");
}

const char *tell_side(enum lang lang, const char *side) {
    return strcmp(side, "white") == 0   ? tr(lang, "side\4white")
           : strcmp(side, "black") == 0 ? tr(lang, "side\4black")
                                        : side;
}

static const char *player_text(const struct state *state, enum side side,
                               const char *colour, char text[static PLAYER_BYTES]) {
    const char *name = state->seat[side].name;
    bool has_name = name[0] != '\0';
    snprintf(text, PLAYER_BYTES, "%s%s%s%s", colour, has_name ? " (" : "", name,
             has_name ? ")" : "");
    return text;
}

const char *tell_player_text(const struct state *state, enum side side,
                             char text[static PLAYER_BYTES]) {
    return player_text(state, side, tell_colour(state->lang, side), text);
}

const char *tell_player_within(const struct state *state, enum side side,
                               char text[static PLAYER_BYTES]) {
    return player_text(state, side, tell_colour_within(state->lang, side), text);
}

void tell_player(FILE *out, const struct state *state, enum side side) {
    char text[PLAYER_BYTES];
    fputs(tell_player_text(state, side, text), out);
}

/* --- sentences --- */

static void tell_subject(struct teller *t, enum side side) {
    if (t->named[side]) {
        fputs(tell_colour(t->state->lang, side), t->out);
    } else {
        tell_player(t->out, t->state, side);
        t->named[side] = true;
    }
}

static void begin_sentence(struct teller *t) {
    fputs(t->has_begun ? " " : "", t->out);
    t->has_begun = true;
}

static void end_clauses(struct teller *t) {
    if (t->n_clauses == 0) {
        return;
    }
    begin_sentence(t);
    tell_subject(t, t->subject);
    for (unsigned i = 0; i < t->n_clauses; i++) {
        bool is_last = i + 1 == t->n_clauses;
        fputs(i == 0 ? " " : is_last ? tr(t->state->lang, " and ") : ", ", t->out);
        fputs(t->clause[i], t->out);
    }
    fputc('.', t->out);
    t->n_clauses = 0;
}

__attribute__((format(printf, 3, 4))) static void
add_clause(struct teller *t, enum side side, const char *format, ...) {
    if (side != t->subject || t->n_clauses == CLAUSES_MAX) {
        end_clauses(t);
        t->subject = side;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(t->clause[t->n_clauses++], CLAUSE_BYTES, tr(t->state->lang, format), args);
    va_end(args);
}

/* Writes a whole sentence, with its subject first unless side is SIDE_COUNT. */
__attribute__((format(printf, 3, 4))) static void
add_sentence(struct teller *t, enum side side, const char *format, ...) {
    end_clauses(t);
    begin_sentence(t);
    if (side != SIDE_COUNT) {
        tell_subject(t, side);
    }
    va_list args;
    va_start(args, format);
    vfprintf(t->out, tr(t->state->lang, format), args);
    va_end(args);
}

/* --- what each note says --- */

static void tell_throw(struct teller *t, const struct note *note) {
    char faces[CLAUSE_BYTES];
    struct text_out text = text_out_of(faces, sizeof faces);
    dice_write(t->state->game->dice, note->faces[note->side], "-", &text);
    end_clauses(t);
    add_clause(t, note->side, "throws %s", faces);
}

static void tell_start_throw(struct teller *t, const struct note *note) {
    const struct dice_kind *dice = t->state->game->dice;
    unsigned white = dice_sum(dice, note->faces[SIDE_WHITE]);
    unsigned black = dice_sum(dice, note->faces[SIDE_BLACK]);
    add_sentence(t, SIDE_COUNT,
                 white == black ? "For the start White throws %u and Black %u: again."
                                : "For the start White throws %u and Black %u.",
                 white, black);
}

static void tell_new_game(struct teller *t) {
    bool has_dice = t->state->game->dice != NULL;
    if (t->state->match.leg > 1) {
        add_sentence(t, SIDE_COUNT,
                     has_dice ? "The next leg, with new dice." : "The next leg.");
    } else {
        add_sentence(t, SIDE_COUNT,
                     has_dice ? "A new game, with new dice." : "A new game.");
    }
}

/* Whether the notes after a move say everything about it. */
static bool is_told_by_rules(const struct note *move, const struct note *end) {
    for (const struct note *note = move + 1; note < end && note->kind == NOTE_RULE;
         note++) {
        if (note->happening.kind == HAPPENED_ENTER ||
            note->happening.kind == HAPPENED_BEAR_OFF) {
            return true;
        }
    }
    return false;
}

/* A move in the same event as its throw was the only one (command auto): they share a
 * sentence. */
static void tell_move(struct teller *t, const struct note *move, const struct note *end,
                      const struct note *throw) {
    bool is_forced = throw != NULL && throw->side == move->side;
    if (!is_forced) {
        end_clauses(t);
    }
    if (!is_told_by_rules(move, end)) {
        add_clause(t, move->side, is_forced ? "can only play %s" : "plays %s",
                   move->text);
    }
}

/* Tells why a side passes; after a throw of 0, nothing need be said. */
static void tell_why_pass(struct teller *t, const struct note *throw, enum side side) {
    const struct dice_kind *dice = t->state->game->dice;
    bool is_nothing =
        throw != NULL && dice->summed && dice_sum(dice, throw->faces[throw->side]) == 0;
    if (!is_nothing) {
        add_clause(t, side, "has no move");
    }
}

/* What the side did, or what happened to it; the second text is for several pieces.  @ is
 * the square, # the number of pieces, & the other side's name. */
static const struct {
    const char *one;
    const char *many; /* NULL: as for one */
} clauses[HAPPENING_KIND_COUNT] = {
    [HAPPENED_PASS] = {N_("passes"), NULL},
    [HAPPENED_AGAIN] = {"throws again", NULL},
    [HAPPENED_ENTER] = {"enters a piece on @", NULL},
    [HAPPENED_CAPTURE] = {"takes &'s piece on @", "takes &'s # pieces on @"},
    [HAPPENED_BEAR_OFF] = {"bears a piece off", NULL},
    [HAPPENED_LAND] = {"lands on @", NULL},
    [HAPPENED_GO_ON] = {"goes on to @", NULL},
    [HAPPENED_HORNASKELLA] = {"has only a Hornaskella left, on @", NULL},
    [HAPPENED_MILL] = {"completes a mill", "completes # mills"},
    [HAPPENED_KING_CAPTURED] = {"captures the king on @", NULL},
    [HAPPENED_RAICHI] = {"says raichi: the king could escape", NULL},
    [HAPPENED_TUICHI] = {"says tuichi: the king could escape in several ways", NULL},
    [HAPPENED_GARE] = {"says gare: the king could be captured", NULL},
    [HAPPENED_TWINS] = {"makes twins on @", NULL},
    [HAPPENED_PARTED] = {"parts the twins on @", NULL},
    [HAPPENED_APART] = {"has two single pieces on @", NULL},
    [HAPPENED_WARRIOR] = {"declares it a warrior", NULL},
    [HAPPENED_WARRIOR_LOST] = {"turns the warrior on @ into a plain piece", NULL},
    [HAPPENED_WARRIOR_TAKEN] = {"takes &'s warrior on @", NULL},
    [HAPPENED_WARRIOR_HOME] = {"brings a warrior to @", NULL},
    [HAPPENED_VISION] = {"has the Oracle's Vision", NULL},
    [HAPPENED_SENT_BACK] = {"takes back the piece on @", "takes back # pieces on @"},
    [HAPPENED_VISION_KEPT] = {"has the Vision, so throws again", NULL},
    [HAPPENED_VISION_BROKEN] = {"gives up the Vision", NULL},
    [HAPPENED_PROMOTED] = {"makes an officer on @", NULL},
    [HAPPENED_FREED] = {"frees a piece on @", "frees # pieces on @"},
    [HAPPENED_PRISONERS_OFF] = {"takes a prisoner off", "takes # prisoners off"},
};

static const char *clause_of(const struct happening *h) {
    return h->n > 1 && clauses[h->kind].many != NULL ? clauses[h->kind].many
                                                     : clauses[h->kind].one;
}

static void put_clause(enum lang lang, const char *text, const struct happening *h,
                       struct text_out *out) {
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '@': text_put(out, h->at); break;
        case '#': text_put_number(out, h->n); break;
        case '&': text_put(out, tell_colour_within(lang, side_other(h->side))); break;
        default: text_put_char(out, *text); break;
        }
    }
}

void tell_happening(enum lang lang, const struct happening *h, struct text_out *out) {
    put_clause(lang, tr(lang, clause_of(h)), h, out);
}

void tell_deed(enum lang lang, const struct happening *h, struct text_out *out) {
    char key[CLAUSE_BYTES];
    snprintf(key, sizeof key, "move%c%s", LANG_CONTEXT, clause_of(h));
    put_clause(lang, tr(lang, key), h, out);
}

static void tell_rule(struct teller *t, const struct happening *h) {
    char clause[CLAUSE_BYTES];
    struct text_out out = text_out_of(clause, sizeof clause);
    tell_happening(t->state->lang, h, &out);
    add_clause(t, h->side, "%s", clause);
}

/* What a player did about their seat, an absence or the end of the game; and what the
 * opponent does then. */
static const struct {
    const char *deed;
    const char *answer; /* NULL: nothing */
} deeds[NOTE_KIND_COUNT] = {
    [NOTE_LATE] = {N_(" was not ready in time."), NULL},
    [NOTE_UNSEATED] = {N_(" is sent away."), NULL},
    [NOTE_OPENED] = {N_(" opens the sealed nonce."), NULL},
    [NOTE_BEGINS] = {N_(" begins."), NULL},
    [NOTE_TAKEBACK] = {N_(" takes a move back."), NULL},
    [NOTE_RESIGN] = {N_(" resigns."), NULL},
    [NOTE_ABORT] = {N_(" calls the game off."), NULL},
    [NOTE_OFFERS_DRAW] = {N_(" offers a draw."), NULL},
    [NOTE_DRAW] = {N_(" accepts the draw."), NULL},
    [NOTE_OFFERS_ADJOURN] = {N_(" offers to adjourn the game."), NULL},
    [NOTE_AWAY] = {N_(" is away: the line has dropped."), NULL},
    [NOTE_OVERDUE] = {N_(" has been away too long."),
                      N_(" may type claim to win, or adjourn to go on another time.")},
    [NOTE_BACK] = {N_(" is back."), NULL},
    [NOTE_ADJOURNED] = {N_(" adjourns the game."), NULL},
    [NOTE_ABSENT] = {NULL, N_(" claims the win.")},
    [NOTE_FLAG] = {N_(" has run out of time."), NULL},
    [NOTE_IDLE] = {N_(" has not moved for too long."), N_(" claims the win.")},
    [NOTE_UNRESUMED] = {N_(" did not come to go on with the game."), NULL},
    [NOTE_ADJUDICATED] = {NULL, N_(" wins by decision of the host.")},
    [NOTE_UNOPENED] = {N_(" did not open the sealed nonce in time."), NULL},
};

static void tell_deeds(struct teller *t, const struct note *note) {
    assert(note->kind < NOTE_KIND_COUNT);
    const char *deed = deeds[note->kind].deed, *answer = deeds[note->kind].answer;
    enum lang lang = (enum lang)t->state->lang;
    if (deed != NULL) {
        add_sentence(t, note->side, "%s", tr(lang, deed));
    }
    if (answer != NULL) {
        add_sentence(t, side_other(note->side), "%s", tr(lang, answer));
    }
}

/* throw: the last throw before this note, with no move in between; else NULL. */
static void tell_note(struct teller *t, const struct note *note, const struct note *end,
                      const struct note *throw) {
    switch ((int)note->kind) {
    case NOTE_NEW_GAME: tell_new_game(t); break;
    case NOTE_START_THROW: tell_start_throw(t, note); break;
    case NOTE_THROW: tell_throw(t, note); break;
    case NOTE_MOVE: tell_move(t, note, end, throw); break;
    case NOTE_RULE:
        if (note->happening.kind == HAPPENED_PASS) {
            tell_why_pass(t, throw, note->side);
        }
        tell_rule(t, &note->happening);
        break;
    case NOTE_JOINED:
        add_sentence(t, SIDE_COUNT,
                     note->side == SIDE_WHITE ? "%s sits down as White."
                                              : "%s sits down as Black.",
                     note->name);
        break;
    case NOTE_GONE: add_sentence(t, SIDE_COUNT, "%s leaves the room.", note->name); break;
    case NOTE_READY:
        add_sentence(t, note->side,
                     note->sealed ? " is ready, with a sealed nonce." : " is ready.");
        break;
    case NOTE_RESUMES:
        add_sentence(t, note->side,
                     t->state->stage == STAGE_PLAYING
                         ? " wants to go on, so the game goes on."
                         : " wants to go on.");
        break;
    case NOTE_ABANDONED:
        add_sentence(t, SIDE_COUNT, "Both players have been away too long.");
        break;
    case NOTE_LAPSED:
        add_sentence(t, SIDE_COUNT, "The adjourned game is called off.");
        break;
    default: tell_deeds(t, note); break; /* the end itself: tell_result writes it */
    }
}

void tell_notes(FILE *out, const struct state *state) {
    struct teller t = {.out = out, .state = state};
    const struct note *end =
        state->n_notes > 0 ? state->notes + state->n_notes : state->notes;
    const struct note *throw = NULL;
    for (const struct note *note = state->notes; note < end; note++) {
        tell_note(&t, note, end, throw);
        throw = note->kind == NOTE_THROW ? note : note->kind == NOTE_MOVE ? NULL : throw;
    }
    end_clauses(&t);
}
