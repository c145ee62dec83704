// Groups: after upcx_task_group_end all tasks of the group, those that its tasks started included,
// have run and their writes are seen. Groups nest, in main programs and in tasks.
#include "check.h"
#include <stdbool.h>
#include <upcx_tasks.h>

enum { FANOUT = 3, DEPTH = 5, NODES = (3 * 3 * 3 * 3 * 3 * 3 - 1) / 2, LINE = 12 };

struct node {
    int root, number, depth;
    bool by_groups;
};

static shared[NODES] int ran[4 * THREADS][NODES];

static int thread_of(const struct node *node) {
    return node->number % 3 == 1 ? node->number % THREADS : UPCX_TASK_ANY;
}

// Whether the tree under a node has run, once each.
static void check_below(struct node node) {
    CHECK_EQ(ran[node.root][node.number], 1);
    for (int i = 0; node.depth > 0 && i < FANOUT; i++) {
        struct node child = {node.root, node.number * FANOUT + i + 1, node.depth - 1};
        check_below(child);
    }
}

static void visit(const void *argument, void *result) {
    const struct node *node = argument;
    (void)result;
    struct node child = {node->root, 0, node->depth - 1, node->by_groups};
    if (node->by_groups)
        upcx_task_group_begin();
    for (int i = 0; node->depth > 0 && i < FANOUT; i++) {
        child.number = node->number * FANOUT + i + 1;
        upcx_task_start(thread_of(&child), visit, &child, sizeof child);
    }
    if (node->by_groups)
        upcx_task_group_end();
    for (int i = 0; node->by_groups && node->depth > 0 && i < FANOUT; i++) {
        child.number = node->number * FANOUT + i + 1;
        check_below(child);
    }
    ran[node->root][node->number]++;
}

// One group that starts a tree, whose tasks have groups of their own or none.
static void run_tree(int root, bool by_groups) {
    struct node node = {root, 0, DEPTH, by_groups};
    upcx_task_group_begin();
    upcx_task_start(UPCX_TASK_ANY, visit, &node, sizeof node);
    upcx_task_group_end();
    check_below(node);
}

static shared int line[THREADS];

// Starts the next one, and so on: the first one's group ends after the last has run.
static void pass(const void *argument, void *result) {
    int left = *(const int *)argument;
    (void)result;
    if (left > 0) {
        left--;
        upcx_task_start((MYTHREAD + 1) % THREADS, pass, &left, sizeof left);
    }
    line[MYTHREAD]++;
}

static void run_line(void) {
    int before = 0, after = 0, left = LINE - 1;
    if (MYTHREAD == 0) {
        for (int t = 0; t < THREADS; t++)
            before += line[t];
        upcx_task_group_begin();
        upcx_task_start((MYTHREAD + 1) % THREADS, pass, &left, sizeof left);
        upcx_task_group_end();
        for (int t = 0; t < THREADS; t++)
            after += line[t];
        CHECK_EQ(after - before, LINE);
    }
}

// A handle inside a group, a group inside a group, and an empty one.
static void run_nested(void) {
    struct node outer = {2 * THREADS + MYTHREAD, 0, 1}, inner = {3 * THREADS + MYTHREAD, 0, 2};
    upcx_task_group_begin();
    upcx_task_start((MYTHREAD + 1) % THREADS, visit, &outer, sizeof outer);
    upcx_task_group_begin();
    upcx_task_start(MYTHREAD, visit, &inner, sizeof inner);
    upcx_task_group_begin();
    upcx_task_group_end();
    int left = 0;
    upcx_task_t handle = upcx_task_start_handle(UPCX_TASK_ANY, pass, &left, sizeof left);
    upcx_task_group_end();
    check_below(inner);
    upcx_task_group_end();
    check_below(outer);
    upcx_task_wait(handle, 0, 0);
}

int main(void) {
    size_t capacity[] = {200, 2000};
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 4 * NODES; k++)
            ran[4 * MYTHREAD + k / NODES][k % NODES] = 0;
        upc_barrier;
        upcx_tasks_begin(capacity[round]);
        run_tree(MYTHREAD, false);
        run_tree(THREADS + MYTHREAD, true);
        run_nested();
        upcx_tasks_end();
        upcx_tasks_begin(capacity[round]);
        run_line();
        upcx_tasks_end();
    }
    check_done();
    return 0;
}
