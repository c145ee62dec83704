shared [4] int a[8 * THREADS];
// <- keyword
//          ^ type
//                   ^ constant.builtin

int main(void) {
  upc_forall (int i = 0; i < 8 * THREADS; i++; &a[i]) a[i] = MYTHREAD;
  // <- keyword
  //                                                         ^ constant.builtin
  upc_barrier;
  // <- keyword
  return upc_threadof(&a[3]) != 3 % THREADS;
  //     ^ function
}
