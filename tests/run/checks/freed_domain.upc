// cflags: -g
// conformance: ATOM-7.6.4.2-U1
// threads: 1 2
// status: nonzero
// expect-nothing
// stderr: thread \d: .*freed_domain\.upc:16: atomic operation in an atomicity domain that was freed
#include <upc_relaxed.h>
#include <upc_atomic.h>

shared int x;
int main(void) {
  int one = 1;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
  upc_atomic_relaxed(domain, NULL, UPC_ADD, &x, &one, NULL);
  upc_all_atomicdomain_free(domain);
  upc_atomic_relaxed(domain, NULL, UPC_ADD, &x, &one, NULL);
  upc_barrier;
  return 0;
}
