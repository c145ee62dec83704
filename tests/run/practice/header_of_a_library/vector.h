#ifndef VECTOR_H
#define VECTOR_H
#include <upc_relaxed.h>
#include <stddef.h>

#define VECTOR_BLOCK 4
typedef shared [VECTOR_BLOCK] int *vector_data_t;
typedef struct { vector_data_t data; size_t size; } vector_t;
#define VECTOR_AT(v, i) ((v)->data[i])
extern int vectors_made;

vector_t vector_new(size_t size);
void vector_fill(vector_t *v, int value);
long vector_sum(const vector_t *v);
void vector_delete(vector_t *v);
static inline int vector_get(const vector_t *v, size_t i) { return v->data[i]; }
#endif
