/* SPDX-License-Identifier: Apache-2.0 */
#include "exit_handlers.h"

#include <stdlib.h>

#include "../base/atomics.h"
#include "../boot/boot.h"

struct node {
  struct upcr_exit_handler handler;
  struct node *next;
};
static UPCR_PER_THREAD struct node *registered[UPCR_EXIT_KINDS];
static UPCR_PER_THREAD bool over;

bool upcr_exit_handlers_open(void) { return upcr_boot_thread >= 0 && !over; }

int upcr_exit_handlers_add(enum upcr_exit_kind kind, struct upcr_exit_handler handler) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return -1;
  *node = (struct node){handler, registered[kind]};
  registered[kind] = node;
  return 0;
}

static struct upcr_exit_handler take(enum upcr_exit_kind kind) {
  struct node *node = registered[kind];
  struct upcr_exit_handler handler = node->handler;
  registered[kind] = node->next;
  free(node);
  return handler;
}

void upcr_exit_handlers_run(enum upcr_exit_kind kind, int status) {
  while (registered[kind]) {
    struct upcr_exit_handler handler = take(kind);
    if (handler.plain)
      handler.plain();
    else
      handler.with_status(status, handler.argument);
  }
  over = true;
}

void upcr_boot_run_exit_handlers(int status) { upcr_exit_handlers_run(UPCR_EXIT_NORMAL, status); }
