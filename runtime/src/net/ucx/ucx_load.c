/* SPDX-License-Identifier: Apache-2.0 */
/* UCX is loaded when a job first needs it, so that one executable runs where there is none. It
 * stays loaded: what it replaced in the C library, to hear of memory that is given back, it does
 * not put back. */
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

/* UCX reads these while it is loaded. Unless the user says otherwise: its own handlers of faults
 * would hide the runtime's report; its log is no output of the program; a thread that shows its
 * state in a file system is not wanted; and where no adapter keeps memory registered, functions of
 * the C library need not be replaced to hear of memory that is given back. */
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
