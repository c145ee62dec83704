#include "vector.h"

int vectors_made;
static shared long partial[THREADS];

vector_t vector_new(size_t size)
{
    vector_t v = {.size = size};
    size_t blocks = (size + VECTOR_BLOCK - 1) / VECTOR_BLOCK;
    v.data = (vector_data_t)upc_all_alloc(blocks, VECTOR_BLOCK * sizeof(int));
    vectors_made++;
    return v;
}

void vector_fill(vector_t *v, int value)
{
    upc_forall (size_t i = 0; i < v->size; i++; &v->data[i])
        v->data[i] = value;
    upc_barrier;
}

long vector_sum(const vector_t *v)
{
    long sum = 0;
    partial[MYTHREAD] = 0;
    upc_forall (size_t i = 0; i < v->size; i++; &v->data[i])
        partial[MYTHREAD] += v->data[i];
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        sum += partial[t];
    upc_barrier;
    return sum;
}

void vector_delete(vector_t *v)
{
    upc_all_free(v->data);
    v->data = NULL;
}
