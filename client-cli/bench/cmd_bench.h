/* `alea bench`: how fast is a server? */
#ifndef ALEA_CLIENT_CMD_BENCH_H
#define ALEA_CLIENT_CMD_BENCH_H

/* argv[0] is the word "bench".  Returns the exit status, which --help explains. */
int cmd_bench(int argc, char **argv);

#endif
