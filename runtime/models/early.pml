/* The entry of a collective with ALLSYNC over nodes of one thread (coll/choice/select.c): givers
 * send their data when they arrive, and what they send counts only if no thread has accessed memory
 * of another node since its arrival before. Otherwise all run the call once more.
 *
 * A broadcast from thread 0, by letters. Before it enters, thread 1 may write the source, and
 * thread 2 may read the result of thread 1, which must still be that of the round before. Whether a
 * round gives early is the same for all.
 *
 * check: holds
 * check: fails -DNO_SECOND
 * check: fails -DWRITE_EARLY
 * check: fails -DNO_NOTE
 */
#define THREADS 3
#define ROUNDS 2

byte source, result[THREADS];
byte truth[ROUNDS + 1];   /* the source when all have entered */
byte entered[ROUNDS + 1], left[ROUNDS + 1];
bool accessed[ROUNDS + 1]; /* what the messages of the entry say */
bool early[ROUNDS + 1];
chan letter[THREADS] = [2] of { byte };

inline give(me) {
  if
  :: me == 0 ->
    letter[1]!source;
    letter[2]!source
  :: else
  fi
}

inline take(me) {
  if
  :: me == 0 -> result[0] = source
  :: else -> letter[me]?result[me]
  fi
}

inline before_entry(me, round) {
  if
  :: me == 0 -> source = round
  :: me == 1 ->
    left[round - 1] == THREADS; /* the access settles what the thread owes */
    source = source + 10;
    noted = true
  :: me == 2 ->
    left[round - 1] == THREADS;
    assert(result[1] == truth[round - 1]);
    noted = true
  :: true
  fi
}

proctype thread(byte me) {
  byte round = 1;
  bool noted;
  do
  :: round > ROUNDS -> break
  :: else ->
    noted = false;
    before_entry(me, round);
    left[round - 1] == THREADS;
#ifndef NO_NOTE
    accessed[round] = accessed[round] || noted;
#endif
    atomic {
      entered[round]++;
      if
      :: entered[round] == THREADS -> truth[round] = source
      :: else
      fi
    };
    if
    :: early[round] ->
      give(me);
#ifdef WRITE_EARLY
      take(me);
      entered[round] == THREADS;
#else
      entered[round] == THREADS;
      take(me);
#endif
    :: else -> entered[round] == THREADS
    fi;
    if
#ifdef NO_SECOND
    :: early[round] -> skip
#else
    :: early[round] && !accessed[round] -> skip
#endif
    :: else ->
      give(me);
      take(me)
    fi;
    assert(result[me] == truth[round]);
    left[round]++;
    round++
  od
}

init {
  atomic {
    left[0] = THREADS;
    if
    :: early[1] = true
    :: true
    fi;
    if
    :: early[2] = true
    :: true
    fi;
    run thread(0);
    run thread(1);
    run thread(2)
  }
}
