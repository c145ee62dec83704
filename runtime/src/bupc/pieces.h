/* SPDX-License-Identifier: Apache-2.0 */
/* Memory in pieces: the two sides of a transfer that is not contiguous. */
#ifndef UPCR_BUPC_PIECES_H
#define UPCR_BUPC_PIECES_H

#include <stddef.h>
#include <upcr/upcr.h>

#include "bupc_library.h"

/* `length` bytes at `local`, or at `shared` where `local` is 0. */
struct upcr_piece {
  char *local;
  upcr_pts_t shared;
  size_t length;
};

/* `count` pieces of a side; piece i is at(side, i). The other members are private to `at` and
 * to the maker of the side. */
struct upcr_side {
  struct upcr_piece (*at)(const struct upcr_side *side, size_t i);
  size_t count;
  size_t length; /* of each piece, if all are equal */
  const void *list;
  struct upcr_piece start;
  const size_t *strides, *counts;
  size_t stride, levels;
};

/* Starts to copy the bytes of src's pieces, in order, to dst's pieces; at least one side is shared.
 * Far pieces share messages. Until upc_synci the private memory of far pieces is in use; the two
 * sides themselves are not. Ends the job, with `what` in the message, if the sides have different
 * numbers of bytes. */
void upcr_start_pieces(const struct upcr_side *dst, const struct upcr_side *src, const char *what);

/* The same, but all data are in place on return. */
void upcr_copy_pieces(const struct upcr_side *dst, const struct upcr_side *src, const char *what);

/* The handle of all outstanding transfers of the calling thread; 0 if there is none. */
unsigned long upcr_handle_of_all(void);

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
