/* The main program of the UPC forms, which define NAME, IMAGE(i, j), EDGES(i, j), prepare() and sobel(). */
static shared long wrongs[THREADS];

int main(void) {
  static struct measure m = {NAME, 0};
  prepare();
  upc_barrier;
  for (int i = MYTHREAD; i < N; i += THREADS)
    for (int j = 0; j < N; j++)
      IMAGE(i, j) = sobel_pixel(i, j);
  for (int round = app_rounds(); round > 0; round--) {
    upc_barrier;
    double start = now_ns();
    sobel();
    upc_barrier;
    measure_add(&m, start, (long)N * N);
  }
  long wrong = 0;
  for (int i = 1; i < N - 1; i++)
    if (i % THREADS == MYTHREAD)
      for (int j = 1; j < N - 1; j++)
        wrong += EDGES(i, j) != sobel_expected(i, j);
  wrongs[MYTHREAD] = wrong;
  upc_barrier;
  if (MYTHREAD != 0)
    return 0;
  for (int t = 1; t < THREADS; t++)
    wrong += wrongs[t];
  return app_end(&m, wrong);
}
