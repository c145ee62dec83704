# Objects and archives of every mode and number of threads: those of one kind link and run, any
# others are refused by name.
cat >main.upc <<'UPC'
#include <stdio.h>
#include <upc.h>
int part(void), plain(int);
shared int total[THREADS];
int main(void) {
  total[MYTHREAD] = part() + plain(1);
  upc_barrier;
  if (MYTHREAD == 0) puts(total[THREADS - 1] == 4 ? "ok" : "bad");
}
UPC
cat >part.upc <<'UPC'
extern shared int total[THREADS];
int part(void) { return total[MYTHREAD] + 2; }
UPC
echo 'static int state = 1; int plain(int a) { return a + state; }' >plain.c
for kind in default: pthreads:-pthreads three:-T3 four:-T4 three_pthreads:'-pthreads -T3'; do
    for unit in main part; do "$UPCC" ${kind#*:} -c $unit.upc -o $unit.${kind%%:*}.o; done
    ar rcs libpart.${kind%%:*}.a part.${kind%%:*}.o
done
${CC:-cc} -c plain.c
${CC:-cc} -shared -fPIC -o libplain.so plain.c
ar rcs libplain.a plain.o
for a in default pthreads three four three_pthreads; do
    case $a in four) threads=4 ;; *) threads=3 ;; esac
    for b in default pthreads three four three_pthreads; do
        for part in part.$b.o libpart.$b.a; do
            if [ $a = $b ]; then
                "$UPCC" -o program main.$a.o $part plain.o
                test "$("$UPCRUN" -n $threads ./program)" = ok
            else
                ! "$UPCC" -o mixed main.$a.o $part plain.o 2>err
                grep -q "$part" err
                grep -q main.$a.o err
                test ! -e mixed
            fi
        done
    done
    # Plain C code from anywhere goes with all.
    for c in plain.o libplain.a 'libplain.so -Wl,-rpath,.'; do
        "$UPCC" -o program main.$a.o part.$a.o $c
        test "$("$UPCRUN" -n $threads ./program)" = ok
    done
done
