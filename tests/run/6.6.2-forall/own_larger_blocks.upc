// threads: 1 2 3 4 7
// unchecked
// conformance: LANG-6.6.2-S3
/* Arrays with rows of several elements beside one with an element a row, as positions beside
 * masses: their blocks are larger by the same factor. What the loops compute is what the same body
 * does where the affinity is a call, so that each iteration is tested and each element found by
 * itself. */
#include "check.h"

enum { B = 5, N = 4 * B };
struct atom { short kind; double at[3]; };

static shared [B] double mass[N * THREADS];
static shared [3 * B] double point[N * THREADS][3], speed[N * THREADS][3];
static shared [6 * B] int tensor[N * THREADS][2][3];
static shared [2 * B] long twice[2 * N * THREADS];
static shared [2 * B] struct atom atoms[N * THREADS][2];
static shared [3] double apart[N * THREADS][3]; /* other blocks */
static shared [B] long halves[2 * N * THREADS]; /* too small ones */

static void fill(void)
{
    upc_barrier;
    upc_forall (int i = 0; i < N * THREADS; i++; upc_threadof(&mass[i])) {
        mass[i] = i % 11;
        for (int d = 0; d < 3; d++) {
            point[i][d] = i + d, speed[i][d] = 3 * i - d, apart[i][d] = d;
            tensor[i][0][d] = i * d, tensor[i][1][d] = i - d;
            atoms[i][d % 2].kind = i % 5, atoms[i][d % 2].at[d] = i;
        }
        for (int d = 0; d < 2; d++) twice[2 * i + d] = i - d, halves[2 * i + d] = i + d;
    }
    upc_barrier;
}

static long sum(void)
{
    double s = 0;
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++) {
        s = s * 3 + mass[i];
        for (int d = 0; d < 3; d++)
            s += (d + 1) * point[i][d] + speed[i][d] * d + tensor[i][0][d] - tensor[i][1][d]
                 + apart[i][d] + atoms[i][d % 2].at[d] * d + atoms[i][d % 2].kind;
        s += 2 * twice[2 * i] - twice[2 * i + 1] + halves[2 * i] - 3 * halves[2 * i + 1];
        s -= (long)(s / 1000003) * 1000003.0;
    }
    upc_barrier;
    return (long)s;
}

/* The loop by the affinity, and by its thread's number. */
#define SAME(init, cond, step, affinity, ...)                                                      \
    do {                                                                                           \
        long by_pointer, by_number;                                                                \
        fill();                                                                                    \
        upc_forall (init; cond; step; &(affinity)) __VA_ARGS__                                     \
        by_pointer = sum();                                                                        \
        fill();                                                                                    \
        upc_forall (init; cond; step; upc_threadof(&(affinity))) __VA_ARGS__                       \
        by_number = sum();                                                                         \
        CHECK(by_pointer == by_number);                                                            \
    } while (0)

static void rows(int n, int k)
{
    SAME(int i = 0, i < n, i++, mass[i], {
        for (int d = 0; d < 3; d++) point[i][d] += mass[i] * speed[i][d];
        speed[i][0] -= 1, speed[i][1] += point[i][2], speed[i][2] *= 2;
    });
    SAME(int i = 0, i < n, i++, mass[i], {
        for (int a = 0; a < 2; a++)
            for (int d = 2; d >= 0; d--) tensor[i][a][d] += tensor[i][1 - a][d] + d;
    });
    SAME(int i = n - 1, i >= 0, i--, mass[i], { point[i][(i + k) % 3] += speed[i][i % 3]; });
    SAME(int i = 1, i < n, i += 5, mass[i], { tensor[i][1][k % 3]++; });
    SAME(int i = 2, i < n, i += 3, mass[i], { tensor[i][1][k % 3]++; });
    SAME(int i = 0, i < n, i++, point[i][0], { mass[i] += point[i][2] + tensor[i][0][1]; });
    SAME(int i = 0, i < n, i++, mass[i], { apart[i][2] += mass[i]; });
}

static void elements(int n)
{
    SAME(int i = 0, i < n, i++, mass[i], {
        twice[2 * i] += i, twice[2 * i + 1] -= twice[2 * i];
        atoms[i][1].at[2] += mass[i], atoms[i][0].kind ^= 1;
    });
    SAME(int i = 0, i < n, i++, mass[i], { halves[2 * i]++; });
    SAME(int i = 0, i < n, i++, twice[2 * i], { mass[i]++, point[i][1]--; });
}

/* Beyond the row, and a row that is not the affinity's. */
static void others(int n)
{
    SAME(int i = 0, i < n - 2, i++, mass[i], { point[i][1] = speed[i + 1][2] + speed[i + 2][0]; });
    SAME(int i = 1, i < n - 1, i++, mass[i], {
        double s = 0;
        for (int d = -1; d < 4; d++) s += speed[i][d + 0 * i];
        point[i][0] = s;
    });
}

int main(void)
{
    volatile int n[] = {0, 1, B, 2 * B + 1, N * THREADS}, k = 4;
    for (int s = 0; s < 5; s++) {
        rows(n[s], k);
        elements(n[s]);
        if (n[s] > 3) others(n[s]);
    }
    check_done();
    return 0;
}
