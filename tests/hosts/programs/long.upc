/* Threads exchange data that they check, until they are ended: long [SECONDS]. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>

enum { N = 3000 };
shared [N] int data[THREADS][N];

int main(int argc, char **argv)
{
    time_t end = time(0) + (argc > 1 ? atoi(argv[1]) : 60);
    static int out[N], in[N];
    int next = (MYTHREAD + 1) % THREADS;
    shared int *go_on = upc_all_alloc(1, sizeof(int));
    for (int round = 0;; round++) {
        if (MYTHREAD == 0)
            *go_on = time(0) < end;
        for (int i = 0; i < N; i++)
            out[i] = round * THREADS + MYTHREAD + i;
        upc_memput(&data[next][0], out, sizeof out);
        data[next][round % N] = -round;
        upc_barrier round;
        int last = !*go_on, two = (next + 1) % THREADS;
        upc_memget(in, &data[two][0], sizeof in);
        for (int i = 0; i < N; i++)
            if (in[i] != (i == round % N ? -round : round * THREADS + next + i)) {
                fprintf(stderr, "round %d: element %d is %d\n", round, i, in[i]);
                upc_global_exit(9);
            }
        if (round == 3 && MYTHREAD == 0) {
            printf("running\n");
            fflush(stdout);
        }
        upc_barrier;
        if (last)
            break;
    }
    if (MYTHREAD == 0)
        printf("ok\n");
    return 0;
}
