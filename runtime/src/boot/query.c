/* SPDX-License-Identifier: Apache-2.0 */
#include "query.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "boot.h"
#include "nodes.h"

/* The head of a message. */
struct head {
  uint32_t topic, number;
};

struct parcel {
  char *bytes;
  size_t n;
  bool is_there;
};

static struct {
  uint32_t number;        /* of the last question */
  struct parcel question; /* of another node: not answered yet */
  struct parcel *answers; /* [nodes]; of the hub */
} topics[UPCR_TOPICS];

static void empty(struct parcel *parcel) {
  free(parcel->bytes);
  *parcel = (struct parcel){0};
}

static void fill(struct parcel *parcel, const char *bytes, size_t n) {
  empty(parcel);
  parcel->bytes = malloc(n ? n : 1);
  if (!parcel->bytes)
    return;
  memcpy(parcel->bytes, bytes, n);
  parcel->n = n;
  parcel->is_there = true;
}

static void send(enum upcr_topic topic, const void *bytes, size_t n) {
  struct head head = {(uint32_t)topic, topics[topic].number};
  char *message = malloc(sizeof head + n);
  if (!message)
    return;
  memcpy(message, &head, sizeof head);
  if (n)
    memcpy(message + sizeof head, bytes, n);
  upcr_nodes_send_query(message, sizeof head + n);
  free(message);
}

void upcr_query(enum upcr_topic topic, const void *bytes, size_t n) {
  int nodes = upcr_boot.layout.nodes;
  topics[topic].number++;
  if (!topics[topic].answers)
    topics[topic].answers = calloc((size_t)nodes, sizeof *topics[topic].answers);
  for (int node = 0; topics[topic].answers && node < nodes; node++)
    empty(&topics[topic].answers[node]);
  send(topic, bytes, n);
}

bool upcr_query_answered(enum upcr_topic topic) {
  size_t n;
  for (int node = 1; node < upcr_boot.layout.nodes; node++)
    if (!upcr_query_answer(topic, node, &n))
      return false;
  return true;
}

const void *upcr_query_answer(enum upcr_topic topic, int node, size_t *n) {
  const struct parcel *answer = topics[topic].answers ? &topics[topic].answers[node] : 0;
  if (!answer || !answer->is_there)
    return 0;
  *n = answer->n;
  return answer->bytes;
}

const void *upcr_query_question(enum upcr_topic topic, size_t *n) {
  const struct parcel *question = &topics[topic].question;
  *n = question->n;
  return question->is_there ? question->bytes : 0;
}

void upcr_query_reply(enum upcr_topic topic, const void *bytes, size_t n) {
  send(topic, bytes, n);
  empty(&topics[topic].question);
}

void upcr_query_take(int node, const char *bytes, size_t n) {
  struct head head;
  if (n < sizeof head)
    return;
  memcpy(&head, bytes, sizeof head);
  if (head.topic >= UPCR_TOPICS)
    return;
  if (upcr_boot.layout.node != 0) {
    topics[head.topic].number = head.number;
    fill(&topics[head.topic].question, bytes + sizeof head, n - sizeof head);
  } else if (head.number == topics[head.topic].number && topics[head.topic].answers)
    fill(&topics[head.topic].answers[node], bytes + sizeof head, n - sizeof head);
}
