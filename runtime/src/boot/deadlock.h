/* Deadlocks that are certain: threads that wait for each other in locks, barriers and semaphores. */
#ifndef UPCR_BOOT_DEADLOCK_H
#define UPCR_BOOT_DEADLOCK_H

struct upcr_deadlock;

/* For a job of so many threads. 0: out of memory. */
struct upcr_deadlock *upcr_deadlock_new(int threads);

/* Looks once; to be called now and then. Returns the number of threads of which it is proven that they wait for ever. */
int upcr_deadlock_look(struct upcr_deadlock *deadlock);

#endif
