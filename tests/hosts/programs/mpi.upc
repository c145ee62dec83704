/* Has a function of MPI, which is what tells a program that uses it. */
#include <stdio.h>
#include <unistd.h>
#include <upc.h>

int MPI_Init(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

shared int ones[THREADS];

int main(int argc, char **argv)
{
    char name[100] = "";
    gethostname(name, sizeof name - 1);
    ones[(MYTHREAD + 1) % THREADS] = 1;
    upc_barrier;
    printf("%d of %d on %s\n", MYTHREAD, THREADS, name);
    return ones[MYTHREAD] != 1 || MPI_Init(&argc, &argv);
}
