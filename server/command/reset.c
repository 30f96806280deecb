/* For a player who has lost their password: an operator sets a one-time password. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "proto/shape.h"
#include "proto/timestamp.h"
#include "server/command/request.h"
#include "server/hub/hub.h"
#include "server/people/clients.h"
#include "server/people/jobs.h"
#include "server/people/operators.h"
#include "server/people/send.h"
#include "server/people/sessions.h"
#include "server/queue/job.h"
#include "server/turn/clock.h"

/* It is valid for one login within a day: time enough to pass it on. */
#define ONCE_S 86400
/* Its length: 80 bits, too many to guess. */
#define ONCE_LETTERS 16

/* Format: abcd-efgh-ijkl-mnop. */
static void draw_password(const struct hub *hub, char text[static 2 * ONCE_LETTERS]) {
    char letters[ONCE_LETTERS + 1];
    turn_random_text(hub_turns(hub), letters, ONCE_LETTERS);
    snprintf(text, (size_t)2 * ONCE_LETTERS, "%.4s-%.4s-%.4s-%.4s", letters, letters + 4,
             letters + 8, letters + 12);
    sodium_memzero(letters, sizeof letters);
}

/* Draws a password and starts to hash it, as if it were one more argument. */
static enum error_code begin(struct request *request) {
    char password[2 * ONCE_LETTERS];
    enum error_code error = request_may_job(request);
    if (error != ERR_OK) {
        return error;
    }
    draw_password(request->hub, password);
    command_put_arg(&request->job->cmd, 1, password);
    sodium_memzero(password, sizeof password);
    return request_job(request, NULL, 0, 1);
}

/* Tells the player, if connected, that the account was changed. */
static void tell_owner(struct hub *hub, const struct stored_account *account) {
    struct client *client = people_client_of(
        hub_people(hub), people_find_account(hub_people(hub), account->id));
    char text[NOTICE_BYTES], at[TIMESTAMP_BYTES];
    if (client == NULL) {
        return;
    }
    timestamp_write(account->once.until_s, at);
    snprintf(text, sizeof text,
             "an operator has set a one-time password for your account, good until %s.  "
             "If you did not ask for it, tell the host; it is void when you log in "
             "with your own.",
             at);
    people_tell_notice(hub_people(hub), client, "", text);
}

enum error_code do_CMD_RESET_PASSWORD(struct request *request) {
    struct stored_account account = {.id = 0};
    if (!is_player_name(request_arg(request, 0))) {
        return ERR_BAD_NAME;
    }
    if (!request_ask(request, request_read_named)) {
        return ERR_OK;
    }
    enum error_code error = request_account(request, request_arg(request, 0), &account);
    if (error == ERR_OK && people_is_operators(request->people, account.id)) {
        return request_fault(
            request, ERR_BAD_ARGUMENT,
            "%s is an operator: only the host can help (docs/operating.md)",
            account.name);
    }
    if (error == ERR_OK && strcmp(account.password, PASSWORD_NONE) == 0) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "%s is a bot of the host, and has no password",
                             account.name);
    }
    error = error == ERR_OK ? request_secure(request) : error;
    if (error != ERR_OK || !request_is_checked(request)) {
        return error == ERR_OK ? begin(request) : error;
    }
    error = request_hashed(request);
    if (error != ERR_OK) {
        return error;
    }
    account.once = (struct stored_once){.set_s = turn_now_s(request->turns),
                                        .until_s = turn_now_s(request->turns) + ONCE_S};
    snprintf(account.once.hash, sizeof account.once.hash, "%s", request->job->fresh);
    writes_put_once(request->writes, account.id, &account.once);
    people_note_account_change(request->people);
    tell_owner(request->hub, &account);
    struct table *table = request_table(request);
    table_put_text(table, account.name);
    table_put_text(table, request_arg(request, 1));
    table_put_number(table, account.once.until_s);
    return ERR_OK;
}
