// All errors of a file come in one run.
int a = ; /* error: expected */
int fine;
void f(void)
{
    int b = 3 +; /* error: expected */
    upc_barrier;
    if (fine { /* error: expected */
        fine = 1;
    }
}
int THREADS; /* error: THREADS */
