/* Letters of teams (team/letters.c) in one slot between two members, which offer data to each other in each of several operations.
 * Short ones offer what the offer carries, and go on at once; a long one data in the sender's memory, and awaits the signal
 * that they have been read. ONE_WAY: one member offers, the other takes. Who takes an offer finds that operation's data, and the sender has its memory back at the end. Places of offers are
 * used in turn, and said to be free once in PLACES / 2 releases. Nothing is reset.
 *
 * check: holds
 * check: holds -DPLACES=2
 * check: holds -DONE_WAY
 * check: holds -DONE_WAY -DPLACES=2
 * check: fails -DCOUNT_FIRST
 * check: fails -DNO_AWAIT
 * check: fails -DTWO_AT_ONCE
 * check: fails -DNO_PLACE_CHECK -DONE_WAY
 * check: fails -DEARLY_RELEASE -DONE_WAY
 * check: fails -DNEVER_SAID -DONE_WAY
 */
#ifndef PLACES
#define PLACES 4
#endif
#define OPS 9
#define IS_SHORT(n) ((n) % 8 != 2)
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

byte count[2 * PLACES], carried[2 * PLACES]; /* to member m in m * PLACES + place; the other member alone writes them */
byte released[2], signals[2];                /* from the other member */
byte sent[2], taken[2], signals_taken[2];    /* each member's own */
byte data[2 * OPS];                          /* operation n's of member m in m * OPS + n: n + 1, or 0 while it is the program's */

inline offer(me, n) {
  data[me * OPS + n] = n + 1;
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
}

inline release(me) {
  taken[me]++;
  if
  :: IS_SAID(taken[me]) -> released[1 - me] = taken[me] /* released after the reads */
  :: else -> skip
  fi
}

inline take(me, n) {
  atomic { place = me * PLACES + (taken[me] + 1) % PLACES; count[place] >= taken[me] + 1 }
#ifdef EARLY_RELEASE
  release(me);
#endif
  there = carried[place];
  assert(there == n);
  if
  :: IS_SHORT(n) -> skip
  :: else -> assert(data[(1 - me) * OPS + there] == n + 1); signals[1 - me]++
  fi;
#ifndef EARLY_RELEASE
  release(me)
#endif
}

inline await_read(me, n) {
  if
  :: IS_SHORT(n) -> skip
#ifndef NO_AWAIT
  :: else -> atomic { signals[me] > signals_taken[me] -> signals_taken[me]++ }
#else
  :: else -> skip
#endif
  fi;
  data[me * OPS + n] = 0
}

/* Runs every `step`-th operation from `first` on. Two processes of a member are two operations in one slot at once. */
proctype member(byte me, first, step) {
  byte n = first, there, place;
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
