/* Who has the operator's role. */
#ifndef ALEA_SERVER_PEOPLE_OPERATORS_H
#define ALEA_SERVER_PEOPLE_OPERATORS_H

#include <stdbool.h>
#include <stdint.h>

struct client;
struct people;

/* Whether an account has the operator's role by its name. */
bool people_is_operators(const struct people *people, int64_t account);
/* Whether the client has the operator's role. */
bool people_is_operator(const struct people *people, const struct client *client);
/* Finds the accounts that have the operator's role, at the start.  The store remembers
 * them: registering a name that has become free does not give the role. */
void people_find_operators(struct people *people);

#endif
