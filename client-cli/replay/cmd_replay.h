/* `alea replay`: a game that was played, step by step on its board. */
#ifndef ALEA_CLIENT_REPLAY_CMD_REPLAY_H
#define ALEA_CLIENT_REPLAY_CMD_REPLAY_H

/* argv[0] is the word "replay".  Returns the exit status, which --help explains. */
int cmd_replay(int argc, char **argv);

#endif
