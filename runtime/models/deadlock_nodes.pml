/* The proof of a deadlock in a job of several nodes (boot/deadlock.c). Each thread is a node;
 * they post to semaphores of each other by messages, without waiting for the answer, and wait
 * for posts, at their own semaphore. Whoever waits for its answers waits longer, no more. A
 * watcher on a node of its own reads the notes and, after each, whether the thread has ended,
 * and then whether it has messages under way; when it has all of them the counts; then the notes
 * again. Of whom it says that they wait for ever nobody ever goes on.
 *
 * check: holds
 * check: fails -DNO_UNDER_WAY
 * check: fails -DUNDER_WAY_FIRST
 * check: fails -DUNDER_WAY_LAST
 * check: fails -DENDED_LATE
 * check: fails -DANSWER_FIRST
 * check: fails -DNO_LAST_LOOK
 */
#ifndef THREADS
#define THREADS 2
#endif
#ifndef STEPS
#define STEPS 2 /* of a thread */
#endif

bool waits[THREADS], ended[THREADS], declared[THREADS];
byte turn[THREADS];
byte count[THREADS];     /* of the semaphore on that node */
byte under_way[THREADS]; /* messages of the thread that are not answered */

chan posts = [4] of { byte, byte }; /* to, from; any of them may come next */
chan answers = [4] of { byte };

/* Carries a message out and answers it. */
active proctype network() {
  byte to, from;
end:
  do
#ifdef ANSWER_FIRST
  :: posts??to, from -> answers!from; count[to]++
#else
  :: posts??to, from -> count[to]++; answers!from
#endif
  od
}

active proctype reply() {
  byte from;
end:
  do
  :: atomic { answers?from -> under_way[from]-- }
  od
}

proctype thread(byte me) {
  byte steps, to;
  do
  :: steps == STEPS -> ended[me] = true; break
  :: steps < STEPS ->
     steps++;
     if
     :: select (to : 0 .. THREADS - 1);
        if
        :: to == me -> count[me]++
        :: else -> under_way[me]++; posts!to, me
        fi
     :: do
        :: atomic { count[me] > 0 -> count[me]--; break }
        :: count[me] == 0 ->
           d_step { waits[me] = true; turn[me]++ };
end_count:
           count[me] > 0;
           d_step { assert(!declared[me]); waits[me] = false; turn[me]++ }
        od
     fi
  od
}

byte before[THREADS], sends[THREADS];
bool stuck[THREADS], done[THREADS], is_short[THREADS];

inline look_at_note() {
#ifdef UNDER_WAY_FIRST
  sends[t] = under_way[t];
#endif
  d_step { stuck[t] = waits[t]; before[t] = turn[t] };
#ifndef ENDED_LATE
  d_step { done[t] = ended[t] };
#endif
#if !defined(NO_UNDER_WAY) && !defined(UNDER_WAY_LAST) && !defined(UNDER_WAY_FIRST)
  sends[t] = under_way[t];
#endif
#ifdef ENDED_LATE
  d_step { done[t] = ended[t] }
#endif
}

/* All of the others must be stuck, or have ended, with nothing on its way. */
inline judge() {
  d_step {
    free = 0;
    t = 0;
    do
    :: t == THREADS -> break
    :: else ->
       if
       :: stuck[t] && sends[t] == 0 && is_short[t] -> skip
       :: !stuck[t] && done[t] && sends[t] == 0 -> skip
       :: else -> free++
       fi;
       t++
    od;
    t = 0;
    do
    :: t == THREADS -> break
    :: else -> stuck[t] = stuck[t] && free == 0; t++
    od;
    t = 0
  }
}

proctype watcher() {
  byte t, free;
  for (t : 0 .. THREADS - 1) { look_at_note() };
  for (t : 0 .. THREADS - 1) { is_short[t] = count[t] == 0 };
#ifdef UNDER_WAY_LAST
  for (t : 0 .. THREADS - 1) { sends[t] = under_way[t] };
#endif
  judge();
#ifndef NO_LAST_LOOK
  for (t : 0 .. THREADS - 1) { d_step { stuck[t] = stuck[t] && turn[t] == before[t] } };
  judge();
#endif
  d_step {
    for (t : 0 .. THREADS - 1) { declared[t] = stuck[t]; stuck[t] = false; before[t] = 0;
         sends[t] = 0; done[t] = false; is_short[t] = false }
  }
}

init {
  byte t;
  atomic {
    for (t : 0 .. THREADS - 1) { run thread(t) };
    run watcher()
  }
}
