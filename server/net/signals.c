#include "server/net/signals.h"

#include <signal.h>

static void on_signal(uv_signal_t *signal, int number) {
    const struct signals *signals = signal->data;
    if (number == SIGHUP) {
        signals->hooks->on_hangup(signals->hooks->arg);
    } else {
        signals->stop(signals->owner);
    }
}

void signals_catch(struct signals *signals, uv_loop_t *loop,
                   const struct signal_hooks *hooks, void (*stop)(void *owner),
                   void *owner) {
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    signals->hooks = hooks;
    signals->stop = stop;
    signals->owner = owner;
    for (size_t i = 0; i < SIGNALS; i++) {
        uv_signal_init(loop, &signals->signal[i]);
        signals->signal[i].data = signals;
        uv_signal_start(&signals->signal[i], on_signal, numbers[i]);
        /* A second signal is caught, but its handle does not keep the loop running. */
        uv_unref((uv_handle_t *)&signals->signal[i]);
    }
}

void signals_close(struct signals *signals) {
    for (size_t i = 0; signals->hooks != NULL && i < SIGNALS; i++) {
        uv_close((uv_handle_t *)&signals->signal[i], NULL);
    }
}
