/* SPDX-License-Identifier: Apache-2.0 */
/* The program's own pthreads may call UPC functions for the one UPC thread of a process; what
 * belongs to that thread they use in turn. Where pthreads are UPC threads none of them has others
 * of its own, and there is nothing to exclude. */
#ifndef UPCR_BASE_OWN_PTHREADS_H
#define UPCR_BASE_OWN_PTHREADS_H

#include <pthread.h>

static inline void upcr_own_pthreads_lock(pthread_mutex_t *mutex) {
#ifdef __UPCR_PTHREADS__
  (void)mutex;
#else
  pthread_mutex_lock(mutex);
#endif
}

static inline void upcr_own_pthreads_unlock(pthread_mutex_t *mutex) {
#ifdef __UPCR_PTHREADS__
  (void)mutex;
#else
  pthread_mutex_unlock(mutex);
#endif
}

#endif
