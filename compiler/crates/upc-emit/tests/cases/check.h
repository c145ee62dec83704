/* A failed check prints its line and makes the program fail. */
extern int printf(const char *, ...);
extern void abort(void);
#define CHECK(condition)                                                                   \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                               \
      abort();                                                                             \
    }                                                                                      \
  } while (0)
#define CHECK_EQ(got, want)                                                                \
  do {                                                                                     \
    long got_ = (long)(got), want_ = (long)(want);                                         \
    if (got_ != want_) {                                                                   \
      printf("%s:%d: %s is %ld, expected %ld\n", __FILE__, __LINE__, #got, got_, want_);   \
      abort();                                                                             \
    }                                                                                      \
  } while (0)
