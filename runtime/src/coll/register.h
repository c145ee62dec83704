/* SPDX-License-Identifier: Apache-2.0 */
/* The table of all algorithms (register.def), and those that the user forces. */
#ifndef UPCR_COLL_REGISTER_H
#define UPCR_COLL_REGISTER_H

#include <stdio.h>
#include <string.h>

#include "call.h"
#include "patterns/tree.h"

enum upcr_needs {
  UPCR_NEEDS_MAPPED = 1,     /* every thread's memory mapped in every other */
  UPCR_NEEDS_POST = 2,       /* what a thread posts fits in a post; mapped memory too */
  UPCR_NEEDS_TWO = 4,        /* two threads */
  UPCR_SYNCS_ITSELF = 8,     /* does what ALLSYNC asks for; for others all threads meet */
  UPCR_TAKES_RADIX = 16,     /* its parameter: children of a node of a complete tree, plus one */
  UPCR_TAKES_TOKENS = 32,    /* how many go round */
  UPCR_TAKES_BYTES = 64,     /* length of a buffer that is kept */
  UPCR_BUFFER_OF_CALL = 128, /* its buffers are made for the call */
  UPCR_TAKES_FRAGMENT = 256, /* length of a fragment: cut.bytes */
  UPCR_TAKES_POST = 512,     /* the same of those that are posts */
  UPCR_NEEDS_NODE = 2048,    /* every thread's memory mapped in all of its node */
  UPCR_MEETS = 4096,         /* all threads meet before and after it with MYSYNC as with ALLSYNC: it
                                touches data of threads that do not know it */
  UPCR_MEETS_FOR_PARTS = 8192, /* the same if a thread's part of the elements lies on others */
  UPCR_NEEDS_LAST = 1024 /* barriers whose last thread knows that it is the last (core/barrier.h) */
};

/* Into what an algorithm cuts data. */
struct upcr_cut {
  enum upcr_cut_kind {
    UPCR_NO_FRAGMENTS,
    UPCR_HALVES, /* dynamic: two halves where there are more than `bytes` */
    UPCR_FIXED   /* static: fragments of `bytes` */
  } kind;
  size_t bytes;
};

typedef void upcr_algorithm_function(const struct upcr_call *call);

/* Bytes of shared heap that the calling thread wants for a call: a function of its arguments, the
 * number of threads and the root that does not fall when nbytes grows. */
typedef size_t upcr_room_function(const struct upcr_call *call);

struct upcr_algorithm {
  enum upcr_collective operation;
  const char *name;
  upcr_algorithm_function *run;
  upcr_room_function *room; /* 0: it has no buffers */
  unsigned needs;           /* enum upcr_needs */
  enum upcr_tree_shape shape;
  int parameter; /* its parameter other than the length of a fragment; 0: none */
  struct upcr_cut cut;
  const char *good_for;
};

/* Algorithm i of the table, 0 past its end; the algorithm of a name, with its default parameter, or
 * 0. */
const struct upcr_algorithm *upcr_algorithm_at(int i);

/* The operations that have algorithms: their names, "broadcast" for UPCR_ALL_BROADCAST. */
#define UPCR_FOR_OPERATIONS(o)                                                                     \
  for (enum upcr_collective o = UPCR_ALL_BROADCAST; o <= UPCR_ALL_REDUCE_VECTOR; o++)
const char *upcr_operation_name(enum upcr_collective operation);

/* The one with a name of n bytes, or -1. */
int upcr_operation_of(const char *name, size_t n);
static inline int upcr_operation_find(const char *name) {
  return upcr_operation_of(name, strlen(name));
}

/* Appends a name to the list that ends the message in text[size], if it fits. */
void upcr_list_name(char *text, size_t size, const char *name);

static inline bool upcr_is_word(const char *word, const char *text, size_t n) {
  return strlen(word) == n && memcmp(word, text, n) == 0;
}

/* A digest of the names of all algorithms: tables made for others are out of date. */
unsigned upcr_algorithms_digest(void);

/* The operation's algorithm of this name, without a parameter; 0 if there is none. */
const struct upcr_algorithm *upcr_algorithm_find(enum upcr_collective operation, const char *name);

/* Fills *algorithm for a name of n bytes with or without a parameter, such as "pull_knomial:8".
 * Returns 0, or -1 after writing the error and the valid names to err[errlen]. */
int upcr_algorithm_named(enum upcr_collective operation, const char *name, size_t n,
                         struct upcr_algorithm *algorithm, char *err, size_t errlen);

/* The one that is forced for the operation (UPC_COLL, upcr/tune.h), or 0. */
const struct upcr_algorithm *upcr_algorithm_forced(enum upcr_collective operation);

/* Forces a copy of the algorithm for the calling thread; 0: only those of UPC_COLL are forced. The
 * thread keeps its earlier choices (upcr_choices_forget). */
void upcr_algorithm_force(enum upcr_collective operation, const struct upcr_algorithm *algorithm);

/* True if the algorithm can serve the call: the same in all threads. */
bool upcr_algorithm_fits(const struct upcr_algorithm *algorithm, const struct upcr_call *call);

/* A parameter, such as the 8 of "pull_knomial:8": its valid values, and those that upctune
 * tries. */
struct upcr_parameter {
  const char *what;
  int least, most, unit; /* a multiple of `unit` */
  int tried[5];          /* ascending, 0 after the last */
};

/* 0 if it takes none. */
const struct upcr_parameter *upcr_parameter_of(const struct upcr_algorithm *algorithm);

/* The value in the algorithm; its default if none was set. */
int upcr_parameter_value(const struct upcr_algorithm *algorithm);
void upcr_parameter_set(struct upcr_algorithm *algorithm, int value);

/* Value i, from 0, that is worth trying for calls of nbytes on so many threads, besides the
 * default; 0: there are no more. */
int upcr_parameter_tried(const struct upcr_algorithm *algorithm, int i, size_t nbytes, int threads);

/* Buffers of the algorithms that pass data through other threads or through buffers (buffer.c). A
 * thread has one, in its shared heap, and keeps it. An algorithm with buffers runs only where every
 * thread has the room that it wants. */

/* Collective: makes room for what every thread wants in a call. False on all threads if one has no
 * room; earlier reservations then stay valid. */
bool upcr_buffer_reserve(const struct upcr_call *call);

/* Aligned to 64; null if the algorithm's `room` asked for no bytes. */
upcr_pts_t upcr_buffer(void);

/* Ends the use of the buffer: frees it if it was made for this call only (UPCR_BUFFER_OF_CALL), or
 * is larger than UPCR_BUFFER_KEPT. */
enum { UPCR_BUFFER_KEPT = 16 << 20 };
void upcr_buffer_done(const struct upcr_algorithm *algorithm);

/* The functions that register.def names. */
#define ALGORITHM(operation, name, function, needs, shape, parameter, fragments, good_for)         \
  upcr_algorithm_function function;
#define BUFFERED(operation, name, function, room, needs, shape, parameter, fragments, good_for)    \
  upcr_algorithm_function function;                                                                \
  upcr_room_function room;
#include "constants.h"
#include "register.def"

#endif
