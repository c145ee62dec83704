/* SPDX-License-Identifier: Apache-2.0 */
/* <upc_castable.h> (UPC 7.7): pointers-to-local to other threads' shared data. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_CASTABLE_H
#define UPC_CASTABLE_H

#include <stddef.h>

/* Regions: one bit each. */
#define UPC_CASTABLE_ALL_ALLOC 1
#define UPC_CASTABLE_GLOBAL_ALLOC 2
#define UPC_CASTABLE_ALLOC 4
#define UPC_CASTABLE_STATIC 8
#define UPC_CASTABLE_ALL 15

typedef struct upcr_thread_info {
  int guaranteedCastable; /* regions with pointers that upc_cast always accepts */
  int probablyCastable;   /* regions that it is likely to accept */
} upc_thread_info_t;

void *upc_cast(shared const void *ptr);
upc_thread_info_t upc_thread_info(size_t threadId);

#endif
