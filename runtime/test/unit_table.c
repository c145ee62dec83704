/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of measured choices: what is read, and what is refused with which words. */
#include <coll/choice/table.h>
#include <string.h>
#include <topo/machine.h>

#include "test.h"

static const struct upcr_table_machine machine = {false, {"2", "Model 7", "4", "2", "1234abcd"}};

#define HEAD "format 2\nprocessor Model 7\nprocessors 4\nregions 2\nalgorithms 1234abcd\n"

static char why[300];

/* The number of rules in a table for `owner`, or -1. */
static int count_for(const struct upcr_table_machine *owner, const char *text) {
  struct upcr_table table;
  FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  int result = upcr_table_read(&table, in, owner, why, sizeof why);
  int count = result == 0 ? table.count : -1;
  CHECK(result == 0 || (table.rules == 0 && table.count == 0));
  fclose(in);
  upcr_table_free(&table);
  return count;
}

static int count_of(const char *text) { return count_for(&machine, text); }

static void check_refused(const char *text, const char *because) {
  CHECK(count_of(text) == -1);
  if (!CHECK(strstr(why, because)))
    fprintf(stderr, "  it says: %s\n", why);
}

static unsigned when(const char *word) { return (unsigned)upcr_when_parse(word); }

static void test_rules(void) {
  const char *text =
      "# made by hand\n" HEAD
      "\n  broadcast 64 2 strong+processes post # why\nreduce\t0\t0\tany\tpush_knomial:8\r\n"
      "prefix_reduce 0 8 oversubscribed+entry post\nend\n";
  struct upcr_table table;
  FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  CHECK(upcr_table_read(&table, in, &machine, why, sizeof why) == 0 && table.count == 3);
  const struct upcr_rule *r = table.rules;
  CHECK(r[0].operation == UPCR_ALL_BROADCAST && r[0].choice->most_bytes == 64 &&
        r[0].most_threads == 2);
  CHECK(r[0].when == when("processes") + when("strong") &&
        strcmp(r[0].choice->algorithm, "post") == 0);
  CHECK(r[1].operation == UPCR_ALL_REDUCE && r[1].choice->most_bytes == 0 && r[1].when == 0 &&
        r[1].known->parameter == 8);
  CHECK(r[2].when == when("oversubscribed") + when("entry"));
  fclose(in);
  upcr_table_free(&table);
  CHECK(count_of(HEAD "end") == 0);
}

static void test_many_rules(void) {
  enum { RULES = 1000 };
  static char text[RULES * 40 + 200];
  char *to = text + sprintf(text, HEAD);
  for (int i = 0; i < RULES; i++)
    to += sprintf(to, "gather %d 0 any pull\n", i + 1);
  strcpy(to, "end\n");
  CHECK(count_of(text) == RULES);
}

static void test_other_machines(void) {
  check_refused("format 1\n", "another form");
  check_refused("format 2\nprocessor Model 8\n", "another processor: 'Model 8', not 'Model 7'");
  check_refused("format 2\nprocessor Model 7\nprocessors 8\n", "another number of processors: '8'");
  check_refused("regions 1\n", "NUMA regions");
  check_refused("algorithms 0\n", "other algorithms");
}

static void test_numbers_of_threads(void) {
  const char *text = HEAD "reduce 0 9-16 any pull_flat\nreduce 0 16 any push_flat\nend\n";
  struct upcr_table table;
  FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  CHECK(upcr_table_read(&table, in, &machine, why, sizeof why) == 0 && table.count == 2);
  const struct upcr_rule *r = table.rules, any = {.most_threads = 0};
  CHECK(!upcr_rule_serves(r, 8) && upcr_rule_serves(r, 9) && upcr_rule_serves(r, 16) &&
        !upcr_rule_serves(r, 17));
  CHECK(upcr_rule_serves(r + 1, 1) && !upcr_rule_serves(r + 1, 17));
  CHECK(upcr_rule_serves(&any, 1) && upcr_rule_serves(&any, 1 << 20));
  fclose(in);
  upcr_table_free(&table);
  check_refused(HEAD "reduce 0 16-9 any pull_flat\nend\n",
                "a number of threads, or two as 9-16, is expected, not '16-9'");
  check_refused(HEAD "reduce 0 9- any pull_flat\nend\n", "is expected, not '9-'");
  check_refused(HEAD "reduce 0 -9 any pull_flat\nend\n", "is expected, not '-9'");
}

