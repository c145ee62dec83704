// A library of UPC functions with a header, as larger programs are laid out: typedefs, inline
// functions, macros.
#include "check.h"
#include "vector.h"

int main(void)
{
    vector_t v = vector_new(10 * THREADS + 3);
    vector_fill(&v, 2);
    CHECK_EQ(vector_sum(&v), 2 * (10 * THREADS + 3));
    if (MYTHREAD == 0)
        VECTOR_AT(&v, 10 * THREADS + 2) = 7;
    upc_barrier;
    CHECK_EQ(vector_get(&v, 10 * THREADS + 2), 7);
    CHECK_EQ(vector_sum(&v), 2 * (10 * THREADS + 3) + 5);
    CHECK_EQ(vectors_made, 1);
    vector_delete(&v);
    CHECK(v.data == NULL);
    check_done();
    return 0;
}
