/* Undefines what upcr/typed_atomics.h defines. */
#undef upcr_atomic_access_
#undef upcr_atomic_add_
#undef upcr_atomic_bits_
#undef upcr_atomic_masked_
#undef upcr_atomic_both_
#undef upcr_atomic_pointer_
#undef upcr_atomic_floating_
#undef upcr_atomic_integer_
#undef upcr_atomic_maskable_
