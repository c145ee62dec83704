/* SPDX-License-Identifier: Apache-2.0 */
/* UCX is loaded when a job needs it, so an executable also runs on hosts without it. It stays
 * loaded, because it does not restore the functions of the C library that it replaced to learn of
 * freed memory. */
#include "../../base/log.h"
#include "../../topo/loader.h"
#include "../conduit.h"
#include "ucx.h"

#pragma weak upcr_loader

#define LIBRARY "libucp.so.0"
#define LIBRARY_BELOW "libucs.so.0"

struct upcr_ucx_library upcr_ucx_library;

int upcr_ucx_fail(char *err, size_t errlen, const char *what, ucs_status_t status) {
  return upcr_fail(err, errlen, "UCX: cannot %s: %s", what, UCX(ucs_status_string)(status));
}

void upcr_ucx_expect(ucs_status_t status, const char *what, int peer) {
  if (status < 0 && !upcr_conduit_is_over())
    upcr_fatal("%s: cannot %s process %d: %s", upcr_ucx.description, what, peer,
               UCX(ucs_status_string)(status));
}

/* UCX reads these while it is loaded. They apply unless the user sets them. Its fault handlers
 * would hide the runtime's report. Its log would mix with the program's output. Its thread that
 * shows its state in a file system is not needed. And without an adapter that keeps memory
 * registered, UCX need not replace functions of the C library to learn of freed memory. */
static const struct upcr_environment_setting settings[] = {{"UCX_ERROR_SIGNALS", "", false},
                                                           {"UCX_LOG_FILE", "stderr", false},
                                                           {"UCX_VFS_ENABLE", "n", false},
                                                           {"UCX_MEM_EVENTS", "n", true}};

static void *open_quietly(const char *name) {
  unsigned made = upcr_environment_set(settings, sizeof settings / sizeof *settings);
  void *handle = upcr_loader.open(name);
  upcr_environment_reset(settings, made);
  return handle;
}

int upcr_ucx_load(char *err, size_t errlen) {
  if (upcr_ucx_library.handle)
    return 0;
  if (&upcr_loader == 0)
    return upcr_fail(err, errlen,
                     "a program linked with -static cannot load %s, which UPC_NETWORK=ucx needs",
                     LIBRARY);
  void *below = open_quietly(LIBRARY_BELOW), *handle = below ? upcr_loader.open(LIBRARY) : 0;
  if (!handle)
    return upcr_fail(err, errlen,
                     "%s, which UPC_NETWORK=ucx needs, cannot be loaded (Debian, Ubuntu: libucx0)",
                     LIBRARY);
#define FIND(name)                                                                                 \
  UCX(name) = (__typeof__(name) *)upcr_loader.find(handle, #name);                                 \
  if (!UCX(name))                                                                                  \
    UCX(name) = (__typeof__(name) *)upcr_loader.find(below, #name);                                \
  if (!UCX(name))                                                                                  \
    return upcr_fail(err, errlen, "%s has no %s", LIBRARY, #name);
  UPCR_UCX_FUNCTIONS(FIND)
#undef FIND
  upcr_ucx_library.handle = handle;
  return 0;
}
