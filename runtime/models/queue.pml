/* Active messages of net/smp/: requests in cells of the sender, linked into the target's queue;
 * replies in the same cells.
 *
 * Two processes send requests to each other, each from CELLS cells, and wait for free cells and
 * replies, asleep too, serving their own queue meanwhile. Process 0 has a helper that serves as
 * well, one of the two at a time. Every request is answered once, a sender's in the order in which
 * they were sent, no wake-up is lost, and waits never form a cycle. (Order of memory within sleep
 * and wake: wait.pml.)
 *
 * check: holds -DCELLS=1 -DREQUESTS=2
 * check: holds -DCELLS=2 -DREQUESTS=2
 * check: holds -DCELLS=1 -DREQUESTS=1 -DHELPER
 * check: holds -DCELLS=2 -DREQUESTS=2 -DHELPER -DONE_WAY
 * check: fails -DCELLS=2 -DREQUESTS=2 -DPLAIN_PUSH
 * check: fails -DCELLS=1 -DREQUESTS=2 -DDEAF
 * check: fails -DCELLS=2 -DREQUESTS=3 -DNEXT_LATE
 * check: fails -DCELLS=1 -DREQUESTS=2 -DRING_FIRST
 * check: fails -DCELLS=2 -DREQUESTS=2 -DHELPER -DONE_WAY -DBOTH_ANSWER
 * check: fails -DCELLS=2 -DREQUESTS=2 -DHELPER -DONE_WAY -DLEAVES_AT_ONCE
 */
#define IDLE 0
#define SENT 1
#define DONE 2
#ifdef ONE_WAY
#define SENT_BY_ALL REQUESTS
#else
#define SENT_BY_ALL (2 * REQUESTS)
#endif
#define LAST (2 * CELLS) /* cells of process p: p * CELLS and the next */

byte top[2];                  /* newest request: cell + 1 */
byte next[LAST + 1];          /* by cell + 1 */
byte state[LAST + 1];
byte target[LAST + 1];        /* which process the request is for */
byte number[LAST + 1];        /* how many requests its sender had sent before */
byte answered[2];             /* requests of a sender */
bit answering[2];             /* a thread of the process answers */
byte served;
byte bell[2], asleep[2];
byte finished;

inline ring(p) {
  if
  :: asleep[p] != 0 -> bell[p]++
  :: else
  fi
}

/* Answers cell + 1 = c. */
inline answer(p) {
#ifdef NEXT_LATE
  following = 0;
#else
  following = next[c];
#endif
  assert(state[c] == SENT && target[c] == p);
  assert(number[c] == answered[(c - 1) / CELLS]);
  answered[(c - 1) / CELLS]++;
  served++;
  state[c] = DONE;
  ring((c - 1) / CELLS);
#ifdef NEXT_LATE
  following = next[c];
#endif
  c = following
}

/* While one answers, others leave; who has answered looks again. */
inline poll(p) {
  some = 0;
  do
  :: top[p] == 0 -> break
  :: else ->
#ifndef BOTH_ANSWER
    atomic { got = !answering[p]; answering[p] = 1 };
    if
    :: !got -> break
    :: else
    fi;
#endif
    atomic { c = top[p]; top[p] = 0 };
    r = 0; /* turned round: oldest first */
    do
    :: c != 0 -> following = next[c]; next[c] = r; r = c; c = following
    :: else -> break
    od;
    c = r;
    do
    :: c != 0 -> some = 1; answer(p)
    :: else -> break
    od;
#ifndef BOTH_ANSWER
    answering[p] = 0;
#endif
#ifdef LEAVES_AT_ONCE
    break
#endif
  od
}

inline reap() {
  for (i : 1 .. CELLS) {
    if
    :: state[me * CELLS + i] == DONE -> state[me * CELLS + i] = IDLE; busy--
    :: else
    fi
  }
}

#ifdef DEAF
#define serve(p) some = 0
#else
#define serve(p) poll(p)
#endif

/* The wait for busy <= most, then (most == 0) for all to have finished. */
inline wait(most, for_all) {
  do
  :: true ->
    reap();
    if
    :: busy <= most && (!for_all || finished == 2) -> break
    :: else
    fi;
    serve(me);
    seen = bell[me];
    asleep[me]++;
    reap();
    serve(me);
    if
    :: some || (busy <= most && (!for_all || finished == 2))
    :: else -> bell[me] != seen /* sleeps */
    fi;
    asleep[me]--
  od
}

inline send() {
  i = 1;
  do
  :: state[me * CELLS + i] == IDLE -> break
  :: else -> i++
  od;
  cell = me * CELLS + i;
  state[cell] = SENT;
  target[cell] = other;
  number[cell] = n - 1;
  busy++;
#ifdef RING_FIRST
  ring(other);
#endif
  seen = top[other];
  do
  :: true ->
    next[cell] = seen;
    atomic {
#ifdef PLAIN_PUSH
      if
      :: true -> top[other] = cell; pushed = 1
      fi
#else
      if
      :: top[other] == seen -> top[other] = cell; pushed = 1
      :: else -> seen = top[other]; pushed = 0
      fi
#endif
    };
    if
    :: pushed -> break
    :: else
    fi
  od;
#ifndef RING_FIRST
  ring(other)
#endif
}

active [2] proctype process() {
  byte me = _pid, other = 1 - _pid, n, i, c, r, following, cell, seen, busy;
  bit some, pushed, got;
#ifdef ONE_WAY
  if
  :: me == 0 -> goto sent /* process 1 alone sends */
  :: else
  fi;
#endif
  for (n : 1 .. REQUESTS) {
    wait(CELLS - 1, false);
    send()
  }
sent:
  wait(0, false);
  atomic { finished++; bell[other]++ };
  wait(0, true);
  assert(served == SENT_BY_ALL)
}

#ifdef HELPER
active proctype helper() {
  byte c, r, following;
  bit some, got;
  do
  :: top[0] != 0 -> poll(0)
  :: break /* sleeps, and is woken no more */
  od
}
#endif
