// Shared objects with the names of the C library's socket calls, which the runtime must not take
// for the functions.
// threads: 3
// modes: process nodes mixed
#include <upc_relaxed.h>

#include "check.h"

shared int send, recv, connect, bind, listen, accept, accept4, socket, sendmsg, readv, getsockname;
shared [1 << 20] char block[(1 << 20) * THREADS];

int main(void) {
  static char own[1 << 20];
  int next = (MYTHREAD + 1) % THREADS;
  if (MYTHREAD == 0)
    send = recv = connect = bind = listen = accept = accept4 = socket = sendmsg = readv =
        getsockname = 1;
  for (size_t i = 0; i < sizeof own; i++)
    own[i] = (char)(i % 101 + MYTHREAD);
  upc_barrier;
  upc_memput(&block[(size_t)next << 20], own, sizeof own);
  upc_barrier;
  for (size_t i = 0; i < sizeof own; i++)
    CHECK_EQ(block[((size_t)MYTHREAD << 20) + i],
             (char)(i % 101 + (MYTHREAD + THREADS - 1) % THREADS));
  CHECK_EQ(send + recv + connect + bind + listen + accept + accept4 + socket + sendmsg + readv +
               getsockname,
           11);
  check_done();
  return 0;
}
