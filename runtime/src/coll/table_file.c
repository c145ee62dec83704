/* SPDX-License-Identifier: Apache-2.0 */
#include "table_file.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 400, WORDS = 6, RULES_MOST = 100000 };

struct reader {
  struct upcr_table *table;
  const struct upcr_table_machine *machine;
  int line;
  unsigned heads; /* which lines of heads[] were there */
  bool ended;
  char *why;
  size_t n;
};

static int fault(const struct reader *r, const char *what, const char *word) {
  snprintf(r->why, r->n, "line %d: %s '%s'", r->line, what, word);
  return -1;
}

static int number(const char *text, size_t *value) {
  char *end;
  *value = strtoul(text, &end, 10);
  return *text < '0' || *text > '9' || *end ? -1 : 0;
}

/* The lines before the rules: what must be equal for the table to be used. */
static int read_head(struct reader *r, int which, const char *value) {
  const struct upcr_table_machine *m = r->machine;
  char expected[sizeof m->processor];
  static const char *const stale[] = {
      "it has another form than this library reads", "it is for another processor",
      "it is for another number of processors",      "it is for another number of NUMA regions",
      "it is of a library with other algorithms",
  };
  switch (which) {
  case 0:
    snprintf(expected, sizeof expected, "%d", UPCR_TABLE_FORMAT);
    break;
  case 1:
    snprintf(expected, sizeof expected, "%s", m->processor);
    break;
  case 2:
    snprintf(expected, sizeof expected, "%d", m->processors);
    break;
  case 3:
    snprintf(expected, sizeof expected, "%d", m->regions);
    break;
  default:
    snprintf(expected, sizeof expected, "%08x", m->algorithms);
  }
  r->heads |= 1u << which;
  if (strcmp(value, expected) == 0)
    return 0;
  snprintf(r->why, r->n, "%s: '%s', not '%s'", stale[which], value, expected);
  return -1;
}

static const char *const heads[] = {"format", "processor", "processors", "regions", "algorithms"};
enum { HEADS = sizeof heads / sizeof *heads, ALL_HEADS = (1 << HEADS) - 1 };

static int add(struct upcr_table *table, struct upcr_rule rule) {
  if ((table->count & (table->count - 1)) == 0) { /* full: counts of a power of two */
    size_t room = table->count ? 2 * (size_t)table->count : 1;
    struct upcr_rule *rules = realloc(table->rules, room * sizeof *rules);
    if (!rules)
      return -1;
    table->rules = rules;
  }
  table->rules[table->count++] = rule;
  return 0;
}

static int read_rule(struct reader *r, char *word[]) {
  int operation = upcr_operation_find(word[0]), when = upcr_when_parse(word[3]);
  size_t bytes, threads;
  if (operation < 0)
    return fault(r, "there is no operation", word[0]);
  if (number(word[1], &bytes) != 0)
    return fault(r, "a number of bytes is expected, not", word[1]);
  if (number(word[2], &threads) != 0 || threads > 1 << 30)
    return fault(r, "a number of threads is expected, not", word[2]);
  if (when < 0)
    return fault(r,
                 "any, calm, free, spread, strong, loose, processes, pthreads or close (joined by "
                 "+) is expected, not",
                 word[3]);
  struct upcr_algorithm *algorithm = malloc(sizeof *algorithm);
  char detail[400];
  if (!algorithm || r->table->count == RULES_MOST)
    return free(algorithm), fault(r, "no room for", word[0]);
  if (upcr_algorithm_named((enum upcr_collective)operation, word[4], strlen(word[4]), algorithm,
                           detail, sizeof detail) != 0)
    return free(algorithm), fault(r, "the operation has no algorithm", word[4]);
  struct upcr_rule rule = {.operation = (enum upcr_collective)operation,
                           .most_bytes = bytes,
                           .most_threads = (int)threads,
                           .when = (unsigned)when,
                           .algorithm = algorithm->name,
                           .known = algorithm};
  if (add(r->table, rule) != 0)
    return free(algorithm), fault(r, "no room for", word[0]);
  return 0;
}

/* "region.latency 98.5", as costs.def names them. */
static int read_cost(struct reader *r, char *line) {
  const char *name = strtok(line, " \t"), *text = strtok(0, " \t");
  int parameter = name ? upcr_cost_parameter_find(name) : -1;
  char *end = 0;
  double value = text ? strtod(text, &end) : 0;
  if (parameter < 0)
    return fault(r, "the cost model has no parameter", name ? name : "");
  if (!text || *end || !(value > 0 && value < 1e12) || strtok(0, " \t"))
    return fault(r, "one number above 0 and below 1e12 is expected after", name);
  r->table->cost[parameter] = value;
  return 0;
}

/* Splits a rule's line; -1 if it has not five words. */
static int split(char *line, char *word[]) {
  int count = 0;
  for (char *w = strtok(line, " \t"); w && count < WORDS; w = strtok(0, " \t"))
    word[count++] = w;
  return count == WORDS - 1 ? 0 : -1;
}

static int read_line(struct reader *r, char *line) {
  char *word[WORDS];
  line[strcspn(line, "#\r\n")] = 0;
  line += strspn(line, " \t");
  for (size_t n = strlen(line); n && (line[n - 1] == ' ' || line[n - 1] == '\t'); n--)
    line[n - 1] = 0;
  if (!*line)
    return 0;
  if (r->ended)
    return fault(r, "nothing may follow 'end', as does", line);
  size_t n = strcspn(line, " \t");
  for (int i = 0; i < HEADS; i++)
    if (strlen(heads[i]) == n && memcmp(heads[i], line, n) == 0)
      return read_head(r, i, line + n + strspn(line + n, " \t"));
  if (strcmp(line, "end") == 0) {
    r->ended = true;
    return 0;
  }
  if (r->heads != ALL_HEADS)
    return fault(r, "format, processor, processors, regions and algorithms come first, not", line);
  if (n == 4 && memcmp(line, "cost", n) == 0)
    return read_cost(r, line + n);
  char whole[60];
  snprintf(whole, sizeof whole, "%s", line);
  if (split(line, word) != 0)
    return fault(r, "operation, most bytes, most threads, when and algorithm are expected, not",
                 whole);
  return read_rule(r, word);
}

static int read_all(struct reader *r, FILE *in) {
  char line[LINE];
  while (fgets(line, sizeof line, in)) {
    r->line++;
    if (!strchr(line, '\n') && !feof(in))
      return fault(r, "no line is so long:", "...");
    if (read_line(r, line) != 0)
      return -1;
  }
  if (r->ended && !ferror(in))
    return 0;
  snprintf(r->why, r->n, "line %d: it is cut off: its last line must be 'end'", r->line);
  return -1;
}

void upcr_table_free(struct upcr_table *table) {
  for (int i = 0; i < table->count; i++)
    free((void *)(uintptr_t)table->rules[i].known);
  free(table->rules);
  *table = (struct upcr_table){0};
}

int upcr_table_read(struct upcr_table *table, FILE *in, const struct upcr_table_machine *machine,
                    char *why, size_t n) {
  struct reader reader = {.table = table, .machine = machine, .why = why, .n = n};
  *table = (struct upcr_table){0};
  if (read_all(&reader, in) == 0)
    return 0;
  upcr_table_free(table);
  return -1;
}
