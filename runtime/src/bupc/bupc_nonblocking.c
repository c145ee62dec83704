/* SPDX-License-Identifier: Apache-2.0 */
/* Non-blocking transfers of <bupc_extensions.h>. */
#include <stdbool.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../check/handles.h"
#include "../core/library.h"
#include "../core/transfer.h"
#include "bupc_library.h"
#include "pieces.h"

/* The handle of all outstanding transfers of the thread, as in implicit synchronisation: that of an
 * access region, and of transfers in pieces. Handles of transfers are small numbers, with
 * checks less than bit 62; those of deferred operations have bit 63. */
#define ALL (1ul << 62)

/* bupc_NAME_async returns a handle; bupc_NAME_asynci is completed by bupc_waitsynci. */
#define ASYNC(name, parameters, ...)                                                               \
  unsigned long bupc_##name##_async parameters {                                                   \
    static const char function[] = "bupc_" #name "_async";                                         \
    return upcr_handle_note(function, upcr_##name##_nb_as(function, __VA_ARGS__));                 \
  }                                                                                                \
  void bupc_##name##_asynci parameters {                                                           \
    upcr_##name##_nb_as("bupc_" #name "_asynci", __VA_ARGS__);                                     \
  }

ASYNC(memcpy, (upcr_ppts_t dst, upcr_ppts_t src, size_t n), dst, src, n)
ASYNC(memget, (void *dst, upcr_ppts_t src, size_t n), dst, src, n)
ASYNC(memput, (upcr_ppts_t dst, const void *src, size_t n), dst, src, n)
ASYNC(memset, (upcr_ppts_t dst, int c, size_t n), dst, c, n)
#undef ASYNC

void bupc_waitsync(unsigned long handle) {
  if (handle == ALL)
    upc_synci();
  else
    upcr_sync_as("bupc_waitsync", handle);
}

int bupc_trysync(unsigned long handle) {
  return handle == ALL ? upc_synci_attempt() : upcr_sync_attempt_as("bupc_trysync", handle);
}

void bupc_waitsynci(void) { upc_synci(); }
int bupc_trysynci(void) { return upc_synci_attempt(); }

void bupc_waitsync_all(unsigned long *handles, size_t n) {
  for (size_t i = 0; i < n; i++) {
    bupc_waitsync(handles[i]);
    handles[i] = 0;
  }
}

int bupc_trysync_all(unsigned long *handles, size_t n) {
  int all = 1;
  for (size_t i = 0; i < n; i++)
    if (bupc_trysync(handles[i]))
      handles[i] = 0;
    else
      all = 0;
  return all;
}

/* Returns 1 if an operation completed in this call, or if there was none to complete. */
int bupc_trysync_some(unsigned long *handles, size_t n) {
  int some = 0, left = 0;
  for (size_t i = 0; i < n; i++)
    if (handles[i] != 0) {
      left = 1;
      if (bupc_trysync(handles[i])) {
        handles[i] = 0;
        some = 1;
      }
    }
  return some || !left;
}

/* Each test serves the transport and yields the core. */
void bupc_waitsync_some(unsigned long *handles, size_t n) {
  while (!bupc_trysync_some(handles, n))
    bupc_poll();
}

unsigned long upcr_handle_of_all(void) { return upc_synci_attempt() ? 0 : ALL; }

static UPCR_PER_THREAD bool in_region;

void bupc_begin_accessregion(void) {
  if (in_region)
    upcr_fatal("bupc_begin_accessregion in an access region: call "
               "bupc_end_accessregion first");
  in_region = true;
}

unsigned long bupc_end_accessregion(void) {
  if (!in_region)
    upcr_fatal("bupc_end_accessregion without bupc_begin_accessregion");
  in_region = false;
  return upcr_handle_of_all();
}
