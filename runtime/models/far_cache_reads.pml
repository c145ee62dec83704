/* Repeated relaxed reads of a page in the far cache (core/read_ahead.c, far_cache.c): none
 * returns a value from before the thread's last synchronisation, its own writes are read at once,
 * and a loop that waits for a word to change sees it change. So does one that the compiler has
 * marked as a loop that does not wait, though it waits, as round a cycle of links.
 *
 * `reader` reads, writes, synchronises, and enters and leaves marked loops in any order. `other`
 * changes word 0; word 1 is the reader's. Both are in one page, each in a line of its own. `owner`
 * executes the reader's puts and gets in their order, at any time. The page's tick may end at any
 * time, and need not. The limits are those of the runtime made small, in the same order:
 *
 *   REPEATS, MOST  reads of a word in a row after which its owner is asked (UPCR_FAR_CACHE_REPEATS,
 *                  UPCR_FAR_CACHE_MOST_REPEATS)
 *   FEW            reads for each line after which the page is kept for a tick only (WORDS)
 *   READS          of a page outside of the marked loop that fetched it
 *   COUNTED        in that loop (UPCR_FAR_CACHE_COUNTED_READS)
 *   POLLS          in a marked loop, until the thread sends stores and forgets lines (core/poll.c)
 *
 * Besides, this is bounded:
 *   in general  reads of word 0 that return an old value, since it was changed: COUNTED
 *   -DWAITS     the same, of reads outside of marked loops, or the first in one: READS. So a loop
 *               that waits may call a function that has a marked loop.
 *   -DIN_ROW    the same, in a row without other reads, outside of marked loops: MOST
 *   -DSTORES    reads, each with a poll, while a store is kept: POLLS
 *
 * check: holds
 * check: holds -DWAITS
 * check: holds -DIN_ROW
 * check: holds -DSTORES
 * check: fails -DNO_EPOCH
 * check: fails -DNO_COUNTED_READS
 * check: fails -DWAITS -DNO_READS
 * check: fails -DWAITS -DANY_LOOP
 * check: fails -DIN_ROW -DNO_ASKING
 * check: fails -DSTORES -DNO_DOUBT
 * check: fails -DSTORES -DLOOP_KEEPS_STORES
 * check: fails -DWRITE_WITHOUT_WAITING
 * check: fails -DFETCH_BEFORE_STORES
 */
#define REPEATS 1
#define MOST 2
#define AT_ONCE 1
#define FEW 1
#define READS 4
#define COUNTED 6
#define POLLS 3

#define PUT 0
#define GET 1

/* The owner's memory. */
byte memory[2];

/* Requests under way: the kind, and for a put the value for word 1. One get is under way at a time;
 * it brings both words. */
chan requests = [3] of { bit, bit };
byte reply[2];
bool replied;

/* The place of the page. Bits tell what numbers of epochs and loops tell in the runtime. */
bool begun;         /* in this epoch */
bool same_tick;     /* as that in which the page was fetched */
bool of_loop;       /* fetched in the marked loop that goes on */
byte reads, limit, asked;
byte lines, coming; /* bit i: word i */
byte kept[2];
bool stored;        /* a store to word 1 is kept */

/* The reader. */
bool counts; /* in a marked loop */
byte last, repeats;

/* Variables of the claims. */
bool least;         /* value of word 0 at the last synchronisation */
bool own;           /* the value last written to word 1 */
bool first_in_loop; /* no read was made in the marked loop */
byte old, polls, unsent;

#define BIT(w) (1 << (w))
#define HAS(set, w) ((set >> (w)) & 1)
#define NONE 2 /* no word */

/* upcr_far_cache_is_fresh, upcr_far_cache_is_valid */
#ifdef ANY_LOOP
#define IN_ITS_LOOP counts
#else
#define IN_ITS_LOOP (counts && of_loop)
#endif
#ifdef NO_COUNTED_READS
#define FEW_COUNTED true
#else
#define FEW_COUNTED (reads < COUNTED)
#endif
#ifdef NO_READS
#define FEW_READS true
#else
#define FEW_READS (reads < READS)
#endif
#define LINES (HAS((lines | coming), 0) + HAS((lines | coming), 1))
#define FRESH (reads < FEW * (LINES + (LINES == 0)))
#define VALID                                                                                      \
  (begun && ((IN_ITS_LOOP && FEW_COUNTED) ||                                                       \
             (!IN_ITS_LOOP && (FRESH || (FEW_READS && same_tick)))))

active proctype owner() {
  bit kind, value;
end:
  do
  :: atomic {
       requests?kind,value ->
       if
       :: kind == PUT -> memory[1] = value
       :: kind == GET -> reply[0] = memory[0]; reply[1] = memory[1]; replied = true
       fi;
       kind = 0;
       value = 0
     }
  od
}

active proctype other() {
  atomic { memory[0] = 1; old = 0 }
}

inline forget_reply() {
  replied = false;
  reply[0] = 0;
  reply[1] = 0
}

/* upcr_far_cache_await */
inline await() {
  if
  :: coming ->
    replied;
    if
    :: HAS(coming, 0) -> kept[0] = reply[0]
    :: else
    fi;
    if
    :: HAS(coming, 1) -> kept[1] = reply[1]
    :: else
    fi;
    lines = lines | coming;
    coming = 0;
    forget_reply()
  :: else
  fi
}

