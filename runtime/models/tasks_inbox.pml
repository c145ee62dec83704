/* An inbox of tasks (tasks/task_inbox.c): a starter reserves a place, draws a ticket, writes the
 * slot and raises its flag; the owner empties slots in the order of tickets. No task is overwritten
 * or lost, and credits that are never used keep no starter from putting its tasks.
 *
 * check: holds
 * check: holds -DCREDITS
 * check: fails -DFREE_FIRST
 * check: fails -DCREDITS -DGIVE_ALL
 */
#define STARTERS 2
#define TASKS 3
#ifdef CREDITS
#define CAPACITY 4
#else
#define CAPACITY 2
#endif
#ifdef GIVE_ALL
#define KEPT 0
#define SHARE CAPACITY
#else
#define KEPT (CAPACITY / 2)
#define SHARE 2
#endif

byte room = CAPACITY, put, taken, over;
bit flag[CAPACITY], has_task[CAPACITY];

active [STARTERS] proctype starter() {
  byte tasks = 0, ticket, credits = 0;
  do
  :: tasks < TASKS ->
     if
     :: credits > 0 -> credits--
     :: atomic { credits == 0 && room > 0 -> room-- }
     fi;
     atomic { ticket = put % CAPACITY; put++ };
     assert(!has_task[ticket]);
     has_task[ticket] = 1;
     flag[ticket] = 1;
     tasks++;
#ifdef CREDITS
     if /* the reply to a single put; the starter may never use them */
     :: atomic { credits == 0 && room >= SHARE + KEPT -> room = room - SHARE; credits = SHARE }
     :: skip
     fi
#endif
  :: break
  od;
  over++
}

active proctype owner() {
  byte slot = 0;
  do
  :: flag[slot] == 1 ->
#ifdef FREE_FIRST
     room++;
#endif
     assert(has_task[slot]);
     has_task[slot] = 0;
     flag[slot] = 0;
     slot = (slot + 1) % CAPACITY;
     taken++;
#ifndef FREE_FIRST
     room++
#endif
  :: over == STARTERS && taken == put && flag[slot] == 0 -> break
  od
}
