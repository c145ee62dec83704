# -Wextra says nothing about a case whose comment says that it falls through; asked for by name, the warning comes.
cat >a.c <<'C'
int f(int n) {
  int sum = 0;
  switch (n) {
  case 1:
    sum++;
    /* fallthrough */
  default:
    sum++;
  }
  return sum;
}
C
"$UPCC" -Wall -Wextra -c a.c 2>err
test ! -s err
cat >b.c <<'C'
int f(int n) {
  int sum = 0;
  switch (n) {
  case 1:
    sum++;
    __attribute__((fallthrough));
  default:
    sum++;
  }
  return sum;
}
C
"$UPCC" -Wextra -Werror=implicit-fallthrough -c b.c 2>err
test ! -s err
