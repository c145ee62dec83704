/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <upc_io.h> as C sees them: upc_file_t * is upcr_pts_t. */
#ifndef UPCR_IO_IO_LIBRARY_H
#define UPCR_IO_IO_LIBRARY_H

#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

typedef int64_t upc_off_t;

struct upc_local_memvec {
  void *baseaddr;
  size_t len;
};

struct upc_shared_memvec {
  upcr_ppts_t baseaddr;
  size_t blocksize, len;
};

struct upc_filevec {
  upc_off_t offset;
  size_t len;
};

struct upcr_io_hint;

upcr_pts_t upc_all_fopen(const char *fname, int flags, size_t numhints,
                         const struct upcr_io_hint *hints);
int upc_all_fclose(upcr_pts_t fd);
int upc_all_fsync(upcr_pts_t fd);
upc_off_t upc_all_fseek(upcr_pts_t fd, upc_off_t offset, int origin);
int upc_all_fset_size(upcr_pts_t fd, upc_off_t size);
upc_off_t upc_all_fget_size(upcr_pts_t fd);
int upc_all_fpreallocate(upcr_pts_t fd, upc_off_t size);
int upc_all_fcntl(upcr_pts_t fd, int cmd, void *arg);

/* Blocking and asynchronous forms. */
#define UPCR_IO_DECLARE_(direction)                                                                \
  upc_off_t upc_all_f##direction##_local(upcr_pts_t fd, void *buffer, size_t size, size_t nmemb,   \
                                         int flags);                                               \
  upc_off_t upc_all_f##direction##_shared(upcr_pts_t fd, upcr_ppts_t buffer, size_t blocksize,     \
                                          size_t size, size_t nmemb, int flags);                   \
  upc_off_t upc_all_f##direction##_list_local(                                                     \
      upcr_pts_t fd, size_t memvec_entries, const struct upc_local_memvec *memvec,                 \
      size_t filevec_entries, const struct upc_filevec *filevec, int flags);                       \
  upc_off_t upc_all_f##direction##_list_shared(                                                    \
      upcr_pts_t fd, size_t memvec_entries, const struct upc_shared_memvec *memvec,                \
      size_t filevec_entries, const struct upc_filevec *filevec, int flags);                       \
  void upc_all_f##direction##_local_async(upcr_pts_t fd, void *buffer, size_t size, size_t nmemb,  \
                                          int flags);                                              \
  void upc_all_f##direction##_shared_async(upcr_pts_t fd, upcr_ppts_t buffer, size_t blocksize,    \
                                           size_t size, size_t nmemb, int flags);                  \
  void upc_all_f##direction##_list_local_async(                                                    \
      upcr_pts_t fd, size_t memvec_entries, const struct upc_local_memvec *memvec,                 \
      size_t filevec_entries, const struct upc_filevec *filevec, int flags);                       \
  void upc_all_f##direction##_list_shared_async(                                                   \
      upcr_pts_t fd, size_t memvec_entries, const struct upc_shared_memvec *memvec,                \
      size_t filevec_entries, const struct upc_filevec *filevec, int flags);
UPCR_IO_DECLARE_(read)
UPCR_IO_DECLARE_(write)
#undef UPCR_IO_DECLARE_

upc_off_t upc_all_fwait_async(upcr_pts_t fd);
upc_off_t upc_all_ftest_async(upcr_pts_t fd, int *flag);

#endif
