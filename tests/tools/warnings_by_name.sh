# Warnings about UPC are turned off and made errors one by one, and the page about them has them
# all.
echo '#include <upc.h>
int main(void) { if (MYTHREAD == 0) upc_barrier; return 0; }' >a.upc
"$UPCC" -c a.upc 2>err
grep -q 'warning: .*\[-Wupc-collective-in-branch\]' err
"$UPCC" -c -Wno-upc-collective-in-branch a.upc 2>err
test ! -s err
"$UPCC" -c -w a.upc 2>err
test ! -s err
! "$UPCC" -c -Werror=upc-collective-in-branch a.upc 2>err
grep -q 'error: .*\[-Werror=upc-collective-in-branch\]' err
! "$UPCC" -c -Werror a.upc 2>err
"$UPCC" -c -Werror -Wno-error=upc-collective-in-branch a.upc 2>err
grep -q warning: err
"$UPCC" -c -Wno-upc-collective-in-brunch a.upc 2>err
grep -q "did you mean '-Wno-upc-collective-in-branch'" err
echo '#include <upc.h>
int main(void) { nowhere(MYTHREAD); return 0; }' >b.upc
"$UPCC" -c -Wno-implicit-function-declaration b.upc 2>err
test ! -s err
"$UPCC" --help=warnings | sed -n 's/^  -W\(upc-.*\)/\1/p' >names
sed -n 's/^| `-W\(upc-[^`]*\)`.*/\1/p' "$ROOT/docs/warnings.md" | cmp - names
test -s names

# Numbers of UPC that a macro hides, or that the preprocessor takes for 0.
echo '#include <upc.h>
#define PAIRS (THREADS / 2)
#ifdef __UPC_STATIC_THREADS__
#if THREADS > 4
#endif
#endif
#if defined(NOTHING) && THREADS
#elif PAIRS > 2
#endif
#if MYTHREAD
#endif
int main(void) { return THREADS * MYTHREAD; }' >c.upc
"$UPCC" -c c.upc 2>err
grep -q 'c.upc:8:.* takes THREADS for 0 in a condition \[-Wupc-threads-condition\]' err
grep -q 'c.upc:10:5: .* takes MYTHREAD for 0 in a condition' err
grep -q 'compile with -T n, or test __UPC_STATIC_THREADS__' err
test "$(grep -c 'warning: ' err)" = 2
"$UPCC" -T 8 -Wno-upc-threads-condition -c c.upc 2>err
test ! -s err
! "$UPCC" -Werror -c c.upc 2>err
grep -q 'error: .*\[-Werror=upc-threads-condition\]' err
"$UPCC" -DTHREADS=4 -c b.upc 2>err
grep -q "warning: '-DTHREADS=4' hides THREADS, .*: -T n .*\[-Wupc-threads-macro\]" err
# The errors that follow from it come after it.
echo 'shared int x[THREADS];' >hidden.upc
! "$UPCC" -DTHREADS=4 -c hidden.upc 2>err
sed -n 1p err | grep -q "warning: '-DTHREADS=4' hides THREADS"
grep -q 'error: shared array without THREADS' err
"$UPCC" -D MYTHREAD=0 -w -c b.upc 2>err
test ! -s err
! "$UPCC" -DMYTHREAD -Werror=upc-threads-macro -c b.upc 2>err
grep -q "error: '-DMYTHREAD' hides MYTHREAD.*\[-Werror=upc-threads-macro\]" err
echo 'int THREADS_of_c = THREADS;' >d.c
"$UPCC" -DTHREADS=4 -c d.c 2>err
test ! -s err

# Warnings of C on lines with UPC have their column and excerpt.
echo '#include <upc.h>
#include <stdio.h>
shared long a[THREADS];
void f(int n) { if (n = a[0]) printf("%d %d\\n", 1.5, n); }' >e.upc
"$UPCC" -Wall -c e.upc 2>err
grep -q '^e.upc:4:[0-9]*: warning: .*\[-Wparentheses\]' err
grep -q '^e.upc:4:[0-9]*: warning: .*\[-Wformat' err
grep -q 'void f(int n) { if (n = a\[0\])' err

# A loop that is written twice, for near and far memory, is warned of once.
echo '#include <upc_relaxed.h>
shared double a[8][THREADS], sum[THREADS];
void f(void) {
    for (int j = 1; j < 8; j++)
        if (upc_threadof(&a[j][1]) == MYTHREAD)
            sum[MYTHREAD] += a[j][1];
}' >g.upc
"$UPCC" -O2 -T4 -Wextra -c g.upc 2>err
test "$(grep -c 'g.upc:5:.*\[-Wsign-compare\]' err)" = 1
