/* `alea rules`: the rules shell on standard input and output, and random playouts. */
#ifndef ALEA_CLIENT_CHECK_CMD_RULES_H
#define ALEA_CLIENT_CHECK_CMD_RULES_H

/* argv[0] is the word "rules".  Returns the exit status: 2 for a wrong command line. */
int cmd_rules(int argc, char **argv);

#endif
