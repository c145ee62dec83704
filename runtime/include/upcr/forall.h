/* SPDX-License-Identifier: Apache-2.0 */
/* upc_forall: the state of a loop (UPC 6.6.2), and of elements that loops find. */
#pragma GCC system_header
#ifndef UPCR_FORALL_H
#define UPCR_FORALL_H

/* One per execution of a upc_forall statement with affinity. */
struct upcr_forall {
  int all;   /* 1: in the extent of a controlling loop, so every iteration is executed (6.6.2p10) */
  int depth; /* upcr_now.forall_depth to restore, also when the body is left by goto or return */
};

/* The own iterations of a loop whose affinity moves regularly. Distances are in units of the loop's
 * counter. */
struct upcr_turns {
  unsigned long first; /* from the first iteration to the first own one */
  unsigned long left;  /* own iterations that follow the current one without a gap */
  unsigned long again; /* the same at the first one after a gap */
  unsigned long gap;   /* from the end of the last own iteration of a turn to the next own one */
};

/* An element of an array in blocks: its address, its place in its block, and its thread. */
struct upcr_cursor {
  char *at;
  unsigned long phase, thread;
};

/* The own iterations of a loop whose step is known at run time (src/core/own_iterations.c). A run
 * is a sequence of them at equal distances, as are their elements in the thread's memory. */
struct upcr_strides {
  unsigned long step;    /* of the counter; 0: each iteration is to be tested */
  unsigned long first;   /* from the first iteration to the first own one */
  unsigned long left;    /* own iterations of the run after the current one */
  unsigned long gap;     /* from behind an own iteration to the next own one of the run */
  unsigned long between; /* iterations from one own one of the run to the next */
  long elems;            /* elements from the one to the other in the thread's memory */
  /* Elements in a block, and in a row of them, 0: there is one run; moved by in an iteration; from
   * the start of the thread's block to the last iteration of the run. */
  unsigned long block, row, move, last;
};

/* Beyond any loop. */
#define UPCR_NO_TURN ((unsigned long)-1 >> 1)

#endif
