/* Letters of teams (team/letters.c) in one slot between two members, which offer data to each other
 * in several operations. A short offer carries its data, and the sender goes on at once. A long one
 * names data in the sender's memory, and the sender waits until they have been read, or copies them
 * to a buffer and goes on at once: it looks whether the buffer has been read when it wants it
 * again, BUFFERS buffered sends later. ONE_WAY: one member offers, the other takes.
 *
 * The member that takes an offer finds the data of that operation, and at the end the sender has
 * its memory back. Places of offers are used in turn. The release of a long offer is said at once,
 * that of others once in PLACES / 2. Nothing is reset.
 *
 * check: holds
 * check: holds -DPLACES=2
 * check: holds -DONE_WAY
 * check: holds -DONE_WAY -DPLACES=2
 * check: fails -DCOUNT_FIRST
 * check: fails -DNO_AWAIT
 * check: fails -DNO_LOOK
 * check: fails -DNO_LOOK -DONE_WAY
 * check: fails -DLONG_NOT_SAID
 * check: fails -DTWO_AT_ONCE
 * check: fails -DNO_PLACE_CHECK -DONE_WAY
 * check: fails -DEARLY_RELEASE -DONE_WAY
 * check: fails -DNEVER_SAID -DONE_WAY
 */
#ifndef PLACES
#define PLACES 4
#endif
#define OPS 9
#define IS_SHORT(n) ((n) % 8 > 2)
#define IS_BUFFERED(n) ((n) % 8 < 2)
#define BUFFERS 1
#ifdef ONE_WAY
#define OFFERS(m) ((m) == 0)
#define TAKES(m) ((m) == 1)
#else
#define OFFERS(m) true
#define TAKES(m) true
#endif
#ifdef NEVER_SAID
#define IS_SAID(n) false
#else
#define IS_SAID(n) ((n) % (PLACES / 2) == 0)
#endif
#ifdef LONG_NOT_SAID
#define IS_LONG_SAID(n) false
#else
#define IS_LONG_SAID(n) (!IS_SHORT(n))
#endif

/* To member m in m * PLACES + place; the other member alone writes them. */
byte count[2 * PLACES], carried[2 * PLACES];
byte released[2];       /* from the other member */
byte sent[2], taken[2]; /* each member's own */
byte buffer[2];         /* of each member: the operation whose data are in it + 1 */
byte buffered[2];       /* of each member: the offer that it was buffered by; 0: none */
/* Operation n's of member m in m * OPS + n: n + 1, or 0 while it is the program's. */
byte data[2 * OPS];

inline offer(me, n) {
  if
  :: IS_BUFFERED(n) ->
#ifndef NO_LOOK
    released[me] >= buffered[me];
#endif
    buffer[me] = n + 1
  :: else -> data[me * OPS + n] = n + 1
  fi;
  atomic { sent[me]++; place = (1 - me) * PLACES + sent[me] % PLACES }
#ifndef NO_PLACE_CHECK
  sent[me] - released[me] <= PLACES;
#endif
#ifdef COUNT_FIRST
  count[place] = sent[me];
  carried[place] = n;
#else
  carried[place] = n; /* of a long one the address */
  count[place] = sent[me] /* released after what is carried and the data */
#endif
  ;
  if
  :: IS_BUFFERED(n) -> buffered[me] = sent[me]
  :: else -> offer_of_long = sent[me]
  fi
}

inline release(me, n) {
  taken[me]++;
  if
  :: IS_SAID(taken[me]) || IS_LONG_SAID(n) ->
     released[1 - me] = taken[me] /* released after the reads */
  :: else -> skip
  fi
}

inline take(me, n) {
  atomic { place = me * PLACES + (taken[me] + 1) % PLACES; count[place] >= taken[me] + 1 }
#ifdef EARLY_RELEASE
  release(me, n);
#endif
  there = carried[place];
  assert(there == n);
  if
  :: IS_SHORT(n) -> skip
  :: IS_BUFFERED(n) -> assert(buffer[1 - me] == n + 1)
  :: else -> assert(data[(1 - me) * OPS + there] == n + 1)
  fi;
#ifndef EARLY_RELEASE
  release(me, n)
#endif
}

inline await_read(me, n) {
  if
  :: IS_SHORT(n) || IS_BUFFERED(n) -> skip
#ifndef NO_AWAIT
  :: else -> released[me] >= offer_of_long
#else
  :: else -> skip
#endif
  fi;
  data[me * OPS + n] = 0
}

/* Runs every `step`-th operation from `first` on. Two processes of a member are two operations in
 * one slot at once. */
proctype member(byte me, first, step) {
  byte n = first, there, place, offer_of_long;
  do
  :: n >= OPS -> break
  :: else ->
    if
    :: OFFERS(me) -> offer(me, n)
    :: else -> skip
    fi;
    if
    :: TAKES(me) -> take(me, n)
    :: else -> skip
    fi;
    if
    :: OFFERS(me) -> await_read(me, n)
    :: else -> skip
    fi;
    n = n + step
  od
}

init {
  atomic {
#ifdef TWO_AT_ONCE
    run member(0, 0, 2);
    run member(0, 1, 2);
    run member(1, 0, 2);
    run member(1, 1, 2)
#else
    run member(0, 0, 1);
    run member(1, 0, 1)
#endif
  }
}
