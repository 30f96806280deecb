/* Tells systemd, or whoever else has set $NOTIFY_SOCKET, how far we are. */
#ifndef ALEA_SERVER_BASE_NOTIFY_H
#define ALEA_SERVER_BASE_NOTIFY_H

/* Sends a state, "READY=1" or "STOPPING=1", as one datagram, as sd_notify(3) describes.
 * Returns 0 when it is sent or nobody has asked for it, else the errno of why not. */
int notify_send(const char *state);

#endif
