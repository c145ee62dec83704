/* SPDX-License-Identifier: Apache-2.0 */
/* Synchronisation and locks. */
#include "notify.h"

void upcr_inst_barrier(const char *file, int line, int has_value, int value) {
  AROUND(GASP_UPC_BARRIER, upcr_barrier(has_value, value), has_value, value);
}

void upcr_inst_notify(const char *file, int line, int has_value, int value) {
  AROUND(GASP_UPC_NOTIFY, upcr_notify(has_value, value), has_value, value);
}

void upcr_inst_wait(const char *file, int line, int has_value, int value) {
  AROUND(GASP_UPC_WAIT, upcr_wait(has_value, value), has_value, value);
}

void upcr_inst_fence(const char *file, int line) { AROUND(GASP_UPC_FENCE, upcr_fence()); }

struct upcr_inst_forall upcr_inst_forall_enter(const char *file, int line) {
  NOTIFY(GASP_UPC_FORALL, GASP_START);
  return (struct upcr_inst_forall){file, line};
}

void upcr_inst_forall_leave(struct upcr_inst_forall *forall) {
  const char *file = forall->file;
  int line = forall->line;
  NOTIFY(GASP_UPC_FORALL, GASP_END);
}

#define LOCK_ALLOCATOR(name, tag)                                                                  \
  upcr_pts_t upcr_inst_##name(const char *file, int line) {                                        \
    NOTIFY(tag, GASP_START);                                                                       \
    upcr_pts_t lock = name();                                                                      \
    NOTIFY(tag, GASP_END, &lock);                                                                  \
    return lock;                                                                                   \
  }
LOCK_ALLOCATOR(upc_global_lock_alloc, GASP_UPC_GLOBAL_LOCK_ALLOC)
LOCK_ALLOCATOR(upc_all_lock_alloc, GASP_UPC_ALL_LOCK_ALLOC)

#define ON_LOCK(name, tag)                                                                         \
  void upcr_inst_##name(const char *file, int line, upcr_pts_t lock) {                             \
    AROUND(tag, name(lock), &lock);                                                                \
  }
ON_LOCK(upc_lock_free, GASP_UPC_LOCK_FREE)
ON_LOCK(upc_all_lock_free, GASP_UPC_LOCK_FREE)
ON_LOCK(upc_lock, GASP_UPC_LOCK)
ON_LOCK(upc_unlock, GASP_UPC_UNLOCK)

int upcr_inst_upc_lock_attempt(const char *file, int line, upcr_pts_t lock) {
  NOTIFY(GASP_UPC_LOCK_ATTEMPT, GASP_START, &lock);
  int result = upc_lock_attempt(lock);
  NOTIFY(GASP_UPC_LOCK_ATTEMPT, GASP_END, &lock, result);
  return result;
}
