/* The sleep and the wake of base/wait.c: no wake-up is lost.
 *
 * One thread waits until two others have published what it waits for. Stores first go to the
 * storing thread's buffer, from which they reach memory at any later time; a fence waits until the
 * buffer is empty. Loads read memory.
 *
 * check: holds
 * check: fails -DNO_WAKER_FENCE
 * check: fails -DNO_SLEEPER_FENCE
 * check: fails -DBELL_READ_LATE
 */
#define WAKERS 2

byte published[WAKERS], asleep, bell;  /* memory */
bit unpublished[WAKERS], unasleep;     /* a store of 1 in the thread's buffer */
bit sleeping;                          /* in the kernel */

active [WAKERS] proctype waker() {
  byte me = _pid;
  unpublished[me] = 1;
#ifndef NO_WAKER_FENCE
  !unpublished[me];
#endif
  if
  :: asleep == 0
  :: asleep != 0 ->
    bell++;
    sleeping = 0 /* wakes who sleeps by now */
  fi
}

active proctype sleeper() {
  byte seen;
  do
  :: true ->
#ifndef BELL_READ_LATE
    seen = bell;
#endif
    unasleep = 1;
#ifndef NO_SLEEPER_FENCE
    !unasleep;
#endif
    if
    :: published[0] && published[1] -> break
    :: else
    fi;
#ifdef BELL_READ_LATE
    seen = bell;
#endif
    atomic { /* the kernel compares and sleeps in one step */
      if
      :: bell == seen -> sleeping = 1
      :: else
      fi
    };
    !sleeping;
    !unasleep; /* a read-modify-write: empties the buffer */
    asleep = 0
  od
}

active proctype buffers() {
end:
  do
  :: atomic { unpublished[0] -> published[0] = 1; unpublished[0] = 0 }
  :: atomic { unpublished[1] -> published[1] = 1; unpublished[1] = 0 }
  :: atomic { unasleep -> asleep = 1; unasleep = 0 }
  od
}
