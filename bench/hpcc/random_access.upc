/* RandomAccess of HPC Challenge (D. Koester, B. Lucas): 4 random updates for each word of a
 * distributed table of 2^LOG words. A thread may hold back at most 1024 updates.
 *
 * A thread keeps updates in a bucket for each owner and sends the fullest bucket when it has 1024
 * updates: by bupc_memput_signal_async into one of its places at the owner, which posts a semaphore
 * back when the place is free again. There is no global synchronisation: a thread applies received
 * buckets whenever it sends.
 *
 *   upcc -O3 random_access.upc -o random_access; upcrun -n 2 -shared-heap 1G ./random_access [LOG]
 */
#include <bupc_extensions.h>
#include <upc_relaxed.h>

#include "hpcc.h"

#define AHEAD 1024 /* updates that a thread may hold back */
#define PLACES 8   /* places of a thread at each other thread */
#define PERIOD INT64_C(1317624576693539401)
#define POLY 7
#define ERRORS 0.01 /* fraction of the table that may be wrong */
#define USAGE "random_access [LOG]; LOG, of the table's words, from 4 to 40"

static int log_words;
static uint64_t words, block; /* of the table; of a thread's part */
static int shift;             /* block is 2^shift, or -1 */
static uint64_t *table;       /* the thread's part */

/* A bucket of `count` numbers; `last`: the thread sends no more. */
struct bucket {
  uint64_t count, last, number[AHEAD];
};

static shared void *inbox; /* struct bucket[THREADS][PLACES]: from each thread */
static bupc_sem_t *shared *shared full[THREADS]; /* full[to][from]: buckets that have come */
static bupc_sem_t *shared *shared room[THREADS]; /* room[from][to]: free places there */
static bupc_sem_t **come, **post_come, **free_there,
    **post_free;              /* the thread's own and its peers' */
static int (*next_place)[2];  /* for each thread: sent to it, received from it */
static struct bucket *outbox; /* of each thread, PLACES + 1 of them */
static int *filling;          /* for each thread, the bucket being filled */

static uint64_t next(uint64_t number) { return number << 1 ^ ((int64_t)number < 0 ? POLY : 0); }

/* Number n of the sequence: square-and-multiply of polynomials over GF(2). */
static uint64_t number_at(int64_t n) {
  uint64_t power[64], number = 2, temp = 1;
  int bit = 62;
  n %= PERIOD;
  if (n == 0)
    return 1;
  for (int i = 0; i < 64; i++) {
    power[i] = temp;
    temp = next(next(temp));
  }
  while (bit >= 0 && !(n >> bit & 1))
    bit--;
  while (bit > 0) {
    temp = 0;
    for (int j = 0; j < 64; j++)
      if (number >> j & 1)
        temp ^= power[j];
    number = temp;
    bit--;
    if (n >> bit & 1)
      number = next(number);
  }
  return number;
}

static int owner(uint64_t index) {
  return shift >= 0 ? (int)(index >> shift) : (int)(index / block);
}

static uint64_t index_of(uint64_t number) { return number & (words - 1); }

/* Applies a bucket's updates to the thread's part. */
static void apply(const struct bucket *from) {
  uint64_t first = block * MYTHREAD;
  for (uint64_t i = 0; i < from->count; i++)
    table[index_of(from->number[i]) - first] ^= from->number[i];
}

/* Applies a bucket from thread t; true if it was the last one. */
static bool take(int t) {
  struct bucket *in =
      (struct bucket *)npb_own(inbox) + (size_t)t * PLACES + next_place[t][1]++ % PLACES;
  apply(in);
  bool last = in->last;
  if (!last)
    bupc_sem_post(post_free[t]);
  return last;
}

/* Applies all received buckets; returns how many threads have sent their last. */
static int receive(void) {
  int last = 0;
  for (int t = 0; t < THREADS; t++)
    while (t != MYTHREAD && bupc_sem_try(come[t]))
      last += take(t);
  return last;
}

/* Sends the current bucket for thread t and begins the next; returns the result of receive(). A
 * place at t is free once t has applied it, so the bucket that was sent PLACES + 1 turns ago may be
 * filled again. */
static int send(int t, bool last) {
  int done = receive();
  struct bucket *out = outbox + (size_t)t * (PLACES + 1) + filling[t];
  while (!bupc_sem_try(free_there[t])) {
    done += receive();
    bupc_poll();
  }
  out->last = last;
  shared[] struct bucket *to = (shared[] struct bucket *)npb_part(inbox, t);
  bupc_memput_signal_async(to + (size_t)MYTHREAD * PLACES + next_place[t][0]++ % PLACES, out,
                           offsetof(struct bucket, number) + out->count * sizeof *out->number,
                           post_come[t], 1);
  filling[t] = (filling[t] + 1) % (PLACES + 1);
  outbox[(size_t)t * (PLACES + 1) + filling[t]].count = 0;
  return done;
}

static struct bucket *bucket(int t) { return outbox + (size_t)t * (PLACES + 1) + filling[t]; }

static int fullest(void) {
  int most = 0;
  for (int t = 1; t < THREADS; t++)
    if (bucket(t)->count > bucket(most)->count)
      most = t;
  return most;
}

/* Empties the bucket of thread t, which may be the caller; returns the result of receive(). Own
 * updates use a bucket too: a branch for each would be mispredicted, and cache misses would not
 * overlap. */
static int empty(int t) {
  if (t != MYTHREAD)
    return send(t, false);
  apply(bucket(t));
  bucket(t)->count = 0;
  return 0;
}

