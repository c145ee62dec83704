/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to single shared objects. */
#include "notify.h"

enum { READ, WRITE, UPDATE };

static bool taken(const struct upcr_inst_access *access, const struct upcr_inst_half *half,
                  unsigned tag, gasp_evttype_t type) {
  return upcr_inst_take_access &&
         upcr_inst_take_access(upcr_gasp, tag, type, access->file, access->line,
                               (int)upcr_thread(half->at), half->nbytes);
}

static void notify_get(const struct upcr_inst_access *access, gasp_evttype_t type) {
  const struct upcr_inst_half *half = &access->get;
  if (taken(access, half, GASP_UPC_GET, type))
    return;
  const char *file = access->file;
  int line = access->line;
  upcr_ppts_t src = upcr_pp(half->at, 0);
  NOTIFY(GASP_UPC_GET, type, half->relaxed, (void *)0, &src, half->nbytes);
}

static void notify_put(const struct upcr_inst_access *access, gasp_evttype_t type) {
  const struct upcr_inst_half *half = &access->put;
  if (taken(access, half, GASP_UPC_PUT, type))
    return;
  const char *file = access->file;
  int line = access->line;
  upcr_ppts_t dst = upcr_pp(half->at, 0);
  NOTIFY(GASP_UPC_PUT, type, half->relaxed, &dst, (void *)0, half->nbytes);
}

upcr_pts_t upcr_inst_access_at(struct upcr_inst_access *access, upcr_pts_t at, size_t nbytes,
                               int relaxed, int kind, int local) {
  struct upcr_inst_half half = {at, nbytes, relaxed};
  if (!local && upcr_thread(at) == (unsigned long)upcr_self.mythread)
    return at;
  if (kind != WRITE) {
    access->get = half;
    notify_get(access, GASP_START);
  }
  if (kind != READ)
    access->put = half;
  access->updates |= kind == UPDATE;
  if (kind == WRITE)
    notify_put(access, GASP_START);
  return at;
}

/* An update is a read, then a write. */
void upcr_inst_access_end(struct upcr_inst_access *access) {
  if (access->get.at)
    notify_get(access, GASP_END);
  if (access->updates)
    notify_put(access, GASP_START);
  if (access->put.at)
    notify_put(access, GASP_END);
}
