#include "server/store/nodes.h"

#include <string.h>

#include "server/store/sql.h"

bool store_is_node_name(const char *name) {
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return len > 0 && len < NODE_NAME_BYTES && name[len] == '\0' && name[0] != '-' &&
           name[len - 1] != '-';
}

const struct node_self *store_self(const struct store *store) {
    (void)store;
    return NULL; /* until nodes can join, every server is alone */
}
