/* SPDX-License-Identifier: Apache-2.0 */
/* The connections of the other supervisors to the hub, over TCP: each has three, and proves with
 * each that it knows the job's secret. */
#ifndef UPCR_BOOT_HUB_H
#define UPCR_BOOT_HUB_H

#include <stddef.h>

enum {
  UPCR_HUB_CHANNELS = 3, /* control, standard output, standard error */
  UPCR_HUB_SECRET = 33,  /* characters of the secret as text, the final null included */
  UPCR_HUB_LIST = 300    /* of the list of addresses */
};

/* In the hub: makes the secret and listens. Writes the addresses by which others reach it, of all
 * interfaces that are up or of `interface` (its name, or an address of it). Returns 0, or -1 after
 * writing why to err[errlen]. */
int upcr_hub_listen(const char *interface, char list[UPCR_HUB_LIST], char secret[UPCR_HUB_SECRET],
                    char *err, size_t errlen);

/* Waits for all nodes but the hub's: fds[UPCR_HUB_CHANNELS * (nodes - 1)], by node. Returns 0, or
 * -1: at the time limit, and those that have not come are -1. */
int upcr_hub_accept(int nodes, int *fds);

/* In another supervisor: fds[UPCR_HUB_CHANNELS]. Returns 0, or -1 after writing why. */
int upcr_hub_connect(int node, const char *list, const char *secret, int *fds, char *err,
                     size_t errlen);

#endif