inline send_stores() {
  if
  :: stored -> requests!PUT,kept[1]; stored = false; unsent = 0
  :: else
  fi
}

/* upcr_far_cache_start_fetch */
inline start_fetch(wanted) {
#ifndef FETCH_BEFORE_STORES
  send_stores();
#endif
  if
  :: lines == 0 -> same_tick = true
  :: else
  fi;
  requests!GET,0;
  coming = wanted;
#ifdef FETCH_BEFORE_STORES
  send_stores()
#endif
}

/* upcr_far_cache_begin */
inline begin() {
  await();
  send_stores();
  begun = true;
  of_loop = counts;
  same_tick = false;
  reads = 0;
  limit = REPEATS;
  asked = 0;
  lines = 0;
  kept[0] = 0;
  kept[1] = 0
}

/* Word w, by a request of its own. */
inline get(w, result) {
  send_stores();
  requests!GET,0;
  replied;
  result = reply[w];
  forget_reply()
}

inline request_again(w, result) {
  get(w, result);
  if
  :: result != kept[w] -> kept[w] = result; asked = 0; limit = REPEATS
  :: else
  fi;
  if
  :: asked < AT_ONCE -> asked++
  :: else ->
    repeats = 0;
    limit = (limit * 2 < MOST -> limit * 2 : MOST)
  fi
}

inline count_repeats(w) {
  if
  :: counts
  :: !counts && last == w -> repeats = (repeats < MOST -> repeats + 1 : MOST)
  :: !counts && last != w -> last = w; repeats = 0
  fi
}

/* upcr_read_ahead. A page that was not read before is fetched by the second read, one that was, or
 * probably will be, by the first. */
inline read(w, result) {
  count_repeats(w);
  if
  :: true
  :: same_tick -> same_tick = false
  fi;
  if
  :: !VALID ->
    begin();
    if
    :: true -> start_fetch(3)
    :: true -> start_fetch(BIT(w))
    :: true
    fi
  :: else -> await()
  fi;
  await();
  if
  :: HAS(lines, w)
  :: !HAS(lines, w) && lines == 0 -> get(w, result)
  :: !HAS(lines, w) -> start_fetch(BIT(w)); await()
  fi;
  if
  :: HAS(lines, w) ->
#ifndef NO_ASKING
    if
    :: !counts && repeats >= limit -> request_again(w, result)
    :: else
    fi;
#endif
    reads = (reads < COUNTED -> reads + 1 : COUNTED);
    result = kept[w]
  :: else
  fi
}

inline check(w, result) {
  if
  :: w == 1 -> assert(result == own)
  :: w == 0 -> assert(result >= least)
  fi;
  if
  :: w == 0 && result == memory[0] -> old = 0
  :: w == 0 && result != memory[0] ->
#if defined(WAITS)
    old = (!counts || first_in_loop -> old + 1 : old);
    assert(old <= READS)
#elif defined(IN_ROW)
    old = (!counts -> old + 1 : 0);
    assert(old <= MOST)
#elif defined(STORES)
    skip
#else
    old++;
    assert(old <= COUNTED)
#endif
  :: else ->
#ifdef IN_ROW
    old = 0
#else
    skip
#endif
  fi;
  first_in_loop = false;
  result = 0
}

/* upcr_far_cache_forget */
inline forget() {
  send_stores();
#ifndef NO_EPOCH
  begun = false
#endif
}

/* upcr_poll_slow, doubt_counted */
inline poll() {
#ifdef STORES
  unsent = (stored -> unsent + 1 : 0);
  assert(unsent <= POLLS);
#ifndef NO_DOUBT
  if
  :: counts ->
    polls++;
    if
    :: polls == POLLS -> polls = 0; forget()
    :: else
    fi
  :: else
  fi
#endif
#else
  skip
#endif
}

/* upcr_far_cache_write; in a marked loop upcr_far_cache_store. Word 1 becomes 1. */
inline write() {
  own = 1;
  if
  :: !counts ->
    requests!PUT,1;
#ifndef WRITE_WITHOUT_WAITING
    await();
#endif
    kept[1] = 1
  :: else ->
    if
    :: VALID -> await()
    :: else -> begin()
    fi;
    kept[1] = 1;
    stored = true
  fi
}

/* A fence. */
inline synchronise() {
  forget();
  empty(requests);
  least = memory[0]
}

active proctype reader() {
  byte result;
  last = NONE;
end:
  do
  :: atomic { true -> read(0, result); check(0, result); poll() }
  :: atomic { true -> read(1, result); check(1, result); poll() }
  :: atomic { !own -> write() }
  :: atomic { /* reads are announced: upcr_far_expect */
       !coming && (!VALID || lines != 3) ->
       if
       :: !VALID -> begin()
       :: else
       fi;
       start_fetch(3)
     }
  :: atomic { true -> synchronise() }
  :: atomic { !counts -> counts = true; first_in_loop = true; of_loop = false; polls = 0 }
  :: atomic {
       counts ->
#ifndef LOOP_KEEPS_STORES
       send_stores();
#endif
       counts = false;
       first_in_loop = false;
       of_loop = false
     }
  od
}
