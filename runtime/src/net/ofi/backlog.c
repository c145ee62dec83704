/* SPDX-License-Identifier: Apache-2.0 */
/* Messages that the provider refused: a queue for each peer, so that messages keep their order and
 * a slow peer delays no other. */
#include "../../base/log.h"
#include "ofi.h"

void upcr_ofi_append(struct upcr_ofi_list *list, struct upcr_ofi_op *op) {
  op->next = 0;
  if (list->first)
    list->last->next = op;
  else
    list->first = op;
  list->last = op;
}

static void keep(struct upcr_ofi_op *op) {
  struct upcr_ofi_peer *peer = &upcr_ofi.peers[op->peer];
  if (!peer->backlog.first) {
    peer->next_behind = -1;
    if (upcr_ofi.first_behind < 0)
      upcr_ofi.first_behind = op->peer;
    else
      upcr_ofi.peers[upcr_ofi.last_behind].next_behind = op->peer;
    upcr_ofi.last_behind = op->peer;
  }
  upcr_ofi_append(&peer->backlog, op);
  upcr_ofi_wake_soon();
}

/* True if the provider took it; false: try later. */
static bool post(struct upcr_ofi_op *op) {
  if (upcr_ofi.under_way >= upcr_ofi.under_way_max)
    return false;
  int peer = op->peer;
  const char *what = op->kind == UPCR_OFI_SEND  ? "send to"
                     : op->kind == UPCR_OFI_GET ? "read from"
                                                : "write to";
  ssize_t status = op->kind == UPCR_OFI_SEND ? upcr_ofi_post_send(op) : upcr_ofi_post_transfer(op);
  if (status != 0 && status != -FI_EAGAIN && !upcr_conduit_is_over())
    upcr_fatal("%s: cannot %s process %d: %s", upcr_ofi.description, what, peer,
               upcr_ofi_library.strerror((int)-status));
  return status == 0;
}

void upcr_ofi_submit(struct upcr_ofi_op *op) {
  if (upcr_ofi.peers[op->peer].backlog.first || !post(op))
    keep(op);
}

/* Posts what the peer's queue has, until the provider takes no more. */
static bool retry_peer(struct upcr_ofi_peer *peer) {
  bool took = false;
  while (peer->backlog.first) {
    struct upcr_ofi_op *op = peer->backlog.first, *next = op->next;
    if (!post(op)) /* else it may be free by now */
      break;
    peer->backlog.first = next;
    took = true;
  }
  return took;
}

static bool retry_receives(void) {
  struct upcr_ofi_list kept = upcr_ofi.unposted;
  upcr_ofi.unposted = (struct upcr_ofi_list){0};
  for (struct upcr_ofi_op *op = kept.first, *next; op; op = next) {
    next = op->next;
    upcr_ofi_post_receive(op);
  }
  return kept.first && !upcr_ofi.unposted.first;
}

bool upcr_ofi_retry(void) {
  bool took = upcr_ofi.unposted.first && retry_receives();
  int last = -1;
  for (int i = upcr_ofi.first_behind; i >= 0;) {
    struct upcr_ofi_peer *peer = &upcr_ofi.peers[i];
    int next = peer->next_behind;
    took |= retry_peer(peer);
    if (peer->backlog.first)
      last = i;
    else if (last < 0)
      upcr_ofi.first_behind = next;
    else
      upcr_ofi.peers[last].next_behind = next;
    i = next;
  }
  upcr_ofi.last_behind = last;
  return took;
}

bool upcr_ofi_has_kept(void) { return upcr_ofi.first_behind >= 0 || upcr_ofi.unposted.first; }
