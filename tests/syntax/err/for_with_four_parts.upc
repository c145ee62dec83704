shared int a[THREADS];
void f(void)
{
    for (int i = 0; i < THREADS; i++; &a[i]) /* error: 'for' has three parts */
        a[i] = i;
}
