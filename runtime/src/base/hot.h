/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that a thread goes through between two switches where threads share processors. After
 * each switch to another process the processor fetches code and its translations anew: the linker
 * puts these side by side, on two or three pages in place of eight. */
#ifndef UPCR_BASE_HOT_H
#define UPCR_BASE_HOT_H

#define UPCR_HOT __attribute__((hot))

#endif
