/* The users of the server: clients with a model of what they were sent. */
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
/* How many sent nonces a person remembers: the answers may be lost. */
#define SENT_NONCES 16

/* A room as a person sees it. */
struct place {
    char room[ROOM_BYTES_MAX + 1]; /* "" unused */
    struct story *log;             /* NULL: unknown */
    uint64_t last;                 /* number of the latest event on this connection */
    uint64_t resumes_after;        /* events after this one were requested */
    enum stage stage;
    bool watched; /* not seated, but gets events */
    bool seated;
    enum side side; /* if seated */
    char opponent[NAME_BYTES_MAX + 1];
    bool ready, opponent_ready, opponent_away, is_overdue;
    enum seat_offer offered; /* the offer of the opponent */
    bool is_sealed;          /* the person's seal must be opened */
    bool is_expected;        /* the server has listed it */
    char nonce[20];
    char sent_nonce[SENT_NONCES][20]; /* any of them may be the one that `ready` used */
    unsigned n_sent;
    char *moves;        /* owned; NULL: not the person's turn, or already moved */
    char *sent_moves;   /* owned; one of them was sent */
    uint64_t by_number; /* event of the last move sent by number; UINT64_MAX: not known
                         * yet; 0: none */
    struct dice_check dice_check;
    unsigned n_last_moves; /* moves since calm began */
    bool is_lost;          /* the hub was lost, and the next one has not shown it yet */
    bool is_back;          /* it has, and nothing has come since */
    bool is_found;         /* it was shown before they knew that they are there */
    bool is_paused;        /* the disk fails, as the server has said */
    unsigned n_shown;      /* how often the room was shown since then */
    uint64_t joined_ms;    /* when they last sat down */
};

/* A request without an answer so far. */
struct request {
    enum command_kind kind; /* COMMAND_COUNT: nonsense */
    unsigned id;            /* 0: without an id */
    char room[ROOM_BYTES_MAX + 1];
    uint64_t seq;   /* of a move: number of the event that it answers */
    char text[40];  /* a move, a name, a password */
    int64_t offer;  /* the offer that it is about */
    bool says_word; /* has the word of a private room */
    bool is_again;  /* sent before, on a connection that was lost, or to another hub */
    bool is_cut;    /* the hub was lost since */
    uint64_t asked_ms;
    unsigned n_stills; /* sim.n_stills then */
};

enum presence { AWAY, CALLING, ENTERING, HERE };

struct person {
    char name[NAME_BYTES_MAX + 1];
    char password[32];       /* "": a guest */
    char maybe_password[32]; /* `register` has not been answered */
    bool maybe_forgotten;    /* `forget-me` has not been answered */
    char token[TOKEN_BYTES + 1];
    char address[48];
    bool is_text, is_operator;
    enum presence presence;
    struct wire *wire;
    char *heard; /* owned; an incomplete line */
    size_t n_heard, cap_heard;
    bool is_greeted, is_told_bye;
    uint64_t called_ms;
    struct request request[REQUESTS_MAX]; /* oldest first */
    size_t n_requests;
    unsigned n_answers;   /* answers on this connection */
    unsigned n_entered;   /* n_answers when the person was let in */
    bool has_lost_hub;    /* and no later request has an answer yet */
    int64_t paid, n_said; /* tokens used, and lines of chat sent, on this connection */
    unsigned last_id, nameless_id;
    char banned[NAME_BYTES_MAX + 1]; /* own name announced as banned */
    uint64_t banned_ms;
    int64_t banned_until_s;
    unsigned refused;          /* how often the server has refused the connection */
    int64_t offer[OFFERS_MAX]; /* open offers that the person has heard of */
    size_t n_offers;
    int64_t dead_offer; /* one that could not be accepted */
    uint64_t dead_ms;
    bool wants_none;                        /* as the server said on this connection */
    char profile[200];                      /* the same; "": not known */
    char gag[GAGS_MAX][NAME_BYTES_MAX + 1]; /* players whom this person gags */
    size_t n_gags;
    bool knows_gags; /* gag has all of them */
    struct place place[PLACES_MAX];
    struct request again; /* a move that was sent but not answered, to be sent again */
    bool has_again;
    bool has_come;  /* has connected at least once */
    bool has_freed; /* calm: has undone what operators did */
    bool has_asked; /* calm: has asked for their ratings */
    bool is_done;   /* calm: has finished all games */
    bool asks_to_quit, is_gone;
};

