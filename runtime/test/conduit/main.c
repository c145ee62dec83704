/* SPDX-License-Identifier: Apache-2.0 */
/* A conduit between processes of this host: conduit tcp|ofi|ucx PROCESSES [PROVIDER [INTERFACE]]
 *
 * Every check compares bytes. No information about a test passes through the tested conduit. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../test.h"
#include "job.h"

enum { MESSAGES = 200, WINDOW = 32, STORM = 1500, ROUNDS = 300, WORKERS = 4 };

static uint64_t mix(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static void fill(unsigned char *to, size_t n, uint64_t seed) {
  for (size_t i = 0; i < n; i += 8) {
    uint64_t word = mix(seed + i); /* processors are little-endian */
    memcpy(to + i, &word, n - i < 8 ? n - i : 8);
  }
}

#ifdef __SANITIZE_THREAD__ /* it does not see what other processes order */
__attribute__((no_sanitize_thread))
#endif
static bool
filled(const unsigned char *at, size_t n, uint64_t seed) {
  for (size_t i = 0; i < n; i += 8) {
    uint64_t word = mix(seed + i);
    for (size_t j = 0; j < 8 && i + j < n; j++)
      if (((const volatile unsigned char *)at)[i + j] != (unsigned char)(word >> 8 * j))
        return false;
  }
  return true;
}

/* The current meaning of the messages. */
static _Atomic enum { IN_ORDER, ECHO, COUNT, WRITTEN } meaning;
static _Atomic uint64_t echoes;

static uint64_t seed_of(int from, int to, uint64_t number) {
  return mix((uint64_t)from << 56 ^ (uint64_t)to << 48 ^ number);
}

/* All sizes between nothing and the most; these two often. */
static size_t size_of(int from, int to, uint64_t number) {
  uint64_t chosen = mix(seed_of(from, to, number) + 1);
  size_t most = chosen >> 40 & 1 ? 100 : UPCR_CONDUIT_MESSAGE_MAX;
  return number == 3 ? 0 : number == 5 ? UPCR_CONDUIT_MESSAGE_MAX : chosen % (most + 1);
}

static void check_in_order(int peer, const void *message, size_t bytes) {
  uint64_t number = atomic_load(&side->received[own][peer]);
  if (bytes != size_of(peer, own, number) || !filled(message, bytes, seed_of(peer, own, number)))
    give_up("a message has other bytes, or came out of order");
  atomic_store(&side->received[own][peer], number + 1);
}

/* A request has a 1 before it; the reply a 2, and the same bytes. */
static void answer(int peer, const void *message, size_t bytes) {
  const unsigned char *at = message, reply = 2;
  if (bytes > 0 && at[0] == 1)
    conduit->send(peer, &reply, 1, at + 1, bytes - 1);
  else if (filled(at + 1, bytes - 1, 17))
    atomic_fetch_add(&echoes, 1);
  else
    give_up("an echo has other bytes");
}

/* Bytes of region 0 of a process that were written before the message about them. */
struct written {
  uint64_t offset, n, seed;
};

static void check_written(int peer, const void *message, size_t bytes) {
  struct written w;
  if (bytes != sizeof w)
    give_up("a message about a write has another length");
  memcpy(&w, message, sizeof w);
  if (!filled(regions[0] + w.offset, w.n, w.seed))
    give_up("a message came before the bytes that were written before it");
  atomic_fetch_add(&side->received[own][peer], 1);
}

static void receive(int peer, const void *message, size_t bytes) {
  switch (atomic_load(&meaning)) {
  case IN_ORDER:
    check_in_order(peer, message, bytes);
    break;
  case ECHO:
    answer(peer, message, bytes);
    break;
  case COUNT:
    atomic_fetch_add(&side->received[own][peer], 1);
    break;
  case WRITTEN:
    check_written(peer, message, bytes);
    break;
  }
}

/* Waits until `to` has got all but WINDOW of `sent` messages. */
struct window {
  int to;
  uint64_t sent;
};

static bool window_open(void *arg) {
  struct window *window = arg;
  return atomic_load(&side->received[window->to][own]) + WINDOW > window->sent;
}

static bool all_arrived(void *arg) {
  struct window *window = arg;
  return atomic_load(&side->received[window->to][own]) == window->sent;
}

