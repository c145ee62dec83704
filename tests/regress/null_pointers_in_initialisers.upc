// Null pointers-to-shared with a phase among initialisers whose braces are left out, or that have
// braces of their own.
#include "check.h"

typedef shared [5] int *blocked;
struct s { blocked p; int a; struct { shared void *g; short c; } in; };
shared [5] int e[5 * THREADS];

#define VALUES {0, 7, 0, 9, 0, 8, {NULL, 10}}
shared [] struct s far[2] = VALUES;
struct s mine[2] = VALUES;
static struct s whole = {0, 1, 0, 2};
struct s designated[2] = {[1].p = 0, 4, 0, 5}, nested[2] = {[1] = {0, 4, {0, 5}}};
struct { struct s in[2]; int last; } deep = {0, 7, 0, 9, 0, 8, 0, 10, 3};

blocked braced = {0};
static blocked several[3] = {{0}, {&e[1]}, 0};
struct s of_braces = {{0}, 3};
blocked *literal = &(blocked){0};

static void check(struct s *v)
{
    CHECK(!v[0].p && v[0].a == 7 && !v[0].in.g && v[0].in.c == 9);
    CHECK(!v[1].p && v[1].a == 8 && !v[1].in.g && v[1].in.c == 10);
}

int main(void)
{
    struct s local[2] = VALUES, copy[2] = {far[0], far[1]};
    check(mine);
    check(local);
    check(copy);
    check((struct s[2])VALUES);
    check(deep.in);
    CHECK(deep.last == 3 && whole.a == 1 && whole.in.c == 2);
    CHECK(designated[1].a == 4 && designated[1].in.c == 5 && nested[1].a == 4 &&
          nested[1].in.c == 5);

    blocked q = {0}, r = {&e[3]}, t[2] = {{r}, {0}};
    CHECK(!braced && !several[0] && several[1] == &e[1] && !several[2] && of_braces.a == 3 &&
          !*literal);
    CHECK(!q && r == &e[3] && t[0] == r && !t[1]);
    blocked *changed = &(blocked){r};
    ++*changed;
    CHECK(*changed == &e[4] && !(blocked){0} && (blocked){&e[2]} == &e[2]);
    check_done();
    return 0;
}
