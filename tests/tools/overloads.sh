# The macros of <tgmath.h> have the type of the function that fits their arguments, shared data too:
# clang's are functions of one name and several types, gcc's call __builtin_tgmath.
cat > mathematics.upc <<'EOF'
#include <upc.h>
#include <stdio.h>
#include <tgmath.h>
shared float f;
shared double d;
shared int n;
shared double complex z;
int main(void) {
    if (MYTHREAD == 0) { f = 4; d = 2; n = 9; z = 3 + 4 * I; }
    upc_barrier;
    int ok = sqrt(f) == 2 && sqrt(n) == 3 && pow(f, d) == 16 && fabs(z) == 5 && fmin(f, d) == 2;
    ok = ok && sizeof sqrt(f) == sizeof(float) && sizeof pow(f, d) == sizeof(double);
    ok = ok && sizeof creal(z * 2) == sizeof(double) && sizeof(lround(f)) == sizeof(long);
    __typeof__(sqrt(d)) root = sqrt(d + 0.25);
    shared double *p = &d;
    double either = n ? sqrt(*p) : 0, half = n < 0 ? 0 : root / 3;
    ok = ok && root == 1.5 && either > 1.41 && either < 1.42 && half == 0.5;
    *p = n ? sqrt(f) : 0;
    char text[64];
    snprintf(text, sizeof text, "%g %g %g", sqrt(*p * d), floor(f), creal(z));
    puts(ok ? text : "wrong");
    return 0;
}
EOF
for cc in cc clang; do
    command -v $cc > path || continue
    UPCC_CC=$cc "$UPCC" mathematics.upc -lm -o mathematics 2> err
    [ ! -s err ] || { cat err; exit 1; }
    "$UPCRUN" -n 1 ./mathematics > out
    [ "$(cat out)" = "2 4 3" ] || { cat out; exit 1; }
done

# A program may have such functions too.
command -v clang > path || exit 0
cat > own.upc <<'EOF'
#include <upc.h>
#include <stdio.h>
#define OVERLOADABLE __attribute__((overloadable))
shared int n;
shared short s;
shared long l;
shared double d;
static int calls;
static int OVERLOADABLE kind(int x) { return 1; }
static int OVERLOADABLE kind(double x) { calls++; return 2; }
static int OVERLOADABLE kind(long x) { return 3; }
static double OVERLOADABLE kind(const char *x, ...) { return 4.5; }
static int OVERLOADABLE kind(long x, int y) { return 5; }
int main(void) {
    int ok = kind(n) == 1 && kind(s) == 1 && kind(d) == 2 && kind((float)d) == 2 && kind(l) == 3;
    ok = ok && (kind)(l) == 3 && kind("", n) == 4.5 && kind(l, n) == 5 && calls == 2;
    puts(ok && sizeof kind("") == sizeof(double) ? "ok" : "wrong");
    return 0;
}
EOF
for options in -O0 -O3 "-g -T 1" -pthreads; do
    # shellcheck disable=SC2086
    UPCC_CC=clang "$UPCC" $options own.upc -o own
    [ "$("$UPCRUN" -n 1 ./own)" = ok ] || { echo "$options"; exit 1; }
done

# clang sees numbers in pointers-to-shared: it could not tell these apart.
cat > shared.upc <<'EOF'
__attribute__((overloadable)) void f(shared int *p);
__attribute__((overloadable)) void f(shared double *p);
EOF
if UPCC_CC=clang "$UPCC" -c shared.upc 2> err; then exit 1; fi
grep "^shared.upc:2:36: error: 'f' is declared 'void (shared double \*)' here" err