static void test_order(void) {
  unsigned char bytes[UPCR_CONDUIT_MESSAGE_MAX];
  for (uint64_t number = 0; number < MESSAGES; number++)
    for (int to = 0; to < processes; to++) {
      size_t n = size_of(own, to, number), head = n / 3;
      if (to == own)
        continue;
      fill(bytes, n, seed_of(own, to, number));
      wait_for(window_open, &(struct window){to, number}, true, "messages to arrive");
      conduit->send(to, bytes, head, bytes + head, n - head);
    }
  for (int to = 0; to < processes; to++)
    if (to != own)
      wait_for(all_arrived, &(struct window){to, MESSAGES}, true, "the last messages");
  meet(true);
}

static void forget_received(void) {
  for (int from = 0; from < processes; from++)
    atomic_store(&side->received[own][from], 0);
}

static void test_storm(void) {
  forget_received();
  atomic_store(&meaning, COUNT);
  meet(true);
  for (uint64_t sent = 0; own > 0 && sent < STORM; sent++) {
    wait_for(window_open, &(struct window){0, sent}, true, "room in the storm");
    conduit->send(0, &sent, sizeof sent, 0, 0);
  }
  if (own > 0)
    wait_for(all_arrived, &(struct window){0, STORM}, true, "the storm to end");
  meet(true);
}

static bool echoed(void *arg) { return atomic_load(&echoes) >= *(uint64_t *)arg; }

static void ask(int peer, size_t n) {
  unsigned char bytes[UPCR_CONDUIT_MESSAGE_MAX], request = 1;
  fill(bytes, n, 17);
  conduit->send(peer, &request, 1, bytes, n);
}

static void test_echo(void) {
  uint64_t want = 0;
  atomic_store(&meaning, ECHO);
  meet(true);
  for (int i = 0; i < 100; i++)
    for (int peer = 0; peer < processes; peer++)
      if (peer != own) {
        ask(peer, mix((uint64_t)i) % UPCR_CONDUIT_MESSAGE_MAX);
        want++;
        if (i % 4 == 0)
          wait_for(echoed, &want, true, "replies");
      }
  wait_for(echoed, &want, true, "the last replies");
  meet(true);
}

/* The put is announced through shared memory, and the target checks its memory. Its main thread may
 * have to poll meanwhile. */
static bool look(void *arg) {
  int *waits = arg;
  for (int from = 0; from < processes; from++) {
    uint64_t told = atomic_load_explicit(&side->told[own][from], memory_order_acquire);
    if (told == atomic_load(&side->seen[own][from]))
      continue;
    if (!filled(regions[side->put_thread[own][from]] + side->put_offset[own][from],
                side->put_bytes[own][from], side->put_seed[own][from]))
      give_up("a complete put cannot be seen at its target");
    atomic_store(&side->seen[own][from], told);
  }
  return !waits || atomic_load(&side->phase) != *waits;
}

struct seen {
  int target;
  uint64_t number;
};

static bool has_seen(void *arg) {
  struct seen *seen = arg;
  look(0);
  return atomic_load(&side->seen[seen->target][own]) == seen->number;
}

static void tell(int target, int thread, uint64_t offset, size_t n, uint64_t seed) {
  uint64_t number = atomic_load(&side->told[target][own]) + 1;
  side->put_thread[target][own] = thread;
  side->put_offset[target][own] = offset;
  side->put_bytes[target][own] = n;
  side->put_seed[target][own] = seed;
  atomic_store_explicit(&side->told[target][own], number, memory_order_release);
  wait_for(has_seen, &(struct seen){target, number}, true, "the target to look");
}

static void meet_and_look(void) {
  int phase = atomic_load(&side->phase);
  if (atomic_fetch_add(&side->arrived, 1) == processes - 1) {
    atomic_store(&side->arrived, 0);
    atomic_store(&side->phase, phase + 1);
  } else
    wait_for(look, &phase, true, "the others");
}

static void put_and_get(int target, size_t n, unsigned char *from, unsigned char *back) {
  struct upcr_conduit_transfer transfer = {0};
  int thread = (int)(n % THREADS);
  uint64_t offset = (uint64_t)own * AREA + 1 + n % 13, seed = seed_of(own, target, n);
  fill(from, n, seed);
  conduit->put(target, target * THREADS + thread, offset, from, n, &transfer);
  wait_transfer(&transfer, true);
  tell(target, thread, offset, n, seed);
  memset(back, 0, n);
  conduit->get(target, target * THREADS + thread, offset, back, n, &transfer);
  wait_transfer(&transfer, true);
  if (!filled(back, n, seed))
    give_up("a get brought other bytes");
}

