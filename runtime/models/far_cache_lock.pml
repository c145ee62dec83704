/* The lock of the far cache (core/far_cache_lock.h): reserved for the first pthread that
 * takes it, which stores and loads without a fence; another one ends the reservation with
 * membarrier. Two are never in at once, and all get in.
 *
 * The owner's store of busy may stay in its processor's store buffer while it loads `owner`, and is
 * written at any time later. membarrier writes it.
 *
 * check: holds
 * check: holds -DOTHERS=2
 * check: fails -DNO_MEMBARRIER
 * check: fails -DLOADS_FIRST
 * check: fails -DNO_WAIT
 */
#ifndef OTHERS
#define OTHERS 1
#endif
#define ROUNDS 2

bool reserved = true, mutex;
bool busy;              /* in memory */
bool buffered, written; /* the owner's store buffer: a store of `written` to busy */
byte in, done;

/* Stores leave the buffer in order: a second one waits for the first. */
inline store_busy(value) {
  atomic { !buffered -> buffered = true; written = value }
}

inline write_out() {
  if
  :: buffered -> busy = written; buffered = false
  :: else
  fi
}

active proctype store_buffer() {
  do
  :: atomic { buffered -> busy = written; buffered = false }
  :: done == OTHERS + 1 && !buffered -> break
  od
}

inline inside() {
  in++;
  assert(in == 1);
  in--
}

inline with_mutex() {
  atomic { !mutex -> mutex = true };
  inside();
  mutex = false
}

active proctype owner() {
  byte n;
  bool mine;
  for (n : 1 .. ROUNDS) {
#ifdef LOADS_FIRST
    mine = reserved;
    store_busy(true);
#else
    store_busy(true);
    mine = reserved;
#endif
    if
    :: mine -> inside(); store_busy(false)
    :: else -> store_busy(false); with_mutex()
    fi
  }
  done++
}

active [OTHERS] proctype another() {
  byte n;
  for (n : 1 .. ROUNDS) {
    atomic { !mutex -> mutex = true };
    if
    :: reserved ->
      reserved = false;
#ifndef NO_MEMBARRIER
      atomic { write_out() };
#endif
#ifndef NO_WAIT
      !busy
#endif
    :: else
    fi;
    inside();
    mutex = false
  }
  done++
}
