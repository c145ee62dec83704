/* Calls of two threads of which one serves both (coll/meet.c): it works while the other is in the
 * call, on what the other wrote before; the other leaves with the result; nobody sleeps for ever.
 *
 * Any of the two may be the server of a call. Stores first go to the storing thread's buffer, from
 * which they reach memory in their order at any later time; a fence waits until the buffer is
 * empty. Loads read memory, and so do read-modify-writes, which are fences.
 *
 * check: holds
 * check: fails -DNO_FENCE_ON_LEAVE
 * check: fails -DPLAIN_ENTRY
 * check: fails -DDONE_FIRST
 * check: fails -DWORK_AT_ONCE
 */
#define CALLS 4

typedef thread_memory {
  byte input, output, word
};
thread_memory memory[2];
byte asleep[2], bell[2], server[CALLS + 1];
bit inside[2];

mtype = { INPUT, OUTPUT, WORD };
chan buffer_0 = [4] of { mtype, byte, byte }; /* what, whose, value */
chan buffer_1 = [4] of { mtype, byte, byte };

inline fence() { empty(buffer) }

inline wake_other() {
  if
  :: asleep[1 - me] -> bell[1 - me]++
  :: else
  fi
}

#define OTHERS_WORD (memory[1 - me].word >= n)

/* coll/await.c; the sleep is that of base/wait.c (wait.pml). */
inline await_word() {
  do
  :: OTHERS_WORD -> break
  :: else ->
    atomic { empty(buffer); seen = bell[me]; asleep[me] = 1 };
    if
    :: OTHERS_WORD
    :: else -> bell[me] != seen
    fi;
    asleep[me] = 0
  od
}

inline serve() {
#ifndef WORK_AT_ONCE
  await_word();
#endif
  assert(inside[1 - me] && memory[1 - me].input == n);
#ifdef DONE_FIRST
  buffer!WORD(me, n);
  buffer!OUTPUT(1 - me, n);
#else
  buffer!OUTPUT(1 - me, n);
  buffer!WORD(me, n);
#endif
#ifndef NO_FENCE_ON_LEAVE
  fence();
#endif
  wake_other()
}

inline be_served() {
#ifdef PLAIN_ENTRY
  buffer!WORD(me, n);
#else
  atomic { empty(buffer); memory[me].word = n };
#endif
  wake_other();
  await_word();
  assert(memory[me].output == n)
}

proctype caller(byte me; chan buffer) {
  byte n = 1, seen;
  do
  :: n <= CALLS ->
    buffer!INPUT(me, n);
    inside[me] = 1;
    if
    :: server[n] == me -> serve()
    :: else -> be_served()
    fi;
    inside[me] = 0;
    n++
  :: else -> break
  od
}

proctype memory_of(byte me; chan buffer) {
  byte whose, value;
end:
  do
  :: atomic { buffer?INPUT(whose, value) -> memory[whose].input = value }
  :: atomic { buffer?OUTPUT(whose, value) -> memory[whose].output = value }
  :: atomic { buffer?WORD(whose, value) -> memory[whose].word = value }
  od
}

init {
  byte n;
  atomic {
    for (n : 1 .. CALLS) {
      if
      :: server[n] = 0
      :: server[n] = 1
      fi
    }
    run caller(0, buffer_0);
    run caller(1, buffer_1);
    run memory_of(0, buffer_0);
    run memory_of(1, buffer_1)
  }
}
