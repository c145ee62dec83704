# A prompt appears before its writer waits for the answer.
cat >a.upc <<'X'
#include <upc.h>
#include <stdio.h>
int main(void) {
  char name[20] = "";
  if (MYTHREAD == 0) {
    printf("name? ");
    fflush(stdout);
    if (scanf("%19s", name) == 1) printf("hello %s\n", name);
  }
  upc_barrier;
  return 0;
}
X
"$UPCC" -o a a.upc
mkfifo in out
"$UPCRUN" -n 3 ./a <in >out &
job=$!
exec 3>in 4<out
prompt=$(dd bs=1 count=6 <&4 2>/dev/null)
test "$prompt" = 'name? '
echo Ada >&3
read -r answer <&4
test "$answer" = 'hello Ada'
wait $job
