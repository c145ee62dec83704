/* SPDX-License-Identifier: Apache-2.0 */
/* Bootstrap: how the processes that a launcher started on several hosts find each other, before the
 * job is made.
 *
 * One interface over PMIx (libpmix, loaded at run time), PMI-1 (MPICH's hydra, over PMI_FD) and a
 * rendezvous over TCP with upcrun, which started them by ssh. Its one operation exchanges short
 * texts: every process gives one and gets the texts of all. Everything else (addresses of
 * endpoints, output, signals, the end of the job) uses connections between the supervisors. */
#ifndef UPCR_BOOT_BOOTSTRAP_H
#define UPCR_BOOT_BOOTSTRAP_H

#include <stddef.h>

enum { UPCR_BOOTSTRAP_TEXT_MAX = 512 /* bytes of a text, the final null included */ };

struct upcr_bootstrap {
  const char *name; /* "PMIx", "PMI-1", "rendezvous" */
  int rank, size; /* of this process among those that the launcher started for the job; size >= 1 */
  /* Collective: gives the texts of all ranks, by rank, UPCR_BOOTSTRAP_TEXT_MAX bytes each, in
   * all[size]. May be called several times. Returns 0, or -1 after writing cause and remedy to
   * err[errlen]: a time limit is one. "": the launcher ends the job, and prints why. */
  int (*exchange)(struct upcr_bootstrap *self, const char *text,
                  char (*all)[UPCR_BOOTSTRAP_TEXT_MAX], char *err, size_t errlen);
  /* Tells the launcher that the job fails, with a text for people, "": it is printed already;
   * returns. */
  void (*abort)(struct upcr_bootstrap *self, int status, const char *why);
  /* Once, when the job is over. */
  void (*finish)(struct upcr_bootstrap *self);
  /* Becomes readable when the launcher sends a message between exchanges, or is gone; -1: never. */
  int fd;
  /* When fd is readable: returns a signal that the launcher forwards to the job; 0: nothing; -1:
   * the launcher is gone or ends the job, so the processes must end. Does not wait. */
  int (*heard)(struct upcr_bootstrap *self);
};

/* Finds the launcher that started this process. 1: found, *self is filled; 0: none; -1: a launcher
 * that cannot be used, after writing cause and remedy to err[errlen]. Removes its variables from
 * the environment, so that programs which the job starts do not count as parts of it. */
int upcr_bootstrap_find(struct upcr_bootstrap *self, char *err, size_t errlen);

/* The ranks that share a host, from the texts of all ranks: never from the launcher's own count. */
struct upcr_bootstrap_hosts {
  int hosts;
  int *host_of; /* [size]: number of each rank's host, hosts counted in the order of their first
                   ranks */
  int *rank_on_host; /* [size]: number of the rank among those of its host, in order of ranks */
};

/* Writes the identity of this host, as a text without spaces: boot id, host name, inode of the IPC
 * namespace. */
void upcr_bootstrap_host_text(char *text, size_t n);

/* Groups ranks by equal texts. Returns 0, or -1: out of memory. */
int upcr_bootstrap_group(struct upcr_bootstrap_hosts *hosts, int size,
                         const char *const *host_text);

#endif
