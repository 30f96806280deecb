/* Those who use the server: clients with a model of what they were told. */
#ifndef ALEA_TESTS_SIM_PEOPLE_H
#define ALEA_TESTS_SIM_PEOPLE_H

#include "client-cli/player/dice_check.h"
#include "proto/message/message.h"
#include "tests/sim/referee.h"
#include "tests/sim/world/net.h"

#define PEOPLE_MAX    30
#define PLACES_MAX    32
#define REQUESTS_MAX  64
#define OFFERS_MAX    1024
#define GAGS_MAX      64
#define FORGOTTEN_MAX 256
/* An answer comes within this time, in ms, when nothing is wrong. */
#define ANSWER_MS 30000

/* A room as one of the people knows it. */
struct place {
    char room[ROOM_BYTES_MAX + 1]; /* "" unused */
    struct story *log;             /* NULL: not known yet */
    uint64_t last;                 /* number of the latest event on this connection */
    uint64_t resumes_after;        /* those after this one have been asked for */
    enum stage stage;
    bool watched; /* not seated, but told */
    bool seated;
    enum side side; /* if seated */
    char opponent[NAME_BYTES_MAX + 1];
    bool ready, opponent_ready, opponent_away, is_overdue;
    enum seat_offer offered; /* by the opponent */
    bool is_sealed;          /* his nonce is to be opened */
    bool is_expected;        /* by a list of his rooms */
    char nonce[20];
    char *moves;        /* owned; NULL: not his turn, or he has moved */
    char *sent_moves;   /* of which he has sent one; owned */
    uint64_t by_number; /* event of the latest that he named by its number; UINT64_MAX:
                           not known yet; 0: none */
    struct dice_check dice_check;
    unsigned n_last_moves; /* since calm */
};

/* A request that has no answer yet. */
struct request {
    enum command_kind kind; /* COMMAND_COUNT: nonsense */
    unsigned id;            /* 0: it has none */
    char room[ROOM_BYTES_MAX + 1];
    uint64_t seq;   /* of a move: what it answers */
    char text[40];  /* a move, a name, a password */
    int64_t offer;  /* that is meant */
    bool says_word; /* of a private room */
    bool is_again;  /* sent once before, on a line that was lost */
    uint64_t asked_ms;
};

enum presence { AWAY, CALLING, ENTERING, HERE };

struct person {
    char name[NAME_BYTES_MAX + 1];
    char password[32];       /* "" a guest */
    char maybe_password[32]; /* a register has had no answer */
    bool maybe_forgotten;    /* a forget-me has had none */
    char token[TOKEN_BYTES + 1];
    char address[48];
    bool is_text, is_operator;
    enum presence presence;
    struct wire *wire;
    char *heard; /* owned; a line that is not whole */
    size_t n_heard, cap_heard;
    bool is_greeted, is_told_bye;
    uint64_t called_ms;
    struct request request[REQUESTS_MAX]; /* the oldest first */
    size_t n_requests;
    unsigned n_answers;   /* on this connection */
    int64_t paid, n_said; /* the same of tokens, and of lines of chat */
    unsigned last_id, nameless_id;
    char banned[NAME_BYTES_MAX + 1]; /* this name of his, as was told at this time */
    uint64_t banned_ms;
    int64_t banned_until_s;
    unsigned refused;          /* times that he was not let in */
    int64_t offer[OFFERS_MAX]; /* that he was told about, and that are not over */
    size_t n_offers;
    int64_t dead_offer; /* of them: which could not be accepted */
    uint64_t dead_ms;
    bool wants_none; /* of them, as the server has said on this connection */
    char gag[GAGS_MAX][NAME_BYTES_MAX + 1]; /* whom he does not hear */
    size_t n_gags;
    bool knows_gags; /* all of them */
    struct place place[PLACES_MAX];
    struct request again; /* a move that was sent and not answered, to be sent again */
    bool has_again;
    bool has_come;  /* ever */
    bool has_freed; /* calm: has ended what operators did */
    bool has_asked; /* calm: what his ratings are */
    bool is_done;   /* calm: has finished all his games */
    bool asks_to_quit, is_gone;
};

struct people {
    struct person person[PEOPLE_MAX];
    size_t n;
    unsigned pace_ms;  /* most between two things that somebody does */
    uint64_t sleep_ms; /* nobody does anything until then */
    unsigned n_names;  /* that were made up */
    char forgotten[FORGOTTEN_MAX][NAME_BYTES_MAX + 1]; /* who had accounts */
    size_t n_forgotten;
    unsigned n_answers, n_ratings, errors[ERROR_CODE_COUNT + 1];
    unsigned steps, n_turns;
    uint64_t calm_ms; /* since when */
    bool is_closing;  /* everybody goes home */
};

extern struct people people;

void people_begin(unsigned steps);
void people_end(void);
/* Games may have gone back in time, once. */
void people_forget(void);
/* No faults any more: everybody comes, ends his games, and goes. */
void people_calm(void);
/* It is the turn of a person. */
void people_next(void *person, uint64_t n);

/* --- person.c: lines out --- */

extern const struct net_ops person_ops;
void person_call(struct person *p);
/* Lets a line drop; `how` as the network does it. */
void person_drop(struct person *p, void (*how)(struct wire *wire));
/* Sends a request about a room ("" none), whose further members are these, ' for ". */
__attribute__((format(printf, 4, 5))) struct request *
person_ask(struct person *p, enum command_kind kind, const char *room,
           const char *members, ...);
/* Sends any line that will have one answer. */
void person_say(struct person *p, const char *line, size_t len);
/* He is somebody new. */
void person_rename(struct person *p);
/* He is not let in. */
void person_refused(struct person *p, enum error_code why);
/* Says who he is. */
void person_enter(struct person *p);

/* --- hear.c: lines in --- */

void person_hear(struct person *p, const char *line, size_t len);
struct place *person_place(struct person *p, const char *room);
void person_leave_place(struct place *place);
void person_leave_places(struct person *p);
/* Whether he does not hear whoever is called so. */
bool person_gags(const struct person *p, const char *name);
/* Nor knows any more whom he hears. */
void person_forget_gags(struct person *p);
/* The next event of each room may have any number. */
void person_forget_numbers(struct person *p);
/* What others have been told about for long he has been told about, too. */
void person_check_hears(const struct person *p);
/* Checks an answer: answer.c. */
void person_answered(struct person *p, const struct request *request,
                     const struct message *msg);

/* --- acts_room.c --- */

/* Does what ends his games.  False: there is nothing to be done now. */
bool person_finish(struct person *p);

#endif
