// Expressions in every shape that mixes shared and private operands, and control flow around them.
#include <upc.h>
#include <stddef.h>
#include <stdio.h>
#include "check.h"
shared int a[4 * THREADS];
shared[4] int b[4 * THREADS];
shared[] int *ip;
shared struct S {
    int n;
    struct {
        int k[2];
    } in;
    double d;
} ss[THREADS];
struct H {
    char c;
    shared[4] int *p;
    int after;
};
shared struct H hs[THREADS];
int nf(void) { return 2; }
static int fact(shared int *p, int n) {
    if (n == 0)
        return 1;
    *p += n;
    return n * fact(p, n - 1);
}
int (*shared fpt[2 * THREADS])(int);
typedef int vec_t[3];
shared vec_t vv[THREADS];
shared const char *shared strs[THREADS];
static int sw(int k) {
    switch (a[k]) {
    case 0:
        return 10;
    case 1 ... 3:
        return 20;
    default:
        break;
    }
    return 30;
}
static inline int one(shared const int *p) { return *p; }
int *plain_fn(void) {
    static int z[3];
    return z;
}
int main(void) {
    if (MYTHREAD == 0) {
        int r = ({
            shared int *q = &a[1];
            *q = 4;
            *q;
        });
        CHECK_EQ(r, 4);
        __auto_type ap = &a[2];
        CHECK(ap == &a[2]);
        __auto_type bp = b + 1;
        CHECK_EQ(upc_phaseof(bp), 1);
        CHECK_EQ(_Generic(&a[0], shared int * : 1, default : 2), 1);
        CHECK_EQ(_Generic(b[0], int : a[1], default : 2), 4);
        CHECK_EQ(_Generic(ip, shared int * : 1, shared[] int * : 7, default : 2), 7);
        shared int **pp = (shared int *[]){a, &a[1], 0};
        CHECK(*pp == a);
        pp++;
        CHECK(*pp == &a[1]);
        (*pp)++;
        CHECK(*pp == &a[2]);
        *(*pp) = 9;
        CHECK_EQ(**pp, 9);
        CHECK_EQ((*pp)[0], 9);
        CHECK_EQ(pp[0][0]++, 9);
        CHECK_EQ(a[2], 10);
        CHECK_EQ(offsetof(struct H, after), 32);
        CHECK_EQ(offsetof(struct H, p), 16);
        hs[0].p = b + 2;
        CHECK_EQ(upc_phaseof(hs[0].p), 2);
        hs[0].p++;
        CHECK_EQ(upc_phaseof(hs[0].p), 3);
        *hs[0].p = 5;
        CHECK_EQ(b[3], 5);
        CHECK_EQ(hs[0].p[0], 5);
        hs[0].p[0] *= 2;
        CHECK_EQ(b[3], 10);
        hs[0].after = 3;
        struct H h = hs[0];
        CHECK_EQ(h.after, 3);
        CHECK(h.p == b + 3);
        hs[0].p = NULL;
        CHECK(!hs[0].p);
        ss[0].in.k[1] = 3;
        shared[] int *kp = ss[0].in.k;
        CHECK_EQ(kp[1], 3);
        CHECK_EQ(*(ss[0].in.k + 1), 3);
        CHECK_EQ((&ss[0].in)->k[1], 3);
        shared struct S *sp = ss;
        sp->in.k[0]++;
        ++sp->in.k[0];
        CHECK_EQ(sp->in.k[0], 2);
        CHECK_EQ((*sp).in.k[sp->in.k[1] - 3], 2);
        struct S copy[2] = {ss[0], {.n = ss[0].in.k[1]}};
        CHECK_EQ(copy[0].in.k[1] + copy[1].n, 6);
        ss[0] = copy[1];
        CHECK_EQ(ss[0].n, 3);
        ss[0] = (struct S){7, {{8, 9}}, 1.5};
        CHECK_EQ((copy[0] = ss[0]).in.k[1], 9);
        CHECK((ss[0] = copy[0]).d == 1.5);
        CHECK_EQ(sizeof(ss[0]), sizeof(struct S));
        CHECK_EQ(sizeof ss[0].in.k, 8);
        CHECK_EQ(sizeof(vec_t), 12);
        CHECK_EQ(sizeof vv, 12 * THREADS);
        vv[0][2] = 6;
        CHECK_EQ(vv[0][2] + *vv[0], 6);
        CHECK_EQ(sizeof *ip, 4);
        CHECK_EQ(sizeof(a) / sizeof(a[0]), 4 * THREADS);
        CHECK_EQ(_Alignof(shared double), 8);
        a[3] = 3;
        CHECK_EQ(sw(3), 20);
        a[0] = 0;
        CHECK_EQ(fact(&a[0], 4), 24);
        CHECK_EQ(a[0], 10);
        CHECK_EQ(one(&a[0]), 10);
        a[nf()] = nf();
        CHECK_EQ(a[2]--, 2);
        a[0] = a[1] = a[2] = 8;
        CHECK_EQ(a[0] + a[1] + a[2], 24);
        CHECK_EQ(-a[0] + +a[1] - !a[2] + ~a[0], -9);
        CHECK_EQ((a[0] > 3 && a[1] < 9) || a[2], 1);
        int i = 0;
        a[i++] = 0;
        CHECK_EQ(i, 1);
        i = (a[0] = 1, a[1] = 2) + 1;
        CHECK_EQ(i, 3);
        const char *s = "upc_forall(shared int MYTHREAD)";
        CHECK_EQ(s[0], 'u');
        strs[0] = 0;
        CHECK(strs[0] == NULL);
        int *lp = (int *)&a[0], *lq = (int *)a;
        CHECK(lp == lq);
        lp = (int *)(shared[] int *)&a[0];
        *lp = 77;
        CHECK_EQ(a[0], 77);
        CHECK_EQ(*(int *)&a[0], 77);
        CHECK_EQ(((int *)a)[0], 77);
        void *vp = (void *)a;
        CHECK(vp == lp);
        CHECK_EQ(((struct S *)&ss[0])->in.k[0], 8);
        goto in;
    in:
        if (a[0])
            upc_fence;
        else
            a[0] = 1;
        do
            a[0]--;
        while (a[0] > 70);
        CHECK_EQ(a[0], 70);
        void *lab = &&out;
        goto *lab;
    out:;
        double dd = a[0] / 4.0;
        float ff = a[0];
        long double ld = dd * a[0];
        CHECK(dd == 17.5 && ff == 70 && ld == 1225);
        unsigned char uc = a[0] + 200;
        CHECK_EQ(uc, 14);
        a[1] = dd - 13.51;
        CHECK_EQ(a[1], 3);
        a[1] += 0.5;
        CHECK_EQ(a[1], 3);
        a[1] <<= 2;
        a[1] %= 5;
        CHECK_EQ(a[1], 2);
        a[1] ^= a[1];
        CHECK(!a[1]);
        int m[2][3] = {{a[0], a[1]}, [1][2] = a[0]};
        CHECK_EQ(m[1][2], 70);
        int idx[3] = {[0 ... 2] = 1};
        CHECK_EQ(a[idx[a[1]]], 0);
        plain_fn()[1] = a[0];
        CHECK_EQ(plain_fn()[1], 70);
        __asm__ volatile("" : "=r"(i) : "0"(a[0]));
        CHECK_EQ(i, 70);
        {
            struct H {
                int x;
            } local = {a[0]};
            CHECK_EQ(local.x, 70);
        }
        enum { Q = sizeof(b[0]) * 2 };
        int qa[Q];
        CHECK_EQ(sizeof qa, 32);
        (void)fpt;
        ip = (shared[] int *)&b[0];
        ip += 2;
        ip[1] = 4;
        CHECK_EQ(b[3], 4);
        CHECK_EQ(ip - (shared[] int *)&b[0], 2);
        CHECK(ip > (shared[] int *)b);
        for (shared int *w = a; w != a + 3; ++w)
            *w = w - a;
        CHECK_EQ(a[2], 2);
        for (int k = 0, j = a[2]; k < j; k++, j--)
            a[k] = j;
        CHECK_EQ(a[0], 2);
        unsigned long ul = 1;
        CHECK_EQ(a[ul], 1);
        CHECK_EQ(*(a + ul), 1);
        unsigned u3 = 3;
        CHECK((&a[3] - u3) == a);
        short sh = -1;
        CHECK(&a[1] + sh == a);
        size_t z = 0;
        CHECK_EQ(*(&a[1] - (z + 1)), 2);
        CHECK_EQ((a + 1)[-1], 2);
        CHECK_EQ((&b[3])[-3] = 6, 6);
    }
    upc_barrier;
    upc_forall (int i = 0; i < 3; i++; i) {
        switch (i) {
        case 0:
            continue;
        case 1:
            goto end;
        default:;
        }
    end:;
    }
    int cnt = 0;
    upc_forall (int i = 0; i < 4 * THREADS; i++; b + i) {
        for (int j = 0; j < 3; j++) {
            if (j == 1)
                continue;
            if (j == 2)
                break;
            cnt++;
        }
    }
    CHECK_EQ(cnt, 4);
    if (MYTHREAD)
        upc_barrier 4;
    else
        upc_barrier;
    {
        upc_notify;
        upc_wait;
    }
#define LOOP(x)                                                                                              \
    upc_forall (x = 0; x < 2 * THREADS; x++; x)                                                              \
    cnt++
    int x;
    LOOP(x);
    CHECK_EQ(cnt, 6);
    return 0;
}