/* SPDX-License-Identifier: Apache-2.0 */
#include "mpir.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/system.h"
#include "boot.h"

/* Names, types and values are the interface's. */
typedef struct {
  char *host_name;
  char *executable_name;
  int pid;
} MPIR_PROCDESC;

enum { MPIR_NULL = 0, MPIR_DEBUG_SPAWNED = 1, MPIR_DEBUG_ABORTING = 2 };

/* Weak: an MPI library that the program is linked with statically has its own. */
#define WEAK __attribute__((weak))

extern MPIR_PROCDESC *MPIR_proctable;
extern int MPIR_proctable_size;
extern volatile int MPIR_being_debugged, MPIR_debug_state, MPIR_i_am_starter,
    MPIR_partial_attach_ok;
extern char *volatile MPIR_debug_abort_string;
void MPIR_Breakpoint(void);

WEAK MPIR_PROCDESC *MPIR_proctable;
WEAK int MPIR_proctable_size;
WEAK volatile int MPIR_being_debugged; /* set by the debugger */
WEAK volatile int MPIR_debug_state = MPIR_NULL;
WEAK volatile int MPIR_i_am_starter;      /* present: this process is not one of the job's */
WEAK volatile int MPIR_partial_attach_ok; /* its presence tells that processes continue even if the
                                           * debugger attached to none */
WEAK char *volatile MPIR_debug_abort_string;

/* The debugger's breakpoint is here. */
__attribute__((weak, noinline)) void MPIR_Breakpoint(void) { __asm__ volatile("" ::: "memory"); }

/* 1 while processes are held; shared by all, 0: nobody debugs. */
static _Atomic uint32_t *held;

void upcr_mpir_prepare(void) {
  if (!MPIR_being_debugged)
    return;
  held = mmap(0, sizeof *held, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (held == MAP_FAILED)
    upcr_boot_refuse("cannot map %zu bytes to hold the processes for the debugger", sizeof *held);
  atomic_store_explicit(held, 1, memory_order_relaxed); /* the forks order it */
}

/* Acquire: pairs with the release in upcr_mpir_let_go. */
void upcr_mpir_hold(void) {
  while (held && atomic_load_explicit(held, memory_order_acquire) == 1)
    upcr_futex_wait(held, 1);
}

static char *executable_name(void) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  return strdup(n > 0 ? path : upcr_boot_program());
}

void upcr_mpir_add(int p, int processes, int pid, const char *name) {
  static char *host, *executable;
  char here[256] = "localhost";
  if (!name)
    gethostname(here, sizeof here - 1);
  if (p == 0) {
    executable = executable_name();
    MPIR_proctable = calloc((size_t)processes, sizeof *MPIR_proctable);
  }
  name = name ? name : here;
  if (!host || strcmp(host, name) != 0)
    host = strdup(name);
  if (!MPIR_proctable || !host || !executable)
    return; /* the table stays empty: a debugger finds no processes */
  MPIR_proctable[p] = (MPIR_PROCDESC){host, executable, pid};
  MPIR_proctable_size = p + 1;
}

void upcr_mpir_spawned(void) {
  MPIR_debug_state = MPIR_DEBUG_SPAWNED;
  MPIR_Breakpoint();
}

void upcr_mpir_let_go(void) {
  if (!held)
    return;
  atomic_store_explicit(held, 0, memory_order_release);
  upcr_futex_wake(held);
}

void upcr_mpir_aborting(const char *why) {
  if (!MPIR_being_debugged)
    return;
  MPIR_debug_abort_string = strdup(why);
  MPIR_debug_state = MPIR_DEBUG_ABORTING;
  MPIR_Breakpoint();
}
