/* SPDX-License-Identifier: Apache-2.0 */
#include "held.h"

#include <pthread.h>
#include <stdlib.h>

#include "../base/atomics.h"
#include "../base/own_pthreads.h"

/* Under `mutex`. Without memory for more, what is not noted is not told either. */
static UPCR_PER_THREAD struct upcr_held *held;
static UPCR_PER_THREAD size_t count, room;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool has_room(void) {
  if (count < room)
    return true;
  size_t more = room ? 2 * room : 8;
  struct upcr_held *larger = realloc(held, more * sizeof *held);
  if (!larger)
    return false;
  held = larger;
  room = more;
  return true;
}

void upcr_held_add(upcr_pts_t lock) {
  upcr_own_pthreads_lock(&mutex);
  if (has_room())
    held[count++] = (struct upcr_held){lock, {upcr_now.file, upcr_now.line}};
  upcr_own_pthreads_unlock(&mutex);
}

/* The one taken last is most often given back first. */
void upcr_held_drop(upcr_pts_t lock) {
  upcr_own_pthreads_lock(&mutex);
  for (size_t i = count; i-- > 0;)
    if (held[i].lock == lock)
      held[i] = held[--count];
  upcr_own_pthreads_unlock(&mutex);
}

const struct upcr_held *upcr_held_all(size_t *n) {
  *n = count;
  return held;
}

void upcr_held_forget(void) {
  free(held);
  held = 0;
  count = room = 0;
}
