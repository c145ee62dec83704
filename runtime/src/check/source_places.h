/* SPDX-License-Identifier: Apache-2.0 */
/* Source places on several nodes: names of files, sent as text since addresses differ, and the
 * places that the job was warned of. */
#ifndef UPCR_CHECK_SOURCE_PLACES_H
#define UPCR_CHECK_SOURCE_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes room for the names of a job of several nodes, before its processes start. Returns 0, or
 * -1 after writing why to err[errlen]. */
int upcr_texts_create(char *err, size_t errlen);

/* A digest that is the same on all nodes. */
uint64_t upcr_text_digest(const char *text);

/* Text in a message: at most UPCR_TEXT_SENT bytes with the final 0; of a longer name, its end. Both
 * functions move *at past the text. The first writes an empty text if the text does not fit before
 * `end`. The second returns a permanent copy, at the same address in all processes of the node; 0
 * for an empty text, and "(a file)" if there are too many texts. */
enum { UPCR_TEXT_SENT = 200 };
void upcr_text_put(char **at, char *end, const char *text);
const char *upcr_text_take(const char **at, const char *end);

/* Before the processes start. Returns 0, or -1 after writing why to err[errlen]. */
int upcr_warned_create(char *err, size_t errlen);

/* Once a process, before its threads start. */
void upcr_warned_start(void);

/* True for the first call with this place, a digest other than 0, in the whole job; false once many
 * places are known. A request if thread 0 is on another node. */
bool upcr_warned_first(uint64_t place);

#endif
