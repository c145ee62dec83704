/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual time: the order in which threads and events run. Each thread runs a script and writes
 * a letter with the time; what all wrote is compared with what must be. */
#include <pthread.h>
#include <sim/scheduler.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static char trace[512];

static void say(const char *what) {
  size_t n = strlen(trace);
  snprintf(trace + n, sizeof trace - n, "%s%lld ", what, (long long)upcr_sim_time());
}

struct script {
  int thread;
  void (*run)(int thread);
};

static void *begin(void *arg) {
  const struct script *script = arg;
  upcr_sim_enter(script->thread);
  script->run(script->thread);
  upcr_sim_leave();
  return 0;
}

static int runs(int threads, void (*run)(int), const char *expected) {
  pthread_t id[8];
  struct script script[8];
  trace[0] = 0;
  if (upcr_sim_scheduler_create(threads) != 0)
    abort();
  for (int t = 0; t < threads; t++) {
    script[t] = (struct script){t, run};
    if (pthread_create(&id[t], 0, begin, &script[t]) != 0)
      abort();
  }
  for (int t = 0; t < threads; t++)
    pthread_join(id[t], 0);
  int ok = strcmp(trace, expected) == 0;
  if (!ok)
    fprintf(stderr, "%s\n, not %s\n", trace, expected);
  return ok;
}

static const char *name_of(int thread) { return &"a\0b\0c\0d"[2 * thread]; }

/* The thread with the lowest clock runs, among equal ones the lowest number. A clock never
 * decreases. */
static void by_clocks(int thread) {
  static const int steps[3][3] = {{30, 30, 30}, {20, 20, 40}, {20, 50, 1}};
  for (int i = 0; i < 3; i++) {
    upcr_sim_advance(steps[thread][i]);
    say(name_of(thread));
  }
  upcr_sim_advance_to(5);
  say(name_of(thread));
}

/* Events come before threads of the same time; of one time in the order in which they were added.
 */
static void first_event(struct upcr_sim_event *event) {
  (void)event;
  say("E");
}
static void second_event(struct upcr_sim_event *event) {
  static struct upcr_sim_event next;
  say("F");
  next = (struct upcr_sim_event){.at = event->at, .run = first_event};
  upcr_sim_add(&next); /* at the same time still */
}

static void with_events(int thread) {
  static struct upcr_sim_event events[3];
  if (thread == 0) {
    events[0] = (struct upcr_sim_event){.at = 20, .run = second_event};
    events[1] = (struct upcr_sim_event){.at = 20, .run = first_event};
    events[2] = (struct upcr_sim_event){.at = 10, .run = first_event};
    for (int i = 0; i < 3; i++)
      upcr_sim_add(&events[i]);
  }
  upcr_sim_advance(20);
  say(name_of(thread));
  upcr_sim_advance(5);
  say(name_of(thread));
}

/* A sleeper continues at the time of the wake, or at its own time if that is later. */
static void with_sleep(int thread) {
  if (thread == 0) {
    say("s");
    upcr_sim_sleep();
    say("w");
    upcr_sim_advance(100);
    upcr_sim_sleep();
    say("w");
  } else {
    upcr_sim_advance(30);
    upcr_sim_wake(0, 40);
    upcr_sim_advance(200);
    say("b");
    upcr_sim_wake(0, 50);
  }
}

/* A wake that comes before the sleep is not lost, and counts once. */
static void wake_first(int thread) {
  if (thread == 1) {
    upcr_sim_wake(0, 10);
    upcr_sim_wake(0, 10);
    upcr_sim_advance(70);
    say("b");
    upcr_sim_wake(0, 75);
  } else {
    upcr_sim_advance(20);
    upcr_sim_sleep();
    say("w");
    upcr_sim_sleep();
    say("w");
  }
}

static struct upcr_sim_event wakes_0;
static void wake_0(struct upcr_sim_event *event) { upcr_sim_wake(0, event->at); }

static void woken_by_event(int thread) {
  if (thread == 0) {
    wakes_0 = (struct upcr_sim_event){.at = 60, .run = wake_0};
    upcr_sim_add(&wakes_0);
    upcr_sim_sleep();
    say("w");
  } else {
    upcr_sim_advance(50);
    say("b");
    upcr_sim_advance(50);
    say("b");
  }
}

/* A request leaves at its sender's turn, after threads and events that come first, and only its
 * answer wakes the sender. */
static struct upcr_sim_event answers_0;
static void answer_0(struct upcr_sim_event *event) { upcr_sim_answer_to(0, event->at); }
static void leaves_0(struct upcr_sim_event *event) {
  (void)event;
  say("l");
  answers_0 = (struct upcr_sim_event){.at = upcr_sim_time() + 50, .run = answer_0};
  upcr_sim_add(&answers_0);
}

static void awaits(int thread) {
  static struct upcr_sim_event before, request;
  if (thread == 0) {
    before = (struct upcr_sim_event){.at = 20, .run = first_event};
    upcr_sim_add(&before);
    request = (struct upcr_sim_event){.at = 20, .run = leaves_0};
    upcr_sim_await_after(&request);
    upcr_sim_await();
    say("w");
    request.at = 30; /* in the past: it leaves now */
    upcr_sim_await_after(&request);
    upcr_sim_await();
    say("w");
  } else {
    upcr_sim_advance(10);
    say("b");
    upcr_sim_advance(20);
    say("b");
    upcr_sim_wake(0, 31);
    upcr_sim_advance(20);
    say("b");
  }
}

/* A thread that sleeps for ever is woken once, to find that no thread can continue. */
static void is_stuck(int thread) {
  if (thread < 2) {
    upcr_sim_advance(thread);
    CHECK(!upcr_sim_stuck());
    upcr_sim_sleep();
    CHECK(upcr_sim_stuck());
    say(name_of(thread));
  } else {
    upcr_sim_advance(9);
    say(name_of(thread));
  }
}

int main(void) {
  CHECK(runs(3, by_clocks, "b20 c20 a30 b40 a60 c70 c71 c71 b80 b80 a90 a90 "));
  CHECK(runs(2, with_events, "E10 F20 E20 E20 a20 b20 a25 b25 "));
  CHECK(runs(2, with_sleep, "s0 w40 b230 w140 "));
  CHECK(runs(2, wake_first, "w20 b70 w75 "));
  CHECK(runs(2, woken_by_event, "b50 w60 b100 "));
  CHECK(runs(2, awaits, "b10 E20 l20 b30 b50 w70 l70 w120 "));
  CHECK(runs(3, is_stuck, "c9 a0 b1 "));
  return test_report();
}
