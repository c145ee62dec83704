/* libfabric is loaded when a job first needs it, so that one executable runs where there is none. */
#include "ofi.h"

#include "../../base/log.h"
#include "../../topo/loader.h"

#pragma weak upcr_loader

#define LIBRARY "libfabric.so.1"

struct upcr_ofi_library upcr_ofi_library;

int upcr_ofi_fail(char *err, size_t errlen, const char *what, long error) {
  return upcr_fail(err, errlen, "libfabric: cannot %s: %s", what,
                   upcr_ofi_library.strerror((int)(error < 0 ? -error : error)));
}

/* What this is written for. A newer library keeps the meaning that its tables and bits had in the version asked for. */
uint32_t upcr_ofi_interface(void) {
  uint32_t wanted = FI_VERSION(1, 11), there = upcr_ofi_library.version();
  return there < wanted ? there : wanted;
}

int upcr_ofi_load(char *err, size_t errlen) {
  if (&upcr_loader == 0)
    return upcr_fail(err, errlen, "a program linked with -static cannot load %s, which UPC_NETWORK=ofi needs", LIBRARY);
  void *handle = upcr_ofi_library.handle = upcr_loader.open(LIBRARY);
  if (!handle)
    return upcr_fail(err, errlen, "%s, which UPC_NETWORK=ofi needs, cannot be loaded (Debian, Ubuntu: libfabric1)",
                     LIBRARY);
#define FIND(name)                                                                                                     \
  if (!(upcr_ofi_library.name = (__typeof__(fi_##name) *)upcr_loader.find(handle, "fi_" #name)))                       \
    return upcr_fail(err, errlen, "%s has no fi_%s", LIBRARY, #name);
  FIND(getinfo)
  FIND(freeinfo)
  FIND(dupinfo)
  FIND(fabric)
  FIND(strerror)
  FIND(version)
#undef FIND
  return 0;
}

void upcr_ofi_unload(void) {
  if (upcr_ofi_library.handle)
    upcr_loader.close(upcr_ofi_library.handle);
  upcr_ofi_library = (struct upcr_ofi_library){0};
}
