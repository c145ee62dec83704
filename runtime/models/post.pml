/* The posts of coll/post.c: nobody reads a post that is not the call's, and nobody sleeps for ever.
 *
 * Two threads. EXCHANGE: each posts and reads the other's post in every call; else thread 0 posts
 * and thread 1 reads; ALLSYNC: and thread 0 waits until thread 1 has. A thread has PLACES places;
 * it says that it has left a call where it has not said so for UNSAID calls; it wakes the other
 * when it has to wait or leaves. Stores first go to the storing thread's buffer, from which they
 * reach memory in their order at any later time; a fence waits until the buffer is empty. Loads
 * read memory, and so do read-modify-writes, which are fences.
 *
 * check: holds
 * check: holds -DUNSAID=2
 * check: holds -DEXCHANGE
 * check: holds -DEXCHANGE -DUNSAID=2
 * check: holds -DALLSYNC
 * check: fails -DUNSAID=3
 * check: fails -DNO_FENCE_ON_LEAVE
 * check: fails -DEXCHANGE -DNO_FENCE_ON_LEAVE
 * check: fails -DALLSYNC -DWAKE_ON_LEAVE_ONLY
 * check: fails -DWORD_FIRST
 * check: fails -DOVERWRITE
 * check: fails -DSHORT_UNSAID
 */
#define CALLS 5
#define PLACES 2
#ifndef UNSAID
#define UNSAID 1
#endif

typedef thread_memory {
  byte data[PLACES], word[PLACES], left
};
thread_memory memory[2];
byte asleep[2], bell[2], short_of_posts;

mtype = { DATA, WORD, LEFT };
chan buffer_0 = [4] of { mtype, byte, byte };
chan buffer_1 = [4] of { mtype, byte, byte };

inline fence() { empty(buffer) }

inline wake_other() {
  if
  :: asleep[1 - me] -> bell[1 - me]++
  :: else
  fi
}

inline pay() {
  if
  :: owes -> fence(); wake_other(); owes = false
  :: else
  fi
}

#define OTHERS_POST (memory[1 - me].word[n % PLACES] == n)
#define OTHER_IS_DONE (memory[1 - me].left >= n)
#ifdef OVERWRITE
#define OTHER_HAS_LEFT true
#else
#define OTHER_HAS_LEFT (memory[1 - me].left + PLACES >= n)
#endif

/* coll/await.c; the sleep is that of base/wait.c (wait.pml). */
inline await(condition) {
  if
  :: condition
  :: else ->
#ifndef WAKE_ON_LEAVE_ONLY
    pay();
#endif
    do
    :: condition -> break
    :: else ->
      atomic { empty(buffer); seen = bell[me]; asleep[me] = 1 };
      if
      :: condition
      :: else -> bell[me] != seen
      fi;
      asleep[me] = 0
    od
  fi
}

inline await_place() {
  if
  :: OTHER_HAS_LEFT
  :: else ->
#ifndef SHORT_UNSAID
    atomic { empty(buffer); short_of_posts++ };
#endif
    await(OTHER_HAS_LEFT);
#ifndef SHORT_UNSAID
    atomic { empty(buffer); short_of_posts-- }
#endif
  fi
}

inline post() {
  await_place();
#ifdef WORD_FIRST
  buffer!WORD(n % PLACES, n);
  buffer!DATA(n % PLACES, n);
#else
  buffer!DATA(n % PLACES, n);
  buffer!WORD(n % PLACES, n);
#endif
  owes = true
}

inline read_other() {
  await(OTHERS_POST);
  assert(memory[1 - me].data[n % PLACES] == n)
}

inline done() {
  buffer!LEFT(0, n);
  said = n;
  fence();
  wake_other()
}

inline leave() {
  publishes = (n - said >= UNSAID);
  if
  :: publishes -> buffer!LEFT(0, n); said = n
  :: else
  fi;
#ifndef NO_FENCE_ON_LEAVE
  fence();
#endif
  if
  :: owes -> wake_other(); owes = false
  :: else
  fi;
  if
  :: publishes && short_of_posts -> wake_other()
  :: else
  fi
}

proctype caller(byte me; chan buffer) {
  byte n = 1, said, seen;
  bool owes, publishes;
  do
  :: n <= CALLS ->
#ifdef EXCHANGE
    post();
    read_other();
#else
    if
    :: me == 0 -> post()
    :: me == 1 -> read_other()
    fi;
#endif
#ifdef ALLSYNC
    if
    :: me == 0 -> await(OTHER_IS_DONE)
    :: me == 1 -> done()
    fi;
#endif
    leave();
    n++
  :: else -> break
  od
}

proctype memory_of(byte me; chan buffer) {
  byte at, value;
end:
  do
  :: atomic { buffer?DATA(at, value) -> memory[me].data[at] = value }
  :: atomic { buffer?WORD(at, value) -> memory[me].word[at] = value }
  :: atomic { buffer?LEFT(at, value) -> memory[me].left = value }
  od
}

init {
  atomic {
    run caller(0, buffer_0);
    run caller(1, buffer_1);
    run memory_of(0, buffer_0);
    run memory_of(1, buffer_1)
  }
}
