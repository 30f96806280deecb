/* What is tidied up after each test of tests/unit/test.h, also after one that failed. */
#ifndef ALEA_TESTS_UNIT_AT_END_H
#define ALEA_TESTS_UNIT_AT_END_H

/* Calls run(arg) after this test; instead of what was to be done with arg before. */
void at_end(void (*run)(void *arg), void *arg);
/* Does nothing with arg any more. */
void at_end_forget(const void *arg);
/* A teardown of cmocka: does it all, the last first. */
int at_end_now(void **state);

#endif
