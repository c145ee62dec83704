/* The end of a collective with ALLSYNC over nodes (upcr_collective_barrier_owed of core/barrier.h):
 * a thread returns when its own data are complete and it has come to the last barrier. It waits
 * for the other nodes before it accesses their memory.
 *
 * A broadcast on three nodes of one thread: the root's data go to one thread in a message, and the
 * other reads them and reports that. After its return each thread changes its own source, which
 * needs no message, and reads the data of the next thread.
 *
 * check: holds
 * check: fails -DNO_SETTLE
 * check: fails -DNO_REPORT
 */
#define THREADS 3
#define ROUNDS 2

byte source = 1;          /* the root's: the number of the round, or 0 once it has changed it */
byte data[THREADS];       /* what has come: the number of the round */
byte entered[ROUNDS + 1]; /* threads that have come to the first barrier of a round */
byte come[ROUNDS + 1];    /* and to the last */
bool ready[ROUNDS + 1], reported[ROUNDS + 1];
chan message = [ROUNDS] of { byte };

inline transfer(me, round) {
  byte taken;
  if
  :: me == 0 ->
    message!source;
    ready[round] = true;
    data[0] = source
#ifndef NO_REPORT
    ;
    reported[round]
#endif
  :: me == 1 -> message?taken; data[1] = taken
  :: me == 2 ->
    ready[round];
    data[2] = source;
    reported[round] = true
  fi
}

proctype thread(byte me) {
  byte round = 1;
  do
  :: round > ROUNDS -> break
  :: else ->
    if
    :: me == 0 -> source = round
    :: else
    fi;
    /* the last barrier of the round before is settled first, the first one of this is full */
    come[round - 1] == THREADS;
    entered[round]++;
    entered[round] == THREADS;
    transfer(me, round);
    come[round]++;
    if
    :: me == 0 -> source = 0
    :: else
    fi;
#ifndef NO_SETTLE
    come[round] == THREADS;
#endif
    assert(data[(me + 1) % THREADS] == round);
    round++
  od
}

init {
  atomic {
    come[0] = THREADS;
    run thread(0);
    run thread(1);
    run thread(2)
  }
}
