/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { LINE = 400, WORDS = 6, ALL_HEADS = (1 << UPCR_TABLE_HEADS) - 1 };

struct reader {
  struct upcr_table *table;
  const struct upcr_table_machine *machine;
  int line;
  unsigned heads; /* which lines of upcr_table_heads were there */
  bool ended;
  char *why;
  size_t n;
};

static int fault(const struct reader *r, const char *what, const char *word) {
  snprintf(r->why, r->n, "line %d: %s '%s'", r->line, what, word);
  return -1;
}

static int number(const char *text, const char *end, size_t *value) {
  char *stop;
  *value = strtoul(text, &stop, 10);
  return *text < '0' || *text > '9' || stop != end ? -1 : 0;
}

/* "16", at most so many, or "9-16". */
static int read_threads(const char *text, struct upcr_rule *rule) {
  const char *dash = strchr(text, '-'), *end = text + strlen(text);
  size_t least = 0, most;
  if ((dash && number(text, dash, &least) != 0) ||
      number(dash ? dash + 1 : text, end, &most) != 0 || most > 1 << 30 || least > most)
    return -1;
  rule->least_threads = (int)least;
  rule->most_threads = (int)most;
  return 0;
}

const char *const upcr_table_heads[UPCR_TABLE_HEADS] = {"format", "processor", "processors",
                                                        "regions", "algorithms"};

/* The lines before the rules must match, or the table is not used. */
static int read_head(struct reader *r, int which, const char *value) {
  static const char *const stale[UPCR_TABLE_HEADS] = {
      "it has another form than this library reads", "it is for another processor",
      "it is for another number of processors",      "it is for another number of NUMA regions",
      "it is of a library with other algorithms",
  };
  const char *what = which == 1 && r->machine->simulated
                         ? "the platform has changed since it was measured, or is another"
                         : stale[which];
  r->heads |= 1u << which;
  if (strcmp(value, r->machine->value[which]) == 0)
    return 0;
  snprintf(r->why, r->n, "%s: '%s', not '%s'", what, value, r->machine->value[which]);
  return -1;
}

/* A rule of one choice. */
static int add(struct reader *r, struct upcr_rule rule, const char *name) {
  struct upcr_table *table = r->table;
  char detail[400];
  struct upcr_algorithm *algorithm = malloc(sizeof *algorithm);
  struct upcr_rule *rules =
      realloc(table->rules, ((size_t)table->count + 1) * sizeof *table->rules);
  table->rules = rules ? rules : table->rules;
  if (!algorithm || !rules)
    return free(algorithm), fault(r, "no room for", name);
  if (upcr_algorithm_named(rule.operation, name, strlen(name), algorithm, detail, sizeof detail))
    return free(algorithm), fault(r, "the operation has no algorithm", name);
  rule.choice->algorithm = algorithm->name;
  rule.known = algorithm;
  rules[table->count++] = rule;
  return 0;
}

static int read_rule(struct reader *r, char *line) {
  char *word[WORDS], copy[60];
  size_t bytes, count = 0;
  struct upcr_rule rule = {0};
  snprintf(copy, sizeof copy, "%s", line);
  for (char *w = strtok(line, " \t"); w && count < WORDS; w = strtok(0, " \t"))
    word[count++] = w;
  if (count != WORDS - 1)
    return fault(r, "operation, most bytes, most threads, when and algorithm are expected, not",
                 copy);
  int operation = upcr_operation_find(word[0]), when = upcr_when_parse(word[3]);
  if (operation < 0)
    return fault(r, "there is no operation", word[0]);
  if (number(word[1], word[1] + strlen(word[1]), &bytes) != 0)
    return fault(r, "a number of bytes is expected, not", word[1]);
  if (read_threads(word[2], &rule) != 0)
    return fault(r, "a number of threads, or two as 9-16, is expected, not", word[2]);
  if (when < 0)
    return fault(r, UPCR_WHEN_WORDS " (joined by +) is expected, not", word[3]);
  rule.operation = (enum upcr_collective)operation;
  rule.when = (unsigned)when;
  rule.choice->most_bytes = bytes;
  return add(r, rule, word[4]);
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

/* Without comment and blanks at both ends. */
static char *trim(char *line) {
  line[strcspn(line, "#\r\n")] = 0;
  line += strspn(line, " \t");
  for (size_t n = strlen(line); n && strchr(" \t", line[n - 1]); n--)
    line[n - 1] = 0;
  return line;
}

static int read_line(struct reader *r, char *line) {
  size_t n = strcspn(line, " \t");
  if (!*line)
    return 0;
  if (r->ended)
    return fault(r, "nothing may follow 'end', as does", line);
  for (int i = 0; i < UPCR_TABLE_HEADS; i++)
    if (upcr_is_word(upcr_table_heads[i], line, n))
      return read_head(r, i, line + n + strspn(line + n, " \t"));
  r->ended = strcmp(line, "end") == 0;
  if (r->ended)
    return 0;
  if (r->heads != ALL_HEADS)
    return fault(r, "format, processor, processors, regions and algorithms come first, not", line);
  return upcr_is_word("cost", line, n) ? read_cost(r, line + n) : read_rule(r, line);
}

static int read_all(struct reader *r, FILE *in) {
  char line[LINE];
  while (fgets(line, sizeof line, in)) {
    r->line++;
    if (!strchr(line, '\n') && !feof(in))
      return fault(r, "no line is so long:", "...");
    if (read_line(r, trim(line)) != 0)
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
