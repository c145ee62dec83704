// conformance: LANG-6.2-S1 LANG-6.7.1-S3
// Keywords, statements and operators work without any header.
// cflags: -fno-upc-pre-include
// expect: ok
extern int puts(const char *);

shared [2] int a[4 * THREADS];
strict shared int flag;
relaxed shared int count;

int main(void)
{
    int bad = 0, i;
    upc_forall (i = 0; i < 4 * THREADS; i++; &a[i])
        a[i] = i;
    upc_barrier;
    for (i = 0; i < 4 * THREADS; i++)
        bad += a[i] != i;
    if (MYTHREAD == 0)
        flag = count = 1;
    upc_notify 1;
    upc_wait 1;
    upc_fence;
    bad += upc_blocksizeof(a) != 2 || upc_elemsizeof(a) != sizeof(int) ||
           upc_localsizeof(a) < 4 * sizeof(int);
    if (MYTHREAD == 0 && !bad)
        puts("ok");
    return bad;
}
