# A wait for a semaphore that no thread can post any more ends the job; not if some thread may still
# post it, even if all others wait.
cat >semaphores.upc <<'U'
#include <bupc_extensions.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc_strict.h>
static bupc_sem_t *shared sem[THREADS];
#ifdef OWN_PTHREADS /* where UPC threads are processes */
static void *post_late(void *mine) {
  sleep(3);
  bupc_sem_post(*(bupc_sem_t **)mine);
  return mine;
}
static void by_own_pthread(bupc_sem_t *mine) {
  pthread_t helper;
  if (MYTHREAD == THREADS - 1)
    pthread_create(&helper, 0, post_late, &mine);
  bupc_sem_wait(mine);
  if (MYTHREAD == THREADS - 1) {
    pthread_join(helper, 0);
    for (int t = 0; t < THREADS - 1; t++)
      bupc_sem_post(sem[t]);
  }
}
#else
static void by_own_pthread(bupc_sem_t *mine) { (void)mine; }
#endif
static void by_one_that_computes(bupc_sem_t *mine) {
  if (MYTHREAD > 0) {
    bupc_sem_wait(mine);
    return;
  }
  sleep(3);
  for (int t = 1; t < THREADS; t++)
    bupc_sem_post(sem[t]);
}
int main(int argc, char **argv) {
  const char *which = argv[argc - 1];
  upc_lock_t *lock = upc_all_lock_alloc();
  sem[MYTHREAD] = bupc_sem_alloc(0);
  upc_barrier;
  if (strcmp(which, "own") == 0)
    by_own_pthread(sem[MYTHREAD]);
  else if (strcmp(which, "computes") == 0)
    by_one_that_computes(sem[MYTHREAD]);
  else if (strcmp(which, "ring") == 0) {
    bupc_sem_wait(sem[MYTHREAD]);
    bupc_sem_post(sem[(MYTHREAD + 1) % THREADS]);
  } else if (strcmp(which, "anothers") == 0) /* of the next thread: the waiter is not its owner */
    bupc_sem_waitN(sem[(MYTHREAD + 1) % THREADS], 2);
  else if (strcmp(which, "ended") == 0) {
    if (MYTHREAD > 0)
      return 0;
    bupc_sem_wait(sem[0]);
  } else if (MYTHREAD == 0) /* mixed: in a semaphore with a lock, for the lock, in a barrier */
    upc_lock(lock), bupc_sem_wait(sem[0]);
  else if (MYTHREAD == 1)
    sleep(1), upc_lock(lock);
  upc_barrier;
  if (MYTHREAD == 0)
    puts("ok");
  return 0;
}
U
"$UPCC" -w -DOWN_PTHREADS -o semaphores semaphores.upc
"$UPCC" -w -pthreads -o semaphoresp semaphores.upc

# start NAME COMMAND: at the same time as others; NAME.out, NAME.err and NAME.status come of it
start() {
  name=$1
  shift
  { status=0; timeout 60 "$@" >$name.out 2>$name.err || status=$?; echo $status >$name.status; } &
}
start ring "$UPCRUN" -n 3 ./semaphores ring
start ringp "$UPCRUN" -n 4 -p 2 ./semaphoresp ring
start ring1 "$UPCRUN" -n 1 ./semaphores ring
start anothers "$UPCRUN" -n 3 ./semaphores anothers
start ended "$UPCRUN" -n 3 ./semaphores ended
start mixed "$UPCRUN" -n 3 ./semaphores mixed
start mixedfar "$UPCRUN" -n 3 -pshm-width 1 ./semaphores mixed
start ringnodes "$UPCRUN" -nodes 2 -n 4 ./semaphores ring
start anothersnodes "$UPCRUN" -nodes 3 -n 3 ./semaphores anothers
start endednodes "$UPCRUN" -nodes 2 -n 3 ./semaphores ended
start mixednodes "$UPCRUN" -nodes 2 -n 3 ./semaphores mixed
start ownnodes "$UPCRUN" -nodes 2 -n 3 ./semaphores own
start computesnodes "$UPCRUN" -nodes 2 -n 3 ./semaphores computes
start computes "$UPCRUN" -n 3 ./semaphores computes
start computesp "$UPCRUN" -n 3 -p 3 ./semaphoresp computes
start own "$UPCRUN" -n 3 ./semaphores own
wait
for name in ring ringp ring1 anothers ended mixed mixedfar ringnodes anothersnodes endednodes \
  mixednodes; do
  test "$(cat $name.status)" = 1
  grep -q '^upcr: thread.*waits for a semaphore' $name.err
done
grep -q '^upcr: deadlock: threads 0-2 wait for each other in .*, semaphores and' ring.err
grep -q '^upcr: deadlock: threads 0-3 wait' ringp.err
grep -q '^upcr: deadlock: thread 0 waits for an event that no other thread can cause' ring1.err
grep -q '^upcr: deadlock: thread [0-2] waits' ended.err
grep -q '^upcr: deadlock: threads 0-2 wait' mixed.err
for name in computes computesp own computesnodes ownnodes; do
  test "$(cat $name.status)" = 0
  test "$(cat $name.out)" = ok
done
