#define _GNU_SOURCE
#include "look.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../mem/job.h"
#include "boot.h"
#include "place.h"
#include "process_state.h"
#include "stream.h"

#define MILLISECOND INT64_C(1000000)
/* Polls are counted for so long before threads are asked, in which a thread that spins on shared memory polls. */
static const int64_t watch_polls = 20 * MILLISECOND;
/* Who has not answered by then blocks the signal, or has no processor. */
static const int64_t wait_for_answers = 1000 * MILLISECOND;
/* Finding functions and lines takes no longer than this, more or less. */
static const int64_t find_lines = 10000 * MILLISECOND;

/* Threads of which the same is said. */
struct group {
  char *text;
  int first, count;
};

static uint32_t polls_of(int thread) {
  return atomic_load_explicit(&upcr_job->thread[thread].polls, memory_order_relaxed);
}

static void count_polls(struct upcr_look *look) {
  look->polls = calloc((size_t)upcr_job->config.threads, sizeof *look->polls);
  for (int t = upcr_job->config.first; look->polls && t < upcr_job->config.end; t++)
    look->polls[t] = polls_of(t);
}

void upcr_look_begin(struct upcr_look *look, enum upcr_look_end end, int64_t now, const char *why, ...) {
  if (look->under_way) {
    look->end = end > look->end ? end : look->end;
    return;
  }
  *look = (struct upcr_look){.under_way = true, .end = end, .due = now + watch_polls, .number = look->number + 1};
  va_list args;
  va_start(args, why);
  if (vasprintf(&look->why, why, args) < 0)
    look->why = 0;
  va_end(args);
  count_polls(look);
}

static int state_of(int thread) { return atomic_load_explicit(&upcr_job->thread[thread].state, memory_order_acquire); }

/* In a system call of the program's own, which a signal could cut short? */
static bool sleeps_by_itself(int thread) {
  char letter;
  pid_t parent;
  int tid = upcr_boot_place_tid(thread);
  return atomic_load(&upcr_job->thread[thread].wait.what) == 0 && tid != 0 &&
         upcr_boot_process_state(tid, &letter, &parent) == 0 && letter != 'R';
}

static void ask(struct upcr_look *look) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if (state_of(t) == UPCR_STATE_RUNNING && !(look->end == UPCR_LOOK_GO_ON && sleeps_by_itself(t)))
      upcr_boot_place_ask(t, look->number, look->end != UPCR_LOOK_GO_ON);
}

static bool all_answered(const struct upcr_look *look) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if (state_of(t) == UPCR_STATE_RUNNING && !upcr_boot_place_answer(t, look->number))
      return false;
  return true;
}

bool upcr_look_step(struct upcr_look *look, int64_t now) {
  if (!look->under_way || (now < look->due && !look->asked))
    return false;
  if (!look->asked) {
    ask(look);
    look->asked = true;
    look->due = now + wait_for_answers;
  }
  if (now < look->due && !all_answered(look))
    return false;
  look->under_way = false;
  look->due = INT64_MAX;
  return true;
}

/* "main at heat.upc:41", with the function of the runtime that it called. The same program counters were looked up before
 * where threads are alike; `until`: no new ones are after this time. */
static bool find_caller(const struct upcr_look *look, int thread, struct upcr_boot_caller *callers, int64_t until) {
  const struct upcr_boot_place *place = upcr_boot_place_answer(thread, look->number);
  callers[thread] = (struct upcr_boot_caller){0};
  if (!place)
    return false;
  for (int t = upcr_job->config.first; t < thread; t++) {
    const struct upcr_boot_place *other = upcr_boot_place_answer(t, look->number);
    if (other && other->depth == place->depth &&
        memcmp(other->pc, place->pc, (size_t)place->depth * sizeof *place->pc) == 0) {
      callers[thread] = callers[t];
      return true;
    }
  }
  if (upcr_clock_ns() < until)
    upcr_boot_find_caller(place->pc, place->depth, 1, &callers[thread]);
  return true;
}

static void say_lock(FILE *out, uint64_t lock) {
  struct upcr_lock_seen seen = upcr_core_look_at_lock(lock);
  struct upcr_boot_caller taker = {0};
  fprintf(out, " for the lock %#lx of thread %d", (unsigned long)(lock & ((UINT64_C(1) << 40) - 1)), (int)(lock >> 40));
  if (seen.holder < 0) {
    fprintf(out, ", which is free");
    return;
  }
  fprintf(out, ", which thread %d holds", seen.holder);
  if (seen.taken_at)
    upcr_boot_find_caller(&seen.taken_at, 1, 0, &taker);
  if (*taker.where)
    fprintf(out, " since %s at %s", taker.function, taker.where);
}

