/* Requests between nodes: no pattern of them deadlocks, and no more is under way than the records
 * of the threads allow.
 *
 * `thread` stands for a UPC thread in upcr_far_send and upcr_far_wait (net/far/far_request.c): it
 * takes a record for each request, of which it has DEPTH (UPCR_FAR_DEPTH, 64), waits for one where
 * none is free and serves what comes meanwhile, and at its end waits for all. `receive` stands for
 * upcr_far_receive (net/far/message.c): a request is answered on the spot, which takes no record,
 * a reply frees one. `progress` stands for the process's progress thread (net/far/far_progress.c);
 * one thread of a process receives at a time. A process has one UPC thread; a wire is what a
 * conduit has between two processes.
 *
 * In the variant COMPUTES process 0 has nothing to ask and never looks: its progress thread
 * answers for it.
 *
 * check: holds
 * check: holds -DTHREE
 * check: holds -DTHREE -DCOMPUTES
 * check: fails -DCOMPUTES -DNO_PROGRESS_THREAD
 * check: fails -DWITHOUT_RECORDS
 * check: fails -DREPLY_TAKES_A_RECORD
 * check: fails -DTHREE -DREPLY_TAKES_A_RECORD
 * check: fails -DWAIT_WITHOUT_SERVING -DNO_PROGRESS_THREAD
 */
#ifdef THREE
#define PROCESSES 3
#define DEPTH 1
#define REQUESTS 2
#else
#define PROCESSES 2
#define DEPTH 2
#define REQUESTS 4
#endif
#define NEXT(p) (((p) + 1) % PROCESSES)
#define LAST(p) (((p) + PROCESSES - 1) % PROCESSES)
#define WIRE(from, to) ((from) * PROCESSES + (to))
#define REQUEST 0
#define REPLY 1

/* DEPTH requests of the sender, and DEPTH replies to requests of the other. One more place than
 * that shows an overflow. */
chan wire[PROCESSES * PROCESSES] = [2 * DEPTH + 1] of { bit };
byte under_way[PROCESSES]; /* records that are taken */
bit receiving[PROCESSES];  /* the lock of the conduit */
byte finished;

inline take_record(p) {
  do
#ifdef WITHOUT_RECORDS
  :: break
#else
  :: atomic { under_way[p] < DEPTH -> under_way[p]++; break }
#endif
#ifndef WAIT_WITHOUT_SERVING
  :: receive(p)
#endif
  od
}

/* One message from anybody. Under the conduit's lock, so one step, but for a fault. */
inline receive(p) {
  atomic {
    !receiving[p] && (nempty(wire[WIRE(NEXT(p), p)]) || nempty(wire[WIRE(LAST(p), p)])) ->
    receiving[p] = 1;
    if
    :: nempty(wire[WIRE(NEXT(p), p)]) -> from = NEXT(p)
    :: nempty(wire[WIRE(LAST(p), p)]) -> from = LAST(p)
    fi;
    wire[WIRE(from, p)]?kind;
    if
    :: kind == REQUEST ->
#ifdef REPLY_TAKES_A_RECORD
      under_way[p] < DEPTH;
#endif
      assert(len(wire[WIRE(p, from)]) < 2 * DEPTH);
      wire[WIRE(p, from)]!REPLY
    :: kind == REPLY ->
#ifdef WITHOUT_RECORDS
      skip
#else
      assert(under_way[p] > 0);
      under_way[p]--
#endif
    fi;
    receiving[p] = 0;
    from = 0;
    kind = 0
  }
}

proctype thread(byte p) {
  byte sent, to, from;
  bit kind, told;
#ifdef COMPUTES
  if
  :: p == 0 -> atomic { sent = REQUESTS; told = 1; finished++ };
    finished == PROCESSES
  :: else
  fi;
#endif
  do
  :: sent == REQUESTS -> break
  :: else ->
    take_record(p);
    atomic {
      if
      :: to = NEXT(p)
      :: to = LAST(p)
      fi;
      assert(len(wire[WIRE(p, to)]) < 2 * DEPTH);
      wire[WIRE(p, to)]!REQUEST;
      to = 0;
      sent++
    }
  od;
  /* upcr_far_wait(UPCR_NET_ALL), and then the barrier at the end. */
  do
#ifndef WAIT_WITHOUT_SERVING
  :: receive(p)
#endif
  :: atomic { !told && under_way[p] == 0 -> told = 1; finished++ }
  :: finished == PROCESSES -> break
  od
}

#ifndef NO_PROGRESS_THREAD
proctype progress(byte p) {
  byte from;
  bit kind;
end:
  do
  :: receive(p)
  od
}
#endif

init {
  byte p;
  atomic {
    do
    :: p == PROCESSES -> break
    :: else ->
      run thread(p);
#ifndef NO_PROGRESS_THREAD
      run progress(p);
#endif
      p++
    od
  }
}
