// conformance: ENV-3.4.2-S1 ENV-5.1.2-S1
#include "check.h"

int tentative;
static int initialised = 5;
char text[] = "private";
int *pointer = &initialised;

static int count(void)
{
    static int calls;
    return ++calls;
}

int main(void)
{
    CHECK_EQ(tentative, 0);
    CHECK_EQ(initialised, 5);
    CHECK_EQ(text[0], 'p');
    CHECK(pointer == &initialised);
    tentative = MYTHREAD + 1;
    initialised += MYTHREAD;
    text[0] = 'a' + MYTHREAD;
    for (int i = 0; i < MYTHREAD; i++)
        count();
    upc_barrier;
    CHECK_EQ(tentative, MYTHREAD + 1);
    CHECK_EQ(*pointer, 5 + MYTHREAD);
    CHECK_EQ(text[0], 'a' + MYTHREAD);
    CHECK_EQ(count(), MYTHREAD + 1);
    check_done();
    return 0;
}
