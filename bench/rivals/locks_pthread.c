/* SPDX-License-Identifier: Apache-2.0 */
/* pthread_mutex_t, alone and contended, and the lock of Mellor-Crummey and Scott: locks_pthread
 * THREADS */
#define _GNU_SOURCE
#include "mcs.h"
#include "measure.h"
#include "team.h"

enum { ALONE = 1000, CONTENDED = 3000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct mcs_node *tail, nodes[TEAM_MOST];
static long counter;

static void with_mutex(long me, long count) {
  (void)me;
  for (long i = 0; i < count; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
  }
}

static void with_mcs(long me, long count) {
  for (long i = 0; i < count; i++) {
    mcs_lock(&tail, &nodes[me]);
    counter++;
    mcs_unlock(&tail, &nodes[me]);
  }
}

static struct kind {
  struct measure alone, contended;
  void (*run)(long me, long count);
} kinds[] = {
    {{"lock_alone", 0, "pthread_mutex"}, {"lock_contended", 0, "pthread_mutex"}, with_mutex},
    {{"lock_alone", 0, "mcs"}, {"lock_contended", 0, "mcs"}, with_mcs},
};

static void alone(struct kind *k, long me) {
  pthread_barrier_wait(&team_barrier);
  double start = now_ns();
  if (me == 0) {
    k->run(me, ALONE);
    measure_add(&k->alone, start, ALONE);
  }
  pthread_barrier_wait(&team_barrier);
}

static void contended(struct kind *k, long me) {
  pthread_barrier_wait(&team_barrier);
  double start = now_ns();
  k->run(me, CONTENDED);
  pthread_barrier_wait(&team_barrier);
  if (me == 0)
    measure_add(&k->contended, start, CONTENDED * team_threads);
}

/* The waiters of mcs.h spin: oversubscribed, they would spin for whole time slices. */
static int fits(const struct kind *k) {
  return k->run != with_mcs || team_threads <= sysconf(_SC_NPROCESSORS_ONLN);
}

static void all(long me) {
  int rounds = measure_rounds();
  for (int round = 0; round < rounds; round++)
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      alone(&kinds[k], me);
      if (fits(&kinds[k]))
        contended(&kinds[k], me);
    }
}

int main(int argc, char **argv) {
  team(argc, argv, all);
  for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    measure_print(&kinds[k].alone);
    measure_print(&kinds[k].contended);
  }
}
