# Loops that access any elements of a cyclic array, THREADS fixed at compile time: the shift by its
# logarithm is one by a constant.
case $(uname -m) in x86_64) ;; *) exit 0 ;; esac
cat >loop.upc <<'Y'
#include <upc_relaxed.h>
enum { N = 64 * THREADS };
shared T x[N];
void add(const int *at, int n)
{
    for (int k = 0; k < n; k++)
        x[at[k] & (N - 1)] += 1;
}
Y
for type in short double; do
    for threads in 2 4 8; do
        "$UPCC" -O2 -T "$threads" "-DT=$type" -S loop.upc -o loop.s
        grep -q add loop.s
        if grep '%cl' loop.s; then exit 1; fi
    done
done