/* Collective: performs the thread's updates. */
static void update(void) {
  int64_t all = 4 * (int64_t)words, from = (int64_t)npb_first(all, MYTHREAD),
          to = (int64_t)npb_first(all, MYTHREAD + 1);
  uint64_t number = number_at(from);
  int held = 0, done = 0;
  for (int64_t i = from; i < to; i++) {
    number = next(number);
    struct bucket *b = bucket(owner(index_of(number)));
    b->number[b->count++] = number;
    if (++held == AHEAD) {
      int most = fullest();
      held -= (int)bucket(most)->count;
      done += empty(most);
    }
  }
  apply(bucket(MYTHREAD));
  for (int i = 1; i < THREADS; i++)
    done += send((MYTHREAD + i) % THREADS, true);
  while (done < THREADS - 1) {
    done += receive();
    bupc_poll();
  }
  upc_fence; /* the last buckets have left */
}

/* The number of wrong words of the thread after all updates are undone: each thread generates the
 * whole sequence and applies its own updates, without messages. */
static int64_t errors(uint64_t own) {
  uint64_t number = number_at(0), first = block * MYTHREAD;
  int64_t wrong = 0;
  for (uint64_t i = 0; i < 4 * words; i++) {
    number = next(number);
    uint64_t at = index_of(number) - first;
    if (at < own)
      table[at] ^= number;
  }
  for (uint64_t i = 0; i < own; i++)
    wrong += table[i] != first + i;
  return wrong;
}

/* Collective: makes semaphores and places for each pair of threads. */
static void make_channels(void) {
  size_t row = THREADS * sizeof(bupc_sem_t *);
  inbox = npb_parts((size_t)THREADS * PLACES * sizeof(struct bucket));
  full[MYTHREAD] = upc_alloc(row);
  room[MYTHREAD] = upc_alloc(row);
  come = hpcc_memory(row);
  post_come = hpcc_memory(row);
  free_there = hpcc_memory(row);
  post_free = hpcc_memory(row);
  next_place = hpcc_memory(THREADS * sizeof *next_place);
  filling = hpcc_memory(THREADS * sizeof *filling);
  outbox = hpcc_memory((size_t)THREADS * (PLACES + 1) * sizeof *outbox);
  memset(next_place, 0, THREADS * sizeof *next_place);
  memset(filling, 0, THREADS * sizeof *filling);
  int kind = BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER;
  for (int t = 0; t < THREADS; t++) {
    for (int k = 0; k <= PLACES; k++)
      outbox[(size_t)t * (PLACES + 1) + k].count = 0;
    come[t] = bupc_sem_alloc(kind);
    free_there[t] = bupc_sem_alloc(kind);
    bupc_sem_postN(free_there[t], PLACES);
  }
  bupc_sem_t *shared[] *own = (bupc_sem_t *shared[] *)full[MYTHREAD];
  bupc_sem_t *shared[] *places = (bupc_sem_t *shared[] *)room[MYTHREAD];
  for (int t = 0; t < THREADS; t++) {
    own[t] = come[t];
    places[t] = free_there[t];
  }
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    post_come[t] = ((bupc_sem_t *shared[] *)full[t])[MYTHREAD];
    post_free[t] = ((bupc_sem_t *shared[] *)room[t])[MYTHREAD];
  }
}

static void report(double seconds, double checking, double wrong) {
  double gups = 4.0 * (double)words / seconds * 1e-9;
  bool passed = wrong <= ERRORS * (double)words;
  printf("Running on %d processors%s\n", THREADS, THREADS & (THREADS - 1) ? "" : " (PowerofTwo)");
  printf("Total Main table size = 2^%d = %llu words\n", log_words, (unsigned long long)words);
  printf("PE Main table size = %llu words/PE MAX\n", (unsigned long long)block);
  printf("Default number of updates (RECOMMENDED) = %llu\n", (unsigned long long)(4 * words));
  printf("Real time used = %.6f seconds\n", seconds);
  printf("%.9f Billion(10^9) Updates    per second [GUP/s]\n", gups);
  printf("%.9f Billion(10^9) Updates/PE per second [GUP/s]\n", gups / THREADS);
  printf("Verification:  Real time used = %.6f seconds\n", checking);
  printf("Found %.0f errors in %llu locations (%s).\n", wrong, (unsigned long long)words,
         passed ? "passed" : "failed");
  hpcc_summary("Begin");
  hpcc_value("MPIRandomAccess_GUPs", gups);
  hpcc_value("MPIRandomAccess_time", seconds);
  hpcc_value("MPIRandomAccess_ErrorsFraction", wrong / (double)words);
  printf("MPIRandomAccess_N=%llu\n", (unsigned long long)words);
  hpcc_summary("End");
}

int main(int argc, char **argv) {
  log_words = (int)hpcc_argument(argc, argv, 1, 4, 40, 16, USAGE);
  words = UINT64_C(1) << log_words;
  block = (words + THREADS - 1) / THREADS;
  shift = block & (block - 1) ? -1 : __builtin_ctzll(block);
  uint64_t first = block * MYTHREAD, own = first >= words          ? 0
                                           : words - first < block ? words - first
                                                                   : block;
  table = npb_own(npb_parts(block * sizeof *table));
  for (uint64_t i = 0; i < own; i++)
    table[i] = first + i;
  make_channels();
  upc_barrier;
  double start = npb_seconds();
  update();
  upc_barrier;
  double end = npb_seconds(), wrong = npb_sum((double)errors(own)), checking = npb_seconds() - end;
  if (MYTHREAD == 0)
    report(end - start, checking, wrong);
  return MYTHREAD == 0 && wrong > ERRORS * (double)words;
}
