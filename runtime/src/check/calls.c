#define _GNU_SOURCE
#include "calls.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { RECENT = 8 };

/* Written by its thread alone. While a place is written `number` is that of another call; a reader that finds its call's
 * number before and after has read a whole one. */
struct place {
  _Atomic uint32_t number;
  _Atomic int line;
  _Atomic(const char *) file; /* at the same address in all processes */
};

/* Of call n of a thread in places[thread][n % RECENT]; shared memory. 0 in a job without checks. */
static struct place (*places)[RECENT];

int upcr_calls_create(int threads, char *err, size_t errlen) {
  size_t bytes = (size_t)threads * sizeof *places;
  void *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    snprintf(err, errlen,
             "%zu KB of memory for the run-time checks of collectives: %s; compile with upcc -fno-upc-check",
             bytes >> 10, strerror(errno));
    return -1;
  }
  places = memory;
  return 0;
}

/* The fence pairs with the reader's: who reads the new place reads the other number after it. */
void upcr_calls_note(uint32_t number) {
  if (!places)
    return;
  struct place *place = &places[upcr_self.mythread][number % RECENT];
  atomic_store_explicit(&place->number, number + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&place->file, upcr_now.file, memory_order_relaxed);
  atomic_store_explicit(&place->line, upcr_now.line, memory_order_relaxed);
  atomic_store_explicit(&place->number, number, memory_order_release);
}

struct upcr_site upcr_calls_site(int thread, uint32_t number) {
  static const struct upcr_site nowhere = {0, 0};
  if (!places)
    return nowhere;
  struct place *place = &places[thread][number % RECENT];
  if (atomic_load_explicit(&place->number, memory_order_acquire) != number)
    return nowhere;
  struct upcr_site site = {atomic_load_explicit(&place->file, memory_order_relaxed),
                           atomic_load_explicit(&place->line, memory_order_relaxed)};
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&place->number, memory_order_relaxed) == number ? site : nowhere;
}
