/* The lock of core/lock.c: one holder at a time, no waiter is forgotten, every link is read before
 * it is reused.
 *
 * Every load, store and compare-and-swap of the C code is a step; polls of the word before a
 * thread queues change nothing, and are left out. A release hands the lock over to a waiter, or
 * frees it and wakes a waiter to compete unless WOKEN says that one is on its way. Which of the
 * two is open here. FAIR: always the first.
 *
 * check: holds -DTHREADS=3 -DROUNDS=2
 * check: fails -DTHREADS=3 -DROUNDS=2 -DKEEP_WOKEN
 * check: fails -DTHREADS=2 -DROUNDS=2 -DFAIR -DGRANT_FIRST
 * check: fails -DTHREADS=3 -DROUNDS=2 -DONE_FOR_SEVERAL
 */
byte holder, waiters; /* the word: thread + 1, 0: none */
bit woken, several, nonempty; /* nonempty: the queue is */
byte queue;           /* the holder's own */
byte next[THREADS + 1], granted[THREADS + 1]; /* by thread + 1 */
byte inside;

#define NONE 0
#define CHANCE 1
#define LOCK 2

inline load() { atomic { h = holder; w = waiters; k = woken; s = several; q = nonempty } }

/* done: 1 if the word was (h, w, k, s, q) and is now (nh, nw, nk, ns, nq); else (h, w, k, s, q)
 * is what it was. */
inline cas(nh, nw, nk, ns, nq) {
  atomic {
    if
    :: holder == h && waiters == w && woken == k && several == s && nonempty == q ->
      holder = nh; waiters = nw; woken = nk; several = ns; nonempty = nq; done = 1
    :: else -> h = holder; w = waiters; k = woken; s = several; q = nonempty; done = 0
    fi
  }
}

inline acquire() {
  mine = 0; /* 1: woken means me */
  do
  :: true ->
    granted[me] = NONE;
    load();
    do
    :: true ->
      is_free = (h == 0);
      nk = k && !mine;
#ifdef KEEP_WOKEN
      nk = k;
#endif
      if
      :: is_free -> cas(me, w, nk, s, q)
      :: else -> next[me] = w; cas(h, me, nk, (w != 0), q)
      fi;
      if
      :: done -> break
      :: else
      fi
    od;
    if
    :: is_free -> break
    :: else
    fi;
    granted[me] != NONE; /* the wait */
    if
    :: granted[me] == LOCK -> break
    :: else -> mine = 1
    fi
  od
}

/* first: the oldest waiter, taken out of the queue. */
inline take_first() {
  if
  :: q -> first = queue
  :: else ->
    do
    :: true ->
      cas(h, 0, k, 0, q);
      if
      :: done -> break
      :: else
      fi
    od;
    first = 0;
    mark = w;
    do
    :: mark != 0 -> rest = next[mark]; next[mark] = first; first = mark; mark = rest
    :: else -> break
    od
  fi;
  rest = next[first];
  queue = rest
}

/* rest: what take_first left in the queue. */
inline set_holder(nh, nk) {
  load();
  do
  :: true ->
    cas(nh, w, nk, s, (rest != 0));
    if
    :: done -> break
    :: else
    fi
  od
}

inline release() {
  load();
  assert(h == me);
  do
  :: k || !(q || w != 0) ->
    cas(0, w, k, s, q);
    if
    :: done -> break
    :: else
    fi
#ifdef ONE_FOR_SEVERAL
  :: !k && w != 0 && !q ->
#else
  :: !k && w != 0 && !q && !s ->
#endif
    first = w;
    cas(first, 0, 0, 0, 0);
    if
    :: done -> granted[first] = LOCK; break
    :: else
    fi
  :: !k && (q || w != 0) ->
    take_first();
    if
#ifndef FAIR
    :: true -> set_holder(0, 1); granted[first] = CHANCE
#endif
    :: true ->
#ifdef GRANT_FIRST
      granted[first] = LOCK;
      set_holder(first, 0)
#else
      set_holder(first, 0);
      granted[first] = LOCK
#endif
    fi;
    break
  od
}

active [THREADS] proctype thread() {
  byte me = _pid + 1, round, h, w, first, rest, mark;
  bit k, s, q, nk, done, is_free, mine;
  for (round : 1 .. ROUNDS) {
    acquire();
    inside++;
    assert(inside == 1);
    inside--;
    release()
  }
}
