// pi - the integral of 4 / (1 + x^2) from 0 to 1 by the midpoint rule.
//
//   upcc -O2 -o pi pi.upc && upcrun -n 4 ./pi
//
// reference: ../reference/pi.c

#include <stdio.h>
#include <upc_relaxed.h>

#define STEPS 2000000

// One element for each thread: element t of a `shared` array lives on thread t, and every thread
// can read it.
shared double partial[THREADS];

int main(void)
{
    const double width = 1.0 / STEPS;
    double sum = 0;

    // A `for` loop with a fourth clause: iteration i runs on thread i % THREADS only.
    upc_forall (int i = 0; i < STEPS; i++; i) {
        double x = (i + 0.5) * width;
        sum += 4.0 / (1.0 + x * x);
    }
    partial[MYTHREAD] = sum * width;

    // All threads wait here for each other; after it all partial sums can be read.
    upc_barrier;

    if (MYTHREAD == 0) {
        double pi = 0;
        for (int t = 0; t < THREADS; t++)
            pi += partial[t];
        printf("pi is %.9f\n", pi);
    }
    return 0;
}