struct people {
    struct person person[PEOPLE_MAX];
    size_t n;
    unsigned pace_ms;  /* most time between two actions of a person */
    uint64_t sleep_ms; /* nobody acts until then */
    unsigned n_names;  /* names invented so far */
    unsigned n_lines;  /* lines of chat sent so far */
    char forgotten[FORGOTTEN_MAX][NAME_BYTES_MAX + 1]; /* names of deleted accounts */
    size_t n_forgotten;
    unsigned n_answers, n_ratings, errors[ERROR_CODE_COUNT + 1];
    unsigned steps, n_turns;
    uint64_t calm_ms; /* when calm began */
    bool is_closing;  /* everybody leaves */
};

extern struct people people;

void people_begin(unsigned steps);
void people_end(void);
/* Tells people that games may have lost their latest events, once. */
void people_forget(void);
/* Starts the calm: everybody comes, ends their games, and leaves. */
void people_calm(void);
/* Lets this person act. */
void people_next(void *person, uint64_t n);

/* --- person.c: sending --- */

extern const struct net_ops person_ops;
void person_call(struct person *p);
/* Drops the connection; `how` is a function of the network. */
void person_drop(struct person *p, void (*how)(struct wire *wire));
/* Sends a request about a room ("": none); further members are written with ' instead of
 * ". */
__attribute__((format(printf, 4, 5))) struct request *
person_ask(struct person *p, enum command_kind kind, const char *room,
           const char *members, ...);
/* Sends any line that gets exactly one answer. */
void person_say(struct person *p, const char *line, size_t len);
/* The person takes a new name. */
void person_rename(struct person *p);
/* The front has said that the hub is gone. */
void person_lose_hub(struct person *p);
/* The hub has gone before it answered. */
void person_interrupted(struct person *p, const struct request *request);
/* The server has refused the connection. */
void person_refused(struct person *p, enum error_code why);
/* Sends the request with which the person logs in or takes a name. */
void person_enter(struct person *p);

/* --- hear.c: receiving --- */

void person_hear(struct person *p, const char *line, size_t len);
struct place *person_place(struct person *p, const char *room);
void person_leave_place(struct place *place);
void person_leave_places(struct person *p);
/* Whether the person has asked for something of this kind, about this name (NULL: any),
 * and has no answer yet. */
bool person_asks(const struct person *p, enum command_kind kind, const char *name);
/* Whether this person gags the player with this name. */
bool person_gags(const struct person *p, const char *name);
/* Forgets the gags, which are no longer known. */
void person_forget_gags(struct person *p);
/* The next event of each room may have any number. */
void person_forget_numbers(struct person *p);
/* Checks that the person has received what others received long ago. */
void person_check_hears(const struct person *p);
/* Resends moves that were lost on the way: answer.c. */
void person_move_again(struct person *p);
/* Checks an answer: answer.c. */
void person_answered(struct person *p, const struct request *request,
                     const struct message *msg);
/* Checks a reply to a question, or to a setting: informed.c. */
void person_informed(struct person *p, const struct request *request,
                     const struct message *msg);

/* A move was sent, and nobody knows whether it was done. */
void person_note_maybe(struct person *p, const struct request *request);

/* --- acts_room.c --- */

/* Does something towards ending the person's games.  False: there is nothing to do
 * now. */
bool person_finish(struct person *p);

#endif