static void test_transfers(void) {
  static const size_t sizes[] = {1,
                                 2,
                                 3,
                                 7,
                                 8,
                                 9,
                                 63,
                                 64,
                                 65,
                                 1000,
                                 4096,
                                 UPCR_CONDUIT_MESSAGE_MAX - 1,
                                 UPCR_CONDUIT_MESSAGE_MAX,
                                 UPCR_CONDUIT_MESSAGE_MAX + 8,
                                 UPCR_CONDUIT_MESSAGE_MAX + 9,
                                 65537,
                                 1 << 20};
  unsigned char *private_memory = malloc(16 << 20), *segment = regions[1] + (size_t)own * AREA + 3;
  meet(true);
  for (int target = 0; target < processes; target++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
      if (target != own)
        put_and_get(target, sizes[i], i % 2 ? segment : private_memory,
                    i % 3 ? private_memory : segment);
  put_and_get((own + 1) % processes, (16 << 20) - 5, private_memory, segment);
  meet_and_look();
  free(private_memory);
}

/* Many small ones under way at once, each to its own place. */
static void test_many(int target) {
  enum { COUNT_MANY = 3000 };
  uint64_t *values = malloc(COUNT_MANY * sizeof *values), *back = calloc(COUNT_MANY, sizeof *back);
  struct upcr_conduit_transfer transfer = {0};
  uint64_t offset = (uint64_t)own * AREA + 8;
  for (uint64_t i = 0; i < COUNT_MANY; i++) {
    values[i] = mix(i + (uint64_t)own);
    conduit->put(target, target * THREADS, offset + 8 * i, &values[i], 8, &transfer);
  }
  wait_transfer(&transfer, true);
  for (uint64_t i = 0; i < COUNT_MANY; i++)
    conduit->get(target, target * THREADS, offset + 8 * i, &back[i], 8, &transfer);
  wait_transfer(&transfer, true);
  if (memcmp(values, back, COUNT_MANY * sizeof *values) != 0)
    give_up("small transfers brought other values");
  free(values);
  free(back);
  meet(true);
}

/* Each message follows its write at once; the source is written anew when the write is over. */
static void test_written(int target) {
  enum { WRITES = 200, MOST = 300000 };
  unsigned char *from = malloc(MOST);
  forget_received();
  atomic_store(&meaning, WRITTEN);
  meet(true);
  for (uint64_t i = 0; i < WRITES && conduit->is_in_order(); i++) {
    struct upcr_conduit_transfer transfer = {0};
    struct written w = {(uint64_t)own * AREA + 1 + i % 13, 1 + mix(i) % MOST,
                        mix(i + (uint64_t)own)};
    fill(from, w.n, w.seed);
    conduit->write(target, target * THREADS, w.offset, from, w.n, &transfer);
    conduit->send(target, &w, sizeof w, 0, 0);
    wait_transfer(&transfer, true);
    memset(from, 0, w.n);
    wait_for(all_arrived, &(struct window){target, i + 1}, true, "the message about a write");
  }
  free(from);
  meet(true);
  atomic_store(&meaning, ECHO);
  meet(true);
}

/* Each worker its own part of the area; the echoes of all are counted together. */
static void *worker(void *arg) {
  uint64_t number = (uint64_t)(uintptr_t)arg,
           offset = (uint64_t)own * AREA + number * (1 << 20) + number;
  unsigned char from[3000], back[3000];
  for (uint64_t i = 0; i < 60; i++) {
    struct upcr_conduit_transfer transfer = {0};
    int target =
        (int)(((uint64_t)own + 1 + (i + number) % (uint64_t)(processes - 1)) % (uint64_t)processes);
    size_t n = 1 + mix(i + number) % sizeof from;
    fill(from, n, i);
    conduit->put(target, target * THREADS, offset, from, n, &transfer);
    ask(target, n);
    wait_transfer(&transfer, number % 2);
    memset(back, 0, n);
    conduit->get(target, target * THREADS, offset, back, n, &transfer);
    wait_transfer(&transfer, number % 2);
    if (!filled(back, n, i))
      give_up("a thread of several got other bytes");
  }
  return 0;
}

static void test_threads(void) {
  pthread_t threads[WORKERS];
  uint64_t want = 60 * WORKERS;
  atomic_store(&echoes, 0);
  meet(true);
  for (uintptr_t i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], 0);
  wait_for(echoed, &want, false, "the replies to all threads");
  meet(true);
}

