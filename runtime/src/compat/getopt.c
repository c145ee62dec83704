/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
/* getopt(3) for each UPC thread, with GNU's permutation, long options and messages.
 *
 * Generated code accesses each thread's optarg, optind, opterr and optopt through __upcr_addr_*
 * (docs/abi.md section 5). Code of another compiler sees the C library's variables, which hold the
 * values of the last call in the process. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"

#define WEAK __attribute__((weak))

enum order { PERMUTE, REQUIRE_ORDER, RETURN_IN_ORDER };

/* The public variables of a thread. */
static UPCR_PER_THREAD char *my_arg;
static UPCR_PER_THREAD int my_ind = 1, my_err = 1, my_opt = '?';

void *__upcr_addr_optarg(void);
void *__upcr_addr_optind(void);
void *__upcr_addr_opterr(void);
void *__upcr_addr_optopt(void);
WEAK void *__upcr_addr_optarg(void) { return &my_arg; }
WEAK void *__upcr_addr_optind(void) { return &my_ind; }
WEAK void *__upcr_addr_opterr(void) { return &my_err; }
WEAK void *__upcr_addr_optopt(void) { return &my_opt; }

/* A thread's position in its arguments. */
static UPCR_PER_THREAD struct {
  bool started;
  enum order order;
  char *cluster;              /* the rest of an element with short options, or null */
  int passed_from, passed_to; /* skipped operands: argv[from..to) */
} scan;

struct call {
  int argc;
  char **argv;
  const char *shorts; /* without the character that chooses the order */
  const struct option *longs;
  int *long_index;
  bool long_only;
};

static bool quiet(const struct call *c) { return c->shorts[0] == ':' || my_err == 0; }

static int missing_argument(const struct call *c) { return c->shorts[0] == ':' ? ':' : '?'; }

static bool is_operand(const char *word) { return word[0] != '-' || word[1] == '\0'; }

static void start(const char **shorts) {
  if (!scan.started || my_ind == 0) {
    if (my_ind == 0)
      my_ind = 1;
    scan.started = true;
    scan.cluster = 0;
    scan.passed_from = scan.passed_to = my_ind;
    scan.order = **shorts == '-'                                ? RETURN_IN_ORDER
                 : **shorts == '+' || getenv("POSIXLY_CORRECT") ? REQUIRE_ORDER
                                                                : PERMUTE;
  }
  if (**shorts == '-' || **shorts == '+')
    ++*shorts;
}

static void reverse(char **argv, int from, int to) {
  for (to--; from < to; from++, to--) {
    char *word = argv[from];
    argv[from] = argv[to];
    argv[to] = word;
  }
}

/* Moves the skipped operands behind the options after them. */
static void move_operands(const struct call *c) {
  int options = my_ind - scan.passed_to;
  reverse(c->argv, scan.passed_from, scan.passed_to);
  reverse(c->argv, scan.passed_to, my_ind);
  reverse(c->argv, scan.passed_from, my_ind);
  scan.passed_from += options;
  scan.passed_to = my_ind;
}

/* The program may have decreased optind. */
static void forget_what_is_ahead(void) {
  if (scan.passed_to > my_ind)
    scan.passed_to = my_ind;
  if (scan.passed_from > my_ind)
    scan.passed_from = my_ind;
}

static void settle_operands(const struct call *c) {
  if (scan.passed_from == scan.passed_to)
    scan.passed_from = scan.passed_to = my_ind;
  else if (scan.passed_to != my_ind)
    move_operands(c);
}

static int finish(void) {
  if (scan.passed_from != scan.passed_to)
    my_ind = scan.passed_from;
  return -1;
}

/* Goes to the next element with an option. Returns 0, or getopt's result if there is none. */
static int next_element(const struct call *c) {
  forget_what_is_ahead();
  if (scan.order == PERMUTE) {
    settle_operands(c);
    while (my_ind < c->argc && is_operand(c->argv[my_ind]))
      my_ind++;
    scan.passed_to = my_ind;
  }
  if (my_ind < c->argc && strcmp(c->argv[my_ind], "--") == 0) {
    my_ind++;
    settle_operands(c);
    scan.passed_to = my_ind = c->argc;
  }
  if (my_ind >= c->argc)
    return finish();
  if (!is_operand(c->argv[my_ind]))
    return 0;
  if (scan.order == REQUIRE_ORDER)
    return -1;
  my_arg = c->argv[my_ind++];
  return 1;
}

static const char *short_option(const struct call *c, char letter) {
  return letter == ':' || letter == ';' ? 0 : strchr(c->shorts, letter);
}

