/* The reductions of one type: included by reduce.c for each SUFFIX, TYPE, INTEGRAL. */

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define NAME(stem) PASTE(stem, SUFFIX)
#define TEXT_(suffix) #suffix
#define TEXT(suffix) TEXT_(suffix)

typedef TYPE NAME(function_)(TYPE, TYPE);

/* a op b, converted to TYPE as an assignment does. */
static TYPE NAME(combine_)(TYPE a, TYPE b, int op, NAME(function_) * func) {
  switch (op) {
  case UPC_ADD:
    return (TYPE)(a + b);
  case UPC_MULT:
    return (TYPE)(a * b);
#if INTEGRAL
  case UPC_AND:
    return (TYPE)(a & b);
  case UPC_OR:
    return (TYPE)(a | b);
  case UPC_XOR:
    return (TYPE)(a ^ b);
#endif
  case UPC_LOGAND:
    return a && b;
  case UPC_LOGOR:
    return a || b;
  case UPC_MIN:
    return a < b ? a : b;
  case UPC_MAX:
    return a > b ? a : b;
  default:
    return func(a, b);
  }
}

/* Folds v[0..n) into acc. The usual operations have a loop of their own that vectorises. */
static TYPE NAME(fold_)(TYPE acc, const TYPE *v, size_t n, int op, NAME(function_) * func) {
  switch (op) {
  case UPC_ADD:
    for (size_t i = 0; i < n; i++)
      acc = (TYPE)(acc + v[i]);
    return acc;
  case UPC_MIN:
    for (size_t i = 0; i < n; i++)
      acc = acc < v[i] ? acc : v[i];
    return acc;
  case UPC_MAX:
    for (size_t i = 0; i < n; i++)
      acc = acc > v[i] ? acc : v[i];
    return acc;
  default:
    for (size_t i = 0; i < n; i++)
      acc = NAME(combine_)(acc, v[i], op, func);
    return acc;
  }
}

/* The calling thread's elements; false if it has none. */
static bool NAME(fold_own_)(const struct view *view, int op, NAME(function_) * func, TYPE *result) {
  bool any = false;
  size_t length;
  for (size_t i = next_own(view, 0); i < view->nelems; i = next_own(view, i + length)) {
    const TYPE *v = upcr_local(run_at(view, i, &length));
    *result = any ? NAME(fold_)(*result, v, length, op, func) : NAME(fold_)(v[0], v + 1, length - 1, op, func);
    any = true;
  }
  return any;
}

/* The partial results of all threads, on the thread of the result. */
static void NAME(fold_partials_)(upcr_pts_t dst, int op, NAME(function_) * func) {
  bool any = false;
  TYPE result = 0;
  for (int t = 0; t < upcr_self.threads; t++) {
    TYPE partial;
    if (!upcr_word_load(upcr_header_pts(t, has_partial)))
      continue;
    void *at = upcr_reach(upcr_header_pts(t, partial));
    if (at)
      memcpy(&partial, at, sizeof partial);
    else
      upcr_net->get(&partial, upcr_header_pts(t, partial), sizeof partial, UPCR_MEMORY_HOST);
    result = any ? NAME(combine_)(result, partial, op, func) : partial;
    any = true;
  }
  upcr_putb(dst, &result, sizeof result);
}

/* Goes through all elements in order on one thread. With `prefix` set each result so far is stored there; gives the last. */
static TYPE NAME(scan_)(const struct view *view, const struct view *prefix, int op, NAME(function_) * func) {
  TYPE buffer[CHUNK_BYTES / sizeof(TYPE)], acc = 0;
  size_t chunk;
  for (size_t i = 0; i < view->nelems; i += chunk) {
    upcr_pts_t at = run_at(view, i, &chunk);
    if (chunk > sizeof buffer / sizeof *buffer)
      chunk = sizeof buffer / sizeof *buffer;
    upcr_getb(buffer, at, chunk * sizeof *buffer);
    for (size_t k = 0; k < chunk; k++)
      buffer[k] = acc = i + k == 0 ? buffer[0] : NAME(combine_)(acc, buffer[k], op, func);
    if (prefix) {
      size_t unused;
      upcr_putb(run_at(prefix, i, &unused), buffer, chunk * sizeof *buffer);
    }
  }
  return acc;
}

void NAME(upc_all_reduce)(upcr_ppts_t dst, upcr_ppts_t src, int op, size_t nelems, size_t blk_size,
                          NAME(function_) * func, int flags) {
  const struct view view = make_view(src, nelems, blk_size, sizeof(TYPE));
  const struct upcr_coll call = make_call(UPCR_ALL_REDUCE, flags, dst, src, op, nelems, blk_size);
  bool stores = upcr_thread(dst.p) == (unsigned long)upcr_self.mythread && nelems > 0;
  check_op(op, INTEGRAL, func != 0, "upc_all_reduce" TEXT(SUFFIX));
  upcr_coll_enter(&call);
  if (op == OP_NONCOMM_FUNC) {
    if (stores) {
      TYPE result = NAME(scan_)(&view, 0, op, func);
      upcr_putb(dst.p, &result, sizeof result);
    }
    upcr_coll_leave(&call);
    return;
  }
  struct upcr_segment_header *own = upcr_segment_header(upcr_self.mythread);
  TYPE partial = 0;
  own->has_partial = NAME(fold_own_)(&view, op, func, &partial);
  memcpy(own->partial, &partial, sizeof partial);
  upcr_coll_step(&call);
  if (stores)
    NAME(fold_partials_)(dst.p, op, func);
  upcr_coll_step(&call); /* whatever the exit mode: the partial results are read until here */
}

void NAME(upc_all_prefix_reduce)(upcr_ppts_t dst, upcr_ppts_t src, int op, size_t nelems, size_t blk_size,
                                 NAME(function_) * func, int flags) {
  const struct view view = make_view(src, nelems, blk_size, sizeof(TYPE));
  const struct view prefix = make_view(dst, nelems, blk_size, sizeof(TYPE));
  const struct upcr_coll call = make_call(UPCR_ALL_PREFIX_REDUCE, flags, dst, src, op, nelems, blk_size);
  check_op(op, INTEGRAL, func != 0, "upc_all_prefix_reduce" TEXT(SUFFIX));
  check_alike(&view, &prefix);
  upcr_coll_enter(&call);
  if (upcr_thread(src.p) == (unsigned long)upcr_self.mythread)
    NAME(scan_)(&view, &prefix, op, func);
  upcr_coll_leave(&call);
}

#undef PASTE_
#undef PASTE
#undef NAME
#undef TEXT_
#undef TEXT
#undef SUFFIX
#undef TYPE
#undef INTEGRAL
