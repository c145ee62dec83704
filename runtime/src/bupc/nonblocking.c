/* Non-blocking transfers of <bupc_extensions.h>. */
#include "../core/library.h"
#include "../core/transfer.h"
#include "library.h"

/* bupc_NAME_async gives a handle, bupc_NAME_asynci is synchronised with all others. */
#define ASYNC(name, parameters, ...)                                                                                   \
  unsigned long bupc_##name##_async parameters { return upcr_##name##_nb_as("bupc_" #name "_async", __VA_ARGS__); }    \
  void bupc_##name##_asynci parameters { upcr_##name##_nb_as("bupc_" #name "_asynci", __VA_ARGS__); }

ASYNC(memcpy, (upcr_ppts_t dst, upcr_ppts_t src, size_t n), dst, src, n)
ASYNC(memget, (void *dst, upcr_ppts_t src, size_t n), dst, src, n)
ASYNC(memput, (upcr_ppts_t dst, const void *src, size_t n), dst, src, n)
ASYNC(memset, (upcr_ppts_t dst, int c, size_t n), dst, c, n)
#undef ASYNC

void bupc_waitsync(unsigned long handle) { upc_sync(handle); }
int bupc_trysync(unsigned long handle) { return upc_sync_attempt(handle); }
void bupc_waitsynci(void) { upc_synci(); }
int bupc_trysynci(void) { return upc_synci_attempt(); }

void bupc_waitsync_all(unsigned long *handles, size_t n) {
  for (size_t i = 0; i < n; i++) {
    upc_sync(handles[i]);
    handles[i] = 0;
  }
}

int bupc_trysync_all(unsigned long *handles, size_t n) {
  int all = 1;
  for (size_t i = 0; i < n; i++)
    if (upc_sync_attempt(handles[i]))
      handles[i] = 0;
    else
      all = 0;
  return all;
}
