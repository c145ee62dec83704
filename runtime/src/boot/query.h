/* SPDX-License-Identifier: Apache-2.0 */
/* Questions of the hub to the other nodes' supervisors. A topic has one question at a time: a new
 * one makes those before, and their answers, void. */
#ifndef UPCR_BOOT_QUERY_H
#define UPCR_BOOT_QUERY_H

#include <stdbool.h>
#include <stddef.h>

enum upcr_topic {
  UPCR_QUERY_NOTES,   /* what the threads wait for (deadlock.c) */
  UPCR_QUERY_OBJECTS, /* the objects of the waits */
  UPCR_QUERY_STACKS,  /* where the threads are (hang_report.c) */
  UPCR_QUERY_LOCKS,   /* who holds locks, and since where */
  UPCR_TOPICS
};

/* ---- the hub ---- */

/* Asks all other nodes. */
void upcr_query(enum upcr_topic topic, const void *bytes, size_t n);

/* True if all nodes have answered the last question. */
bool upcr_query_answered(enum upcr_topic topic);

/* The answer of a node to the last question, valid until the next one; 0: none yet. */
const void *upcr_query_answer(enum upcr_topic topic, int node, size_t *n);

/* ---- the other nodes ---- */

/* A question that is not answered yet; 0: there is none. */
const void *upcr_query_question(enum upcr_topic topic, size_t *n);

/* Answers the topic's question. */
void upcr_query_reply(enum upcr_topic topic, const void *bytes, size_t n);

/* ---- nodes.c ---- */

/* Handles a question, or an answer of that node. */
void upcr_query_take(int node, const char *bytes, size_t n);

#endif
