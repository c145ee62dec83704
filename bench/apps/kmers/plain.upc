/* k-mers by atomics: compare-and-swap takes a slot, an atomic add counts. */
#include <upc_relaxed.h>
#include <upc_atomic.h>

#include "kmers.h"

static shared uint64_t key[SLOTS];
static shared long number[SLOTS];
static upc_atomicdomain_t *keys, *numbers;
#define NAME "kmers_plain"

static void prepare(void) {
  keys = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_CSWAP, 0);
  numbers = upc_all_atomicdomain_alloc(UPC_LONG, UPC_INC, 0);
}

static void count(long first, long end) {
  const uint64_t none = 0;
  uint64_t kmer = kmers_before(first);
  for (long i = first; i < end; i++) {
    kmer = kmers_next(kmer, i + K - 1);
    uint64_t mine = kmers_key(kmer), there;
    long s = kmers_slot(mine);
    for (;; s = (s + 1) % SLOTS) {
      upc_atomic_relaxed(keys, &there, UPC_CSWAP, &key[s], &none, &mine);
      if (there == 0 || there == mine)
        break;
    }
    upc_atomic_relaxed(numbers, 0, UPC_INC, &number[s], 0, 0);
  }
}

#include "upc_main.h"
