#include "server/bus/libnats.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* An idle connection is pinged every PING_MS, and dropped after PINGS_MAX pings without
 * an answer. */
#define PING_MS   2000
#define PINGS_MAX 2

bool libnats_load(struct libnats *nats, char fault[static FAULT_BYTES]) {
    /* The first is Debian 12's; the second comes with the development package. */
    void *library = dlopen("libnats.so.3.4", RTLD_NOW | RTLD_LOCAL);
    library = library != NULL ? library : dlopen("libnats.so", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(fault, FAULT_BYTES,
                 "the library of NATS, libnats.so.3.4, is not installed (Debian 12: "
                 "libnats3.4)");
        return false;
    }
    const char *missing = NULL;
    void *at;
#define X(name, result, params)                                                          \
    at = dlsym(library, #name);                                                          \
    missing = at == NULL ? #name : missing;                                              \
    memcpy(&nats->name, &at, sizeof at);
    NATS_FUNCTIONS(X)
#undef X
    if (missing != NULL) {
        snprintf(fault, FAULT_BYTES, "libnats is too old: it has no %s", missing);
    }
    return missing == NULL; /* never unloaded: that would leak the library's own state */
}

void libnats_fault(const struct libnats *nats, natsStatus status,
                   char fault[static FAULT_BYTES]) {
    /* "(conn.c:733): SSL handshake error" */
    const char *why = nats->nats_GetLastError(NULL),
               *text = nats->natsStatus_GetText(status);
    const char *begin = why != NULL ? strstr(why, "): ") : NULL;
    snprintf(fault, FAULT_BYTES, "%s", begin != NULL ? begin + strlen("): ") : text);
    for (char *at = fault; *at != '\0'; at++) {
        *at = *at == '\n' || *at == '\t' ? ' ' : *at;
    }
}

static void ignore_error(natsConnection *connection, natsSubscription *subscription,
                         natsStatus status, void *arg) {
    (void)connection;
    (void)subscription;
    (void)status; /* the links detect lost packets */
    (void)arg;
}

/* False with a fault: the file is missing, or others can read it. */
static bool check_secret(const char *path, char fault[static FAULT_BYTES]) {
    struct stat status;
    if (stat(path, &status) != 0) {
        snprintf(fault, FAULT_BYTES, "the credentials %.100s: %s", path, strerror(errno));
    } else if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        snprintf(fault, FAULT_BYTES,
                 "the credentials %.100s can be read by others: chmod 600 them", path);
    } else {
        return true;
    }
    return false;
}

static natsStatus set_login(const struct libnats *nats, natsOptions *options,
                            const struct nats_login *login) {
    const char *user = getenv("ALEA_BUS_USER"), *token = getenv("ALEA_BUS_TOKEN");
    const char *password = getenv("ALEA_BUS_PASSWORD");
    if (login->creds[0] != '\0') {
        return nats->natsOptions_SetUserCredentialsFromFiles(options, login->creds, NULL);
    }
    return user != NULL    ? nats->natsOptions_SetUserInfo(options, user,
                                                        password != NULL ? password : "")
           : token != NULL ? nats->natsOptions_SetToken(options, token)
                           : 0;
}

static natsStatus set_all(const struct libnats *nats, natsOptions *options,
                          const struct nats_login *login, struct bus_urls *urls) {
    natsStatus error = nats->natsOptions_SetServers(options, urls->item, urls->n);
    error = error != 0 ? error : nats->natsOptions_SetName(options, login->name);
    error = error != 0 ? error : set_login(nats, options, login);
    error = error != 0 ? error : nats->natsOptions_SetSecure(options, urls->has_tls);
    if (error == 0 && login->tls_ca[0] != '\0') {
        error = nats->natsOptions_LoadCATrustedCertificates(options, login->tls_ca);
    }
    error = error != 0 ? error : nats->natsOptions_SetTimeout(options, NATS_TIMEOUT_MS);
    error =
        error != 0 ? error : nats->natsOptions_SetWriteDeadline(options, NATS_TIMEOUT_MS);
    error = error != 0 ? error : nats->natsOptions_SetPingInterval(options, PING_MS);
    error = error != 0 ? error : nats->natsOptions_SetMaxPingsOut(options, PINGS_MAX);
    error = error != 0 ? error : nats->natsOptions_SetAllowReconnect(options, false);
    error = error != 0 ? error : nats->natsOptions_SetNoEcho(options, true);
    return error != 0 ? error
                      : nats->natsOptions_SetErrorHandler(options, ignore_error, NULL);
}

natsOptions *libnats_options(const struct libnats *nats, const struct nats_login *login,
                             char fault[static FAULT_BYTES]) {
    struct bus_urls urls;
    natsOptions *options = NULL;
    if (!bus_urls_read(&urls, login->urls, fault) ||
        (login->creds[0] != '\0' && !check_secret(login->creds, fault))) {
        return NULL;
    }
    natsStatus error = nats->natsOptions_Create(&options);
    error = error != 0 ? error : set_all(nats, options, login, &urls);
    if (error != 0) {
        libnats_fault(nats, error, fault);
        nats->natsOptions_Destroy(options);
        return NULL;
    }
    return options;
}
