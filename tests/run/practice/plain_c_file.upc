// libs: -lm
// A plain C program is a UPC program: every thread runs it.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include "check.h"

typedef struct node { struct node *next; int value; } node;
static node *list;
static jmp_buf env;

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int total(int n, ...)
{
    va_list ap;
    int sum = 0;
    va_start(ap, n);
    while (n--)
        sum += va_arg(ap, int);
    va_end(ap);
    return sum;
}

inline int twice(int x) { return 2 * x; }
extern int twice(int x);

#define MAX(a, b) ({ __typeof__(a) a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })

int main(void)
{
    int v[] = {5, 3, [4] = 1, 9};
    char text[40];
    for (volatile int i = 0; i < 4; i++) {
        node *n = malloc(sizeof *n);
        *n = (node){.value = i, .next = list};
        list = n;
    }
    qsort(v, 6, sizeof *v, compare);
    CHECK(v[0] == 0 && v[5] == 9);
    CHECK_EQ(total(3, 1, 2, 3), 6);
    CHECK_EQ(twice(21), 42);
    CHECK_EQ(MAX(3, 4), 4);
    snprintf(text, sizeof text, "%" PRId64 "|%5.2f", INT64_C(1) << 40, sqrt(2.0));
    CHECK_EQ(strcmp(text, "1099511627776| 1.41"), 0);
    if (setjmp(env) == 0)
        longjmp(env, 1);
    switch (list->value) {
    case 0 ... 2: CHECK(0); break;
    case 3: break;
    }
    static void *labels[] = {&&one, &&two};
    goto *labels[1];
one:
    CHECK(0);
two:
    assert(isdigit('7') && errno >= 0 && true);
    check_done();
    return 0;
}
