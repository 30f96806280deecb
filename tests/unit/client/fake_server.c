#include "tests/unit/client/fake_server.h"

#include "tests/support/json.h"

/* Connects the player. */
static void fake_server_accept(struct fake_server *server) {
    int fds[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    fcntl(fds[0], F_SETFL, O_NONBLOCK);
    fcntl(fds[1], F_SETFL, O_NONBLOCK);
    server->player.net.fd = fds[0];
    server->fd = fds[1];
    lines_init(&server->player.net.in, LINE_OUT_BYTES_MAX);
    lines_init(&server->sent, LINE_OUT_BYTES_MAX);
}

void fake_server_init(struct fake_server *server) {
    *server = (struct fake_server){0};
    player_init(&server->player, "ann", "");
    fake_server_accept(server);
    strcpy(server->player.name, "ann");
    server->player.was_in = true;
}

void fake_server_cut(struct fake_server *server) {
    close(server->fd);
    assert_false(net_receive(&server->player.net));
    assert_int_equal(server->player.net.fd, -1);
    lines_fini(&server->sent);
}

void fake_server_return(struct fake_server *server) {
    net_close(&server->player.net);
    fake_server_accept(server);
    player_begin(&server->player);
}

void fake_server_fini(struct fake_server *server) {
    player_close(&server->player);
    lines_fini(&server->sent);
    close(server->fd);
}

struct message *fake_server_says(struct fake_server *server, const char *text) {
    const char *line = json(text);
    assert_true(write(server->fd, line, strlen(line)) == (ssize_t)strlen(line));
    assert_true(write(server->fd, "\n", 1) == 1);
    assert_true(net_receive(&server->player.net));
    return player_next(&server->player);
}

void fake_server_write(struct fake_server *server, const struct sample *sample,
                       char json[static SAMPLE_BYTES]) {
    struct sample numbered = *sample;
    if (numbered.seq == 0) {
        numbered.seq = 7 + server->n_states++;
    }
    sample_write(&numbered, json);
}

const char *fake_server_heard(struct fake_server *server) {
    char bytes[4096];
    size_t len;
    char *line = lines_next(&server->sent, &len);
    if (line == NULL) {
        ssize_t n = read(server->fd, bytes, sizeof bytes);
        assert_true(n <= 0 || lines_add(&server->sent, bytes, (size_t)n));
        line = lines_next(&server->sent, &len);
    }
    return line;
}

void fake_server_expect(struct fake_server *server, const char *expected) {
    const char *heard = fake_server_heard(server);
    assert_non_null(heard);
    assert_json(heard, expected);
}

const char *fake_server_seat(struct fake_server *server, char seat[static 200]) {
    const char *seal = json("'nonce':'" FAIR_SEAL_PREFIX);
    const char *line = fake_server_heard(server);
    assert_non_null(line);
    assert_has(line, "'cmd':'ready'");
    assert_has(line, seal);
    snprintf(seat, 200, "{'name':'ann','ready':true,'seal':'%.64s','nonce':null}",
             strstr(line, seal) + strlen(seal));
    return seat;
}

void fake_server_expect_nothing(struct fake_server *server) {
    const char *heard = fake_server_heard(server);
    if (heard != NULL) {
        fail_msg("the player has sent %s", heard);
    }
}
