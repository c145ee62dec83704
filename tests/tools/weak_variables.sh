# A weak variable that no file of the program defines has a null address, in both modes; one that
# another file defines is its object.
cat >use.upc <<'Y'
#include <stdio.h>
#include <upc.h>
extern int wv __attribute__((weak));
extern __attribute__((__weak__)) int wa[4], wo[];
extern struct { char c[5000]; } wl __attribute__((weak));
extern shared [2] int *wp __attribute__((weak));
extern const char *const wc __attribute__((weak));
extern const volatile int wq __attribute__((weak));
int own __attribute__((weak)) = 6;
extern int later __attribute__((weak));
static int *start = &wv;
static int *const starts[] = {wa + 1, &later};

static int set(int value)
{
    extern int inner __attribute__((weak));
    if (!&wv)
        return &inner != 0;
    wv = value + 10 * (&inner && ++inner);
    return wv++;
}

int *later_at(void) { return &later; }
int later = 5;

int main(void)
{
    int null = !&wv + 2 * !wa + 4 * !wo + 8 * !&wl + 16 * !&wp + 32 * !&wc + 64 * !&wq;
    null += 128 * (start == 0);
    if (wo)
        wo[2] += MYTHREAD;
    if (&wl)
        wl.c[4999] = wo[2];
    if (&wp)
        wp += MYTHREAD;
    printf("%d: null %d set %d sizes %zu %zu own %d later %d\n", MYTHREAD, null, set(MYTHREAD),
           sizeof wa, sizeof wl,
           own, *later_at() + *starts[1]);
    if (&wl)
        printf("%d: %d %d %s %zu %d\n", MYTHREAD, wl.c[4999], *start, wc ? wc : "-",
               upc_threadof(wp), wa + 1 == starts[0]);
    return 0;
}
Y
cat >define.upc <<'Y'
#include <upc.h>
int wv, wa[4], wo[4] = {0, 0, 7}, inner;
struct { char c[5000]; } wl;
static shared [2] int a[2 * THREADS];
shared [2] int *wp = a;
const char *const wc = "text";
const volatile int wq = 3;
Y
cat >nothing.c <<'Y'
int unused;
Y
cat >pragma.c <<'Y'
#pragma weak wv
extern int wv;
int *where(void) { return &wv; }
Y
"$UPCC" -c nothing.c -o process.o
case $(${CC:-cc} --version) in
*clang*)
  # upcc cannot read the output of clang's -flto.
  echo 'extern int wv __attribute__((weak)); int main(void) { return &wv != 0; }' >weak.c
  if "$UPCC" -pthreads -flto -o refused weak.c define.upc 2>err; then exit 1; fi
  grep -q 'weak.c refers to a weak variable of each UPC thread .* compile without -flto' err
  ;;
esac
for mode in '' -pthreads '-pthreads -g' '-pthreads -O2 -flto' \
  '-pthreads -O2 -static' '-pthreads -fPIE -pie'; do
  "$UPCC" $mode -o defined use.upc define.upc
  test "$("$UPCRUN" -n 2 ./defined | sort)" = '0: 7 11 text 0 1
0: null 0 set 10 sizes 16 5000 own 6 later 10
1: 8 12 text 0 1
1: null 0 set 11 sizes 16 5000 own 6 later 10'
  # An archive's member is not linked for a weak name.
  "$UPCC" $mode -c define.upc
  rm -f liba.a
  ar cr liba.a define.o
  "$UPCC" $mode -c use.upc
  for with in '' liba.a; do
    "$UPCC" $mode -o absent use.o $with
    test "$("$UPCRUN" -n 2 ./absent | sort)" = '0: null 255 set 0 sizes 16 5000 own 6 later 10
1: null 255 set 0 sizes 16 5000 own 6 later 10'
  done
done

# The attribute must be visible at the use: a pragma is not.
"$UPCC" -c pragma.c
"$UPCC" -o pragma pragma.o nothing.c 2>/dev/null || true
cat >main.c <<'Y'
int *where(void);
int main(void) { return where() != 0; }
Y
"$UPCC" -o ok main.c pragma.c
./ok
if "$UPCC" -pthreads -o refused main.c pragma.c 2>err; then exit 1; fi
grep -q "weak variable 'wv' of pragma.c .* declare it with __attribute__((weak)) before its uses" \
  err
