/* Reports our state to systemd, or whatever service manager has set $NOTIFY_SOCKET. */
#ifndef ALEA_SERVER_BASE_NOTIFY_H
#define ALEA_SERVER_BASE_NOTIFY_H

/* Sends a state, "READY=1" or "STOPPING=1", as sd_notify(3) describes.  Waits at
 * most most_ms while the manager has too many.  Returns 0 if it was sent or
 * $NOTIFY_SOCKET is not set, else an errno. */
int notify_send(const char *state, unsigned most_ms);

#endif