static void say_wait(FILE *out, int thread, const struct upcr_wait_seen *seen, const char *called) {
  char barrier[80];
  if (seen->kind == UPCR_WAIT_BARRIER) {
    upcr_core_name_barrier(atomic_load(&upcr_job->thread[thread].barrier_token), barrier, sizeof barrier);
    fprintf(out, "waits in %s", barrier);
  } else if (seen->kind == UPCR_WAIT_LOCK) {
    fprintf(out, "waits in %s", seen->what);
    say_lock(out, seen->object);
  } else {
    fprintf(out, "waits for %s", seen->what);
    if (*called && strcmp(called, seen->what) != 0)
      fprintf(out, " in %s", called);
  }
}

static void say_running(FILE *out, const struct upcr_look *look, int thread, const struct upcr_boot_caller *caller,
                        bool answered) {
  if (caller->polls || (look->polls && polls_of(thread) != look->polls[thread]))
    fprintf(out, "reads shared memory again and again");
  else if (!answered && sleeps_by_itself(thread))
    fprintf(out, "is in a system call");
  else if (*caller->called)
    fprintf(out, "is in %s", caller->called);
  else
    fprintf(out, "computes");
}

static void say_thread(FILE *out, const struct upcr_look *look, int thread, struct upcr_boot_caller *callers,
                       int64_t until) {
  struct upcr_wait_seen seen;
  int state = state_of(thread);
  if (state == UPCR_STATE_NEW) {
    fprintf(out, "starts");
    return;
  }
  if (state != UPCR_STATE_RUNNING) {
    fprintf(out, "has ended with status %d", upcr_job->thread[thread].exit_status);
    return;
  }
  bool answered = find_caller(look, thread, callers, until);
  const struct upcr_boot_caller *caller = &callers[thread];
  if (upcr_wait_look(&upcr_job->thread[thread].wait, &seen) && seen.what)
    say_wait(out, thread, &seen, caller->called);
  else
    say_running(out, look, thread, caller, answered);
  if (*caller->where)
    fprintf(out, ", in %s at %s", caller->function, caller->where);
  else if (*caller->function)
    fprintf(out, ", in %s", caller->function);
}

static char *text_of(const struct upcr_look *look, int thread, struct upcr_boot_caller *callers, int64_t until) {
  char *text = 0;
  size_t n;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return 0;
  say_thread(out, look, thread, callers, until);
  fclose(out);
  return text;
}

/* The group of which the text is said, a new one if need be; takes the text. */
static int group_of(struct group *groups, int *count, char *text, int thread) {
  int g = 0;
  while (g < *count && strcmp(groups[g].text ? groups[g].text : "", text ? text : "") != 0)
    g++;
  if (g == *count)
    groups[(*count)++] = (struct group){.text = text, .first = thread};
  else
    free(text);
  groups[g].count++;
  return g;
}

/* "0-2,5" */
static void say_numbers(FILE *out, const int *of, int g, int threads) {
  const char *separator = "";
  for (int t = 0; t < threads; t++) {
    int last = t;
    if (of[t] != g)
      continue;
    while (last + 1 < threads && of[last + 1] == g)
      last++;
    if (last == t)
      fprintf(out, "%s%d", separator, t);
    else
      fprintf(out, "%s%d-%d", separator, t, last);
    separator = ",";
    t = last;
  }
}

static void say_group(FILE *out, const struct group *group, const int *of, int g, int threads) {
  if (group->count == 1)
    fprintf(out, "upcr: thread %d (process %d): ", group->first, (int)atomic_load(&upcr_job->thread[group->first].pid));
  else {
    fprintf(out, "upcr: threads ");
    say_numbers(out, of, g, threads);
    fprintf(out, ": each ");
  }
  fprintf(out, "%s\n", group->text ? group->text : "");
}

static void say_all(FILE *out, const struct upcr_look *look, struct group *groups, int *of,
                    struct upcr_boot_caller *callers) {
  int threads = upcr_job->config.threads, count = 0;
  int64_t until = upcr_clock_ns() + find_lines;
  memset(of, -1, (size_t)threads * sizeof *of);
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    of[t] = group_of(groups, &count, text_of(look, t, callers, until), t);
  fprintf(out, "upcr: %s\n", look->why ? look->why : "where the threads are");
  for (int g = 0; g < count; g++) {
    say_group(out, &groups[g], of, g, threads);
    free(groups[g].text);
  }
}

char *upcr_look_report(struct upcr_look *look) {
  size_t threads = (size_t)upcr_job->config.threads, n;
  struct group *groups = calloc(threads, sizeof *groups);
  int *of = calloc(threads, sizeof *of);
  struct upcr_boot_caller *callers = calloc(threads, sizeof *callers);
  char *text = 0;
  FILE *out = groups && of && callers ? open_memstream(&text, &n) : 0;
  if (out) {
    say_all(out, look, groups, of, callers);
    fclose(out);
  }
  free(groups), free(of), free(callers);
  free(look->why), free(look->polls);
  look->why = 0, look->polls = 0;
  return text;
}
