/* The limit words of core/alloc.c: the symmetric heap, which grows in all segments at once, and
 * the threads' own heaps, which grow against it, never overlap; nothing reserved is forgotten.
 *
 * Each segment has SIZE pages. One process at a time, whoever holds the symmetric lock, reserves a
 * page in one segment after the other, and gives back what it has if one is full; owners take and
 * give back pages of their own segment meanwhile. A word holds both ends, so that one compare-and-
 * swap sees both: with SPLIT_WORD they are looked at and moved one by one.
 *
 * check: holds
 * check: fails -DSPLIT_WORD
 * check: fails -DNO_UNDO
 * check: fails -DPLAIN_STORE
 */
#define SEGMENTS 2
#define SIZE 2
/* moves of an owner; the symmetric heap is moved by two processes, once and twice */
#define TIMES 2

byte top[SEGMENTS], bottom[SEGMENTS]; /* the word: the symmetric heap's end, the own heap's end */
byte own_pages[SEGMENTS];             /* reserved by the owner */
byte symmetric_pages;                 /* reserved in every segment, under the lock */
bit symmetric_lock;
byte finished;

/* Moves thread t's ends if they do not cross: `moved`. */
inline move_limit(t, up, down) {
  atomic { s = top[t]; o = bottom[t] };
  do
  :: true ->
    if
    :: s + up > o - down -> moved = 0; break
    :: else
    fi;
#ifdef SPLIT_WORD
    if
    :: up != 0 -> top[t] = top[t] + up
    :: else -> bottom[t] = bottom[t] - down
    fi;
    moved = 1;
    break
#else
    atomic {
      if
#ifdef PLAIN_STORE
      :: true -> top[t] = s + up; bottom[t] = o - down; moved = 1
#else
      :: top[t] == s && bottom[t] == o -> top[t] = s + up; bottom[t] = o - down; moved = 1
      :: else -> s = top[t]; o = bottom[t]; moved = 0
#endif
      fi
    };
    if
    :: moved -> break
    :: else
    fi
#endif
  od;
  assert(top[t] <= bottom[t])
}

/* Grows the symmetric heap, or gives its last page back. */
proctype symmetric(byte times) {
  byte n, t;
  short s, o;
  bit moved;
  for (n : 1 .. times) {
    atomic { symmetric_lock == 0 -> symmetric_lock = 1 };
    if
    :: true -> /* reserve_symmetric */
      t = 0;
      do
      :: t < SEGMENTS ->
        move_limit(t, 1, 0);
        if
        :: moved -> t++
        :: else -> break
        fi
      :: else -> break
      od;
      if
      :: t == SEGMENTS -> symmetric_pages++
      :: else ->
#ifdef NO_UNDO
        skip
#else
        do
        :: t > 0 -> t--; move_limit(t, (-1), 0)
        :: else -> break
        od
#endif
      fi
    :: symmetric_pages > 0 -> /* the trim of symmetric_free_locked */
      symmetric_pages--;
      for (t : 0 .. SEGMENTS - 1) {
        move_limit(t, (-1), 0)
      }
    fi;
    symmetric_lock = 0
  }
  atomic { finished++ }
}

proctype own(byte t) {
  byte n;
  short s, o;
  bit moved;
  for (n : 1 .. TIMES) {
    if
    :: true ->
      move_limit(t, 0, 1);
      if
      :: moved -> own_pages[t]++
      :: else
      fi
    :: own_pages[t] > 0 ->
      own_pages[t]--;
      move_limit(t, 0, (-1))
    fi
  }
  atomic { finished++ }
}

init {
  byte t;
  atomic {
    for (t : 0 .. SEGMENTS - 1) {
      bottom[t] = SIZE;
      run own(t)
    }
    run symmetric(1);
    run symmetric(TIMES)
  };
  finished == SEGMENTS + 2;
  for (t : 0 .. SEGMENTS - 1) {
    assert(top[t] == symmetric_pages && SIZE - bottom[t] == own_pages[t])
  }
}
