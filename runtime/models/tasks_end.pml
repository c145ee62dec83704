/* The end of a scope of tasks (tasks/scope.c): no thread leaves while a task waits or runs.
 *
 * Each thread may start TASKS tasks in all, from its main program or in a task, each on any thread.
 * A thread without a task enters a wave with its counts of started and ended tasks; it goes on
 * running tasks while the wave is under way. A wave adds up the counts and is complete when all
 * have entered; the next begins then. The order in which a thread counts matters only with
 * ENTERS_RUNNING: a wave's counts are read between tasks.
 *
 * check: holds
 * check: fails -DONE_WAVE
 * check: holds -DENTERS_RUNNING
 * check: fails -DENTERS_RUNNING -DCOUNT_END_FIRST
 */
#define THREADS 3
#define TASKS 3

byte waiting[THREADS], running; /* tasks in rings; that run */
byte begun;                     /* tasks started in all, which bounds the model */
byte started[THREADS], ended[THREADS];
byte entered, before_ended = 255, sum_started, sum_ended, wave;
bit over;

/* One task to any thread; between the two steps another thread may take it. */
inline start() {
  started[_pid]++;
  if
  :: waiting[0]++
  :: waiting[1]++
  :: waiting[2]++
  fi
}

inline enter() {
  atomic {
    sum_started = sum_started + started[_pid];
    sum_ended = sum_ended + ended[_pid];
    entered++;
    mine = wave + 1;
    if
    :: entered == THREADS ->
#ifdef ONE_WAVE
       over = (sum_started == sum_ended);
#else
       over = (before_ended == sum_started);
#endif
       before_ended = sum_ended;
       sum_started = 0;
       sum_ended = 0;
       entered = 0;
       wave++
    :: else
    fi
  }
}

active [THREADS] proctype thread() {
  byte mine; /* the wave that the thread has entered */
  do
  :: atomic { begun < TASKS && _pid == 0 -> begun++ }; start()
  :: break
  od;
  do
  :: atomic { waiting[_pid] > 0 -> waiting[_pid]--; running++ };
#ifdef COUNT_END_FIRST
     ended[_pid]++;
#endif
     do
     :: atomic { begun < TASKS -> begun++ }; start()
#ifdef ENTERS_RUNNING
     :: mine == wave && !over && wave < 6 -> enter()
#endif
     :: break
     od;
     running--;
#ifndef COUNT_END_FIRST
     ended[_pid]++
#endif
  :: mine == wave && !over && wave < 6 -> enter()
  :: over && mine == wave -> break
  :: wave >= 6 && !over && mine == wave && waiting[_pid] == 0 -> break
  od;
  assert(!over || (waiting[0] + waiting[1] + waiting[2] + running == 0))
}
