/* SPDX-License-Identifier: Apache-2.0 */
/* Short pieces of one thread's far memory, read by few messages: the target copies them one after
 * the other into its reply. */
#ifndef UPCR_CORE_FAR_PIECES_H
#define UPCR_CORE_FAR_PIECES_H

#include <stddef.h>
#include <upcr/upcr.h>

/* Most bytes of a piece: 16 such pieces share a message between nodes. Longer ones gain little over
 * separate gets, which overlap. */
enum { UPCR_PIECE_MOST = 256 };

struct upcr_far_piece {
  upcr_pts_t at;
  void *to;
  size_t length; /* 1 to UPCR_PIECE_MOST; 1, 2, 4 and 8 bytes are read by one load */
};

/* Reads `n` pieces of one thread, which must be far and in its memory. Complete on return. */
void upcr_far_get_pieces(const struct upcr_far_piece *pieces, size_t n);

/* Copies n bytes; 1, 2, 4 and 8 by one load. */
void upcr_copy_piece(char *to, const char *from, size_t n);

/* Called before the process's threads start. */
void upcr_far_pieces_start(void);

#endif
