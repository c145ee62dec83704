/* What the machine does without UPC: the round trip of a cache line between two processes, a switch between two threads on
 * one processor by sched_yield, and a pthread_mutex_t under contention.
 *
 *   raw [threads for the contended lock, 2 if not given] */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "line.h"
#include "measure.h"

enum { TRIPS = 300, SWITCHES = 300, LOCKS = 5000, THREADS_MAX = 64 };

static void bind(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor % (int)sysconf(_SC_NPROCESSORS_ONLN), &set);
  sched_setaffinity(0, sizeof set, &set);
}

static void round_trips(void) {
  struct line *lines = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  struct measure one = {"round_trip_one_line", 2}, two = {"round_trip_two_lines", 2};
  int child = fork() == 0, rounds = measure_rounds();
  bind(child);
  for (int round = 0; round < rounds; round++) {
    double start = now_ns();
    line_round_trips_one(&lines[0], child, TRIPS);
    measure_add(&one, start, TRIPS);
    start = now_ns();
    line_round_trips_two(&lines[2 + child], &lines[3 - child], child, (uint64_t)round * TRIPS, TRIPS);
    measure_add(&two, start, TRIPS);
  }
  if (child)
    _exit(0);
  wait(0);
  measure_print(&one);
  measure_print(&two);
}

static void *yield_often(void *unused) {
  bind(0);
  for (int i = 0; i < SWITCHES * 100; i++)
    sched_yield();
  return unused;
}

/* Two threads on one processor: each call of sched_yield is a switch. */
static void switches(void) {
  struct measure m = {"yield_switch", 2};
  pthread_t other;
  pthread_create(&other, 0, yield_often, 0);
  bind(0);
  for (int round = 0; round < 50; round++) {
    double start = now_ns();
    for (int i = 0; i < SWITCHES; i++)
      sched_yield();
    measure_add(&m, start, SWITCHES);
  }
  pthread_join(other, 0);
  measure_print(&m);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t all;
static long counter, threads = 2;
static struct measure futex = {"mutex_contended", 0};

static void *contend(void *arg) {
  long me = (long)arg;
  int rounds = measure_rounds();
  bind((int)me);
  for (int round = 0; round < rounds; round++) {
    pthread_barrier_wait(&all);
    double start = now_ns();
    for (int i = 0; i < LOCKS; i++) {
      pthread_mutex_lock(&mutex);
      counter++;
      pthread_mutex_unlock(&mutex);
    }
    pthread_barrier_wait(&all);
    if (me == 0)
      measure_add(&futex, start, LOCKS * threads);
  }
  return 0;
}

static void locks(void) {
  pthread_t other[THREADS_MAX];
  futex.n = threads;
  pthread_barrier_init(&all, 0, (unsigned)threads);
  for (long i = 1; i < threads; i++)
    pthread_create(&other[i], 0, contend, (void *)i);
  contend(0);
  for (long i = 1; i < threads; i++)
    pthread_join(other[i], 0);
  measure_print(&futex);
}

int main(int argc, char **argv) {
  threads = argc > 1 ? atoi(argv[1]) : 2;
  if (threads < 1 || threads > THREADS_MAX) {
    fprintf(stderr, "raw: the number of threads must be from 1 to %d\n", THREADS_MAX);
    return 2;
  }
  if (threads == 2) {
    round_trips();
    switches();
  }
  locks();
}
