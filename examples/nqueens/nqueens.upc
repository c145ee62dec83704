// nqueens - counts the ways in which N queens fit on an N by N board without attacking each other.
//
//   upcc -O2 -o nqueens nqueens.upc && upcrun -n 4 ./nqueens [N]
//
// A piece of work is a pair of queens in the first two columns. Pieces take very different times,
// so a thread that has finished one takes the next from a shared counter. A lock protects the
// counter.
//
// reference: ../reference/nqueens.c

#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

shared int next_piece;         // a shared scalar lives on thread 0
shared long solutions[THREADS];
upc_lock_t *work; // private: each thread has its own copy of the pointer to the one lock

static int take_piece(void)
{
    upc_lock(work);
    int piece = next_piece++;
    upc_unlock(work);
    return piece;
}

// The number of completions of a board; bits are its attacked rows and diagonals.
static long complete(unsigned all, unsigned rows, unsigned up, unsigned down)
{
    if (rows == all)
        return 1;
    long count = 0;
    for (unsigned free = all & ~(rows | up | down); free; free &= free - 1) {
        unsigned queen = free & -free;
        count += complete(all, rows | queen, (up | queen) << 1, (down | queen) >> 1);
    }
    return count;
}

static long solve_piece(int n, int piece)
{
    unsigned all = (1u << n) - 1, first = 1u << piece / n, second = 1u << piece % n;
    if (second & (first | first << 1 | first >> 1))
        return 0;
    return complete(all, first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1);
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 9;
    if (n < 2 || n > 16) {
        if (MYTHREAD == 0)
            fprintf(stderr, "usage: nqueens [N], N from 2 to 16\n");
        return 2;
    }

    work = upc_all_lock_alloc();
    long count = 0;
    for (int piece; (piece = take_piece()) < n * n;)
        count += solve_piece(n, piece);
    solutions[MYTHREAD] = count;
    upc_barrier;

    if (MYTHREAD == 0) {
        long total = 0;
        for (int t = 0; t < THREADS; t++)
            total += solutions[t];
        printf("%d queens: %ld solutions\n", n, total);
        upc_lock_free(work);
    }
    return 0;
}
