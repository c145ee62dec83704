/* Random updates of a distributed table (XL UPC paper, 5.3): each thread changes random words by
 * exclusive or, one by one (update), or sorts the updates by owner and sends each owner its share
 * (bulk). */
#include <stdint.h>
#include <upc_atomic.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "gups.h"
#include "measure.h"

static shared [GUPS_TABLE] uint64_t table[GUPS_TABLE * THREADS];

/* In each thread: the updates received from each other thread, in even and in odd rounds. */
enum { SENDERS = 2 * THREADS_MOST, INBOX = SENDERS * GUPS_BULK };
static shared [INBOX] uint64_t inbox[INBOX * THREADS];
static shared [SENDERS] int64_t came[SENDERS * THREADS];
static upc_atomicdomain_t *domain;
static uint64_t state;

/* Messages: one for each word of another thread. */
static void update(struct measure *m) {
  double start = now_ns();
  for (int i = 0; i < GUPS_UPDATES; i++) {
    uint64_t r = gups_next(&state), at = r % ((uint64_t)GUPS_TABLE * THREADS);
    upc_atomic_relaxed(domain, 0, UPC_XOR, &table[at], &r, 0);
  }
  upc_barrier;
  measure_add(m, start, GUPS_UPDATES);
}

static int place(int round, int from) { return round * THREADS_MOST + from; }

static void send_share(int round, int to, const uint64_t *share, const int64_t *count) {
  int at = place(round, MYTHREAD);
  upc_memput_nbi(&inbox[to * INBOX + at * GUPS_BULK], share, (size_t)*count * sizeof *share);
  upc_memput_nbi(&came[to * SENDERS + at], count, sizeof *count);
}

static void take_share(int round, int from) {
  int at = place(round, from);
  uint64_t *own = (uint64_t *)&table[MYTHREAD * GUPS_TABLE];
  const uint64_t *share = (uint64_t *)&inbox[MYTHREAD * INBOX + at * GUPS_BULK];
  for (int64_t i = 0, count = came[MYTHREAD * SENDERS + at]; i < count; i++)
    own[share[i] % ((uint64_t)GUPS_TABLE * THREADS) % GUPS_TABLE] ^= share[i];
}

static void bulk(struct measure *m) {
  static uint64_t shares[THREADS_MOST][GUPS_BULK];
  double start = now_ns();
  for (int done = 0, round = 0; done < GUPS_UPDATES; done += GUPS_BULK, round ^= 1) {
    int64_t counts[THREADS_MOST] = {0};
    for (int i = 0; i < GUPS_BULK; i++) {
      uint64_t r = gups_next(&state), at = r % ((uint64_t)GUPS_TABLE * THREADS);
      int owner = (int)(at / GUPS_TABLE);
      shares[owner][counts[owner]++] = r;
    }
    for (int to = 0; to < THREADS; to++)
      send_share(round, to, shares[to], &counts[to]);
    upc_synci();
    upc_barrier;
    for (int from = 0; from < THREADS; from++)
      take_share(round, from);
  }
  upc_barrier;
  measure_add(m, start, GUPS_UPDATES);
}

/* Every update is made twice, so all words are 0 at the end. */
static void check(void) {
  for (int i = 0; i < GUPS_TABLE; i++)
    if (table[MYTHREAD * GUPS_TABLE + i] != 0) {
      fprintf(stderr, "gups: thread %d has a word that lost an update\n", MYTHREAD);
      upc_global_exit(1);
    }
}

int main(void) {
  static struct measure one_by_one = {"update", 8}, in_bulk = {"update_bulk", 8};
  int rounds = measure_rounds();
  if (THREADS > THREADS_MOST) {
    fprintf(stderr, "gups: at most %d threads\n", THREADS_MOST);
    upc_global_exit(1);
  }
  domain = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_XOR | UPC_GET, 0);
  upc_barrier;
  for (int round = 0; round < rounds; round++) {
    struct measure *kinds[] = {&one_by_one, &in_bulk};
    for (int k = 0; k < 2; k++) {
      state = gups_seed(MYTHREAD, round);
      upc_barrier;
      (k == 0 ? update : bulk)(kinds[k]);
    }
  }
  check();
  upc_barrier;
  if (MYTHREAD == 0) {
    measure_print(&one_by_one);
    measure_print(&in_bulk);
  }
}
