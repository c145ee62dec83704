/* SPDX-License-Identifier: Apache-2.0 */
/* libfabric is loaded when a job needs it, so an executable also runs on hosts without it. */
#include "ofi.h"

#include "../../base/log.h"
#include "../../topo/loader.h"
#include "../conduit.h"
#include "../conduit_interface.h"

#pragma weak upcr_loader

#define LIBRARY "libfabric.so.1"

struct upcr_ofi_library upcr_ofi_library;

int upcr_ofi_fail(char *err, size_t errlen, const char *what, long error) {
  return upcr_fail(err, errlen, "libfabric: cannot %s: %s", what,
                   upcr_ofi_library.strerror((int)(error < 0 ? -error : error)));
}

/* The interface that this file is written for. A newer library keeps the meaning that its tables
 * and bits had in the version asked for. */
static uint32_t interface_version(void) {
  uint32_t wanted = FI_VERSION(1, 11), there = upcr_ofi_library.version();
  return there < wanted ? there : wanted;
}

int upcr_ofi_load(char *err, size_t errlen) {
  if (upcr_ofi_library.handle)
    return 0;
  if (&upcr_loader == 0)
    return upcr_fail(err, errlen,
                     "a program linked with -static cannot load %s, which UPC_NETWORK=ofi needs",
                     LIBRARY);
  void *handle = upcr_loader.open(LIBRARY);
  if (!handle)
    return upcr_fail(
        err, errlen,
        "%s, which UPC_NETWORK=ofi needs, cannot be loaded (Debian, Ubuntu: libfabric1)", LIBRARY);
#define FIND(name)                                                                                 \
  if (!(upcr_ofi_library.name = (__typeof__(fi_##name) *)upcr_loader.find(handle, "fi_" #name)))   \
    return upcr_fail(err, errlen, "%s has no fi_%s", LIBRARY, #name);
  FIND(getinfo)
  FIND(freeinfo)
  FIND(dupinfo)
  FIND(fabric)
  FIND(strerror)
  FIND(version)
#undef FIND
  upcr_ofi_library.handle = handle;
  return 0;
}

/* Providers read these when they are first looked for. Each of ofi_rxm's five pools has as many
 * buffers of 16 KiB as the provider below it has places, over TCP 1024: 85 MiB a process, and a
 * third of a second to make them. A buffer has room for a message with its heads. */
static const struct upcr_environment_setting settings[] = {
    {"FI_OFI_RXM_BUFFER_SIZE", "16896", true},
    {"FI_OFI_RXM_MSG_TX_SIZE", "128", true},
    {"FI_OFI_RXM_MSG_RX_SIZE", "128", true}};

int upcr_ofi_getinfo(const struct fi_info *hints, struct fi_info **all) {
  unsigned made = upcr_environment_set(settings, sizeof settings / sizeof *settings);
  int status = upcr_ofi_library.getinfo(interface_version(), 0, 0, 0, hints, all);
  upcr_environment_reset(settings, made);
  return status;
}

/* Providers are looked for once in a process. Those of adapters open devices then, which must not
 * pass to a child. */
void upcr_ofi_prepare(void) {
  char err[256];
  struct fi_info *all = 0;
  struct upcr_signals signals;
  upcr_signals_save(&signals);
  if (upcr_ofi_load(err, sizeof err) == 0) {
    upcr_ofi_library.kept = true;
    if (!upcr_interface_has_adapter(0) && upcr_ofi_getinfo(0, &all) == 0)
      upcr_ofi_library.freeinfo(all);
  }
  upcr_signals_restore(&signals);
}

void upcr_ofi_unload(void) {
  if (!upcr_ofi_library.handle || upcr_ofi_library.kept)
    return;
  upcr_loader.close(upcr_ofi_library.handle);
  upcr_ofi_library = (struct upcr_ofi_library){0};
}
