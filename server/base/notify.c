#include "server/base/notify.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

/* Without most_ms, sendto does not wait at all. */
static void set_timeout(int fd, unsigned most_ms) {
    const struct timeval most = {most_ms / 1000, most_ms % 1000 * 1000};
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

int notify_send(const char *state, unsigned most_ms) {
    const char *path = getenv("NOTIFY_SOCKET");
    if (path == NULL || path[0] == '\0') {
        return 0;
    }
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t len = strlen(path);
    if ((path[0] != '/' && path[0] != '@') || len >= sizeof to.sun_path) {
        return EINVAL;
    }
    memcpy(to.sun_path, path, len);
    if (path[0] == '@') {
        to.sun_path[0] = '\0'; /* abstract namespace: not a file */
    }
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (fd < 0) {
        return errno;
    }
    set_timeout(fd, most_ms);
    size_t size = offsetof(struct sockaddr_un, sun_path) + len;
    ssize_t sent =
        sendto(fd, state, strlen(state), MSG_NOSIGNAL | (most_ms == 0 ? MSG_DONTWAIT : 0),
               (const struct sockaddr *)&to, (socklen_t)size);
    int error = sent < 0 ? errno : 0;
    close(fd);
    return error;
}
