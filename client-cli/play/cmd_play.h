/* `alea play`: a person plays on a server. */
#ifndef ALEA_CLIENT_PLAY_CMD_PLAY_H
#define ALEA_CLIENT_PLAY_CMD_PLAY_H

/* argv[0] is the word "play".  Returns the exit status, which --help explains. */
int cmd_play(int argc, char **argv);

#endif
