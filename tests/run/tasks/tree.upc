// A tree of tasks that start tasks on other threads and on any, with queues of several sizes: each
// task runs exactly once, on the thread that it names.
#include "check.h"
#include <upcx_tasks.h>

enum { FANOUT = 3, DEPTH = 6 };

struct node {
    int depth, thread;
    unsigned number;
};

static shared long ran[THREADS], weight[THREADS];

static void visit(const void *argument, void *result) {
    const struct node *node = argument;
    (void)result;
    CHECK(node->thread == UPCX_TASK_ANY || node->thread == MYTHREAD);
    ran[MYTHREAD]++;
    weight[MYTHREAD] += node->number;
    for (int i = 0; node->depth > 0 && i < FANOUT; i++) {
        unsigned number = node->number * FANOUT + i + 1;
        struct node child = {.depth = node->depth - 1, .number = number};
        child.thread = number % 2 ? (int)(number / 2 % THREADS) : UPCX_TASK_ANY;
        upcx_task_start(child.thread, visit, &child, sizeof child);
    }
}

static void run(size_t capacity, int roots) {
    ran[MYTHREAD] = weight[MYTHREAD] = 0;
    upcx_tasks_begin(capacity);
    if (MYTHREAD < roots) {
        struct node root = {DEPTH, (MYTHREAD + 1) % THREADS, 0};
        upcx_task_start(root.thread, visit, &root, sizeof root);
    }
    upcx_tasks_end();
    long all = 0, sum = 0, nodes = 0;
    for (int t = 0; t < THREADS; t++) {
        all += ran[t];
        sum += weight[t];
    }
    for (int depth = 0, level = 1; depth <= DEPTH; depth++, level *= FANOUT)
        nodes += level;
    int started = roots < THREADS ? roots : THREADS;
    CHECK_EQ(all, nodes * started);
    CHECK_EQ(sum, nodes * (nodes - 1) / 2 * started);
    upc_barrier;
}

int main(void) {
    run(1, 1);
    run(2, THREADS);
    run(1000, 1);
    run(64, THREADS);
    run(8, 0);
    check_done();
    return 0;
}
