/* `alea bot`: a bot that plays at random. */
#ifndef ALEA_CLIENT_BOT_CMD_BOT_H
#define ALEA_CLIENT_BOT_CMD_BOT_H

/* argv[0] is the word "bot".  Returns the exit status, which --help explains. */
int cmd_bot(int argc, char **argv);

#endif
