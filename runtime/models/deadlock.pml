/* The proof of a deadlock (boot/deadlock.c). Threads take locks, which are handed to who waits,
 * come to barriers, and post to a semaphore and wait for posts (POSTS), or come to ends of tasks,
 * in which they may run tasks that release a lock (TASKS); each notes when it begins and ends to
 * wait. A watcher looks at the notes and at who has ended, then at holders, arrivals
 * and posts, then at the notes again. Of whom it says that they wait for ever nobody ever goes on.
 * Watcher and threads take turns in any order.
 *
 * check: holds
 * check: holds -DPOSTS
 * check: fails -DNO_LAST_LOOK
 * check: fails -DHOLDER_IS_STUCK
 * check: fails -DARRIVED_IS_STUCK
 * check: fails -DPOSTS -DPOSTED_IS_STUCK
 * check: fails -DPOSTS -DANYBODY_IS_ENOUGH
 * check: fails -DPOSTS -DENDED_LATE
 * check: fails -DPOSTS -DTAKES_WHILE_NOTED
 * check: holds -DTASKS
 * check: fails -DTASKS -DENTERED_IS_STUCK
 * check: fails -DTASKS -DRUNS_NO_TASKS
 */
#define THREADS 3
#if defined(POSTS) || defined(TASKS)
#define LOCKS 1
#else
#define LOCKS 2
#endif
#define STEPS 2 /* of a thread */
#define NOBODY 9

mtype = { RUNS, LOCK, BARRIER, COUNT, END };

mtype kind[THREADS] = RUNS; /* a thread's note, which is written in one step */
byte object[THREADS], turn[THREADS];

byte holder[LOCKS] = NOBODY;
byte arrived[THREADS]; /* barriers that the thread has come to */
byte ends[THREADS];    /* of tasks that it has come to */
byte posted;           /* to the semaphore, and not taken */
bool ended[THREADS];
bool declared[THREADS];

inline begin_wait(me, why, which) {
  d_step { kind[me] = why; object[me] = which; turn[me]++ }
}

inline finish_wait(me) {
  d_step { assert(!declared[me]); kind[me] = RUNS; turn[me]++ }
}

inline take(me, lock) {
  if
  :: atomic { holder[lock] == NOBODY -> holder[lock] = me }
  :: holder[lock] != NOBODY && holder[lock] != me;
     begin_wait(me, LOCK, lock);
end_lock:
     if
     :: atomic { holder[lock] == NOBODY -> holder[lock] = me }
     :: holder[lock] == me /* handed over */
     fi;
     finish_wait(me)
  fi
}

/* It becomes free, or a waiter's, which has not run then. */
inline release(me, lock) {
  if
  :: holder[lock] = NOBODY
  :: d_step { kind[(me + 1) % THREADS] == LOCK && object[(me + 1) % THREADS] == lock ->
       holder[lock] = (me + 1) % THREADS }
  :: d_step { kind[(me + 2) % THREADS] == LOCK && object[(me + 2) % THREADS] == lock ->
       holder[lock] = (me + 2) % THREADS }
  fi
}

inline meet(me) {
  arrived[me]++;
  begin_wait(me, BARRIER, 0);
end_barrier:
  arrived[0] >= arrived[me] && arrived[1] >= arrived[me] && arrived[2] >= arrived[me];
  finish_wait(me)
}

#ifdef TASKS
/* Lets one thread run a task. */
bool sent;
active proctype sender() { sent = true }

inline end_tasks(me) {
  ends[me]++;
  begin_wait(me, END, 0);
end_end:
  do
  :: ends[0] >= ends[me] && ends[1] >= ends[me] && ends[2] >= ends[me] -> break
  :: atomic {
       sent && holder[0] == me ->
       sent = false;
       d_step { kind[me] = RUNS; turn[me]++ };
       release(me, 0);
       begin_wait(me, END, 0)
     }
  od;
  finish_wait(me)
}
#endif

#ifdef TAKES_WHILE_NOTED
/* Lets other threads run between the steps of one. */
bool paused[THREADS];
active proctype pauses() {
end:
  do
  :: paused[0] -> paused[0] = false
  :: paused[1] -> paused[1] = false
  :: paused[2] -> paused[2] = false
  od
}
#endif

/* A post is taken in one step, after the wait. */
inline take_post(me) {
  do
  :: atomic { posted > 0 -> posted--; break }
  :: posted == 0;
     begin_wait(me, COUNT, 0);
end_count:
#ifdef TAKES_WHILE_NOTED
     atomic { posted > 0 -> posted--; paused[me] = true };
     !paused[me];
     finish_wait(me);
     break
#else
     posted > 0;
     finish_wait(me)
#endif
  od
}

