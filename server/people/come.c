#include "server/people/come.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/address.h"
#include "server/base/welcome.h"
#include "server/people/people.h"
#include "server/people/send.h"
#include "server/people/sessions.h"
#include "server/people/state.h"

/* Counts a connection from this address.  True: too many come; text says so. */
static bool comes_too_often(struct people *people, const char *address,
                            enum rate_kind what, char text[static FAULT_BYTES]) {
    int64_t n = people->config->limits.connects_per_minute *
                (what == RATE_VISIT ? RATE_VISITS_PER_CONNECT : 1);
    struct rate_rule rule = rate_rule_of(n, 60000);
    int64_t wait_ms = rate_limits_take(&people->rate_limits, what, address, &rule,
                                       turn_now_ms(people->turns));
    snprintf(text, FAULT_BYTES,
             "too many connections come from your address: try again in %lld s",
             (long long)(wait_ms + 999) / 1000);
    return wait_ms > 0;
}

/* Whether one more connection would be too many, in total or from an address whose
 * counts include it already. */
static bool is_full_for(const struct people *people,
                        const struct address_counts *counts) {
    const struct limits *limits = &people->config->limits;
    int64_t n_all = (int64_t)people_n_clients(people) + people->n_visitors;
    int64_t n_here =
        (int64_t)counts->n[ADDRESS_CLIENTS] + (int64_t)counts->n[ADDRESS_VISITORS];
    return n_all >= limits->connections || n_here > limits->connections_per_address;
}

/* Why this client is refused, with a text; ERR_OK: it is not. */
static enum error_code refuses(struct people *people, const struct client *c, bool again,
                               char text[static FAULT_BYTES]) {
    enum error_code why = ERR_OK;
    if (people_is_banned(people, c->counts->address, text)) {
        return ERR_BANNED;
    }
    if (turn_is_ending(people->turns)) {
        why = ERR_SHUTTING_DOWN;
    } else if (is_full_for(people, c->counts)) {
        why = ERR_TOO_MANY_CONNECTIONS;
    } else if (!again && comes_too_often(people, c->counts->address, RATE_COME, text)) {
        return ERR_TOO_MANY_CONNECTIONS;
    }
    snprintf(text, FAULT_BYTES, "%s", error_text(why));
    return why;
}

/* Sends one line instead of the greeting, and closes.  As the mode is not known yet, it
 * has a sentence for people, and the code for programs in brackets.  Never wrapped. */
static void turn_away(struct people *people, struct client *c, enum error_code why,
                      const char *text) {
    if (c->json) {
        people_bye_because(people, c, why, text);
        return;
    }
    char line[FAULT_BYTES + 40];
    int len = snprintf(line, sizeof line, "- %c%s [%s]\r\n",
                       toupper((unsigned char)text[0]), text + 1, error_name(why));
    struct buf *buf = buf_new(line, (size_t)len);
    people_queue(people, c, buf, SEND_ALWAYS);
    buf_unref(buf);
    people_queue_end(people, c, why, SEND_ALWAYS);
    c->closing = true;
    c->is_dismissed = true;
}

/* False: it is turned away. */
static bool may_come(struct people *people, struct client *c, bool again) {
    char text[FAULT_BYTES];
    enum error_code why = refuses(people, c, again, text);
    if (why == ERR_OK) {
        return true;
    }
    turn_away(people, c, why, text);
    log_line(&people->config->log, LOG_DEBUG, "refused address=%s why=%s",
             c->counts->address, error_name(why));
    return false;
}

/* A line for people, with what programs need in brackets. */
static void greet(struct people *people, struct client *c) {
    char greeting[160];
    int len = snprintf(greeting, sizeof greeting,
                       "* %s: type help "
                       "[alea/%d alead/%s; programs: {\"cmd\":\"hello\"}]\r\n",
                       people->config->title, PROTOCOL_VERSION, ALEA_VERSION);
    struct buf *buf = buf_new(greeting, (size_t)len);
    people_queue(people, c, buf, SEND_ALWAYS);
    buf_unref(buf);
}

