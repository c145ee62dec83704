// collatz - the longest Collatz sequence that starts below a limit: a queue of work and a maximum
// without locks.
//
//   upcc -O2 -o collatz collatz.upc && upcrun -n 4 ./collatz 300000
//
// Some starts take much longer than others, so the threads take small ranges from one counter until
// none is left: an atomic fetch-and-add gives each range to one thread. The best sequence is an
// atomic maximum of a word with the length in its upper bits and the start in its lower ones. An
// array of counters counts the sequences by their lengths.
//
// reference: ../reference/collatz.c

#include <stdio.h>
#include <stdlib.h>
#include <upc_atomic.h>
#include <upc_relaxed.h>

#define RANGE 256                          // starts that a thread draws at a time
#define CLASSES 8                          // sequences are counted by their length / 64
#define START_BITS 40                      // of `best`: the length is above them
#define START_MASK ((1ull << START_BITS) - 1)

shared uint64_t next_start; // only atomics access the words that atomics change, until
                            // the barrier
shared uint64_t best;
shared [] uint64_t in_class[CLASSES];

static unsigned length_from(uint64_t n)
{
    unsigned steps = 1;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

// The start is stored inverted, so that of two equally long sequences the lower start wins.
static uint64_t packed(unsigned length, uint64_t start) {
  return (uint64_t)length << START_BITS | (START_MASK - start);
}

static void search(upc_atomicdomain_t *domain, uint64_t first, uint64_t end)
{
    uint64_t longest = 0, found[CLASSES] = {0};
    for (uint64_t start = first; start < end; start++) {
        unsigned length = length_from(start);
        if (packed(length, start) > longest)
            longest = packed(length, start);
        found[length / 64 < CLASSES ? length / 64 : CLASSES - 1]++;
    }
    upc_atomic_relaxed(domain, 0, UPC_MAX, &best, &longest, 0);
    for (int c = 0; c < CLASSES; c++)
        if (found[c])
            upc_atomic_relaxed(domain, 0, UPC_ADD, &in_class[c], &found[c], 0);
}

int main(int argc, char **argv)
{
    const uint64_t limit = argc > 1 ? strtoull(argv[1], 0, 10) : 100000, range = RANGE;
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_ADD | UPC_MAX, 0);

    for (;;) {
        uint64_t first;
        upc_atomic_relaxed(domain, &first, UPC_ADD, &next_start, &range, 0);
        first += 1;
        if (first >= limit)
            break;
        search(domain, first, first + RANGE < limit ? first + RANGE : limit);
    }
    upc_barrier; // after it plain accesses see the results of the atomics

    if (MYTHREAD == 0) {
      printf("below %llu the longest sequence starts at %llu and has %llu numbers\n",
             (unsigned long long)limit, (unsigned long long)(START_MASK - (best & START_MASK)),
             (unsigned long long)(best >> START_BITS));
      for (int c = 0; c < CLASSES; c++)
        printf("%3d numbers and more: %llu\n", c * 64, (unsigned long long)in_class[c]);
    }
    upc_all_atomicdomain_free(domain);
    return 0;
}
