/* Threads exchange data; then prints the host of each, in order: "host1 host1 host2". */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>

enum { NAME = 64, LARGE = 100000 };
shared [NAME] char names[THREADS][NAME];
shared [LARGE] char large[THREADS][LARGE];

int main(void)
{
    static char text[LARGE];
    char name[NAME] = "";
    int next = (MYTHREAD + 1) % THREADS;
    gethostname(name, sizeof name - 1);
    upc_memput(&names[MYTHREAD][0], name, NAME);
    memset(text, 'a' + MYTHREAD % 26, sizeof text);
    upc_memput(&large[next][0], text, sizeof text);
    upc_barrier;
    upc_memget(text, &large[(next + 1) % THREADS][0], sizeof text);
    for (int i = 0; i < LARGE; i++)
        if (text[i] != 'a' + next % 26) {
            fprintf(stderr, "thread %d: byte %d is %d\n", MYTHREAD, i, text[i]);
            upc_global_exit(1);
        }
    upc_barrier;
    if (MYTHREAD == 0)
        for (int t = 0; t < THREADS; t++) {
            upc_memget(name, &names[t][0], NAME);
            printf("%s%s", name, t + 1 < THREADS ? " " : "\n");
        }
    return 0;
}
