/* `alea find`: which servers are on the local network? */
#ifndef ALEA_CLIENT_NET_CMD_FIND_H
#define ALEA_CLIENT_NET_CMD_FIND_H

/* argv[0] is the word "find".  Returns the exit status, which --help explains. */
int cmd_find(int argc, char **argv);

#endif
