// threads: 1 2 3
// A loop that finds its row by a pointer in private memory, and changes that pointer by its name or
// as a part of a structure: the row must be found again.
#include <stdio.h>
#include <upc_relaxed.h>

#define N 64

static shared [] double here[N], there[N];

int main(void) {
  if (MYTHREAD == 0)
    for (int i = 0; i < N; i++)
      here[i] = 1, there[i] = 2;
  upc_barrier;
  shared [] double *p = here, **pp = &p;
  double found = 0, expected = N + N / 2;
  for (int j = 0; j < N; j++) {
    found += pp[0][j];
    if (j == N / 2 - 1)
      p = there;
  }
  if (found != expected)
    printf("pointer: %g, not %g\n", found, expected);
  struct rows {
    shared [] double *row;
  } one = {here}, two = {there}, *r = &one;
  double in_structure = 0;
  for (int j = 0; j < N; j++) {
    in_structure += r->row[j];
    if (j == N / 2 - 1)
      one = two;
  }
  if (in_structure != expected)
    printf("structure: %g, not %g\n", in_structure, expected);
  upc_barrier;
  if (MYTHREAD == 0 && found == expected && in_structure == expected)
    puts("ok");
  return 0;
}
