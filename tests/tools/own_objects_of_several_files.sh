# An external variable with the name of an extension of the library is one object in all files of
# the program, in both modes.
cat >use.upc <<'Y'
#include <stdio.h>
#include <upc.h>
extern double bupc_ticks_now;
extern int bupc_sem_post[];
int xlupc_atomicI_read_strict[3] = {1};
shared int word;
int main(void) {
  bupc_ticks_now += MYTHREAD;
  bupc_atomicI_fetchadd_strict(&word, 1);
  upc_barrier;
  printf("%d: %g %d %d %d\n", MYTHREAD, bupc_ticks_now, bupc_sem_post[1],
         xlupc_atomicI_read_strict[0], (int)word);
}
Y
cat >define.c <<'Y'
double bupc_ticks_now = 2.5;
int bupc_sem_post[3] = {7, 8};
Y
for mode in '' -pthreads '-pthreads -g'; do
  "$UPCC" $mode -o a use.upc define.c
  test "$("$UPCRUN" -n 3 ./a | sort)" = '0: 2.5 8 1 3
1: 3.5 8 1 3
2: 4.5 8 1 3'
done
