// Lists of pointers-to-shared are handed to functions that only read them.
#include <bupc_extensions.h>
#include <stddef.h>
shared void *where[4];
shared [] int *blocks[4];
extern size_t total(shared [] const int *const *list, size_t n);
extern void names(shared void *const *list);
void f(void *to)
{
    void *into[1] = {to};
    shared const void *const *reading = where;
    bupc_memget_ilist(1, into, 8, 1, where, 8);
    names(where);
    (void)total(blocks, 4);
    (void)reading;
}
