/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "job.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../test.h"

enum { LIMIT_US = 30 * 1000 * 1000, SLEEP_MS = 50 /* until it looks whether the test is over */ };

const struct upcr_conduit *conduit;
struct side *side;
int own, processes;
unsigned char *regions[THREADS];

static _Atomic bool stop;

double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

void give_up(const char *what) {
  fprintf(stderr, "process %d: %s\n", own, what);
  atomic_store(&side->failed, 1);
  _exit(1);
}

void wait_for(condition *done, void *arg, bool poll, const char *what) {
  double end = now_us() + LIMIT_US;
  for (int idle = 0; !done(arg); idle++) {
    if (poll && conduit->progress())
      idle = 0;
    if (idle > 50)
      usleep(poll ? 20 : 100);
    else if (idle > 0)
      sched_yield();
    if (atomic_load(&side->failed))
      _exit(1);
    if (idle > 50 && now_us() > end) {
      char text[200];
      snprintf(text, sizeof text, "waited too long for %s", what);
      give_up(text);
    }
  }
}

static bool complete(void *arg) {
  return atomic_load_explicit(&((struct upcr_conduit_transfer *)arg)->pending,
                              memory_order_acquire) == 0;
}

void wait_transfer(struct upcr_conduit_transfer *transfer, bool poll) {
  wait_for(complete, transfer, poll, "a transfer");
}

static bool phase_over(void *arg) { return atomic_load(&side->phase) != *(int *)arg; }

void meet(bool poll) {
  int phase = atomic_load(&side->phase);
  if (atomic_fetch_add(&side->arrived, 1) == processes - 1) {
    atomic_store(&side->arrived, 0);
    atomic_store(&side->phase, phase + 1);
    return;
  }
  wait_for(phase_over, &phase, poll, "the other processes");
}

/* Sleeps until a descriptor is ready, without looking at what has come. If no descriptor tells of
 * it, the thread that waits for it gives up (wait_for). */
static void sleep_at(struct pollfd *ready, int count) {
  while (!atomic_load(&stop) && poll(ready, (nfds_t)count, SLEEP_MS) == 0)
    ;
}

/* The loop of the runtime's progress thread. */
static void *progress_thread(void *arg) {
  (void)arg;
  while (!atomic_load(&stop)) {
    struct pollfd ready[UPCR_CONDUIT_DESCRIPTORS];
    int fds[UPCR_CONDUIT_DESCRIPTORS], count = conduit->descriptors(fds);
    while (conduit->progress())
      ;
    for (int i = 0; i < count; i++)
      ready[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
    if (count == 0)
      usleep(1000);
    else if (conduit->arm())
      sleep_at(ready, count);
    else
      sched_yield();
  }
  return 0;
}

static int count_in(const char *folder) {
  DIR *at = opendir(folder);
  int n = 0;
  while (readdir(at))
    n++;
  closedir(at);
  return n;
}

static int environment_size(void) {
  extern char **environ;
  int n = 0;
  while (environ[n])
    n++;
  return n;
}

static void map_regions(void) {
  size_t bytes = (size_t)processes * AREA, stride = bytes + (1 << 20);
  char *all =
      mmap(0, stride * THREADS, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  for (int t = 0; t < THREADS; t++)
    regions[t] = mmap(all + (size_t)t * stride, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/* A library or provider that is not there is no failure. */
static bool is_missing(const char *why) {
  return strstr(why, "cannot be loaded") || strstr(why, "has no provider");
}

static void open_conduit(const struct upcr_conduit_wish *wish, upcr_conduit_receive *receive) {
  struct upcr_conduit_region exposed[THREADS];
  char why[1024];
  size_t length = 0;
  double begin = now_us();
  for (int t = 0; t < THREADS; t++)
    exposed[t] = (struct upcr_conduit_region){
        .thread = own * THREADS + t, .base = regions[t], .bytes = (size_t)processes * AREA};
  if (conduit->open(wish, exposed, THREADS, receive, side->address[own], &length, why,
                    sizeof why) == 0) {
    if (own == 0)
      printf("%s, address of %zu bytes, opened in %.0f ms\n", conduit->describe(), length,
             (now_us() - begin) / 1e3);
    return;
  }
  if (!is_missing(why))
    give_up(why);
  if (own == 0)
    printf("skipped: %s\n", why);
  atomic_store(&side->skipped, 1);
}

static void with_conduit(const struct upcr_conduit_wish *wish, upcr_conduit_receive *receive,
                         void (*body)(void)) {
  char why[1024];
  pthread_t helper;
  open_conduit(wish, receive);
  meet(false);
  if (atomic_load(&side->skipped))
    return;
  if (conduit->connect(processes, own, side->address, sizeof side->address[0], why, sizeof why) !=
      0)
    give_up(why);
  atomic_store(&stop, false);
  pthread_create(&helper, 0, progress_thread, 0);
  body();
  meet(true);
  atomic_store(&stop, true);
  pthread_join(helper, 0);
  meet(false);
  conduit->close();
}

#ifndef __SANITIZE_THREAD__ /* which has its own thread */
/* The kernel lists a thread for a moment after it has been joined. */
static bool threads_become(int n) {
  for (int i = 0; i < 1000 && count_in("/proc/self/task") != n; i++)
    usleep(1000);
  return count_in("/proc/self/task") == n;
}
#endif

static int child(const struct upcr_conduit_wish *wish, upcr_conduit_receive *receive,
                 void (*body)(void)) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  map_regions();
  int descriptors = count_in("/proc/self/fd"), variables = environment_size();
#ifndef __SANITIZE_THREAD__
  int threads = count_in("/proc/self/task");
#endif
  struct sigaction before, after;
  sigaction(SIGSEGV, 0, &before);
  with_conduit(wish, receive, body);
  sigaction(SIGSEGV, 0, &after);
  CHECK(before.sa_handler == after.sa_handler);
  CHECK(environment_size() == variables);
#ifndef __SANITIZE_THREAD__
  CHECK(threads_become(threads));
#endif
  if (!CHECK(count_in("/proc/self/fd") == descriptors))
    system("ls -l /proc/$PPID/fd >&2");
  fflush(stdout);
  return test_failed != 0;
}

int run_job(const struct upcr_conduit_wish *wish, int count, upcr_conduit_receive *receive,
            void (*body)(void)) {
  int failed = 0;
  processes = count;
  side = mmap(0, sizeof *side, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  fflush(stdout);
  if (count > 2)
    conduit->prepare();
  for (own = 0; own < count; own++)
    if (fork() == 0)
      _exit(child(wish, receive, body));
  for (int status; wait(&status) > 0;)
    if (status != 0) {
      failed = 1;
      if (WIFSIGNALED(status))
        fprintf(stderr, "a process died of signal %d\n", WTERMSIG(status));
      atomic_store(&side->failed, 1);
    }
  return failed ? 1 : atomic_load(&side->skipped) ? SKIPPED : 0;
}
