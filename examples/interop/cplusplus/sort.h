/* The interface of sort.cc for C: functions on private memory. */
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void sort(double *keys, size_t n);
/* The index of the first key that is not below `least`; n if there is none. */
size_t lower_bound(const double *keys, size_t n, double least);
int is_sorted(const double *keys, size_t n);
#ifdef __cplusplus
}
#endif
