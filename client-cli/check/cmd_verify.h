/* `alea verify`: says whether the records of games are right. */
#ifndef ALEA_CLIENT_CHECK_CMD_VERIFY_H
#define ALEA_CLIENT_CHECK_CMD_VERIFY_H

/* argv[0] is the word "verify".  Returns the exit status, which --help explains. */
int cmd_verify(int argc, char **argv);

#endif
