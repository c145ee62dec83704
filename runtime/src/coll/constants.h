/* SPDX-License-Identifier: Apache-2.0 */
/* Machine constants of coll/ and team/: every number that depends on the processor, the caches or
 * the network.
 *
 * Unless a line says otherwise they were measured on two processors of a virtual machine, Intel
 * Xeon of 2.5 GHz with 32 KiB, 2 MiB and, for all, 36 MiB of cache. To measure one again: change
 * it, make runtime, and let bench/collectives/collectives.upc of both builds take turns with the
 * operation, mode and sizes in brackets (least and median of ten runs; docs/collectives-forms.md
 * has the figures). Sizes of the choices are in select.def, and the parameters of the cost model in
 * costs.def: upctune measures those. */
#ifndef UPCR_COLL_CONSTANTS_H
#define UPCR_COLL_CONSTANTS_H

enum {
  /* Threads that one cache serves at full speed: bandwidth of the last cache over that of a core.
   * Not measured. */
  UPCR_READERS_OF_ONE = 8,

  /* Threads and nodes up to which the rules of select.def were measured; beyond, the model
   * chooses. */
  UPCR_MEASURED_THREADS = 16,
  UPCR_MEASURED_NODES = 4,

  UPCR_CACHE_LINE = 64, /* bytes, of every x86-64 */

  /* Bytes of a gather up to which the root reads half of the others' blocks, beyond a quarter.
   * [gather; synchronised; 6 to 640 KiB] */
  UPCR_EVEN_MOST = 128 << 10,

  /* Pauses of the processor, of some 50 ns each, before the first look at a word that two threads
   * pass to and fro, and between two looks; looks before the general wait. [all; synchronised; 8
   * bytes; 2 threads] */
  UPCR_PAUSES_OF_SERVER = 3,
  UPCR_PAUSES_OF_OTHER = 4,
  UPCR_PAUSES_BETWEEN = 2,
  UPCR_PAIR_LOOKS = 8,

  /* Looks, some 1.3 us or two switches, before a thread yields a processor on which no other thread
   * has work. [gather_all; streamed; 8 bytes; 4 threads] */
  UPCR_POLLS_BEFORE_YIELD = 2000,

  /* Calls of a writer of posts between a place and the one that it fetches; bytes fetched of a
   * long one. [gather, broadcast; streamed; 8 to 256 bytes] */
  UPCR_POST_AHEAD = 2,
  UPCR_POST_FIRST_BYTES = 256,

  /* Bytes of vectors combined at once, which stay in the first cache; of far ones, what a round
   * trip brings (TCP over loopback). [reduce_all; round; 64 KiB; bench/network] */
  UPCR_CHUNK_BYTES = 4096,
  UPCR_FAR_CHUNK_BYTES = 128 << 10,

  /* Bytes that ride in a signal to a thread of another node. Longer data are put, and the put is
   * awaited. [broadcast, gather_all; synchronised; two hosts, 4 KiB to 256 KiB] */
  UPCR_EAGER_MOST = 64 << 10,

  /* Bytes of all blocks of a scatter that leaders of nodes pass on to each other; copies of more
   * cost more than messages. [scatter; streamed; four hosts, 8 B to 4 KiB] */
  UPCR_RELAYED_MOST = 16 << 10,

  /* The papers' constants (docs/collectives-forms.md), in bytes: two halves above; fragments; the
   * last bytes of a ring's copy. */
  UPCR_HALVES_ABOVE = 8192,
  UPCR_FRAGMENT = 32768,
  UPCR_TOKEN_BYTES = 32768,

  /* Teams (bench/collectives/teams.upc, with the same operations). Bytes up to which data are
   * buffered, of all blocks and of one; of private data that all post; of vectors reduced over few
   * steps; of all vectors that each member reads, without asking, or when they are offered, and of
   * one of two members; memory buffered at most, and more of it until it is reclaimed; a step
   * before which others are woken. */
  UPCR_BUFFERED_BLOCKS = 64 << 10,
  UPCR_BUFFERED_BLOCK = 16 << 10,
  UPCR_POSTED_BY_ALL = 4096,
  UPCR_TEAM_SMALL = 2048,
  UPCR_TEAM_READ_MOST = 64 << 10,
  UPCR_TEAM_FLAT_BYTES = 8192,
  UPCR_TEAM_FLAT_OF_TWO = 16384,
  UPCR_BUFFERED_MOST = 256 << 10,
  UPCR_BUFFERED_BEFORE_RECLAIM = 16 << 10,
  UPCR_LONG_STEP = 4096,

  /* Members up to which blocks are not handed on; children of a tree of broadcasts, plus one; tests
   * of a handle by the program before it yields its processor. */
  UPCR_TEAM_FLAT_MOST = 8,
  UPCR_TEAM_RADIX = 4,
  UPCR_ATTEMPTS_TO_YIELD = 64
};

#endif
