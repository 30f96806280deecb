/* The commands of alea.  main.c lists them; cmd_NAME.c implements each. */
#ifndef ALEA_CLIENT_COMMANDS_H
#define ALEA_CLIENT_COMMANDS_H

/* argv[0] is the name of the command.  Returns the exit status of the program; each
 * command's --help explains its own. */
int cmd_analyse(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_bot(int argc, char **argv);
int cmd_check_db(int argc, char **argv);
int cmd_copy_db(int argc, char **argv);
int cmd_engine(int argc, char **argv);
int cmd_find(int argc, char **argv);
int cmd_learn(int argc, char **argv);
int cmd_match(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_solve(int argc, char **argv);
/* alea without a word, on a terminal. */
int cmd_start(void);
int cmd_train(int argc, char **argv);
int cmd_verify(int argc, char **argv);

#endif
