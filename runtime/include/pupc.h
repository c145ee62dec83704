/* SPDX-License-Identifier: Apache-2.0 */
/* <pupc.h>: a program's own events for a tool of <gasp.h>. Without `upcc -inst` they have no
 * effect, and arguments are not evaluated. In a unit compiled with it, `#pragma pupc off` excludes
 * the lines up to the next `#pragma pupc on`. */
#ifndef PUPC_H
#define PUPC_H

#ifdef __UPC_PUPC_INST__

/* Tells the tool to measure or not; returns the previous state. */
int pupc_control(int on);
/* A tag for the functions below; name and desc describe it. */
unsigned int pupc_create_event(const char *name, const char *desc);

/* unsigned int tag, and arguments for the tool. */
#define pupc_event_start(...) upcr_pupc_start(__FILE__, __LINE__, __VA_ARGS__)
#define pupc_event_end(...) upcr_pupc_end(__FILE__, __LINE__, __VA_ARGS__)
#define pupc_event_atomic(...) upcr_pupc_atomic(__FILE__, __LINE__, __VA_ARGS__)

void upcr_pupc_start(const char *file, int line, unsigned int tag, ...);
void upcr_pupc_end(const char *file, int line, unsigned int tag, ...);
void upcr_pupc_atomic(const char *file, int line, unsigned int tag, ...);

#else

#define pupc_control(on) (0)
#define pupc_create_event(name, desc) (0u)
#define pupc_event_start(...) ((void)0)
#define pupc_event_end(...) ((void)0)
#define pupc_event_atomic(...) ((void)0)

#endif

#endif
