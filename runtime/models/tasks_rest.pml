/* Threads that rest while there are no tasks for any (tasks/task_rest.c): while the ring has a
 * task, no thread sleeps, or one that was called looks for tasks.
 *
 * A starter puts its tasks and computes ever after. A thread may also run a task of its own for
 * ever, which only came to it. Stores first go to the storing thread's buffer, as in wait.pml; the
 * sleep itself is that model's. SCOUT: one thread, the scout, asks for tasks elsewhere, and no
 * thread sleeps while there is no scout. WAITER: thread 0 waits for its own tasks; when they end,
 * if they do, it computes. Until then it takes some tasks of the ring only, and rests as the other
 * does. So thread 1 alone must not sleep while the ring has a task.
 *
 * check: holds
 * check: fails -DNO_STARTER_FENCE
 * check: fails -DNO_REST_FENCE
 * check: fails -DNO_PASSING_ON
 * check: holds -DSCOUT
 * check: fails -DSCOUT -DNO_SCOUT_FENCE
 * check: holds -DWAITER
 * check: fails -DWAITER -DCALLS_WAITER_FIRST
 * check: fails -DWAITER -DNO_REST_FENCE
 */
#define THREADS 2
#define TASKS 3

byte ring, resting;        /* memory */
bit rests[THREADS], inbox[THREADS];
bit unput, unrests[THREADS]; /* stores in buffers: a task, and 1 */
bit asleep[THREADS];
bit has_scout, unvacant; /* unvacant: a store of 0 in the scout's buffer */
bit far;                 /* a task elsewhere */
#ifdef SCOUT
#define VACANT (!has_scout)
#else
#define VACANT false
#endif

#if defined(WAITER) && !defined(CALLS_WAITER_FIRST)
#define FIRST 1
#else
#define FIRST 0
#endif
#ifdef WAITER
#define WAITS(t) (t == 0)
#else
#define WAITS(t) false
#endif

/* `rests` is seen raised, and lowered by the one that does so first. */
inline call() {
  if
  :: resting == 0
  :: resting != 0 ->
     if
     :: atomic { rests[FIRST] -> rests[FIRST] = 0 }; resting--
     :: atomic { !rests[FIRST] && rests[1 - FIRST] -> rests[1 - FIRST] = 0 }; resting--
     :: atomic { !rests[0] && !rests[1] -> skip }
     fi
  fi
}

/* Before a task runs. */
inline pass_on() {
  if
  :: is_scout ->
     is_scout = 0;
     unvacant = 1;
#ifndef NO_SCOUT_FENCE
     !unvacant;
#endif
     call()
#ifndef NO_PASSING_ON
  :: !is_scout && rested && (ring > 0 || VACANT) -> call()
#endif
  :: else
  fi;
  rested = 0
}

active proctype starter() {
  byte put;
  do
  :: put == TASKS -> break
  :: put < TASKS ->
     put++;
     !unput; /* the store of the last one was in a critical section */
     unput = 1;
#ifndef NO_STARTER_FENCE
     !unput;
#endif
     call()
  od
}

/* A task for one thread, or none. */
active proctype sender() {
  byte to;
  if
  :: to = 0
  :: to = 1
  :: goto sent
  fi;
  inbox[to] = 1;
sent:
  far = 1
}

active [THREADS] proctype thread() {
  byte me = _pid - 2;
  bit rested, is_scout;
end_as_scout:
  do
  :: inbox[me] ->
     inbox[me] = 0;
     pass_on();
     break /* runs for ever */
  :: WAITS(me) -> pass_on(); break /* its own tasks have ended */
  :: atomic { !inbox[me] && ring > 0 -> ring-- };
     pass_on();
     if
     :: break
     :: skip
     fi
  :: is_scout && far -> far = 0; pass_on(); break
#ifdef SCOUT
  :: atomic { !inbox[me] && ring == 0 && !has_scout -> has_scout = 1; is_scout = 1 }
#endif
  :: !inbox[me] && (ring == 0 || WAITS(me)) && !is_scout && !VACANT ->
     resting++;
     unrests[me] = 1;
#ifndef NO_REST_FENCE
     !unrests[me];
#endif
     if
     :: ring > 0 || inbox[me] || VACANT
     :: WAITS(me) || !(ring > 0 || inbox[me] || VACANT) ->
        asleep[me] = 1;
end_asleep:
        (!rests[me] && !unrests[me]) || inbox[me];
        asleep[me] = 0
     fi;
     !unrests[me]; /* the exchange empties the buffer */
     if
     :: atomic { rests[me] -> rests[me] = 0 }; resting--
     :: !rests[me]
     fi;
     rested = 1
  od
}

active proctype buffers() {
end:
  do
  :: atomic { unput -> ring++; unput = 0 }
  :: atomic { unvacant -> has_scout = 0; unvacant = 0 }
  :: atomic { unrests[0] -> rests[0] = 1; unrests[0] = 0 }
  :: atomic { unrests[1] -> rests[1] = 1; unrests[1] = 0 }
  od
}

/* Nothing moves any more. */
active proctype observer() {
  timeout;
  assert((ring == 0 && !VACANT) || ((!asleep[0] || WAITS(0)) && !asleep[1]))
}
