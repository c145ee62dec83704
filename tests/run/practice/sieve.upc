// Sieves of Eratosthenes: each thread strikes out the multiples in its own block, or every thread a
// part of the multiples, wherever they lie. The steps are primes, so no constants.
// expect: 0 wrong
#include <stdio.h>
#include <upc_relaxed.h>

#define BLOCK 700
#define N (BLOCK * THREADS)

shared [BLOCK] char in_blocks[BLOCK * THREADS];
shared char cyclic[BLOCK * THREADS];
shared int wrong[THREADS];

static int is_prime(int n) {
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0)
      return 0;
  return n > 1;
}

/* The first multiple of p from p * p and `low` on. */
static int first_multiple(int p, int low) {
  int first = p * p;
  return first >= low ? first : (low + p - 1) / p * p;
}

int main(void) {
  shared char *behind = (shared char *)upc_all_alloc(THREADS, BLOCK);
  int i;
  upc_forall (i = 0; i < N; i++; &in_blocks[i])
    in_blocks[i] = i > 1;
  upc_forall (i = 0; i < N; i++; &cyclic[i])
    cyclic[i] = behind[i] = i > 1;
  upc_barrier;
  for (int p = 2; p * p < N; p++) {
    if (in_blocks[p]) {
      int low = MYTHREAD * BLOCK, high = low + BLOCK;
      for (int j = first_multiple(p, low); j < high; j += p)
        in_blocks[j] = 0;
      int step = p * THREADS;
      for (int j = p * p + MYTHREAD * p; j < N; j += step)
        cyclic[j] = 0;
      for (int j = N - 1 - (N - 1) % p - MYTHREAD * p; j > p; j -= step)
        behind[j] = 0;
    }
    upc_barrier;
  }
  for (i = 0; i < N; i++) {
    int right = is_prime(i);
    wrong[MYTHREAD] += (in_blocks[i] != right) + (cyclic[i] != right) + (behind[i] != right);
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    int all = 0;
    for (i = 0; i < THREADS; i++)
      all += wrong[i];
    printf("%d wrong\n", all);
    upc_free(behind);
  }
  return wrong[MYTHREAD] != 0;
}
