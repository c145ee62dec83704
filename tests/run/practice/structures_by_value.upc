// Whole structures: returned, passed, nested in arrays, self-assigned, with padding, with a
// flexible array at the end.
#include "check.h"
#include <string.h>

typedef struct { char tag; double x, y; char name[5]; } point_t;
typedef struct { int n; int v[]; } list_t;
shared point_t points[2 * THREADS];
shared struct { point_t corner[2]; short id; } boxes[THREADS];

static point_t make(double x) { return (point_t){'p', x, -x, "abc"}; }
static double sum(point_t p) { return p.x + p.y + p.tag; }
static void move(shared point_t *p, double dx) { p->x += dx; }

int main(void)
{
    int t = (MYTHREAD + 1) % THREADS;
    points[t] = make(t);
    points[t + THREADS] = points[t];
    move(&points[t + THREADS], 0.5);
    CHECK(sum(points[t + THREADS]) == 'p' + 0.5);
    points[t] = points[t];
    boxes[t].corner[1] = points[t];
    boxes[t].corner[0] = make(9);
    boxes[t].id = -t;
    upc_barrier;
    point_t mine = boxes[MYTHREAD].corner[1];
    CHECK(mine.x == MYTHREAD && mine.y == -MYTHREAD && strcmp(mine.name, "abc") == 0);
    CHECK(boxes[MYTHREAD].corner[0].x == 9 && boxes[MYTHREAD].id == -MYTHREAD);
    CHECK_EQ(boxes[MYTHREAD].corner[0].name[2], 'c');
    CHECK(make(3).x == 3 && (points[t], points[t]).tag == 'p');

    shared list_t *list = upc_alloc(sizeof(list_t) + 10 * sizeof(int));
    list->n = 10;
    for (int i = 0; i < list->n; i++)
        list->v[i] = i * i;
    CHECK_EQ(list->v[9], 81);
    CHECK_EQ(((list_t *)list)->v[3], 9);
    upc_free(list);
    check_done();
    return 0;
}
