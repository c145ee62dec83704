/* Letters of teams (team/letters.c) in one slot between two members, which both offer data to each other in each of several
 * operations: who takes an offer finds that operation's data, and the sender has its memory back at the end. Nothing is reset.
 *
 * check: holds
 * check: fails -DCOUNT_FIRST
 * check: fails -DNO_AWAIT
 * check: fails -DTWO_AT_ONCE
 */
#define OPS 4

byte offers[2], signals[2]; /* from the other member; it alone writes them, and address */
byte address[2];
byte offers_taken[2], signals_taken[2]; /* each member's own */
byte data[2 * OPS];                     /* operation n's of member m in m * OPS + n: n + 1, or 0 while it is the program's */

/* Runs every `step`-th operation from `first` on. Two processes of a member are two operations in one slot at once. */
proctype member(byte me, first, step) {
  byte n = first, there, other = 1 - me;
  do
  :: n >= OPS -> break
  :: else ->
    data[me * OPS + n] = n + 1;
#ifdef COUNT_FIRST
    offers[other]++;
    address[other] = n;
#else
    address[other] = n;
    offers[other]++; /* released after the address and the data */
#endif
    atomic { offers[me] > offers_taken[me] -> offers_taken[me]++ };
    there = address[me];
    assert(there == n);
    assert(data[other * OPS + there] == n + 1);
    signals[other]++; /* released after the reads */
#ifndef NO_AWAIT
    atomic { signals[me] > signals_taken[me] -> signals_taken[me]++ };
#endif
    data[me * OPS + n] = 0;
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
