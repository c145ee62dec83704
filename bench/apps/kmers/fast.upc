/* k-mers optimised by hand: sorted by owner, sent in blocks, and counted by the owner in slots that
 * are its private memory. */
#include <upc_relaxed.h>
#include <upc_nb.h>

#include "kmers.h"

enum { BATCH = 1024, OWN = SLOTS / THREADS };
static shared uint64_t key[SLOTS];
static shared long number[SLOTS];
/* In each thread: a block from each other thread, for even and for odd rounds: a count and as many
 * keys. */
static shared [2 * THREADS * (BATCH + 1)] uint64_t inbox[THREADS][2][THREADS][BATCH + 1];
#define NAME "kmers_fast"

static void prepare(void) {}

/* Sends the next k-mers, up to BATCH and up to base `end`; returns the base to continue at. */
static long send(int half, long i, long end, uint64_t *kmer) {
  static uint64_t out[THREADS][BATCH + 1];
  long stop = end - i < BATCH ? end : i + BATCH;
  for (int t = 0; t < THREADS; t++)
    out[t][0] = 0;
  for (; i < stop; i++) {
    *kmer = kmers_next(*kmer, i + K - 1);
    uint64_t mine = kmers_key(*kmer), *to = out[kmers_slot(mine) % THREADS];
    to[++to[0]] = mine;
  }
  for (int t = 0; t < THREADS; t++)
    upc_memput_nbi(&inbox[t][half][MYTHREAD][0], out[t], (out[t][0] + 1) * sizeof(uint64_t));
  upc_synci();
  return i;
}

static void receive(const uint64_t *in) {
  uint64_t *own = (uint64_t *)&key[MYTHREAD];
  long *numbers = (long *)&number[MYTHREAD];
  for (uint64_t k = 1; k <= in[0]; k++) {
    long s = kmers_slot(in[k]) / THREADS;
    while (own[s] != 0 && own[s] != in[k])
      s = (s + 1) % OWN;
    own[s] = in[k];
    numbers[s]++;
  }
}

static void count(long first, long end) {
  uint64_t kmer = kmers_before(first);
  int half = 0;
  for (long batch = 0; batch <= KMERS / THREADS / BATCH; batch++, half ^= 1) {
    first = send(half, first, end, &kmer);
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
      receive((const uint64_t *)&inbox[MYTHREAD][half][t][0]);
  }
}

#include "upc_main.h"
