/* SPDX-License-Identifier: Apache-2.0 */
/* Defines a transfer of <bupc_extensions.h>, blocking and with a handle. */
#ifndef UPCR_BUPC_TRANSFER_H
#define UPCR_BUPC_TRANSFER_H

#include "bupc_library.h"
#include "pieces.h"

/* Defines bupc_NAME and bupc_NAME_async with parameters (...). Both copy from side `src_side` to
 * side `dst_side`; the second returns a handle of all outstanding transfers. The parameters come
 * last because they contain commas. */
#define UPCR_TRANSFER(name, dst_side, src_side, ...)                                               \
  UPCR_EXTENSION void bupc_##name(__VA_ARGS__);                                                    \
  void bupc_##name(__VA_ARGS__) {                                                                  \
    struct upcr_side to = dst_side, from = src_side;                                               \
    upcr_copy_pieces(&to, &from, "bupc_" #name);                                                   \
  }                                                                                                \
  UPCR_EXTENSION unsigned long bupc_##name##_async(__VA_ARGS__);                                   \
  unsigned long bupc_##name##_async(__VA_ARGS__) {                                                 \
    struct upcr_side to = dst_side, from = src_side;                                               \
    upcr_start_pieces(&to, &from, "bupc_" #name "_async");                                         \
    return upcr_handle_of_all();                                                                   \
  }

#endif
