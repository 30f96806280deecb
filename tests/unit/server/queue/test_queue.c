/* The queue of tasks and the outbox. */
#include <string.h>

#include "tests/unit/test.h"

#include "server/queue/outbox.h"
#include "server/queue/task.h"

/* --- task --- */

/* The order in which the store does its tasks. */

TEST(test_urgent_tasks_come_first) {
    struct store_tasks tasks = {0};
    struct store_task a = {0}, b = {0}, now = {.is_urgent = true};
    store_tasks_add(&tasks, &now);
    store_tasks_add(&tasks, &a);
    assert_ptr_equal(store_tasks_take(&tasks), &now);
    store_tasks_add(&tasks, &now);
    store_tasks_add(&tasks, &b);
    assert_ptr_equal(store_tasks_take(&tasks), &now);
    assert_ptr_equal(store_tasks_take(&tasks), &a);
    assert_ptr_equal(store_tasks_take(&tasks), &b);
    assert_null(store_tasks_take(&tasks));
}

/* --- outbox --- */

/* Shared buffers, and the list of what is to be sent. */

static struct line_row {
    const char *name;
    struct buf *(*make)(const char *data, size_t len);
    const char *from, *to;
} line_rows[] = {
    {"as it is", buf_new, "a\nb", "a\nb"},
    {"nothing", buf_new, "", ""},
    {"a line of JSON", buf_new_line, "{}", "{}\n"},
    {"lines of text", buf_new_crlf, "+ a\n  b\n", "+ a\r\n  b\r\n"},
    {"lines of text: no end", buf_new_crlf, "a", "a"},
    {"lines of text: only ends", buf_new_crlf, "\n\n", "\r\n\r\n"},
};

TEST_ROWS(line_rows) {
    const struct line_row *row = table_row(state);
    struct buf *buf = row->make(row->from, strlen(row->from));
    assert_int_equal(buf->len, strlen(row->to));
    assert_memory_equal(buf->data, row->to, buf->len);
    buf_unref(buf);
}

TEST(test_order_and_references) {
    struct outbox outbox = {0};
    struct buf *buf = buf_new("x", 1);
    for (uint64_t conn = 1; conn <= 100; conn++) {
        outbox_add(&outbox, conn, buf, SEND_IF_STORED);
        outbox_add_end(&outbox, conn, ERR_OK, SEND_ALWAYS);
    }
    assert_int_equal(buf->refs, 101);
    outbox_drop(&outbox, 50);
    assert_int_equal(buf->refs, 76);
    assert_int_equal(outbox.n, 150);
    assert_int_equal(outbox.item[0].conn, 26);
    assert_ptr_equal(outbox.item[0].buf, buf);
    assert_null(outbox.item[1].buf);
    outbox_drop(&outbox, 0);
    assert_int_equal(outbox.n, 150);
    outbox_fini(&outbox);
    assert_int_equal(buf->refs, 1);
    buf_unref(buf);
}

/* What a failed turn sends all the same follows what is ready already. */
TEST(test_withholding) {
    struct outbox ready = {0}, waits = {0};
    struct buf *buf = buf_new("x", 1);
    outbox_add(&ready, 1, buf, SEND_IF_STORED);
    outbox_add(&waits, 2, buf, SEND_IF_STORED);
    outbox_add(&waits, 3, buf, SEND_ALWAYS);
    outbox_add(&waits, 4, buf, SEND_WATCHED);
    for (size_t i = 0; i < waits.n; i++) {
        outbox_take_always(&ready, &waits.item[i]);
    }
    waits.n = 0;
    assert_int_equal(ready.n, 2);
    assert_int_equal(ready.item[0].conn, 1);
    assert_int_equal(ready.item[1].conn, 3);
    assert_int_equal(buf->refs, 3);
    outbox_fini(&waits);
    outbox_fini(&ready);
    buf_unref(buf);
}
