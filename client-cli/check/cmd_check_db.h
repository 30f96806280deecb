/* alea check-db: are the games in a server's file as they were played? */
#ifndef ALEA_CLIENT_CHECK_CMD_CHECK_DB_H
#define ALEA_CLIENT_CHECK_CMD_CHECK_DB_H

/* Returns the exit status, see --help. */
int cmd_check_db(int argc, char **argv);

#endif