static void test_simulated_machines(void) {
  static const struct upcr_table_machine simulated = {
      true, {"2", "simulated small 12345678", "2", "1", "1234abcd"}};
  CHECK(count_for(&simulated, "format 2\nprocessor simulated small 12345678\nprocessors 2\n"
                              "regions 1\nalgorithms 1234abcd\nend\n") == 0);
  CHECK(count_for(&simulated, "format 2\nprocessor simulated small 87654321\n") == -1);
  CHECK(strstr(why, "the platform has changed since it was measured, or is another: 'simulated "
                    "small 87654321', not 'simulated small 12345678'"));
}

static void test_costs(void) {
  const char *text = HEAD "cost region.latency 98.5\ncost turn 1200 # a switch\nend\n";
  struct upcr_table table;
  FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  CHECK(upcr_table_read(&table, in, &machine, why, sizeof why) == 0 && table.count == 0);
  CHECK(table.cost[UPCR_COST_REGION_LATENCY] == 98.5 && table.cost[UPCR_COST_TURN] == 1200);
  CHECK(table.cost[UPCR_COST_CONDUIT_BYTE] == 0);
  fclose(in);
  upcr_table_free(&table);
  check_refused(HEAD "cost speed 1\nend\n", "the cost model has no parameter 'speed'");
  check_refused(HEAD "cost\nend\n", "the cost model has no parameter ''");
  check_refused(HEAD "cost turn\nend\n",
                "one number above 0 and below 1e12 is expected after 'turn'");
  check_refused(HEAD "cost turn 0\nend\n", "is expected after 'turn'");
  check_refused(HEAD "cost turn nan\nend\n", "is expected after 'turn'");
  check_refused(HEAD "cost turn 1 2\nend\n", "is expected after 'turn'");
  check_refused("cost turn 1\nend\n", "line 1: format, processor");
}

static void test_damaged(void) {
  check_refused(HEAD "broadcast 64 2 any post\n", "line 6: it is cut off");
  check_refused("", "cut off");
  check_refused("broadcast 64 2 any post\nend\n", "line 1: format, processor");
  check_refused(HEAD "broadcast 64 2 any\nend\n", "line 6: operation, most bytes");
  check_refused(HEAD "broadcast 64 2 any post x\nend\n", "line 6: operation, most bytes");
  check_refused(HEAD "sort 64 2 any post\nend\n", "there is no operation 'sort'");
  check_refused(HEAD "broadcast -1 2 any post\nend\n", "a number of bytes is expected, not '-1'");
  check_refused(HEAD "broadcast 6 99999999999 any post\nend\n",
                "a number of threads, or two as 9-16, is expected, not '99999999999'");
  check_refused(HEAD "broadcast 6 2 any+often post\nend\n", "is expected, not 'any+often'");
  check_refused(HEAD "broadcast 6 2 any ring\nend\n", "the operation has no algorithm 'ring'");
  check_refused(HEAD "broadcast 6 2 any pull_knomial:1\nend\n",
                "the operation has no algorithm 'pull_knomial:1'");
  check_refused(HEAD "end\nend of all\n", "nothing may follow 'end'");
  static char bytes[3000];
  memset(bytes, 'x', sizeof bytes - 1);
  check_refused(bytes, "no line is so long");
}

static void test_processors(void) {
  char name[40];
  CHECK(strcmp(upcr_processor_name_in("processor\t: 0\nmodel name\t: A B  c\nmodel name\t: D\n",
                                      name, sizeof name),
               "A B  c") == 0);
  CHECK(strcmp(upcr_processor_name_in("CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", name,
                                      sizeof name),
               "implementer 0x41 part 0xd0c") == 0);
  CHECK(upcr_processor_name_in("", name, sizeof name) == 0);
  CHECK(*upcr_processor_name(name, sizeof name) != 0);
}

int main(void) {
  test_rules();
  test_many_rules();
  test_other_machines();
  test_numbers_of_threads();
  test_simulated_machines();
  test_costs();
  test_damaged();
  test_processors();
  return test_report();
}
