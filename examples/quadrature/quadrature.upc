// quadrature - an integral by adaptive steps, with a task for each interval (upcx_tasks.h).
//
//   upcc -O2 -o quadrature quadrature.upc && upcrun -n 4 ./quadrature
//
// Nobody knows before where the function is steep, so the work cannot be dealt out. Thread 0 begins
// with a few intervals. The task of an interval that is not exact enough begins a task for each
// half. Tasks for UPCX_TASK_ANY wait at the thread that began them until a thread without work
// takes them. Each thread adds up the intervals that it finished; upcx_tasks_end makes the sums
// visible.
//
// reference: ../reference/quadrature.c

#include <math.h>
#include <stdio.h>
#include <upc_relaxed.h>
#include <upcx_tasks.h>

#define FROM 0.0
#define TO 1.0
#define PIECES 8
#define ERROR 1e-8 // for each unit of length

struct interval {
    double from, to;
};

struct result {
    double integral;
    long intervals;
};

shared struct result part[THREADS];

static double peak(double distance)
{
    return 1 / (distance * distance + 1e-6);
}

static double f(double x)
{
    return peak(x - 0.3) + peak(x - 0.9);
}

static double simpson(double from, double to)
{
    return (to - from) / 6 * (f(from) + 4 * f((from + to) / 2) + f(to));
}

static void begin(double from, double to);

// The task of an interval. The argument is a copy of what its starter passed.
static void integrate(const void *argument, void *unused)
{
    const struct interval *i = argument;
    double middle = (i->from + i->to) / 2;
    double whole = simpson(i->from, i->to);
    double halves = simpson(i->from, middle) + simpson(middle, i->to);
    if (fabs(halves - whole) <= 15 * ERROR * (i->to - i->from)) {
        part[MYTHREAD].integral += halves + (halves - whole) / 15;
        part[MYTHREAD].intervals++;
        return;
    }
    begin(i->from, middle);
    begin(middle, i->to);
}

static void begin(double from, double to)
{
    struct interval i = {from, to};
    upcx_task_start(UPCX_TASK_ANY, integrate, &i, sizeof i);
}

int main(void)
{
    upcx_tasks_begin(64);
    if (MYTHREAD == 0)
        for (int i = 0; i < PIECES; i++)
            begin(FROM + (TO - FROM) * i / PIECES, FROM + (TO - FROM) * (i + 1) / PIECES);
    upcx_tasks_end();
    if (MYTHREAD == 0) {
        struct result all = {0, 0};
        for (int t = 0; t < THREADS; t++) {
            all.integral += part[t].integral;
            all.intervals += part[t].intervals;
        }
        printf("integral %.5f, %ld intervals\n", all.integral, all.intervals);
    }
    return 0;
}
