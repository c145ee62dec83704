/* SPDX-License-Identifier: Apache-2.0 */
/* Open files of <upc_io.h> (UPC 7.8), as each thread sees them.
 *
 * A handle is the pointer-to-shared of the file's control block in thread 0's memory, so it is
 * equal on all threads. Each thread has its own descriptor and record. A UPC file is a POSIX file
 * with the same bytes. */
#ifndef UPCR_IO_FILE_H
#define UPCR_IO_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <upcr/upcr.h>

#include "../mem/segment.h"
#include "operation.h"

/* Flags of upc_all_fopen and commands of upc_all_fcntl, as <upc_io.h> has them. */
enum {
  IO_RDONLY = 1,
  IO_WRONLY = 2,
  IO_RDWR = 4,
  IO_INDIVIDUAL_FP = 8,
  IO_COMMON_FP = 16,
  IO_APPEND = 32,
  IO_CREATE = 64,
  IO_EXCL = 128,
  IO_STRONG_CA = 256,
  IO_TRUNC = 512,
  IO_DELETE_ON_CLOSE = 1024,
  IO_ACCESS = IO_RDONLY | IO_WRONLY | IO_RDWR,
  IO_POINTERS = IO_INDIVIDUAL_FP | IO_COMMON_FP
};

struct upcr_io_hint {
  const char *key, *value;
};

/* Votes of one agreement of the threads (agree.c). Three are used in turn. */
struct upcr_io_votes {
  uint64_t error; /* errno of the first thread that failed, or 0 */
  uint64_t bytes; /* sum */
};

enum { UPCR_IO_HOST = 80 };

/* In thread 0's memory. */
struct upcr_io_control {
  struct upcr_lock lock; /* strong consistency: held during a thread's transfer */
  struct upcr_io_votes votes[3];
  uint64_t device, inode, size; /* written by thread 0 at open */
  int64_t changed, changed_ns;  /* time of the file's change, at open */
  uint64_t warned;              /* 1: reported that hosts see different files */
  char host[UPCR_IO_HOST];      /* thread 0's, in a job of several nodes */
};

/* A thread's record of an open file. */
struct upcr_io_operation {
  /* Under way; 0: done, `moved` is the thread's bytes, or -1 with `error`. */
  struct upcr_io_work *work;
  int64_t moved;
  int error, out_flags;
  bool uses_pointer, common;
};

struct upcr_io_file {
  struct upcr_io_file *next;
  upcr_pts_t handle;
  int thread; /* the record's thread */
  int fd;
  int flags;      /* as opened, and changed by upc_all_fcntl */
  off_t position; /* the thread's own, or its copy of the common one */
  unsigned steps; /* agreements so far */
  char *name;
  uint64_t device, inode;
  off_t size_seen; /* by thread 0, to replace the others' copy */
  struct upcr_io_hint *hints;
  size_t hint_count;
  bool pending; /* an asynchronous operation is not completed by fwait or ftest */
  struct upcr_io_operation operation;
};

/* The calling thread's record of an open file, or 0 with errno EBADF. Ends the job while an
 * asynchronous operation is outstanding (7.8.3p4): `what` names the function. */
struct upcr_io_file *upcr_io_file(upcr_pts_t handle, const char *what);

/* The same, with an operation outstanding or not. */
struct upcr_io_file *upcr_io_file_any(upcr_pts_t handle);

/* The calling thread's record of the file with this device and inode, or 0. */
struct upcr_io_file *upcr_io_same_file(uint64_t device, uint64_t inode);

/* Add a record to the process's list, and remove it. The list's files are closed when the process
 * ends. */
int upcr_io_enlist(struct upcr_io_file *file);
void upcr_io_delist(struct upcr_io_file *file);

/* Collective: returns once all threads have called it. */
void upcr_io_barrier(const struct upcr_io_file *file);

/* Collective: returns thread 0's value on every thread. Includes one barrier. */
upcr_ppts_t upcr_io_broadcast(const struct upcr_io_file *file, upcr_ppts_t value);

/* Collective: each thread gives its errno (0: none) and a count. All threads get the first error
 * and the sum. */
struct upcr_io_votes upcr_io_agree(struct upcr_io_file *file, int error, uint64_t bytes);

/* Collective: once all threads have called, thread 0 calls action(file, arg). All return its
 * result: 0 or an errno. */
int upcr_io_by_thread_0(struct upcr_io_file *file,
                        int (*action)(struct upcr_io_file *file, int64_t arg), int64_t arg);

/* Returns 0 if `error` is 0; else sets errno to it and returns -1. */
int upcr_io_status(int error);

/* Copy hints; a repeated key replaces the value. Each returns 0 or an errno. */
int upcr_io_add_hint(struct upcr_io_file *file, const struct upcr_io_hint *hint);
int upcr_io_add_hints(struct upcr_io_file *file, const struct upcr_io_hint *hints, size_t count);
const char *upcr_io_hint(const struct upcr_io_file *file, const char *key);
void upcr_io_free_hints(struct upcr_io_file *file);

/* Collective: writes the data of all threads to disk. Returns 0 or an errno. */
int upcr_io_sync(struct upcr_io_file *file);

/* Whether the threads of all nodes open the same file: hosts may have folders of the same name that
 * they do not share. */

/* Called by thread 0 after it has opened and truncated the file: records its identity for the
 * others. Returns 0 or an errno. */
int upcr_io_note_identity(const struct upcr_io_file *file, struct upcr_io_control *control);

/* True if the calling thread has opened thread 0's file. Device numbers differ between hosts that
 * share a folder, so between hosts the inode, size and time of change must agree. A file that is
 * only read may be a copy, of the same size and time. */
bool upcr_io_is_same(const struct upcr_io_file *file, const struct stat *status,
                     const struct upcr_io_control *control);

/* If the caller is on another node than thread 0: reports, once, that the folder is not shared. */
void upcr_io_warn_of_hosts(const struct upcr_io_file *file, const struct upcr_io_control *control,
                           int error);

#endif