/* Between its waits a thread's steps are one: the watcher sees no more of them. */
proctype thread(byte me) {
  byte steps = 0, lock;
  do
  :: steps == STEPS -> ended[me] = true; break
  :: atomic {
       steps < STEPS ->
       steps++;
       select (lock : 0 .. LOCKS - 1);
       if
       :: holder[lock] == me -> release(me, lock)
       :: holder[lock] != me -> take(me, lock)
       :: meet(me)
#ifdef POSTS
       :: posted++
       :: take_post(me)
#endif
#ifdef TASKS
       :: end_tasks(me)
#endif
       fi
     }
  od
}

byte before[THREADS], held_by[THREADS], come[THREADS], over[THREADS]; /* the watcher's */
mtype seen[THREADS];
bool stuck[THREADS], done[THREADS], is_short[THREADS];

inline look_at_note() {
  d_step {
    stuck[t] = kind[t] != RUNS;
    seen[t] = kind[t];
    done[t] = ended[t];
    before[t] = turn[t]
  }
}

inline look_at_what_is_missing() {
  d_step {
    held_by[t] = (seen[t] == LOCK -> holder[object[t]] : NOBODY);
#ifdef POSTED_IS_STUCK
    is_short[t] = true;
#else
    is_short[t] = seen[t] == COUNT && posted == 0;
#endif
#ifdef ENDED_LATE
    done[THREADS - 1] = ended[THREADS - 1];
#endif
    come[t] = arrived[t];
    over[t] = ends[t]
  }
}

inline look_again() {
  d_step { stuck[t] = stuck[t] && turn[t] == before[t] }
}

#ifdef RUNS_NO_TASKS
#define RUNS_TASKS(t) false
#else
#define RUNS_TASKS(t) (seen[t] == END)
#endif

/* Takes out whom a thread outside the set may help. */
inline shrink() {
  d_step {
    do
    :: removed = false; fewest = 255; fewest_ends = 255; free = 0; t = 0;
       do
       :: t < THREADS && !stuck[t] && !done[t] -> free++; t++
       :: t < THREADS && (stuck[t] || done[t]) -> t++
       :: t == THREADS -> break
       od;
       t = 0;
       do
       :: t < THREADS && stuck[t] && come[t] < fewest -> fewest = come[t]; t++
       :: t < THREADS && !(stuck[t] && come[t] < fewest) -> t++
       :: t == THREADS -> break
       od;
       t = 0;
       do
       :: t < THREADS && stuck[t] && over[t] < fewest_ends -> fewest_ends = over[t]; t++
       :: t < THREADS && !(stuck[t] && over[t] < fewest_ends) -> t++
       :: t == THREADS -> break
       od;
       t = 0;
       do
       :: t == THREADS -> break
       :: t < THREADS ->
          if
          :: stuck[t] && seen[t] == LOCK ->
             if
             :: held_by[t] == NOBODY -> helped = true
#ifdef HOLDER_IS_STUCK
             :: held_by[t] != NOBODY -> helped = !stuck[held_by[t]]
#else
             :: held_by[t] != NOBODY ->
                helped = held_by[t] == t || !stuck[held_by[t]] || RUNS_TASKS(held_by[t])
#endif
             fi
#ifdef ARRIVED_IS_STUCK
          :: stuck[t] && seen[t] == BARRIER -> helped = fewest > come[t]
#else
          :: stuck[t] && seen[t] == BARRIER -> helped = fewest >= come[t]
#endif
#ifdef ENTERED_IS_STUCK
          :: stuck[t] && seen[t] == END -> helped = fewest_ends > over[t]
#else
          :: stuck[t] && seen[t] == END -> helped = fewest_ends >= over[t]
#endif
#ifdef ANYBODY_IS_ENOUGH
          :: stuck[t] && seen[t] == COUNT -> helped = !is_short[t] || free == THREADS - 1
#else
          :: stuck[t] && seen[t] == COUNT -> helped = !is_short[t] || free > 0
#endif
          :: !stuck[t] -> helped = false
          fi;
          if
          :: helped -> stuck[t] = false; removed = true
          :: else -> skip
          fi;
          t++
       od;
       if
       :: removed -> skip
       :: else -> break
       fi
    od;
    t = 0; helped = false
  }
}

/* One look. Earlier ones choose whom to look at, no more. */
proctype watcher() {
  byte t, fewest, fewest_ends, free;
  bool removed, helped;
  for (t : 0 .. THREADS - 1) { look_at_note() };
  for (t : 0 .. THREADS - 1) { look_at_what_is_missing() };
  shrink();
#ifndef NO_LAST_LOOK
  for (t : 0 .. THREADS - 1) { look_again() };
  shrink();
#endif
  d_step {
    for (t : 0 .. THREADS - 1) { declared[t] = stuck[t]; stuck[t] = false; held_by[t] = 0;
         come[t] = 0; over[t] = 0; done[t] = false; is_short[t] = false; seen[t] = RUNS;
         before[t] = 0 }
  }
}

init {
  atomic {
    run thread(0);
    run thread(1);
    run thread(2);
    run watcher()
  }
}
