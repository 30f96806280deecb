/* libnats, the NATS client library.  It is loaded on demand, so alead runs without it;
 * the declarations here are our own and cover only what we use.  Also sets the options of
 * a connection: servers, credentials and TLS. */
#ifndef ALEA_SERVER_BUS_LIBNATS_H
#define ALEA_SERVER_BUS_LIBNATS_H

#include "server/bus/url.h"

typedef struct nats_options natsOptions;
typedef struct nats_connection natsConnection;
typedef struct nats_subscription natsSubscription;
typedef struct nats_message natsMsg;
/* An enum in libnats' status.h; 0 is success. */
typedef int natsStatus;

typedef void nats_on_message(natsConnection *, natsSubscription *, natsMsg *, void *);
typedef void nats_on_error(natsConnection *, natsSubscription *, natsStatus, void *);

/* name, result, parameters */
#define NATS_FUNCTIONS(X)                                                                \
    X(natsOptions_Create, natsStatus, (natsOptions **))                                  \
    X(natsOptions_Destroy, void, (natsOptions *))                                        \
    X(natsOptions_SetServers, natsStatus, (natsOptions *, const char **, int))           \
    X(natsOptions_SetName, natsStatus, (natsOptions *, const char *))                    \
    X(natsOptions_SetUserInfo, natsStatus, (natsOptions *, const char *, const char *))  \
    X(natsOptions_SetToken, natsStatus, (natsOptions *, const char *))                   \
    X(natsOptions_SetUserCredentialsFromFiles, natsStatus,                               \
      (natsOptions *, const char *, const char *))                                       \
    X(natsOptions_SetSecure, natsStatus, (natsOptions *, bool))                          \
    X(natsOptions_LoadCATrustedCertificates, natsStatus, (natsOptions *, const char *))  \
    X(natsOptions_SetTimeout, natsStatus, (natsOptions *, int64_t))                      \
    X(natsOptions_SetWriteDeadline, natsStatus, (natsOptions *, int64_t))                \
    X(natsOptions_SetPingInterval, natsStatus, (natsOptions *, int64_t))                 \
    X(natsOptions_SetMaxPingsOut, natsStatus, (natsOptions *, int))                      \
    X(natsOptions_SetAllowReconnect, natsStatus, (natsOptions *, bool))                  \
    X(natsOptions_SetNoEcho, natsStatus, (natsOptions *, bool))                          \
    X(natsOptions_SetErrorHandler, natsStatus, (natsOptions *, nats_on_error *, void *)) \
    X(natsConnection_Connect, natsStatus, (natsConnection **, natsOptions *))            \
    X(natsConnection_Destroy, void, (natsConnection *))                                  \
    X(natsConnection_GetMaxPayload, int64_t, (natsConnection *))                         \
    X(natsConnection_Subscribe, natsStatus,                                              \
      (natsSubscription **, natsConnection *, const char *, nats_on_message *, void *))  \
    X(natsConnection_FlushTimeout, natsStatus, (natsConnection *, int64_t))              \
    X(natsConnection_Publish, natsStatus,                                                \
      (natsConnection *, const char *, const void *, int))                               \
    X(natsSubscription_SetOnCompleteCB, natsStatus,                                      \
      (natsSubscription *, void (*)(void *), void *))                                    \
    X(natsSubscription_Destroy, void, (natsSubscription *))                              \
    X(natsMsg_GetData, const char *, (const natsMsg *))                                  \
    X(natsMsg_GetDataLength, int, (const natsMsg *))                                     \
    X(natsMsg_Destroy, void, (natsMsg *))                                                \
    X(natsStatus_GetText, const char *, (natsStatus))                                    \
    X(nats_GetLastError, const char *, (natsStatus *))                                   \
    X(nats_ReleaseThreadMemory, void, (void))

/* The functions of the loaded library. */
struct libnats {
#define X(name, result, params) result(*name) params;
    NATS_FUNCTIONS(X)
#undef X
};

/* Timeout for one server to answer, in ms. */
#define NATS_TIMEOUT_MS 2000

struct nats_login {
    const char *name; /* our name in the servers' logs */
    const char *urls; /* in the form that bus_urls_read takes */
    /* Path of a credentials file; "": ALEA_BUS_USER and ALEA_BUS_PASSWORD, or
     * ALEA_BUS_TOKEN, if set. */
    const char *creds;
    const char *tls_ca; /* PEM file of the CA; "": the system's CAs */
};

/* False with a fault: the library is missing or too old. */
bool libnats_load(struct libnats *nats, char fault[static FAULT_BYTES]);
/* Options for a connection that does not reconnect by itself.  Returns owned; NULL with a
 * fault: an address or a file is invalid. */
natsOptions *libnats_options(const struct libnats *nats, const struct nats_login *login,
                             char fault[static FAULT_BYTES]);
/* Writes libnats' message for a status that this thread just got, on one line. */
void libnats_fault(const struct libnats *nats, natsStatus status,
                   char fault[static FAULT_BYTES]);

#endif
