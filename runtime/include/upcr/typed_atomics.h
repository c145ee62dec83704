/* Declares atomics that have a function for each type and order: of <bupc_extensions.h> and <upc_ext_atomics.h>. Each gives the
 * value before. No guard: the includer undefines the macros with upcr/typed_atomics_end.h. Names are passed whole:
 * <complex.h> makes I a macro, and programs others. */
#define upcr_atomic_access_(NAME, T, order)                                                                            \
  T NAME##_read_##order(shared void *ptr);                                                                             \
  void NAME##_set_##order(shared void *ptr, T val);                                                                    \
  T NAME##_swap_##order(shared void *ptr, T val);                                                                      \
  T NAME##_cswap_##order(shared void *ptr, T oldval, T newval);
#define upcr_atomic_add_(NAME, T, order) T NAME##_fetchadd_##order(shared void *ptr, T op);
#define upcr_atomic_bits_(NAME, T, order)                                                                              \
  T NAME##_fetchand_##order(shared void *ptr, T op);                                                                   \
  T NAME##_fetchor_##order(shared void *ptr, T op);                                                                    \
  T NAME##_fetchxor_##order(shared void *ptr, T op);                                                                   \
  T NAME##_fetchnot_##order(shared void *ptr);
#define upcr_atomic_masked_(NAME, T, order) T NAME##_mswap_##order(shared void *ptr, T mask, T val);
#define upcr_atomic_both_(WHAT, NAME, T) WHAT(NAME, T, strict) WHAT(NAME, T, relaxed)
#define upcr_atomic_pointer_(NAME, T) upcr_atomic_both_(upcr_atomic_access_, NAME, T)
#define upcr_atomic_floating_(NAME, T) upcr_atomic_pointer_(NAME, T) upcr_atomic_both_(upcr_atomic_add_, NAME, T)
#define upcr_atomic_integer_(NAME, T) upcr_atomic_floating_(NAME, T) upcr_atomic_both_(upcr_atomic_bits_, NAME, T)
#define upcr_atomic_maskable_(NAME, T) upcr_atomic_integer_(NAME, T) upcr_atomic_both_(upcr_atomic_masked_, NAME, T)