struct times {
  double message, put, get;
};

/* Round trips of 8 bytes to process 0. */
static struct times measure(bool poll) {
  struct times times;
  uint64_t value = 5, want = atomic_load(&echoes);
  struct upcr_conduit_transfer transfer = {0};
  double begin = now_us();
  for (int i = 0; i < ROUNDS; i++) {
    ask(0, 7);
    want++;
    wait_for(echoed, &want, poll, "a reply");
  }
  times.message = (now_us() - begin) / ROUNDS / 2;
  begin = now_us();
  for (int i = 0; i < ROUNDS; i++) {
    conduit->put(0, 0, 8, &value, 8, &transfer);
    wait_transfer(&transfer, poll);
  }
  times.put = (now_us() - begin) / ROUNDS;
  begin = now_us();
  for (int i = 0; i < ROUNDS; i++) {
    conduit->get(0, 0, 8, &value, 8, &transfer);
    wait_transfer(&transfer, poll);
  }
  times.get = (now_us() - begin) / ROUNDS;
  return times;
}

/* Process 1 measures; `idle`: process 0 leaves all to its progress thread. */
static void test_latency(const char *name, bool poll, bool idle) {
  meet(!idle);
  if (own == 1) {
    struct times times = measure(poll);
    printf("%-38s message %6.1f us (half a round trip), put %6.1f us, get %6.1f us\n", name,
           times.message, times.put, times.get);
  }
  meet(own == 0 && !idle);
}

/* A large put and get while only the progress threads poll. */
static void test_idle_transfers(void) {
  size_t n = 6 << 20;
  unsigned char *from = malloc(n), *back = calloc(1, n);
  struct upcr_conduit_transfer transfer = {0};
  int target = (own + 1) % processes;
  fill(from, n, 99);
  meet(false);
  conduit->put(target, target * THREADS, (uint64_t)own * AREA, from, n, &transfer);
  wait_transfer(&transfer, false);
  conduit->get(target, target * THREADS, (uint64_t)own * AREA, back, n, &transfer);
  wait_transfer(&transfer, false);
  if (!filled(back, n, 99))
    give_up("a transfer to an idle process brought other bytes");
  meet(false);
  free(from);
  free(back);
}

static void body(void) {
  test_order();
  test_storm();
  test_echo();
  test_transfers();
  test_many((own + 1) % processes);
  test_written((own + 1) % processes);
  test_threads();
  test_idle_transfers();
  test_latency("both poll", true, false);
  test_latency("target idle", true, true);
  test_latency("target idle, origin's thread as well", false, true);
}

int main(int argc, char **argv) {
  struct upcr_conduit_wish wish = {
      .local = true, .provider = argc > 3 ? argv[3] : 0, .interface = argc > 4 ? argv[4] : 0};
  int count = argc > 2 ? atoi(argv[2]) : 3;
  if (argc < 2 || count < 2 || count > PROCESSES_MAX) {
    fprintf(stderr,
            "usage: conduit tcp|ofi|ucx PROCESSES [PROVIDER [INTERFACE]]; 2 to %d processes\n",
            PROCESSES_MAX);
    return 2;
  }
  conduit = strcmp(argv[1], "tcp") == 0   ? upcr_conduit_tcp
            : strcmp(argv[1], "ofi") == 0 ? upcr_conduit_ofi
                                          : upcr_conduit_ucx;
  if (!conduit) {
    printf("skipped: the runtime was built without the headers of %s\n",
           strcmp(argv[1], "ofi") == 0 ? "libfabric" : "UCX");
    return SKIPPED;
  }
  double begin = now_us();
  int status = run_job(&wish, count, receive, body);
  printf("%s: %s, %.1f s\n", argv[1],
         status == 0         ? "ok"
         : status == SKIPPED ? "skipped"
                             : "failed",
         (now_us() - begin) / 1e6);
  return status;
}
