#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/settings.h"
#include "boot.h"

static const char gnu_threads[] = "-fupc-threads-";

static int is_count(const char *text, int *count) {
  char *end;
  if (!text || *text < '0' || *text > '9')
    return 0;
  long value = strtol(text, &end, 10);
  if (*end)
    return 0;
  *count = value > UPCR_BOOT_THREADS_MAX ? UPCR_BOOT_THREADS_MAX + 1 : (int)value;
  return 1;
}

/* GNU UPC's switches, only as the first argument: "-n N", "-fupc-threads-N". Returns how many arguments they are, 0
 * to 2. */
static int leading_count(int argc, char **argv, int *count) {
  if (argc >= 3 && strcmp(argv[1], "-n") == 0 && is_count(argv[2], count))
    return 2;
  if (argc >= 2 && strncmp(argv[1], gnu_threads, sizeof gnu_threads - 1) == 0 &&
      is_count(argv[1] + sizeof gnu_threads - 1, count))
    return 1;
  return 0;
}

static void remove_arguments(int *argc, char **argv, int n) {
  memmove(argv + 1, argv + 1 + n, (size_t)(*argc - n) * sizeof *argv); /* with the null at the end */
  *argc -= n;
}

static int plan_threads(struct upcr_boot_plan *plan, const struct upcr_note *note, int *argc, char **argv, char *err,
                        size_t errlen) {
  int asked = upcr_settings.nthreads;
  const char *how = plan->launched ? "upcrun -n" : "UPC_NTHREADS";
  if (!plan->launched && !upcr_note_is_plain_c(note)) { /* a C program's own -n is its own */
    int n = leading_count(*argc, argv, &asked);
    if (n > 0) {
      how = "its first argument (read so unless upcrun starts it)";
      remove_arguments(argc, argv, n);
      if (asked < 1 || asked > UPCR_BOOT_THREADS_MAX) {
        snprintf(err, errlen, "the number of threads given by the first argument must be from 1 to %d",
                 UPCR_BOOT_THREADS_MAX);
        return -1;
      }
    }
  }
  if (note->threads > UPCR_BOOT_THREADS_MAX) {
    snprintf(err, errlen, "%s is compiled for %d threads: the limit is %d", argv[0], note->threads,
             UPCR_BOOT_THREADS_MAX);
    return -1;
  }
  if (note->threads && asked && asked != note->threads) {
    snprintf(err, errlen,
             "%s is compiled for %d threads (upcc -T %d), but %s asks for %d: run it with %d, or compile it without -T",
             argv[0], note->threads, note->threads, how, asked, note->threads);
    return -1;
  }
  plan->threads = note->threads ? note->threads : asked ? asked : 1;
  return 0;
}

static int plan_processes(struct upcr_boot_plan *plan, const struct upcr_note *note, const char *program, char *err,
                          size_t errlen) {
  int asked = upcr_settings.pthreads_per_proc;
#ifdef __UPCR_PTHREADS__
  (void)program, (void)err, (void)errlen;
  plan->per_process = asked ? asked : note->pthreads ? note->pthreads : plan->threads;
#else
  (void)note;
  if (asked > 1) {
    snprintf(err, errlen,
             "%d UPC threads per process are asked for (upcrun -p or UPC_PTHREADS_PER_PROC), but %s is compiled for "
             "one: compile it with "
             "upcc -pthreads",
             asked, program);
    return -1;
  }
  plan->per_process = 1;
#endif
  if (plan->per_process > plan->threads)
    plan->per_process = plan->threads;
  plan->processes = (plan->threads + plan->per_process - 1) / plan->per_process;
  return 0;
}

static int plan_stdin(struct upcr_boot_plan *plan, char *err, size_t errlen) {
  const char *who = upcr_settings.standard_input;
  if (strcmp(who, "all") == 0)
    plan->stdin_thread = UPCR_STDIN_ALL;
  else if (strcmp(who, "none") == 0)
    plan->stdin_thread = UPCR_STDIN_NONE;
  else if (!is_count(who, &plan->stdin_thread) || plan->stdin_thread >= plan->threads) {
    snprintf(err, errlen, "UPC_STDIN (upcrun -stdin) is '%s': it must be all, none or a thread from 0 to %d", who,
             plan->threads - 1);
    return -1;
  }
  return 0;
}

int upcr_boot_make_plan(struct upcr_boot_plan *plan, const struct upcr_note *note, int launched, int *argc, char **argv,
                        char *err, size_t errlen) {
  memset(plan, 0, sizeof *plan);
  plan->launched = launched;
  plan->heap_bytes = upcr_settings.shared_heap_size ? upcr_settings.shared_heap_size : note->heap;
  if (plan_threads(plan, note, argc, argv, err, errlen) != 0 || plan_processes(plan, note, argv[0], err, errlen) != 0)
    return -1;
  return plan_stdin(plan, err, errlen);
}
