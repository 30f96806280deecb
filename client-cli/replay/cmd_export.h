/* `alea export`: a game that was played, in a notation that other programs read. */
#ifndef ALEA_CLIENT_REPLAY_CMD_EXPORT_H
#define ALEA_CLIENT_REPLAY_CMD_EXPORT_H

/* argv[0] is the word "export".  Returns the exit status, which --help explains. */
int cmd_export(int argc, char **argv);

#endif
