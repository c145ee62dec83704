/* SPDX-License-Identifier: Apache-2.0 */
/* The collectives' part of each segment, between the static shared data and the heaps (coll/).
 *
 * Everything in it is a monotone sequence number or data guarded by one: nothing is ever reset.
 * It is zeroed with the job. */
#ifndef UPCR_MEM_COLLECTIVE_AREA_H
#define UPCR_MEM_COLLECTIVE_AREA_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "team_area.h"

enum {
  UPCR_COLL_RECENT = 8,  /* calls whose entry is remembered */
  UPCR_COLL_POSTS = 64,  /* unread posts that a thread may have */
  UPCR_COLL_BODIES = 16, /* the ones longer than UPCR_COLL_POST_SHORT */
  UPCR_COLL_UNSAID =
      8, /* calls that a thread may have left without announcing it; fewer than BODIES */
  UPCR_COLL_POST_LINE = 112,   /* bytes that ride in a post's own lines */
  UPCR_COLL_POST_SHORT = 4160, /* bytes of a post that has such a place of its own: 4 KiB, and a
                                  line for what goes with them */
  UPCR_COLL_POST_BODY = 16384, /* bytes of any post */
  UPCR_COLL_LETTER = 48,       /* bytes that ride with a signal in one line */
  UPCR_COLL_LINE = 64,
  /* Bytes of the ring for the letters of one thread whose memory is not mapped: a power of two. Of
   * all rings in an area; the least for one, which simulated jobs have. */
  UPCR_COLL_RING = 256 << 10,
  UPCR_COLL_RINGS = 8 << 20,
  UPCR_COLL_RING_LEAST = 8 * UPCR_COLL_LINE,
  UPCR_COLL_EAGER = 8 /* blocks of permutes that a thread has room for before it enters */
};

/* From one thread to the owner of the area: written by that thread only. */
struct upcr_coll_channel {
  _Alignas(64) uint64_t word; /* signals sent in bits 63..32, tag of the call in 31..0 */
  uint64_t taken; /* in bits 63..32: lines that the thread has taken of the owner's letters to it */
  unsigned char letter[UPCR_COLL_LETTER]; /* where there is no ring */
};

/* Two lines that their owner writes and all read: short data are all in the first. */
struct upcr_coll_post {
  _Alignas(128) uint64_t word; /* number of the call in bits 63..32, its tag in 31..0 */
  _Alignas(16) unsigned char line[UPCR_COLL_POST_LINE];
};

/* Data that do not fit there. An odd number of lines, so that the first lines of all bodies do not
 * fall into a few sets of a cache. */
struct upcr_coll_short {
  _Alignas(64) unsigned char bytes[UPCR_COLL_POST_SHORT];
};

/* The area of one thread. Only that thread writes it, except its channels and `given`. */
struct upcr_coll_area {
  _Alignas(128)
      uint64_t entered[UPCR_COLL_RECENT]; /* call n in element n % UPCR_COLL_RECENT, as in a post */
  _Alignas(128) uint64_t
      left; /* a call, as in a post; the thread reads no more posts of it or of earlier ones */
  _Alignas(128) uint64_t
      short_of_posts; /* of thread 0: number of threads that wait for others to leave a call */
  _Alignas(128)
      uint64_t pair[2]; /* of thread 0: a word of each of two threads (coll/meet.c), as in a post */
  _Alignas(64) unsigned char offer[UPCR_COLL_LETTER]; /* a letter that its receiver fetches */
  uint64_t given; /* the last permute whose block has arrived, as in a post; written by the giver */
  uint64_t given_eagerly[UPCR_COLL_EAGER];     /* the same, by calls in turn */
  struct upcr_coll_post post[UPCR_COLL_POSTS]; /* of call n in element n % UPCR_COLL_POSTS */
  struct upcr_coll_short short_body[UPCR_COLL_POSTS];
  _Alignas(128) unsigned char body[UPCR_COLL_BODIES][UPCR_COLL_POST_BODY];
  struct upcr_coll_channel channel[]; /* [threads], by sender */
};

/* Offset in a thread's area at which its area of the team of all threads begins: a multiple of 128
 * bytes. */
static inline size_t upcr_coll_team_at(int threads) {
  return (sizeof(struct upcr_coll_area) + (size_t)threads * sizeof(struct upcr_coll_channel) +
          127) &
         ~(size_t)127;
}

/* Offset of the rings behind both areas: [threads], by sender, if some memory is not mapped. */
static inline size_t upcr_coll_rings_at(int threads) {
  return upcr_coll_team_at(threads) + upcr_team_area_bytes(threads);
}

/* Bytes of a ring in a job of so many threads: the largest power of two with room for all rings. */
static inline size_t upcr_coll_ring_bytes(int threads) {
  size_t bytes = UPCR_COLL_RING;
  while (bytes > UPCR_COLL_RING_LEAST && bytes * (size_t)threads > UPCR_COLL_RINGS)
    bytes /= 2;
  return bytes;
}

/* Bytes of the room for an eager block, if there are rings. All of it is one more ring, behind the
 * others. */
static inline size_t upcr_coll_eager_bytes(size_t ring) { return ring / UPCR_COLL_EAGER; }

/* Bytes of all of it in a job of this many threads. */
static inline size_t upcr_coll_area_bytes(int threads, size_t ring) {
  return upcr_coll_rings_at(threads) + ((size_t)threads + 1) * ring;
}

#endif