static bool same_meaning(const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

static void list_candidates(const struct call *c, const char *prefix, const char *name,
                            size_t length) {
  fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", c->argv[0], prefix, name);
  for (const struct option *o = c->longs; o->name; o++)
    if (strncmp(o->name, name, length) == 0)
      fprintf(stderr, " '%s%s'", prefix, o->name);
  fputc('\n', stderr);
}

/* The option whose name is `name`, or begins so and no other does; else null. */
static const struct option *long_option(const struct call *c, const char *name, size_t length,
                                        bool *ambiguous) {
  const struct option *found = 0;
  *ambiguous = false;
  for (const struct option *o = c->longs; o->name; o++) {
    if (strncmp(o->name, name, length) != 0)
      continue;
    if (strlen(o->name) == length) {
      *ambiguous = false;
      return o;
    }
    if (!found)
      found = o;
    else if (c->long_only || !same_meaning(found, o))
      *ambiguous = true;
  }
  return found;
}

static int refuse_long(const struct call *c, const char *what, const char *prefix, const char *name,
                       int value, int result) {
  if (!quiet(c))
    fprintf(stderr, what, c->argv[0], prefix, name);
  my_opt = value;
  return result;
}

/* Takes the option's argument: after '=' or the next element. Returns 0, or getopt's result. */
static int long_argument(const struct call *c, const struct option *o, const char *prefix,
                         char *after) {
  if (*after == '=') {
    if (o->has_arg == no_argument)
      return refuse_long(c, "%s: option '%s%s' doesn't allow an argument\n", prefix, o->name,
                         o->val, '?');
    my_arg = after + 1;
  } else if (o->has_arg == required_argument) {
    if (my_ind >= c->argc)
      return refuse_long(c, "%s: option '%s%s' requires an argument\n", prefix, o->name, o->val,
                         missing_argument(c));
    my_arg = c->argv[my_ind++];
  }
  return 0;
}

enum { NOT_LONG = -2 };

/* Handles the long option `text`; optind is behind its element. NOT_LONG: it may be short
 * options. */
static int take_long(const struct call *c, char *text, const char *prefix) {
  size_t length = strcspn(text, "=");
  bool ambiguous;
  const struct option *o = long_option(c, text, length, &ambiguous);
  if (ambiguous) {
    if (!quiet(c))
      list_candidates(c, prefix, text, length);
    my_opt = 0;
    return '?';
  }
  if (!o) {
    if (c->long_only && strcmp(prefix, "-") == 0 && short_option(c, text[0]))
      return NOT_LONG;
    return refuse_long(c, "%s: unrecognized option '%s%s'\n", prefix, text, 0, '?');
  }
  scan.cluster = 0;
  int refused = long_argument(c, o, prefix, text + length);
  if (refused)
    return refused;
  if (c->long_index)
    *c->long_index = (int)(o - c->longs);
  if (!o->flag)
    return o->val;
  *o->flag = o->val;
  return 0;
}

static int refuse_short(const struct call *c, const char *what, char letter, int result) {
  if (!quiet(c))
    fprintf(stderr, what, c->argv[0], letter);
  my_opt = letter;
  return result;
}

/* Takes the rest of the element, or the next one, as the argument of `letter`; 0 if there is
 * none. */
static char *word_of(const struct call *c, char *left) {
  if (*left == '\0' && my_ind + 1 >= c->argc) {
    my_ind++;
    return 0;
  }
  char *word = *left ? left : c->argv[my_ind + 1];
  my_ind += *left ? 1 : 2;
  return word;
}

static const char needs_argument[] = "%s: option requires an argument -- '%c'\n";

/* "W;" in the short options makes -W name mean --name. */
static int take_w(const struct call *c, char *left) {
  char *word = word_of(c, left);
  scan.cluster = 0;
  if (!word)
    return refuse_short(c, needs_argument, 'W', missing_argument(c));
  return take_long(c, word, "-W ");
}

static int take_short(const struct call *c) {
  char letter = *scan.cluster++, *left = scan.cluster;
  const char *known = short_option(c, letter);
  bool last = *left == '\0';
  if (!known || known[1] != ':') {
    if (known && known[1] == ';' && letter == 'W' && c->longs)
      return take_w(c, left);
    if (last) {
      scan.cluster = 0;
      my_ind++;
    }
    return known ? letter : refuse_short(c, "%s: invalid option -- '%c'\n", letter, '?');
  }
  scan.cluster = 0;
  if (known[2] == ':') { /* optional: in the same element only */
    my_arg = last ? 0 : left;
    my_ind++;
    return letter;
  }
  my_arg = word_of(c, left);
  return my_arg ? letter : refuse_short(c, needs_argument, letter, missing_argument(c));
}

/* With getopt_long_only "-name" is long unless it is one short option. */
static bool may_be_long(const struct call *c, const char *word) {
  return c->long_only && (word[2] != '\0' || !short_option(c, word[1]));
}

static int take_element(const struct call *c) {
  char *word = c->argv[my_ind];
  if (c->longs && (word[1] == '-' || may_be_long(c, word))) {
    bool dashes = word[1] == '-';
    my_ind++;
    int result = take_long(c, word + (dashes ? 2 : 1), dashes ? "--" : "-");
    if (result != NOT_LONG)
      return result;
    my_ind--;
  }
  scan.cluster = word + 1;
  return take_short(c);
}

/* Copies the variables to the C library's, for code of another compiler: the last call wins. */
static void show_to_others(void) {
  __atomic_store_n(&optarg, my_arg, __ATOMIC_RELAXED);
  __atomic_store_n(&optind, my_ind, __ATOMIC_RELAXED);
  __atomic_store_n(&optopt, my_opt, __ATOMIC_RELAXED);
}

static int get_option(struct call *c) {
  if (c->argc < 1)
    return -1;
  my_arg = 0;
  start(&c->shorts);
  int result = 0;
  if (scan.cluster && *scan.cluster)
    result = take_short(c);
  else {
    result = next_element(c);
    if (result == 0)
      result = take_element(c);
  }
  show_to_others();
  return result;
}

WEAK int getopt(int argc, char *const argv[], const char *shorts) {
  struct call c = {.argc = argc, .argv = (char **)argv, .shorts = shorts};
  return get_option(&c);
}

WEAK int getopt_long(int argc, char *const argv[], const char *shorts, const struct option *longs,
                     int *index) {
  struct call c = {
      .argc = argc, .argv = (char **)argv, .shorts = shorts, .longs = longs, .long_index = index};
  return get_option(&c);
}

WEAK int getopt_long_only(int argc, char *const argv[], const char *shorts,
                          const struct option *longs, int *index) {
  struct call c = {argc, (char **)argv, shorts, longs, index, true};
  return get_option(&c);
}
