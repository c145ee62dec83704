/* Blocks that far threads free (core/alloc.c): pushed on the owner's stack, which takes all at
 * once and may give a block out again while others push. No block is lost or freed twice, though
 * the pushers' compare-and-swap sees only the top.
 *
 * Each far thread frees blocks that the owner gives it, several times over.
 *
 * check: holds
 * check: fails -DPLAIN_STORE
 * check: fails -DLINK_LATE
 */
#define THREADS 2
#define BLOCKS 3
#define FREES 2

byte top;                 /* block + 1, 0: none */
byte link[BLOCKS + 1];
byte owner_of[BLOCKS + 1]; /* 0: the heap, 1: given out, 2: on the stack or about to be */
byte freed;

active [THREADS] proctype far() {
  byte n, block, seen;
  bit done;
  for (n : 1 .. FREES) {
    atomic { /* the program hands a block over */
      if
      :: owner_of[1] == 1 -> block = 1
      :: owner_of[2] == 1 -> block = 2
      :: owner_of[3] == 1 -> block = 3
      fi;
      owner_of[block] = 2
    };
    seen = top;
    do
    :: true ->
#ifndef LINK_LATE
      link[block] = seen;
#endif
      atomic {
        if
#ifdef PLAIN_STORE
        :: true -> top = block; done = 1
#else
        :: top == seen -> top = block; done = 1
        :: else -> seen = top; done = 0
#endif
        fi
      };
      if
      :: done -> break
      :: else
      fi
    od;
#ifdef LINK_LATE
    link[block] = seen
#endif
  }
}

active proctype owner() {
  byte block, following;
  do
  :: freed < THREADS * FREES ->
    if
    :: owner_of[1] == 0 -> owner_of[1] = 1
    :: owner_of[2] == 0 -> owner_of[2] = 1
    :: owner_of[3] == 0 -> owner_of[3] = 1
    :: top != 0 ->
      atomic { block = top; top = 0 };
      do
      :: block != 0 ->
        following = link[block];
        assert(owner_of[block] == 2);
        owner_of[block] = 0;
        freed++;
        block = following
      :: else -> break
      od
    fi
  :: else -> break
  od
}
