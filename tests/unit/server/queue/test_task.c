/* The order in which the store does its tasks. */
#include "server/queue/task.h"

#include "tests/unit/test.h"

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