uint64_t people_add_client(struct people *people, uint64_t conn, const char *address,
                           const struct come *come) {
    struct client *c = mem_new(1, sizeof *c);
    c->browser = come->web;
    c->json = come->web || (come->again && come->json);
    c->spoken = come->web || (come->again && come->spoken);
    c->conn = conn;
    c->tls = come->tls;
    c->proxied = come->proxied;
    c->secure = come->tls || (!come->proxied && address_is_loopback(address));
    c->front = come->front;
    c->remote = come->front != 0 && !come->local;
    c->style.marks = true;
    c->active_ms = turn_now_ms(people->turns);
    c->opened_ms = turn_now_ms(people->turns);
    c->number = ++people->metrics->connections_opened;
    c->last = COMMAND_COUNT;
    c->counts = address_table_add(&people->addresses, address, ADDRESS_CLIENTS);
    c->address_place = rate_limits_place(&people->rate_limits, address);
    if (!may_come(people, c, come->again)) {
        people->metrics->connections_refused++;
        people_free_client(people, c);
        return 0;
    }
    c->id = slots_add(&people->clients, c);
    people_await_login(people, c);
    log_line(&people->config->log, LOG_DEBUG, "open client=%lld address=%s tls=%d web=%d",
             (long long)c->number, address, c->tls, c->browser);
    if (!c->browser && !come->greeted) {
        greet(people, c);
    }
    return c->id;
}

bool people_add_pending(struct people *people) {
    bool is_full = (int64_t)people_n_clients(people) + people->n_visitors >=
                   people->config->limits.connections;
    bool may_come = !turn_is_ending(people->turns) && !is_full;
    people->n_visitors += may_come;
    people->metrics->connections_refused += !may_come;
    return may_come;
}

void people_remove_pending(struct people *people) {
    people->n_visitors--;
}

struct address_counts *people_add_visitor(struct people *people, const char *address) {
    char text[FAULT_BYTES];
    struct address_counts *counts =
        address_table_add(&people->addresses, address, ADDRESS_VISITORS);
    bool is_refused = turn_is_ending(people->turns) || is_full_for(people, counts) ||
                      people_is_banned(people, address, text) ||
                      comes_too_often(people, address, RATE_VISIT, text);
    people->n_visitors++;
    if (is_refused) {
        people->metrics->connections_refused++;
        people_remove_visitor(people, counts);
        return NULL;
    }
    return counts;
}

void people_remove_visitor(struct people *people, struct address_counts *visitor) {
    people->n_visitors -= visitor != NULL;
    address_table_remove(&people->addresses, visitor, ADDRESS_VISITORS);
}

void people_send_welcome(struct people *people, struct client *c) {
    const char *at = people->config->welcome;
    char text[WELCOME_BYTES + 2 * (WELCOME_LINES_MAX + 1)];
    size_t len = 0;
    if (at == NULL || at[0] == '\0') {
        return;
    }
    for (size_t n; len + (n = strcspn(at, "\n")) + 3 <= sizeof text; at += n + 1) {
        text[len] = len == 0 ? '*' : ' ';
        text[len + 1] = ' ';
        memcpy(text + len + 2, at, n);
        len += n + 2;
        text[len++] = '\n';
        if (at[n] == '\0') {
            break;
        }
    }
    struct buf *buf = buf_new_crlf(text, len);
    people_queue(people, c, buf, SEND_ALWAYS);
    buf_unref(buf);
}

void people_expire_logins(struct people *people) {
    for (struct deadline *due;
         (due = deadline_heap_first(&people->logins, turn_now_ms(people->turns))) !=
         NULL;) {
        struct client *c = DEADLINE_OF(due, struct client);
        deadline_heap_set(&people->logins, due, DEADLINE_NEVER);
        if (c->session == NULL && !c->closing) {
            people_bye(people, c, ERR_LOGIN_TIMEOUT);
        }
    }
}

void people_not_tls(struct people *people, uint64_t client) {
    struct client *c = people_find_client(people, client);
    if (c != NULL) {
        c->tls = false;
        c->secure = !c->proxied && address_is_loopback(c->counts->address);
        turn_away(people, c, ERR_TLS_ONLY, error_text(ERR_TLS_ONLY));
    }
}

void people_garbage(struct people *people, uint64_t client) {
    struct client *c = people_find_client(people, client);
    if (c != NULL) {
        people_bye(people, c, ERR_LINE_TOO_LONG);
    }
}

struct address_counts *people_count_room(struct people *people, const char *address) {
    return address_table_add(&people->addresses, address, ADDRESS_ROOMS);
}

void people_uncount_room(struct people *people, struct address_counts *counts) {
    address_table_remove(&people->addresses, counts, ADDRESS_ROOMS);
}

struct rate_limits *people_rates(struct people *people) {
    return &people->rate_limits;
}
