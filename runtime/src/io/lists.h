/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of runs of memory and of a file (UPC 7.8.6). */
#ifndef UPCR_IO_LISTS_H
#define UPCR_IO_LISTS_H

#include "transfer.h"

/* 0, or the errno of a transfer that may not be (7.8.6p9): EINVAL where both lists differ in
 * length, offsets decrease, what is written overlaps in the file or what is read overlaps in
 * memory; ENOMEM. */
int upcr_io_check_lists(const struct upcr_io_transfer *transfer);

#endif
